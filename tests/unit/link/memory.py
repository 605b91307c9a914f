"""A tree in memory, for linking tests: sources in, relations out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha1

from nexus_diff.extract import extract
from nexus_diff.languages import REGISTRY, language_of
from nexus_diff.languages.manifests import manifest_kind, read_manifest
from nexus_diff.link import Linked, link_tree
from nexus_diff.model.facts import FileFacts, ManifestFacts
from nexus_diff.model.graph import FileEntry, Hub, LinkOutput, Relation

_FACTS: dict[tuple[str, str], FileFacts] = {}


class MemoryTree:
    """Implements `link.Tree` over {path: source}."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self.sources = dict(sources)
        self._files = {path: self._entry(path, text) for path, text in self.sources.items()}

    def _entry(self, path: str, text: str) -> FileEntry:
        language = language_of(path, text.encode()[:100])
        name = language.name if language is not None else ("manifest" if manifest_kind(path) else "")
        marks = frozenset({"test"}) if "test" in path else frozenset()
        return FileEntry(path, sha1(text.encode()).hexdigest(), name, "", marks)

    def files(self) -> Mapping[str, FileEntry]:
        return self._files

    def facts(self, path: str) -> FileFacts | None:
        entry = self._files[path]
        if entry.language not in REGISTRY:
            return None
        key = (entry.oid, entry.language)
        if key not in _FACTS:
            _FACTS[key] = extract(self.sources[path].encode(), REGISTRY[entry.language])
        return _FACTS[key]

    def manifest(self, path: str) -> ManifestFacts | None:
        kind = manifest_kind(path)
        return read_manifest(kind, self.sources[path].encode()) if kind else None

    def changed(self, other: MemoryTree) -> list[str]:
        return sorted(p for p in self._files.keys() | other._files.keys() if self._files.get(p) != other._files.get(p))


class MemoryRecord:
    """Implements `link.Recorded` over a full linking result, and takes changes."""

    def __init__(self, linked: Linked) -> None:
        self.nodes = dict(linked.nodes)
        self.outputs: dict[str, LinkOutput] = {p: o for p, o in linked.outputs.items() if o is not None}
        self.hubs: dict[str, Hub] = {h: hub for h, hub in linked.hubs.items() if hub is not None}
        self.blobs = {k: b for k, b in linked.blobs.items() if b is not None}

    def asked(self, keys: Iterable[str]) -> set[str]:
        wanted = set(keys)
        return {path for path, output in self.outputs.items() if wanted.intersection(output.lookups)}

    def blob(self, kind: str, key: str) -> bytes | None:
        return self.blobs.get((kind, key))

    def output(self, path: str) -> LinkOutput | None:
        return self.outputs.get(path)

    def hub(self, hub_id: str) -> Hub | None:
        return self.hubs.get(hub_id)

    def apply(self, change: Linked) -> MemoryRecord:
        new = MemoryRecord(Linked(nodes=self.nodes, outputs={**self.outputs}, hubs={**self.hubs}, blobs={**self.blobs}))
        for store, items in ((new.nodes, change.nodes), (new.outputs, change.outputs), (new.hubs, change.hubs), (new.blobs, change.blobs)):
            for key, value in items.items():
                if value is None or value == []:
                    store.pop(key, None)  # type: ignore[attr-defined]
                else:
                    store[key] = value  # type: ignore[index]
        return new

    def relations(self) -> list[Relation]:
        """All relations with hubs expanded, sorted."""
        found: set[Relation] = set()
        for output in self.outputs.values():
            found.update(output.relations)
            for use in output.hub_uses:
                hub = self.hubs.get(use.hub)
                for member in hub.members if hub is not None else ():
                    found.add(Relation(use.source, member, use.type, use.line, use.reason, hub.confidence, hub.k))  # type: ignore[union-attr]
        return sorted(found)

    def graph(self) -> tuple[object, ...]:
        """Everything that promise 1 compares."""
        nodes = sorted(n.id + repr(n) for nodes in self.nodes.values() for n in nodes)
        return nodes, self.relations()


def link(sources: Mapping[str, str]) -> MemoryRecord:
    return MemoryRecord(link_tree(MemoryTree(sources)))


def calls(sources: Mapping[str, str], minimum: float = 0.5) -> set[str]:
    """`source → target` for every CALLS relation at or above `minimum`, ids without the label and suffix of the file name."""
    return {f"{short(r.source)} → {short(r.target)}" for r in link(sources).relations() if r.type == "CALLS" and r.confidence >= minimum}


def short(node_id: str) -> str:
    return node_id.partition(":")[2]
