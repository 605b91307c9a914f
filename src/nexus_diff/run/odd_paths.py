"""Paths of an answer that are not as in git: bytes that are no text stand in it as `\\xff`, for programs that must find the file."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.git import Range
from nexus_diff.link.nodes import printable
from nexus_diff.model.answer import Answer


def odd_paths(answer: Answer, compared: Range) -> dict[str, str]:
    """Path as the answer has it → path as in git, undecodable bytes as surrogate escapes; only where they differ. Costs nothing where no
    path of the answer looks like one."""
    if not any("\\" in path for path in _paths(answer)):
        return {}
    paths = (file.path for side in (compared.base, compared.head) for file in side.files())
    return {shown: path for path in paths if (shown := printable(path)) != path}


def _paths(answer: Answer) -> Iterator[str]:
    for rows in (answer.changed_symbols, answer.impacted, answer.breaking_call_sites, answer.affected_tests, answer.skipped):
        yield from (row.file for row in rows)
