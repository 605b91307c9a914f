"""Breaking uses in Go, C, C++, C# and Rust: (sources, what changes in them, what is said); Java has a file of its own."""

from __future__ import annotations

import pytest

GO = {
    "go.mod": "module ex.com/m\n",
    "p/a.go": "package p\n\nconst K = 1\n\ntype T struct{ X int }\n\ntype I interface{ M(a int) int }\n\nfunc F(a int) int { return a }\n\n"
    "func (t *T) M(a int) int { return a }\n",
    "p/b.go": "package p\n\nvar t = T{X: 1}\n\nfunc u() int {\n\treturn F(1)\n}\n",
    "q/v.go": 'package q\n\nimport "ex.com/m/p"\n\nfunc u(t *p.T) int {\n\tr := p.F(1)\n\tr += t.M(1)\n\tr += t.X\n'
    "\tr += p.K\n\treturn r\n}\n",
}
C = {
    "a.h": "#define K 1\nstruct s { int x; };\ntypedef struct s S;\nint f(int a);\nextern int glob;\n",
    "a.c": '#include "a.h"\nint glob;\nint f(int a) { return a; }\nstatic int g(int a) { return a; }\n'
    "int h(void) {\n  return g(1);\n}\nint any() { return 1; }\n",
    "u.c": '#include "a.h"\nint u(struct s *p) {\n  S q;\n  int r = f(1);\n  r += K;\n  r += glob;\n  r += any(1);\n'
    "  return r + p->x;\n}\n",
}
CPP = {
    "a.h": "#pragma once\nnamespace n {\nclass A {\n public:\n  A();\n  int f(int a);\n  static int g(int a);\n  int x;\n};\n"
    "int h(int a);\nusing T = A;\n}\n",
    "a.cc": '#include "a.h"\nnamespace n {\nA::A() {}\nint A::f(int a) { return a; }\nint A::g(int a) { return a; }\n'
    "int h(int a) { return a; }\n}\n",
    "u.cc": '#include "a.h"\nint u(n::A* p, n::A& q) {\n  int r = p->f(1);\n  r += q.f(2);\n  r += n::A::g(1);\n'
    "  r += n::h(1);\n  n::T t;\n  return r + p->x;\n}\n",
}
CPP_INSIDE = {
    "a.h": "class B {\n public:\n  B(int* f) : n_(0) {}\n  void m();\n  struct R;\n  R* r_;\n  int n_;\n};\n",
    "a.cc": '#include "a.h"\nnamespace {\nint g = 1;\n}\nstruct B::R {\n  int x;\n};\nvoid B::m() {\n  ++n_;\n'
    "  if (n_) {\n    n_ = g;\n  }\n  R* r = r_;\n  r->x = 2;\n}\n",
}
CPP_OVER = {
    "a.h": "class A {\n public:\n  virtual void m(int a);\n};\nclass B : public A {\n public:\n  void m(int a) override;\n};\n"
    "class F;\nvoid p(const F& f);\n",
    "a.cc": '#include "a.h"\nvoid A::m(int a) {}\nvoid B::m(int a) {}\n',
    "f.h": "class F {};\nclass G {\n  void k();\n};\n",
    "f.cc": '#include "a.h"\n#include "f.h"\nvoid p(const F& f) {}\nvoid G::k() {}\n',
}
CSHARP_MORE = {
    "A.cs": "using System;\nclass A : Attribute, IList<int>, IList {\n  public virtual void M(int a) {}\n  public int Len;\n  int state;\n"
    "  void f() {\n    switch (state) {}\n    G();\n  }\n  public void G() {}\n}\n"
    "class B : A {\n  public override void M(int a) {}\n  int n(A a) {\n    return a.Len + 1;\n  }\n}\n",
}
RUST_MORE = {
    "Cargo.toml": '[package]\nname = "c"\n',
    "src/e.rs": "pub struct E;\nimpl std::ops::Deref for E {\n    type Target = [u8];\n    fn deref(&self) -> &[u8] { todo!() }\n}\n"
    "impl E {\n    pub fn new() -> E { todo!() }\n    pub fn pos(&self) {}\n    pub fn is_sorted(&self) {}\n"
    "    pub const Z: u8 = 1;\n}\n"
    "pub trait T { fn a(&self); fn b(&self) {} }\nimpl T for E {\n    fn a(&self) {}\n    fn b(&self) {}\n}\n",
    "src/lib.rs": "mod e;\nuse e::E;\nfn u(q: &E) {\n    let x = Err(E::new());\n    q.pos();\n    q.is_sorted();\n    "
    "let z = (E::Z, 1);\n}\n"
    "const K: usize = 1;\nfn op(i: u8) -> (u8, u8) { (i, i) }\nfn v() -> C {\n    let a = [0; K];\n    let (mut op, t) = op(1);\n"
    "    C { op, t }\n}\nstruct C { op: u8, t: u8 }\n",
}
RUST_GIVEN = {
    "Cargo.toml": '[package]\nname = "c"\n',
    "src/lib.rs": "struct V { drop: unsafe fn(u8), n: u8 }\nfn d<T>(a: u8) {}\nfn m() -> &'static V {\n    &V {\n        n: 1,\n"
    "        drop: d::<u8>,\n    }\n}\nstatic W: V = V { drop: d, n: 1 };\nimpl std::ops::Deref for V {\n"
    "    type Target = dyn std::error::Error + Send;\n    fn deref(&self) -> &Self::Target { todo!() }\n}\n"
    "fn u(v: &V) -> u8 {\n    v.n\n}\n",
}
GO_GROWN = {
    "go.mod": "module m\n",
    "a.go": "package m\n\ntype I interface{ A() }\ntype T struct{}\n\nfunc (t *T) A() {}\n\nvar _ I = (*T)(nil)\nvar _ I = &T{}\n"
    "var x I = T{}\n\nfunc take(i I) {}\nfunc give() I {\n\treturn &T{}\n}\nfunc g(t *T) {\n\ttake(t)\n\ttake(&T{})\n\tvar y I = t\n"
    "\t_ = y\n}\nfunc (t T) C() {}\n",
}
CSHARP = {
    "A.cs": "namespace P {\npublic class A {\n  public const int K = 1;\n  public int x;\n  public int Y { get; set; }\n"
    "  public int F(int a) { return a; }\n  public static int G(int a, int b = 1) { return a; }\n}\npublic enum E { One }\n}\n",
    "U.cs": "using P;\nnamespace Q {\nclass U : A {\n  int u(A a) {\n    int r = a.F(1);\n    r += A.G(1);\n    r += a.x;\n    r += a.Y;\n"
    "    return r;\n  }\n  E e() { return E.One; }\n}\n}\n",
}
CSHARP_GENERIC = {
    "A.cs": "namespace P {\npublic interface I<A, B> { }\npublic interface I<A> { }\npublic interface I { }\n"
    "public class B<A> { }\npublic class B { }\npublic class M { }\n}\n",
    "O.cs": "namespace O {\npublic interface I<A> { }\n}\n",
    "U.cs": "using P;\nnamespace Q {\nclass U : I<int> { I<int, int> two; I none; I<int> one;\n  void u(object s) {\n"
    "    var t = typeof(I<>);\n    t = typeof(I<,>);\n    Add<I<int>>();\n    Add<M>();\n    var b = new List<B>();\n"
    "    b = s as B<int>;\n  }\n  void Add<T>() { }\n}\n}\n",
}
RUST = {
    "Cargo.toml": '[package]\nname = "c"\n',
    "src/a.rs": "pub struct T { pub x: i32 }\nimpl T {\n    pub const N: i32 = 1;\n    pub fn new(a: i32) -> T { T { x: a } }\n"
    "    pub fn m(&self, a: i32) -> i32 { a }\n}\npub struct V;\n"
    "impl V {\n    pub fn m(&self, a: i32) -> i32 { a }\n}\npub fn f(a: i32) -> i32 { a }\n"
    "pub const K: i32 = 1;\npub enum E { One, Two }\n",
    "src/lib.rs": "mod a;\nuse a::{f, T};\nfn u(t: &T) -> i32 {\n"
    "    let r = f(1);\n    let q = T::new(1);\n    let e = a::E::One;\n"
    "    r + t.m(1) + q.x + T::N + a::K\n}\n",
}


