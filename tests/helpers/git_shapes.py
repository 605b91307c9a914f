"""A small repository whose next change breaks a call, and what its answer has to say."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

PAY = "def charge(amount):\n    return amount\n\n\ndef refund(amount):\n    return -amount\n"
SHOP = "from pay import charge\n\n\ndef checkout(total):\n    return charge(total)\n"
BROKEN = PAY.replace("charge(amount)", "charge(amount, currency)")
BREAKS = "shop.py:5: breaks: `charge(total)` does not fit `charge`: it needs `currency`"
COMMAND = f'"{sys.executable}" -m nexus_diff'


def at(repo: Any, path: Path) -> Any:
    """Another folder, to be used as a repository."""
    found = type(repo).__new__(type(repo))
    found.path = path
    return found


def changed(answer: Any) -> list[tuple[str, str]]:
    return [(symbol["qualified_name"], symbol["change"]) for symbol in answer["changed_symbols"]]


def refused(ran: Any, *words: str) -> None:
    """One line, exit 2, nothing on stdout."""
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1), ran
    assert all(word in ran.err for word in words), ran


def finds_the_break(ran: Any) -> None:
    assert ran.code == 0, ran
    assert BREAKS in ran.out, ran


def brief(repo: Any, *arguments: str, **more: Any) -> Any:
    return repo.run(*arguments, "--format", "brief", **more)
