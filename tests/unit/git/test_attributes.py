from __future__ import annotations

import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from nexus_diff.git import Attributes, is_attributes_file
from nexus_diff.git.attributes import unquote
from nexus_diff.git.glob import Pattern

GEN = {"generated": True}


@pytest.mark.parametrize(
    ("texts", "path", "expected"),
    [
        ({}, "a.py", {}),
        ({"": "*.py linguist-generated"}, "a.py", GEN),
        ({"": "*.py linguist-generated"}, "d/e/a.py", GEN),
        ({"": "*.py linguist-generated=true"}, "a.py", GEN),
        ({"": "*.py linguist-generated=false"}, "a.py", {"generated": False}),
        ({"": "*.py -linguist-generated"}, "a.py", {"generated": False}),
        ({"": "*.py linguist-generated\na.py !linguist-generated"}, "a.py", {}),
        ({"": "*.py linguist-generated\na.py -linguist-generated"}, "a.py", {"generated": False}),
        ({"": "a.py -linguist-generated\n*.py linguist-generated"}, "a.py", GEN),
        ({"": "*.py linguist-vendored linguist-generated text eol=lf"}, "a.py", {"generated": True, "vendored": True}),
        ({"": "vendor/** linguist-vendored"}, "vendor/x/y.js", {"vendored": True}),
        ({"": "vendor/ linguist-vendored"}, "vendor/x.js", {}),
        ({"": "vendor linguist-vendored"}, "vendor/x.js", {}),
        ({"": "vendor/* linguist-vendored"}, "vendor/x/y.js", {}),
        ({"": "/a.py linguist-generated"}, "d/a.py", {}),
        ({"": "**/gen/*.py linguist-generated"}, "gen/a.py", GEN),
        ({"": "**/gen/*.py linguist-generated"}, "x/y/gen/a.py", GEN),
        ({"": "x/**/a.py linguist-generated"}, "x/a.py", GEN),
        ({"": "!*.py linguist-generated"}, "a.py", {}),
        ({"": "# *.py linguist-generated"}, "a.py", {}),
        ({"": '"with space.py" linguist-generated'}, "with space.py", GEN),
        ({"": '"caf\\303\\251.py" linguist-generated'}, "caf\u00e9.py", GEN),
        ({"": "[attr]gen linguist-generated\n*.py gen"}, "a.py", GEN),
        ({"": "*.py\tlinguist-generated\r\n"}, "a.py", GEN),
        ({"": "\ufeff*.py linguist-generated"}, "a.py", GEN),
        ({"": "*.py linguist-generated", "d": "*.py -linguist-generated"}, "d/a.py", {"generated": False}),
        ({"": "*.py linguist-generated", "d": "*.py -linguist-generated"}, "e/a.py", GEN),
        ({"d": "/a.py linguist-generated"}, "d/a.py", GEN),
        ({"d": "e/a.py linguist-generated"}, "d/e/a.py", GEN),
        ({"d": "*.py linguist-generated"}, "dd/a.py", {}),
        ({"d": "[attr]gen linguist-generated", "": "*.py gen"}, "d/a.py", {}),
    ],
)
def test_marks(texts, path, expected):
    files = {f"{folder}/.gitattributes" if folder else ".gitattributes": text for folder, text in texts.items()}
    assert Attributes(files).marks(path) == expected


@pytest.mark.parametrize(("path", "yes"), [(".gitattributes", True), ("a/.gitattributes", True), ("x.gitattributes", False)])
def test_is_attributes_file(path, yes):
    assert is_attributes_file(path) is yes


@pytest.mark.parametrize(
    ("text", "plain"), [("a", "a"), ("\\303\\251", "\u00e9"), ("\\t\\n\\\\", "\t\n\\"), ('\\"', '"'), ("\\377", "\udcff"), ("x\\", "x\\")]
)
def test_unquote(text, plain):
    assert unquote(text) == plain


def test_hostile_patterns_end_quickly():
    started = time.perf_counter()
    assert not Pattern("*a" * 200 + "b").matches("a" * 250)
    assert not Pattern("/".join(["**", "*a*a*a*a*b"] * 20)).matches("/".join(["a" * 50] * 40))
    assert not Pattern("**/a/" * 50 + "b").matches("a/" * 100 + "c")
    assert time.perf_counter() - started < 2


PIECES = st.sampled_from(
    ["a", "b", "*", "**", "?", "/", "[ab]", "[!a]", "[^b]", "[a-c]", "\\*", "\\", "]", ".py", "d", "-", "[[:alpha:]]", "!", "[]a]"]
)
PATTERNS = st.lists(st.lists(PIECES, min_size=1, max_size=6).map("".join), min_size=1, max_size=12)
PATHS = ["a", "b", "ab", "d/a", "d/b.py", "a/b/d", "a/d/b/a.py", "*", "[", "]", "a.py", "d/*/a", "-", "a-b", "a\\b", "abc/d/ab"]


@given(patterns=PATTERNS)
@settings(max_examples=120, deadline=None)
def test_patterns_match_as_in_git(attributes_sandbox, patterns):
    folder = attributes_sandbox
    assume(not any("\\/" in pattern for pattern in patterns))
    text = "".join(f"{pattern} p{number}\n" for number, pattern in enumerate(patterns))
    folder.write(".gitattributes", text)
    out = folder.git("check-attr", "-z", "-a", "--stdin", data=b"\0".join(path.encode() for path in PATHS) + b"\0").decode().split("\0")
    by_git = {(path, name) for path, name, value in zip(out[::3], out[1::3], out[2::3], strict=False) if value == "set"}
    ours = {
        (path, f"p{number}")
        for path in PATHS
        for number, pattern in enumerate(patterns)
        if not pattern.startswith("!") and Pattern(pattern).matches(path)
    }
    assert ours == by_git


@pytest.fixture(scope="module")
def attributes_sandbox(make_at):
    with tempfile.TemporaryDirectory() as folder:
        yield make_at(Path(folder) / "repo")
