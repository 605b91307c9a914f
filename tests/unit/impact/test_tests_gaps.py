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


HEADER = "struct box { int x; };\n#define USED 1\n#define ASKED 2\nint f(struct box *b);\n"
SOURCE = '#include "box.h"\nint f(struct box *b) { return b->x + USED; }\n#if ASKED\nint g(void) { return 1; }\n#endif\n'


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        ('#include "../src/box.h"\nvoid test_f(void) { f(0); }\n', {"box": UNCHANGED, "USED": UNCHANGED}),
        ("void test_f(void) { other(); }\n", {"box": UNREACHED, "USED": UNREACHED}),
        ("", {}),
    ],
)
def test_data_is_reached_with_the_code_that_names_it(test: str, expected: dict[str, str]) -> None:
    """What only a condition of the preprocessor asks for is no code, and without any test nothing is said."""
    callers = callers_of({"src/box.h": HEADER, "src/box.c": SOURCE, **({"tests/test_box.c": test} if test else {})})
    names = [changed("Class:src/box.h:box", "class"), *(changed(f"CodeElement:src/box.h:{name}", "constant") for name in ("USED", "ASKED"))]
    assert {gap.name: gap.why for gap in gaps(callers, names)} == expected
