"""The tree as linking sees it: which files and directories exist, which names are defined where. Every question is recorded."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nexus_diff.languages import REGISTRY
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.lookups import directory_key, file_key, manifest_key, name_key, part_key, root_key
from nexus_diff.link.session import Session
from nexus_diff.model.facts import FileFacts, ManifestFacts
from nexus_diff.model.graph import FileEntry

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
        self._indexes: dict[str, FileIndex | None] = {}
        self._directories: set[str] | None = None
        self._roots: dict[str, set[str]] | None = None
        self._manifests: dict[str, tuple[tuple[str, ManifestFacts], ...]] = {}

    def index(self, path: str) -> FileIndex | None:
        """The file's facts arranged for look-up; None when it is absent or was not parsed. Ask `file` first to record the question."""
        if path in self._indexes:
            return self._indexes[path]
        entry = self.files.get(path)
        found: FileIndex | None = None
        if entry is not None and entry.language in REGISTRY and not entry.skipped:
            facts = self._facts(path)
            if facts is not None:
                found = FileIndex(entry, facts, REGISTRY[entry.language])
        self._indexes[path] = found
        return found

    def part(self, path: str, scope: str, name: str) -> None:
        self.session.record(part_key(path, scope, name))

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
            for path in sorted(p for p, e in self.files.items() if e.language == "manifest" and not e.skipped):
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
        if not entry.language or entry.language == "manifest":
            continue
        folder, _, base = path.rpartition("/")
        found.setdefault(base.partition(".")[0], set()).add(folder)
        while folder and folder not in seen:
            seen.add(folder)
            parent, _, name = folder.rpartition("/")
            found.setdefault(name, set()).add(parent)
            folder = parent
    return found
