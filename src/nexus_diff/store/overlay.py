"""A stored graph plus a delta, in memory: the head graph of a run that writes nothing."""

from __future__ import annotations

from nexus_diff.store.content import GraphDelta
from nexus_diff.store.links_read import LinksReader


class OverlayReader(LinksReader):
    """Reads as a snapshot made by `IndexFolder.update(base, …, delta)` would, without writing one. A base may itself be an overlay."""

    def __init__(self, base: LinksReader, delta: GraphDelta) -> None:
        raise NotImplementedError
