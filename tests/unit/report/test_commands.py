"""Commands that run the affected tests: (tests as (file, name), command). `{range}` stands for the compared commits."""

from __future__ import annotations

import shlex

import pytest
from hostile_names import NAMES

from nexus_diff.model import answer as a
from nexus_diff.report.commands import test_command as command_for
from nexus_diff.report.escape import md_code

BASE, HEAD = "1" * 40, "2" * 40
AGAIN = f"nexus-diff {BASE[:12]}..{HEAD[:12]}"


def answer(pairs: list[tuple[str, str]], base: str = BASE) -> a.Answer:
    tests = tuple(
        a.AffectedTest(id=f"{f}:{n}", file=f, name=n, start_line=1, reason="calls x", distance=1, confidence=1.0) for f, n in pairs
    )
    return a.Answer(tool=a.Tool(version="0"), base=base, head=HEAD, base_kind="direct", affected_tests=tests)


@pytest.mark.parametrize(
    ("pairs", "command"),
    [
        ([], ""),
        ([("a_test.js", "x"), ("b_test.cc", "A.B")], ""),
        ([("tests/test_a.py", "test_x")], "pytest tests/test_a.py::test_x"),
        ([("tests/test a.py", "test_x")], "pytest 'tests/test a.py::test_x'"),
        ([("p/a_test.go", "TestA"), ("p/a_test.go", "TestB"), ("t.py", "test_x")], "go test -run '^(TestA|TestB)$' ./p"),
        ([("src/AT.java", "com.AT.one")], "mvn test '-Dtest=com$AT#one' -Dsurefire.failIfNoSpecifiedTests=false"),
        ([("tests/test_a.py", f"test_{n}") for n in range(99)], f"{AGAIN} --tests-for pytest | xargs -r -d '\\n' pytest"),
        ([("p/a_test.go", f"Test{n}") for n in range(99)], f"{AGAIN} --tests-for go | xargs -r -d '\\n' go test"),
    ],
)
def test_command(pairs: list[tuple[str, str]], command: str) -> None:
    assert command_for(answer(pairs)) == command


def test_a_long_list_of_what_is_not_committed_has_no_command() -> None:
    assert command_for(answer([("tests/test_a.py", f"test_{n}") for n in range(99)], base="")) == ""


@pytest.mark.parametrize("name", NAMES, ids=lambda name: ascii(name)[1:25])
def test_no_name_adds_to_a_command(name: str) -> None:
    command = command_for(answer([(f"{name}.py", "test_x")]))
    if not command.startswith("nexus-diff"):
        words = shlex.split(command, comments=True)
        assert words[0] == "pytest"
        assert len(words) == 2
        assert words[1] == f"{name}.py::test_x"
        assert command in md_code(command, 400), "shown whole, or the quotes might not close"
