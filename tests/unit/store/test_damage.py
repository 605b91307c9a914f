"""A snapshot that is not what was sealed is noticed, always; a writer that dies or finds no room leaves nothing behind."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from nexus_diff.model.errors import SnapshotDamaged, StoreError
from nexus_diff.store import IndexFolder
from nexus_diff.store.seal import GRAPH, LINKS, SEAL
from tests.unit.store.graphs import content, export, node, seen
from tests.unit.store.test_snapshot import small


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sealed")
    return IndexFolder(folder, extractor="7").write("t", "c", small()).path


def _flip(name: str, where: float) -> Callable[[Path], None]:
    def change(snapshot: Path) -> None:
        data = bytearray((snapshot / name).read_bytes())
        data[min(int(len(data) * where), len(data) - 1)] ^= 0xFF
        (snapshot / name).write_bytes(data)

    return change


def _cut(name: str, size: int) -> Callable[[Path], None]:
    return lambda snapshot: os.truncate(snapshot / name, size if size >= 0 else (snapshot / name).stat().st_size + size)


def _edit(key: str, value: object, *, resealed: bool = True) -> Callable[[Path], None]:
    def change(snapshot: Path) -> None:
        import hashlib

        sealed = json.loads((snapshot / SEAL).read_text())
        sealed["seal"][key] = value
        if resealed:
            text = json.dumps(sealed["seal"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            sealed["sha256"] = hashlib.sha256(text.encode()).hexdigest()
        (snapshot / SEAL).write_text(json.dumps(sealed))

    return change


MUTATIONS: dict[str, Callable[[Path], None]] = {
    **{f"flip {name} at {where}": _flip(name, where) for name in (LINKS, GRAPH) for where in (0.0, 0.3, 0.7, 1.0)},
    **{f"flip seal at {where}": _flip(SEAL, where) for where in (0.0, 0.5, 0.8)},
    **{f"cut {name} to {size}": _cut(name, size) for name in (LINKS, GRAPH, SEAL) for size in (0, 100, -1)},
    **{f"delete {name}": lambda snapshot, name=name: (snapshot / name).unlink() for name in (LINKS, GRAPH, SEAL)},  # type: ignore[misc]
    "append": lambda snapshot: (snapshot / GRAPH).write_bytes((snapshot / GRAPH).read_bytes() + b"x"),
    "directory instead of file": lambda snapshot: ((snapshot / LINKS).unlink(), (snapshot / LINKS).mkdir())[1],
    "other schema": _edit("schema", 999),
    "other extractor": _edit("extractor", "8"),
    "other engine": _edit("engines", {"kuzu": "0.10.0"}),
    "other tree": _edit("tree", "t2"),
    "other config": _edit("config", "c2"),
    "other files": _edit("files", {}),
    "altered seal": _edit("created", 1, resealed=False),
    "seal of another kind": lambda snapshot: (snapshot / SEAL).write_text("[]"),
}
MUTATIONS = {name: change for name, change in MUTATIONS.items() if name != "cut seal.json to -1"}  # only its last line break


@pytest.mark.parametrize("name", MUTATIONS)
def test_every_damage_is_noticed(name: str, sealed: Path, tmp_path: Path) -> None:
    shutil.copytree(sealed, tmp_path / sealed.name)
    MUTATIONS[name](tmp_path / sealed.name)
    folder = IndexFolder(tmp_path, extractor="7")
    with pytest.raises(SnapshotDamaged, match=r"graph-t-c: .+"):
        _use(folder)
    folder.discard("t", "c")
    assert folder.find("t", "c") is None
    assert list(tmp_path.iterdir()) == []


def _use(folder: IndexFolder) -> None:
    found = folder.find("t", "c")
    assert found is not None
    seen(found.reader())
    export(found)


def test_a_crash_of_the_engine_is_damage(sealed: Path, tmp_path: Path) -> None:
    """Bytes that match their seal, and still bring the engine down."""
    import hashlib

    shutil.copytree(sealed, tmp_path / sealed.name)
    bad = bytes(os.urandom(1 << 16))
    (tmp_path / sealed.name / GRAPH).write_bytes(bad)
    files = json.loads((sealed / SEAL).read_text())["seal"]["files"]
    files[GRAPH] = {"size": len(bad), "sha256": hashlib.sha256(bad).hexdigest()}
    _edit("files", files)(tmp_path / sealed.name)
    found = IndexFolder(tmp_path, extractor="7").find("t", "c", restored=True)
    assert found is not None
    seen(found.reader())
    with pytest.raises(SnapshotDamaged, match="engine cannot open"):
        found.query("MATCH (n) RETURN n")


def test_an_update_does_without_a_damaged_engine_file(sealed: Path, tmp_path: Path) -> None:
    from nexus_diff.store import GraphDelta

    shutil.copytree(sealed, tmp_path / sealed.name)
    folder = IndexFolder(tmp_path, extractor="7")
    _flip(GRAPH, 0.5)(tmp_path / sealed.name)
    base = folder.find("t", "c")
    assert base is not None
    updated = folder.update(base, "t2", "c", GraphDelta(meta={"x": "y"}))
    assert [n.id for n in export(updated)[0]] == sorted(n.id for n in small().nodes)


def test_a_damaged_snapshot_is_replaced(sealed: Path, tmp_path: Path) -> None:
    shutil.copytree(sealed, tmp_path / sealed.name)
    (tmp_path / sealed.name / SEAL).unlink()
    folder = IndexFolder(tmp_path, extractor="7")
    folder.write("t", "c", small())
    _use(folder)


_WRITER = """
import sys
from pathlib import Path
from nexus_diff.store import IndexFolder
import nexus_diff.store.folder as module
from tests.unit.store.test_snapshot import small
if len(sys.argv) > 2:
    def stop(*_, original=getattr(module, sys.argv[2])):
        print("here", flush=True)
        sys.stdin.read()
        return original(*_)
    setattr(module, sys.argv[2], stop)
