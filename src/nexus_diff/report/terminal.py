"""What a stream can show, by the usual conventions: NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, TERM, width, encoding."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import IO

from nexus_diff.report.value import Options

ASCII = str.maketrans({"→": "->", "↔": "<->", "…": "...", "·": "-"})
"""How our own signs are written where only ASCII can be."""


def options_for(stream: IO[str], env: Mapping[str, str], *, width: int = 0, color: str = "auto") -> Options:
    """Options for text that goes to `stream`: plain and unfolded unless it is a terminal. `width` 0 asks the terminal. `color`: what the
    user said, "always", "never" or "auto"."""
    terminal = _is_terminal(stream)
    if terminal and not width:
        width = _columns(stream, env)
    return Options(width=width if terminal else 0, color=wants_color(terminal, env, color), unicode=_speaks_unicode(stream))


def wants_color(terminal: bool, env: Mapping[str, str], color: str = "auto") -> bool:
    """The flag decides, then NO_COLOR, then FORCE_COLOR and CLICOLOR_FORCE (each if it is not empty), then what the stream is."""
    if color != "auto":
        return color == "always"
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
