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
