"""A configuration of another tool that nobody should read for long."""

from __future__ import annotations

from pathlib import Path

import pytest

from nexus_diff.model.errors import NexusDiffError
from nexus_diff.run.rules_ask import LARGEST_FILE, adopted


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("tach.toml", "a." * 400_000 + "a = 1", "nested more than 32 levels"),
        ("tach.toml", "a = " + "[" * 400_000, "nested more than 32 levels"),
        ("tach.toml", "a = ", "cannot be understood"),
        ("cruiser.json", "[" * 400_000, "cannot be understood"),
        ("tach.toml", " " * (LARGEST_FILE + 1), "larger than"),
        ("other.toml", "", "holds neither"),
    ],
)
def test_what_cannot_be_taken_over_is_refused_at_once(name: str, text: str, reason: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(text)
    with pytest.raises(NexusDiffError, match=reason):
        adopted(str(file), [])
