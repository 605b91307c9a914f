"""Affected tests as arguments of the test runners of Go, Java, C, C++, C# and Rust."""

# For maintainers. These runners take names as patterns in one argument, which Linux bounds at 128 KiB: what would be longer is asked for by
# classes, suites or folders, which runs more. Tests of a class that others extend run under the names of those: where a class is named like
# one, the method is asked for in any class.

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from nexus_diff.model.answer import AffectedTest

LONGEST = 100_000
"""Characters of one argument at most."""
_JVM = (".java", ".kt", ".groovy")
_CPP = (".cc", ".cpp", ".cxx", ".c++")
_WORD = re.compile(r"[^\W\d]\w*")
_EXTENDED = re.compile(r"Abstract\w*|\w*Base")


def go(tests: Sequence[AffectedTest]) -> list[str]:
    """`go test -run PATTERN ./folder …`; folders alone where the pattern would be too long."""
    mine = [test for test in tests if test.file.endswith("_test.go")]
    if not mine:
        return []
    folders = distinct("./" + test.file.rpartition("/")[0] for test in mine)
    pattern = "^(" + "|".join(map(re.escape, distinct(_last(test.name) for test in mine))) + ")$"
    return [*(["-run", pattern] if len(pattern) <= LONGEST else []), *folders]


def maven(tests: Sequence[AffectedTest]) -> list[str]:
    """`-Dtest=Class#one+two,Outer$Inner#three`."""
    methods: dict[str, list[str]] = {}
    for owner, method in _of_classes(tests):
        names = methods.setdefault(owner, [])
        if method and method not in names:
            names.append(method)
    fine = ",".join(name + ("#" + "+".join(names) if names else "") for name, names in methods.items())
    chosen = fine if len(fine) <= LONGEST else ",".join(methods)
    return [f"-Dtest={chosen}", "-Dsurefire.failIfNoSpecifiedTests=false"] if chosen else []


def gradle(tests: Sequence[AffectedTest]) -> list[str]:
    """`--tests Class.one --tests Outer$Inner.three`: a class in capitals is found in any package."""
    names = distinct(f"{owner}.{method}" if method else owner for owner, method in _of_classes(tests))
    return [line for name in names for line in ("--tests", name)]


def gtest(tests: Sequence[AffectedTest]) -> list[str]:
    """Suite and test without their namespaces; instances of a parameterised test bear other texts around its names."""
    names = [(suite, name) for suite, name in _of_suites(tests) if suite]
    fine = [form for suite, name in names for form in (f"{suite}.{name}", f"*/{suite}.{name}/*", f"{suite}/*.{name}")]
    coarse = [form for suite in distinct(suite for suite, _ in names) for form in (f"{suite}.*", f"*/{suite}.*", f"{suite}/*")]
    return ["--gtest_filter=" + _bounded(fine, coarse, ":")] if fine else []


def ctest(tests: Sequence[AffectedTest]) -> list[str]:
    """`ctest -R PATTERN`, for tests that CMake's `…_discover_tests` lists by their names."""
    mine = [test for test in tests if test.file.endswith((*_CPP, ".c"))]
    names = distinct(".".join(test.name.replace("::", ".").split(".")[-2:]) if _plain(test.name) else test.name for test in mine)
    every = _bounded([_cmake(name) for name in names], ["."], "|")
    return ["-R", f"(^|/)({every})(/|$)" if every != "." else every] if names else []


def cargo(tests: Sequence[AffectedTest]) -> list[str]:
    """Names as `cargo test` looks for them: in any part of a test's path, so that modules which a macro makes do not matter."""
    names = distinct(_last(test.name) for test in tests if test.file.endswith(".rs"))
    return ["--", *(names if sum(map(len, names)) <= LONGEST else ())] if names else []


def dotnet(tests: Sequence[AffectedTest]) -> list[str]:
    """`dotnet test --filter "FullyQualifiedName~Class.Method|…"`."""
    fine: list[str] = []
    for test in tests:
        if test.file.endswith(".cs"):
            owner, _, method = test.name.rpartition(".")
            around = "" if _EXTENDED.fullmatch(_last(owner)) else _last(owner)
            fine.append(f"FullyQualifiedName~{_filter(f'{around}.{method}')}")
    coarse = distinct(one.rpartition(".")[0] + "." for one in fine)
    return ["--filter", _bounded(distinct(fine), coarse, "|")] if fine else []


def distinct(texts: Iterable[str]) -> list[str]:
    """Each text once, in order."""
    return list(dict.fromkeys(texts))


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _bounded(fine: list[str], coarse: list[str], separator: str) -> str:
    joined = separator.join(fine)
    return joined if len(joined) <= LONGEST else separator.join(coarse)


def _of_classes(tests: Sequence[AffectedTest]) -> Iterable[tuple[str, str]]:
    for test in tests:
        if test.file.endswith(_JVM):
            owner, _, method = test.name.rpartition(".")
            extended = method and _EXTENDED.fullmatch(_last(owner))
            yield ("*" if extended else (owner or test.name).replace(".", "$")), method if owner else ""


def _of_suites(tests: Sequence[AffectedTest]) -> list[tuple[str, str]]:
    """Suite and name; no suite for a test that bears a text as its name (Catch2)."""
    found: dict[tuple[str, str], None] = {}
    for test in tests:
        if test.file.endswith(_CPP):
            names = test.name.replace("::", ".").split(".")[-2:]
            suite = names[0] if len(names) == 2 and _plain(test.name) else ""
            found[suite, names[-1]] = None
    return list(found)


def _plain(name: str) -> bool:
    return all(map(_WORD.fullmatch, name.replace("::", ".").split(".")))


def _cmake(name: str) -> str:
    return re.sub(r"([][\\^$.|?*+(){}])", r"\\\1", name)


def _filter(name: str) -> str:
    return re.sub(r"([\\()&|=!~])", r"\\\1", name)
