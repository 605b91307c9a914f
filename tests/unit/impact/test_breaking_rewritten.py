"""Calls that the change wrote anew beside a function that it declares otherwise: too few or too many arguments are said, types are not."""

from __future__ import annotations

import pytest

ROWS: dict[str, tuple[str, str, str, str, str]] = {
    "c": ("a.c", "int f(int a) { return a; }\nint g(void) { return f(1); }\n", "int a", "int a, int b", "f(%s)"),
    "cpp": ("a.cc", "struct A { int f(int a) { return a; } };\nint g() { A a; return a.f(1); }\n", "int a", "int a, int b", "a.f(%s)"),
    "csharp": ("a.cs", "class A { int F(int a) { return a; }\nint G() { return F(1); } }\n", "int a", "int a, int b", "F(%s)"),
    "go": ("a.go", "package p\nfunc f(a int) int { return a }\nfunc g() int { return f(1) }\n", "a int", "a, b int", "f(%s)"),
    "java": ("A.java", "class A { int f(int a) { return a; }\nint g() { return f(1); } }\n", "int a", "int a, int b", "f(%s)"),
    "rust": ("src/lib.rs", "pub fn f(a: u8) -> u8 { a }\npub fn g() -> u8 { f(1) }\n", "a: u8", "a: u8, b: u8", "f(%s)"),
}


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize(("arguments", "breaks"), [("2", True), ("2, 3", False), ("2, 3, 4", True), ('2, "x"', False)])
def test_a_call_that_the_change_wrote(broken, name, arguments, breaks):
    path, text, was, now, call = ROWS[name]
    after = text.replace(was, now).replace(call % "1", call % arguments)
    found = broken({path: text}, {path: after})
    assert [line.split(":")[0] for line in found] == ([f"+{path}"] if breaks else [])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("f(1)", "f(2) + f(3, 4)"),  # which of them the old one became is not known
        ("f(1)", "h(1)"),
        ("f(1, 2)", "f(2)"),  # what did not fit before is not understood
    ],
)
def test_what_is_not_told(broken, old, new):
    text = "pub fn f(a: u8) -> u8 { a }\npub fn h(a: u8) -> u8 { a }\npub fn g() -> u8 { %s }\n"
    assert (
        broken(
            {"src/lib.rs": text % old},
            {"src/lib.rs": text.replace("a: u8) -> u8 { a }\npub fn h", "a: u8, b: u8) -> u8 { a }\npub fn h") % new},
        )
        == []
    )
