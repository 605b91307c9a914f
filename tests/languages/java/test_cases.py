"""Every convention of extraction from Java, one small file per subject beside the facts that it yields."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from nexus_diff.extract import extract
from nexus_diff.languages.base import Language
from nexus_diff.languages.java import JAVA

CASES = sorted(path for path in (Path(__file__).parent / "cases").iterdir() if path.suffix == ".java")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Path, check_case: Callable[[Path, Language], None]) -> None:
    check_case(case, JAVA)


PROBLEMS = {
    "empty": (b"", []),
    "comment only": (b"// nothing", []),
    "not UTF-8": (b'class A { String s = "\xff"; }', ["encoding"]),
    "nothing but braces": (b"}}}}{{{{", ["syntax"]),
    "deep": (b"class A { int f() { return " + b"(" * 1000 + b"1" + b")" * 1000 + b"; } }", ["too deep"]),
    "deep blocks": (b"class A { void f() " + b"{" * 1000 + b"}" * 1000 + b" }", ["too deep"]),
    "long line": (b"class A { int[] a = {" + b"1," * 50_000 + b"}; }", []),
    "long chain": (b"class A { Object o = b" + b".c()" * 5000 + b"; }", []),
    "long sum": (b"class A { int i = 1" + b" + a" * 5000 + b"; }", []),
    "long else if": (b"class A { void f() { " + b"if (a) b(); else " * 500 + b"c(); } }", []),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_problems_are_data(name: str) -> None:
    source, kinds = PROBLEMS[name]
    assert sorted({problem.kind for problem in extract(source, JAVA).problems}) == kinds


SAME = {
    "comments": ("class A { int f() { return 1; } }", "/** A. */ class A { /* x */ int f() { return 1; // one\n } }"),
    "layout": ("class A { int f() { return g(1, 2); } }", "class A\n{\n  int f()\n  {\n    return g( 1,2 );\n  }\n}"),
}
DIFFERENT = {
    "value": ("class A { int f() { return 1; } }", "class A { int f() { return 2; } }"),
    "white space in a string": ('class A { String f() { return "a b"; } }', 'class A { String f() { return "ab"; } }'),
    "block": ("class A { int f() { if (a) { b(); } c(); } }", "class A { int f() { if (a) { b(); c(); } } }"),
    "words": ("class A { int f() { return newA; } }", "class A { int f() { return new A; } }"),
}


def _bodies(source: str) -> list[str]:
    return [span.body_hash for span in extract(source.encode(), JAVA).spans]


@pytest.mark.parametrize("name", SAME)
def test_hashes_do_not_see_layout_and_comments(name: str) -> None:
    before, after = SAME[name]
    assert _bodies(before) == _bodies(after)


@pytest.mark.parametrize("name", DIFFERENT)
def test_hashes_see_meaning(name: str) -> None:
    before, after = DIFFERENT[name]
    assert _bodies(before) != _bodies(after)


def test_a_changed_parameter_changes_the_signature_alone() -> None:
    before = extract(b"class A { void f(int a) { g(); } }", JAVA).spans[1]
    after = extract(b"class A { void f(long a) { g(); } }", JAVA).spans[1]
    assert before.body_hash == after.body_hash
    assert before.signature_hash != after.signature_hash
