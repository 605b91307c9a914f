"""TOML that strangers wrote, read in bounded time."""

from __future__ import annotations

import sys
from typing import Any

from nexus_diff.config.lines import key_lines


def read_toml(text: str) -> dict[str, Any]:
    """What the text says. Raises TooDeep for nesting and dotted keys that the parser takes too long for, ValueError for wrong syntax."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    key_lines(text)
    return tomllib.loads(text)
