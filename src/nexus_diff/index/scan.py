"""The files of a snapshot → entries: language, marks, and what is left out and why. Reads paths, sizes and .gitattributes only."""

# For maintainers. What only the content can tell (binary, minified, an LFS pointer) is found when a blob is parsed and kept in the facts
# cache, since it depends on the blob alone; `settled` brings the two together.

from __future__ import annotations

import stat
from collections.abc import Iterable, Mapping

from nexus_diff.config import Config, included, is_test, matcher
from nexus_diff.git import SUBMODULE, SYMLINK, Attributes, MissingBlob, Snapshot, is_attributes_file
from nexus_diff.index.content import MANIFEST
from nexus_diff.index.facts_cache import Key
from nexus_diff.languages import by_suffix, language_of
from nexus_diff.languages.base import Language
from nexus_diff.languages.manifests import manifest_kind
from nexus_diff.link.nodes import printable
from nexus_diff.model.changes import TreeFile
from nexus_diff.model.graph import MANIFEST_LANGUAGE, UNSUPPORTED, FileEntry

EXCLUDED = "excluded by configuration"
LARGEST_SCRIPT = 200_000
"""A script without a suffix that is larger than this is taken for data."""

VENDORED = ("node_modules/", "bower_components/", "jspm_packages/", "vendor/", "third_party/", "third-party/")
GENERATED = (
    *("__generated__/", "*.generated.*", "zz_generated.*", "*.min.js", "*.min.mjs"),
    *("*_pb2.py", "*_pb2_grpc.py", "*.pb.go", "*.pb.gw.go", "*.pb.[ch]*", "*_generated.h", "*.g.cs", "*.g.i.cs", "*.[Dd]esigner.cs"),
)


class Scanner:
    """Makes the entries of one snapshot under one configuration. `attribute_files`: paths of its .gitattributes files."""

    def __init__(self, snapshot: Snapshot, config: Config, attribute_files: Iterable[str]) -> None:
        self._snapshot = snapshot
        self._config = config
        self._attributes = Attributes(_texts(snapshot, attribute_files))
        self._included = included(config)
        self._is_test = is_test(config)
        self._vendored = matcher(VENDORED)
        self._generated = matcher(GENERATED)

    def entry(self, file: TreeFile) -> FileEntry:
        """The entry of one file, as far as its path and size tell."""
        path = printable(file.path)
        kind = manifest_kind(file.path)
        language = self._language(file)
        if reason := self._no_file(file):
            return FileEntry(path, file.oid, "", reason)
        if not kind and language is None:
            return FileEntry(path, file.oid, "", UNSUPPORTED)
        if not self._included(file.path):
            return FileEntry(path, file.oid, "", EXCLUDED)
        if kind:
            return FileEntry(path, file.oid, MANIFEST_LANGUAGE)
        assert language is not None
        marks = self._marks(file.path)
        if reason := self._left_out(file, marks):
            return FileEntry(path, file.oid, "", reason, marks)
        return FileEntry(path, file.oid, language.name, "", marks)

    def _language(self, file: TreeFile) -> Language | None:
        """By the name; for a name without a suffix by the first line, which is all that is read of any file here."""
        if "." in file.path.rpartition("/")[2] or not stat.S_ISREG(file.mode):
            return by_suffix(file.path)
        if not 0 <= self._snapshot.size_of(file.oid) <= LARGEST_SCRIPT:
            return None
        try:
            return language_of(file.path, self._snapshot.read(file.oid)[:256])
        except MissingBlob:
            return None

    def _no_file(self, file: TreeFile) -> str:
        if file.mode == SYMLINK:
            return "symbolic link"
        if file.mode == SUBMODULE:
            return "submodule"
        return "" if stat.S_ISREG(file.mode) else f"not a regular file (mode {file.mode:o})"

    def _left_out(self, file: TreeFile, marks: frozenset[str]) -> str:
        settings = self._config.index
        if "vendored" in marks and settings.vendored == "skip":
            return "vendored"
        if "generated" in marks and settings.generated == "skip":
            return "generated"
        size = self._snapshot.size_of(file.oid)
        if size > settings.max_file_bytes:
            return f"larger than [index] max_file_bytes ({size:,} > {settings.max_file_bytes:,})"
        return ""

    def _marks(self, path: str) -> frozenset[str]:
        said = self._attributes.marks(path)
        found = set()
        if said.get("vendored", self._vendored(path)):
            found.add("vendored")
        if said.get("generated", self._generated(path)):
            found.add("generated")
        if self._is_test(path):
            found.add("test")
        return frozenset(found)


def scan(snapshot: Snapshot, config: Config) -> dict[str, FileEntry]:
    """Entries of all files, by path, sorted."""
    files = snapshot.files()
    fetch(snapshot, files)
    scanner = Scanner(snapshot, config, [file.path for file in files if is_attributes_file(file.path)])
    return {entry.path: entry for entry in sorted(map(scanner.entry, files), key=lambda entry: entry.path)}


def fetch(snapshot: Snapshot, files: Iterable[TreeFile]) -> None:
    """Lets a partial clone fetch at once what scanning and parsing will ask for; elsewhere it does nothing."""
    if snapshot.repo.is_partial:
        regular = (file for file in files if stat.S_ISREG(file.mode))
        snapshot.prefetch(file.oid for file in regular if _may_be_read(file.path))


def _may_be_read(path: str) -> bool:
    return bool(by_suffix(path) or manifest_kind(path) or is_attributes_file(path) or "." not in path.rpartition("/")[2])


def key_of(entry: FileEntry) -> Key | None:
    """Under which key the facts of an entry are kept, None if it has none."""
    if not entry.language:
        return None
    if entry.language == MANIFEST_LANGUAGE:
        return entry.oid, MANIFEST + manifest_kind(entry.path)
    return entry.oid, entry.language


def settled(entry: FileEntry, reasons: Mapping[Key, str]) -> FileEntry:
    """The entry, skipped if its content turned out not to be parsable."""
    key = key_of(entry)
    reason = reasons.get(key, "") if key is not None else ""
    return FileEntry(entry.path, entry.oid, "", reason, entry.marks) if reason else entry


def _texts(snapshot: Snapshot, paths: Iterable[str]) -> dict[str, str]:
    texts = {}
    for path in paths:
        file = snapshot.get(path)
        if file is None or not stat.S_ISREG(file.mode):
            continue
        try:
            texts[path] = snapshot.read(file.oid).decode("utf-8", "surrogateescape")
        except MissingBlob:
            continue
    return texts
