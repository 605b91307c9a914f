"""Affected tests as arguments of a test runner, one a line, best first."""

# For maintainers. An empty list must not run everything: no runner can be told "nothing" by having no arguments, so the caller has to skip
# it (`xargs -r`). A name that a runner cannot find stops pytest before it runs anything: where it is not plain that a class is collected,
# the file is named instead. That runs more, never less.

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from nexus_diff.model.answer import AffectedTest
from nexus_diff.report.runners_compiled import cargo, ctest, distinct, dotnet, go, gradle, gtest, maven

_SCRIPTS = (".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts")
MOST_NAMES = 2000
"""More tests than this are named by their files."""


def runner_arguments(tests: Sequence[AffectedTest], runner: str) -> list[str]:
    """Arguments for one of RUNNERS; empty when none of the tests is one of that runner's."""
    return RUNNERS[runner](tests)


def _pytest(tests: Sequence[AffectedTest]) -> list[str]:
    mine = [test for test in tests if test.file.endswith(".py")]
    whole = len(mine) > MOST_NAMES
    names = [test.file if whole or not _collected(test) else "::".join((test.file, *test.name.split("."))) for test in mine]
    files = {name for name in names if "::" not in name}
    return distinct(name for name in names if name in files or name.partition("::")[0] not in files)


def _collected(test: AffectedTest) -> bool:
    """Whether pytest plainly finds the test under its name: functions, and methods of classes named like tests."""
    *classes, _ = test.name.split(".")
    return all(name.startswith("Test") for name in classes)


def _files_of_scripts(tests: Sequence[AffectedTest]) -> list[str]:
    return distinct(test.file for test in tests if test.file.endswith(_SCRIPTS))


RUNNERS: Mapping[str, Callable[[Sequence[AffectedTest]], list[str]]] = {
    "pytest": _pytest,
    "jest": _files_of_scripts,
    "vitest": _files_of_scripts,
    "go": go,
    "maven": maven,
    "gradle": gradle,
    "cargo": cargo,
    "dotnet": dotnet,
    "gtest": gtest,
    "ctest": ctest,
}
"""What `--tests-for` accepts."""
