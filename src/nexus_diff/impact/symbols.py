"""Facts and graph nodes of one file → its symbols."""

from __future__ import annotations

from collections.abc import Sequence

from nexus_diff.impact.values import FileSymbols
from nexus_diff.model.facts import FileFacts
from nexus_diff.model.graph import Node


def file_symbols(file: Node, nodes: Sequence[Node], facts: FileFacts, marks: frozenset[str] = frozenset()) -> FileSymbols:
    """The symbols of one file. `file`: its File node; `nodes`: as linking names them, parallel to `facts.definitions`."""
    raise NotImplementedError
