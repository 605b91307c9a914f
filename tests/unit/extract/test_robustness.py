"""Extraction never raises, stays bounded, and is a pure function of the bytes."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nexus_diff
from nexus_diff.extract import extract
from nexus_diff.languages import REGISTRY, by_suffix
from nexus_diff.languages.python import PYTHON
from nexus_diff.model.facts import FileFacts

SOURCES = [path.read_bytes() for path in sorted(Path(nexus_diff.__file__).parent.rglob("*.py"))]
CASES = Path(__file__).parents[2] / "languages"
SOURCES += [path.read_bytes() for path in sorted(CASES.glob("python/cases/*.py"))]
PIECES = [
    b"(", b")", b":", b"\n", b"  ", b'"', b"'", b"=", b".", b",", b"@", b"[", b"]", b"{", b"}", b"lambda ", b"def f", b"class A",
    b"case ", b"match x:\n ", b"\xff", b"\x00", b"\x03", b"*", b"**", b"if ", b"for x in ", b" as ", b"isinstance(x, ", b'f"{',
    b"__all__.append(", b"del ", b"import ", b"from . ", b"yield ", b"await ", b"async ", b"type X = ", b"# ", b"\\", b"\r", b"not ",
]  # fmt: skip


def check(blob: bytes) -> FileFacts:
    """Extract, and check that every index in the facts points somewhere."""
    found = extract(blob, PYTHON)
    again = msgspec.msgpack.decode(msgspec.msgpack.encode(found), type=FileFacts)
    assert again == found
    exprs, scopes, definitions = len(found.exprs), len(found.scopes), len(found.definitions)
    assert len(found.spans) == definitions
    assert len(found.blocks) == len(found.block_groups)
    for site in found.sites:
        assert 0 <= site.expr < exprs
        assert 0 <= site.scope < scopes
        assert 1 <= site.line <= site.end <= found.line_count + 1
        assert site.definition < definitions
    for binding in found.bindings:
        assert binding.value < exprs
        assert 0 <= binding.scope < scopes
        assert binding.block < len(found.blocks)
    for span in found.spans:
        assert 1 <= span.doc <= span.start <= span.line <= span.end <= found.line_count + 1
        assert span.complexity >= 1
    return found


@given(st.binary(max_size=400))
@settings(max_examples=150, deadline=None)
def test_any_bytes(blob: bytes) -> None:
    check(blob)


@given(st.lists(st.sampled_from(PIECES) | st.sampled_from([b"x", b"y.z", b"f(", b"1"]), max_size=40))
@settings(max_examples=200, deadline=None)
def test_any_tokens(pieces: list[bytes]) -> None:
    check(b" ".join(pieces))


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_real_code_with_damage(data: st.DataObject) -> None:
    source = data.draw(st.sampled_from(SOURCES))
    start = data.draw(st.integers(0, len(source)))
    blob = bytearray(source[start : start + 1500])
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(blob)))
        if data.draw(st.booleans()):
            blob[at:at] = data.draw(st.sampled_from(PIECES))
        else:
            del blob[at : at + data.draw(st.integers(1, 20))]
    check(bytes(blob))


DEEP = {
    "parentheses": b"x = " + b"(" * 5000 + b"y" + b")" * 5000,
    "open brackets": b"x = " + b"[" * 5000,
    "lists": b"x = " + b"[" * 5000 + b"]" * 5000,
    "calls in calls": b"f(" * 3000 + b")" * 3000,
    "statements": b"".join(b" " * depth + b"if x:\n" for depth in range(600)),
    "functions": b"".join(b" " * depth + b"def f():\n" for depth in range(400)),
    "not": b"if " + b"not " * 3000 + b"isinstance(x, A): pass",
    "ternaries": b"x = " + b"a if b else " * 2000 + b"c",
    "lambdas": b"lambda: " * 2000 + b"x",
    "targets": b"(" * 3000 + b"a" + b",)" * 3000 + b" = x",
    "deletions": b"del " + b"(" * 3000 + b"a" + b",)" * 3000,
    "patterns": b"match x:\n case " + b"[" * 3000 + b"a" + b"]" * 3000 + b": pass\n",
    "right operands": b"if " + b"(isinstance(x, A) and " * 1000 + b"a" + b")" * 1000 + b": pass",
    "left operands": b"if " + b"(" * 1000 + b"isinstance(x, A)" + b" and b)" * 1000 + b": pass",
    "annotations in strings": b'x: "' + b"List[" * 500 + b"int" + b"]" * 500 + b'"',
    "powers": b"x" + b" ** x" * 3000,
}


@pytest.mark.parametrize("blob", DEEP.values(), ids=DEEP.keys())
def test_depth_is_bounded_and_said(blob: bytes) -> None:
    kinds = {problem.kind for problem in check(blob).problems}
    assert kinds & {"too deep", "syntax"}


LONG = {
    "chain of calls": (b"x" + b".a()" * 500, "call", 500),
    "chain of subscripts": (b"x" + b"[i]" * 3000, "op", 3000),
    "sum": (b"x" + b" + x" * 3000, "op", 3000),
    "conjunction": (b"x = x()" + b" and x()" * 3000, "call", 3001),
    "comparison": (b"x" + b" < x" * 3000, "op", 3000),
    "decorators": (b"@a\n" * 2000 + b"def f(): pass", "decorator", 2000),
    "elif": (b"if a: b()\n" + b"elif a: b()\n" * 3000, "call", 3001),
}


@pytest.mark.parametrize(("blob", "kind", "count"), LONG.values(), ids=LONG.keys())
def test_length_is_no_depth(blob: bytes, kind: str, count: int) -> None:
    found = check(blob)
    assert not found.problems
    assert sum(site.kind == kind for site in found.sites) == count


def test_deep_code_needs_little_stack() -> None:
    """As much as a worker thread has."""
    found: list[FileFacts] = []
    threading.stack_size(512 * 1024)
    try:
        thread = threading.Thread(target=lambda: found.extend(extract(blob, PYTHON) for blob in DEEP.values()))
        thread.start()
        thread.join()
    finally:
        threading.stack_size(0)
    assert len(found) == len(DEEP)


BEYOND = {
    "calls": ("c", b"int f(void){ return " + b"f(\n" * 40_000 + b"1" + b")" * 40_000 + b"; }\n"),
    "brackets": ("c", b"int f(void){ return " + b"a[\n" * 70_000 + b"1" + b"]" * 70_000 + b"; }\n"),
    "blocks": ("c", b"void f(void){\n" + b"{\n" * 20_000 + b"}" * 20_001),
    "blocks of Java": ("java", b"class A { void f(){\n" + b"{\n" * 20_000 + b"}" * 20_002),
    "lists": ("python", b"x = " + b"[\n" * 70_000 + b"]" * 70_000),
}


def test_thousands_of_sections_are_no_depth() -> None:
    found = extract(b"#if A\n" + b"#elif B\nclass C {}\n" * 2_000 + b"#endif\n", REGISTRY["csharp"])
    assert len(found.definitions) == 2_000


@pytest.mark.parametrize(("language", "blob"), BEYOND.values(), ids=BEYOND.keys())
def test_time_does_not_grow_with_the_square_of_the_depth(language: str, blob: bytes) -> None:
    start = time.process_time()
    extract(blob, REGISTRY[language])
    assert time.process_time() - start < 2.5


def test_time_grows_with_size_only() -> None:
    def seconds(unit: bytes, count: int) -> float:
        found = []
        for _ in range(3):
            start = time.process_time()
            extract(unit * count, PYTHON)
            found.append(time.process_time() - start)
        return min(found)

    for unit in (b"def f(a):\n  return a(b)\n", b"class A(B):\n  x = 1\n", b"x = 1  # c\n", b'__all__ += ["a"]\n', b"error error (\n"):
        seconds(unit, 100)
        assert seconds(unit, 4000) < 30 * max(seconds(unit, 400), 0.002), unit


def test_problems_are_listed_with_their_lines_but_not_endlessly() -> None:
    found = extract(b"def f(:\n  pass\n" * 100, PYTHON)
    assert 0 < len([problem for problem in found.problems if problem.kind == "syntax"]) <= 20
    [problem] = extract(b"x = 1\ny = '\xe9'\nf()\n", PYTHON).problems
    assert (problem.kind, problem.line) == ("encoding", 2)


@pytest.mark.parametrize("blob", [b"", b"\n", b"\xef\xbb\xbfx = 1\n", b"\x00\x00", b"x = '\x00'\n", b"a = 1\rb = 2\r"])
def test_odd_files(blob: bytes) -> None:
    check(blob)


MACROS_IN_DOUBT = [
    b"static int M%d f(int a) /* %s */ { return a; }\n" % (n, b" ".join(b"N%d_%d" % (n, m) for m in range(99, 113)))
    for n in range(100, 108)
]
"""Each with more names that may be macros than are tried: their order decides whether the right one is."""


def digest(paths: list[str]) -> str:
    found = hashlib.sha256()
    for path in paths:
        language = by_suffix(path)
        assert language is not None, path
        found.update(msgspec.msgpack.encode(extract(Path(path).read_bytes(), language), order="deterministic"))
    return found.hexdigest()


def test_the_same_bytes_give_the_same_facts_in_every_process(tmp_path: Path) -> None:
    doubtful = [tmp_path / f"{number}.c" for number in range(len(MACROS_IN_DOUBT))]
    for path, source in zip(doubtful, MACROS_IN_DOUBT, strict=True):
        path.write_bytes(source)
    cases = (path for path in sorted(CASES.glob("*/cases/*")) if by_suffix(path.name) is not None)
    paths = [str(path) for path in (*doubtful, *cases)]
    script = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); from test_robustness import digest; print(digest(sys.argv[1:]))"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", script, *paths],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()
        for seed in ("1", "4242")
    }
    assert runs == {digest(paths)}


@pytest.mark.parametrize(
    ("language", "source", "calls"),
    [
        ("python", b"f()[i()] += g()\n", 3),
        ("python", b"f().x += g()\n", 2),
        ("python", b"d.get(k(), [])[i] |= 1\n", 2),
        ("javascript", b"f().x += g();", 2),
        ("javascript", b"f()[i()] += 1;", 2),
        ("typescript", b"f().x ??= g();", 2),
        ("typescript", b"f()['x'] ||= g();", 2),
    ],
)
def test_what_is_assigned_to_is_evaluated_once(language: str, source: bytes, calls: int) -> None:
    assert sum(site.kind == "call" for site in extract(source, REGISTRY[language]).sites) == calls
