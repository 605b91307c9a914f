"""Walks along the history."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygit2
from pygit2.enums import SortMode

from nexus_diff.git.repository import Repository
from nexus_diff.git.revisions import Range
from nexus_diff.model.errors import GitError


def first_parents(repo: Repository, compared: Range) -> list[str]:
    """Commit ids from base to head, oldest first: the base, then what head's line of first parents adds to it. For a head that is
    not a commit: just the base."""
    base, head = compared.revisions.base, compared.revisions.head
    if len(head) != 40:
        return [base] if base else []
    walker = repo.raw.walk(head, SortMode.NONE)
    if base:
        walker.hide(base)
    added = {str(commit.id) for commit in walker}
    line = []
    at: str | None = head
    while at in added:
        line.append(at)
        at = next(iter(repo.parents_of(at)), None)
    return ([base] if base else []) + line[::-1]


def nearest(repo: Repository, commit: str, is_indexed: Callable[[str], bool], limit: int = 2000) -> tuple[str, str] | None:
    """(commit id, tree id) of the nearest ancestor, itself included, whose tree is indexed: first along first parents, then among
    all ancestors by time, at most `limit` of each. None when there is none."""
    seen: set[str] = set()
    for walk in (_first_line(repo, commit), _by_time(repo, commit)):
        for count, (found, tree) in enumerate(walk):
            if count >= limit:
                break
            if tree not in seen and is_indexed(tree):
                return found, tree
            seen.add(tree)
    return None


def _first_line(repo: Repository, commit: str) -> Iterator[tuple[str, str]]:
    at: str | None = commit
    while at is not None:
        try:
            found = repo.raw[at].peel(pygit2.Commit)
        except (KeyError, ValueError, pygit2.GitError):
            return
        yield at, str(found.tree_id)
        at = str(found.parent_ids[0]) if found.parent_ids else None


def _by_time(repo: Repository, commit: str) -> Iterator[tuple[str, str]]:
    try:
        for found in repo.raw.walk(commit, SortMode.TIME):
            yield str(found.id), str(found.tree_id)
    except (KeyError, pygit2.GitError, GitError):
        return
