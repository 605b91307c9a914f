"""Finding and opening the repository that is meant.

Maintainers: a place that was named decides alone. Without one (the current folder) the variables count that git itself goes by, as they are
set inside of hooks and by whoever keeps `.git` elsewhere: libgit2 could do that (`FROM_ENV`), but for GIT_WORK_TREE and GIT_COMMON_DIR.
Whether a repository of another user may be opened is git's to say: libgit2 knows neither settings from the environment nor wildcards.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pygit2
from pygit2.enums import RepositoryOpenFlag

from nexus_diff.git.repository import SCRUBBED, Repository
from nexus_diff.model.errors import GitError

# What else a repository may declare without any of our reading being affected (libgit2 refuses what it has not heard of).
_KNOWN_EXTENSIONS = ("partialclone", "relativeworktrees")
_NO_REPOSITORY = "is not in a git repository; go to one, or name it with --repo DIR"
_EXACTLY = RepositoryOpenFlag.NO_SEARCH | RepositoryOpenFlag.NO_DOTGIT


def open_repository(path: str | Path = ".") -> Repository:
    """The repository that `path` lies in: any folder of a working tree, a linked worktree, a bare repository or a git directory; for the
    current folder, the one that GIT_DIR and its like name. GitError with one line when there is none or it cannot be read."""
    place = Path(path)
    if not place.is_absolute() and not _has_current_folder():
        raise GitError("the current folder is gone; go to another one")
    if not place.exists():
        raise GitError(f"{path}: no such folder")
    _declare_extensions()
    here = place == Path()
    env: Mapping[str, str] = os.environ if here else {}
    named = env.get("GIT_DIR", "")
    try:
        raw = _opened(os.path.abspath(named), place, env) if named else _opened(_discovered(place), place, env)
    except (KeyError, pygit2.GitError, ValueError) as error:
        raise GitError(_explain(error, place, named)) from None
    repo = Repository(raw, _working_tree(raw, env), here=here)
    common = env.get("GIT_COMMON_DIR", "")
    if common and os.path.realpath(common) != os.path.realpath(repo.common_dir):
        raise GitError(f"GIT_COMMON_DIR={common}: another folder than {repo.common_dir} is not supported; unset it")
    return repo


def trust(path: str | Path) -> None:
    """Lets this process, and the calls of `git` that it makes, open a repository that belongs to another user, as `safe.directory` does.
    For folders that whoever started us has put there, such as a checkout that a job made outside of its container."""
    count = os.environ.get("GIT_CONFIG_COUNT", "0")
    number = int(count) if count.isascii() and count.isdigit() else 0
    os.environ["GIT_CONFIG_COUNT"] = str(number + 1)
    os.environ[f"GIT_CONFIG_KEY_{number}"] = "safe.directory"
    os.environ[f"GIT_CONFIG_VALUE_{number}"] = os.path.realpath(path)
    pygit2.settings.owner_validation = False


def _has_current_folder() -> bool:
    try:
        os.getcwd()
    except OSError:
        return False
    return True


def _discovered(place: Path) -> str:
    """Git directory of the nearest repository around `place`, or the `.git` file that leads to it: a git directory that lies elsewhere
    does not know its working tree. KeyError when there is none."""
    folder = place.absolute() if place.is_dir() else place.absolute().parent
    across = os.environ.get("GIT_DISCOVERY_ACROSS_FILESYSTEM", "").lower() in ("1", "true", "yes", "on")
    found = pygit2.discover_repository(str(folder), across, os.environ.get("GIT_CEILING_DIRECTORIES", ""))
    if found is None:
        raise KeyError(str(folder))
    link = next((link for link in (around / ".git" for around in (folder, *folder.parents)) if link.exists()), None)
    return str(link) if link is not None and link.is_file() and pygit2.discover_repository(str(link.parent)) == found else found


def _opened(git_dir: str, place: Path, env: Mapping[str, str]) -> pygit2.Repository:
    try:
        return pygit2.Repository(git_dir, _EXACTLY)
    except pygit2.GitError as error:
        if "not owned by" not in str(error):
            raise
        refused = _refused(place, env)
        if refused:
            raise GitError(refused) from None
    pygit2.settings.owner_validation = False
    try:
        return pygit2.Repository(git_dir, _EXACTLY)
    finally:
        pygit2.settings.owner_validation = True


def _refused(place: Path, env: Mapping[str, str]) -> str:
    """What git has against a repository of another user, "" when the user's settings allow it."""
    folder = place.absolute() if place.is_dir() else place.absolute().parent
    environment = {name: value for name, value in os.environ.items() if env or name not in SCRUBBED} | {"LC_ALL": "C"}
    said = f"safe.directory {folder}"
    try:
        done = subprocess.run(
            ["git", "rev-parse", "--git-dir"], cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
    except OSError:
        pass
    else:
        if done.returncode == 0:
            return ""
        said = os.fsdecode(done.stderr)
    found = re.search(r"safe\.directory (.+)", said)
    top = found[1].strip() if found else str(folder)
    return f"{top} belongs to another user; if you trust it: git config --global --add safe.directory {top}"


def _working_tree(raw: pygit2.Repository, env: Mapping[str, str]) -> Path | None:
    """Top of the working tree, None for a bare repository. With GIT_DIR alone, git takes the current folder for it; we do where that
    is not inside of the working tree which the repository is known to have."""
    named = env.get("GIT_WORK_TREE", "")
    if named:
        if not os.path.isdir(named):
            raise GitError(f"GIT_WORK_TREE={named}: no such folder; unset it, or name the repository with --repo DIR")
        return Path(os.path.abspath(named))
    if raw.is_bare or raw.workdir is None:
        return None
    known = Path(raw.workdir)
    if not env.get("GIT_DIR") or "core.worktree" in raw.config or Path(os.path.realpath(".")).is_relative_to(os.path.realpath(known)):
        return known
    return Path.cwd()


def _explain(error: Exception, place: Path, named: str) -> str:
    message, where = str(error), place.absolute()
    if "refstorage" in message:
        return f"{where} keeps its references as a reftable, which is not supported yet; use a clone made with --ref-format=files"
    if "object format" in message or "sha256" in message:
        return f"{where} uses SHA-256 object names, which are not supported yet; use a clone with SHA-1 names"
    if named and (isinstance(error, KeyError) or "not found" in message or "failed to resolve" in message):
        return f"GIT_DIR={named} is no git repository; unset it, or name the repository with --repo DIR"
    if isinstance(error, KeyError) or "not found" in message or "failed to resolve" in message:
        return _dangling(where) or f"{place} {_NO_REPOSITORY}"
    return f"{where}: cannot open the git repository: {message}"


def _dangling(place: Path) -> str:
    """What is wrong when a `.git` file leads nowhere, as in a linked worktree that was moved, or mounted without its repository."""
    for folder in (place, *place.parents):
        file = folder / ".git"
        try:
            text = file.read_text("utf-8", "surrogateescape")[:4096] if file.is_file() else ""
        except OSError:
            return ""
        if text.startswith("gitdir:"):
            target = os.path.normpath(folder / text[len("gitdir:") :].strip())
            if not os.path.exists(target):
                return f"{file} leads to {target}, which is not there; a linked worktree or a submodule needs the repository it belongs to"
            return ""
        if file.exists():
            return ""
    return ""


def _declare_extensions() -> None:
    if not hasattr(pygit2.settings, "extensions"):  # pygit2 before 1.19, the last for Python 3.10
        return
    known = pygit2.settings.extensions
    missing = [name for name in _KNOWN_EXTENSIONS if name not in known]
    if missing:
        pygit2.settings.set_extensions([*known, *missing])
