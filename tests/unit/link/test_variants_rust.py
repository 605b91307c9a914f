"""Who makes a variant of an enum in Rust, or looks for one: (code, functions that use the enum so)."""

from __future__ import annotations

import pytest
from memory import link

ENUM = "mod e;\nuse e::E;\n"
DECLARED = {"Cargo.toml": '[package]\nname = "a"\n', "src/e.rs": "pub enum E { T(u8), S { n: u8 }, U }\n"}


@pytest.mark.parametrize(
    ("code", "users"),
    [
        ("fn f() -> E { E::T(1) }", {"f"}),
        ("fn f() -> E { E::S { n: 1 } }", {"f"}),
        ("fn f() -> E { E::U }", {"f"}),
        ("fn f(x: Option<u8>) { x.map(E::T); }", {"f"}),
        ("fn f(e: E) { match e { E::T(_) => {} _ => {} } }", {"f"}),
        ("fn f(e: E) { match e { E::S { n } => {} _ => {} } }", {"f"}),
        ("fn f(e: E) { match e { E::U => {} _ => {} } }", {"f"}),
        ("fn f(e: E) { if let E::T(n) = e {} }", {"f"}),
        ("use e::E::T;\nfn f() -> E { T(1) }", {"f"}),
        ("use e::E as D;\nfn f() -> D { D::U }", {"f"}),
        ("fn f() -> Vec<E> { vec![E::U] }", {"f"}),
        ("struct S;\nimpl S { fn f() -> E { E::U } }", {"S.f"}),
        ("fn f(e: E) -> E { e }", set()),
        ("struct T(u8);\nfn f() -> T { T(1) }", set()),
    ],
)
def test_variants_name_their_enum(code: str, users: set[str]) -> None:
    relations = link(DECLARED | {"src/lib.rs": f"{ENUM}{code}\n"}).relations()
    found = {(r.source.rpartition(":")[2], r.target, r.type) for r in relations if r.reason == "variant"}
    assert found == {(user, "Class:src/e.rs:E", "REFERENCES") for user in users}
