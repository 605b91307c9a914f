"""What the project's own files say: its description, and what the lock of the action and the image installs."""

from __future__ import annotations

import re
from pathlib import Path

from packaging.utils import canonicalize_name

try:
    import tomllib
except ModuleNotFoundError:
    import tomli as tomllib

TOP = Path(__file__).parents[2]
PYPROJECT = tomllib.loads((TOP / "pyproject.toml").read_text())
PROJECT = PYPROJECT["project"]
US = "(this project)"


def locked() -> set[str]:
    """What the action and the image install to run, by the comments of the lock; what only builds is left out."""
    askers: dict[str, set[str]] = {}
    for entry in re.split(r"\n(?=[A-Za-z0-9])", (TOP / "action" / "requirements.txt").read_text().strip()):
        name = canonicalize_name(entry.split("==")[0])
        words = [line.strip("# ").removeprefix("via ").strip() for line in entry.splitlines() if line.strip().startswith("#")]
        askers.setdefault(name, set()).update(US if "(pyproject.toml)" in word else canonicalize_name(word) for word in words)
    found = {name for name, by in askers.items() if US in by}
    while more := {name for name, by in askers.items() if by & found} - found:
        found |= more
    return found
