"""Layout and comments change no hash, what means something does; deep nesting is a problem, not a crash."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from facts_check import hangs_together

from nexus_diff.extract import extract
from nexus_diff.languages.base import Language
from nexus_diff.languages.typescript import JAVASCRIPT, TSX, TYPESCRIPT

HERE = Path(__file__).parent
LANGUAGES = {".ts": TYPESCRIPT, ".tsx": TSX, ".js": JAVASCRIPT}
SOURCES = [
    p for folder in (HERE / "cases", HERE.parent / "javascript" / "cases") for p in sorted(folder.iterdir()) if p.suffix in LANGUAGES
]
TEXTS = [(path.read_bytes(), LANGUAGES[path.suffix]) for path in SOURCES]


def reformatted(text: bytes) -> bytes:
    """Two more spaces and a comment on every line that starts a statement or member at its own indentation."""
    lines = []
    for line in text.split(b"\n"):
        indented = b"    " + line if line and not line.startswith((b"#!", b"`", b" *")) else line
        starts = re.match(rb"\s*(export|const|let|var|function|class|return|if|for|interface|type|async|static|get|set)\b", line)
        lines += [b"  // note", indented] if starts else [indented]
    return b"\n".join(lines)


@pytest.mark.parametrize(
    ("text", "language"),
    [(t, lang) for t, lang in TEXTS if lang is not TSX and b"#!" not in t],
    ids=[p.name for p, (t, lang) in zip(SOURCES, TEXTS, strict=True) if lang is not TSX and b"#!" not in t],
)
def test_layout_and_comments_change_no_hash(text: bytes, language: Language) -> None:
    before, after = extract(text, language), extract(reformatted(text), language)
    assert [(d.qualified, s.body_hash, s.signature_hash, s.own_hash) for d, s in zip(before.definitions, before.spans, strict=True)] == [
        (d.qualified, s.body_hash, s.signature_hash, s.own_hash) for d, s in zip(after.definitions, after.spans, strict=True)
    ]
    assert before.file_hash == after.file_hash
    assert (before.exprs, before.bindings, before.points, before.scopes) == (after.exprs, after.bindings, after.points, after.scopes)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("function f() { return 1 }", "function f() { return 2 }"),
        ("function f() { return `a b` }", "function f() { return `a  b` }"),
        ("function f() { a\nb }", "function f() { a + b }"),
        ("const f = () => g()", "const f = () => { g() }"),
        ("class A { m() { x() } }", "class A { m() { x()() } }"),
    ],
)
def test_a_change_of_the_body_changes_its_hash(old: str, new: str) -> None:
    for language in (TYPESCRIPT, JAVASCRIPT):
        a, b = extract(old.encode(), language).spans, extract(new.encode(), language).spans
        assert a[-1].body_hash != b[-1].body_hash
        assert a[-1].signature_hash == b[-1].signature_hash


NESTINGS = [
    ("(", "1", ")"), ("x=[", "", "]"), ("{", "", "}"), ("if(a){", "", "}"), ("a=>", "a", ""), ("f(", "", ")"), ("class A{m(){", "", "}}"),
    ("a?b:", "c", ""), ("!", "a", ""), ("a=", "1", ""), ("`${", "1", "}`"), ("function f(a=", "1", "){}"), ("namespace A{", "", "}"),
    ("for(;;)", ";", ""), ("@a(", "", ") class B {}"),
]  # fmt: skip
CHAINS = [
    "a",
    "a.b()" + ".c()" * 5000,
    "a" + "+b" * 5000,
    "a" + "&& b instanceof C" * 5000,
    "if(a){}" + "else if(b){}" * 5000,
    "a" + "[0]" * 5000,
]


@pytest.mark.parametrize(("opening", "inside", "closing"), NESTINGS)
def test_deep_nesting_is_a_problem_not_a_crash(opening: str, inside: str, closing: str) -> None:
    for depth in (130, 2000):
        source = (opening * depth + inside + closing * depth).encode()
        hangs_together(extract(source, TYPESCRIPT))
        hangs_together(extract(source, JAVASCRIPT))


@pytest.mark.parametrize("source", CHAINS, ids=lambda source: source[:12])
def test_long_chains_are_followed_to_the_end(source: str) -> None:
    for language in (TYPESCRIPT, JAVASCRIPT):
        facts = extract(source.encode(), language)
        hangs_together(facts)
        assert facts.problems == ()


def test_gaps_of_the_grammar_are_mended() -> None:
    source = "import defer * as d from 'd'\nexport type * from 'e'\n"
    source += "interface I<in out T> {\n  m(): A\n  <K>(k: K): T\n  /* x */\n  <L>(l: L): T\n}\n"
    source += "let x: import('./y').Z<W>\nclass C { static accessor a = 1 }\n"
    facts = extract(source.encode(), TYPESCRIPT)
    assert facts.problems == ()
    assert [(i.source, i.name) for i in facts.imports] == [("d", "*"), ("e", "*"), ("./y", "")]
    assert [d.name for d in facts.definitions] == ["I", "m", "x", "C", "a"]
    assert [p.name for p in facts.definitions[0].type_params] == ["T"]
