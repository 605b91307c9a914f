"""Hubs of overrides where methods are told apart by their parameters: an override that comes, goes or changes its types is seen by the
callers of what it overrides, however the two spell generic types."""

from __future__ import annotations

import pytest
from histories import check
from memory import MemoryTree, link

CALLER = "class K { void F(B<One> b) { b.M(null); } void G(B<One> b) { b.N(); } }\n"
BASE = "class One { } class B<T> { public virtual void M(T x) { } public virtual void N() { } }\n"
STEPS = {
    "generic override goes": ("class D : B<One> { public override void M(One x) { } }\n", "class D : B<One> { }\n"),
    "generic override comes": ("class D : B<One> { }\n", "class D : B<One> { public override void M(One x) { } }\n"),
    "override gets other types": (
        "class D : B<One> { public override void M(One x) { } }\n",
        "class D : B<One> { public void M(One x, One y) { } public override void N() { } }\n",
    ),
    "override of exactly these types comes beside one that may be meant": (
        "class D<T> : B<T> { public override void M(T x) { } }\n",
        "class D<T> : B<T> { public override void M(T x) { } public void M(One x) { } }\n",
    ),
    "override of exactly these types goes": (
        "class D<X> : B<X> { public void M(One x) { } public override void M(X x) { } }\n",
        "class D<X> : B<X> { public void M(One x) { } }\n",
    ),
    "class goes": ("class D : B<One> { public override void M(One x) { } }\n", ""),
    "class comes": ("", "class D : B<One> { public override void M(One x) { } }\n"),
    "base goes": ("class D : B<One> { public override void M(One x) { } }\n", "class D { public void M(One x) { } }\n"),
}

JAVA = {
    "I.java": "interface I { void m(); }",
    "B.java": "class B { public void m() {} }",
    "D.java": "class D implements I { public void m() {} }",
    "K.java": "class K { void u(I i) { i.m(); } }",
}
TYPESCRIPT = {
    "I.ts": "export interface I { m(): void }\nexport function u(i: I) { i.m() }\n",
    "B.ts": "export class B { m() {} }\n",
    "D.ts": "import { I } from './I'\nexport class D implements I { m() {} }\n",
}
IMPORTS = "import { I } from './I'\nimport { B } from './B'\n"
INHERITING = {
    "Java": (JAVA, "C.java", "class C extends B implements I { }", ["", "class C extends B { }", "class C implements I { }"]),
    "C#": (
        {"I.cs": "interface I { void M(); } class K { void U(I i) { i.M(); } }", "B.cs": "class B { public void M() { } }"},
        "C.cs", "class C : B, I { }", ["", "class C : B { }", "class C : I { }"],
    ),
    "TypeScript": (
        TYPESCRIPT, "C.ts", IMPORTS + "export class C extends B implements I {}\n",
        ["", IMPORTS + "export class C extends B {}\n", IMPORTS + "export class C implements I {}\n"],
    ),
}  # fmt: skip
"""Classes that meet an interface with what they inherit: they may come and go without a method of their own."""


@pytest.mark.parametrize("case", STEPS)
def test_update_equals_full(case: str) -> None:
    equal(*({"K.cs": CALLER, "B.cs": BASE, "D.cs": text} for text in STEPS[case]))


@pytest.mark.parametrize("language", INHERITING)
def test_what_meets_an_interface_by_inheriting(language: str) -> None:
    around, path, met, others = INHERITING[language]
    for other in others:
        first, second = ({**around, **({path: text} if text else {})} for text in (met, other))
        equal(first, second)
        equal(second, first)


def equal(before: dict[str, str], after: dict[str, str]) -> None:
    """An update gives what linking from nothing gives."""
    record = check(link(before), MemoryTree(before), MemoryTree(after), "one step")
    assert any(output.hub_uses for output in record.outputs.values())
