"""From what a user types to the two snapshots that are compared.

`A..B` and `A...B` both mean what B adds since the merge base; a single revision means what it adds to its first parent; nothing means
the working tree against the merge base with the default branch.
"""

from __future__ import annotations

import re

import msgspec
import pygit2

from nexus_diff.git.repository import Repository
from nexus_diff.git.snapshot import Snapshot, commit_snapshot
from nexus_diff.git.worktree import index_snapshot, worktree_snapshot
from nexus_diff.model.changes import Revisions
from nexus_diff.model.errors import GitError

_LONGEST_NAME = 1_000
"""Of a revision; libgit2 refuses to look for references that are longer than a path may be."""


class Range(msgspec.Struct, frozen=True):
    """What is compared. `base` and `head` are complete views of the files; `revisions.base` is "" where nothing precedes (a first
    commit, a repository without one)."""

    base: Snapshot
    head: Snapshot
    revisions: Revisions
    notices: tuple[str, ...] = ()


def resolve(
    repo: Repository,
    text: str = "",
    *,
    direct: bool = False,
    staged: bool = False,
    patch: bytes | None = None,
    default_branch: str | None = None,
) -> Range:
    """The range that `text` and the options name. GitError when a revision is unknown or history is missing, PatchError when the
    patch does not apply to HEAD."""
    if bool(text) + staged + (patch is not None) > 1:
        raise GitError("a range, --staged and --patch exclude one another; pass one of them")
    if staged and repo.workdir is None:
        raise GitError("a bare repository has no staged changes; pass a range such as main..HEAD")
    if staged:
        head, notices = index_snapshot(repo)
        return _on_head(repo, head, "index", "staged changes", notices)
    if patch is not None:
        from nexus_diff.git.patch import patched

        head, notices = patched(commit_snapshot(repo, repo.head()), patch)
        return _on_head(repo, head, "patch", "the patch on HEAD", notices)
    if not text:
        return _working_tree(repo, direct, default_branch)
    left, dots, right = split_range(text)
    if not dots:
        return _single(repo, left)
    return _between(repo, commit_of(repo, left or "HEAD"), commit_of(repo, right or "HEAD"), text, direct)


def split_range(text: str) -> tuple[str, str, str]:
    """`A..B` as ("A", "..", "B"); a single revision as (text, "", ""). Dots inside braces (`HEAD^{/a..b}`) do not count."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "{") - (sign == "}")
        if depth == 0 and text.startswith("..", at):
            dots = "..." if text.startswith("...", at) else ".."
            return text[:at], dots, text[at + len(dots) :]
    return text, "", ""


def commit_of(repo: Repository, name: str) -> str:
    """Commit id of a revision; GitError that names it when there is none."""
    try:
        return str(repo.raw.revparse_single(name).peel(pygit2.Commit).id)
    except (KeyError, ValueError, pygit2.GitError) as error:
        raise GitError(_unknown(repo, name, str(error))) from None


def merge_bases(repo: Repository, one: str, other: str) -> list[str]:
    """All best common ancestors, in git's order; empty when the histories share nothing."""
    try:
        found = repo.raw.merge_base(one, other)
    except (KeyError, pygit2.GitError):
        found = None
    if found is None:
        return []
    if str(found) in (one, other):
        return [str(found)]
    return repo.run("merge-base", "--all", one, other).decode().split()


def find_default_branch(repo: Repository, configured: str | None = None) -> tuple[str, str]:
    """(short name, commit id) of the default branch: the configured one, else origin/HEAD, main, master (local before origin's)."""
    if configured:
        names = [f"refs/heads/{configured}", f"refs/remotes/{configured}", f"refs/remotes/origin/{configured}"]
    else:
        names = ["refs/remotes/origin/HEAD"]
        names += [f"refs/{place}/{name}" for name in ("main", "master") for place in ("heads", "remotes/origin")]
    for name in names:
        try:
            reference = repo.raw.lookup_reference(name).resolve()
        except (KeyError, ValueError, pygit2.GitError):
            continue
        return _short(reference.name), commit_of(repo, str(reference.target))
    if configured:
        raise GitError(f"the configured default branch {configured!r} does not exist here; fetch it: git fetch origin {configured}")
    raise GitError("no default branch found (origin/HEAD, main, master); pass a range such as BRANCH..HEAD or set the default branch")


def _working_tree(repo: Repository, direct: bool, configured: str | None) -> Range:
    head = repo.head()
    if head is None:
        snapshot, notices = worktree_snapshot(repo)
        return _on_head(repo, snapshot, "", "uncommitted changes", notices)
    if repo.workdir is None:
        raise GitError("a bare repository has no working tree; pass a range such as main..HEAD")
    name, tip = find_default_branch(repo, configured)
    here = "" if repo.raw.head_is_detached else _short(repo.raw.head.name)
    snapshot, notices = worktree_snapshot(repo)
    if here and here == name.removeprefix("origin/"):
        return _on_head(repo, snapshot, "", "uncommitted changes", notices)
    base, kind, more = _base_of(repo, tip, head, direct, f"{name}..HEAD")
    revisions = Revisions(base, "", kind, f"working tree against {name}")
    return Range(commit_snapshot(repo, base), snapshot, revisions, (*more, *notices))


