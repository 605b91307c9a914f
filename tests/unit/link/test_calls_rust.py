"""Call relations in Rust: (files, expected `source → target` at confidence ≥ 0.5)."""

from __future__ import annotations

import pytest
from memory import calls

CARGO = '[package]\nname = "my-lib"\n'
POINT = "pub struct Point { pub x: u8 }\nimpl Point { pub fn new() -> Self { todo!() } pub fn len(&self) -> u8 { self.x } }\n"

HELD = (
    "use std::{cell::RefCell, collections::HashMap, sync::{Arc, Mutex, RwLock, Weak}};\n"
    "struct A; struct B;\nimpl A { fn m(&mut self) {} }\nimpl B { fn m(&mut self) {} }\n"
)
"""Two types with a method of one name, so that no name alone tells which is meant."""

CASES: dict[str, tuple[dict[str, str], set[str]]] = {
    # What locks and weak references give
    **{
        f"what is held: {code}": ({"src/lib.rs": f"{HELD}{code}\n"}, {"src/lib.rs:g → src/lib.rs:A.m"})
        for code in (
            "fn g(h: &Mutex<A>) { h.lock().unwrap().m() }",
            "fn g(h: &Mutex<A>) { if let Ok(mut x) = h.lock() { x.m() } }",
            "fn g(h: &Mutex<A>) { let mut x = match h.lock() { Ok(x) => x, Err(_) => return }; x.m() }",
            "fn g(h: &Mutex<A>) { let mut x = match h.lock() { Ok(x) => x, Err(_) => panic!() }; let x = &mut *x; x.m() }",
            "fn g(h: &Mutex<A>) { let Ok(mut x) = h.lock() else { return }; x.m() }",
            "fn g(h: &Mutex<A>) -> Option<()> { h.lock().ok()?.m(); None }",
            "fn g(h: &Mutex<A>) -> Result<(), ()> { h.lock().map_err(|_| ())?.m(); Ok(()) }",
            "fn g(h: &Mutex<A>) { h.lock().unwrap_or_else(|e| e.into_inner()).m() }",
            "fn g(h: &Arc<Mutex<A>>) { if let Ok(mut x) = h.try_lock() { x.m() } }",
            "fn g(h: &RwLock<A>) { if let Ok(mut x) = h.write() { x.m() } }",
            "fn g(h: &RefCell<A>) { if let Ok(mut x) = h.try_borrow_mut() { x.m() } }",
            "fn g(h: &Weak<Mutex<A>>) { if let Some(x) = h.upgrade() { x.lock().unwrap().m() } }",
            "fn g(h: &Mutex<Option<A>>) { if let Some(x) = h.lock().unwrap().as_mut() { x.m() } }",
            "fn g(h: &Mutex<Option<A>>) { if let Ok(mut x) = h.lock() { if let Some(y) = &mut *x { y.m() } } }",
            "fn g(h: &Mutex<Vec<A>>) { if let Ok(mut x) = h.lock() { for y in x.iter_mut() { y.m() } } }",
            "fn g(h: &Mutex<HashMap<B, A>>) { if let Ok(mut x) = h.lock() { if let Some(y) = x.get_mut(&B) { y.m() } } }",
            "fn g(v: Vec<A>) { if let Some(mut x) = v.into_iter().next() { x.m() } }",
            "fn g(r: Result<A, B>) { if let Result::Ok(mut x) = r { x.m() } }",
            "enum R { Ok(A), Some(B) }\nfn g(r: R) { if let R::Ok(mut x) = r { x.m() } }",
        )
    },
    # Scopes and names
    "same file, defined later": ({"src/lib.rs": "fn g() { f() }\nfn f() {}\n"}, {"src/lib.rs:g → src/lib.rs:f"}),
    "function in a function": ({"src/lib.rs": "fn g() { f(); fn f() {} }\nfn f() {}\n"}, {"src/lib.rs:g → src/lib.rs:g.f"}),
    "shadowed by a later let": (
        {
            "src/lib.rs": "struct A; struct B;\nimpl A { fn m(&self) -> B { B } }\nimpl B { fn m(&self) {} }\n"
            "fn g(x: A) { let x = x.m(); { let x = x.m(); } let c = || { x.m() }; let x = A; }\n"
        },
        {"src/lib.rs:g → src/lib.rs:A.m", "src/lib.rs:g → src/lib.rs:B.m"},
    ),
    "an inner let ends with its block": (
        {
            "src/lib.rs": "struct A; struct B;\nimpl A { fn m(&self) {} }\nimpl B { fn n(&self) {} }\n"
            "fn g(x: A) { if true { let x = B; x.n(); } x.m() }\n"
        },
        {"src/lib.rs:g → src/lib.rs:A.m", "src/lib.rs:g → src/lib.rs:B.n"},
    ),
    "a field and a method of one name": (
        {"src/lib.rs": "struct A { len: u8 }\nimpl A { fn len(&self) -> u8 { self.len } }\nfn g(a: A) { a.len(); a.len; }\n"},
        {"src/lib.rs:g → src/lib.rs:A.len"},
    ),
    # Modules and crates
    "module in a file": (
        {"src/lib.rs": "mod a;\nfn g() { a::f() }\n", "src/a.rs": "pub fn f() {}\n"},
        {"src/lib.rs:g → src/a.rs:f"},
    ),
    "module in a folder, crate path": (
        {"src/main.rs": "mod a;\n", "src/a/mod.rs": "mod b;\npub fn f() {}\n", "src/a/b.rs": "fn g() { crate::a::f(); super::f() }\n"},
        {"src/a/b.rs:g → src/a/mod.rs:f"},
    ),
    "path attribute": (
        {"src/lib.rs": '#[path = "odd/name.rs"]\nmod a;\nuse self::a::f;\nfn g() { f() }\n', "src/odd/name.rs": "pub fn f() {}\n"},
        {"src/lib.rs:g → src/odd/name.rs:f"},
    ),
    "module written in place": (
        {"src/lib.rs": "mod a { pub fn f() { super::h(); self::k() } fn k() {} }\nuse a::f as e;\nfn g() { e() }\nfn h() {}\n"},
        {"src/lib.rs:g → src/lib.rs:a.f", "src/lib.rs:a.f → src/lib.rs:h", "src/lib.rs:a.f → src/lib.rs:a.k"},
    ),
    "a module in place does not see what is around it": ({"src/lib.rs": "fn f() {}\nmod a { fn g() { f() } }\n"}, set()),
    "glob of the module around": (
        {"src/lib.rs": "fn f() {}\n#[cfg(test)]\nmod tests { use super::*; #[test] fn t() { f() } }\n"},
        {"src/lib.rs:tests.t → src/lib.rs:f"},
    ),
    "re-export with a rename": (
        {
            "src/lib.rs": "mod a;\npub use a::f as g;\npub mod c;\n",
            "src/a.rs": "pub fn f() {}\n",
            "src/c.rs": "use crate::g;\nfn h() { g() }\n",
        },
        {"src/c.rs:h → src/a.rs:f"},
    ),
    "glob re-export": (
        {"src/lib.rs": "mod a;\npub use a::*;\nmod c;\n", "src/a.rs": "pub fn f() {}\n", "src/c.rs": "fn h() { crate::f() }\n"},
        {"src/c.rs:h → src/a.rs:f"},
    ),
    "integration test of a library": (
        {"Cargo.toml": CARGO, "src/lib.rs": POINT, "tests/t.rs": "use my_lib::Point;\n#[test]\nfn t() { Point::new().len(); }\n"},
        {"tests/t.rs:t → src/lib.rs:Point.new", "tests/t.rs:t → src/lib.rs:Point.len"},
    ),
    "helpers of integration tests": (
        {"Cargo.toml": CARGO, "tests/t.rs": "mod util;\nuse util::*;\nfn t() { help() }\n", "tests/util/mod.rs": "pub fn help() {}\n"},
        {"tests/t.rs:t → tests/util/mod.rs:help"},
    ),
    "crate of the workspace, renamed": (
        {
            "Cargo.toml": '[workspace]\nmembers = ["a", "b"]\n',
            "a/Cargo.toml": '[package]\nname = "a"\n[dependencies]\nbee = { package = "b", path = "../b" }\n',
            "a/src/lib.rs": "fn g() { bee::f() }\n",
            "b/Cargo.toml": '[package]\nname = "b"\n',
            "b/src/lib.rs": "pub fn f() {}\n",
        },
        {"a/src/lib.rs:g → b/src/lib.rs:f"},
    ),
    "dependency of another repository": (
        {"Cargo.toml": CARGO + '[dependencies]\nlog = "1"\n', "src/lib.rs": "use log::f;\nfn g() { f() }\n", "src/x.rs": "pub fn f() {}\n"},
        set(),
    ),
    # Types and members
    "associated function and method": (
        {"src/lib.rs": POINT + "fn g() { let p = Point::new(); p.len(); }\n"},
        {"src/lib.rs:g → src/lib.rs:Point.new", "src/lib.rs:g → src/lib.rs:Point.len"},
    ),
    "members in another file": (
        {"src/lib.rs": "mod a;\npub struct P;\nfn g(p: &P) { p.m() }\n", "src/a.rs": "use crate::P;\nimpl P { pub fn m(&self) {} }\n"},
        {"src/lib.rs:g → src/a.rs:P.m"},
    ),
    "result of a call and question mark": (
        {"src/lib.rs": POINT + "fn make() -> Result<Option<Point>, String> { Ok(None) }\nfn g() { make()?.unwrap().len(); }\n"},
        {"src/lib.rs:g → src/lib.rs:make", "src/lib.rs:g → src/lib.rs:Point.len"},
    ),
    "patterns": (
        {
            "src/lib.rs": POINT
            + "enum E { A(Point), B { p: Point } }\n"
            + "fn g(e: E, o: Option<Point>) { match e { E::A(x) => { x.len(); } E::B { p } => { p.len(); } } }\n"
            + "fn h(o: Option<Point>) { if let Some(p) = o { p.len(); } }\n"
        },
        {"src/lib.rs:g → src/lib.rs:Point.len", "src/lib.rs:h → src/lib.rs:Point.len"},
    ),
    "iterators and closures": (
        {"src/lib.rs": POINT + "fn g(v: Vec<Point>) { v.iter().map(|p| p.len()).sum(); }\nfn h(v: &[Point]) { for p in v { p.len(); } }\n"},
        {"src/lib.rs:g → src/lib.rs:Point.len", "src/lib.rs:h → src/lib.rs:Point.len"},
    ),
    "smart pointers": (
        {"src/lib.rs": POINT + "fn g(a: Box<Point>, b: Rc<RefCell<Point>>) { a.len(); b.borrow().len(); Arc::new(Point::new()).len(); }\n"},
        {"src/lib.rs:g → src/lib.rs:Point.len", "src/lib.rs:g → src/lib.rs:Point.new"},
    ),
    "methods of an enum": (
        {"src/lib.rs": "enum E { A, B(u8) }\nimpl E { fn m(&self) {} }\nfn g() { let e = E::B(1); e.m(); E::A.m(); }\n"},
        {"src/lib.rs:g → src/lib.rs:E.m"},
    ),
    "Deref": (
        {
            "src/lib.rs": POINT
            + "struct W(Point);\nimpl Deref for W { type Target = Point; fn deref(&self) -> &Point { &self.0 } }\nfn g(w: W) { w.len(); }\n"
        },
        {"src/lib.rs:g → src/lib.rs:Point.len"},
    ),
    # Traits
    "trait method, by type and by trait": (
        {
            "src/lib.rs": "trait T { fn m(&self); fn d(&self) { self.m() } }\nstruct A;\n"
            "impl T for A { fn m(&self) {} }\nfn g(a: A) { a.m(); a.d() }\n"
        },
        {
            "src/lib.rs:g → src/lib.rs:A.m",
            "src/lib.rs:g → src/lib.rs:T.m",
            "src/lib.rs:g → src/lib.rs:T.d",
            "src/lib.rs:T.d → src/lib.rs:T.m",
            "src/lib.rs:T.d → src/lib.rs:A.m",
        },
    ),
    "bound and trait object": (
        {
            "src/lib.rs": "trait T { fn m(&self); }\nstruct A;\nimpl T for A { fn m(&self) {} }\n"
            "fn g<X: T>(x: X) { x.m() }\nfn h(x: &dyn T) { x.m() }\nfn k<X>(x: X) where X: T { x.m() }\nfn l(x: impl T) { x.m() }\n"
        },
        {f"src/lib.rs:{caller} → src/lib.rs:{target}" for caller in "ghkl" for target in ("T.m", "A.m")},
    ),
    "implemented for types of the library": (
        {"src/lib.rs": "trait T { fn m(&self); }\nimpl T for Vec<u8> { fn m(&self) { self.n() } }\nfn g() { vec![1].m() }\n"},
        {"src/lib.rs:g → src/lib.rs:Vec.m", "src/lib.rs:g → src/lib.rs:T.m"},
    ),
    "overloads by trait arguments": (
        {
            "src/lib.rs": "struct A; struct B; struct C;\nimpl From<A> for C { fn from(a: A) -> C { C } }\n"
            "impl From<B> for C { fn from(b: B) -> C { C } }\n"
            "fn g() { C::from(B); }\n"
        },
        {"src/lib.rs:g → src/lib.rs:C.from#2"},
    ),
    "a library's trait by its own name": (
        {
            "src/lib.rs": "use std::fmt::{Debug, Display};\nstruct A;\nimpl Debug for A { fn fmt(&self) { Display::fmt(self) } }\n"
            "impl Display for A { fn fmt(&self) {} }\n"
        },
        {"src/lib.rs:A.fmt → src/lib.rs:A.fmt#2"},
    ),
    "what a type has by itself before what a trait gives it": (
        {
            "src/a.rs": "pub trait T { fn len(&self) -> u8; fn twice(&self) -> u8 { self.len() } }\n"
            "impl T for crate::A { fn len(&self) -> u8 { self.len() } }\nfn g(a: crate::A) { a.len(); T::len(&a); }\n",
            "src/lib.rs": "mod a;\npub struct A;\nimpl A { pub fn len(&self) -> u8 { 0 } }\n",
        },
        {
            "src/a.rs:A.len → src/lib.rs:A.len",
            "src/a.rs:g → src/lib.rs:A.len",
            "src/a.rs:g → src/a.rs:A.len",
            "src/a.rs:g → src/a.rs:T.len",
            "src/a.rs:T.twice → src/a.rs:T.len",
            "src/a.rs:T.twice → src/a.rs:A.len",
        },
    ),
    "what a library's type has by itself": (
        {
            "src/lib.rs": "trait T { fn len(&self) -> u8; fn own(&self) {} }\nimpl T for Vec<u8> { fn len(&self) -> u8 { self.len() } }\n"
            "fn g(v: Vec<u8>) { v.len(); v.own() }\n"
        },
        {"src/lib.rs:g → src/lib.rs:T.own"},
    ),
    "a trait that all iterators have": (
        {
            "src/lib.rs": "trait Tools: Iterator { fn pairs(self) -> Pairs where Self: Sized { Pairs } }\n"
            "impl<I: ?Sized> Tools for I where I: Iterator {}\nstruct Pairs;\nimpl Pairs { fn first(&self) {} }\n"
            "fn g(v: Vec<u8>) { v.iter().rev().pairs().first(); (0..3).pairs(); }\n"
        },
        {"src/lib.rs:g → src/lib.rs:Tools.pairs", "src/lib.rs:g → src/lib.rs:Pairs.first"},
    ),
    "an associated function by an alias": (
        {"src/lib.rs": "struct A<T>(T);\ntype B = A<u8>;\nimpl<T> A<T> { fn new() -> Self { todo!() } }\nfn g() { B::new() }\n"},
        {"src/lib.rs:g → src/lib.rs:A.new"},
    ),
    "a plain type beside the module of its name": (
        {
            "src/lib.rs": "use std::str;\nstruct A;\nstruct B;\nimpl PartialEq<A> for str { fn eq(&self, other: &A) -> bool { true } }\n"
            'impl B { fn s(&self) -> &str { "" } fn same(&self, o: &B) -> bool { self.s() == o.s() } }\n'
            "fn g(b: &B, a: &A) -> bool { b.s().eq(a) }\n"
        },
        {"src/lib.rs:B.same → src/lib.rs:B.s", "src/lib.rs:g → src/lib.rs:B.s", "src/lib.rs:g → src/lib.rs:str.eq"},
    ),
    "a type that a library's method is asked for": (
        {
            "src/lib.rs": "struct Set;\nimpl Set { fn len(&self) {} }\nimpl FromIterator<u8> for Set {}\n"
            "fn g(v: Vec<u8>) { v.iter().collect::<Set>().len(); let s: Set = v.iter().collect(); s.len() }\n"
        },
        {"src/lib.rs:g → src/lib.rs:Set.len"},
    ),
    "by the trait's name, for the type that is wanted": (
        {
            "src/lib.rs": "struct A;\nimpl Default for A { fn default() -> A { A } }\n"
            "impl TryFrom<&str> for A { fn try_from(x: &str) -> Result<A, ()> { TryFrom::try_from(x.as_bytes()) } }\n"
            "impl TryFrom<&[u8]> for A { fn try_from(x: &[u8]) -> Result<A, ()> { Ok(A) } }\nfn g() { let a: A = Default::default(); }\n"
        },
        {"src/lib.rs:g → src/lib.rs:A.default", "src/lib.rs:A.try_from → src/lib.rs:A.try_from#2"},
    ),
    "arrays and slices": (
        {
            "src/lib.rs": "struct A;\nimpl From<&[u8]> for A { fn from(x: &[u8]) -> A { A } }\n"
            "impl<const N: usize> From<[u8; N]> for A { fn from(x: [u8; N]) -> A { A } }\n"
            "fn g(x: [u8; 2]) { A::from(x); }\nfn h(x: [u8; 2]) { A::from(&x[..]); }\n"
        },
        {"src/lib.rs:g → src/lib.rs:A.from#2", "src/lib.rs:h → src/lib.rs:A.from"},
    ),
    "a block that an ordinary build leaves out": (
        {
            "src/lib.rs": "#[cfg(unix)]\nuse std::sync::Once;\n#[cfg(not(unix))]\nstruct Once;\n#[cfg(not(unix))]\n"
            "impl Once { fn done(&self) {} }\n"
            "static O: Once = Once::new();\nfn g() { O.done() }\nstruct A;\n"
            '#[cfg(feature = "nightly")]\nimpl From<u8> for A { fn from(x: u8) -> A { A } }\n'
            '#[cfg(not(feature = "nightly"))]\nimpl From<u8> for A { fn from(x: u8) -> A { A } }\nfn h() { A::from(1u8); }\n'
        },
        {"src/lib.rs:h → src/lib.rs:A.from#2"},
    ),
    "a crate beside its macro of one name": (
        {
            "Cargo.toml": '[package]\nname = "log"\n',
            "src/lib.rs": "#[macro_export]\nmacro_rules! log { () => {}; }\npub fn f() {}\n",
            "tests/t.rs": "use log::log;\n#[test]\nfn t() { log!(); log::f() }\n",
        },
        {"tests/t.rs:t → src/lib.rs:log", "tests/t.rs:t → src/lib.rs:f"},
    ),
    "what the library runs for an operator is used, not called": (
        {
            "src/lib.rs": "struct A;\nimpl PartialOrd for A { fn partial_cmp(&self, o: &A) -> Option<Ordering> { None } }\n"
            "fn g(a: A, b: A) -> bool { a < b }\n"
        },
        set(),
    ),
    "a function of the type that a parameter stands for": (
        {
            "src/lib.rs": "trait N { fn m() -> u8; }\nstruct E;\nstruct F;\nimpl N for E { fn m() -> u8 { 1 } }\n"
            "impl N for F { fn m() -> u8 { 2 } }\nfn f<X: N>(x: X) -> u8 { X::m() }\nfn g(e: E) { f(e); }\n"
        },
        {"src/lib.rs:g → src/lib.rs:f", "src/lib.rs:f → src/lib.rs:N.m", "src/lib.rs:f → src/lib.rs:E.m"},
    ),
    "operators through traits": (
        {"src/lib.rs": "struct A;\nimpl Add for A { fn add(self, o: A) -> A { self } }\nfn g(a: A, b: A) { a + b; }\n"},
        {"src/lib.rs:g → src/lib.rs:A.add"},
    ),
    # Macros
    "in the arguments of macros": (
        {"src/lib.rs": 'fn f() -> u8 { 1 }\nfn g() { assert_eq!(f(), vec![1, f()].len()); println!("{}", f()); }\n'},
        {"src/lib.rs:g → src/lib.rs:f"},
    ),
    "macro of the file": (
        {"src/lib.rs": "fn f() {}\nmacro_rules! m { ($x:expr) => { $x.k(); f() }; }\nfn g() { m!(1) }\n"},
        {"src/lib.rs:g → src/lib.rs:m", "src/lib.rs:m → src/lib.rs:f"},
    ),
    "macro of the crate": (
        {
            "src/lib.rs": "#[macro_use]\nmod macros;\nmod a;\n",
            "src/macros.rs": "macro_rules! m { () => {}; }\n",
            "src/a.rs": "fn g() { m!() }\n",
        },
        {"src/a.rs:g → src/macros.rs:m"},
    ),
    "functions that a macro makes": (
        {
            "src/lib.rs": "struct A;\nmacro_rules! m { () => { fn len(&self) { self.n() } }; }\nimpl A { m!(); fn n(&self) {} }\n"
            "fn g(a: A) { a.len() }\n"
        },
        {"src/lib.rs → src/lib.rs:m", "src/lib.rs:g → src/lib.rs:m.len", "src/lib.rs:m.len → src/lib.rs:A.n"},
    ),
    "what a macro is handed": (
        {"src/lib.rs": "fn f() {}\nmacro_rules! m { ($x:ident) => { fn t() { $x() } }; }\nmod a { use super::f; m!(f); }\n"},
        {"src/lib.rs → src/lib.rs:m", "src/lib.rs:m.t → src/lib.rs:f"},
    ),
    "a struct literal, a tuple struct": (
        {"src/lib.rs": "struct A { x: u8 }\nstruct B(u8);\nfn g() { A { x: 1 }; B(1); }\n"},
        {"src/lib.rs:g → src/lib.rs:A", "src/lib.rs:g → src/lib.rs:B"},
    ),
    # Conditions
    "of two, the one that a usual build compiles": (
        {"src/lib.rs": "fn g() { f() }\n#[cfg(not(loom))]\nfn f() { a() }\n#[cfg(loom)]\nfn f() {}\nfn a() {}\n"},
        {"src/lib.rs:g → src/lib.rs:f", "src/lib.rs:f → src/lib.rs:a"},
    ),
    "library methods are no guesses": ({"src/lib.rs": "struct A;\nimpl A { fn push(&self) {} }\nfn g(x: u8) { y().push() }\n"}, set()),
}


