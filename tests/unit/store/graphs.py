"""Small graphs for the store's tests: by hand, at random, and the difference of two."""

from __future__ import annotations

import os

from hypothesis import strategies as st

from nexus_diff.model.graph import LABELS, FileEntry, Hub, HubUse, LinkOutput, Node, Relation
from nexus_diff.store import ROOT, GraphContent, GraphDelta, LinksReader, Snapshot, place_of

MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""Where temporary folders of many examples stand: without waiting for a disk."""

TYPES = ("CALLS", "IMPORTS", "REFERENCES", "CONTAINS")
ALL = frozenset(TYPES)
REASONS = ("exact", "by name", 'a "quoted", reason', "")
PATHS = ("a.py", "b.py", "pkg/c.py", "pkg/d:e.py", 'pkg/ü, "x"\n\\.py', "bad\udcff.py")
KEYS = (*(f"key{i}" for i in range(12)), "odd\udcfe")
HUBS = ("name:get", "name:put\udcff", "dispatch:Class:a.py:C:run", "dispatch:Class:b.py:D:stop")


def node(label: str, path: str, name: str = "", start: int = 1, end: int = 1, test: bool = False) -> Node:
    """A node whose id follows the convention."""
    return Node(
        f"{label}:{path}:{name}" if name else f"{label}:{path}", label, name or path, name, path, start, end, "python", not test, test
    )


def content(
    nodes: list[Node],
    relations: list[Relation] = (),  # type: ignore[assignment]
    uses: list[HubUse] = (),  # type: ignore[assignment]
    hubs: list[Hub] = (),  # type: ignore[assignment]
    lookups: dict[str, tuple[str, ...]] | None = None,
    blobs: dict[tuple[str, str], bytes] | None = None,
    entries: dict[str, FileEntry] | None = None,
) -> GraphContent:
    """A graph whose outputs are grouped by the place of the source."""
    place = {n.id: place_of(n) for n in nodes}
    paths = sorted({p for p in place.values() if p != ROOT})
    outputs = {}
    for path in [*paths, *([ROOT] if ROOT in place.values() else [])]:
        own = tuple(sorted({r for r in relations if place[r.source] == path}))
        using = tuple(sorted({u for u in uses if place[u.source] == path}))
        outputs[path] = LinkOutput(own, using, tuple(sorted((lookups or {}).get(path, ()))), len(own) + 1, len(own), 0)
    made = entries if entries is not None else {path: FileEntry(path, "0" * 40, "python") for path in paths}
    return GraphContent(files=list(made.values()), nodes=nodes, outputs=outputs, hubs=list(hubs), blobs=blobs or {}, meta={"m": "1"})


@st.composite
def graphs(draw: st.DrawFn) -> GraphContent:
    """A random graph that holds together, over few paths and names so that two of them have much in common."""
    paths = draw(st.lists(st.sampled_from(PATHS), unique=True, max_size=4))
    nodes = [node("Folder", folder, start=0, end=0) for folder in draw(st.lists(st.sampled_from(("", "pkg", "lib")), unique=True))]
    for path in paths:
        nodes.append(node("File", path, end=draw(st.integers(1, 3))))
        for label in LABELS[2:]:
            names = draw(st.lists(st.sampled_from(("f", "C.m", "g:h", "nul\0", "é")), unique=True, max_size=2))
            nodes += [node(label, path, name, draw(st.integers(1, 3)), draw(st.integers(3, 5)), draw(st.booleans())) for name in names]
    if not nodes:
        return content([])
    ids = st.sampled_from([n.id for n in nodes])
    kind = st.tuples(
        st.sampled_from(TYPES), st.integers(0, 3), st.sampled_from(REASONS), st.sampled_from((0.3, 0.5, 0.95)), st.integers(0, 2)
    )
    relations = [Relation(a, b, *rest) for a, b, rest in draw(st.lists(st.tuples(ids, ids, kind), max_size=25))]
    hubs = []
    for hub_id in draw(st.lists(st.sampled_from(HUBS), unique=True)):
        members = tuple(sorted(draw(st.sets(ids, max_size=4))))
        hubs.append(Hub(hub_id, members, draw(st.sampled_from((0.3, 0.9))), len(members), draw(st.integers(0, 1))))
    used = (
        st.tuples(ids, st.sampled_from([h.id for h in hubs]), st.sampled_from(TYPES), st.integers(0, 3), st.sampled_from(REASONS))
        if hubs
        else None
    )
    uses = [HubUse(*row) for row in draw(st.lists(used, max_size=10))] if used is not None else []
    lookups = {path: tuple(draw(st.sets(st.sampled_from(KEYS), max_size=5))) for path in paths}
    blobs = draw(
        st.dictionaries(st.tuples(st.sampled_from(("part", "name")), st.sampled_from(("a", "b", "\udcff"))), st.binary(max_size=3))
    )
    marks = st.frozensets(st.sampled_from(("test", "generated")))
    entries = {
        path: FileEntry(path, draw(st.sampled_from(("1" * 40, "2" * 40))), "python", draw(st.sampled_from(("", "too large"))), draw(marks))
        for path in paths
    }
    return content(nodes, relations, uses, hubs, lookups, blobs, entries)


def by_place(graph: GraphContent) -> dict[str, tuple[Node, ...]]:
    """Nodes per place."""
    places: dict[str, list[Node]] = {}
    for n in graph.nodes:
        places.setdefault(place_of(n), []).append(n)
    return {place: tuple(nodes) for place, nodes in places.items()}


def difference(old: GraphContent, new: GraphContent) -> GraphDelta:
    """The delta that turns old into new, as small as it can be."""
    before, after = ({entry.path: entry for entry in graph.files} for graph in (old, new))
    nodes_before, nodes_after = by_place(old), by_place(new)
    hubs_before, hubs_after = ({hub.id: hub for hub in graph.hubs} for graph in (old, new))
    removed = frozenset(before) - frozenset(after)
    places = (nodes_before.keys() | nodes_after.keys()) - removed
    outputs = {path: output for path, output in new.outputs.items() if output != old.outputs.get(path)}
    outputs |= {path: LinkOutput() for path in old.outputs.keys() - new.outputs.keys() - removed}
    return GraphDelta(
        removed_files=removed,
        files={path: entry for path, entry in after.items() if before.get(path) != entry},
        nodes={p: nodes_after.get(p, ()) for p in places if nodes_before.get(p) != nodes_after.get(p)},
        outputs=outputs,
        hubs={h: hubs_after.get(h) for h in hubs_before.keys() | hubs_after.keys() if hubs_before.get(h) != hubs_after.get(h)},
        blobs={k: new.blobs.get(k) for k in old.blobs.keys() | new.blobs.keys() if old.blobs.get(k) != new.blobs.get(k)},
    )


def seen(reader: LinksReader) -> dict[str, object]:
    """Everything that a reader can say about the vocabulary of `graphs`, in its own order."""
    places = (ROOT, "pkg", *PATHS)
    nodes = [n for place in places for n in reader.nodes_in(place)]
    said: dict[str, object] = {"files": list(reader.files()), "meta": reader.meta, "nodes": nodes}
    for n in nodes:
        for types, least in ((ALL, 0.0), (frozenset(("CALLS", "IMPORTS")), 0.5)):
            said[f"in {n.id} {least}"] = list(reader.incoming(n.id, types, least))
            said[f"out {n.id} {least}"] = list(reader.outgoing(n.id, types, least))
        said[f"hubs {n.id}"] = list(reader.hubs_with(n.id))
        assert reader.node(n.id) == n
    said["outputs"] = [reader.output(place) or LinkOutput() for place in places]
    said["entries"] = [reader.entry(place) for place in places]
    said["hubs"] = [(reader.hub(hub), list(reader.uses(hub))) for hub in HUBS]
    said["asked"] = [reader.asked([key]) for key in KEYS]
    said["blobs"] = [list(reader.blobs(kind)) for kind in ("part", "name", "other")]
    return said


def export(snapshot: Snapshot) -> tuple[list[Node], list[Relation]]:
    """What the graph engine holds."""
    return list(snapshot.nodes()), list(snapshot.relations())


def walked(reader: LinksReader) -> list[Relation]:
    """All relations, as the side file says."""
    nodes = [n for place in (ROOT, *PATHS) for n in reader.nodes_in(place)]
    return sorted(r for n in nodes for r in reader.incoming(n.id, ALL, 0.0))