IndexFolder(Path(sys.argv[1]), extractor="7").write("t", "c", small())
"""


def _start(folder: Path, *stop: str) -> subprocess.Popen[bytes]:
    root = Path(__file__).parents[3]
    environment = {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{root / 'src'}"}
    command = [sys.executable, "-c", _WRITER, str(folder), *stop]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)


def test_two_writers_race(tmp_path: Path) -> None:
    """Both are at the point of putting their snapshot in place when they are let go."""
    writers = [_start(tmp_path, "write_seal") for _ in range(2)]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"here\n"
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.close()
    assert [writer.wait(60) for writer in writers] == [0, 0]
    assert [path.name for path in tmp_path.iterdir()] == ["graph-t-c"]
    _use(IndexFolder(tmp_path, extractor="7"))


@pytest.mark.parametrize("stop", ["load", "write_seal"])
def test_a_killed_writer_leaves_no_snapshot(tmp_path: Path, stop: str) -> None:
    writer = _start(tmp_path, stop)
    assert writer.stdout is not None
    assert writer.stdout.readline() == b"here\n"
    folder = IndexFolder(tmp_path, extractor="7")
    folder.write("other", "c", content([node("File", "a.py")]))
    assert any(path.name.startswith("tmp-") for path in tmp_path.iterdir()), "a living writer keeps its folder"
    writer.send_signal(signal.SIGKILL)
    writer.wait(60)
    assert folder.find("t", "c") is None
    folder.write("t", "c", small())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["graph-other-c", "graph-t-c"]
    _use(folder)


@pytest.mark.parametrize("size", ["64k", "300k"])
def test_a_full_disk_is_one_clear_error(tmp_path: Path, size: str) -> None:
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(tmp_path)], capture_output=True, check=False)
    if mounted.returncode != 0:
        pytest.skip("needs the right to mount a small tmpfs")
    try:
        folder = IndexFolder(tmp_path / "index", extractor="7")
        with pytest.raises(StoreError, match=r"index: no space left on the disk; .*--index-dir"):
            folder.write("t", "c", small())
        assert list((tmp_path / "index").iterdir()) == []
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)


def test_prune(tmp_path: Path) -> None:
    folder = IndexFolder(tmp_path, extractor="7")
    for age, tree in enumerate(("new", "old", "older", "oldest")):
        path = folder.write(tree, "c", content([node("File", f"{tree}.py")])).path
        os.utime(path, (time.time() - age * 86400 - 10, time.time() - age * 86400 - 10))
    (tmp_path / "graph-bad-c").mkdir()
    (tmp_path / "tmp-dead").mkdir()
    size = max(seal.size for seal in folder.seals()) + 4096
    assert folder.prune() == ["graph-bad-c"]
    assert folder.prune(max_age_days=2.5, keep=[("new", "c")]) == ["graph-oldest-c"]
    assert folder.prune(max_bytes=2 * size, keep=[("older", "c")]) == ["graph-old-c"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["graph-new-c", "graph-older-c"]
    assert [seal.tree for seal in folder.seals()] in (["new", "older"], ["older", "new"])
