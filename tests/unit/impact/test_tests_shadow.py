from __future__ import annotations

import pytest

from nexus_diff.impact.tests_shadow import Failure, shadow
from nexus_diff.model.answer import AffectedTest


def listed(file: str, name: str, id: str = "") -> AffectedTest:
    return AffectedTest(
        id=id or f"Function:{file}:{name}", file=file, name=name, start_line=1, reason="calls x", distance=1, confidence=1.0
    )


LIST = [
    listed("tests/test_a.py", "test_one"),
    listed("tests/test_a.py", "TestB.test_two"),
    listed("web/a.test.ts", "web/a.test.ts", "File:web/a.test.ts"),
]


@pytest.mark.parametrize(
    ("failure", "place"),
    [
        (Failure("test_one", "tests.test_a"), 1),
        (Failure("test_one[x-1]", "tests.test_a"), 1),
        (Failure("test_one", "test_a"), 1),
        (Failure("test_one"), 1),
        (Failure("test_one", "", "tests/test_a.py"), 1),
        (Failure("test_one", "", "tests/test_b.py"), 0),
        (Failure("test_one", "tests.test_b"), 0),
        (Failure("test_two", "tests.test_a.TestB"), 2),
        (Failure("test_two", "repo.tests.test_a.TestB"), 2),
        (Failure("test_two", "tests.test_a.TestC"), 0),
        (Failure("adds › numbers", "adds", "/build/web/a.test.ts"), 3),
        (Failure("adds", "web/a.test.ts"), 3),
        (Failure("adds", "web/b.test.ts"), 0),
    ],
)
def test_a_failure_finds_its_place(failure: Failure, place: int) -> None:
    found = shadow(LIST, [failure], 10)
    assert found.ranks == ((place,) if place else ())
    assert found.missed == (() if place else (failure,))
    assert found.safe == bool(place)
    assert (found.ran, found.failed, found.listed) == (10, 1, 3)
