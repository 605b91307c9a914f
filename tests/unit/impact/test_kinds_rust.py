"""What changes in Rust mean: (old code, new code, what is said)."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("fn f(a: i32) {}", "fn f(a: i32, b: i32) {}", ["signature f: parameter `b` added without default"]),
        ("fn f(a: i32) {}", "fn f(a: &i32) {}", ["signature f: type of parameter `a` changed from `i32` to `&i32`"]),
        (
            "fn f() -> i32 { 1 }",
            "fn f() -> Option<i32> { Some(1) }",
            ["signature+modified f: return type changed from `i32` to `Option<i32>`"],
        ),
        ("fn f() -> i32 { 1 }", "fn f() -> i32 { 2 }", ["modified f"]),
        ("pub fn f() {}", "fn f() {}", ["signature f: is no longer public"]),
        ("pub fn f() {}", "pub(crate) fn f() {}", ["signature f: declaration changed"]),
        ("fn f() {}", "async fn f() {}", ["signature f: is now async"]),
        ("fn f() {}", "unsafe fn f() {}", ["signature f: declaration changed"]),
        ("fn f() {}", "const fn f() {}", ["signature f: declaration changed"]),
        (
            "impl A { pub const K: u8 = 1; }",
            "impl A { pub const L: u8 = 1; }",
            ["modified a.rs: constant `A.K` removed, constant `A.L` added"],
        ),
        (
            "impl A { fn f(&self) {} }",
            "impl A { fn f(&mut self) {} }",
            ["signature A.f: type of parameter `self` changed from `&Self` to `&mut Self`"],
        ),
        (
            "impl A { fn f(&self) { a() } }\nimpl B { fn f(&self) { a() } }",
            "impl A { fn f(&self) { c() } }\nimpl B { fn f(&self) { a() } }",
            ["modified A.f"],
        ),
        ("struct A { x: i32 }", "struct A { x: i32, y: i32 }", ["modified A: field `y` added"]),
        ("struct A { x: i32 }", "struct A { x: i64 }", ["modified A: field `x` changed"]),
        ("struct A;", "#[derive(Clone)]\nstruct A;", ["signature A: decorator `derive(Clone)` added"]),
        ("enum E { A(u8) }", "enum E { A(u16) }", ["modified E: variant `A` changed"]),
        ("enum E { A }", "enum E { A, B }", ["modified E: variant `B` added"]),
        ("trait T { fn f(&self); }", "trait T { fn f(&self) {} }", ["modified T.f"]),
        ("trait T { fn f(&self); }", "trait T { fn f(&self); fn g(&self); }", ["added T.g"]),
        (
            "impl T for A {}",
            "impl U for A {}",
            ["modified a.rs: implementation of `T` for `A` removed, implementation of `U` for `A` added"],
        ),
        ("fn f<T: A>(a: T) {}", "fn f<T: B>(a: T) {}", ["signature f: type parameters changed"]),
        ("const K: i32 = 1;", "const K: i32 = 2;", ["modified K: value changed"]),
        ("type T = A;", "type T = B;", ["signature T: declaration changed"]),
        ("macro_rules! m { () => { 1 } }", "macro_rules! m { () => { 2 } }", ["modified m"]),
        ("fn f(a: a::B) {}", "fn f(a: b::B) {}", ["signature f: type of parameter `a` changed from `a::B` to `b::B`"]),
        ("use a::b;", "use a::c;", ["modified a.rs: import of `b` from `a` removed, import of `c` from `a` added"]),
        ("/// x\nfn f() {}", "/// y\nfn f() {}", ["comment f"]),
        ("fn f() { g(1, 2) }", "fn f() {\n    g(\n        1,\n        2,\n    )\n}", ["comment f"]),
        ("mod m { fn f() {} }", "mod n { fn f() {} }", ["renamed n: was `m`", "comment n.f"]),
        ("fn f() { a() }\nfn g() { b() }", "fn g() { b() }\nfn f() { a() }", ["comment a.rs: definitions reordered"]),
    ],
)
def test_kinds_and_details(kinds, old, new, expected):
    assert kinds({"a.rs": old + "\n"}, {"a.rs": new + "\n"}) == expected


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("test", {"tests.inner.helper", "tests.S.run", "tests.works"}),
        ('all(test, feature = "x")', {"tests.inner.helper", "tests.S.run", "tests.works"}),
        ("not(test)", {"tests.works"}),
        ('any(test, feature = "x")', {"tests.works"}),
        ("all(not(test))", {"tests.works"}),
    ],
)
def test_what_stands_in_a_module_for_tests(compared, condition, expected):
    code = (
        f"fn f() {{ A }}\n#[cfg({condition})]\nmod tests {{\n    mod inner {{ pub fn helper() {{ A }} }}\n"
        "    struct S;\n    impl S { fn run(&self) { A } }\n    #[test]\n    fn works() { A }\n}\n"
    )
    found = compared({"a.rs": code}, {"a.rs": code.replace("A", "B")})
    assert {s.qualified_name for s in found.symbols} == {"f", "tests.inner.helper", "tests.S.run", "tests.works"}
    assert {s.qualified_name for s in found.symbols if s.is_test} == expected
