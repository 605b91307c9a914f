"""What holds for any source: extraction never raises, facts hang together, layout and comments change no hash."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nexus_diff.extract import extract
from nexus_diff.languages.go import GO
from nexus_diff.model.facts import FileFacts

CASES = sorted(path for path in (Path(__file__).parent / "cases").iterdir() if path.suffix == ".go")
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
    facts = extract(text, GO)
    hangs_together(facts)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(facts), type=FileFacts) == facts
    assert extract(text, GO) == facts


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40).map(b"".join))
def test_any_pieces(source: bytes) -> None:
    hangs_together(extract(source, GO))


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes(source: bytes) -> None:
    hangs_together(extract(source, GO))


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(TEXTS), st.data())
def test_mutated_cases(text: bytes, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 60)))
    hangs_together(extract(text[:start] + data.draw(st.sampled_from(PIECES)) + text[end:], GO))


def reformatted(text: bytes) -> bytes:
    """Other indentation, and a comment above every statement and member."""
    lines = []
    for line in text.split(b"\n"):
        starts = re.match(rb"\s*(func|type|var|const|if|for|switch|select|return|go|defer)\b", line)
        lines += [b"  // note", b"    " + line] if starts else [b"    " + line if line else line]
    return b"\n".join(lines)


@pytest.mark.parametrize("text", TEXTS, ids=[p.name for p in CASES])
def test_layout_and_comments_change_no_hash(text: bytes) -> None:
    before, after = extract(text, GO), extract(reformatted(text), GO)
    assert [(d.qualified, s.body_hash, s.signature_hash, s.own_hash) for d, s in zip(before.definitions, before.spans, strict=True)] == [
        (d.qualified, s.body_hash, s.signature_hash, s.own_hash) for d, s in zip(after.definitions, after.spans, strict=True)
    ]
    assert before.file_hash == after.file_hash
    assert (before.exprs, before.bindings, before.points, before.scopes) == (after.exprs, after.bindings, after.points, after.scopes)


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
