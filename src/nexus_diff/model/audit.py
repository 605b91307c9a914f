"""What a whole revision holds, without a change: communities, processes, dead code, cycles; and chains between two places."""

from __future__ import annotations

import msgspec

from nexus_diff.model.answer import Hop

SECTIONS = ("communities", "processes", "dead_code", "cycles")


class _Row(msgspec.Struct, frozen=True, kw_only=True):
    pass


class CommunityRow(_Row, frozen=True, kw_only=True):
    """`members`: ids, sorted. `cohesion`: share of the edges at its members that stay inside."""

    id: str
    name: str
    cohesion: float
    size: int
    members: tuple[str, ...]


class ProcessRow(_Row, frozen=True, kw_only=True):
    """`kind`: of the entry point, "flow" for one that was found by its score; `file`, `line`: of its first step."""

    id: str
    name: str
    kind: str
    file: str
    line: int
    steps: tuple[str, ...]


class DeadRow(_Row, frozen=True, kw_only=True):
    id: str
    kind: str
    name: str
    file: str
    line: int


class CycleRow(_Row, frozen=True, kw_only=True):
    """`cut`: a smallest set of imports without which it is no cycle."""

    level: str
    members: tuple[str, ...]
    cut: tuple[str, ...]


class Audit(_Row, frozen=True, kw_only=True):
    """`sections`: which were asked for; the others are empty. `cut`: what a limit left out → how many."""

    schema_version: str = "1.0"
    revision: str
    tree: str
    sections: tuple[str, ...] = SECTIONS
    communities: tuple[CommunityRow, ...] = ()
    processes: tuple[ProcessRow, ...] = ()
    dead_code: tuple[DeadRow, ...] = ()
    cycles: tuple[CycleRow, ...] = ()
    cut: dict[str, int] = {}
    notices: tuple[str, ...] = ()


class Chain(_Row, frozen=True, kw_only=True):
    """The shortest way from `start` to `end` (ids): one hop per import or call, none when there is no way. `kind`: "imports" or "calls"."""

    schema_version: str = "1.0"
    revision: str
    kind: str
    start: str
    end: str
    hops: tuple[Hop, ...] = ()
    notices: tuple[str, ...] = ()
