"""Call relations in Go: (files, expected `source → target` at confidence ≥ 0.5); interfaces met by their methods."""

from __future__ import annotations

import pytest
from memory import calls, link, short

P = "package p\n"
T = "type T struct{}\nfunc (t *T) M() {}\n"
AB = P + "type A struct{}\nfunc (A) M() {}\ntype B struct{}\nfunc (B) M() {}\n"
I = "type I interface { M() }\n"  # noqa: E741
MOD = "module example.com/m\n"

CASES: dict[str, tuple[dict[str, str], set[str]]] = {
    # Names and packages
    "same file, any order": ({"a.go": P + "func g() { f() }\nfunc f() {}\n"}, {"a.go:g → a.go:f"}),
    "same package": ({"a.go": P + "func f() {}\n", "b.go": P + "func g() { f() }\n"}, {"b.go:g → a.go:f"}),
    "other folder is another package": ({"a/a.go": P + "func f() {}\n", "b/b.go": P + "func g() { f() }\n"}, set()),
    "test package sees nothing without import": ({"a.go": P + "func f() {}\n", "a_test.go": "package p_test\nfunc g() { f() }\n"}, set()),
    "test in the package": ({"a.go": P + "func f() {}\n", "a_test.go": P + "func TestF() { f() }\n"}, {"a_test.go:TestF → a.go:f"}),
    "test package imports the package": (
        {
            "go.mod": MOD,
            "a.go": "package m\nfunc F() {}\n",
            "a_test.go": 'package m_test\nimport "example.com/m"\nfunc TestF() { m.F() }\n',
        },
        {"a_test.go:TestF → a.go:F"},
    ),
    "import": (
        {"go.mod": MOD, "lib/a.go": "package lib\nfunc F() {}\n", "b.go": 'package b\nimport "example.com/m/lib"\nfunc g() { lib.F() }\n'},
        {"b.go:g → lib/a.go:F"},
    ),
    "renamed import": (
        {"go.mod": MOD, "lib/a.go": "package lib\nfunc F() {}\n", "b.go": 'package b\nimport x "example.com/m/lib"\nfunc g() { x.F() }\n'},
        {"b.go:g → lib/a.go:F"},
    ),
    "dot import": (
        {"go.mod": MOD, "lib/a.go": "package lib\nfunc F() {}\n", "b.go": 'package b\nimport . "example.com/m/lib"\nfunc g() { F() }\n'},
        {"b.go:g → lib/a.go:F"},
    ),
    "package whose folder has another name": (
        {
            "go.mod": MOD,
            "go-lib/a.go": "package lib\nfunc F() {}\n",
            "b.go": 'package b\nimport "example.com/m/go-lib"\nfunc g() { lib.F() }\n',
        },
        {"b.go:g → go-lib/a.go:F"},
    ),
    "replaced module": (
        {
            "app/go.mod": "module example.com/app\nreplace example.com/lib => ../lib\n",
            "lib/go.mod": "module other.org/lib\n",
            "lib/a.go": "package lib\nfunc F() {}\n",
            "app/b.go": 'package b\nimport "example.com/lib"\nfunc g() { lib.F() }\n',
        },
        {"app/b.go:g → lib/a.go:F"},
    ),
    "package variable of another file": (
        {"a.go": P + "var X = newT()\nfunc newT() *T { return nil }\n" + T, "b.go": P + "func g() { X.M() }\n"},
        {"a.go → a.go:newT", "b.go:g → a.go:T.M"},
    ),
    "package variable of another package": (
        {
            "go.mod": MOD,
            "lib/a.go": "package lib\nvar X = &T{}\n" + T,
            "b.go": 'package b\nimport "example.com/m/lib"\nfunc g() { lib.X.M() }\n',
        },
        {"b.go:g → lib/a.go:T.M"},
    ),
    "function in a package variable": (
        {"a.go": P + "func f() {}\nvar F = func() { f() }\nfunc g() { F() }\n"},
        {"a.go:F → a.go:f", "a.go:g → a.go:F"},
    ),
    "files by build tags are alternatives": (
        {"a_linux.go": P + "func f() {}\n", "a_windows.go": P + "func f() {}\n", "b.go": P + "func g() { f() }\n"},
        {"b.go:g → a_linux.go:f", "b.go:g → a_windows.go:f"},
    ),
    "init calls": ({"a.go": P + "func f() {}\nfunc init() { f() }\nfunc init() { f() }\n"}, {"a.go:init → a.go:f", "a.go:init#2 → a.go:f"}),
    # Scopes
    "shadowed by a parameter": ({"a.go": P + "func f() {}\nfunc g(f func()) { f() }\n"}, set()),
    "a declared name is seen from its declaration on": (
        {
            "go.mod": MOD,
            "t/a.go": "package t\nfunc New() *T { return nil }\n" + T,
            "b.go": 'package b\nimport "example.com/m/t"\nfunc g() { t := t.New(); t.M() }\n',
        },
        {"b.go:g → t/a.go:New", "b.go:g → t/a.go:T.M"},
    ),
    "a block's name ends with it": ({"a.go": P + "func f() {}\nfunc g() { { f := 1; _ = f }; f() }\n"}, {"a.go:g → a.go:f"}),
    "header of if": (
        {"a.go": P + T + "func n() *T { return nil }\nfunc g() { if t := n(); t != nil { t.M() } else { t.M() } }\n"},
        {"a.go:g → a.go:n", "a.go:g → a.go:T.M"},
    ),
    "closure": ({"a.go": P + T + "func g(t *T) { go func() { t.M() }() }\n"}, {"a.go:g → a.go:T.M"}),
    # Receivers
    "receiver": ({"a.go": P + T + "func (t *T) N() { t.M() }\n"}, {"a.go:T.N → a.go:T.M"}),
    "method in another file": (
        {"a.go": P + "type T struct{}\n", "b.go": P + "func (t T) M() {}\n", "c.go": P + "func g(t T) { t.M() }\n"},
        {"c.go:g → b.go:T.M"},
    ),
    "two types of one method name": ({"a.go": AB + "func g(b *B) { b.M() }\n"}, {"a.go:g → a.go:B.M"}),
    "literal": ({"a.go": AB + "func g() { a := &A{}; a.M(); B{}.M() }\n"}, {"a.go:g → a.go:A.M", "a.go:g → a.go:B.M"}),
    "new and make": (
        {"a.go": AB + "func g() { a := new(A); a.M(); m := make(map[string]B); m[0].M() }\n"},
        {"a.go:g → a.go:A.M", "a.go:g → a.go:B.M"},
    ),
    "result": ({"a.go": AB + "func n() *A { return nil }\nfunc g() { n().M() }\n"}, {"a.go:g → a.go:n", "a.go:g → a.go:A.M"}),
    "several results": (
        {"a.go": AB + "func n() (*A, B, error) { return }\nfunc g() { a, b, err := n(); a.M(); b.M(); err.M() }\n"},
        {"a.go:g → a.go:n", "a.go:g → a.go:A.M", "a.go:g → a.go:B.M"},
    ),
    "named result": ({"a.go": AB + "func n() (a *A) { a.M(); return }\n"}, {"a.go:n → a.go:A.M"}),
    "field": ({"a.go": AB + "type C struct { a, b *B }\nfunc (c *C) g() { c.b.M() }\n"}, {"a.go:C.g → a.go:B.M"}),
    "promoted": ({"a.go": AB + "type C struct { *B }\nfunc g(c C) { c.M(); c.B.M() }\n"}, {"a.go:g → a.go:B.M"}),
    "the least deep promotion wins": (
        {"a.go": AB + "type D struct { A }\ntype C struct { D; B }\nfunc g(c C) { c.M() }\n"},
        {"a.go:g → a.go:B.M"},
    ),
    "own before promoted, and no dispatch to those that embed": (
        {"a.go": AB + "type C struct { A }\nfunc (C) M() {}\nfunc g(c C, a A) { c.M() }\nfunc h(a A) { a.M() }\n"},
        {"a.go:g → a.go:C.M", "a.go:h → a.go:A.M"},
    ),
    "range": (
        {"a.go": AB + "func g(as []A, bs map[string]*B) { for _, a := range as { a.M() }; for _, b := range bs { b.M() } }\n"},
        {"a.go:g → a.go:A.M", "a.go:g → a.go:B.M"},
    ),
    "key of a map, channel": (
        {"a.go": AB + "func g(as map[A]int, bs chan B) { for a := range as { a.M() }; for b := range bs { b.M() } }\n"},
        {"a.go:g → a.go:A.M", "a.go:g → a.go:B.M"},
    ),
    "receive": (
        {"a.go": AB + "func g(bs chan B) { (<-bs).M() }\nfunc h(as chan A) { select { case a := <-as: a.M() } }\n"},
        {"a.go:g → a.go:B.M", "a.go:h → a.go:A.M"},
    ),
    "type made from a slice": (
        {"a.go": AB + "type As []*A\nfunc g(as As) { for _, a := range as { a.M() }; as[0].M() }\n"},
        {"a.go:g → a.go:A.M"},
    ),
    "alias": ({"a.go": AB + "type X = A\nfunc g(x X) { x.M() }\n"}, {"a.go:g → a.go:A.M"}),
    "anonymous struct": ({"a.go": AB + "func g() { for _, c := range []struct{ b B }{{B{}}} { c.b.M() } }\n"}, {"a.go:g → a.go:B.M"}),
    "assertion": (
        {"a.go": AB + "func g(x any) { x.(A).M(); if b, ok := x.(*B); ok { b.M() } }\n"},
        {"a.go:g → a.go:A.M", "a.go:g → a.go:B.M"},
    ),
    "type switch": (
        {"a.go": AB + "func g(x any) { switch v := x.(type) { case A: v.M(); case string: v.M() } }\n"},
        {"a.go:g → a.go:A.M"},
    ),
    "method value": ({"a.go": AB + "func g(a A) { f := a.M; f() }\n"}, {"a.go:g → a.go:A.M"}),
    "method expression": ({"a.go": AB + "func g(a A) { A.M(a); (*B).M(nil) }\n"}, {"a.go:g → a.go:A.M", "a.go:g → a.go:B.M"}),
    "conversion runs nothing": ({"a.go": P + "type K int\nfunc (K) M() {}\nfunc g() { K(1).M() }\n"}, {"a.go:g → a.go:K.M"}),
    "enumeration": ({"a.go": P + "type K int\nfunc (K) M() {}\nconst ( A K = iota; B )\nfunc g() { B.M() }\n"}, {"a.go:g → a.go:K.M"}),
    "append gives its first argument's type": (
        {"a.go": AB + "func g(as []A) { bs := append(as, A{}); bs[0].M() }\n"},
        {"a.go:g → a.go:A.M"},
    ),
    # Generics
    "inferred": (
        {"a.go": AB + "func id[T any](t T) T { return t }\nfunc g(a A) { id(a).M() }\n"},
        {"a.go:g → a.go:id", "a.go:g → a.go:A.M"},
    ),
    "explicit": ({"a.go": AB + "func n[T any]() T { panic(0) }\nfunc g() { n[B]().M() }\n"}, {"a.go:g → a.go:n", "a.go:g → a.go:B.M"}),
    "explicit with an argument": (
        {"a.go": AB + "func n[T any](x int) T { panic(0) }\nfunc g() { n[B](1).M() }\n"},
        {"a.go:g → a.go:n", "a.go:g → a.go:B.M"},
    ),
    "generic type": (
        {"a.go": AB + "type L[T any] struct { x T }\nfunc (l *L[E]) Get() E { return l.x }\nfunc g(l L[B]) { l.Get().M(); l.x.M() }\n"},
        {"a.go:g → a.go:L.Get", "a.go:g → a.go:B.M"},
    ),
    "a type parameter hides a type": (
        {"a.go": AB + "type T struct{}\nfunc (T) M() {}\nfunc id[T any](t T) T { return t }\nfunc g(a A) { id(a).M() }\n"},
        {"a.go:g → a.go:id", "a.go:g → a.go:A.M"},
    ),
    "bound": ({"a.go": AB + I + "func g[X I](x X) { x.M() }\n"}, {"a.go:g → a.go:I.M", "a.go:g → a.go:A.M", "a.go:g → a.go:B.M"}),
    # Interfaces
    "interface and all that meet it": (
        {"a.go": AB + I + "func g(i I) { i.M() }\n"},
        {"a.go:g → a.go:I.M", "a.go:g → a.go:A.M", "a.go:g → a.go:B.M"},
    ),
    "another signature does not meet it": (
        {"a.go": AB + "type I interface { M(int) }\ntype C struct{}\nfunc (C) M(x int) {}\nfunc g(i I) { i.M(1) }\n"},
        {"a.go:g → a.go:I.M", "a.go:g → a.go:C.M"},
    ),
    "met by promotion": (
        {
            "a.go": P
            + "type A struct{}\nfunc (A) M() {}\ntype C struct{ A }\nfunc (C) N() {}\n"
            + "type I interface { M(); N() }\nfunc g(i I) { i.M() }\n"
        },
        {"a.go:g → a.go:I.M", "a.go:g → a.go:A.M"},
    ),
    "embedded interface": (
        {
            "a.go": P
            + "type A struct{}\nfunc (A) M() {}\nfunc (A) N() {}\ntype B struct{}\nfunc (B) M() {}\n"
            + "type J interface { M() }\ntype I interface { J; N() }\nfunc g(i I) { i.M() }\n"
        },
        {"a.go:g → a.go:J.M", "a.go:g → a.go:A.M"},
    ),
    "unexported methods are met in their package only": (
        {
            "go.mod": MOD,
            "a/a.go": "package a\ntype I interface { m() }\nfunc g(i I) { i.m() }\n",
            "b/b.go": "package b\ntype T struct{}\nfunc (T) m() {}\n",
        },
        {"a/a.go:g → a/a.go:I.m"},
    ),
    "made by a constructor that hides the type": (
        {"a.go": AB + I + "func n() I { return A{} }\nfunc g() { n().M() }\n"},
        {"a.go:g → a.go:n", "a.go:g → a.go:I.M", "a.go:g → a.go:A.M", "a.go:g → a.go:B.M"},
    ),
    "interface of a library": (
        {
            "a.go": P
            + 'import "net/http"\ntype A struct{}\nfunc (A) ServeHTTP(w http.ResponseWriter, r *http.Request) {}\n'
            + "type B struct{}\nfunc (B) ServeHTTP() {}\nfunc g(h http.Handler) { h.ServeHTTP(nil, nil) }\n"
        },
        {"a.go:g → a.go:A.ServeHTTP"},
    ),
    "interface that embeds one of a library": (
        {
            "a.go": P
            + 'import "io"\ntype A struct{}\nfunc (A) Read(b []byte) (int, error) { return 0, nil }\n'
            + "func (A) M() {}\ntype B struct{}\nfunc (B) M() {}\ntype I interface { io.Reader; M() }\n"
            + "func g(i I) { i.Read(nil); i.M() }\n"
        },
        {"a.go:g → a.go:A.Read", "a.go:g → a.go:A.M", "a.go:g → a.go:I.M"},
    ),
    "errors say nothing": ({"a.go": P + 'type A struct{}\nfunc (A) Error() string { return "" }\nfunc g(e error) { e.Error() }\n'}, set()),
    "bound at the type": (
        {"a.go": AB + "type C[X I] struct { x X }\nfunc (c C[Y]) g() { c.x.M(); var y Y; y.M() }\n" + I},
        {"a.go:C.g → a.go:I.M", "a.go:C.g → a.go:A.M", "a.go:C.g → a.go:B.M"},
    ),
    "a generic interface leaves open who meets it": (
        {"a.go": AB + "type I[T any] interface { M() }\nfunc g(i I[int]) { i.M() }\n"},
        {"a.go:g → a.go:I.M"},
    ),
    "a parameter named as its type": ({"a.go": AB + "type c struct{}\nfunc (c) M() {}\nfunc g(c c) { c.M() }\n"}, {"a.go:g → a.go:c.M"}),
    "literal of an alias": ({"a.go": AB + "type C = A\nfunc g() { x := &C{}; x.M() }\n"}, {"a.go:g → a.go:A.M"}),
    "interface in a structure": (
        {"a.go": AB + I + "type C struct{ I }\nfunc g(c C) { c.M() }\n"},
        {"a.go:g → a.go:I.M", "a.go:g → a.go:A.M", "a.go:g → a.go:B.M"},
    ),
    # Tests
    "subtests, and a set-up of the package that calls none of them": (
        {
            "a_test.go": P + 'import "testing"\nfunc TestMain(m *testing.M) { set() }\nfunc set() {}\n',
            "b_test.go": P + 'import "testing"\nfunc TestX(t *testing.T) { t.Run("a", func(t *testing.T) { x() }) }\nfunc x() {}\n',
        },
        {"a_test.go:TestMain → a_test.go:set", "b_test.go:TestX → b_test.go:x"},
    ),
    "called back by a library": ({"a.go": P + 'import "sync"\nvar o sync.Once\nfunc f() {}\nfunc g() { o.Do(f) }\n'}, {"a.go:g → a.go:f"}),
    # Arguments
    "several results as arguments": (
        {"a.go": P + "func two() (int, int) { return 1, 2 }\nfunc f(a, b int) {}\nfunc g() { f(two()) }\n"},
        {"a.go:g → a.go:two", "a.go:g → a.go:f"},
    ),
    # Guesses
    "unique method name": (
        {"a.go": P + "type C struct{}\nfunc (C) Frobnicate() {}\n", "b/b.go": P + "func f(c any) { x(c).Frobnicate() }\n"},
        {"b/b.go:f → a.go:C.Frobnicate"},
    ),
    "a library's method name is no evidence": (
        {"a.go": P + "type C struct{}\nfunc (C) Close() {}\n", "b/b.go": P + "func f(c any) { x(c).Close() }\n"},
        set(),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_calls(name: str) -> None:
    sources, expected = CASES[name]
    assert calls(sources) == expected


def relations(source: str, *kinds: str) -> set[str]:
    """`source KIND target` of the relations of those kinds in a package of one file."""
    return {f"{short(r.source)} {r.type} {short(r.target)}" for r in link({"a.go": P + source}).relations() if r.type in kinds}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("type A struct{}\nfunc (a *A) M() {}\ntype I interface { M() }\n", {"a.go:A IMPLEMENTS a.go:I"}),
        ("type A int\nfunc (A) M() {}\ntype I interface { M(); N() }\n", set()),
        ("type A struct{}\ntype I interface {}\ntype J interface { int | string }\n", set()),
        ("type A struct{ *B }\ntype B struct{}\n", {"a.go:A EXTENDS a.go:B"}),
        ("type I interface { J; M() }\ntype J interface { N() }\n", set()),
        ("type A struct{ J }\ntype J interface { N() }\n", {"a.go:A EXTENDS a.go:J", "a.go:A IMPLEMENTS a.go:J"}),
        ("type A struct{}\nfunc (A) Error() string { return 0 }\ntype I interface { error }\n", {"a.go:A IMPLEMENTS a.go:I"}),
        ("type A struct{}\nfunc (A) Error() {}\ntype I interface { error }\n", set()),
        ("type A struct{}\nfunc (A) M() int { return 0 }\ntype I[T any] interface { M() T }\n", set()),
        ("type A struct{}\nfunc (A) M(x ...int) {}\ntype I interface { M(x []int) }\n", set()),
        ("type A struct{}\nfunc (A) M() A { return A{} }\ntype B struct{}\ntype I interface { M() B }\n", set()),
        (
            "type A struct{}\nfunc (A) M(b byte) any { return 1 }\ntype I interface { M(x uint8) interface{} }\n",
            {"a.go:A IMPLEMENTS a.go:I"},
        ),
        ("type A[T any] struct{}\nfunc (A[E]) M(e E) {}\ntype I interface { M(x int) }\n", {"a.go:A IMPLEMENTS a.go:I"}),
    ],
)
def test_heritage(source: str, expected: set[str]) -> None:
    assert relations(source, "EXTENDS", "IMPLEMENTS") == expected


