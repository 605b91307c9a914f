"""CSV files of a graph: sorted, byte-identical from run to run."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from nexus_diff.model.graph import Node, Relation


def write_csv(folder: Path, nodes: Iterable[Node], relations: Iterable[Relation]) -> tuple[Path, Path]:
    """Writes `nodes.csv` and `relations.csv` into folder (made if absent) and returns their paths."""
    raise NotImplementedError
