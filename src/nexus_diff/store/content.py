"""What goes into a snapshot: a whole graph, or the difference to one that is stored."""

# For maintainers. Everything a snapshot holds is owned by one *place*, so that a change of a place replaces what it owned:
# a file's place is its path and owns the file's nodes (File node included) and the relations that start at them; the place ROOT
# owns every Folder node and the relations that start at folders (CONTAINS). Hubs and blobs are owned by their keys.

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from nexus_diff.model.graph import FileEntry, Hub, LinkOutput, Node

ROOT = ""
"""The place that owns folders."""


def place_of(node: Node) -> str:
    """The place that owns a node: ROOT for folders, else the node's file."""
    return ROOT if node.label == "Folder" else node.file_path


class GraphContent(msgspec.Struct, frozen=True, kw_only=True):
    """A whole linked graph. Ids are unique; relations, hub uses and hubs mention only ids in `nodes` and hubs in `hubs`;
    an output's relations start at nodes of its place. `outputs` carry their look-ups. `blobs`: (kind, key) → bytes, whatever the
    linker wants to find again without loading everything (file summaries, tables by bare name)."""

    files: Iterable[FileEntry]
    nodes: Iterable[Node]
    outputs: Mapping[str, LinkOutput]
    hubs: Iterable[Hub] = ()
    blobs: Mapping[tuple[str, str], bytes] = {}
    meta: Mapping[str, str] = {}


class GraphDelta(msgspec.Struct, frozen=True, kw_only=True):
    """What turns a stored graph into another. A place that is not named keeps all it had.

    `removed_files`: their entries, nodes and outputs go. `files`: entries that are new or changed. `nodes`: the whole new list of
    nodes of each place whose nodes changed (ROOT for folders). `outputs`: the whole new output, look-ups included, of each place
    that was linked again. `hubs`, `blobs`: new value, or None to remove. `meta`: replaces the keys it names."""

    removed_files: frozenset[str] = frozenset()
    files: Mapping[str, FileEntry] = {}
    nodes: Mapping[str, tuple[Node, ...]] = {}
    outputs: Mapping[str, LinkOutput] = {}
    hubs: Mapping[str, Hub | None] = {}
    blobs: Mapping[tuple[str, str], bytes | None] = {}
    meta: Mapping[str, str] = {}
