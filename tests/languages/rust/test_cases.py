"""Every convention of extraction from Rust, one small file per subject beside the facts that it yields."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from nexus_diff.languages.base import Language
from nexus_diff.languages.rust import RUST

CASES = sorted(path for path in (Path(__file__).parent / "cases").iterdir() if path.suffix == ".rs")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Path, check_case: Callable[[Path, Language], None]) -> None:
    check_case(case, RUST)
