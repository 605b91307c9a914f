"""Linking: facts of all files → relations, with what was looked up. Pure and deterministic.

`link_tree` links a whole tree; `link_change` re-links only the files whose recorded look-ups changed. Both give the same relations
for the same tree (promise 1), because linking one file is a pure function of its facts and of the answers to its recorded look-ups.
"""

from __future__ import annotations

from collections.abc import Iterable

from nexus_diff.link import names
from nexus_diff.link.change import Change
from nexus_diff.link.flows import collect as flow_of
from nexus_diff.link.hierarchy import ClassRecord, Hierarchy, invert, records_of
from nexus_diff.link.ports import Linked, Progress, Recorded, Tree
from nexus_diff.link.session import deep_stack
from nexus_diff.link.tree import Linking, class_blobs, make_hubs, structure, used_hubs
from nexus_diff.model.graph import LinkOutput

__all__ = ["Linked", "Progress", "Recorded", "Tree", "link_change", "link_tree"]


def link_tree(tree: Tree, progress: Progress | None = None) -> Linked:
    """Link every file of `tree`."""
    with deep_stack():
        return _link_tree(tree, progress)


def _link_tree(tree: Tree, progress: Progress | None) -> Linked:
    files = tree.files()
    table: names.NameTable = {}
    linking = Linking(files, tree.facts, tree.manifest, lambda group, name: table.get((group, name), ()))
    paths = sorted(files)
    indexes = [index for path in paths if (index := linking.index(path)) is not None]
    table.update(names.collect(names.names_of(index) for index in indexes))
    outputs: dict[str, LinkOutput | None] = {}
    records: dict[str, ClassRecord] = {}
    for done, index in enumerate(indexes):
        output = outputs[index.path] = linking.link(index.path)
        records.update(records_of(index, output))
        if progress is not None:
            progress(done + 1, len(indexes))
    nodes = {path: linking.nodes(path) for path in paths}
    nodes[""], outputs[""] = structure(paths)
    flows = flow_of({path: output.passes for path, output in outputs.items() if output is not None})

    def name_of(group: str, name: str) -> tuple[str, ...]:
        return table.get((group, name), ())

    hubs = make_hubs(used_hubs(outputs.values()), Hierarchy(records, invert(records), name_of), flows, name_of)
    blobs = class_blobs(records)
    blobs.update(flows.blobs())
    blobs.update(flows.asked(hubs))
    blobs.update((("name", names.blob_key(key)), names.encode(found)) for key, found in sorted(table.items()))
    return Linked(nodes=nodes, outputs=outputs, hubs=hubs, blobs=blobs)


def link_change(base: Tree, recorded: Recorded, head: Tree, changed: Iterable[str], progress: Progress | None = None) -> Linked:
    """`changed`: every path whose entry (oid, language, skipped, marks) differs between base and head, added and deleted ones included."""
    with deep_stack():
        return Change(base, recorded, head, changed, progress).run()
