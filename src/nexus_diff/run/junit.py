"""Reading JUnit XML, the report format that every test runner can write."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

from nexus_diff.impact.tests_shadow import Failure
from nexus_diff.model.errors import NexusDiffError

MOST_BYTES = 500_000_000


def failures_in(paths: Iterable[str]) -> tuple[list[Failure], int]:
    """The failing tests of some reports (failures and errors), and how many tests ran."""
    failures: list[Failure] = []
    ran = 0
    for path in paths:
        for case in _root(path).iter("testcase"):
            if case.find("skipped") is not None:
                continue
            ran += 1
            if case.find("failure") is not None or case.find("error") is not None:
                failures.append(Failure(case.get("name", ""), case.get("classname", ""), _relative(case.get("file", ""))))
    return failures, ran


def _root(path: str) -> ElementTree.Element:
    try:
        with Path(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise NexusDiffError(f"{path}: larger than {MOST_BYTES:,} bytes; pass a smaller report")
    except OSError as error:
        raise NexusDiffError(f"{path}: cannot be read ({error.strerror}); pass the JUnit XML of a test run") from None
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise NexusDiffError(f"{path}: declares entities, which no test report needs; it is not read")
    try:
        return ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        raise NexusDiffError(f"{path}: not JUnit XML ({error})") from None


def _relative(file: str) -> str:
    return file.replace("\\", "/").removeprefix("./")