@pytest.mark.parametrize(
    ("sources", "edits", "expected"),
    [
        pytest.param(GO, {"p/a.go": ("F(a int)", "F(a, b int)")}, ["p/b.go:6 arguments", "q/v.go:6 arguments"], id="go: a parameter more"),
        pytest.param(GO, {"p/a.go": ("F(a int)", "F(a ...int)")}, [], id="go: any number of parameters"),
        pytest.param(GO, {"p/a.go": ("F(a", "G(a")}, ["p/b.go:6 gone", "q/v.go:6 gone"], id="go: a function renamed"),
        pytest.param(GO, {"p/a.go": (") M(a int) int {", ") N(a int) int {")}, ["q/v.go:7 gone"], id="go: a method renamed"),
        pytest.param(GO, {"p/a.go": ("{ X int", "{ Y int")}, ["p/b.go:3 gone", "q/v.go:8 gone"], id="go: a field renamed"),
        pytest.param(GO, {"p/a.go": ("K", "L")}, ["q/v.go:9 gone"], id="go: a constant renamed"),
        pytest.param(GO, {"p/a.go": ("{ X int }", "{ lib.Base }")}, ["p/b.go:3 gone"], id="go: what is embedded may have it"),
        pytest.param(
            C, {"a.c": ("f(int a)", "f(int a, int b)"), "a.h": ("f(int a)", "f(int a, int b)")}, ["u.c:4 arguments"], id="c: arguments"),
        pytest.param(C, {"a.c": (" f(", " ff("), "a.h": (" f(", " ff(")}, ["u.c:4 gone"], id="c: a function renamed"),
        pytest.param(
            C, {"a.c": (" f(", " ff("), "a.h": ("int f(int a)", "#include <f.h>\nint ff(int a)")}, [], id="c: a new header may have it"),
        pytest.param(C, {"a.c": ("g(int a)", "g(int a, int b)")}, ["a.c:6 arguments"], id="c: a static function"),
        pytest.param(C, {"a.c": ("g(int a)", "g()")}, [], id="c: a list of parameters left out"),
        pytest.param(C, {"a.h": ("int x", "int y")}, ["u.c:8 gone"], id="c: a field renamed"),
        pytest.param(C, {"a.c": ("any() {", "any(int a) {")}, [], id="c: no list before"),
        pytest.param(
            CPP, {"a.h": ("f(int a)", "f(int a, int b)"), "a.cc": ("f(int a)", "f(int a, int b)")},
            ["u.cc:3 arguments", "u.cc:4 arguments"], id="c++: a parameter more"),
        pytest.param(
            CPP, {"a.h": ("f(int a)", "f(int a, int b = 1)"), "a.cc": ("f(int a)", "f(int a, int b)")}, [], id="c++: a default"),
        pytest.param(CPP, {"a.h": ("h(int a)", "h(int a, int b = 1)"), "a.cc": ("h(int a)", "h(int a, int b)")},
            [], id="c++: a default too"),
        pytest.param(CPP, {"a.h": (" g(", " gg("), "a.cc": (":g(", ":gg(")}, ["u.cc:5 gone"], id="c++: a static method renamed"),
        pytest.param(CPP, {"a.h": (" h(", " hh("), "a.cc": (" h(", " hh(")}, ["u.cc:6 gone"], id="c++: a function of a namespace renamed"),
        pytest.param(CPP, {"a.h": ("int x", "int y")}, ["u.cc:8 gone"], id="c++: a field renamed"),
        pytest.param(CPP, {"a.h": ("class A {", "class A : public lib::B {"), "a.cc": (":g(", ":gg(")}, [], id="c++: a base of a library"),
        pytest.param(CPP, {"a.h": ("using T", "using TT")}, ["u.cc:7 gone"], id="c++: an alias renamed"),
        pytest.param(
            CPP_INSIDE, {"a.h": ("int n_", "int k_")}, ["a.cc:9 gone", "a.cc:10 gone", "a.cc:11 gone", "a.h:3 gone"],
            id="c++: a field by its bare name: counted up, tested, assigned to, initialized"),
        pytest.param(CPP_INSIDE, {"a.cc": ("int g", "int h")}, ["a.cc:11 gone"], id="c++: a variable of a namespace renamed"),
        pytest.param(CPP_INSIDE, {"a.cc": ("int x", "int y")}, ["a.cc:14 gone"], id="c++: a field of a class outside of its own"),
        pytest.param(
            CPP_OVER, {"a.h": ("virtual void m(", "virtual void n("), "a.cc": ("A::m(", "A::n(")}, ["a.h:7 override"],
            id="c++: what is overridden renamed"),
        pytest.param(
            CPP_OVER, {"a.h": ("m(int a);\n};\nclass B", "m(int a, int b);\n};\nclass B"), "a.cc": ("A::m(int a", "A::m(int a, int b")},
            ["a.h:7 override"], id="c++: what is overridden takes more"),
        pytest.param(CPP_OVER, {"f.h": ("class F {};", "class N {};")}, [], id="c++: a type that is declared elsewhere"),
        pytest.param(CPP_OVER, {"f.h": ("class G", "class H")}, ["f.cc:4 gone"], id="c++: a class whose method stands outside"),
        pytest.param(CSHARP_MORE, {"A.cs": ("virtual void M(", "virtual void N(")}, ["A.cs:13 override"], id="c#: an override of nothing"),
        pytest.param(CSHARP_MORE, {"A.cs": ("public int Len", "private int Len")}, ["A.cs:15 gone"], id="c#: a field private"),
        pytest.param(CSHARP_MORE, {"A.cs": ("int state", "int mode")}, ["A.cs:7 gone"], id="c#: a field that is switched on"),
        pytest.param(
            CSHARP_MORE, {"A.cs": ("public void G", "public void H")}, ["A.cs:8 gone"], id="c#: interfaces of a library give no members"),
        pytest.param(
            RUST_MORE, {"src/e.rs": ("struct E", "struct F")},
            ["src/e.rs:2 gone", "src/e.rs:6 gone", "src/e.rs:7 gone", "src/e.rs:13 gone", "src/lib.rs:2 import", "src/lib.rs:3 gone",
             "src/lib.rs:4 gone", "src/lib.rs:7 gone"],
            id="rust: a type at the beginning of a path"),
        pytest.param(
            RUST_GIVEN, {"src/lib.rs": ("d<T>(a: u8)", "d<T>()")}, ["src/lib.rs:6 arguments", "src/lib.rs:9 arguments"],
            id="rust: a function in a field that takes another"),
        pytest.param(RUST_GIVEN, {"src/lib.rs": ("n: u8", "m: u8")}, ["src/lib.rs:4 gone", "src/lib.rs:9 gone", "src/lib.rs:15 gone"],
            id="rust: a field, with a trait of the library behind"),
        pytest.param(
            GO_GROWN, {"a.go": ("{ A() }", "{ A(); B() }")}, [f"a.go:{n} unimplemented" for n in (8, 9, 10, 14, 17, 18, 19)],
            id="go: an interface asks for more"),
        pytest.param(GO_GROWN, {"a.go": ("{ A() }", "{ A(); C() }")}, [], id="go: an interface asks for what is there"),
        pytest.param(RUST_MORE, {"src/e.rs": ("fn pos", "fn at")}, ["src/lib.rs:5 gone"], id="rust: a slice behind it has no such method"),
        pytest.param(RUST_MORE, {"src/e.rs": ("fn is_sorted", "fn sorted")}, [], id="rust: a slice behind it has the method"),
        pytest.param(RUST_MORE, {"src/e.rs": ("const Z", "const Y")}, ["src/lib.rs:7 gone"], id="rust: a constant, with a slice behind"),
        pytest.param(RUST_MORE, {"src/e.rs": ("fn b(&self) {} }", "}")}, ["src/e.rs:15 override"], id="rust: a trait lost a function"),
        pytest.param(RUST_MORE, {"src/lib.rs": ("const K", "const L")}, ["src/lib.rs:12 gone"], id="rust: a constant as a length"),
        pytest.param(RUST_MORE, {"src/lib.rs": ("fn op(", "fn po(")}, [], id="rust: a variable of its name"),
        pytest.param(CSHARP, {"A.cs": ("F(int a)", "F(int a, int b)")}, ["U.cs:5 arguments"], id="c#: a parameter more"),
        pytest.param(
            CSHARP_GENERIC, {"A.cs": ("public interface I<A> { }", "")}, ["U.cs:3 gone", "U.cs:5 gone", "U.cs:7 gone"],
            id="c#: a type, with others of its name and another number of type parameters"),
        pytest.param(CSHARP_GENERIC, {"A.cs": ("interface I<A, B>", "interface I<A, B, C>")}, ["U.cs:3 gone", "U.cs:6 gone"],
            id="c#: one more type parameter"),
        pytest.param(CSHARP_GENERIC, {"A.cs": ("interface I<A> {", "interface I<X> {")}, [], id="c#: a type parameter renamed"),
        pytest.param(CSHARP_GENERIC, {"A.cs": ("public class B { }", "")}, ["U.cs:9 gone"], id="c#: the type without type parameters"),
        pytest.param(CSHARP_GENERIC, {"A.cs": ("public class B<A> { }", "")}, ["U.cs:10 gone"], id="c#: the type with one"),
        pytest.param(CSHARP_GENERIC, {"A.cs": ("class M", "class N")}, ["U.cs:8 gone"], id="c#: a type argument of a call"),
        pytest.param(
            CSHARP_GENERIC, {"A.cs": ("public interface I<A> { }", ""), "O.cs": ("namespace O", "namespace Q")}, [],
            id="c#: another namespace has it now"),
        pytest.param(CSHARP, {"A.cs": ("F(int a)", "F(int a, int b = 1)")}, [], id="c#: with a default"),
        pytest.param(CSHARP, {"A.cs": ("G(int a, int b = 1)", "G(int a, int b)")}, ["U.cs:6 arguments"], id="c#: a default removed"),
        pytest.param(CSHARP, {"A.cs": ("public class A", "public sealed class A")}, ["U.cs:3 gone"], id="c#: a class sealed"),
        pytest.param(CSHARP, {"A.cs": ("int x", "int z")}, ["U.cs:7 gone"], id="c#: a field renamed"),
        pytest.param(CSHARP, {"A.cs": (" Y ", " YY ")}, ["U.cs:8 gone"], id="c#: a property renamed"),
        pytest.param(CSHARP, {"A.cs": ("enum E", "enum F")}, ["U.cs:11 gone"], id="c#: an enum renamed"),
        pytest.param(CSHARP, {"A.cs": ("public int F", "private int F")}, ["U.cs:5 gone"], id="c#: private"),
        pytest.param(RUST, {"src/a.rs": ("f(a: i32)", "f(a: i32, b: i32)")}, ["src/lib.rs:4 arguments"], id="rust: a parameter more"),
        pytest.param(
            RUST, {"src/a.rs": ("m(&self, a: i32)", "m(&self)")}, ["src/lib.rs:7 arguments"], id="rust: a parameter less, of one of two"),
        pytest.param(RUST, {"src/a.rs": ("fn new", "fn made")}, ["src/lib.rs:5 gone"], id="rust: an associated function renamed"),
        pytest.param(
            RUST, {"src/a.rs": ("pub fn f", "pub fn g")}, ["src/lib.rs:2 import", "src/lib.rs:4 gone"], id="rust: a function renamed"),
        pytest.param(RUST, {"src/a.rs": ("pub fn f", "fn f")}, ["src/lib.rs:2 gone", "src/lib.rs:4 gone"], id="rust: private"),
        pytest.param(RUST, {"src/a.rs": ("One, ", "")}, ["src/lib.rs:6 gone"], id="rust: a variant"),
        pytest.param(RUST, {"src/a.rs": ("pub x", "pub y")}, ["src/a.rs:4 gone", "src/lib.rs:7 gone"], id="rust: a field renamed"),
        pytest.param(RUST, {"src/a.rs": ("const N", "const M")}, ["src/lib.rs:7 gone"], id="rust: an associated constant renamed"),
    ],
)  # fmt: skip
def test_what_breaks(broken, sources, edits, expected):
    changed = dict(sources)
    for path, (old, new) in edits.items():
        changed[path] = sources[path].replace(old, new, 1)
    found = broken(sources, changed)
    assert [text.partition(":")[0] + ":" + text.split(":")[1] for text in found] == expected


