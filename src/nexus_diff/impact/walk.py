"""The blast radius: who reaches a changed symbol, by one shortest path each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nexus_diff.impact.values import Limits, Reach, Seed
from nexus_diff.model.graph import GraphReader


def blast_radius(
    base: GraphReader,
    head: GraphReader,
    seeds: Iterable[Seed],
    renames: Mapping[str, str] | None = None,
    limits: Limits | None = None,
) -> Reach:
    """Everything that reaches a seed over calls, inheritance and references, in the base graph from the seeds' base ids and in the head graph
    from their head ids; seeds themselves left out, and what head no longer has. `seeds`, `renames`: from `compare`."""
    raise NotImplementedError
