"""Layout and comments change no hash, what means something does; deep nesting is a problem, not a crash."""

from __future__ import annotations

import pytest
from facts_check import hangs_together

from nexus_diff.extract import extract
from nexus_diff.languages.go import GO


@pytest.mark.parametrize(
    ("old", "new", "body", "signature"),
    [
        ("func f() int { return 1 }", "func f() int {\n\treturn 1 // one\n}", False, False),
        ("func f() int { return 1 }", "func f() int { return 2 }", True, False),
        ("func f() { g(); h() }", "func f() {\n\tg()\n\th()\n}", False, False),
        ("func f() { g(a, b) }", "func f() {\n\tg(\n\t\ta,\n\t\tb,\n\t)\n}", False, False),
        ("func f() { g()\nh() }", "func f() { g(); if h() {} }", True, False),
        ('func f() { g("a b") }', 'func f() { g("a  b") }', True, False),
        ("func f() { g(`a`) }", "func f() { g(`a\n`) }", True, False),
        ("func f(a int) {}", "func f(a string) {}", False, True),
        ("func (t T) m() {}", "func (t *T) m() {}", False, True),
        ("func f() {}", "func f() error {}", False, True),
        ("func f[T any]() {}", "func f[T ~int]() {}", False, True),
        ("type T struct { a int; b int }", "type T struct {\n\ta int\n\tb int\n}", False, False),
        ("type T struct { a int }", "type T struct { a string }", True, False),
        ("type T struct { a int }", 'type T struct { a int `json:"a"` }', True, False),
        ("var a = 1", "var a = 2", True, False),
        ("type I interface { M(); N() }", "type I interface {\n\tM()\n\tN() // why\n}", False, False),
    ],
)
def test_hashes_of_changes(old: str, new: str, body: bool, signature: bool) -> None:
    before, after = (extract(f"package p\n{text}\n".encode(), GO).spans[0] for text in (old, new))
    assert (before.body_hash != after.body_hash, before.signature_hash != after.signature_hash) == (body, signature)


NESTINGS = [
    ("(", "1", ")"), ("f(", "", ")"), ("func() {", "", "}()"), ("if a {", "", "}"), ("for {", "", "}"), ("!", "a", ""), ("[]T{", "", "}"),
    ("switch {case a:", "", "}"), ("*", "a", ""), ("map[K]V{k: {", "", "}}"), ("struct{a ", "int", "}"), ("{", "", "}"), ("a[", "0", "]"),
]  # fmt: skip
CHAINS = ["a" + ".b()" * 5000, "a" + "+b" * 5000, "a" + "[0]" * 5000, "if a {}" + " else if b {}" * 5000, "a" + ".(T)" * 5000]


@pytest.mark.parametrize(("opening", "inside", "closing"), NESTINGS)
def test_deep_nesting_is_a_problem_not_a_crash(opening: str, inside: str, closing: str) -> None:
    for depth in (130, 2000):
        for frame in ("package p\nfunc f() {{ x = {} }}\n", "package p\nfunc f() {{ {} }}\n", "package p\nvar x {}\n"):
            hangs_together(extract(frame.format(opening * depth + inside + closing * depth).encode(), GO))


@pytest.mark.parametrize("chain", CHAINS, ids=[c[:6] for c in CHAINS])
def test_long_chains_are_no_depth(chain: str) -> None:
    source = f"package p\nfunc f() {{\n{chain if chain.startswith('if') else f'x = {chain}'}\n}}\n"
    facts = extract(source.encode(), GO)
    hangs_together(facts)
    assert not facts.problems


@pytest.mark.parametrize("source", [b"", b"\0", b"package", b"\xff\xfe", b"func f() { " + b"x" * 100_000 + b" }", b"// \xc3"])
def test_odd_files(source: bytes) -> None:
    hangs_together(extract(source, GO))
