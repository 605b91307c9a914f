"""A stored graph plus a delta, in memory: the head graph of a run that writes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nexus_diff.model.graph import FileEntry, Hub, HubUse, LinkOutput, Node, Relation
from nexus_diff.store.content import GraphDelta, place_of
from nexus_diff.store.links_schema import WHOLE, node_order
from nexus_diff.store.links_write import distinct
from nexus_diff.store.reader import HubHead, LinksReader, incoming_order


def _use_order(use: HubUse) -> tuple[str, str, int, str]:
    return use.source, use.type, use.line, use.reason


def _wanted(relations: Iterable[Relation], types: frozenset[str], min_confidence: float) -> list[Relation]:
    return [relation for relation in relations if relation.type in types and relation.confidence >= min_confidence]


class OverlayReader(LinksReader):
    """Reads as a snapshot made by `IndexFolder.update(base, …, delta)` would, without writing one. A base may itself be an overlay; it
    stays open when this is closed."""

    def __init__(self, base: LinksReader, delta: GraphDelta) -> None:
        self._base = base
        self._delta = delta
        self._removed = delta.removed_files - delta.files.keys()
        self._relinked = delta.removed_files | delta.outputs.keys()
        self._renoded = delta.removed_files | delta.nodes.keys()
        self._nodes = {node.id: node for nodes in delta.nodes.values() for node in nodes}
        self._hidden = self._sources_before()
        self._into: dict[str, list[Relation]] = {}
        self._from: dict[str, list[Relation]] = {}
        self._uses: dict[str, list[HubUse]] = {}
        self._uses_from: dict[str, list[HubUse]] = {}
        self._hubs_with: dict[str, list[HubHead]] = {}
        self._all_uses: dict[str, list[HubUse]] = {}
        self._gather()

    def _sources_before(self) -> frozenset[str]:
        sources: set[str] = set()
        for path in self._relinked:
            output = self._base.output(path)
            if output is not None:
                sources.update(relation.source for relation in output.relations)
                sources.update(use.source for use in output.hub_uses)
        return frozenset(sources)

    @property
    def relinked(self) -> frozenset[str]:
        """Places whose relations may differ from the base's, those that are gone included."""
        return frozenset(self._relinked)

    def _gather(self) -> None:
        for output in self._delta.outputs.values():
            for relation in distinct(output.relations):
                self._into.setdefault(relation.target, []).append(relation)
                self._from.setdefault(relation.source, []).append(relation)
            for use in distinct(output.hub_uses):
                self._uses.setdefault(use.hub, []).append(use)
                self._uses_from.setdefault(use.source, []).append(use)
        for relations in self._into.values():
            relations.sort(key=incoming_order)
        for hub in self._delta.hubs.values():
            for member in set(hub.members) if hub else ():
                self._hubs_with.setdefault(member, []).append(HubHead(hub.id, hub.confidence, hub.k))  # type: ignore[union-attr]

    def close(self) -> None:
        pass

    def node(self, node_id: str) -> Node | None:
        found = self._nodes.get(node_id)
        if found is None:
            found = self._base.node(node_id)
            if found is not None and place_of(found) in self._renoded:
                return None
        return found

    def nodes_in(self, path: str) -> Iterable[Node]:
        if path in self._renoded:
            return tuple(sorted(self._delta.nodes.get(path, ()), key=node_order))
        return self._base.nodes_in(path)

    def files(self) -> Iterator[FileEntry]:
        changed = self._delta.files
        kept = [entry for entry in self._base.files() if entry.path not in self._removed and entry.path not in changed]
        yield from sorted([*kept, *changed.values()], key=lambda entry: entry.path)

    def entry(self, path: str) -> FileEntry | None:
        if path in self._removed:
            return None
        return self._delta.files.get(path) or self._base.entry(path)

    def output(self, path: str) -> LinkOutput | None:
        if path not in self._relinked:
            return self._base.output(path)
        new = self._delta.outputs.get(path)
        if new is None:
            return None
        return LinkOutput(tuple(distinct(new.relations)), tuple(distinct(new.hub_uses)), (), new.calls, new.resolved, new.cut)

    def asked(self, keys: Iterable[str]) -> set[str]:
        wanted = set(keys)
        found = self._base.asked(wanted) - self._relinked
        return found | {path for path, output in self._delta.outputs.items() if not wanted.isdisjoint(output.lookups)}

    def blob(self, kind: str, key: str) -> bytes | None:
        if kind == WHOLE:
            return None
        if (kind, key) in self._delta.blobs:
            return self._delta.blobs[kind, key]
        return self._base.blob(kind, key)

    def blobs(self, kind: str) -> Iterator[tuple[str, bytes]]:
        rows: dict[str, bytes | None] = dict(self._base.blobs(kind))
        rows.update({key: row for (of, key), row in self._delta.blobs.items() if of == kind})
        yield from ((key, row) for key, row in sorted(rows.items(), key=lambda item: item[0]) if row is not None)

    @property
    def meta(self) -> dict[str, str]:
        return {**self._base.meta, **self._delta.meta}

    def hub(self, hub_id: str) -> Hub | None:
        if hub_id not in self._delta.hubs:
            return self._base.hub(hub_id)
        hub = self._delta.hubs[hub_id]
        return Hub(hub.id, tuple(sorted(set(hub.members))), hub.confidence, hub.k, hub.cut) if hub else None

    def hubs_with(self, node_id: str) -> list[HubHead]:
        kept = [head for head in self._base.hubs_with(node_id) if head.id not in self._delta.hubs]
        return sorted([*kept, *self._hubs_with.get(node_id, ())])

    def uses(self, hub_id: str) -> list[HubUse]:
        found = self._all_uses.get(hub_id)
        if found is None:
            kept = [use for use in self._base.uses(hub_id) if use.source not in self._hidden]
            added = self._uses.get(hub_id)
            found = self._all_uses[hub_id] = sorted([*kept, *added], key=_use_order) if added else kept
        return found

    def uses_from(self, node_id: str) -> list[HubUse]:
        if node_id in self._hidden or node_id in self._uses_from:
            return self._uses_from.get(node_id, [])
        return list(self._base.uses_from(node_id))

    def direct_incoming(self, node_id: str, types: frozenset[str], min_confidence: float) -> list[Relation]:
        kept = self._base.direct_incoming(node_id, types, min_confidence)
        kept = [relation for relation in kept if relation.source not in self._hidden]
        added = _wanted(self._into.get(node_id, ()), types, min_confidence)
        return sorted([*kept, *added], key=incoming_order) if added else kept

    def direct_outgoing(self, node_id: str, types: frozenset[str], min_confidence: float) -> list[Relation]:
        if node_id in self._hidden or node_id in self._from:
            return _wanted(self._from.get(node_id, ()), types, min_confidence)
        return self._base.direct_outgoing(node_id, types, min_confidence)
