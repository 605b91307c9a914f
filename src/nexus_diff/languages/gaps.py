"""Strings with parts that are put in when they run."""

from __future__ import annotations

from collections.abc import Iterable

from nexus_diff.model.expr import GAP

_LONGEST = 100


def with_gaps(parts: Iterable[str]) -> str:
    """What facts keep of such a string: short ones without white space, as routes are; else only that there is something put in."""
    text = "".join(parts)
    return text if len(text) <= _LONGEST and not any(c.isspace() for c in text) else GAP
