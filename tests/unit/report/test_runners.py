"""Runner arguments: (runner, (file, name) of the tests, lines)."""

from __future__ import annotations

import pytest

from nexus_diff.model.answer import AffectedTest
from nexus_diff.report.runners import MOST_NAMES, RUNNERS, runner_arguments

PY = [("tests/test_a.py", "test_one"), ("tests/test_a.py", "TestB.test_two"), ("tests/test_b.py", "TestA.TestInner.test_x")]
CASES = [
    ("pytest", PY, ["tests/test_a.py::test_one", "tests/test_a.py::TestB::test_two", "tests/test_b.py::TestA::TestInner::test_x"]),
    ("pytest", [("tests/tests.py", "CardTests.test_a"), ("tests/tests.py", "test_b")], ["tests/tests.py"]),
    ("pytest", [("a.test.ts", "a.test.ts")], []),
    ("jest", [("a.test.ts", "a.test.ts"), ("b.spec.js", "b.spec.js"), ("test_a.py", "test_a")], ["a.test.ts", "b.spec.js"]),
    ("vitest", [("a.test.tsx", "a.test.tsx"), ("a.test.tsx", "a.test.tsx")], ["a.test.tsx"]),
    ("go", [("pkg/a_test.go", "TestA"), ("pkg/b_test.go", "TestB"), ("top_test.go", "TestA")], ["-run", "^(TestA|TestB)$", "./pkg", "./"]),
    (
        "maven",
        [("src/AT.java", "com.AT.one"), ("src/AT.java", "com.AT.two")],
        ["-Dtest=com$AT#one+two", "-Dsurefire.failIfNoSpecifiedTests=false"],
    ),
    ("cargo", [("src/a.rs", "tests.works"), ("tests/b.rs", "works"), ("tests/b.rs", "fails"), ("a.py", "x")], ["--", "works", "fails"]),
    ("cargo", [("src/a.rs", "tests.works")], ["--", "works"]),
    ("go", [("a b/a_test.go", "TestÄ"), ("-x/a_test.go", "Test_1")], ["-run", "^(TestÄ|Test_1)$", "./a b", "./-x"]),
    ("maven", [("AT.java", "AT.Inner.one")], ["-Dtest=AT$Inner#one", "-Dsurefire.failIfNoSpecifiedTests=false"]),
    ("maven", [("AT.java", "AbstractAT.one")], ["-Dtest=*#one", "-Dsurefire.failIfNoSpecifiedTests=false"]),
    ("gradle", [("AT.java", "AT.one"), ("AT.java", "AT.Inner.two")], ["--tests", "AT.one", "--tests", "AT$Inner.two"]),
    (
        "dotnet",
        [("A.cs", "Ns.Sub.ATests.One"), ("A.cs", "Ns.Outer.Inner.Two"), ("A.cs", "Ns.ATestBase.Three"), ("a.java", "x.y")],
        ["--filter", "FullyQualifiedName~ATests.One|FullyQualifiedName~Inner.Two|FullyQualifiedName~.Three"],
    ),
    ("dotnet", [("A.cs", "A.x|y(1)")], ["--filter", r"FullyQualifiedName~A.x\|y\(1\)"]),
    (
        "ctest",
        [("a_test.cc", "ns::Suite::One"), ("b.cc", "adds 1.5 (really)"), ("c.c", "test_c"), ("d.rs", "x")],
        ["-R", r"(^|/)(Suite\.One|adds 1\.5 \(really\)|test_c)(/|$)"],
    ),
    ("gtest", [("b.cc", "adds 1.5")], []),
    (
        "gtest",
        [("a_test.cc", "Suite::One"), ("a_test.cc", "Suite.Two")],
        ["--gtest_filter=Suite.One:*/Suite.One/*:Suite/*.One:Suite.Two:*/Suite.Two/*:Suite/*.Two"],
    ),
]


LONG = "T" * 400


@pytest.mark.parametrize(
    ("runner", "file", "name", "lines"),
    [
        ("go", "p/a_test.go", "Test{}", ["./p"]),
        ("maven", "A.java", "A.{}", ["-Dtest=A", "-Dsurefire.failIfNoSpecifiedTests=false"]),
        ("gtest", "a.cc", "A.{}", ["--gtest_filter=A.*:*/A.*:A/*"]),
        ("ctest", "a.cc", "A.{}", ["-R", "."]),
        ("cargo", "a.rs", "a.{}", ["--"]),
        ("dotnet", "A.cs", "N.A.{}", ["--filter", "FullyQualifiedName~A."]),
    ],
)
def test_what_is_too_long_for_one_argument_is_asked_for_as_a_whole(runner: str, file: str, name: str, lines: list[str]) -> None:
    many = [(file, name.format(f"{LONG}{number}")) for number in range(400)]
    assert runner_arguments(listed(many), runner) == lines


def listed(pairs: list[tuple[str, str]]) -> list[AffectedTest]:
    return [AffectedTest(id=f"{f}:{n}", file=f, name=n, start_line=1, reason="calls x", distance=1, confidence=1.0) for f, n in pairs]


@pytest.mark.parametrize(("runner", "pairs", "lines"), CASES)
def test_arguments(runner: str, pairs: list[tuple[str, str]], lines: list[str]) -> None:
    assert runner_arguments(listed(pairs), runner) == lines


@pytest.mark.parametrize("runner", RUNNERS)
def test_nothing_is_nothing(runner: str) -> None:
    assert runner_arguments([], runner) == []


def test_very_many_tests_are_named_by_their_files() -> None:
    many = [("tests/test_a.py", f"test_{n}") for n in range(MOST_NAMES + 1)]
    assert runner_arguments(listed(many), "pytest") == ["tests/test_a.py"]
