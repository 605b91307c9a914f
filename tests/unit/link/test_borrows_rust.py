"""What borrowing decides in Rust: (code after a trait or type, caller, what it calls)."""

from __future__ import annotations

import pytest
from memory import calls

TRAIT = (
    "trait T { fn a(&self); fn c(&mut self) {} fn w(self) -> W<Self> where Self: Sized { W { x: self } }\n"
    "  fn b(&mut self) { self.a(); self.c(); } fn d(&self) { self.a() } fn e(&mut self) { self.w().f() } }\n"
    "impl<X: T + ?Sized> T for &mut X { fn a(&self) { (**self).a() } }\n"
    "impl<X: T + ?Sized> T for Box<X> { fn a(&self) { (**self).a() } }\n"
    "struct A(u8);\nimpl T for A { fn a(&self) {} }\nstruct Z(u8);\nimpl T for Z { fn a(&self) {} }\n"
    "impl T for &[u8] { fn a(&self) {} }\nstruct W<X> { x: X }\nimpl<X: T> W<X> { fn f(&self) { self.x.a() } }\n"
)
METHODS: dict[str, tuple[str, str, set[str]]] = {
    "`&self` on `&mut self` is the reference's": ("", "T.b", {"T.a", "X.a", "T.c"}),
    "`&self` on `&self` is the type's": ("", "T.d", {"T.a", "A.a", "Z.a", "[T].a"}),
    "by value on `&mut self` keeps the reference": ("", "W.f", {"T.a", "X.a"}),
    "a parameter by value": ("fn g(v: A) { v.a() }\n", "g", {"T.a", "A.a"}),
    "a parameter by `&`": ("fn g(v: &A) { v.a() }\n", "g", {"T.a", "A.a"}),
    "a parameter by `&mut`": ("fn g(v: &mut A) { v.a() }\n", "g", {"T.a", "X.a"}),
    "a method that takes `&mut self`, by `&mut`": ("fn g(v: &mut A) { v.c() }\n", "g", {"T.c"}),
    "followed": ("fn g(v: &mut A) { (*v).a() }\n", "g", {"T.a", "A.a"}),
    "a variable": ("fn g(mut v: A) { let r = &mut v; r.a() }\n", "g", {"T.a", "X.a"}),
    "a variable of a written type": ("fn g(v: B) { let r: &mut A = v.r(); r.a() }\nstruct B;\n", "g", {"T.a", "X.a"}),
    "a field": ("struct H<'a> { v: &'a mut A }\nfn g(h: H) { h.v.a() }\n", "g", {"T.a", "X.a"}),
    "a result": ("fn m() -> &'static mut A { todo!() }\nfn g() { m().a() }\n", "g", {"T.a", "X.a", "m"}),
    "a box": ("fn g(v: Box<A>) { v.a() }\n", "g", {"T.a", "Box.a"}),
    "the type has the trait when borrowed just so": ("fn g(v: &[u8]) { v.a() }\n", "g", {"T.a", "[T].a"}),
    "and borrowed once more, it is the reference's": ("fn g(v: &mut &[u8]) { v.a() }\n", "g", {"T.a", "X.a"}),
    "two variables that lead to one another": (
        "impl A { fn k(&self) -> &A { self } }\nfn g(v: &A) { let mut v = v; let mut u = v; loop { v = u.k(); u = v.k(); v.a() } }\n",
        "g",
        {"T.a", "A.a", "A.k"},
    ),
    "handed to a type parameter": ("fn h<Y: T>(y: Y) { y.a() }\nfn g(mut v: A) { h(&mut v) }\n", "h", {"T.a", "X.a"}),
    "handed over by value": ("fn h<Y: T>(y: Y) { y.a() }\nfn g(v: A) { h(v) }\n", "h", {"T.a", "A.a"}),
    "a slice handed over is no reference to what has the trait": (
        "fn h<Y: T>(y: Y) { y.a() }\nfn g(v: [u8; 4]) { h(&v[..]) }\n",
        "h",
        {"T.a", "[T].a"},
    ),
}


@pytest.mark.parametrize("case", METHODS, ids=METHODS.keys())
def test_methods_of_references(case: str) -> None:
    code, caller, expected = METHODS[case]
    assert _called(TRAIT + code, caller) == expected


