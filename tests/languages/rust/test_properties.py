"""Deep nesting is a problem, not a crash; a long chain is no depth."""

from __future__ import annotations

import pytest
from facts_check import hangs_together

from nexus_diff.extract import extract
from nexus_diff.languages.rust import RUST

NESTINGS = [
    ("(", "1", ")"), ("f(", "", ")"), ("|a| {", "", "}"), ("if a {", "", "}"), ("loop {", "", "}"), ("!", "a", ""), ("[", "", "]"),
    ("f!(", "a", ")"), ("match a { b => ", "c", "}"), ("&", "a", ""), ("unsafe {", "", "}"), ("if a {} else ", "{}", ""), ("a = ", "1", ""),
]  # fmt: skip
ITEMS = [("mod a {", "", "}"), ("impl A { fn f() {", "", "}}"), ("macro_rules! m { () => {", "", "}}"), ("type A = Vec<", "u8", ">;")]
CHAINS = ["a" + ".b()" * 5000, "a" + " + b" * 5000, "a" + "?" * 5000, "a" + "[0]" * 3000]


@pytest.mark.parametrize(("opening", "inside", "closing"), NESTINGS)
def test_deep_nesting_is_a_problem_not_a_crash(opening: str, inside: str, closing: str) -> None:
    for depth in (130, 1000):
        hangs_together(extract(f"fn f() {{ {opening * depth}{inside}{closing * depth} }}".encode(), RUST))


@pytest.mark.parametrize(("opening", "inside", "closing"), ITEMS)
def test_deep_items(opening: str, inside: str, closing: str) -> None:
    for depth in (130, 600):
        hangs_together(extract((opening * depth + inside + closing * depth).encode(), RUST))


@pytest.mark.parametrize("chain", CHAINS, ids=lambda chain: chain[:6])
def test_long_chains_are_followed_to_the_end(chain: str) -> None:
    facts = extract(f"fn f() {{ {chain}; }}".encode(), RUST)
    hangs_together(facts)
    assert facts.problems == ()


def test_use_trees_are_bounded() -> None:
    hangs_together(extract(("use " + "a::{" * 300 + "b" + "}" * 300 + ";").encode(), RUST))


def test_nothing_and_noise() -> None:
    for source in (
        b"",
        b"\0",
        b"fn",
        b"#!/usr/bin/env run\nfn main() {}",
        b"\xff\xfe fn f() {}",
        b"macro_rules! m",
        b"m!(",
        b"x" * 200_000,
    ):
        hangs_together(extract(source, RUST))
