"""The index is an optimisation and nothing else: whatever lies in its folder, the answer is the same."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

MUTANTS = int(os.environ.get("NEXUS_DIFF_MUTANTS", "12"))
"""Damaged indexes that are tried; 120 by name, see docs/performance.md."""
CHANGES: list[dict[str, str | None]] = [
    {"shop/prices.py": "def net(price, tax):\n    return price\n\n\ndef gross(price, rate=0.2):\n    return net(price) * (1 + rate)\n"},
    {"shop/cart.py": None},
    {"web/lib/format.ts": "export function cash(value: number): string {\n  return value.toFixed(2);\n}\n"},
]
"""Three pull requests: a parameter without default, a deleted module, a renamed export."""


@pytest.fixture(scope="module")
def pulls(_shop: Path, repo_type: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The shop with a later main, and one branch for each change."""
    shop = repo_type.copy(_shop, tmp_path_factory.mktemp("pulls") / "shop")
    start = shop.git("rev-parse", "HEAD")
    for number, files in enumerate(CHANGES):
        shop.git("checkout", "-q", "-b", f"pull{number}", start)
        shop.commit(files)
    shop.git("checkout", "-q", "main")
    shop.commit({"shop/later.py": "from shop.prices import gross\n\n\ndef later():\n    return gross(1)\n"})
    return shop


def answer(repo: Any, number: int, index: Path) -> dict[str, Any]:
    """The answer without what an index may change: its notices."""
    ran = repo.run(f"main..pull{number}", "--format", "json", "--index-dir", str(index))
    assert ran.code == 0, ran
    assert "Traceback" not in ran.err
    found: dict[str, Any] = json.loads(ran.out)
    del found["notices"]
    return found


@pytest.fixture(scope="module")
def fresh(pulls: Any, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The answers about all changes, each from an index of its own."""
    found = [answer(pulls, number, tmp_path_factory.mktemp("fresh")) for number in range(len(CHANGES))]
    assert all(one["changed_symbols"] for one in found)
    return found


def older(repo: Any, index: Path, make: Any) -> None:
    repo.run("index", "main~1", "--index-dir", str(index))


def newer(repo: Any, index: Path, make: Any) -> None:
    repo.run("index", "main", "--index-dir", str(index))


def sibling(repo: Any, index: Path, make: Any) -> None:
    repo.run("index", "pull1", "--index-dir", str(index))


def foreign(repo: Any, index: Path, make: Any) -> None:
    other = make("foreign")
    other.commit({"shop/prices.py": "def net():\n    pass\n", "x.ts": "export const a = 1;\n"})
    other.run("index", "HEAD", "--index-dir", str(index))


def under_a_wrong_name(repo: Any, index: Path, make: Any) -> None:
    newer(repo, index, make)
    for snapshot in index.glob("graph-*"):
        tree = repo.git("rev-parse", "main~1^{tree}")
        snapshot.rename(index / f"graph-{tree}-{snapshot.name.rsplit('-', 1)[1]}")


@pytest.mark.parametrize("state", [older, newer, sibling, foreign, under_a_wrong_name], ids=lambda state: state.__name__)
def test_row_9_the_answer_is_the_same_from_any_index(
    pulls: Any, fresh: list[dict[str, Any]], make: Any, tmp_path: Path, state: Callable[[Any, Path, Any], None]
) -> None:
    state(pulls, tmp_path / "index", make)
    for number, expected in enumerate(fresh):
        assert answer(pulls, number, tmp_path / "index") == expected


def damage(folder: Path, random_: random.Random) -> str:
    """Damages one file of an index, and says how."""
    files = sorted(file for file in folder.rglob("*") if file.is_file() and file.stat().st_size)
    file = random_.choice(files)
    data = bytearray(file.read_bytes())
    how = random_.choice(["cut", "bytes", "block", "flip", "empty"])
    if how == "cut":
        del data[random_.randrange(len(data)) :]
    elif how == "bytes":
        for _ in range(8):
            data[random_.randrange(len(data))] = random_.randrange(256)
    elif how == "block":
        at = random_.randrange(len(data))
        data[at : at + 4096] = random_.randbytes(len(data[at : at + 4096]))
    elif how == "flip":
        data[random_.randrange(min(len(data), 16_384))] ^= 1 << random_.randrange(8)
    else:
        data.clear()
    file.write_bytes(data)
    return f"{how} {file.name}"


def test_row_9_a_damaged_index_changes_no_answer(pulls: Any, tmp_path: Path) -> None:
    sound = tmp_path / "sound"
    expected = answer(pulls, 0, sound)
    random_ = random.Random(9)
    for _ in range(MUTANTS):
        shutil.rmtree(tmp_path / "mutant", ignore_errors=True)
        shutil.copytree(sound, tmp_path / "mutant")
        how = damage(tmp_path / "mutant", random_)
        assert answer(pulls, 0, tmp_path / "mutant") == expected, how
