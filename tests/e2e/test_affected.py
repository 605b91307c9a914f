"""Affected tests as a user meets them: in reports, as arguments of a real pytest, in questions and against a real run."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

FILES: dict[str, str | bytes | None] = {
    "shop/__init__.py": "",
    "shop/prices.py": "def net(price):\n    return price\n\n\ndef gross(price):\n    return net(price) * 2\n\n\n"
    "def other():\n    return 1\n",
    "tests/test_prices.py": "from shop.prices import gross, other\n\n\ndef test_gross():\n    assert gross(1) == 2\n\n\n"
    "class TestOther:\n    def test_other(self):\n        assert other() == 1\n",
    "conftest.py": "",
    "pyproject.toml": "[project]\nname = 'shop'\nversion = '1'\n",
}
BROKEN = "def net(price):\n    return -price\n\n\ndef gross(price):\n    return net(price) * 2\n\n\ndef other():\n    return 1\n"


@pytest.fixture
def shop(make: Callable[..., Any]) -> Any:
    repo = make("shop")
    repo.commit(FILES, "first")
    repo.commit({"shop/prices.py": BROKEN}, "break it")
    return repo


def pytest_run(path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", *arguments], cwd=path, capture_output=True, text=True, check=False
    )


def test_the_answer_names_them_and_says_why(shop: Any) -> None:
    answer = shop.ask("HEAD")
    (test,) = answer["affected_tests"]
    assert (test["file"], test["name"], test["start_line"], test["distance"]) == ("tests/test_prices.py", "test_gross", 4, 2)
    assert test["reason"] == "calls net through gross (2 hops)"
    assert answer["test_gaps"] == [
        {"id": "Function:shop/prices.py:net", "file": "shop/prices.py", "name": "net", "why": "no test changed with it", "accepted": ""}
    ]
    assert answer["summary"]["affected_tests"] == 1
    assert {one["name"]: one["tests"] for one in answer["changed_symbols"]} == {"net": 1}
    assert not any("affected_tests" in notice for notice in answer["notices"])


def test_reports_show_them(shop: Any) -> None:
    text, page = shop.run("HEAD").out, shop.run("HEAD", "--format", "markdown").out
    assert "Tests to run first (1)" in text
    assert "net  → 1 reached, at most 1 hop away\n" in text  # all tests reach it, so their number goes without saying
    assert "calls net through gross (2 hops)" in text
    assert "Changed without a test (1)" in text
    assert "Tests to run first" in page
    assert "Changed without a test (1)" in page


def test_arguments_that_pytest_runs(shop: Any) -> None:
    ran = shop.run("HEAD", "--tests-for", "pytest")
    assert ran.out.split() == ["tests/test_prices.py::test_gross"]
    done = pytest_run(shop.path, *ran.out.split())
    assert "1 failed" in done.stdout
    assert shop.run("HEAD", "--tests-for", "jest").out == ""


def test_nothing_affected_prints_nothing(shop: Any) -> None:
    shop.commit({"README.md": "hello\n"})
    ran = shop.run("HEAD", "--tests-for", "pytest")
    assert (ran.code, ran.out) == (0, "")
    assert "run nothing" in ran.err


def test_the_selection_against_a_real_run(shop: Any, tmp_path: Path) -> None:
    report = tmp_path / "results.xml"
    pytest_run(shop.path, f"--junit-xml={report}")
    ran = shop.run("shadow", "--junit", str(report), "HEAD")
    assert ran.code == 0, ran
    assert "1 of 1 failing tests are listed, the first at place 1" in ran.out
    shop.commit({"README.md": "hello\n"})
    missed = shop.run("shadow", "--junit", str(report), "HEAD", "--json")
    assert missed.code == 1
    assert missed.json["missed"] == [{"name": "test_gross", "owner": "tests.test_prices", "file": ""}]


@pytest.mark.parametrize(
    ("content", "cause"),
    [("no xml", "not JUnit XML"), ("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", "entities"), (None, "cannot be read")],
)
def test_reports_that_cannot_be_read(shop: Any, tmp_path: Path, content: str | None, cause: str) -> None:
    if content is not None:
        (tmp_path / "r.xml").write_text(content)
    ran = shop.run("shadow", "--junit", str(tmp_path / "r.xml"), "HEAD")
    assert ran.code == 2
    assert cause in ran.err
    assert len(ran.err.splitlines()) == 1


def test_a_lock_file_selects_all_tests(shop: Any) -> None:
    shop.commit({"requirements.txt": "a==1\n"})
    answer = shop.ask("HEAD")
    assert {test["name"] for test in answer["affected_tests"]} == {"test_gross", "TestOther.test_other"}
    assert {test["reason"] for test in answer["affected_tests"]} == {"requirements.txt changed: it decides what is installed"}


@pytest.mark.parametrize("symbol", ["net", "shop/prices.py:1", "Function:shop/prices.py:net", "shop.prices.net", "prices::net(price)"])
def test_a_question_without_a_change(shop: Any, symbol: str) -> None:
    answer = shop.ask("impact", symbol)
    assert [other["qualified_name"] for other in answer["impacted"] if other["kind"] != "file"] == ["gross", "test_gross"]
    assert [test["name"] for test in answer["affected_tests"]] == ["test_gross"]


def test_questions_see_the_working_tree(shop: Any) -> None:
    shop.write({"shop/more.py": "from shop.prices import net\n\n\ndef fresh():\n    return net(1)\n"})
    assert "fresh" in [other["name"] for other in shop.ask("impact", "net")["impacted"]]
    assert "fresh" not in [other["name"] for other in shop.ask("impact", "net", "--rev", "HEAD")["impacted"]]


def test_directions(shop: Any) -> None:
    down = shop.ask("impact", "gross", "--direction", "down")
    assert ([one["name"] for one in down["callees"]], down["impacted"]) == (["net"], [])
    both = shop.ask("impact", "gross", "--direction", "both")
    assert [one["name"] for one in both["callees"]] == ["net"]
    assert [one["name"] for one in both["impacted"] if one["kind"] != "file"] == ["test_gross"]


def test_many_questions_in_one_run(shop: Any, tmp_path: Path) -> None:
    (tmp_path / "symbols").write_text("shop/prices.py:1\nnowhere\nother\n")
    ran = shop.run("impact", "--symbols-from", str(tmp_path / "symbols"), "--format", "jsonl")
    assert ran.code == 0, ran
    first, second, third = map(json.loads, ran.out.splitlines())
    assert (first["file"], first["line"], [test["name"] for test in first["affected_tests"]]) == ("shop/prices.py", 1, ["test_gross"])
    assert second["symbol"] == "nowhere"
    assert "unknown symbol" in second["error"]
    assert [test["name"] for test in third["affected_tests"]] == ["TestOther.test_other"]


def test_a_hundred_thousand_questions_to_nobody(shop: Any, tmp_path: Path) -> None:
    """Names that are spelt alike are looked for in the first few only: that compares with every name there is."""
    (tmp_path / "symbols").write_text("".join(f"nowhere_{number}\n" for number in range(100_000)) + "net\n")
    ran = shop.run("impact", "--symbols-from", str(tmp_path / "symbols"), "--format", "jsonl")
    lines = ran.out.splitlines()
    assert (ran.code, len(lines)) == (0, 100_001)
    assert json.loads(lines[-1])["file"] == "shop/prices.py"


@pytest.mark.parametrize(
    ("arguments", "cause"),
    [
        (("grosss",), "near: gross"),
        (("shop/prices.py:999",), "the file has 10 lines"),
        (("shop/prices.py:0",), "the file has 10 lines"),
        (("shop/prices.py:" + "9" * 5000,), "unknown symbol"),
        (("shop/prices.py:1\u0663",), "unknown symbol"),
        (("conftest.py:1",), "no lines that were parsed"),
        (("n" * 9000,), "unknown symbol"),
        ((), "pass one SYMBOL"),
        (("net", "--symbols-from", "x"), "pass one SYMBOL"),
        (("--symbols-from", "missing", "--format", "jsonl"), "cannot be read"),
        (("--symbols-from", "pyproject.toml", "--format", "json"), "jsonl"),
        (("net", "--tests-for", "pytest", "--format", "json"), "exclude one another"),
    ],
)
def test_bad_questions_say_so_in_one_line(shop: Any, arguments: tuple[str, ...], cause: str) -> None:
    ran = shop.run("impact", *arguments)
    assert ran.code == 2, ran
    assert cause in ran.err
    assert len(ran.err.splitlines()) == 1


NAMES: dict[str, str | bytes | None] = {
    "conf.py": "LIMIT = 3\nother = 1\n",
    "holder.py": "class Settings:\n    pass\n\n\nsettings = Settings()\n",
    "shapes.py": "class Circle:\n    def area_of(self):\n        return 1\n\n\nclass Square:\n    def area_of(self):\n        return 2\n",
    "views.py": "from holder import settings\n\n\ndef cap(n):\n    return min(n, settings.LIMIT)\n\n\ndef total(things, box):\n"
    "    return box.area_of()\n\n\ndef unrelated():\n    return 1\n",
}


def test_names_alone_come_last_and_apart(make: Callable[..., Any]) -> None:
    repo = make("names")
    repo.commit(NAMES, "first")
    repo.commit(
        {"conf.py": "LIMIT = 4\nother = 1\n", "shapes.py": str(NAMES["shapes.py"]).replace("return 1", "return 3")},
        "change a setting and a method",
    )
    answer = repo.ask("HEAD")
    found = [(one["name"], one["possible"], one["confidence"]) for one in answer["impacted"] if one["kind"] == "function"]
    assert found == [("total", True, 0.48), ("cap", True, 0.3)]
    assert (answer["summary"]["impacted"], answer["summary"]["possible"]) == (len(answer["impacted"]) - 2, 2)
    assert "Possible users, by name only (2)" in repo.run("HEAD").out
    assert "Possible users, by name only (2)" in repo.run("HEAD", "--format", "markdown").out
    asked = repo.ask("impact", "conf.py:1")
    assert [one["name"] for one in asked["impacted"] if one["possible"]] == ["cap"]
    callee = repo.ask("impact", "total", "--direction", "down")["callees"]
    assert [(one["qualified_name"], one["possible"]) for one in callee] == [("Circle.area_of", True), ("Square.area_of", True)]


def test_what_dropping_a_value_of_rust_runs_is_tested_by_whoever_makes_one(make: Any) -> None:
    """However far it stands from the method that the language runs."""
    code = """pub struct Handle { n: u8 }
impl Handle { pub fn open() -> Handle { Handle { n: 1 } } }
impl Drop for Handle { fn drop(&mut self) { close(self.n) } }
fn close(n: u8) { free(n) }
fn free(n: u8) { give_back(n) }
fn give_back(n: u8) { let _ = n; }
pub fn other() {}
#[cfg(test)]
mod tests {
    #[test]
    fn opens() { super::Handle::open(); }
    #[test]
    fn does_other() { super::other(); }
}
"""
    repo = make("dropped")
    repo.commit({"Cargo.toml": '[package]\nname = "a"\n', "src/lib.rs": code}, "first")
    repo.write({"src/lib.rs": code.replace("let _ = n;", "let _ = n + 1;")})
    answer = repo.ask()
    assert [test["name"] for test in answer["affected_tests"]] == ["tests.opens"]
    assert not [gap for gap in answer["test_gaps"] if gap["why"] == "no test reaches it"]