@pytest.mark.parametrize("case", CASES, ids=CASES.keys())
def test_calls(case: str) -> None:
    sources, expected = CASES[case]
    assert calls(sources) == expected


GENERIC = (
    "trait T { fn m(&self); fn d(&self) { self.m() } fn w(self) -> W<Self> where Self: Sized { W { inner: self } } }\n"
    "struct A; struct B; struct C; struct W<X> { inner: X }\n"
    "impl T for A { fn m(&self) {} }\nimpl T for B { fn m(&self) {} }\nimpl T for C { fn m(&self) {} }\n"
)
USES: dict[str, tuple[str, str, set[str]]] = {
    "a function's type parameter": ("fn f<X: T>(x: X) { x.m() }\nfn g(a: A) { f(a) }\nfn h(b: B) { f(&b) }\n", "f", {"A", "B"}),
    "through another generic function": ("fn f<X: T>(x: X) { x.m() }\nfn k<Y: T>(y: Y) { f(y) }\nfn g(a: A) { k(a) }\n", "f", {"A"}),
    "explicit": ("fn f<X: T>() { make::<X>().m() }\nfn make<Z>() -> Z { todo!() }\nfn g() { f::<B>() }\n", "f", {"B"}),
    "an unnamed type of a parameter": ("fn f(x: impl T) { x.m() }\nfn g(a: A) { f(a) }\n", "f", {"A"}),
    "an unnamed type of a result": ("fn make() -> impl T { B }\nfn f() { make().m() }\n", "f", {"B"}),
    "self of what the trait writes": (
        "impl T for D { fn m(&self) {} fn d(&self) {} }\nstruct D;\nimpl<X> T for W<X> { fn m(&self) {} }\nfn g(a: A) { a.d() }\n",
        "T.d",
        {"A", "B", "C"},
    ),
    "self that nobody uses": ("", "T.d", {"A", "B", "C"}),
    "a type parameter of a type": (
        "impl<X: T> W<X> { fn f(&self) { self.inner.m() } }\nfn new<Y: T>(inner: Y) -> W<Y> { W { inner } }\nfn g(a: A) { new(a).f() }\n",
        "W.f",
        {"A"},
    ),
    "a type made by what the trait writes": (
        "impl<X: T> W<X> { fn f(&self) { self.inner.m() } }\nfn g(b: B) { b.w().f() }\n",
        "W.f",
        {"B"},
    ),
    "by the trait's name": ("impl<X: T> W<X> { fn f(&self) { self.inner.m() } }\nfn g(b: B) { T::w(b).f() }\n", "W.f", {"B"}),
    "a trait object": ("fn f(x: &dyn T) { x.m() }\nfn g(a: A) { f(&a) }\n", "f", {"A", "B", "C"}),
    "a type of the library": (
        "impl T for Vec<u8> { fn m(&self) {} }\nfn f<X: T>(x: X) { x.m() }\nfn g(v: Vec<u8>) { f(v) }\n",
        "f",
        {"Vec"},
    ),
}


@pytest.mark.parametrize("case", USES, ids=USES.keys())
def test_generic_code_reaches_the_types_that_it_is_used_with(case: str) -> None:
    code, caller, types = USES[case]
    found = calls({"src/lib.rs": GENERIC + code})
    reached = {target for source, _, target in (pair.partition(" → ") for pair in found) if source == f"src/lib.rs:{caller}"}
    assert {t.removeprefix("src/lib.rs:") for t in reached if t.endswith(".m")} == {"T.m", *(f"{t}.m" for t in types)}
