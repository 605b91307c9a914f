"""What a stream can show, by the usual conventions: NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, TERM, width, encoding."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import IO

from nexus_diff.report.value import Options


def options_for(stream: IO[str], env: Mapping[str, str], *, width: int = 0) -> Options:
    """Options for text that goes to `stream`: plain and unfolded unless it is a terminal. `width` 0 asks the terminal."""
    terminal = _is_terminal(stream)
    if terminal and not width:
        width = _columns(stream, env)
    return Options(width=width if terminal else 0, color=_wants_color(terminal, env), unicode=_speaks_unicode(stream))


def _wants_color(terminal: bool, env: Mapping[str, str]) -> bool:
    if env.get("NO_COLOR"):
        return False
    if env.get("FORCE_COLOR") or env.get("CLICOLOR_FORCE"):
        return True
    return terminal and env.get("TERM") != "dumb"


def _is_terminal(stream: IO[str]) -> bool:
    try:
        return stream.isatty()
    except (AttributeError, ValueError):
        return False


def _columns(stream: IO[str], env: Mapping[str, str]) -> int:
    given = env.get("COLUMNS", "")
    if given.isascii() and given.isdigit() and 0 < len(given) < 5 and int(given):
        return int(given)
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


def _speaks_unicode(stream: IO[str]) -> bool:
    return (getattr(stream, "encoding", None) or "ascii").lower().replace("-", "").startswith("utf")
