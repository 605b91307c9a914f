"""Every sample application: every route found, with method, path and handler, and nothing else.

Each folder holds an application below `app/` and what is to be found in `expected.txt`: kind, framework, name, handler, where.
"""

from __future__ import annotations

import pytest
from sample import HERE, rows, sources_of

from nexus_diff.analysis.frameworks import FRAMEWORKS

SAMPLES = sorted(p.parent.name for p in HERE.glob("*/expected.txt"))


@pytest.mark.parametrize("name", SAMPLES)
def test_sample(name: str) -> None:
    found = rows(sources_of(HERE / name / "app"))
    expected = (HERE / name / "expected.txt").read_text(encoding="utf-8").splitlines()
    assert found == expected


def test_samples_cover_the_table() -> None:
    found = {line.split()[1] for name in SAMPLES for line in (HERE / name / "expected.txt").read_text(encoding="utf-8").splitlines()}
    assert {framework.name for framework in FRAMEWORKS} == found
