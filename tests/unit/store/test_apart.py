"""Large graphs are loaded into the engine by a process of their own; what becomes of it makes no difference to the snapshot."""

from __future__ import annotations

from pathlib import Path

import pytest

from nexus_diff.model.errors import StoreError
from nexus_diff.store import IndexFolder, folder, kuzu_apart
from tests.unit.store.graphs import export
from tests.unit.store.test_snapshot import small

DIES_WRITING = """
import os, sqlite3, sys
con = sqlite3.connect(sys.argv[1], isolation_level=None)
con.execute("PRAGMA cache_size=1")
con.execute("BEGIN")
con.execute("DELETE FROM blob")
con.execute("DELETE FROM node")
con.executemany("INSERT INTO blob VALUES (?,?,?)", (("whole", str(number), bytes(9000)) for number in range(99)))
os.abort()
"""
"""A child that has changed pages of the side file on disk when it dies."""


@pytest.fixture
def always_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "WORTH_BYTES", 0)


def _boot(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    monkeypatch.setattr(kuzu_apart, "_BOOT", code)


def _written(tmp_path: Path, name: str) -> object:
    return export(IndexFolder(tmp_path / name, extractor="7").write("t", "c", small()))


def test_a_graph_loaded_apart_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = _written(tmp_path, "here")
    monkeypatch.setattr(folder, "WORTH_BYTES", 0)
    monkeypatch.setattr(folder, "load", None)
    assert _written(tmp_path, "apart") == here


@pytest.mark.parametrize(
    "code",
    [
        "raise SystemExit(1)",
        "import os; os.abort()",
        DIES_WRITING,
        "import sys; open(sys.argv[2], 'w').write('half'); open(sys.argv[3] + '/x.csv', 'w'); 1/0",
    ],
)
@pytest.mark.usefixtures("always_apart")
def test_a_process_that_dies_is_made_up_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    expected = _written(tmp_path, "apart")
    _boot(monkeypatch, code)
    assert _written(tmp_path, "here") == expected


@pytest.mark.usefixtures("always_apart")
def test_no_process_is_made_up_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = _written(tmp_path, "apart")
    monkeypatch.setattr(kuzu_apart.sys, "executable", str(tmp_path / "gone"))
    assert _written(tmp_path, "here") == expected


@pytest.mark.usefixtures("always_apart")
def test_what_the_engine_refuses_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _boot(monkeypatch, "import sys; sys.stderr.write('No space left on device'); sys.exit(3)")
    with pytest.raises(StoreError, match="no space left on the disk"):
        _written(tmp_path, "full")
    assert not [path for path in (tmp_path / "full").iterdir() if path.name.startswith("graph-")]
