"""What holds for any source of any language: extraction never raises, facts hang together and survive the cache."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from facts_check import hangs_together
from hypothesis import given, settings
from hypothesis import strategies as st

from nexus_diff.extract import extract
from nexus_diff.languages import REGISTRY, SUFFIXES
from nexus_diff.model.facts import FileFacts

CASES = sorted(path for path in Path(__file__).parent.glob("*/cases/*") if path.suffix in SUFFIXES)
TEXTS = {name: [path.read_bytes() for path in CASES if SUFFIXES[path.suffix] == name] for name in REGISTRY}
PIECES = {name: [piece for text in texts for piece in re.findall(rb"\w+|[^\w\s]+|\s+", text)] for name, texts in TEXTS.items()}
EXAMPLES = 60


def test_every_language_has_cases() -> None:
    assert all(TEXTS.values())


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parts[-3]}/{path.name}")
def test_cases_hang_together_and_survive_the_cache(path: Path) -> None:
    language = REGISTRY[SUFFIXES[path.suffix]]
    facts = extract(path.read_bytes(), language)
    hangs_together(facts)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(facts), type=FileFacts) == facts
    assert extract(path.read_bytes(), language) == facts


@pytest.mark.parametrize("name", REGISTRY)
@settings(max_examples=EXAMPLES, deadline=None)
@given(data=st.data())
def test_any_pieces(name: str, data: st.DataObject) -> None:
    source = b"".join(data.draw(st.lists(st.sampled_from(PIECES[name]), max_size=40)))
    hangs_together(extract(source, REGISTRY[name]))


@pytest.mark.parametrize("name", REGISTRY)
@settings(max_examples=EXAMPLES // 2, deadline=None)
@given(source=st.binary(max_size=200))
def test_any_bytes(name: str, source: bytes) -> None:
    hangs_together(extract(source, REGISTRY[name]))


@pytest.mark.parametrize("name", REGISTRY)
@settings(max_examples=EXAMPLES, deadline=None)
@given(data=st.data())
def test_mutated_cases(name: str, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(TEXTS[name]))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 60)))
    hangs_together(extract(text[:start] + data.draw(st.sampled_from(PIECES[name])) + text[end:], REGISTRY[name]))


STARTS = {
    "csharp": rb"(public|private|protected|class|if|for|foreach|while|switch|return|using|var|int)\b",
    "go": rb"(func|type|var|const|if|for|switch|select|return|go|defer)\b",
    "java": rb"(public|private|protected|class|if|for|while|switch|return|import|int)\b",
    "rust": rb"(pub|fn|let|struct|enum|impl|trait|if|for|match|while|use|mod)\b",
}
"""Language → what a line may start with before which a comment may stand."""
LAID_OUT = [path for path in CASES if SUFFIXES[path.suffix] in STARTS and b'"""' not in path.read_bytes()]
"""Cases without strings of several lines, whose white space counts."""


def reformatted(text: bytes, starts: bytes) -> bytes:
    """Other indentation, and a comment above every statement and member."""
    lines = []
    for line in text.split(b"\n"):
        starting = re.match(rb"\s*" + starts, line)
        lines += [b"  // note", b"    " + line] if starting else [b"    " + line if line else line]
    return b"\n".join(lines)


@pytest.mark.parametrize("path", LAID_OUT, ids=lambda path: f"{path.parts[-3]}/{path.name}")
def test_layout_and_comments_change_no_hash(path: Path) -> None:
    name, text = SUFFIXES[path.suffix], path.read_bytes()
    before, after = extract(text, REGISTRY[name]), extract(reformatted(text, STARTS[name]), REGISTRY[name])
    hashes = [
        [(d.qualified, s.body_hash, s.signature_hash, s.own_hash) for d, s in zip(f.definitions, f.spans, strict=True)]
        for f in (before, after)
    ]
    assert hashes[0] == hashes[1]
    assert before.file_hash == after.file_hash
    assert (before.exprs, before.bindings, before.points, before.scopes) == (after.exprs, after.bindings, after.points, after.scopes)
