"""Linking: facts of all files → relations, with what was looked up. Pure and deterministic.

`link_tree` links a whole tree; `link_change` re-links only the files whose recorded look-ups changed. Both give the same relations
for the same tree (promise 1), because linking one file is a pure function of its facts and of the answers to its recorded look-ups.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nexus_diff.model.lazy import lazily

if TYPE_CHECKING:
    from nexus_diff.link.linking import link_change, link_tree
    from nexus_diff.link.ports import Linked, Progress, Recorded, Tree
    from nexus_diff.link.sites import Remark
    from nexus_diff.link.tree import REMARKS

__all__ = [
    "REMARKS",
    "Linked",
    "Progress",
    "Recorded",
    "Remark",
    "Tree",
    "link_change",
    "link_tree",
]

_HOMES = {
    "Linked": "ports",
    "Progress": "ports",
    "REMARKS": "tree",
    "Recorded": "ports",
    "Remark": "sites",
    "Tree": "ports",
    "link_change": "linking",
    "link_tree": "linking",
}
"""Name → module."""

__getattr__ = lazily(__name__, _HOMES)
