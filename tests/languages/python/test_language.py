"""Which files are Python, and what a test runner collects there."""

from __future__ import annotations

import builtins

import pytest

from nexus_diff.extract import extract
from nexus_diff.languages import by_suffix, language_of
from nexus_diff.languages.python import PYTHON


@pytest.mark.parametrize(
    ("path", "first_bytes", "expected"),
    [
        ("a/b.py", b"", "python"),
        ("a/b.pyi", b"", "python"),
        ("a/B.PY", b"", "python"),
        ("script", b"#!/usr/bin/env python3\n", "python"),
        ("script", b"#!/usr/bin/python3.12 -u\n", "python"),
        ("script", b"#!/usr/bin/env -S LANG=C pypy3\n", "python"),
        ("script", b"#!/bin/sh\n", None),
        ("script", b"import os\n", None),
        ("data.txt", b"#!/usr/bin/python\n", None),
        (".py", b"", None),
        ("a.py/b", b"", None),
        ("a.pyc", b"", None),
    ],
)
def test_language_of(path: str, first_bytes: bytes, expected: str | None) -> None:
    found = language_of(path, first_bytes)
    assert (found.name if found else None) == expected


def test_by_suffix_takes_the_longest() -> None:
    found = by_suffix("a/test.foo.py")
    assert found is not None
    assert found.name == "python"


TESTS = """
def test_plain(): ...
def helper(): ...
class TestThing:
    def test_method(self): ...
    def setup_method(self): ...
    class TestInner:
        def test_deep(self): ...
class ThingTests(TestCase):
    def testCamel(self): ...
def outer():
    def test_nested(): ...
test_variable = 1
"""


def test_is_test() -> None:
    found = extract(TESTS.encode(), PYTHON)
    assert PYTHON.is_test is not None
    by_name = {made.qualified: made for made in found.definitions}
    collected = []
    for qualified, made in by_name.items():
        steps = qualified.split(".")
        around = tuple(by_name[".".join(steps[:count])] for count in range(1, len(steps)))
        if PYTHON.is_test(made, around):
            collected.append(qualified)
    assert collected == [
        "test_plain", "TestThing", "TestThing.test_method", "TestThing.TestInner", "TestThing.TestInner.test_deep", "ThingTests",
        "ThingTests.testCamel",
    ]  # fmt: skip


def test_names_of_the_language() -> None:
    assert {"len", "print", "ValueError", "ExceptionGroup", "__name__", "self"} - PYTHON.builtin_names == {"self"}
    public = {name for name in dir(builtins) if not name.startswith("_")}
    assert public <= PYTHON.builtin_names
    assert {"append", "get", "join", "items", "read_text", "group", "strftime", "debug", "acquire"} <= PYTHON.builtin_methods
    assert "render" not in PYTHON.builtin_methods
    assert {"json", "typing", "tomllib", "distutils"} <= PYTHON.standard_modules
