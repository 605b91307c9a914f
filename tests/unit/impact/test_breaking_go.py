"""Breaking call sites in Go: (files, what changes in them, what is said). What the compiler would still take says nothing."""

from __future__ import annotations

import pytest

P = "package p\n"
MOD = {"go.mod": "module m.io/m\n"}
USE = 'package b\nimport "m.io/m/lib"\n'
T = P + "type T struct{}\n"
TM = T + "func (t *T) m(a int) {}\n"
I = P + "type I interface { m(a int) }\nfunc g(i I) { i.m(1) }\n"  # noqa: E741

CASES: dict[str, tuple[dict[str, str], dict[str, str | None], list[str]]] = {
    # Arguments
    "one more parameter": (
        {"a.go": P + "func f(a int) {}\n", "b.go": P + "func g() { f(1) }\n"},
        {"a.go": P + "func f(a, b int) {}\n"},
        ["b.go:2 arguments: `f(1)` does not fit `f`: it needs `b`"],
    ),
    "a rest parameter": (
        {"a.go": P + "func f(a int) {}\n", "b.go": P + "func g() { f(1) }\n"},
        {"a.go": P + "func f(a int, b ...int) {}\n"},
        [],
    ),
    "swapped": (
        {"a.go": P + "func f(a int, b string) {}\n", "b.go": P + "func g() { f(1, x) }\n"},
        {"a.go": P + "func f(b string, a int) {}\n"},
        ["b.go:2 arguments: `f(1, x)` does not fit `f`: argument 1 was `a` and is `b` now"],
    ),
    "other names": (
        {"a.go": P + "func f(a int, b string) {}\n", "b.go": P + "func g() { f(1, x) }\n"},
        {"a.go": P + "func f(c int, d string) {}\n"},
        [],
    ),
    "method": (
        {"a.go": TM, "b.go": P + "func g(t *T) { t.m(1) }\n"},
        {"a.go": T + "func (t *T) m(a, b int) {}\n"},
        ["b.go:2 arguments: `t.m(1)` does not fit `T.m`: it needs `b`"],
    ),
    "another receiver": ({"a.go": TM, "b.go": P + "func g(t *T) { t.m(1) }\n"}, {"a.go": T + "func (tt T) m(a int) {}\n"}, []),
    "method of an interface": (
        {"a.go": I},
        {"a.go": I.replace("a int", "a, b int")},
        ["a.go:3 arguments: `i.m(1)` does not fit `I.m`: it needs `b`"],
    ),
    "several results as arguments": (
        {"a.go": P + "func two() (int, int) { return 1, 2 }\nfunc f(a, b int) {}\n", "b.go": P + "func g() { f(two()) }\n"},
        {"a.go": P + "func two() (int, int) { return 1, 2 }\nfunc f(a int, b ...int) {}\n"},
        [],
    ),
    "other package": (
        {**MOD, "lib/a.go": "package lib\nfunc F(a int) {}\n", "b.go": USE + "func g() { lib.F(1) }\n"},
        {"lib/a.go": "package lib\nfunc F() {}\n"},
        ["b.go:3 arguments: `lib.F(1)` does not fit `F`: it takes no arguments, not 1"],
    ),
    "one of two by build tags": (
        {"a_linux.go": P + "func f(a int) {}\n", "a_windows.go": P + "func f(a int) {}\n", "b.go": P + "func g() { f(1) }\n"},
        {"a_linux.go": P + "func f(a, b int) {}\n"},
        [],
    ),
    # Names
    "moved in the package": (
        {"a.go": P + "func f() {}\nfunc g() { f() }\n", "b.go": P},
        {"a.go": P + "func g() { f() }\n", "b.go": P + "func f() {}\n"},
        [],
    ),
    "variable moved": (
        {"a.go": P + "var v = 1\nfunc g() { print(v) }\n", "b.go": P},
        {"a.go": P + "func g() { print(v) }\n", "b.go": P + "var v = 1\n"},
        [],
    ),
    "type moved": ({"a.go": T + "func g(t T) {}\n", "b.go": P}, {"a.go": P + "func g(t T) {}\n", "b.go": T}, []),
    "file renamed": ({"a.go": P + "func f() {}\n", "b.go": P + "func g() { f() }\n"}, {"a.go": None, "c.go": P + "func f() {}\n"}, []),
    "gone": (
        {"a.go": P + "func f() {}\nfunc g() { f() }\n", "b.go": P + "func h() { f() }\n"},
        {"a.go": P + "func g() { f() }\n"},
        ["a.go:2 gone: `f()` uses `f`, which is gone", "b.go:2 gone: `f()` uses `f`, which is gone"],
    ),
    "gone with its file": (
        {"a.go": P + "func f() {}\n", "b.go": P + "func h() { f() }\n"},
        {"a.go": None},
        ["b.go:2 gone: `f()` uses `f`, which is gone"],
    ),
    "gone and shadowed": (
        {"a.go": P + "func f() {}\n", "b.go": P + "func h() { f() }\n"},
        {"a.go": P, "b.go": P + "func h(f func()) { f() }\n"},
        [],
    ),
    "type gone": (
        {"a.go": T, "b.go": P + "func h(t []*T) {}\n"},
        {"a.go": P},
        ["b.go:2 gone: `T` is gone"],
    ),
    "gone from another package": (
        {**MOD, "lib/a.go": "package lib\nfunc F() {}\nfunc G() {}\n", "b.go": USE + "func g() { lib.F() }\n"},
        {"lib/a.go": "package lib\nfunc G() {}\n"},
        ["b.go:3 gone: `lib.F()` uses `F`, which is gone"],
    ),
    "package gone": (
        {**MOD, "lib/a.go": "package lib\nfunc F() {}\n", "b.go": USE + "func g() { lib.F() }\n"},
        {"lib/a.go": None, "other/a.go": "package other\nfunc F() {}\n"},
        ["b.go:2 import: imports `m.io/m/lib`, which is gone"],
    ),
    "a file that does not parse": ({"a.go": P + "func f() {}\n", "b.go": P + "func h() { f() }\n"}, {"a.go": P + "func g() { ( }\n"}, []),
    # Members
    "method gone": (
        {"a.go": TM, "b.go": P + "func g(t *T) { t.m(1) }\n"},
        {"a.go": T},
        ["b.go:2 gone: `t.m(1)` uses `m`, which `T` no longer has"],
    ),
    "method gone from another file than its type's": (
        {"a.go": T, "c.go": P + "func (t *T) m() {}\n", "b.go": P + "func g(t *T) { t.m() }\n"},
        {"c.go": P},
        ["b.go:2 gone: `t.m()` uses `m`, which `T` no longer has"],
    ),
    "method moved": ({"a.go": TM, "b.go": P + "func g(t *T) { t.m(1) }\n"}, {"a.go": T, "c.go": P + "func (t *T) m(a int) {}\n"}, []),
    "method promoted": (
        {"a.go": TM, "b.go": P + "func g(t *T) { t.m(1) }\n"},
        {"a.go": P + "type T struct{ E }\ntype E struct{}\nfunc (e E) m(a int) {}\n"},
        [],
    ),
    "field gone": (
        {"a.go": P + "type T struct{ x int }\n", "b.go": P + "func g(t *T) { print(t.x) }\n"},
        {"a.go": P + "type T struct{ y int }\n"},
        ["b.go:2 gone: `t.x` uses `x`, which `T` no longer has"],
    ),
    "field of what is embedded": (
        {"a.go": P + "type T struct{ x int }\n", "b.go": P + "func g(t *T) { print(t.x) }\n"},
        {"a.go": P + "type E struct { x int }\ntype T struct{ E }\n"},
        [],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_breaking(broken, name):
    old, changed, said = CASES[name]
    new = {path: text for path, text in {**old, **changed}.items() if text is not None}
    assert broken(old, new) == said
