"""What flows through this package: edges as evidence, findings of one side, and what a side must be able to tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

import msgspec

from nexus_diff.model.graph import FileLinks, Node, Relation

EDGE_TYPES = {"imports": "IMPORTS", "calls": "CALLS", "extends": "EXTENDS", "implements": "IMPLEMENTS"}
"""Kinds of dependency as the configuration and as the graph writes them."""


class Edge(msgspec.Struct, frozen=True, order=True):
    """One dependency: `source` at `file:line` depends on `target` (node ids; `external:name` for a library)."""

    source: str
    target: str
    type: str
    file: str
    line: int
    confidence: float
    reason: str


class Finding(msgspec.Struct, frozen=True):
    """Something that breaks a rule on one side. `key`: what it is, without line numbers; two findings with one key are the same.
    `edges`: the evidence, from source to target. `members`: of a cycle, sorted; its key is that of the rule and its level."""

    rule: str
    severity: str
    key: tuple[str, ...]
    source: str
    target: str
    message: str
    edges: tuple[Edge, ...] = ()
    members: tuple[str, ...] = ()


class Code(Protocol):
    """One revision, as rules see it. Paths are as the graph writes them. The last four are those of GraphReader."""

    def files(self) -> Iterable[str]:
        """All files that were parsed."""

    def manifests(self) -> Iterable[str]:
        """All package.json, tsconfig.json and the like."""

    def is_test(self, path: str) -> bool:
        """Whether a file holds tests."""

    def links(self) -> Mapping[str, FileLinks]:
        """What each file depends on; files that depend on nothing may be missing."""

    def relations(self, path: str) -> Iterable[Relation]:
        """Relations that start in a file, without those that overrides and guesses by name add."""

    def node(self, node_id: str) -> Node | None: ...

    def nodes_in(self, path: str) -> Iterable[Node]: ...

    def incoming(self, node_id: str, types: frozenset[str], min_confidence: float) -> Iterable[Relation]: ...

    def outgoing(self, node_id: str, types: frozenset[str], min_confidence: float) -> Iterable[Relation]: ...
