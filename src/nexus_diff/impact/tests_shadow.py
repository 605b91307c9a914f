"""The selection against a real run: which of the tests that failed were in the list."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from nexus_diff.model.answer import AffectedTest

_PARAMETERS = re.compile(r"\[.*\]$|\(.*\)$", re.DOTALL)


class Failure(msgspec.Struct, frozen=True, order=True):
    """A failing test as its runner reports it. `file`: "" where the report names none."""

    name: str
    owner: str = ""
    file: str = ""


class Shadow(msgspec.Struct, frozen=True):
    """`ranks`: place in the list of each failure that was listed. `missed`: failures that a run of the list would not have shown."""

    ran: int
    failed: int
    listed: int
    ranks: tuple[int, ...]
    missed: tuple[Failure, ...]

    @property
    def safe(self) -> bool:
        """Whether nothing was missed."""
        return not self.missed


def shadow(tests: Iterable[AffectedTest], failures: Iterable[Failure], ran: int) -> Shadow:
    """Compares. A parametrized case counts for its function; a report that names classes or modules by dots is matched by their ends."""
    ordered = list(tests)
    by_name: dict[str, list[tuple[int, AffectedTest]]] = {}
    by_file: dict[str, int] = {}
    for place, test in enumerate(ordered, 1):
        by_name.setdefault(test.name.rpartition(".")[2], []).append((place, test))
        by_file.setdefault(test.file, place) if test.id.startswith("File:") else None
    ranks: list[int] = []
    missed: list[Failure] = []
    failed = sorted(set(failures))
    for failure in failed:
        place = _place(failure, by_name.get(_PARAMETERS.sub("", failure.name).rpartition("::")[2], [])) or _file_place(failure, by_file)
        if place:
            ranks.append(place)
        else:
            missed.append(failure)
    return Shadow(ran, len(failed), len(ordered), tuple(sorted(ranks)), tuple(missed))


def _place(failure: Failure, candidates: list[tuple[int, AffectedTest]]) -> int:
    return next((place for place, test in candidates if _same(failure, test)), 0)


def _same(failure: Failure, test: AffectedTest) -> bool:
    """Whether the report's class (`tests.test_a.TestB`) and file can be those of the test."""
    if failure.file and not (failure.file == test.file or test.file.endswith("/" + failure.file) or failure.file.endswith("/" + test.file)):
        return False
    module = re.sub(r"\.\w+$", "", test.file).replace("/", ".")
    owner = ".".join(filter(None, (module, test.name.rpartition(".")[0])))
    return not failure.owner or owner == failure.owner or owner.endswith("." + failure.owner) or failure.owner.endswith("." + owner)


def _file_place(failure: Failure, by_file: dict[str, int]) -> int:
    """Tests without names: the file decides."""
    hints = [text for text in (failure.file, failure.owner) if text]
    return next((place for file, place in by_file.items() if any(hint == file or hint.endswith("/" + file) for hint in hints)), 0)
