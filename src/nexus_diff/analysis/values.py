"""What flows through this package."""

from __future__ import annotations

import msgspec

from nexus_diff.model.graph import Node

ENTRY_KINDS = ("http", "cli", "main", "task", "event", "api")


class EntryPoint(msgspec.Struct, frozen=True, order=True):
    """Where execution enters from outside. `id`: node id of the handler. `kind`: one of ENTRY_KINDS. `name`: how its users call it ("POST
    /orders", "flask routes", "python -m pkg"). `framework`: what calls it. `file`, `line`: where it is registered."""

    id: str
    kind: str
    name: str
    framework: str
    file: str
    line: int


Call = tuple[int, int, float, int]
"""Positions of caller and callee, confidence, line."""


class CodeGraph(msgspec.Struct, frozen=True):
    """One tree's code as whole-graph algorithms see it. `nodes`: files, functions, methods, classes and interfaces, sorted by id; all else
    names them by position. `calls`: CALLS of at least the threshold; `heritage`: EXTENDS, IMPLEMENTS; both sorted, without duplicates."""

    nodes: tuple[Node, ...]
    calls: tuple[Call, ...]
    heritage: tuple[tuple[int, int], ...]

    def in_tests(self) -> list[bool]:
        """Per node: whether it is a test or stands in a file of tests."""
        files = {node.file_path for node in self.nodes if node.label == "File" and node.is_test}
        return [node.is_test or node.file_path in files for node in self.nodes]


class Community(msgspec.Struct, frozen=True):
    """Symbols that belong together. `members`: their ids, sorted. `cohesion`: share of the edges at its members that stay inside."""

    id: str
    name: str
    cohesion: float
    members: tuple[str, ...]


class Process(msgspec.Struct, frozen=True):
    """One flow from an entry point to where it ends. `kind`, `entered`: kind and name of the entry point; "flow" and "" for one that was
    found by its score. `steps`: node ids, the entry point's first."""

    id: str
    name: str
    kind: str
    entered: str
    steps: tuple[str, ...]

    @property
    def entry(self) -> str:
        """Id of the entry point's handler."""
        return self.steps[0]
