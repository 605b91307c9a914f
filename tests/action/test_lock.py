"""The action installs exactly what is locked, and the lock covers what the package needs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

try:
    import tomllib
except ModuleNotFoundError:
    import tomli as tomllib

TOP = Path(__file__).parents[2]
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text())["project"]
NEEDED = [
    *PROJECT["dependencies"],
    *PROJECT["optional-dependencies"]["github"],
    *PROJECT["optional-dependencies"]["gitlab"],
    *(TOP / "action" / "requirements.in").read_text().split("\n"),
]
LOCK = (TOP / "action" / "requirements.txt").read_text()


def locked() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, version in re.findall(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", LOCK, re.MULTILINE):
        found.setdefault(canonicalize_name(name), []).append(version)
    return found


@pytest.mark.parametrize("text", [text for text in NEEDED if text.strip() and not text.startswith("#")])
def test_every_requirement_is_locked_within_its_bounds(text: str) -> None:
    requirement = Requirement(text)
    versions = locked()[canonicalize_name(requirement.name)]
    assert all(requirement.specifier.contains(version) for version in versions)


def test_every_entry_has_hashes_and_no_address() -> None:
    entries = re.split(r"\n(?=[A-Za-z0-9])", LOCK.strip())
    assert len(entries) >= 15
    for entry in entries:
        assert "--hash=sha256:" in entry, entry
        assert "://" not in entry
    assert "--index-url" not in LOCK
