"""Every convention of extraction, one small file per subject and language beside the facts that it yields."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from nexus_diff.languages import REGISTRY, SUFFIXES
from nexus_diff.languages.base import Language

CASES = sorted(path for path in Path(__file__).parent.glob("*/cases/*") if path.suffix in SUFFIXES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parts[-3]}/{case.name}")
def test_case(case: Path, check_case: Callable[[Path, Language], None]) -> None:
    check_case(case, REGISTRY[SUFFIXES[case.suffix]])
