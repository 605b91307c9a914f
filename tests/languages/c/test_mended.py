"""What C is written in with macros whose definitions no text shows: it is read as it is, and no error is seen in it."""

from __future__ import annotations

import pytest

from nexus_diff.extract import extract
from nexus_diff.languages.c_family import C
from nexus_diff.model.expr import Call, Name

READ: dict[str, tuple[str, list[str], list[str]]] = {
    "head of a loop": (
        "int f(struct list *l) { ITEMS_FOREACH(i, l) { use(i); } items_each(i, l) g(i); return 1; }",
        ["f"],
        ["ITEMS_FOREACH", "use", "items_each", "g"],
    ),
    "head of a loop in front of a statement": (
        "int f(struct list *l) {\n  if (l)\n    ITEMS_FOREACH(i, l)\n      use(i);\n  return 1;\n}",
        ["f"],
        ["ITEMS_FOREACH", "use"],
    ),
    "statement without a semicolon": ("void f(int a) { check(a == 1)\n  use(a);\n}", ["f"], ["check", "use"]),
    "types as arguments": (
        "int f(va_list l) { return use(va_arg(l, long long)) + g(va_arg(l, unsigned long int)) + h(va_arg(l, long double)); }",
        ["f"],
        ["use", "g", "h"],
    ),
    "macro with numbers behind a type": (
        "void note_like(1, 2) note(const char *text, ...);\nstatic int note_like(2, 3)\nnoted(int level, ...) { return use(level); }\n"
        "char *note_like(1, 0)\nother(void) { return g(); }",
        ["note", "noted", "other"],
        ["use", "g"],
    ),
}
BROKEN = {
    "no semicolon behind a value": "int f(void) { int a = 1 return a; }",
    "no semicolon outside of functions": "int a = f(1) int b;",
    "no bracket": "int f(void) { return (1; }",
}


@pytest.mark.parametrize("name", READ)
def test_macros_are_no_errors(name: str) -> None:
    source, names, calls = READ[name]
    found = extract(source.encode(), C)
    assert [d.name for d in found.definitions if d.kind in ("function", "signature")] == names
    called = [found.exprs[e.func] for site in found.sites if isinstance(e := found.exprs[site.expr], Call) and site.kind == "call"]
    assert [e.name for e in called if isinstance(e, Name) and e.name != "va_arg"] == calls
    assert not found.problems


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_wrong_is_an_error(name: str) -> None:
    assert [problem.kind for problem in extract(BROKEN[name].encode(), C).problems] == ["syntax"]