def _on_head(repo: Repository, snapshot: Snapshot, head: str, label: str, notices: list[str]) -> Range:
    base = repo.head()
    return Range(commit_snapshot(repo, base), snapshot, Revisions(base or "", head, "direct", label), tuple(notices))


def _single(repo: Repository, name: str) -> Range:
    head = commit_of(repo, name)
    if head in repo.shallow_commits:
        raise GitError(f"this shallow clone lacks the parent of {name}; fetch it: git fetch --deepen=1 {_remote(repo)} {head}")
    parents = repo.parents_of(head)
    base = parents[0] if parents else None
    revisions = Revisions(base or "", head, "merge-base" if parents else "direct", name)
    return Range(commit_snapshot(repo, base), commit_snapshot(repo, head), revisions)


def _between(repo: Repository, one: str, other: str, text: str, direct: bool) -> Range:
    base, kind, notices = _base_of(repo, one, other, direct, text)
    return Range(commit_snapshot(repo, base), commit_snapshot(repo, other), Revisions(base, other, kind, text), notices)


def _base_of(repo: Repository, one: str, other: str, direct: bool, text: str) -> tuple[str, str, tuple[str, ...]]:
    """(commit to compare with, base kind, notices)."""
    if direct:
        return one, "direct", ()
    bases = merge_bases(repo, one, other)
    if not bases and repo.is_shallow:
        raise GitError(f"this shallow clone lacks the merge base of {text}; fetch it: git fetch --unshallow {_branch_to_fetch(repo, text)}")
    if not bases:
        return one, "direct", (f"{text}: the two histories have no commit in common; their files are compared as they are",)
    if len(bases) > 1:
        return bases[0], "merge-base", (f"{text}: {len(bases)} merge bases; {bases[0][:12]} is used",)
    return bases[0], "merge-base", ()


def _unknown(repo: Repository, name: str, why: str) -> str:
    if len(name) > _LONGEST_NAME:
        return f"unknown revision {name[:60] + '…'!r}, {len(name):,} characters long"
    if "ambiguous" in why:
        return f"revision {name!r} is ambiguous: give more digits"
    if repo.is_empty or (name == "HEAD" and repo.raw.head_is_unborn):
        return f"unknown revision {name!r}: there is no commit yet"
    steps = re.search(r"~(\d+)$", name)
    if repo.is_shallow and (steps or name.endswith("^")):
        deepen = steps[1] if steps else "1"
        return f"unknown revision {name!r} in this shallow clone; fetch more: git fetch --deepen={deepen} {_remote(repo)}"
    child = re.fullmatch(r"([\w./-]+)(?:~\d*|\^\d*)+", name)
    if child and _exists(repo, child[1]):
        return f"unknown revision {name!r}: {child[1]} has no such ancestor; nexus-diff {child[1]} shows what {child[1]} itself adds"
    for remote in _remotes(repo):
        if f"refs/remotes/{remote}/{name}" in repo.raw.references:
            return f"unknown revision {name!r}; did you mean {remote}/{name}?"
    branch_like = _remotes(repo) and re.fullmatch(r"[\w./-]+", name) and not re.fullmatch(r"[0-9a-f]{7,40}|HEAD", name)
    return f"unknown revision {name!r}" + (f"; if it is a branch: git fetch {_remote(repo)} {name}" if branch_like else "")


def _exists(repo: Repository, name: str) -> bool:
    try:
        return bool(repo.raw.revparse_single(name))
    except (KeyError, ValueError, pygit2.GitError):
        return False


def _branch_to_fetch(repo: Repository, text: str) -> str:
    """`REMOTE BRANCH` (or just `REMOTE`) whose history holds the left side of a range."""
    left = re.split(r"[~^@]", split_range(text)[0])[0]
    for remote in _remotes(repo):
        branch = left.removeprefix(f"{remote}/")
        if f"refs/remotes/{remote}/{branch}" in repo.raw.references:
            return f"{remote} {branch}"
    return _remote(repo)


def _remotes(repo: Repository) -> list[str]:
    return sorted((str(name) for name in repo.raw.remotes.names() if name), key=lambda name: (name != "origin", name))


def _remote(repo: Repository) -> str:
    return next(iter(_remotes(repo)), "origin")


def _short(name: str) -> str:
    return name.removeprefix("refs/heads/").removeprefix("refs/remotes/")
