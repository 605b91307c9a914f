"""The shipped workflow and action, run by act on this machine, against a GitHub that remembers. Needs a package registry."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import ci_world
import pytest

TOP = Path(__file__).parents[2]
STAND_INS = TOP / "tests" / "e2e" / "actions"
MODULES = 400
"""Enough files for an index to be worth restoring."""
ACT = shutil.which("act", path=str(Path(sys.executable).parent)) or shutil.which("act")

pytestmark = [
    pytest.mark.network,
    pytest.mark.e2e,
    pytest.mark.skipif(ACT is None, reason="act is not installed here"),
]


def module(number: int) -> str:
    lines = [f"from pkg.m{max(0, number - 1)} import f0 as before", ""]
    for at in range(12):
        lines += ["", f"def f{at}(value):", f"    return {'before' if at == 0 and number else 'len'}(str(value)) + {at}", ""]
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory, repo_type: Any) -> ci_world.World:
    """A pull request that breaks a caller, merged as GitHub does, with the shipped workflows."""
    repo = repo_type(tmp_path_factory.mktemp("act") / "repo")
    found = ci_world.World(repo.path, repo.git)
    files: dict[str, str | bytes | None] = {f"pkg/m{number}.py": module(number) for number in range(MODULES)}
    files["pkg/__init__.py"] = ""
    files["shop/pay.py"] = "def charge(amount):\n    return amount\n"
    files["shop/app.py"] = "from shop.pay import charge\n\n\ndef buy(basket):\n    return charge(sum(basket))\n"
    for workflow in (TOP / "examples" / "github").glob("*.yml"):
        files[f".github/workflows/{workflow.name}"] = workflow.read_text()
    found.base = found.fork_point = repo.commit(files)
    repo.git("checkout", "-q", "-b", "topic")
    found.head = repo.commit({"shop/pay.py": "def charge(amount, currency):\n    return amount, currency\n"})
    repo.git("checkout", "-q", "--detach", found.base)
    repo.git("merge", "-q", "--no-ff", "-m", "merge", found.head)
    found.merge = repo.git("rev-parse", "HEAD")
    return found


class Act:
    """act with every inner action at hand."""

    def __init__(self, world: ci_world.World, place: Path, api: str) -> None:
        self.world, self.place, self.api = world, place, api
        self.stand_in = place / "stand-in"
        self.stand_in.mkdir()
        self.actions = {"nexus-diff/nexus-diff": _repository(place / "own", own=True)}
        cache, upload = place / "cache", place / "upload"
        for name in ("restore", "save"):
            shutil.copytree(STAND_INS / name, cache / name)
        shutil.copytree(STAND_INS / "upload-artifact", upload)
        self.actions |= {"actions/cache": _repository(cache), "actions/upload-artifact": _repository(upload)}
        self.actions["actions/setup-python"] = self.actions["actions/upload-artifact"]  # looked up by act, never run

    def run(self, event: str, payload: dict[str, Any], commit: str) -> tuple[str, float]:
        """What act says, and the seconds that the analysis took."""
        self.world.git("checkout", "-q", "-B" if event == "push" else "--detach", *(["main", commit] if event == "push" else [commit]))
        file = self.place / "event.json"
        file.write_text(json.dumps(payload))
        command = [str(ACT), event, "-P", "ubuntu-latest=-self-hosted", "-e", str(file), "--pull=false", "--cache-server-addr", "127.0.0.1"]
        command += ["--env", f"GITHUB_API_URL={self.api}", "--env", f"STAND_IN={self.stand_in}", "--env", "NEXUS_DIFF_GITHUB_PAUSE=0"]
        command += ["--env", "GITHUB_REPOSITORY=o/r", "-s", "GITHUB_TOKEN=ghs_canary", "--defaultbranch", "main"]
        for reference in _references():
            name = "/".join(reference.split("@")[0].split("/")[:2])
            if name in self.actions:
                command += ["--local-repository", f"{name}@{reference.split('@')[1]}={self.actions[name]}"]
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # has uv, which installs ten times faster
        env = {**os.environ, "PATH": path, "XDG_CACHE_HOME": str(self.place / "home"), "NO_COLOR": "1"}
        began = time.monotonic()
        done = subprocess.run(command, cwd=self.world.path, env=env, capture_output=True, text=True, timeout=400, check=False)
        text = done.stdout + done.stderr
        assert done.returncode == 0, text[-6000:]
        took = re.search(r'Success - Main bash "\$GITHUB_ACTION_PATH/action/run.sh" \[(?:(\d+)m)?([\d.]+)(m?s)\]', text)
        assert took, text[-6000:]
        seconds = float(took[2]) / (1000 if took[3] == "ms" else 1) + 60 * int(took[1] or 0)
        assert seconds < time.monotonic() - began
        return text, seconds

    def log(self) -> list[str]:
        file = self.stand_in / "log"
        return file.read_text().splitlines() if file.exists() else []


def _references() -> set[str]:
    found: set[str] = set()
    for file in [TOP / "action.yml", *(TOP / "examples" / "github").glob("*.yml")]:
        found |= set(re.findall(r"uses: (\S+@\S+)", file.read_text()))
    return found


def _repository(place: Path, *, own: bool = False) -> Path:
    """A git repository of an action; our own is this checkout as it stands."""
    if own:
        names = subprocess.run(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=TOP, capture_output=True, check=True).stdout
        for name in filter(None, names.decode().split("\0")):
            if not name.startswith("tests/") and (TOP / name).is_file():
                (place / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(TOP / name, place / name)
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for words in (["init", "-q", "-b", "main"], ["add", "-A"], [*identity, "commit", "-qm", "action"]):
        subprocess.run(["git", *words], cwd=place, check=True, capture_output=True)
    return place


def test_row_13_the_shipped_workflows_from_nothing_to_a_restored_index(world: ci_world.World, proxy: Any, tmp_path: Path) -> None:
    github, before = proxy.clear(world.head), proxy.violations()
    act = Act(world, tmp_path, github.public)
    pull = ci_world.pull_payload(world)
    text, cold = act.run("pull_request", pull, world.merge)
    assert act.log() == []  # nothing to restore; a pull request does not save
    (comment,) = github.comments
    assert "charge" in comment["body"]
    assert "shop/app.py" in comment["body"]
    (check,) = github.checks
    assert check["head_sha"] == world.head
    assert "ghs_canary" not in text
    report = json.loads((act.stand_in / "artifacts" / "nexus-diff-report" / "report.json").read_text())
    assert report["base"] == world.base
    assert report["breaking_call_sites"][0]["file"] == "shop/app.py"

    push = {"ref": "refs/heads/main", "before": "0" * 40, "after": world.base, "repository": pull["repository"], "deleted": False}
    act.run("push", push, world.base)
    (saved,) = act.log()
    assert saved.startswith("saved nexus-diff-")

    body = comment["body"]
    text, warm = act.run("pull_request", pull, world.merge)
    assert act.log()[1:] == [saved.replace("saved", "restored")]
    assert [one["body"] for one in github.comments] == [body]
    assert proxy.violations() == before
    assert warm < cold, (warm, cold)
    print(f"analysis: cold {cold:.1f} s, with a restored index {warm:.1f} s")
