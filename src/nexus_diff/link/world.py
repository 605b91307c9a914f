"""The tree as linking sees it: which files and directories exist, which names are defined where. Every question is recorded."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nexus_diff.languages import REGISTRY
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.lookups import directory_key, file_key, manifest_key, name_key, part_key, root_key
from nexus_diff.link.nodes import nodes_of
from nexus_diff.link.session import Session
from nexus_diff.model.facts import FileFacts, ManifestFacts
from nexus_diff.model.graph import MANIFEST_LANGUAGE, FileEntry, Node

GENERATION = 150_000
"""Expressions of the files that are kept at hand, twice over: about 0.5 kB each, with all that goes with them."""

NamesOf = Callable[[str, str], tuple[str, ...]]
"""(language group, bare name) → ids of the callable definitions that bear it, sorted"""


class World:
    """Files, directories, manifests and bare names of one tree."""

    def __init__(
        self,
        files: Mapping[str, FileEntry],
        facts: Callable[[str], FileFacts | None],
        manifest: Callable[[str], ManifestFacts | None],
        names: NamesOf,
    ) -> None:
        self.files = files
        self.session = Session()
        self._facts = facts
        self._manifest = manifest
        self._names = names
        self._recent: dict[str, FileIndex] = {}
        self._older: dict[str, FileIndex] = {}
        self._size = 0
        self._unparsed: set[str] = set()
        self._nodes: dict[str, list[Node | None]] = {}
        self._keys: dict[str, str] = {}
        self._directories: set[str] | None = None
        self._roots: dict[str, set[str]] | None = None
        self._manifests: dict[str, tuple[tuple[str, ManifestFacts], ...]] = {}

    def index(self, path: str) -> FileIndex | None:
        """The file's facts arranged for look-up; None when it is absent or was not parsed. Ask `file` first to record the question.
        Files that were not asked for lately are let go and arranged anew: do not rely on getting the same object twice."""
        found = self._recent.get(path)
        if found is not None:
            return found
        found = self._older.pop(path, None) or self._arranged(path)
        if found is not None:
            self._size += len(found.facts.exprs)
            if self._size > GENERATION:
                self._older, self._recent, self._size = self._recent, {}, len(found.facts.exprs)
            self._recent[path] = found
        return found

    def _arranged(self, path: str) -> FileIndex | None:
        facts = self.facts(path)
        if facts is None:
            return None
        entry = self.files[path]
        return FileIndex(entry, facts, REGISTRY[entry.language], self._nodes.get(path))

    def facts(self, path: str) -> FileFacts | None:
        """The file's facts, not kept; None when it is absent or was not parsed."""
        entry = self.files.get(path)
        if entry is None or entry.language not in REGISTRY or entry.skipped or path in self._unparsed:
            return None
        found = self._facts(path)
        if found is None:
            self._unparsed.add(path)
        return found

    def nodes(self, path: str, facts: FileFacts | None = None) -> list[Node | None]:
        """Nodes parallel to the file's definitions, kept; empty when it is absent or was not parsed. `facts`: where they are at hand."""
        found = self._nodes.get(path)
        if found is None:
            if facts is None:
                index = self.index(path)
                facts = index.facts if index is not None else None
            entry = self.files.get(path)
            found = nodes_of(entry, facts, REGISTRY[entry.language]) if entry is not None and facts is not None else []
            self._nodes[path] = found
        return found

    def close(self) -> None:
        """Lets go of everything that linking needed; the world must not be used afterwards."""
        self.session = Session()
        for kept in (self._recent, self._older, self._nodes, self._keys):
            kept.clear()

    def part(self, path: str, scope: str, name: str) -> None:
        key = part_key(path, scope, name)
        self.session.frame.keys.add(self._keys.setdefault(key, key))

    def candidates(self, group: str, name: str) -> tuple[str, ...]:
        self.session.record(name_key(group, name))
        return self._names(group, name)

    # What import resolvers ask (languages.base.Probe)

    def file(self, path: str) -> bool:
        self.session.record(file_key(path))
        return path in self.files

    def directory(self, path: str) -> bool:
        self.session.record(directory_key(path))
        if self._directories is None:
            self._directories = directories_of(self.files)
        return path in self._directories

    def roots(self, name: str) -> tuple[str, ...]:
        self.session.record(root_key(name))
        if self._roots is None:
            self._roots = roots_of(self.files)
        return tuple(sorted(self._roots.get(name, ())))

    def manifests(self, kind: str) -> tuple[tuple[str, ManifestFacts], ...]:
        self.session.record(manifest_key(kind))
        self._load_manifests()
        return self._manifests.get(kind, ())

    def _load_manifests(self) -> None:
        if not self._manifests:
            found: dict[str, list[tuple[str, ManifestFacts]]] = {"": []}
            for path in sorted(p for p, e in self.files.items() if e.language == MANIFEST_LANGUAGE and not e.skipped):
                facts = self._manifest(path)
                if facts is not None:
                    found.setdefault(facts.kind, []).append((path, facts))
            self._manifests = {k: tuple(v) for k, v in found.items()}

    def manifest_kinds(self) -> set[str]:
        """Kinds of the manifests in the tree; not recorded."""
        self._load_manifests()
        return set(self._manifests)

    def manifest(self, kind: str, path: str) -> ManifestFacts | None:
        return next((facts for p, facts in self.manifests(kind) if p == path), None)


def directories_of(files: Mapping[str, FileEntry]) -> set[str]:
    """All directories that hold a file, directly or below; "" is the root."""
    found: set[str] = {""}
    for path in files:
        folder = path.rpartition("/")[0]
        while folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return found


def roots_of(files: Mapping[str, FileEntry]) -> dict[str, set[str]]:
    """Top-level name → directories that hold a parsed file or a directory (with parsed files below) of that name."""
    found: dict[str, set[str]] = {}
    seen: set[str] = set()
    for path, entry in files.items():
        if not entry.language or entry.language == MANIFEST_LANGUAGE:
            continue
        folder, _, base = path.rpartition("/")
        found.setdefault(base.partition(".")[0], set()).add(folder)
        while folder and folder not in seen:
            seen.add(folder)
            parent, _, name = folder.rpartition("/")
            found.setdefault(name, set()).add(parent)
            folder = parent
    return found
