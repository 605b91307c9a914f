"""Every convention of extraction from C++, one small file per subject beside the facts that it yields."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from nexus_diff.extract import extract
from nexus_diff.languages.base import Language
from nexus_diff.languages.c_family import CPP

CASES = sorted(path for path in (Path(__file__).parent / "cases").iterdir() if path.suffix == ".cc")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Path, check_case: Callable[[Path, Language], None]) -> None:
    check_case(case, CPP)


PROBLEMS = {
    "empty": (b"", []),
    "comment only": (b"// nothing", []),
    "NUL": (b"int f() { return 1; }\0\nint g() { return f(); }\n", ["syntax"]),
    "not UTF-8": (b'const char* s = "\xff";', ["encoding"]),
    "nothing but braces": (b"}}}}{{{{", ["syntax"]),
    "deep": (b"int x() { return " + b"(" * 1000 + b"1" + b")" * 1000 + b"; }", ["too deep"]),
    "deep namespaces": (b"namespace a { " * 1000 + b"}" * 1000, ["too deep"]),
    "deep classes": (b"class A { " * 500 + b"};" * 500, ["too deep"]),
    "deep lambdas": (b"auto x = " + b"[] { return " * 400 + b"1" + b"; }" * 400 + b";", ["too deep"]),
    "long line": (b"int a[] = {" + b"1," * 50_000 + b"};", []),
    "long chain of operators": (b"void f() { out" + b' << "x"' * 5000 + b"; }", []),
    "long chain of calls": (b"void f() { a" + b".b()" * 5000 + b"; }", ["too deep"]),
    "long else if": (b"void f() { " + b"if (a) b(); else " * 500 + b"c(); }", []),
    "many blocks": (b"{}" * 20_000, []),
    "many comments that never end": (b"class A {}; " + b"/* " * 100_000, ["syntax"]),
    "one long word in capitals": (b"END" * 30_000 + b"!\nint f() { return 1; }\n", ["syntax"]),
    "much space": (b"int f(const A &" + b" " * 100_000 + b"!);\n", ["syntax"]),
    "many sections": (b"#if A\n)\n#endif\n" * 2000, ["syntax"]),
    "half of a template": (b"template <typename T", ["syntax"]),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_problems_are_data(name: str) -> None:
    source, kinds = PROBLEMS[name]
    assert sorted({problem.kind for problem in extract(source, CPP).problems}) == kinds


SAME = {
    "comments": ("class A { int f() { return 1; } };", "/** A. */ class A { /* x */ int f() { return 1; // one\n } };"),
    "layout": ("class A { int f() { return g(1, 2); } };", "class A\n{\n  int f()\n  {\n    return g( 1,2 );\n  }\n};"),
    "export macro": ("class A { int f() { return 1; } };", "class LIB_EXPORT A { int f() { return 1; } };"),
}
DIFFERENT = {
    "value": ("int f() { return 1; }", "int f() { return 2; }"),
    "white space in a string": ('auto f() { return "a b"; }', 'auto f() { return "ab"; }'),
    "white space in a raw string": ('auto f() { return R"(a b)"; }', 'auto f() { return R"(ab)"; }'),
    "block": ("void f() { if (a) { b(); } c(); }", "void f() { if (a) { b(); c(); } }"),
    "move": ("void f() { g(std::move(x)); }", "void f() { g(x); }"),
    "initialiser": ("struct A { A() : a(1) {} int a; };", "struct A { A() : a(2) {} int a; };"),
}


def _hashes(source: str) -> list[tuple[str, str]]:
    return [(span.body_hash, span.signature_hash) for span in extract(source.encode(), CPP).spans]


@pytest.mark.parametrize("name", SAME)
def test_hashes_do_not_see_layout_and_comments(name: str) -> None:
    before, after = SAME[name]
    assert _hashes(before) == _hashes(after)


@pytest.mark.parametrize("name", DIFFERENT)
def test_hashes_see_meaning(name: str) -> None:
    before, after = DIFFERENT[name]
    assert _hashes(before) != _hashes(after)


MENDED = {
    "pointer to member": ("struct A { int f(B* b) { return (b->*g)(); } int h() { return 1; } };", ["A", "f", "h"]),
    "friend of the outermost namespace": ("namespace n { class A { friend struct ::B; int h() { return 1; } }; }", ["n", "A", "h"]),
    "macro on a line of a class": (
        'class A {\n  DEPRECATED("use (g)")\n  void f(int a) {\n    g(a);\n  }\n};\nint h() { return 1; }',
        ["A", "f", "h"],
    ),
    "directive in a list": ('int a[] = {\n#include "a.h"\n#define X 1\n  X, 2\n};\nint h() { return 1; }', ["h"]),
    "comment in a macro": ("#define F(x) \\\n  do { /* a */ \\\n    g(x); /*b*/; \\\n  } while (0)\nint h() { return 1; }", ["h"]),
    "head for another system": ("#ifdef _WIN32\nint wmain() {\n#else\nint main() {\n#endif\n  return 1;\n}", ["main"]),
}


@pytest.mark.parametrize("name", MENDED)
def test_what_the_grammar_does_not_know(name: str) -> None:
    source, names = MENDED[name]
    found = extract(source.encode(), CPP)
    kinds = ("class", "method", "function", "namespace")
    assert [d.name for d in found.definitions if d.kind in kinds and "macro" not in d.modifiers] == names
    assert not found.problems
