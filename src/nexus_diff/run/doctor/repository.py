"""The repository: whether it can be read, its shape, and what a change would be compared with."""

from __future__ import annotations

import os
from collections.abc import Iterator

from nexus_diff.config import Config
from nexus_diff.git import Repository, commit_of, find_default_branch, merge_bases, open_repository
from nexus_diff.git.trees import list_tree
from nexus_diff.model.errors import GitError, NexusDiffError
from nexus_diff.run.doctor import OK, PROBLEM, WARNING, Finding, Look, Patient
from nexus_diff.run.request import Place
from nexus_diff.run.workspace import Workspace

AREA = "repository"
_SUBMODULE = 0o160000


def place_of(patient: Patient) -> Place:
    """The same, as commands have it."""
    return Place(repo=patient.repo, index_dir=patient.index_dir, config=patient.config)


def access(patient: Patient) -> Iterator[Finding]:
    """libgit2 and git can read it, whoever owns it."""
    repo = open_repository(patient.repo)
    where = repo.workdir or repo.git_dir
    yield Finding(AREA, "place", OK, str(where))
    if hasattr(os, "geteuid") and os.stat(where).st_uid != os.geteuid():
        yield Finding(AREA, "owner", OK, "another user; git is told to trust it (safe.directory)")
    try:
        repo.run("rev-parse", "--git-dir")
    except GitError as error:
        yield Finding(AREA, "git here", PROBLEM, str(error), f"see what `git -C {where} status` says")


def shape(patient: Patient) -> Iterator[Finding]:
    """What kind of clone it is."""
    repo = open_repository(patient.repo)
    kinds = [name for name, on in _kinds(repo) if on]
    yield Finding(AREA, "shape", OK, ", ".join(kinds) or "a full clone with a working tree")
    if repo.is_partial:
        text = "objects that are missing are fetched when they are needed, which takes time and the network"
        yield Finding(AREA, "partial clone", WARNING, text, "a full clone is quicker: git fetch --refetch --no-filter")
    head = repo.head()
    if head is None:
        yield Finding(AREA, "HEAD", WARNING, "there is no commit yet", "commit something")
        return
    modules = sum(file.mode == _SUBMODULE for file in list_tree(repo, repo.tree_of(head)))
    name = "detached" if repo.raw.head_is_detached else repo.raw.head.shorthand
    yield Finding(AREA, "HEAD", OK, f"{head[:12]} ({name})")
    if modules:
        yield Finding(AREA, "submodules", OK, f"{modules}; each is analysed in its own repository, here only its commit counts")


def _kinds(repo: Repository) -> Iterator[tuple[str, bool]]:
    yield "bare", repo.workdir is None
    yield "a linked worktree", repo.common_dir != repo.git_dir
    yield f"shallow (history is cut at {len(repo.shallow_commits)} commits)", repo.is_shallow
    yield "partial", repo.is_partial


def base(patient: Patient) -> Iterator[Finding]:
    """The default branch, and whether a merge base with it is here."""
    repo = open_repository(patient.repo)
    head = repo.head()
    if head is None:
        return
    try:
        name, tip = find_default_branch(repo, _configured(patient).git.default_branch or None)
    except GitError as error:
        said, _, remedy = str(error).partition("; ")
        yield Finding(AREA, "default branch", WARNING, said, remedy)
        return
    bases = merge_bases(repo, tip, head)
    if bases:
        yield Finding(AREA, "default branch", OK, f"{name}, merge base {bases[0][:12]}")
    elif repo.is_shallow:
        text = f"{name}, but this shallow clone lacks the merge base of HEAD with it"
        yield Finding(AREA, "default branch", WARNING, text, "git fetch --unshallow")
    else:
        text = f"{name}, which has no commit in common with HEAD {commit_of(repo, 'HEAD')[:12]}"
        yield Finding(AREA, "default branch", WARNING, text, "name what to compare with: nexus-diff A..B")


def _configured(patient: Patient) -> Config:
    try:
        return Workspace(place_of(patient)).config_on_disk()
    except NexusDiffError:
        return Config()


LOOKS: dict[str, Look] = {"access": access, "shape": shape, "default branch": base}
