"""Reads go.mod and go.work: the module's path, and which modules stand in folders of the repository."""

from __future__ import annotations

import re
from typing import Any

_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|`[^`]*`|[^\s]+')
MOST = 2000
"""Directives that are read."""


def read_go_mod(text: str) -> dict[str, Any]:
    """`module`, and `replace` by local folders as [path, folder]."""
    found: dict[str, Any] = {}
    replaced: list[list[str]] = []
    for verb, words in _directives(text):
        if verb == "module" and words:
            found["module"] = words[0]
        elif verb == "replace" and "=>" in words:
            at = words.index("=>")
            if at and len(words) > at + 1 and words[at + 1].startswith(("./", "../", "/")):
                replaced.append([words[0], words[at + 1]])
    return {**found, "replace": replaced} if replaced else found


def read_go_work(text: str) -> dict[str, Any]:
    """`use`d folders and replacements."""
    used = [words[0] for verb, words in _directives(text) if verb == "use" and words]
    found = read_go_mod(text)
    found.pop("module", None)
    return {**found, "use": used} if used else found


def _directives(text: str) -> list[tuple[str, list[str]]]:
    """Each directive with its words, those in a parenthesised block one by one."""
    found: list[tuple[str, list[str]]] = []
    block = ""
    for line in text.splitlines():
        words = [_unquoted(word) for word in _WORD.findall(line.partition("//")[0])]
        if not words or len(found) >= MOST:
            continue
        if block:
            if words[0] == ")":
                block = ""
            else:
                found.append((block, words))
        elif words[-1] == "(" and len(words) == 2:
            block = words[0]
        else:
            found.append((words[0], words[1:]))
    return found


def _unquoted(word: str) -> str:
    return word[1:-1] if len(word) > 1 and word[0] in '"`' and word[-1] == word[0] else word
