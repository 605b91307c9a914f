"""`nexus-diff audit` and the commands for one section, and `path`, as a user runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.e2e.conftest import Repo

CODE = {
    "shop/__init__.py": "",
    "shop/app.py": "from shop.orders import create\n\n\ndef main():\n    create(1)\n\n\ndef _unused():\n    pass\n\n\n"
    "if __name__ == '__main__':\n    main()\n",
    "shop/orders.py": "from shop.store import save\n\n\ndef create(order):\n    return save(order)\n",
    "shop/store.py": "import shop.orders\n\n\ndef save(row):\n    return write(row)\n\n\ndef write(row):\n    return row\n",
    "tests/test_app.py": "from shop.app import main\n\n\ndef test_main():\n    main()\n",
}


@pytest.fixture
def shop(repo: Repo) -> Repo:
    repo.commit(dict(CODE))
    return repo


def test_audit_says_all_four_things(shop: Repo) -> None:
    ran = shop.run("audit")
    assert ran.code == 0, ran
    for title in ("Communities (", "Processes (", "Dead code (1)", "Cycles of imports (1)"):
        assert title in ran.out
    assert "shop/app.py:8  function  _unused" in ran.out
    assert "shop/orders.py ↔ shop/store.py" in ran.out


def test_json_is_one_object_and_the_same_twice(shop: Repo, tmp_path: Path) -> None:
    first = shop.run("audit", "--format", "json").out
    found = json.loads(first)
    assert [dead["name"] for dead in found["dead_code"]] == ["_unused"]
    assert found["cycles"] == [
        {"level": "file", "members": ["shop/orders.py", "shop/store.py"], "cut": ["shop/orders.py → shop/store.py (shop/orders.py:1)"]}
    ]
    assert {member for group in found["communities"] for member in group["members"]} >= {"Function:shop/orders.py:create"}
    assert any(process["steps"][-1] == "Function:shop/store.py:write" for process in found["processes"])
    assert found["revision"] == shop.git("rev-parse", "HEAD")
    elsewhere = {"PYTHONHASHSEED": "7"}
    assert shop.run("audit", "--format", "json", "--index-dir", str(tmp_path / "other"), env=elsewhere).out == first


@pytest.mark.parametrize(
    ("command", "key"), [("communities", "communities"), ("processes", "processes"), ("dead-code", "dead_code"), ("cycles", "cycles")]
)
def test_a_command_for_each(shop: Repo, command: str, key: str) -> None:
    found = json.loads(shop.run(command, "--format", "json").out)
    assert found["sections"] == [key]
    assert found[key]
    assert all(not found[other] for other in ("communities", "processes", "dead_code", "cycles") if other != key)
    assert shop.run(command, "--format", "markdown").out.startswith("#### ")


def test_paths_of_imports_and_of_calls(shop: Repo) -> None:
    assert shop.run("path", "shop/app.py", "shop/store.py").out == (
        "shop/app.py to shop/store.py: 2 imports\n"
        "  shop/app.py:1 shop/app.py imports shop/orders.py\n"
        "  shop/orders.py:1 shop/orders.py imports shop/store.py\n"
    )
    calls = json.loads(shop.run("path", "main", "write", "--format", "json").out)
    assert [(hop["file"], hop["line"]) for hop in calls["hops"]] == [("shop/app.py", 5), ("shop/orders.py", 5), ("shop/store.py", 5)]
    assert "no chain of calls" in shop.run("path", "write", "main").out
    assert "the same place" in shop.run("path", "main", "main").out


def test_another_revision(shop: Repo) -> None:
    shop.commit({"shop/store.py": "def save(row):\n    return row\n"})
    assert "Cycles of imports (0)" in shop.run("cycles").out
    assert "Cycles of imports (1)" in shop.run("cycles", "HEAD~1").out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("audit", "nowhere"), "nowhere"),
        (("path", "shop/app.py", "main"), "two files or two symbols"),
        (("path", "shop/app.py", "nothing_like_it"), "unknown symbol 'nothing_like_it'"),
        (("path", "shop/app.py"), "see nexus-diff path --help"),
        (("cycles", "--format", "xml"), "invalid choice"),
        (("communities", "--output", "/nowhere/at/all"), "/nowhere/at/all"),
    ],
)
def test_bad_input_is_one_line(shop: Repo, arguments: tuple[str, ...], said: str) -> None:
    ran = shop.run(*arguments)
    assert ran.code == 2
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1


def test_an_empty_repository_has_nothing(repo: Repo) -> None:
    ran = repo.run("audit", "--quiet")
    assert ran.code == 0, ran
    assert ran.out.count("none found") == 4
