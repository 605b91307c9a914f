"""A small index folder, with what the next run needs."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from nexus_diff.store.seal import read_seal, write_seal


@pytest.fixture
def indexed(shop: Any) -> Any:
    """The shop with three more snapshots and facts of files that are gone."""
    for number in range(3):
        text = "".join(f"def f{n}(x):\n    return x * {number} + {n}\n\n\n" for n in range(300))
        shop.commit({"shop/big.py": text})
        assert shop.run("index").code == 0
    return shop


def names(repo: Any) -> set[str]:
    return {path.name for path in repo.snapshots()}


def size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def test_the_snapshot_of_head_stays_whatever_the_limits(indexed: Any) -> None:
    before = size(indexed.index)
    ran = indexed.run("gc", "--max-mb", "0", "--max-age-days", "0")
    assert ran.code == 0, ran
    assert "3 snapshots removed" in ran.out
    (kept,) = names(indexed)
    assert indexed.git("rev-parse", "HEAD^{tree}") in kept
    assert size(indexed.index) < before
    assert "there already" in indexed.run("index").out or names(indexed) == {kept}


def test_named_revisions_stay(indexed: Any) -> None:
    indexed.run("gc", "HEAD", "HEAD~2", "--max-mb", "0")
    trees = {indexed.git("rev-parse", f"{rev}^{{tree}}") for rev in ("HEAD", "HEAD~2")}
    assert {name.split("-")[1] for name in names(indexed)} == trees


def test_age_counts_from_the_last_use(indexed: Any) -> None:
    old = time.time() - 20 * 86_400
    for path in indexed.snapshots():
        os.utime(path, (old, old))
    indexed.git("checkout", "--quiet", "HEAD~1")
    indexed.run("index")
    indexed.git("checkout", "--quiet", "main")
    assert indexed.run("gc").code == 0
    trees = {indexed.git("rev-parse", f"{rev}^{{tree}}") for rev in ("HEAD", "HEAD~1")}
    assert {name.split("-")[1] for name in names(indexed)} == trees


def test_facts_of_other_days_go_and_the_file_shrinks(indexed: Any) -> None:
    import sqlite3

    file = indexed.index / "facts.sqlite"
    with sqlite3.connect(file) as db:
        rows = db.execute("SELECT COUNT(*) FROM facts").fetchone()[0]
        db.execute("UPDATE facts SET day=day-30 WHERE rowid IN (SELECT rowid FROM facts ORDER BY LENGTH(data) DESC LIMIT 2)")
    db.close()
    before = size(indexed.index)
    ran = indexed.run("gc", "--json", "--max-age-days", "14")
    assert ran.json["before"] >= ran.json["after"]
    with sqlite3.connect(file) as db:
        assert db.execute("SELECT COUNT(*) FROM facts").fetchone()[0] == rows - 2
    db.close()
    assert size(indexed.index) < before
    assert indexed.run("HEAD~1..HEAD").code == 0


def test_snapshots_of_another_version_go(indexed: Any) -> None:
    for folder in indexed.snapshots():
        write_seal(folder, msgspec.structs.replace(read_seal(folder), extractor="old"))
    assert indexed.run("gc").code == 0
    assert len(names(indexed)) <= 1


def test_an_absent_folder_is_no_fault(repo: Any) -> None:
    repo.commit({"a.py": "a = 1\n"})
    ran = repo.run("gc")
    assert ran.code == 0, ran
    assert "0 snapshots removed" in ran.out


@pytest.mark.parametrize("words", [("gc", "nowhere"), ("gc", "--max-mb", "x"), ("gc", "--max-age-days", "-1")])
def test_mistakes_are_one_line(indexed: Any, words: tuple[str, ...]) -> None:
    ran = indexed.run(*words)
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1
