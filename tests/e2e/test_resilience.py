"""Interruptions, damage and company: the next run is right, and no run is wrong."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

EDIT = {"shop/prices.py": "def net(price):\n    return price + 1\n\n\ndef gross(price, rate=0.2):\n    return net(price) * (1 + rate)\n"}


@pytest.fixture
def large(repo: Any) -> Any:
    """Enough files that a run can be caught in the middle."""
    body = "\n\n".join(f"def f{n}(a, b=1):\n    return g{n}(a) + len(str(b))\n\n\ndef g{n}(x):\n    return [x] * {n}" for n in range(40))
    repo.commit({f"pkg/m{number}.py": f"VALUE = {number}\n\n{body}\n" for number in range(150)})
    return repo


def start(repo: Any, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "nexus_diff", *arguments],
        cwd=repo.path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def wait_for_work(repo: Any, child: subprocess.Popen[bytes], delay: float) -> None:
    deadline = time.monotonic() + 20
    while not repo.index.exists() and child.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(delay)


def leftovers(repo: Any) -> list[str]:
    return [path.name for path in repo.index.iterdir() if not path.name.startswith("facts.sqlite")]


@pytest.mark.parametrize("delay", [0.0, 0.4])
@pytest.mark.parametrize("signal_", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_leaves_nothing_behind(large: Any, signal_: signal.Signals, delay: float) -> None:
    child = start(large, "index")
    wait_for_work(large, child, delay)
    os.killpg(child.pid, signal_)
    _, err = child.communicate(timeout=30)
    if child.returncode == 0:
        pytest.skip("the run was over before the signal")
    assert child.returncode == -signal_, err
    assert [line for line in err.decode().splitlines() if not line.startswith("nexus-diff: indexing")] == []
    assert leftovers(large) == []
    assert large.run("index").code == 0
    assert len(large.snapshots()) == 1


def test_a_killed_run_costs_only_its_work(large: Any, tmp_path: Path) -> None:
    child = start(large, "index")
    wait_for_work(large, child, 0.6)
    os.killpg(child.pid, signal.SIGKILL)
    child.communicate(timeout=30)
    ran = large.run("index")
    assert ran.code == 0, ran
    after, fresh = tmp_path / "after", tmp_path / "fresh"
    assert large.here("export", "--output", str(after)).code == 0
    assert large.here("export", "--output", str(fresh), "--index-dir", str(tmp_path / "index")).code == 0
    files = {path.name: path.read_bytes() for path in after.iterdir()}
    assert files
    assert files == {path.name: path.read_bytes() for path in fresh.iterdir()}


def test_parser_processes_die_with_their_parent(large: Any) -> None:
    child = start(large, "index")
    wait_for_work(large, child, 0.1)
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and _members(child.pid):
        time.sleep(0.05)
    assert _members(child.pid) == []


def test_many_runs_at_once(large: Any) -> None:
    large.commit({"pkg/m1.py": "def only():\n    return 1\n"})
    children = [
        start(large, "HEAD", "--format", "json"),
        start(large, "HEAD", "--format", "json"),
        start(large, "index"),
        start(large, "index"),
    ]
    outs = [child.communicate(timeout=100) for child in children]
    assert [child.returncode for child in children] == [0, 0, 0, 0], outs
    answers = [large.ask("HEAD")["changed_symbols"], *(__import__("json").loads(out)["changed_symbols"] for out, _ in outs[:2])]
    assert answers[0] == answers[1] == answers[2]
    assert len(large.snapshots()) == 2
    assert all(name.startswith("graph-") for name in leftovers(large))


def _damage(path: Path, how: str) -> None:
    data = path.read_bytes()
    if how == "truncated":
        path.write_bytes(data[: len(data) // 2])
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "gone":
        path.unlink()
    else:
        chance = random.Random(1)
        flipped = bytearray(data)
        for _ in range(50):
            flipped[chance.randrange(len(flipped))] ^= 255
        path.write_bytes(flipped)


@pytest.mark.parametrize("how", ["truncated", "empty", "gone", "flipped"])
def test_row_9_any_damaged_file_of_a_snapshot_is_rebuilt_with_a_notice(shop: Any, how: str) -> None:
    shop.write(EDIT)
    expected = shop.ask()
    (snapshot,) = shop.snapshots()
    query = "MATCH (a)-[r:CodeRelation]->(b) RETURN count(*) AS n"
    rows = shop.run("cypher", query, "--json").json
    for file in sorted(path.name for path in snapshot.iterdir() if path.is_file()):
        _damage(snapshot / file, how)
        answer = shop.ask()
        ran = shop.run("cypher", query, "--json")
        assert (ran.code, ran.json) == (0, rows), file
        assert {**answer, "notices": []} == {**expected, "notices": []}
        said = [*answer["notices"], ran.err]
        assert any("built again" in text for text in said), (file, said)


@pytest.mark.parametrize("how", ["truncated", "empty", "gone", "flipped"])
def test_row_9_a_damaged_facts_cache_is_rebuilt(shop: Any, how: str) -> None:
    shop.write(EDIT)
    expected = shop.ask()
    _damage(shop.index / "facts.sqlite", how)
    answer = shop.ask()
    assert {**answer, "notices": []} == {**expected, "notices": []}


def test_a_snapshot_of_another_version_is_rebuilt(shop: Any) -> None:
    (snapshot,) = shop.snapshots()
    (seal,) = snapshot.glob("*.json")
    seal.write_text(seal.read_text().replace('"extractor"', '"extractor_"'))
    ran = shop.run("index")
    assert ran.code == 0, ran
    assert "built again" in ran.err
    assert shop.run("index").out.startswith("already indexed")


def test_an_unexpected_error_is_one_line_and_verbose_shows_the_rest(shop: Any) -> None:
    code = (
        "import sys, nexus_diff.run.analyse as a\n"
        "def broken(*args, **more): raise RuntimeError('boom\\x1b[31m')\n"
        "a.compare_files = broken\n"
        "from nexus_diff.cli import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    for more, traceback in (([], False), (["--verbose"], True)):
        done = subprocess.run([sys.executable, "-c", code, "HEAD", *more], cwd=shop.path, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert done.stdout == ""
        assert "internal error: RuntimeError: boom\\x1b[31m" in done.stderr
        assert ("Traceback" in done.stderr) == traceback


def _members(group: int) -> list[str]:
    """Processes of a process group that still run."""
    out = subprocess.run(["ps", "-eo", "pgid=,stat=,args="], capture_output=True, text=True, check=False).stdout
    return [line for line in out.splitlines() if line.split()[0] == str(group) and not line.split()[1].startswith("Z")]
