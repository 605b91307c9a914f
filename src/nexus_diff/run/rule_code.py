"""One indexed side of a comparison, as architecture rules see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nexus_diff.index.graphs import all_links, links_of
from nexus_diff.index.indexer import Side
from nexus_diff.languages import REGISTRY
from nexus_diff.link.nodes import printable
from nexus_diff.model.graph import MANIFEST_LANGUAGE, FileLinks, Node, Relation
from nexus_diff.store import OverlayReader

_TYPES = frozenset({"CALLS", "EXTENDS", "IMPLEMENTS"})


class IndexedCode:
    """`rules.values.Code` over a stored or overlaid graph. `base`: the code that this side differs from in `touched` files only."""

    def __init__(self, side: Side, base: IndexedCode | None = None, touched: Iterable[str] = ()) -> None:
        self._side, self._base, self._touched = side, base, touched
        self._links: Mapping[str, FileLinks] | None = None
        self._relations: dict[str, list[Relation]] = {}
        self._entries = {printable(path): entry for path, entry in side.tree.files().items()}

    def files(self) -> Iterable[str]:
        return [path for path, entry in self._entries.items() if entry.language in REGISTRY and not entry.skipped]

    def manifests(self) -> Iterable[str]:
        return [path for path, entry in self._entries.items() if entry.language == MANIFEST_LANGUAGE]

    def is_test(self, path: str) -> bool:
        entry = self._entries.get(path)
        return entry is not None and "test" in entry.marks

    def links(self) -> Mapping[str, FileLinks]:
        if self._links is None:
            self._links = all_links(self._side.reader) if self._base is None else self._changed(self._base.links())
        return self._links

    def _changed(self, links: Mapping[str, FileLinks]) -> Mapping[str, FileLinks]:
        found = dict(links)
        for path in self._touched:
            name = printable(path)
            found.pop(name, None)
            if path in self._side.tree.files():
                found[name] = links_of(self._side.reader, path)
        return found

    def relations(self, path: str) -> Iterable[Relation]:
        found = self._relations.get(path)
        if found is None:
            output = self._side.reader.output(self._raw(path))
            found = [r for r in output.relations if r.type in _TYPES] if output is not None else []
            self._relations[path] = found
        return found

    def node(self, node_id: str) -> Node | None:
        return self._side.reader.node(node_id)

    def nodes_in(self, path: str) -> Iterable[Node]:
        return self._side.reader.nodes_in(self._raw(path))

    def incoming(self, node_id: str, types: frozenset[str], min_confidence: float) -> Iterable[Relation]:
        return self._side.reader.incoming(node_id, types, min_confidence)

    def outgoing(self, node_id: str, types: frozenset[str], min_confidence: float) -> Iterable[Relation]:
        return self._side.reader.outgoing(node_id, types, min_confidence)

    def _raw(self, path: str) -> str:
        entry = self._entries.get(path)
        return entry.path if entry is not None else path


def touched(head: Side) -> frozenset[str]:
    """Files of either side whose dependencies may differ: those that were linked again, and those that are gone."""
    return head.reader.relinked if isinstance(head.reader, OverlayReader) else frozenset()
