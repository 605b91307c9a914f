"""Linking a whole tree, and linking again what a change touches."""

from __future__ import annotations

from collections.abc import Iterable

from nexus_diff.link import names
from nexus_diff.link.change import Change
from nexus_diff.link.flows import collect as flow_of
from nexus_diff.link.hierarchy import ClassRecord, Hierarchy, invert, records_of
from nexus_diff.link.ports import Linked, Progress, Recorded, Tree
from nexus_diff.link.session import deep_stack
from nexus_diff.link.sites import Remark
from nexus_diff.link.tree import Linking, class_blobs, make_hubs, remark_blobs, structure, used_hubs
from nexus_diff.model.graph import LinkOutput


def link_tree(tree: Tree, progress: Progress | None = None, remark: Remark | None = None) -> Linked:
    """Link every file of `tree`. What `remark` gives for a file is kept as the blob (REMARKS, path)."""
    with deep_stack():
        return _link_tree(tree, progress, remark)


def _link_tree(tree: Tree, progress: Progress | None, remark: Remark | None) -> Linked:
    files = tree.files()
    table: names.NameTable = {}
    linking = Linking(files, tree.facts, tree.manifest, lambda group, name: table.get((group, name), ()), remark)
    paths = sorted(files)
    outlines = {path: linking.outline(path) for path in paths}
    nodes = {path: outline.nodes for path, outline in outlines.items()}
    parsed = [path for path, outline in outlines.items() if outline.parsed]
    table.update(names.collect(outline.names for outline in outlines.values()))
    del outlines
    outputs: dict[str, LinkOutput | None] = {}
    records: dict[str, ClassRecord] = {}
    for done, path in enumerate(parsed):
        index = linking.index(path)
        if index is not None:
            output = outputs[path] = linking.link(index)
            records.update(records_of(index, output))
        if progress is not None:
            progress(done + 1, len(parsed))
    linking.close()
    nodes[""], outputs[""] = structure(paths)
    flows = flow_of({path: output.passes for path, output in outputs.items() if output is not None})

    def name_of(group: str, name: str) -> tuple[str, ...]:
        return table.get((group, name), ())

    hubs = make_hubs(used_hubs(outputs.values()), Hierarchy(records, invert(records), name_of), flows, name_of)
    blobs = class_blobs(records)
    blobs.update(remark_blobs(outputs))
    blobs.update(flows.blobs())
    blobs.update(flows.asked(hubs))
    blobs.update((("name", names.blob_key(key)), names.encode(found)) for key, found in sorted(table.items()))
    return Linked(nodes=nodes, outputs=outputs, hubs=hubs, blobs=blobs)


def link_change(
    base: Tree, recorded: Recorded, head: Tree, changed: Iterable[str], progress: Progress | None = None, remark: Remark | None = None
) -> Linked:
    """`changed`: every path whose entry (oid, language, skipped, marks) differs between base and head, added and deleted ones included."""
    with deep_stack():
        return Change(base, recorded, head, changed, progress, remark).run()
