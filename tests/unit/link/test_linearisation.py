"""C3: what comes first, what is stuck, what is cut."""

from __future__ import annotations

import pytest

from nexus_diff.link.linearisation import linearised

CASES: dict[str, tuple[str, int, str]] = {
    "nothing": ("", 9, ""),
    "one line": ("abc", 9, "abc"),
    "a diamond": ("bd cd bc", 9, "bcd"),
    "a deep diamond": ("bdo cdeo bc", 9, "bcdeo"),
    "what stands behind others waits": ("ao bao", 9, "bao"),
    "no order agrees: the first head is taken": ("ab ba", 9, "ab"),
    "stuck in between": ("xab yba xy", 9, "xyab"),
    "cut": ("bdo cdeo bc", 3, "bcd"),
    "twice in one line": ("aab ac", 9, "abc"),
}


@pytest.mark.parametrize("name", CASES)
def test_order(name: str) -> None:
    lines, most, order = CASES[name]
    assert "".join(linearised([list(line) for line in lines.split()], most)) == order
