"""C#: sections that cut a declaration, and what a test is."""

from __future__ import annotations

import pytest

from nexus_diff.extract import extract
from nexus_diff.languages.csharp import CSHARP
from nexus_diff.languages.csharp_mend import mend

KEPT = [
    ("class A : B\n#if X\n, C\n#endif\n{ }", "class A : B { }"),
    ("class A : B\n#if !X\n, C\n#endif\n{ }", "class A : B , C { }"),
    ("class A : B\n#if X\n, C\n#else\n, D\n#endif\n{ }", "class A : B , D { }"),
    ("class A : B\n#if HAVE_C\n, C\n#else\n, D\n#endif\n{ }", "class A : B , C { }"),
    ("class A : B\n#if X\n, C\n#elif NET6_0_OR_GREATER && !Y\n, E\n#else\n, D\n#endif\n{ }", "class A : B , E { }"),
    ("#if X\nclass A { }\n#else\nclass B { }\n#endif", "#if X class A { } #else class B { } #endif"),
    (
        "class A { void M(int i) { switch (i) {\n#if X\ncase 1: break;\n#else\ncase 2: break;\n#endif\ndefault: break; } } }",
        "class A { void M(int i) { switch (i) { case 1: break; case 2: break; default: break; } } }",
    ),
    ('class A { string S = "#if X"; }', 'class A { string S = "#if X"; }'),
]


@pytest.mark.parametrize(("source", "left"), KEPT)
def test_sections_that_cut_a_declaration(source: str, left: str) -> None:
    mended = mend(source.encode()).decode()
    assert " ".join(mended.split()) == left
    assert [len(line) for line in mended.split("\n")] == [len(line) for line in source.split("\n")]


TESTS = """
class Checks {
    [Test] public void A() { }
    [Xunit.Fact] public void B() { }
    [TestCase(1), TestCase(2)] public void C(int x) { }
    [TestMethodAttribute] public void D() { }
    [SetUp] public void E() { }
    public void F() { }
}
"""


def test_tests_by_attribute() -> None:
    found = extract(TESTS.encode(), CSHARP)
    assert CSHARP.is_test is not None
    assert [d.name for d in found.definitions if CSHARP.is_test(d, ())] == ["A", "B", "C", "D"]
