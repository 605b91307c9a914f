"""Which changed code no test reaches."""

from __future__ import annotations

import pytest
from sources import callers_of

from nexus_diff.impact.tests_gaps import UNCHANGED, UNREACHED, gaps
from nexus_diff.model.answer import ChangedSymbol

CARD = "package shop;\nclass Card {\n  private Object lock;\n  static Card of() { return new Card(); }\n  void charge() {}\n}\n"


def changed(key: str, kind: str) -> ChangedSymbol:
    _, file, name = key.split(":")
    return ChangedSymbol(
        id=key, kind=kind, name=name.rpartition(".")[2], qualified_name=name, file=file, start_line=1, end_line=2,
        change="modified", changes=("modified",),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("test", "expected"),
    [("Card.of().charge();", UNCHANGED), ("Card.of();", UNCHANGED), ("other();", UNREACHED)],
)
def test_who_reaches_a_member_reaches_the_class(test: str, expected: str) -> None:
    path = "src/main/java/shop/Card.java"
    source = f"package shop;\nclass CardTest {{\n  @Test void a() {{ {test} }}\n  void other() {{}}\n}}\n"
    callers = callers_of({path: CARD, "src/test/java/shop/CardTest.java": source})
    found = gaps(callers, [changed(f"Class:{path}:Card", "class")])
    assert [gap.why for gap in found] == [expected]
