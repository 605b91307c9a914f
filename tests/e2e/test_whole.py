"""Communities and processes of a real repository: in the engine, in exports, after updates."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import Repo

SHOP = {
    "shop/api.py": "from shop.orders import create\n\ndef handle_post(data):\n    return create(data)\n",
    "shop/orders.py": "from shop.repo import save\n\ndef create(data):\n    check(data)\n    return save(data)\n\n"
    "def check(data):\n    return bool(data)\n",
    "shop/repo.py": "def save(row):\n    return write(row)\n\ndef write(row):\n    return row\n",
    "tests/test_api.py": "from shop.api import handle_post\n\ndef test_post():\n    handle_post(1)\n",
}
STEPS = "MATCH (n)-[r:CodeRelation {type: 'STEP_IN_PROCESS'}]->(p:Process) RETURN p.name AS process, r.step AS step, n.name AS name"
MEMBERS = "MATCH (n)-[r:CodeRelation {type: 'MEMBER_OF'}]->(c:Community) RETURN c.name AS community, n.name AS name"


@pytest.fixture
def shop(repo: Repo) -> Repo:
    repo.commit(dict(SHOP))
    return repo


def asked(repo: Repo, query: str, *arguments: str) -> list[dict[str, Any]]:
    """Rows, sorted here: by a text and a number the engine sorts wrongly now and then."""
    found: list[dict[str, Any]] = json.loads(repo.run("cypher", query, "--json", *arguments).out)
    return sorted(found, key=lambda row: list(row.values()))


def test_queries_find_processes_and_communities(shop: Repo) -> None:
    steps = asked(shop, STEPS)
    assert [row["name"] for row in steps if row["process"] == "handle_post → create → … → write"] == [
        "handle_post",
        "create",
        "save",
        "write",
    ]
    assert [row["step"] for row in steps if row["process"] == "handle_post → create → … → write"] == [1, 2, 3, 4]
    members = asked(shop, MEMBERS)
    assert {row["name"] for row in members} == {"handle_post", "create", "check", "save", "write"}
    assert all(row["community"].startswith("shop") for row in members)


def test_exports_hold_them(shop: Repo, tmp_path: Path) -> None:
    folder = tmp_path / "graph"
    assert shop.run("export", "--output", str(folder)).code == 0
    rows = {file.name: list(csv.DictReader(file.open(encoding="utf-8"))) for file in folder.iterdir()}
    assert set(rows) == {"nodes.csv", "relations.csv", "communities.csv", "members.csv", "processes.csv", "steps.csv"}
    assert {row["process"] for row in rows["steps.csv"]} == {row["id"] for row in rows["processes.csv"]}
    assert {row["community"] for row in rows["members.csv"]} == {row["id"] for row in rows["communities.csv"]}
    assert sum(int(row["symbolCount"]) for row in rows["communities.csv"]) == len(rows["members.csv"])


def test_an_update_has_those_of_its_own_tree(shop: Repo, tmp_path: Path) -> None:
    """Nothing is carried forward: after an update the engine says what it says of a fresh index."""
    assert shop.run("index").code == 0
    shop.commit({"shop/repo.py": "def save(row):\n    return row\n", "shop/more.py": "def one():\n    two()\n\ndef two():\n    pass\n"})
    for query in (STEPS, MEMBERS):
        updated = asked(shop, query)
        assert updated == asked(shop, query, "--index-dir", str(tmp_path / "fresh"))
    assert "handle_post → create → save" in {row["process"] for row in asked(shop, STEPS)}


def test_a_route_is_where_its_process_starts(repo: Repo) -> None:
    repo.commit(
        {
            "app.py": "from flask import Flask\nfrom store import save\n\napp = Flask(__name__)\n\n\n@app.post('/orders')\n"
            "def create():\n    return save(1)\n",
            "store.py": "def save(row):\n    return write(row)\n\n\ndef write(row):\n    return row\n",
        }
    )
    (only,) = {row["process"] for row in asked(repo, STEPS)}
    assert only == "POST /orders → create → … → write"
    kinds = asked(repo, "MATCH (p:Process) RETURN p.processType AS kind, p.entryPointId AS entry, p.stepCount AS steps")
    assert kinds == [{"kind": "http", "entry": "Function:app.py:create", "steps": 3}]


def test_the_configuration_decides(shop: Repo) -> None:
    before = {row["process"] for row in asked(shop, STEPS)}
    shop.commit({"nexus-diff.toml": '[entry_points]\nnot_names = ["handle_*"]\n'})
    after = {row["process"] for row in asked(shop, STEPS)}
    assert "handle_post → create → … → write" in before - after