def test_methods_override_those_of_interfaces() -> None:
    source = "type A struct{ B }\nfunc (A) M() {}\ntype B struct{}\nfunc (B) M() {}\ntype I interface { M() }\n"
    assert relations(source, "OVERRIDES") == {"a.go:A.M OVERRIDES a.go:I.M", "a.go:B.M OVERRIDES a.go:I.M"}


def test_who_makes_values_of_a_type() -> None:
    source = "type K int\ntype S struct{}\nfunc a() { _ = K(1) }\nfunc b() { _ = &S{} }\nfunc c() { _ = new(S) }\nfunc d(s S) {}\n"
    found = {f"{short(r.source)} {short(r.target)}" for r in link({"a.go": P + source}).relations() if r.reason == "creates"}
    assert found == {"a.go:a a.go:K", "a.go:b a.go:S", "a.go:c a.go:S"}


def test_imports_lead_to_the_files_that_are_used() -> None:
    tree = {
        "go.mod": MOD,
        "lib/a.go": "package lib\nfunc F() {}\n",
        "lib/b.go": "package lib\ntype T struct{}\n",
        "lib/c.go": "package lib\nfunc H() {}\n",
        "b.go": 'package b\nimport "example.com/m/lib"\nfunc g(t lib.T) { lib.F() }\n',
    }
    found = {f"{short(r.source)} → {short(r.target)}" for r in link(tree).relations() if r.type == "IMPORTS"}
    assert found == {"b.go → lib/a.go", "b.go → lib/b.go"}


def test_set_up_of_a_package() -> None:
    tree = {
        "a_test.go": P + "func TestMain(m *testing.M) {}\n",
        "b_test.go": P + "func TestX(t *testing.T) {}\n",
        "c.go": P + "func f() {}\n",
    }
    found = {f"{short(r.source)} {r.type} {short(r.target)}" for r in link(tree).relations() if r.reason == "around"}
    assert found == {"b_test.go:TestX REFERENCES a_test.go:TestMain"}


def test_constants_are_used_across_files() -> None:
    tree = {
        "go.mod": MOD,
        "lib/a.go": "package lib\nvar X = 1\n",
        "c.go": "package b\nconst Y = 2\n",
        "b.go": 'package b\nimport "example.com/m/lib"\nfunc g() int { return lib.X + Y }\n',
    }
    found = {f"{short(r.source)} → {short(r.target)}" for r in link(tree).relations() if r.reason == "constant"}
    assert found == {"b.go:g → lib/a.go:X", "b.go:g → c.go:Y"}
