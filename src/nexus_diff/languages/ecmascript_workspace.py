"""Workspaces of npm, yarn and pnpm: which folder a package name means."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from functools import lru_cache
from posixpath import dirname, normpath

from nexus_diff.languages.ecmascript_files import Tree, folders, inside
from nexus_diff.languages.manifests import values
from nexus_diff.model.facts import ManifestFacts

_Manifests = tuple[tuple[str, ManifestFacts], ...]


def workspace_home(base: str, package: str, tree: Tree) -> str | None:
    """Folder of the package of that name in the nearest enclosing workspace that has one."""
    homes = _homes(tree.probe.manifests("package")).get(package, ())
    if not homes:
        return None
    for folder in folders(base):
        globs = _workspace_globs(folder, tree)
        if globs and (members := [home for home in homes if _is_member(folder, home, globs)]):
            return members[0]
    return None


_last_homes: list[tuple[_Manifests, dict[str, list[str]]]] = []


def _homes(manifests: _Manifests) -> dict[str, list[str]]:
    """Package name → folders, sorted. The last answer is kept: every bare import asks for the same tree."""
    if not _last_homes or (_last_homes[0][0] is not manifests and _last_homes[0][0] != manifests):
        homes: dict[str, list[str]] = {}
        for path, manifest in manifests:
            if "node_modules" not in path.split("/"):
                homes.setdefault(values(manifest).get("name", ""), []).append(dirname(path))
        _last_homes[:] = [(manifests, homes)]
    return _last_homes[0][1]


def _workspace_globs(folder: str, tree: Tree) -> list[str]:
    root = tree.probe.manifest("package", inside(folder, "package.json"))
    globs: list[str] = list(values(root).get("workspaces", ())) if root is not None else []
    for name in ("pnpm-workspace.yaml", "pnpm-workspace.yml"):
        if (pnpm := tree.probe.manifest("pnpm-workspace", inside(folder, name))) is not None:
            globs += values(pnpm).get("workspaces", ())
    return globs


def _is_member(folder: str, home: str, globs: list[str]) -> bool:
    if home == folder:
        return True
    if not home.startswith(inside(folder, "")):
        return False
    relative = home[len(folder) :].lstrip("/")
    wanted = [glob for g in globs if not g.startswith("!") for glob in _globs_of(g)]
    unwanted = [glob for g in globs if g.startswith("!") for glob in _globs_of(g[1:])]
    return _any(wanted, relative) and not _any(unwanted, relative)


def _any(globs: list[list[str]], path: str) -> bool:
    return any(_fits(glob, path.split("/")) for glob in globs)


def _fits(glob: list[str], parts: list[str]) -> bool:
    """Whether a glob, cut at its slashes, covers the whole path. Linear, since globs come from the analysed repository."""
    reached = {0}
    for pattern in glob:
        if pattern == "**":
            reached = set(range(min(reached, default=len(parts) + 1), len(parts) + 1))
        else:
            reached = {i + 1 for i in reached if i < len(parts) and fnmatchcase(parts[i], pattern)}
    return len(parts) in reached


@lru_cache(maxsize=256)
def _globs_of(text: str) -> list[list[str]]:
    """A workspace glob (`packages/*`, `apps/**`, `{a,b}/*`) cut at its slashes, one per choice in braces."""
    choices = [text.strip("/")[:500]]
    for _ in range(3):
        choices = [e for c in choices for e in _braced(c)][:64]
    return [normpath(c).split("/") for c in choices if c]


def _braced(text: str) -> list[str]:
    found = re.search(r"\{([^{}]*)\}", text)
    return [text[: found.start()] + c + text[found.end() :] for c in found[1].split(",")] if found else [text]
