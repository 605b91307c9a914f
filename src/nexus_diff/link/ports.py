"""What linking asks of its caller, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

import msgspec

from nexus_diff.model.facts import FileFacts, ManifestFacts
from nexus_diff.model.graph import FileEntry, Hub, LinkOutput, Node


class Tree(Protocol):
    """A tree to link. Facts and manifests may be loaded on demand; `facts` is None for files that were not parsed."""

    def files(self) -> Mapping[str, FileEntry]: ...

    def facts(self, path: str) -> FileFacts | None: ...

    def manifest(self, path: str) -> ManifestFacts | None: ...


class Recorded(Protocol):
    """What a snapshot remembers of the tree it was linked from."""

    def asked(self, keys: Iterable[str]) -> set[str]:
        """Paths of the files whose linking looked up any of these keys."""

    def blob(self, kind: str, key: str) -> bytes | None:
        """A value that linking stored ("name": candidates of a bare name; "parts": hashes of a file's summary; "class": hierarchy)."""

    def output(self, path: str) -> LinkOutput | None: ...

    def hub(self, hub_id: str) -> Hub | None: ...


class Linked(msgspec.Struct, frozen=True):
    """Result of linking. From `link_tree`: everything. From `link_change`: just what differs: `nodes` of changed files (path → full new
    list; an empty list for deleted ones), `outputs` of re-linked files (None: file is gone or not parsed any more), changed hubs and blobs
    (None: gone). Folder nodes and the relations that they own stand under path ""."""

    nodes: dict[str, list[Node]]
    outputs: dict[str, LinkOutput | None]
    hubs: dict[str, Hub | None]
    blobs: dict[tuple[str, str], bytes | None]


Progress = Callable[[int, int], None]
"""(files linked, files to link)"""
