"""What changes in Go mean: (old code, new code, what is said)."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("func f(a int) {}", "func f(a, b int) {}", ["signature f: parameter `b` added without default"]),
        ("func f(a int) {}", "func f(a ...int) {}", ["signature f: parameter `a` is now the rest of the arguments"]),
        ("func f(a int) {}", "func f(a string) {}", ["signature f: type of parameter `a` changed from `int` to `string`"]),
        (
            "func f() int { return 1 }",
            "func f() (int, error) { return 1, nil }",
            ["signature+modified f: return type changed from `int` to `tuple(int, error)`"],
        ),
        ("func f() int { return 1 }", "func f() int { return 2 }", ["modified f"]),
        ("func (t T) F() {}", "func (t *T) F() {}", ["signature T.F: declaration changed"]),
        ("func (t T) F() {}", "func (t U) F() {}", ["deleted T.F", "added U.F"]),
        ("type T struct{ A int }", "type T struct{ A, B int }", ["modified T: field `A` changed, field `B` added"]),
        ("type T struct{ A int }", "type T struct{ A string }", ["modified T: field `A` changed"]),
        ('type T struct{ A int `json:"a"` }', 'type T struct{ A int `json:"b"` }', ["modified T: field `A` changed"]),
        ("type T struct{}", "type T struct{ Base }", ["signature+modified T: base `Base` added, field `Base` added"]),
        ("type I interface{ F() }", "type I interface{ F(); G() }", ["added I.G"]),
        ("type I interface{ F() }", "type I interface{ F(a int) }", ["signature I.F: parameter `a` added without default"]),
        ("type T int", "type T string", ["modified T"]),
        ("const K = 1", "const K = 2", ["modified K: value changed"]),
        ("var v = 1", "var v = 2", ["modified v: value changed"]),
        ("const (\n\tA = iota\n\tB\n)", "const (\n\tA = iota\n\tX\n\tB\n)", ["added X"]),
        ("func f[T any](a T) {}", "func f[T any, U any](a T) {}", ["signature f: type parameters changed"]),
        ('import "a"', 'import "b"', ["modified a.go: import of `a` removed, import of `b` added"]),
        ("func F() { g(1) }", "func G() { g(1) }", ["renamed G: was `F`"]),
        ("// F does.\nfunc F() {}", "// F did.\nfunc F() {}", ["comment F"]),
        ("func f() { g(1, 2) }", "func f() {\n\tg(\n\t\t1,\n\t\t2,\n\t)\n}", ["comment f"]),
        ("func f() { x := []int{1, 2} }", "func f() {\n\tx := []int{\n\t\t1,\n\t\t2,\n\t}\n}", ["comment f"]),
        ('import (\n\t"a"\n\t"b"\n)', 'import (\n\t"b"\n\t"a"\n)', ["comment a.go"]),
        ("func init() { a() }", "func init() { b() }", ["modified init"]),
    ],
)
def test_kinds_and_details(kinds, old, new, expected):
    assert kinds({"a.go": "package p\n\n" + old + "\n"}, {"a.go": "package p\n\n" + new + "\n"}) == expected