JAVA_U = "class U extends lib.B implements I {}\n"
JAVA_I = "interface I { int K = 1; static void g() {} }\n"
CS_U = "class U : I { public void F() {} }\n"
RUST_U = "struct U;\nimpl T for U { fn f(&self) {} }\n"


@pytest.mark.parametrize(
    ("path", "old", "new", "more", "expected"),
    [
        ("A.cs", "interface I { void F(); }\n" + CS_U, "interface I { void F(); void G(); }\n" + CS_U, {}, ["A.cs:2 unimplemented"]),
        ("A.cs", "interface I { void F(); }\n" + CS_U, "interface I { void F(); void G() {} }\n" + CS_U, {}, []),
        (
            "A.cs",
            "interface I { void F(); }\npartial " + CS_U,
            "interface I { void F(); void G(); }\npartial " + CS_U,
            {"B.cs": "partial class U { public void G() {} }\n"},
            [],
        ),
        ("a.rs", "trait T { fn f(&self); }\n" + RUST_U, "trait T { fn f(&self); fn g(&self); }\n" + RUST_U, {}, ["a.rs:3 unimplemented"]),
        ("a.rs", "trait T { fn f(&self); }\n" + RUST_U, "trait T { fn f(&self); fn g(&self) {} }\n" + RUST_U, {}, []),
        (
            "a.cc",
            "class I { public: virtual void f() = 0; };\nclass U : public I { public: void f() override {} };\n",
            "class I { public: virtual void f() = 0; virtual void g() = 0; };\nclass U : public I { public: void f() override {} };\n",
            {},
            ["a.cc:2 unimplemented"],
        ),
        (
            "a.cc",
            "class I { public: virtual void f() = 0; };\nclass U : public I { public: void f() override {} };\n",
            "class I { public: virtual void f() = 0; virtual void g() = 0; };\nclass U : public I { public: void f() override {} };\n",
            {"b.cc": '#include "a.cc"\nclass V : public U { public: void g() override {} };\n'},
            [],
        ),
        (
            "A.java",
            "interface I {}\nclass U extends lib.B implements I {}\n",
            "interface I { void g(); }\nclass U extends lib.B implements I {}\n",
            {},
            [],
        ),
        (
            "A.java",
            "interface I {}\nclass U implements I {}\n",
            "interface I { int K = 1; static void g() {} }\nclass U implements I {}\n",
            {},
            [],
        ),
    ],
)
def test_what_is_asked_for_and_missing(broken, path, old, new, more, expected):
    found = broken({path: old, **more}, {path: new, **more})
    assert [text.partition(":")[0] + ":" + text.split(":")[1] for text in found] == expected


def test_functions_that_change_places_while_their_types_move(broken):
    def user(space, *functions):
        written = "".join(f"void {name}() {{\n{body}}}\n" for name, body in functions)
        return f"namespace {space};\nclass U {{\n{written}void Make<T>() {{}}\n}}\n"

    long = "  A(1);\n  Make<E>();\n  A(2);\n  A(3);\n"
    old = {"a.cs": "namespace N;\npublic delegate void E();\n", "u.cs": user("N", ("F", long), ("G", "  B(1);\n  B(2);\n"))}
    new = {"a.cs": "namespace M;\npublic delegate void E();\n", "u.cs": user("M", ("G", long + "  B(1);\n"), ("F", "  B(2);\n"))}
    assert broken(old, new) == []


@pytest.mark.parametrize("argument", ["(string) o", "(List<int>) o"])
def test_casts_read_as_they_are_written(broken, argument):
    source = "class A {{ void F(object a{}) {{}}\n void U(object o) {{\n F({});\n }} }}\n"
    found = broken({"a.cs": source.format("", argument)}, {"a.cs": source.format(", int b", argument)})
    assert [f"`F({argument})`" in text for text in found] == [True]
