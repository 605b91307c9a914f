"""Linking a whole tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from nexus_diff.link import confidence, names
from nexus_diff.link.context import Context
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.flows import Flows
from nexus_diff.link.hierarchy import ClassRecord, Hierarchy, encode_ids, encode_record, invert, protocols
from nexus_diff.link.instances import method_of, traits_of
from nexus_diff.link.nodes import file_id, file_node, folder_id, folder_nodes, folders_of
from nexus_diff.link.sites import FileLinker, Remark
from nexus_diff.link.world import World
from nexus_diff.model.facts import FileFacts, ManifestFacts
from nexus_diff.model.graph import FileEntry, Hub, LinkOutput, Node, Relation

REMARKS = "remarks"
"""Kind of the blobs that hold remarks."""


class Outline(NamedTuple):
    """A file by itself. `parsed`: whether it has facts; `nodes`: its File node, then all others in order; `names`: see `names.names_of`."""

    parsed: bool
    nodes: list[Node]
    names: dict[tuple[str, str], list[str]]


class Linking:
    """A world to link in, and the table of names that goes with it."""

    def __init__(
        self,
        files: Mapping[str, FileEntry],
        facts: Callable[[str], FileFacts | None],
        manifest: Callable[[str], ManifestFacts | None],
        name_of: Callable[[str, str], tuple[str, ...]],
        remark: Remark | None = None,
    ) -> None:
        self.files = files
        self.remark = remark
        self.world = World(files, facts, manifest, name_of)
        self.context = Context(self.world)

    def index(self, path: str) -> FileIndex | None:
        return self.world.index(path)

    def link(self, index: FileIndex) -> LinkOutput:
        """Relations of one file."""
        return FileLinker(self.context, index, self.remark).link()

    def outline(self, path: str) -> Outline:
        """What a first look at a file of the tree says, before anything is linked."""
        entry = self.files[path]
        facts = self.world.facts(path)
        if facts is None:
            return Outline(False, [file_node(entry, 0)], {})
        nodes = self.world.nodes(path, facts)
        own = [file_node(entry, facts.line_count), *sorted((n for n in nodes if n is not None), key=place)]
        return Outline(True, own, names.names_of(entry, facts, nodes))

    def close(self) -> None:
        """Lets go of what linking needed."""
        self.world.close()


def place(node: Node) -> tuple[int, int, str]:
    """Order of nodes within a file: outer before inner."""
    return node.start_line, -node.end_line, node.id


def structure(paths: Iterable[str]) -> tuple[list[Node], LinkOutput]:
    """Folders and what they contain."""
    paths = list(paths)
    folders = folder_nodes(paths)
    relations = [_contained(path, file_id(path)) for path in paths]
    relations += [_contained(path, folder_id(path)) for path in folders_of(paths)]
    return folders, LinkOutput(relations=tuple(sorted(r for r in relations if r is not None)))


def _contained(path: str, target: str) -> Relation | None:
    folder = path.rpartition("/")[0]
    return Relation(folder_id(folder), target, "CONTAINS", 0, "structure", confidence.STRUCTURE, 1) if folder else None


def used_hubs(outputs: Iterable[LinkOutput | None]) -> set[str]:
    """Ids of the hubs that some site uses."""
    return {use.hub for output in outputs if output is not None for use in output.hub_uses}


def make_hubs(
    ids: Iterable[str], hierarchy: Hierarchy, flows: Flows, name_of: Callable[[str, str], tuple[str, ...]]
) -> dict[str, Hub | None]:
    """The hubs of these ids, in order of id."""
    found: dict[str, Hub | None] = {}
    for hub_id in sorted(ids):
        if hub_id.startswith("name:"):
            group, _, name = hub_id.removeprefix("name:").partition(":")
            found[hub_id] = names.hub(hub_id, name_of(group, name))
        elif hub_id.startswith(("param:", "slot:")):
            found[hub_id] = flows.hub(hub_id)
        elif hub_id.startswith("member:"):
            base, _, name = hub_id.removeprefix("member:").rpartition(":")
            found[hub_id] = _members(hub_id, base, name, hierarchy, flows)
        else:
            found[hub_id] = joined(hierarchy.hub(hub_id), flows.hub(hub_id).members)
    return found


def _members(hub_id: str, base: str, name: str, hierarchy: Hierarchy, flows: Flows) -> Hub:
    """The method of a name of each class; of generic code that no code of the repository uses, of all classes that meet the bound. What a
    trait writes runs for all that implement it and write nothing in its place, of generic types for those in use."""
    replaced = method_of(base)
    classes = {c for c in flows.classes(base) if not replaced or not hierarchy.methods(c, replaced)}
    for trait in traits_of(base):
        classes |= {c for c in hierarchy.implementing(trait, replaced) if not hierarchy.record(c).generic}
    above = sorted(flows.bounds(base) | traits_of(base))
    if not classes:
        members = tuple(sorted({m for bound in above for m in hierarchy.concrete(bound, name, replaced)}))
        return Hub(hub_id, members, confidence.of_bound(len(members)), max(1, len(members)))
    methods = {m for c in classes if (m := hierarchy.resolve(c, name)) is not None}
    return Hub(hub_id, tuple(sorted(methods)), confidence.of("", "bound" if above else "flow"), 1)


def joined(hub: Hub, more: tuple[str, ...]) -> Hub:
    """A hub with further members: what literals that implement an interface add to the overrides of classes."""
    return Hub(hub.id, tuple(sorted({*hub.members, *more})), hub.confidence, hub.k, hub.cut) if more else hub


def remark_blobs(outputs: Mapping[str, LinkOutput | None]) -> dict[tuple[str, str], bytes | None]:
    """What the caller of linking wants to be kept, by path."""
    return {(REMARKS, path): output.remarks for path, output in sorted(outputs.items()) if output is not None and output.remarks}


def class_blobs(records: Mapping[str, ClassRecord]) -> dict[tuple[str, str], bytes | None]:
    """Stored form of a hierarchy."""
    found: dict[tuple[str, str], bytes | None] = {("class", c): encode_record(r) for c, r in sorted(records.items())}
    found.update((("subs", c), encode_ids(s)) for c, s in sorted(invert(records).items()))
    found.update((("protocols", n), encode_ids(p)) for n, p in sorted(protocols(records).items()))
    return found
