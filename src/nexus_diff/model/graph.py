"""The graph's vocabulary: nodes, relations, hubs, and the walker protocols through which pure packages see a graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

import msgspec

LABELS = ("Folder", "File", "Function", "Class", "Interface", "Method", "CodeElement")
"""Node tables, in the order of loading. `Community` and `Process` are added to a tree that is stored as a whole."""

CALLS, IMPORTS = frozenset({"CALLS"}), frozenset({"IMPORTS"})
OVERRIDES, REFERENCES = frozenset({"OVERRIDES"}), frozenset({"REFERENCES"})
HERITAGE = frozenset({"EXTENDS", "IMPLEMENTS"})
"""Types to ask a graph for."""

AROUND = "around"
"""Reason of a REFERENCES relation to what runs once around all tests of a package: it decides what they do, and calls none by name."""
CREATES = "creates"
"""Reason of a REFERENCES relation to a type of which a value is made without a call."""
VARIANT = "variant"
"""Reason of a REFERENCES relation to an enum of which a variant is made or looked for."""
IMPORT, TYPE_IMPORT, PARENT_IMPORT = "import", "type-import", "parent-import"
"""Reasons of IMPORTS (see FileImport)."""

MANIFEST_LANGUAGE = "manifest"
"""`language` of files that are no code but steer imports."""

UNSUPPORTED = "no supported language"
"""`skipped` of files that are neither code that is understood nor manifests."""

CALL_THRESHOLD = 0.5
"""Smallest confidence that the blast radius and process tracing use (GitNexus)."""


class Node(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A node. `id` reads `Label:path:qualified.name` (`Folder:path`, `File:path`); overloads and duplicates carry a suffix.
    Lines are 1-based and inclusive; files have 1..line_count, folders 0..0."""

    id: str
    label: str
    name: str
    qualified_name: str
    file_path: str
    start_line: int
    end_line: int
    language: str
    is_exported: bool
    is_test: bool


class Relation(msgspec.Struct, frozen=True, gc=False, array_like=True, order=True):
    """One row per site. Identity: source, target, type, line, reason. `type`: CONTAINS, DEFINES, IMPORTS, CALLS, EXTENDS, IMPLEMENTS,
    OVERRIDES or REFERENCES. `k`: number of equally good candidates at the site.
    `line` is in the source's file (0 when there is no line, e.g. CONTAINS)."""

    source: str
    target: str
    type: str
    line: int
    reason: str
    confidence: float
    k: int = 1


class HubUse(msgspec.Struct, frozen=True, gc=False, array_like=True, order=True):
    """A site whose targets are the members of a hub: `name:<group>:<bare name>` (candidates by name), `dispatch:<class id>:<method>`
    (overrides that a virtual call may reach) `param:<function id>:<parameter>` and `slot:<class id>:<attribute>` (functions handed to a
    parameter, put into a container) or `member:<param or slot hub>:<method>` (that method of the instances that flow there).
    Hubs are kept once, so one more candidate does not touch every caller."""

    source: str
    hub: str
    type: str
    line: int
    reason: str


class Hub(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """`members`: target ids, sorted. `confidence`: of each expanded relation. `k`: candidates (= len(members) for names, 1 for
    dispatch fans). `cut`: members left out of expansion because the fan is larger than the limit."""

    id: str
    members: tuple[str, ...]
    confidence: float
    k: int
    cut: int = 0


class External(msgspec.Struct, frozen=True, gc=False, array_like=True, order=True):
    """An import that leads out of the repository. `module`: as written. `standard`: it belongs to the language's standard library."""

    module: str
    line: int
    standard: bool = False
    type_only: bool = False


class FileImport(msgspec.Struct, frozen=True, gc=False, array_like=True, order=True):
    """One import statement's way to another file. `reason`: IMPORT, TYPE_IMPORT (needed by a type checker only) or PARENT_IMPORT (a package
    that is loaded because one of its submodules is imported)."""

    path: str
    line: int
    reason: str


class FileLinks(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What one file depends on, file by file: enough to see cycles, chains of imports and which files to look at closer without reading
    the whole graph. `uses`: (path, relation type) of calls, extended and implemented types that the source itself names."""

    imports: tuple[FileImport, ...] = ()
    uses: tuple[tuple[str, str], ...] = ()
    externals: tuple[External, ...] = ()


class LinkOutput(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What linking one file yields. All tuples sorted. `lookups`: keys of everything outside the file that was asked, present or
    absent (see `link.lookups`). `calls`, `resolved`: call sites seen, and those with a target in the repository or known to
    leave it; `cut`: evaluations stopped by a limit."""

    relations: tuple[Relation, ...] = ()
    hub_uses: tuple[HubUse, ...] = ()
    lookups: tuple[str, ...] = ()
    calls: int = 0
    resolved: int = 0
    cut: int = 0
    passes: tuple[tuple[str, str], ...] = ()
    """(param or slot hub, what flows into it here): a function's id, "=" and the id of an instance's class, or "@" and another hub whose
    members are handed on."""
    links: FileLinks = FileLinks()
    members: tuple[tuple[str, str, str], ...] = ()
    """(class id, method key, method id) of methods that stand outside of the body of their class, which is of this file; not kept."""
    meets: tuple[tuple[str, str], ...] = ()
    """(class id, id of an interface that it meets though no relation says so: a generic one, or `Library:` and the name of a library's)."""
    remarks: bytes = b""
    """What the caller of linking wants to be kept of the file (`link.Remark`)."""


class FileEntry(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A file of a snapshot. `oid`: blob id (40 hex). `language`: Language name, MANIFEST_LANGUAGE, "" when not parsed.
    `skipped`: reason why not parsed, "" if it was. `marks`: generated, vendored, test."""

    path: str
    oid: str
    language: str
    skipped: str = ""
    marks: frozenset[str] = frozenset()


class GraphReader(Protocol):
    """Read access to one linked graph; hubs are expanded. Unknown ids give None or nothing."""

    def node(self, node_id: str) -> Node | None: ...

    def nodes_in(self, path: str) -> Iterable[Node]:
        """Nodes of one file (File node included), ordered by (start_line, -end_line, id)."""

    def incoming(self, node_id: str, types: frozenset[str], min_confidence: float) -> Iterable[Relation]:
        """Relations that end in node_id, sorted by (source, type, line, reason)."""

    def outgoing(self, node_id: str, types: frozenset[str], min_confidence: float) -> Iterable[Relation]:
        """Relations that start at node_id, sorted by (target, type, line, reason)."""

    def files(self) -> Iterator[FileEntry]:
        """All files of the snapshot, parsed or not, by path."""
