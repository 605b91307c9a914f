"""Affected tests as arguments of a test runner, one a line, best first."""

# For maintainers. An empty list must not run everything: no runner can be told "nothing" by having no arguments, so the caller has to skip
# it (`xargs -r`). A name that a runner cannot find stops pytest before it runs anything: where it is not plain that a class is collected,
# the file is named instead. That runs more, never less.

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from nexus_diff.model.answer import AffectedTest

_SCRIPTS = (".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts")
_CPP = (".cc", ".cpp", ".cxx", ".c++")
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
    return _distinct(name for name in names if name in files or name.partition("::")[0] not in files)


def _collected(test: AffectedTest) -> bool:
    """Whether pytest plainly finds the test under its name: functions, and methods of classes named like tests."""
    *classes, _ = test.name.split(".")
    return all(name.startswith("Test") for name in classes)


def _files_of_scripts(tests: Sequence[AffectedTest]) -> list[str]:
    return _distinct(test.file for test in tests if test.file.endswith(_SCRIPTS))


def _go(tests: Sequence[AffectedTest]) -> list[str]:
    mine = [test for test in tests if test.file.endswith("_test.go")]
    if not mine:
        return []
    names = _distinct(test.name.rpartition(".")[2] for test in mine)
    folders = _distinct("./" + test.file.rpartition("/")[0] for test in mine)
    return ["-run", "^(" + "|".join(map(re.escape, names)) + ")$", *folders]


def _maven(tests: Sequence[AffectedTest]) -> list[str]:
    methods: dict[str, list[str]] = {}
    for test in tests:
        if test.file.endswith((".java", ".kt", ".groovy")):
            owner, _, method = test.name.rpartition(".")
            names = methods.setdefault((owner or test.name).replace(".", "$"), [])
            if owner and method not in names:
                names.append(method)
    chosen = ",".join(name + ("#" + "+".join(names) if names else "") for name, names in methods.items())
    return [f"-Dtest={chosen}", "-Dsurefire.failIfNoSpecifiedTests=false"] if chosen else []


def _gtest(tests: Sequence[AffectedTest]) -> list[str]:
    """Suite and test without their namespaces; instances of a parameterised test bear other texts around its names."""
    names = _distinct(".".join(test.name.replace("::", ".").split(".")[-2:]) for test in tests if test.file.endswith(_CPP))
    both = _distinct(form for name in names if "." in name for form in (name, f"*/{name}/*", name.replace(".", "/*.", 1)))
    return ["--gtest_filter=" + ":".join(both)] if both else []


def _cargo(tests: Sequence[AffectedTest]) -> list[str]:
    """Names as `cargo test` looks for them: in any part of a test's path, so that modules which a macro makes do not matter."""
    names = _distinct(test.name.rpartition(".")[2] for test in tests if test.file.endswith(".rs"))
    return ["--", *names] if names else []


def _distinct(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(texts))


RUNNERS: Mapping[str, Callable[[Sequence[AffectedTest]], list[str]]] = {
    "pytest": _pytest,
    "jest": _files_of_scripts,
    "vitest": _files_of_scripts,
    "go": _go,
    "maven": _maven,
    "gtest": _gtest,
    "cargo": _cargo,
}
"""What `--tests-for` accepts."""
