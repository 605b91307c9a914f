"""Deep nesting is a problem, not a crash; a long chain is no depth."""

from __future__ import annotations

import pytest
from facts_check import hangs_together

from nexus_diff.extract import extract
from nexus_diff.languages.go import GO

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
