"""The pipeline that makes snapshots of graphs: scan → structure → parse → link → load, with a facts cache and a pool of parsers.

indexer = Indexer(repo, config, folder, progress=…, notice=…)
snapshot = indexer.snapshot(files, commit)                 # found, updated from the nearest, or built
base = indexer.side(snapshot, base_files)
head = indexer.overlay(base, base_files, head_files)       # nothing is written
"""

from nexus_diff.index.graphs import CallCount, counts_in, resolved_share
from nexus_diff.index.indexer import Indexer, Side
from nexus_diff.index.progress import PHASES, Clock, Progress, Silent
from nexus_diff.index.scan import EXCLUDED, MANIFEST_LANGUAGE, UNSUPPORTED
from nexus_diff.index.tree import LinkTree

__all__ = [
    "EXCLUDED",
    "MANIFEST_LANGUAGE",
    "PHASES",
    "UNSUPPORTED",
    "CallCount",
    "Clock",
    "Indexer",
    "LinkTree",
    "Progress",
    "Side",
    "Silent",
    "counts_in",
    "resolved_share",
]
