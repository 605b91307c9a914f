"""The facts cache: what goes in comes out, and whatever happens to its file costs no more than parsing again."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from nexus_diff.index.facts_cache import FILE_NAME, FactsCache, Row, pack

OID = "a" * 40
OTHER = "b" * 40


@pytest.fixture
def notices() -> list[str]:
    return []


def opened(folder: Path | None, notices: list[str], version: str = "1") -> FactsCache:
    return FactsCache(folder, version, notices.append)


def filled(folder: Path, notices: list[str], count: int = 50) -> list[Row]:
    rows = [Row(f"{number:040x}", "python", "", pack(bytes([number]) * 3000)) for number in range(count)]
    cache = opened(folder, notices)
    cache.store(rows)
    cache.close()
    return rows


def test_a_row_comes_back_in_another_process(tmp_path: Path, notices: list[str]) -> None:
    filled(tmp_path, notices)
    cache = opened(tmp_path, notices)
    assert cache.load(f"{7:040x}", "python") == b"\7" * 3000
    assert cache.load(f"{7:040x}", "typescript") is None
    assert notices == []


def test_known_tells_facts_from_reasons_and_says_nothing_of_others(tmp_path: Path, notices: list[str]) -> None:
    cache = opened(tmp_path, notices)
    cache.store([Row(OID, "python", "", pack(b"x")), Row(OTHER, "python", "binary")])
    asked = [(OID, "python"), (OTHER, "python"), ("c" * 40, "python"), (OID, "typescript")]
    assert cache.known(asked) == {(OID, "python"): "", (OTHER, "python"): "binary"}
    assert cache.load(OTHER, "python") is None


def test_more_keys_than_one_query_takes(tmp_path: Path, notices: list[str]) -> None:
    cache = opened(tmp_path, notices)
    rows = [Row(f"{number:040x}", "python", "", b"") for number in range(3000)]
    cache.store(rows)
    assert len(cache.known((row.oid, row.language) for row in rows)) == 3000


def test_another_extractor_version_knows_nothing_of_it(tmp_path: Path, notices: list[str]) -> None:
    filled(tmp_path, notices)
    assert opened(tmp_path, notices, "2").known([(f"{7:040x}", "python")]) == {}


def test_it_lives_in_memory_without_a_folder(notices: list[str]) -> None:
    cache = opened(None, notices)
    cache.store([Row(OID, "python", "", pack(b"x"))])
    assert cache.load(OID, "python") == b"x"


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda data: b"not a database" * 100, id="foreign"),
        pytest.param(lambda data: data[:1000], id="cut within the first page"),
        pytest.param(lambda data: data[: len(data) // 2], id="cut in half"),
        pytest.param(lambda data: b"\0" * 100 + data[100:], id="no header"),
        pytest.param(lambda data: data[:4096] + b"\xff" * (len(data) - 4096), id="pages overwritten"),
        pytest.param(lambda data: b"", id="empty"),
    ],
)
def test_a_damaged_file_is_rebuilt(tmp_path: Path, notices: list[str], damage: object) -> None:
    rows = filled(tmp_path, notices)
    file = tmp_path / FILE_NAME
    file.write_bytes(damage(file.read_bytes()))  # type: ignore[operator]
    cache = opened(tmp_path, notices)
    keys = [(row.oid, row.language) for row in rows]
    cache.known(keys)
    for row in rows:
        loaded = cache.load(row.oid, row.language)
        assert loaded is None or loaded == bytes([int(row.oid, 16)]) * 3000
    cache.store(rows)
    assert cache.known(keys) == dict.fromkeys(keys, "")
    assert all(cache.load(*key) is not None for key in keys)
    cache.close()
    assert all("facts cache" in text for text in notices)


def test_flipped_bytes_never_give_wrong_facts(tmp_path: Path, notices: list[str]) -> None:
    rows = filled(tmp_path, notices)
    file = tmp_path / FILE_NAME
    sound = file.read_bytes()
    for seed in range(40):
        chance = random.Random(seed)
        data = bytearray(sound)
        for _ in range(30):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        for suffix in ("-wal", "-shm"):
            Path(f"{file}{suffix}").unlink(missing_ok=True)
        file.write_bytes(data)
        cache = opened(tmp_path, notices)
        for row in rows:
            loaded = cache.load(row.oid, row.language)
            assert loaded is None or loaded == bytes([int(row.oid, 16)]) * 3000
        cache.close()


def test_a_newer_layout_is_replaced(tmp_path: Path, notices: list[str]) -> None:
    with sqlite3.connect(tmp_path / FILE_NAME) as db:
        db.execute("PRAGMA user_version=99")
    cache = opened(tmp_path, notices)
    cache.store([Row(OID, "python", "", pack(b"x"))])
    assert cache.load(OID, "python") == b"x"
    assert len(notices) == 1


def test_a_folder_that_cannot_be_made_is_a_notice(tmp_path: Path, notices: list[str]) -> None:
    (tmp_path / "file").write_text("")
    cache = opened(tmp_path / "file" / "index", notices)
    cache.store([Row(OID, "python", "", pack(b"x"))])
    assert cache.load(OID, "python") == b"x"
    assert len(notices) == 1
    assert "cannot be used" in notices[0]


def test_pruning_forgets_other_versions_and_what_was_not_used_for_longest(tmp_path: Path, notices: list[str]) -> None:
    filled(tmp_path, notices)
    cache = opened(tmp_path, notices, "2")
    cache.store([Row(OID, "python", "", pack(b"x")), Row(OTHER, "python", "", pack(b"y"))])
    cache._db.execute("UPDATE facts SET day=1 WHERE oid=?", (OTHER,))
    cache._db.commit()
    cache.prune(10)
    assert cache.load(OID, "python") == b"x"
    assert cache.load(OTHER, "python") is None
    assert cache._db.execute("SELECT COUNT(*) FROM facts").fetchone() == (1,)


def test_use_is_noted_once_a_day(tmp_path: Path, notices: list[str]) -> None:
    cache = opened(tmp_path, notices)
    cache.store([Row(OID, "python", "", pack(b"x"))])
    cache._db.execute("UPDATE facts SET day=1")
    cache.known([(OID, "python")])
    cache.flush()
    (day,) = cache._db.execute("SELECT day FROM facts").fetchone()
    assert day > 1
    assert not cache._stale


def test_many_processes_write_at_once(tmp_path: Path, notices: list[str]) -> None:
    code = """
import sys
from pathlib import Path
from nexus_diff.index.facts_cache import FactsCache, Row, pack
notices = []
cache = FactsCache(Path(sys.argv[1]), "1", notices.append)
for number in range(60):
    cache.store([Row(f"{number:040x}", "python", "", pack(b"same")), Row(f"{number:038x}" + sys.argv[2], "python", "", pack(b"own"))])
cache.close()
sys.exit(bool(notices))
"""
    children = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path), f"{child:02d}"]) for child in range(10, 14)]
    assert [child.wait() for child in children] == [0, 0, 0, 0]
    cache = opened(tmp_path, notices)
    assert len(cache.known((f"{number:040x}", "python") for number in range(60))) == 60
    assert cache.load(f"{59:038x}13", "python") == b"own"
