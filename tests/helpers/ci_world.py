"""A host's repository with a pull request in it, and the clones that a runner makes of it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

NUMBER = 7
CHANGED = {f"pr/file{number}.py" for number in range(5)}
"""What the pull request changes, and nothing else does."""


class World:
    """`git` runs in the host's repository. `base`: where main stood when the merge was made; `tip`: where it stands now."""

    def __init__(self, path: Path, git: Any) -> None:
        self.path = path
        self.git = git
        self.head = self.merge = self.base = self.fork_point = self.tip = ""

    @property
    def url(self) -> str:
        return self.path.absolute().as_uri()

    def clone(self, place: Path, commit: str, *, depth: int = 0, filter: str = "") -> Path:
        """As actions/checkout does it: one commit, detached; depth 0 brings all branches with their history."""
        run = lambda *words: subprocess.run(["git", *words], cwd=place, check=True, capture_output=True)  # noqa: E731
        place.mkdir(parents=True)
        run("init", "--quiet", "--initial-branch=main")
        run("remote", "add", "origin", self.url)
        limit = [f"--depth={depth}"] if depth else []
        branches = [] if depth else ["+refs/heads/*:refs/remotes/origin/*"]
        if filter:
            limit.append(f"--filter={filter}")
        run(
            "-c",
            "protocol.version=2",
            "fetch",
            "--quiet",
            "--no-tags",
            *limit,
            "origin",
            *branches,
            f"+{commit}:refs/remotes/pull/{NUMBER}/merge",
        )
        run("checkout", "--quiet", "--detach", commit)
        return place


def build(repo: Any, *, commits: int = 40, later: int = 12, back: int = 24) -> World:
    """main with `commits` commits, a pull request that left it `back` commits ago, its merge, and `later` more commits on main."""
    world = World(repo.path, repo.git)
    repo.git("config", "uploadpack.allowAnySHA1InWant", "true")
    repo.git("config", "uploadpack.allowFilter", "true")
    line = [repo.commit({"pr/file0.py": "def zero():\n    return 0\n", "main.py": "x = 0\n"}, "first")]
    line += [repo.commit({f"main/step{n}.py": f"def step():\n    return {n}\n"}, f"main {n}") for n in range(1, commits)]
    world.fork_point = line[-1 - back]
    repo.git("checkout", "--quiet", "-b", "topic", world.fork_point)
    for path in sorted(CHANGED):
        world.head = repo.commit({path: f"def changed():\n    return {path!r}\n"}, f"topic {path}")
    world.base = line[-1]
    repo.git("checkout", "--quiet", "--detach", world.base)
    repo.git("merge", "--quiet", "--no-ff", "-m", "merge", world.head)
    world.merge = repo.git("rev-parse", "HEAD")
    repo.git("update-ref", f"refs/pull/{NUMBER}/merge", world.merge)
    repo.git("update-ref", f"refs/pull/{NUMBER}/head", world.head)
    repo.git("checkout", "--quiet", "main")
    for number in range(later):
        repo.commit({f"main/later{number}.py": "def later():\n    pass\n"}, f"later {number}")
    world.tip = repo.git("rev-parse", "HEAD")
    return world


def pull_payload(world: World, **more: Any) -> dict[str, Any]:
    """What GitHub tells of the pull request."""
    pull = {
        "number": NUMBER,
        "head": {"sha": world.head, "ref": "topic", "repo": {"full_name": "o/r"}},
        "base": {"sha": world.base, "ref": "main", "repo": {"full_name": "o/r"}},
        "merge_commit_sha": world.merge,
    }
    return {"action": "synchronize", "number": NUMBER, "pull_request": pull, "repository": {"default_branch": "main"}, **more}


def write_payload(place: Path, payload: dict[str, Any]) -> Path:
    place.write_text(json.dumps(payload))
    return place
