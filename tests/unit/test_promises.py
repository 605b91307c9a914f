"""Every promise of docs/promises.md has tests that carry its number, and every such test a promise."""

from __future__ import annotations

import re
from pathlib import Path

TOP = Path(__file__).parents[2]


def test_rows_and_tests_belong_together() -> None:
    rows = set(re.findall(r"^\| (\d+) \|", (TOP / "docs" / "promises.md").read_text(), re.MULTILINE))
    named = {
        row for file in (TOP / "tests").rglob("test_*.py") for row in re.findall(r"^def test_row_(\d+)_", file.read_text(), re.MULTILINE)
    }
    assert rows == named
    assert len(rows) >= 20
