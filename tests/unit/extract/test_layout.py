"""What prettier changes beyond white space does not count in TypeScript and JavaScript; everything else does."""

from __future__ import annotations

import pytest

from nexus_diff.extract import extract
from nexus_diff.languages import by_suffix


def body(text: str, suffix: str = "a.tsx") -> str:
    language = by_suffix(suffix)
    assert language is not None
    found = extract(f"function f(a) {{\n  {text}\n}}\n".encode(), language)
    assert not found.problems, found.problems
    return found.spans[0].body_hash


SAME = {
    "semicolons": ("a()\n  b()", "a();\n  b();"),
    "semicolons on one line": ("a(); b()", "a()\n  b();"),
    "semicolon before a parenthesis": ("a()\n  ;(b as C).d()", "a();\n  (b as C).d();"),
    "quotes": ("g('x')", 'g("x")'),
    "escaped quotes": (r"g('it\'s')", 'g("it\'s")'),
    "arrow parameter": ("g(x => x)", "g((x) => x)"),
    "keys": ("g({ 'x': 1 })", "g({ x: 1 })"),
    "new": ("g(new A)", "g(new A())"),
    "mixed operators": ("return a && b || c", "return (a && b) || c"),
    "remainder": ("return a % b * c", "return (a % b) * c"),
    "body of an arrow": ("g(() => a ? b : c)", "g(() => (a ? b : c))"),
    "JSX": ("return <b>x</b>", "return (\n    <b>x</b>\n  )"),
    "JSX text": ("return <b>x y <i/></b>", "return (\n    <b>\n      x\n      y <i />\n    </b>\n  )"),
    "JSX space": ("return <b>x <i/></b>", 'return (\n    <b>\n      x{" "}\n      <i />\n    </b>\n  )'),
    "JSX attribute": ("return <b c='d'/>", 'return <b c={"d"} />'),
    "what a template fills in": ("g(`a ${b+c}`)", "g(`a ${b + c}`)"),
    "members of a type": ("let x: { a: A, b: B }", "let x: { a: A; b: B }"),
    "leading bar": ("let x: A | B", "let x:\n    | A\n    | B"),
    "types in parentheses": ("let x: (A)[] | (B)", "let x: A[] | B"),
    "last type": ("g<A, B>()", "g<\n    A,\n    B,\n  >()"),
    "loop": ("for (let i = 0; i < a; i++) {}", "for (\n    let i = 0;\n    i < a;\n    i++\n  ) {}"),
    "comment before a question mark": ("return a ? b : c", "return a\n    /* why */\n    ? b\n    : c"),
}


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME.keys())
def test_what_prettier_does_is_layout(one: str, other: str) -> None:
    assert body(one) == body(other)


DIFFERENT = {
    "order of operators": ("return a * (b + c)", "return a * b + c"),
    "right operand": ("return a - (b - c)", "return a - b - c"),
    "optional chain": ("return (a?.b).c", "return a?.b.c"),
    "object or block": ("g(() => ({}))", "g(() => {})"),
    "sequence": ("g((a, b))", "g(a, b)"),
    "constructor": ("return new (a())()", "return new a()()"),
    "negation": ("return !(a && b)", "return !a && b"),
    "template text": ("g(`a b`)", "g(`a  b`)"),
    "quotes in a template": ("g(`'a'`)", 'g(`"a"`)'),
    "loop parts": ("for (a; b;) {}", "for (; a; b) {}"),
    "text of JSX": ("return <b>x y</b>", "return <b>xy</b>"),
    "type of an array": ("let x: (A | B)[]", "let x: A | B[]"),
    "key": ("g({ 'a-b': 1 })", "g({ ab: 1 })"),
}


@pytest.mark.parametrize(("one", "other"), DIFFERENT.values(), ids=DIFFERENT.keys())
def test_what_means_something_else_is_not(one: str, other: str) -> None:
    assert body(one) != body(other)
