"""Every convention of extraction from C, one small file per subject beside the facts that it yields."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from nexus_diff.extract import extract
from nexus_diff.languages.base import Language
from nexus_diff.languages.c_family import C

CASES = sorted(path for path in (Path(__file__).parent / "cases").iterdir() if path.suffix == ".c")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Path, check_case: Callable[[Path, Language], None]) -> None:
    check_case(case, C)


PROBLEMS = {
    "empty": (b"", []),
    "comment only": (b"/* nothing */", []),
    "NUL": (b"int f(void) { return 1; }\0\nint g(void) { return f(); }\n", ["syntax"]),
    "not UTF-8": (b'const char *s = "\xff";', ["encoding"]),
    "nothing but braces": (b"}}}}{{{{", ["syntax"]),
    "deep": (b"int x(void) { return " + b"(" * 1000 + b"1" + b")" * 1000 + b"; }", ["too deep"]),
    "deep blocks": (b"void f(void) " + b"{" * 1000 + b"}" * 1000, ["too deep"]),
    "deep sections": (b"#if A\n" * 1000 + b"int x;\n" + b"#endif\n" * 1000, ["too deep"]),
    "long line": (b"int a[] = {" + b"1," * 50_000 + b"};", []),
    "long sum": (b"int i = 1" + b" + a" * 5000 + b";", []),
    "long else if": (b"void f(void) { " + b"if (a) b(); else " * 500 + b"c(); }", []),
    "section that is never closed": (b"#if A\nint f(void) { return 1; }\n", ["syntax"]),
    "only macros": (b"A B C(D) E(F, G) {\n", ["syntax"]),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_problems_are_data(name: str) -> None:
    source, kinds = PROBLEMS[name]
    assert sorted({problem.kind for problem in extract(source, C).problems}) == kinds


SAME = {
    "comments": ("int f(void) { return 1; }", "/* f */ int f(void) { /* x */ return 1; // one\n }"),
    "layout": ("int f(void) { return g(1, 2); }", "int f(void)\n{\n  return g( 1,2 );\n}"),
    "lines of a macro": ("int f(void) {\nreturn M(1,\n2);\n}", "int f(void) {\n  return M(1, 2);\n}"),
}
DIFFERENT = {
    "value": ("int f(void) { return 1; }", "int f(void) { return 2; }"),
    "white space in a string": ('char *f(void) { return "a b"; }', 'char *f(void) { return "ab"; }'),
    "block": ("void f(void) { if (a) { b(); } c(); }", "void f(void) { if (a) { b(); c(); } }"),
    "body of a macro": ("#define F(x) g(x)\n", "#define F(x) h(x)\n"),
    "pointer": ("int f(int *p) { return *p; }", "int f(int *p) { return p; }"),
}


def _bodies(source: str) -> list[str]:
    return [span.body_hash for span in extract(source.encode(), C).spans]


@pytest.mark.parametrize("name", SAME)
def test_hashes_do_not_see_layout_and_comments(name: str) -> None:
    before, after = SAME[name]
    assert _bodies(before) == _bodies(after)


@pytest.mark.parametrize("name", DIFFERENT)
def test_hashes_see_meaning(name: str) -> None:
    before, after = DIFFERENT[name]
    assert _bodies(before) != _bodies(after)


SIGNATURES = {
    "parameter": ("int f(int a) { return 1; }", "int f(long a) { return 1; }"),
    "result": ("int f(void) { return 1; }", "long f(void) { return 1; }"),
    "static": ("int f(void) { return 1; }", "static int f(void) { return 1; }"),
    "parameters of a macro": ("#define F(x) g(x)\n", "#define F(x, y) g(x)\n"),
}


@pytest.mark.parametrize("name", SIGNATURES)
def test_signatures_change_alone(name: str) -> None:
    before, after = (extract(source.encode(), C).spans[0] for source in SIGNATURES[name])
    assert before.signature_hash != after.signature_hash
    assert before.body_hash == after.body_hash
