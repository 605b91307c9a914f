"""Reading git: revisions, snapshots, changes between them, attributes and history. Nothing is ever written into the repository.

repo = open_repository(".")
compared = resolve(repo, "main..HEAD")
for change in changes(compared.base, compared.head): ...
"""

from nexus_diff.git.attributes import Attributes, is_attributes_file
from nexus_diff.git.changes import Comparison, changes, compare
from nexus_diff.git.history import first_parents, nearest
from nexus_diff.git.opening import open_repository, trust
from nexus_diff.git.repository import EMPTY_TREE, MissingBlob, Repository
from nexus_diff.git.revisions import Range, commit_of, find_default_branch, merge_bases, resolve
from nexus_diff.git.snapshot import Snapshot, commit_snapshot, differing
from nexus_diff.git.trees import SUBMODULE, SYMLINK, blob_id
from nexus_diff.git.worktree import ask_status, index_snapshot, worktree_snapshot

__all__ = [
    "EMPTY_TREE",
    "SUBMODULE",
    "SYMLINK",
    "Attributes",
    "Comparison",
    "MissingBlob",
    "Range",
    "Repository",
    "Snapshot",
    "ask_status",
    "blob_id",
    "changes",
    "commit_of",
    "commit_snapshot",
    "compare",
    "differing",
    "find_default_branch",
    "first_parents",
    "index_snapshot",
    "is_attributes_file",
    "merge_bases",
    "nearest",
    "open_repository",
    "resolve",
    "trust",
    "worktree_snapshot",
]
