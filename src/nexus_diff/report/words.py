"""Our own words for numbers, the same in every format."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from nexus_diff.report.value import Report, Ring


def count(number: int, noun: str, plural: str = "") -> str:
    """`1 file`, `2 files`, `2 classes`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def of_tests(ring: Ring) -> str:
    """What of a ring stands in test files, counted: `3 tests and 1 helper of tests`; "" for nothing."""
    parts = [count(ring.tests, "test")] if ring.tests else []
    if ring.helpers:
        parts.append(count(ring.helpers, "helper of tests", "helpers of tests"))
    return " and ".join(parts)


def quiet_lines(report: Report) -> Iterator[str]:
    """What changed without changing what the product does, counted."""
    quiet = report.quiet
    if quiet.tests:
        yield f"{count(quiet.tests, 'symbol')} in {count(quiet.test_files, 'test file')}"
    if quiet.imports:
        yield f"{count(quiet.imports, 'file')} with other imports only"
    if quiet.moved:
        yield f"{count(quiet.moved, 'symbol')} moved with the file or symbol around"
    if quiet.comments:
        yield f"{count(quiet.comments, 'symbol')} with changes to comments or formatting only"


def foreign_files(report: Report, show: Callable[[str], str]) -> str:
    """`9 files are in no supported language (.md 4, .yaml 3 and 2 more)`."""
    total = sum(number for _, number in report.foreign)
    shown = ", ".join(f"{show(ending)} {number}" for ending, number in report.foreign[:5])
    left = total - sum(number for _, number in report.foreign[:5])
    return f"{count(total, 'file')} {'is' if total == 1 else 'are'} in no supported language ({shown}{f' and {left} more' if left else ''})"
