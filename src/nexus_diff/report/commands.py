"""How to run the affected tests: one line for a shell, ready to be pasted."""

# For maintainers. Names of the repository are quoted for the shell before they are escaped for the page; what would have to be shortened
# is not shown at all, since half a quotation is a trap.

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence

from nexus_diff.model.answer import Answer
from nexus_diff.report.escape import visible
from nexus_diff.report.runners import runner_arguments

_RUN = {"pytest": ("pytest",), "go": ("go", "test"), "maven": ("mvn", "test"), "cargo": ("cargo", "test"), "dotnet": ("dotnet", "test")}
"""Runners whose command follows from the language; which one runs JavaScript or C++ is the project's choice."""
_LONGEST = 150
_COMMIT = re.compile(r"[0-9a-f]{40}")


def test_command(answer: Answer) -> str:
    """The command that runs the affected tests of the runner that has the most of them; "" if none is known. A long one asks nexus-diff
    for the names again."""
    runner, arguments = _most(answer)
    if not arguments:
        return ""
    command = " ".join(map(shlex.quote, (*_RUN[runner], *arguments)))
    if len(command) <= _LONGEST and visible(command) == command:
        return command
    run = " ".join(_RUN[runner])
    asked = _range(answer)
    return f"nexus-diff {asked} --tests-for {runner} | xargs -r -d '\\n' {run}" if asked else ""


test_command.__test__ = False  # type: ignore[attr-defined]


def _most(answer: Answer) -> tuple[str, Sequence[str]]:
    numbers = {runner: sum(bool(runner_arguments((test,), runner)) for test in answer.affected_tests) for runner in _RUN}
    runner = max(_RUN, key=numbers.__getitem__)
    return runner, runner_arguments(answer.affected_tests, runner)


def _range(answer: Answer) -> str:
    if not _COMMIT.fullmatch(answer.base) or not _COMMIT.fullmatch(answer.head):
        return ""
    return f"{answer.base[:12]}..{answer.head[:12]}"
