"""What holds for any source: extraction never raises, facts hang together, layout and comments change no hash."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nexus_diff.extract import extract
from nexus_diff.languages.rust import RUST
from nexus_diff.model.facts import FileFacts

CASES = sorted(path for path in (Path(__file__).parent / "cases").iterdir() if path.suffix == ".rs")
TEXTS = [path.read_bytes() for path in CASES]
PIECES = [piece for text in TEXTS for piece in re.findall(rb"\w+|[^\w\s]+|\s+", text)]


def hangs_together(facts: FileFacts) -> None:
    """Every index points into its table, names are counted right, lines lie in the file."""
    scopes, exprs, definitions = len(facts.scopes), len(facts.exprs), len(facts.definitions)
    assert len(facts.spans) == definitions
    counts = [0] * scopes
    for b in facts.bindings:
        assert 0 <= b.scope < scopes
        assert max(b.value, b.type, b.attr_of) < exprs
        assert b.definition < definitions
        assert b.imported < len(facts.imports)
        assert 0 <= b.block < len(facts.blocks)
        counts[b.scope] += 1
    for point in facts.points:
        assert point.at <= counts[point.scope] or point.at > 1 << 20
    for site in facts.sites:
        assert 0 <= site.expr < exprs
        assert 1 <= site.line <= site.end <= facts.line_count + 1
    for span in facts.spans:
        assert 1 <= span.doc <= span.start <= span.line <= span.end <= facts.line_count + 1
    for index, scope in enumerate(facts.scopes):
        assert scope.parent < index or index == 0
        assert all(r < exprs for r in (*scope.returns, *scope.yields))


@pytest.mark.parametrize("text", TEXTS, ids=[p.name for p in CASES])
def test_cases_hang_together_and_survive_the_cache(text: bytes) -> None:
    facts = extract(text, RUST)
    hangs_together(facts)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(facts), type=FileFacts) == facts
    assert extract(text, RUST) == facts


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40).map(b"".join))
def test_any_pieces(source: bytes) -> None:
    hangs_together(extract(source, RUST))


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes(source: bytes) -> None:
    hangs_together(extract(source, RUST))


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(TEXTS), st.data())
def test_mutated_cases(text: bytes, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 60)))
    hangs_together(extract(text[:start] + data.draw(st.sampled_from(PIECES)) + text[end:], RUST))


def reformatted(text: bytes) -> bytes:
    """Other indentation, and a comment above every statement and member."""
    lines = []
    for line in text.split(b"\n"):
        starts = re.match(rb"\s*(pub|fn|let|struct|enum|impl|trait|if|for|match|while|use|mod)\b", line)
        lines += [b"  // note", b"    " + line] if starts else [b"    " + line if line else line]
    return b"\n".join(lines)


@pytest.mark.parametrize("text", TEXTS, ids=[p.name for p in CASES])
def test_layout_and_comments_change_no_hash(text: bytes) -> None:
    before, after = extract(text, RUST), extract(reformatted(text), RUST)
    assert [(d.qualified, s.body_hash, s.signature_hash, s.own_hash) for d, s in zip(before.definitions, before.spans, strict=True)] == [
        (d.qualified, s.body_hash, s.signature_hash, s.own_hash) for d, s in zip(after.definitions, after.spans, strict=True)
    ]
    assert before.file_hash == after.file_hash
    assert (before.exprs, before.bindings, before.points, before.scopes) == (after.exprs, after.bindings, after.points, after.scopes)


@pytest.mark.parametrize(
    ("old", "new", "body", "signature"),
    [
        ("fn f() -> u8 { 1 }", "fn f() -> u8 {\n    1 // one\n}", False, False),
        ("fn f() -> u8 { 1 }", "fn f() -> u8 { /* one */ 1 }", False, False),
        ("fn f() -> u8 { 1 }", "fn f() -> u8 { 2 }", True, False),
        ("fn f() { g(); h() }", "fn f() { g(); h(); }", True, False),
        ("fn f() { g(a, b) }", "fn f() { g(\n    a,\n    b,\n) }", False, False),
        ('fn f() { g("a b") }', 'fn f() { g("a  b") }', True, False),
        ("fn f() { g(x) }", "fn f() { g!(x) }", True, False),
        ("fn f(a: u8) {}", "fn f(a: u16) {}", False, True),
        ("fn f() {}", "pub fn f() {}", False, True),
        ("fn f() {}", "#[inline]\nfn f() {}", False, True),
        ("fn f<T>() {}", "fn f<T: Copy>() {}", False, True),
        ("struct A { x: u8, y: u8 }", "struct A {\n    x: u8,\n    y: u8,\n}", False, False),
        ("struct A { x: u8 }", "struct A { x: u16 }", True, False),
        ("const A: u8 = 1;", "const A: u8 = 2;", True, False),
        ("/// old\nfn f() {}", "/// new\n/// and more\nfn f() {}", False, False),
    ],
)
def test_hashes_of_changes(old: str, new: str, body: bool, signature: bool) -> None:
    before, after = (extract(f"{text}\n".encode(), RUST).spans[0] for text in (old, new))
    assert (before.body_hash != after.body_hash, before.signature_hash != after.signature_hash) == (body, signature)


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
