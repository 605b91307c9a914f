"""Breaking call sites in Rust: (files, what changes in them, what is said). What the compiler would still take says nothing."""

from __future__ import annotations

import pytest

A = "pub fn f(a: u8) {}\n"
USE = "use crate::a::f;\nfn g() { f(1) }\n"
T = "pub struct T { pub x: u8 }\n"
TM = T + "impl T { pub fn m(&self, a: u8) {} pub fn new(a: u8) -> T { todo!() } }\n"
GM = "use crate::a::T;\nfn g(t: T) { t.m(1); T::new(1); }\n"
GONE = ["src/b.rs:1 import: imports `f` from `crate::a`, where it is gone", "src/b.rs:2 gone: `f(1)` uses `f`, which is gone"]
LIB = {"src/lib.rs": "mod a;\nmod b;\n"}

MARKED = (
    "mod m { pub trait S {}\n impl<X> S for Option<X> {}\n impl S for u8 {}\n pub fn f() { let a = 1; stop!(a); } }\npub trait C: m::S {}\n"
)
FORWARDED = (
    "pub trait T { fn a(&self) -> u8; }\nmacro_rules! forward { () => { fn a(&self) -> u8 { (**self).a() } } }\n"
    "impl<X: T> T for &X { forward!(); }\n"
)
SLICE = (
    "use std::ops::Deref;\nstruct B(u8);\nimpl Deref for B { type Target = [u8]; fn deref(&self) -> &[u8] { &[] } }\n"
    "fn g(mut b: B) { b.truncate() }\nfn h(b: B) { b.len() }\n"
)
CASES: dict[str, tuple[dict[str, str], dict[str, str | None], list[str]]] = {
    "one more parameter": (
        {**LIB, "src/a.rs": A, "src/b.rs": USE},
        {"src/a.rs": "pub fn f(a: u8, b: u8) {}\n"},
        ["src/b.rs:2 arguments: `f(1)` does not fit `f`: it needs `b`"],
    ),
    "another name of a parameter": ({**LIB, "src/a.rs": A, "src/b.rs": USE}, {"src/a.rs": "pub fn f(c: u8) {}\n"}, []),
    "another body": ({**LIB, "src/a.rs": A, "src/b.rs": USE}, {"src/a.rs": "pub fn f(a: u8) { g() }\n"}, []),
    "method": (
        {**LIB, "src/a.rs": TM, "src/b.rs": GM},
        {"src/a.rs": TM.replace("m(&self, a: u8)", "m(&self, a: u8, b: u8)")},
        ["src/b.rs:2 arguments: `t.m(1)` does not fit `T.m`: it needs `b`"],
    ),
    "associated function": (
        {**LIB, "src/a.rs": TM, "src/b.rs": GM},
        {"src/a.rs": TM.replace("new(a: u8)", "new()")},
        ["src/b.rs:2 arguments: `T.new(1)` does not fit `T.new`: it takes no arguments, not 1"],
    ),
    "another receiver": ({**LIB, "src/a.rs": TM, "src/b.rs": GM}, {"src/a.rs": TM.replace("&self", "&mut self")}, []),
    "method by its type": (
        {**LIB, "src/a.rs": TM, "src/b.rs": "use crate::a::T;\nfn g(t: T) { T::m(&t, 1); }\n"},
        {"src/a.rs": TM.replace("m(&self, a: u8)", "m(&self, a: u8, b: u8)")},
        ["src/b.rs:2 arguments: `T.m(&t, 1)` does not fit `T.m`: it needs `b`"],
    ),
    "a macro has no parameters": (
        {"src/lib.rs": "macro_rules! m { ($a:expr) => { $a }; }\nfn g() { m!(1); }\n"},
        {"src/lib.rs": "macro_rules! m { ($a:expr) => { $a }; ($a:expr, $b:expr) => { $b }; }\nfn g() { m!(1); }\n"},
        [],
    ),
    "moved to a module that is exported again": (
        {**LIB, "src/a.rs": A, "src/b.rs": USE},
        {"src/a.rs": "mod inner;\npub use inner::f;\n", "src/a/inner.rs": A},
        [],
    ),
    "function gone": (
        {**LIB, "src/a.rs": A, "src/b.rs": USE},
        {"src/a.rs": "pub fn h(a: u8) { 1; 2; }\n"},
        GONE,
    ),
    "function gone, in a file with tests": (
        {**LIB, "src/a.rs": A + "#[cfg(test)]\nmod tests { use super::*; #[test] fn t() { f(1) } }\n", "src/b.rs": USE},
        {"src/a.rs": "#[cfg(test)]\nmod tests {}\n"},
        GONE,
    ),
    "function that a macro may make": (
        {**LIB, "src/a.rs": A, "src/b.rs": USE},
        {"src/a.rs": "make_functions!(f);\n"},
        [],
    ),
    "module gone": (
        {"src/lib.rs": "mod a;\nmod b;\n", "src/a.rs": A, "src/b.rs": USE},
        {"src/lib.rs": "mod b;\n", "src/a.rs": None},
        GONE,
    ),
    "method gone": (
        {**LIB, "src/a.rs": TM, "src/b.rs": GM},
        {"src/a.rs": T + "impl T { pub fn new(a: u8) -> T { todo!() } }\n"},
        ["src/b.rs:2 gone: `t.m(1)` uses `m`, which `T` no longer has"],
    ),
    "field gone": (
        {**LIB, "src/a.rs": T, "src/b.rs": "use crate::a::T;\nfn g(t: T) -> u8 { t.x }\n"},
        {"src/a.rs": "pub struct T { pub y: u8 }\n"},
        ["src/b.rs:2 gone: `t.x` uses `x`, which `T` no longer has"],
    ),
    "method comes from a trait now": (
        {**LIB, "src/a.rs": TM, "src/b.rs": "use crate::a::*;\n" + GM.partition("\n")[2]},
        {
            "src/a.rs": T + "impl T { pub fn new(a: u8) -> T { todo!() } }\npub trait M { fn m(&self, a: u8) {} }\nimpl M for T {}\n",
        },
        [],
    ),
    "a variant gone": (
        {**LIB, "src/a.rs": "pub enum E { A, B(u8) }\n", "src/b.rs": "use crate::a::E;\nfn g() { E::B(1); }\n"},
        {"src/a.rs": "pub enum E { A, C(u8) }\n"},
        ["src/b.rs:2 gone: `E.B(1)` uses `B`, which `E` no longer has"],
    ),
    "a trait gone, in a file whose functions call macros": (
        {"src/lib.rs": MARKED},
        {"src/lib.rs": MARKED.replace("pub trait S {}", "")},
        [
            f"src/lib.rs:{line} gone: {what}"
            for line, what in ((2, "`S` is gone"), (3, "`S` is gone"), (5, "`m.S` uses `S`, which is gone"))
        ],
    ),
    "a trait that a macro may make": (
        {"src/lib.rs": MARKED.replace("mod m {", "mod m { make! { S }")},
        {"src/lib.rs": MARKED.replace("mod m { pub trait S {}", "mod m { make! { S }")},
        [],
    ),
    "a method that a macro of the file writes": (
        {"src/lib.rs": FORWARDED},
        {"src/lib.rs": FORWARDED.replace("fn a(&self) -> u8;", "fn b(&self) -> u8;")},
        [
            "src/lib.rs:2 gone: `*self->a()` uses `a`, which `T` no longer has: it is `T.b` now",
            "src/lib.rs:2 override: `forward.a` implements `a`, which `T` no longer has",
        ],
    ),
    "a method that a macro of the file writes, with another parameter": (
        {"src/lib.rs": FORWARDED},
        {"src/lib.rs": FORWARDED.replace("fn a(&self) -> u8;", "fn a(&self, n: u8) -> u8;")},
        [
            "src/lib.rs:2 arguments: `*self->a()` does not fit `T.a`: it needs `n`",
            "src/lib.rs:2 override: `forward.a` overrides `T.a`, whose signature changed: it does not take `n`",
        ],
    ),
    "a method of a block for a type of the library": (
        {"src/lib.rs": "pub trait T { fn a(&self); }\nimpl T for (u8, u8) { fn a(&self) {} }\n"},
        {"src/lib.rs": "pub trait T { fn a(&self, n: u8); }\nimpl T for (u8, u8) { fn a(&self) {} }\n"},
        ["src/lib.rs:2 override: `tuple.a` overrides `T.a`, whose signature changed: it does not take `n`"],
    ),
    "a method called through a bound": (
        {"src/lib.rs": "pub trait T { fn a(&self); }\nfn g<X: T>(x: X) { x.a() }\nfn h<X: T + Iterator>(x: X) { x.a() }\n"},
        {"src/lib.rs": "pub trait T { fn b(&self); }\nfn g<X: T>(x: X) { x.a() }\nfn h<X: T + Iterator>(x: X) { x.a() }\n"},
        ["src/lib.rs:2 gone: `x.a()` uses `a`, which `T` no longer has: it is `T.b` now"],
    ),
    "a field behind a pointer that is cast": (
        {"src/lib.rs": "struct S { n: u8 }\nfn g(p: *mut ()) -> u8 { unsafe { (*p.cast::<S>()).n } }\n"},
        {"src/lib.rs": "struct S { m: u8 }\nfn g(p: *mut ()) -> u8 { unsafe { (*p.cast::<S>()).n } }\n"},
        ["src/lib.rs:2 gone: `p.cast<S>()->n` uses `n`, which `S` no longer has"],
    ),
    "a method of a vector that a slice has not": (
        {"src/lib.rs": SLICE + "impl B { fn truncate(&mut self) {} }\n"},
        {"src/lib.rs": SLICE},
        ["src/lib.rs:4 gone: `b.truncate()` uses `truncate`, which `B` no longer has"],
    ),
    "a function that is private now, called by its module": (
        {"src/lib.rs": "mod a;\nuse crate::a;\nfn g() { a::f(1) }\n", "src/a.rs": A},
        {"src/a.rs": A.replace("pub ", "")},
        ["src/lib.rs:3 gone: `f` cannot be used here any more: it is private to its module now"],
    ),
    "a type whose name a macro of a library bears too": (
        {**LIB, "src/a.rs": TM, "src/b.rs": "use crate::a::T;\nuse other::T;\nfn g(t: T) { t.m(1); }\n"},
        {"src/a.rs": TM.replace("m(&self, a: u8)", "m(&self)")},
        ["src/b.rs:3 arguments: `t.m(1)` does not fit `T.m`: it takes no arguments, not 1"],
    ),
    "in what a usual build leaves out": (
        {
            **LIB,
            "src/a.rs": A,
            "src/b.rs": "#[cfg(windows)]\nfn g() { crate::a::f(1) }\nfn h() {\n #[cfg(windows)]\n { use crate::a::f; f(1) }\n"
            " #[cfg(unix)]\n { crate::a::f(1) }\n}\n",
        },
        {"src/a.rs": "pub fn h(a: u8) { 1; 2; }\n"},
        ["src/b.rs:7 gone: `crate.a.f(1)` uses `f`, which is gone"],
    ),
    "moved to another impl block": (
        {**LIB, "src/a.rs": TM, "src/b.rs": GM},
        {"src/a.rs": T + "impl T { pub fn m(&self, a: u8) {} }\nimpl T { pub fn new(a: u8) -> T { todo!() } }\n"},
        [],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_breaking(broken, name):
    old, changed, said = CASES[name]
    new = {path: text for path, text in {**old, **changed}.items() if text is not None}
    assert broken(old, new) == said