EQUAL = (
    "struct B(u8);\nimpl PartialEq for B { fn eq(&self, o: &B) -> bool { true } }\n"
    "impl PartialEq<[u8]> for B { fn eq(&self, o: &[u8]) -> bool { true } }\n"
    "impl PartialEq<str> for B { fn eq(&self, o: &str) -> bool { true } }\n"
    "impl<'a, T: ?Sized> PartialEq<&'a T> for B { fn eq(&self, o: &&'a T) -> bool { true } }\n"
)
FROM = (
    "struct B(u8);\nimpl From<Vec<u8>> for B { fn from(v: Vec<u8>) -> B { B(1) } }\n"
    "impl From<Box<[u8]>> for B { fn from(v: Box<[u8]>) -> B { B(1) } }\n"
    "impl From<&[u8]> for B { fn from(v: &[u8]) -> B { B(1) } }\nimpl From<&str> for B { fn from(v: &str) -> B { B(1) } }\n"
)
PLACES = (
    "use std::ops::{Deref, Index, IndexMut};\nstruct B(u8);\nimpl B { fn set(&mut self) {} fn get(&self) {} }\nstruct C(u8);\n"
    "impl Index<usize> for C { fn index(&self, i: usize) -> &B { todo!() } }\n"
    "impl IndexMut<usize> for C { fn index_mut(&mut self, i: usize) -> &mut B { todo!() } }\n"
    "struct D(u8);\nimpl Deref for D { type Target = [u8]; fn deref(&self) -> &[u8] { &[] } }\n" + FROM.replace("B", "E")
)
OPERANDS = (
    "struct B(u8);\nimpl PartialEq<str> for B { fn eq(&self, o: &str) -> bool { true } }\n"
    "impl PartialEq<&str> for B { fn eq(&self, o: &&str) -> bool { self == *o } }\n"
    "impl PartialEq<B> for &B { fn eq(&self, o: &B) -> bool { *self == o } }\n"
)
ITERATED = (
    "struct M(u8);\nimpl<'a> IntoIterator for &'a M { fn into_iter(self) -> I { I(1) } }\n"
    "impl<'a> IntoIterator for &'a mut M { fn into_iter(self) -> J { J(1) } }\n"
    "impl IntoIterator for M { fn into_iter(self) -> K { K(1) } }\nstruct I(u8);\nstruct J(u8);\nstruct K(u8);\n"
    "impl Iterator for K { fn next(&mut self) -> Option<u8> { None } }\n"
)
MASKED = (
    "use std::ops::BitAndAssign;\nstruct M(u8);\nimpl BitAndAssign for M { fn bitand_assign(&mut self, o: M) {} }\n"
    "impl BitAndAssign<&M> for M { fn bitand_assign(&mut self, o: &M) {} }\n"
)
PATHS = "mod it { pub fn f(x: u8) {} }\nstruct A(u8);\nimpl A { fn f(&self, x: u8) {} }\n"
ORDER = (
    "struct B(u8);\nimpl PartialOrd<B> for [u8] {\n"
    "  fn partial_cmp(&self, o: &B) -> bool { <[u8] as PartialOrd<[u8]>>::partial_cmp(self, o) }\n}\n"
)
CHOICES: dict[str, tuple[str, str, set[str]]] = {
    "an operator borrows its operand": (EQUAL + "fn g(b: B, x: &[u8]) { b == *x }\n", "g", {"B.eq#2"}),
    "an operand that is a reference": (EQUAL + "fn g(b: B, x: &[u8]) { b == x }\n", "g", {"B.eq#4"}),
    "a range": (EQUAL + "fn g(b: B, x: Vec<u8>) { b == x[..] }\n", "g", {"B.eq#2"}),
    "a range of text": (EQUAL + "fn g(b: B, x: String) { b == x[1..] }\n", "g", {"B.eq#3"}),
    "an argument that is a reference": (EQUAL + "fn g(b: B, x: &[u8]) { b.eq(x) }\n", "g", {"B.eq#2"}),
    "an argument that is one to a reference": (EQUAL + "fn g(b: B, x: &[u8]) { b.eq(&x) }\n", "g", {"B.eq#4"}),
    "a vector made of an array": (FROM + "fn g() { B::from([1, 2].to_vec()) }\n", "g", {"B.from"}),
    "a box made of a vector": (FROM + "fn g(v: Vec<u8>) { B::from(v.into_boxed_slice()) }\n", "g", {"B.from#2"}),
    "a slice made of parts": (FROM + "fn g(p: *const u8) { B::from(std::slice::from_raw_parts(p, 1)) }\n", "g", {"B.from#3"}),
    "a range of what leads to a slice": (PLACES + "fn g(d: D) { E::from(&d[1..]) }\n", "g", {"E.from#3"}),
    "an element that is read": (PLACES + "fn g(c: C) { c[1].get() }\n", "g", {"C.index", "B.get"}),
    "an element that is borrowed": (PLACES + "fn g(c: C) { let x = &c[1]; }\n", "g", {"C.index"}),
    "an element that is borrowed to be changed": (PLACES + "fn g(c: C) { let x = &mut c[1]; }\n", "g", {"C.index_mut"}),
    "an element that a method changes": (PLACES + "fn g(c: C) { c[1].set() }\n", "g", {"C.index_mut", "B.set"}),
    "two references are the library's to compare": (OPERANDS, "B.eq#2", set()),
    "two references to types that cannot be compared": (OPERANDS, "B.eq#3", set()),
    "what a reference leads to is no text": (OPERANDS + "fn g(a: B, b: B) { a == b }\n", "g", set()),
    "an operand of what is no comparison is handed over as it is": (MASKED + "fn g(mut a: M, b: M) { a &= b }\n", "g", {"M.bitand_assign"}),
    "and as a reference": (MASKED + "fn g(mut a: M, b: M) { a &= &b }\n", "g", {"M.bitand_assign#2"}),
    "iterated by value": (ITERATED + "fn g(m: M) { m.into_iter(); }\n", "g", {"M.into_iter#3"}),
    "iterated by reference": (ITERATED + "fn g(m: &M) { m.into_iter(); }\n", "g", {"M.into_iter"}),
    "iterated by a loop": (ITERATED + "fn g(m: M) { for x in m {} }\n", "g", {"M.into_iter#3", "K.next"}),
    "iterated by a loop over a reference": (ITERATED + "fn g(mut m: M) { for x in &mut m {} }\n", "g", {"M.into_iter#2"}),
    "a path and a variable of its name": (PATHS + "fn g(it: Vec<u8>) { it::f(it[0]) }\n", "g", {"it.f"}),
    "a method of a variable that a module's name is": (PATHS + "fn g(it: A) { it.f(1) }\n", "g", {"A.f"}),
    "what a library's type is made of": (
        "struct P(u8);\nimpl From<P> for u16 { fn from(p: P) -> u16 { 1 } }\nfn g(p: P) { u16::from(p) }\nfn h(p: u8) { u16::from(p) }\n",
        "g",
        {"u16.from"},
    ),
    "what a library's type is made of by the library": (
        "struct P(u8);\nimpl From<P> for u16 { fn from(p: P) -> u16 { 1 } }\nfn h(p: u8) { u16::from(p) }\n",
        "h",
        set(),
    ),
    "the library's block, by name": (ORDER, "[T].partial_cmp", set()),
    "our block of a library's trait, by name": (
        ORDER + "fn g(a: &[u8], b: B) { <[u8] as PartialOrd<B>>::partial_cmp(a, &b) }\n",
        "g",
        {"[T].partial_cmp"},
    ),
    "out of a wrapper": (
        "use std::mem::ManuallyDrop;\nstruct A(u8);\nimpl A { fn f(&self) {} }\n"
        "fn g(m: ManuallyDrop<A>) { ManuallyDrop::into_inner(m).f() }\n",
        "g",
        {"A.f"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CHOICES, ids=CHOICES.keys())
def test_choices_by_how_operands_are_borrowed(case: str) -> None:
    code, caller, expected = CHOICES[case]
    assert _called(code, caller) == expected


def _called(code: str, caller: str) -> set[str]:
    found = (pair.partition(" → ") for pair in calls({"src/lib.rs": code}, 0.0))
    return {target.removeprefix("src/lib.rs:") for source, _, target in found if source == f"src/lib.rs:{caller}"} - {
        "A",
        "B",
        "C",
        "D",
        "E",
        "Z",
    }
