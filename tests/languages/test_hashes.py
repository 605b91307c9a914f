"""Layout and comments change no hash; what means something changes that of the body or that of the signature, and no other."""

from __future__ import annotations

import pytest
from changed_hashes import changed

Row = tuple[str, str, str]
"""Before, after, and the hashes that differ by it."""
ROWS: dict[str, list[Row]] = {
    "c": [
        ("int f(void) { return 1; }", "/* f */ int f(void) { /* x */ return 1; // one\n }", ""),
        ("int f(void) { return g(1, 2); }", "int f(void)\n{\n  return g( 1,2 );\n}", ""),
        ("int f(void) {\nreturn M(1,\n2);\n}", "int f(void) {\n  return M(1, 2);\n}", ""),
        ("int f(void) { return 1; }", "int f(void) { return 2; }", "f: body"),
        ('char *f(void) { return "a b"; }', 'char *f(void) { return "ab"; }', "f: body"),
        ("void f(void) { if (a) { b(); } c(); }", "void f(void) { if (a) { b(); c(); } }", "f: body"),
        ("#define F(x) g(x)\n", "#define F(x) h(x)\n", "F: body"),
        ("int f(int *p) { return *p; }", "int f(int *p) { return p; }", "f: body"),
        ("int f(int a) { return 1; }", "int f(long a) { return 1; }", "f: signature"),
        ("int f(void) { return 1; }", "long f(void) { return 1; }", "f: signature"),
        ("int f(void) { return 1; }", "static int f(void) { return 1; }", "f: signature"),
        ("#define F(x) g(x)\n", "#define F(x, y) g(x)\n", "F: signature"),
    ],
    "cpp": [
        ("class A { int f() { return 1; } };", "/** A. */ class A { /* x */ int f() { return 1; // one\n } };", ""),
        ("class A { int f() { return g(1, 2); } };", "class A\n{\n  int f()\n  {\n    return g( 1,2 );\n  }\n};", ""),
        ("class A { int f() { return 1; } };", "class LIB_EXPORT A { int f() { return 1; } };", ""),
        ("int f() { return 1; }", "int f() { return 2; }", "f: body"),
        ('auto f() { return "a b"; }', 'auto f() { return "ab"; }', "f: body"),
        ('auto f() { return R"(a b)"; }', 'auto f() { return R"(ab)"; }', "f: body"),
        ("void f() { if (a) { b(); } c(); }", "void f() { if (a) { b(); c(); } }", "f: body"),
        ("void f() { g(std::move(x)); }", "void f() { g(x); }", "f: body"),
        ("struct A { A() : a(1) {} int a; };", "struct A { A() : a(2) {} int a; };", "A: body, A.A: signature"),
    ],
    "go": [
        ("func f() int { return 1 }", "func f() int {\n\treturn 1 // one\n}", ""),
        ("func f() int { return 1 }", "func f() int { return 2 }", "f: body"),
        ("func f() { g(); h() }", "func f() {\n\tg()\n\th()\n}", ""),
        ("func f() { g(a, b) }", "func f() {\n\tg(\n\t\ta,\n\t\tb,\n\t)\n}", ""),
        ("func f() { g()\nh() }", "func f() { g(); if h() {} }", "f: body"),
        ('func f() { g("a b") }', 'func f() { g("a  b") }', "f: body"),
        ("func f() { g(`a`) }", "func f() { g(`a\n`) }", "f: body"),
        ("func f(a int) {}", "func f(a string) {}", "f: signature"),
        ("func (t T) m() {}", "func (t *T) m() {}", "T.m: signature"),
        ("func f() {}", "func f() error {}", "f: signature"),
        ("func f[T any]() {}", "func f[T ~int]() {}", "f: signature"),
        ("type T struct { a int; b int }", "type T struct {\n\ta int\n\tb int\n}", ""),
        ("type T struct { a int }", "type T struct { a string }", "T: body, T.a: signature"),
        ("type T struct { a int }", 'type T struct { a int `json:"a"` }', "T: body, T.a: signature"),
        ("var a = 1", "var a = 2", "a: body"),
        ("type I interface { M(); N() }", "type I interface {\n\tM()\n\tN() // why\n}", ""),
    ],
    "java": [
        ("class A { int f() { return 1; } }", "/** A. */ class A { /* x */ int f() { return 1; // one\n } }", ""),
        ("class A { int f() { return g(1, 2); } }", "class A\n{\n  int f()\n  {\n    return g( 1,2 );\n  }\n}", ""),
        ("class A { int f() { return 1; } }", "class A { int f() { return 2; } }", "A: body, A.f: body"),
        ('class A { String f() { return "a b"; } }', 'class A { String f() { return "ab"; } }', "A: body, A.f: body"),
        ("class A { int f() { if (a) { b(); } c(); } }", "class A { int f() { if (a) { b(); c(); } } }", "A: body, A.f: body"),
        ("class A { int f() { return newA; } }", "class A { int f() { return new A; } }", "A: body, A.f: body"),
        ("class A { void f(int a) { g(); } }", "class A { void f(long a) { g(); } }", "A: body, A.f: signature"),
    ],
    "rust": [
        ("fn f() -> u8 { 1 }", "fn f() -> u8 {\n    1 // one\n}", ""),
        ("fn f() -> u8 { 1 }", "fn f() -> u8 { /* one */ 1 }", ""),
        ("fn f() -> u8 { 1 }", "fn f() -> u8 { 2 }", "f: body"),
        ("fn f() { g(); h() }", "fn f() { g(); h(); }", "f: body"),
        ("fn f() { g(a, b) }", "fn f() { g(\n    a,\n    b,\n) }", ""),
        ('fn f() { g("a b") }', 'fn f() { g("a  b") }', "f: body"),
        ("fn f() { g(x) }", "fn f() { g!(x) }", "f: body"),
        ("fn f(a: u8) {}", "fn f(a: u16) {}", "f: signature"),
        ("fn f() {}", "pub fn f() {}", "f: signature"),
        ("fn f() {}", "#[inline]\nfn f() {}", "f: signature"),
        ("fn f<T>() {}", "fn f<T: Copy>() {}", "f: signature"),
        ("struct A { x: u8, y: u8 }", "struct A {\n    x: u8,\n    y: u8,\n}", ""),
        ("struct A { x: u8 }", "struct A { x: u16 }", "A: body, A.x: signature"),
        ("const A: u8 = 1;", "const A: u8 = 2;", "A: body"),
        ("/// old\nfn f() {}", "/// new\n/// and more\nfn f() {}", ""),
    ],
}
FRAMES = {"go": "package p\n{}\n"}
"""Language → what has to stand around the source."""


@pytest.mark.parametrize(("language", "old", "new", "differs"), [(language, *row) for language, rows in ROWS.items() for row in rows])
def test_hashes_see_meaning_and_nothing_else(language: str, old: str, new: str, differs: str) -> None:
    frame = FRAMES.get(language, "{}\n")
    assert changed(language, *(frame.replace("{}", text) for text in (old, new))) == differs
