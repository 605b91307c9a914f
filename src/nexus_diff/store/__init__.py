"""Sealed snapshots of graphs: written once, read many times, trusted only as far as their seal.

folder = IndexFolder(path, extractor="1")
snapshot = folder.find(tree, config) or folder.write(tree, config, content)
reader = snapshot.reader()                  # a model.graph.GraphReader that needs no graph engine
head = OverlayReader(reader, delta)         # the same, of another tree, without writing
folder.update(snapshot, tree2, config, delta)
write_csv(directory, snapshot.nodes(), snapshot.relations())
"""

from nexus_diff.store.collector import uncollected
from nexus_diff.store.content import ROOT, GraphContent, GraphDelta, place_of
from nexus_diff.store.export import write_csv, write_whole
from nexus_diff.store.folder import IndexFolder
from nexus_diff.store.links_whole import Whole
from nexus_diff.store.overlay import OverlayReader
from nexus_diff.store.query import QueryError
from nexus_diff.store.reader import LinksReader
from nexus_diff.store.seal import Seal
from nexus_diff.store.snapshot import Snapshot

__all__ = [
    "ROOT",
    "GraphContent",
    "GraphDelta",
    "IndexFolder",
    "LinksReader",
    "OverlayReader",
    "QueryError",
    "Seal",
    "Snapshot",
    "Whole",
    "place_of",
    "uncollected",
    "write_csv",
    "write_whole",
]
