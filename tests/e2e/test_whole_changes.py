"""Processes, cycles and dead code in the answer to a change."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.conftest import Repo

APP = {
    "app.py": "from flask import Flask\nfrom store import save\n\napp = Flask(__name__)\n\n\n"
    "@app.post('/orders')\ndef create():\n    return save(1)\n",
    "store.py": "def save(row):\n    return write(row)\n\n\ndef write(row):\n    return _clean(row)\n\n\n"
    "def _clean(row):\n    return row\n",
}


@pytest.fixture
def app(repo: Repo) -> Repo:
    repo.commit(dict(APP))
    repo.commit({"README.md": "base\n"})
    return repo


def shown(answer: Any) -> list[tuple[str, str, str]]:
    return [(p["change"], p["name"], p["touched_step"].rpartition(":")[2]) for p in answer["processes"]]


def edited(app: Repo, old: str, new: str, file: str = "store.py") -> Any:
    text = (app.path / file).read_text()
    assert old in text
    app.commit({file: text.replace(old, new)})
    return app.ask("HEAD~1..HEAD")


def test_a_changed_step(app: Repo) -> None:
    answer = edited(app, "return _clean(row)", "return [_clean(row)]")
    assert shown(answer) == [("step changed", "POST /orders → create → … → _clean", "write")]
    assert answer["summary"]["processes"] == 1
    assert answer["changed_symbols"][0]["community"] != ""
    assert answer["dead_code"] == answer["cycles"] == []
    assert not any("processes" in notice for notice in answer["notices"])


def test_a_comment_touches_no_process(app: Repo) -> None:
    assert edited(app, "return write(row)", "return write(row)  # kept")["processes"] == []


def test_a_new_route_and_one_that_is_gone(app: Repo) -> None:
    answer = edited(app, "app.post('/orders')", "app.put('/orders')", "app.py")
    assert [(change, name.split(" → ")[0]) for change, name, _ in shown(answer)] == [("added", "PUT /orders"), ("removed", "POST /orders")]


def test_what_the_change_makes_dead(app: Repo) -> None:
    answer = edited(app, "return _clean(row)", "return row")
    assert answer["dead_code"] == [
        {"status": "new", "id": "Function:store.py:_clean", "file": "store.py", "name": "_clean", **accepted(answer["dead_code"])}
    ]
    back = edited(app, "    return row\n\n\ndef _clean", "    return _clean(row)\n\n\ndef _clean")
    assert [(dead["status"], dead["name"]) for dead in back["dead_code"]] == [("fixed", "_clean")]


def accepted(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """What acceptance adds to every finding."""
    return {key: value for key, value in rows[0].items() if key.startswith("accepted")}


def test_a_new_private_function_that_nobody_calls(app: Repo) -> None:
    app.commit({"more.py": "def _alone():\n    return 1\n"})
    assert [(dead["status"], dead["name"]) for dead in app.ask("HEAD~1..HEAD")["dead_code"]] == [("new", "_alone")]


def test_a_name_in_a_string_of_another_file_keeps_it_alive(app: Repo) -> None:
    app.commit({"names.py": "KEPT = 'store:_clean'\n"})
    assert edited(app, "return _clean(row)", "return row")["dead_code"] == []


def test_a_new_cycle_and_its_end(app: Repo) -> None:
    answer = edited(app, "def save", "import app\n\n\ndef save")
    (cycle,) = answer["cycles"]
    assert (cycle["status"], cycle["level"], cycle["members"], cycle["cut"]) == (
        "new",
        "file",
        ["app.py", "store.py"],
        ["app.py → store.py (app.py:2)"],
    )
    assert "New cycles (1)" in app.run("HEAD~1..HEAD").out
    assert [c["status"] for c in edited(app, "import app\n\n\n", "")["cycles"]] == ["fixed"]


def test_an_import_for_type_checkers_makes_no_cycle(app: Repo) -> None:
    answer = edited(app, "def save", "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    import app\n\n\ndef save")
    assert answer["cycles"] == []


def test_the_working_tree_and_an_updated_base_agree(app: Repo) -> None:
    """The base's processes are of the base's tree, whether its snapshot was made from nothing or updated from an older one."""
    first = edited(app, "return _clean(row)", "return [_clean(row)]")
    app.commit({"store.py": (app.path / "store.py").read_text().replace("return write(row)", "return [write(row)]")})
    second = app.ask("HEAD~1..HEAD")
    assert shown(second) == [("step changed", "POST /orders → create → … → _clean", "save")]
    fresh = app.ask("HEAD~1..HEAD", "--index-dir", str(app.path.parent / "fresh"))
    assert fresh["processes"] == second["processes"]
    assert first["processes"][0]["id"] == second["processes"][0]["id"]
