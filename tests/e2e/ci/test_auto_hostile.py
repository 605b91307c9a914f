"""Row 8 on every service: names that would be commands, markup and mentions. What is printed and posted holds none of them."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from auto_jobs import ENVIRONMENTS, FAKES
from ci_shop import Shop
from junit_schema import read_junit

from nexus_diff.run.ci.auto import auto
from nexus_diff.run.ci.request import CiRequest, Ended
from nexus_diff.run.request import Place

NAMES = (
    "##vso[task.setvariable variable=PATH]evil",
    "##teamcity[buildStop]",
    "##[error]evil",
    "::error::evil",
    "a\n##vso[task.complete result=Failed]",
    "@team <img src=x> [x](javascript:x)",
    "a]b;c|d'e",
    "%0A##vso[build.addbuildtag]x",
)
COMMAND = re.compile(r"##(?:vso|teamcity)?\[")


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory, repo_type: Any) -> Shop:
    """Every name is a module whose function gets another signature, and a caller of it that is not adapted."""
    host = repo_type(tmp_path_factory.mktemp("host") / "repo")
    host.git("config", "uploadpack.allowAnySHA1InWant", "true")
    world = Shop(host.path, host.git)
    folders = {name: f"pkg{number}" for number, name in enumerate(NAMES)}
    files = {}
    for name, folder in folders.items():
        files[f"{folder}/__init__.py"] = ""
        files[f"{folder}/pay.py"] = "def charge(amount):\n    return amount\n"
        files[f"{folder}/{name}.py"] = f"from {folder}.pay import charge\n\n\ndef buy():\n    return charge(1)\n"
    world.fork_point = world.base = host.commit(files)
    host.git("checkout", "--quiet", "-b", "topic")
    changed = {f"{folder}/pay.py": "def charge(amount, currency):\n    return amount, currency\n" for folder in folders.values()}
    changed |= {f"{folder}/{name}.py": files[f"{folder}/{name}.py"] + "\n\nX = charge(2)\n" for name, folder in folders.items()}
    world.head = host.commit(changed)
    host.git("checkout", "--quiet", "--detach", "main")
    host.git("merge", "--quiet", "--no-ff", "-m", "merge", world.head)
    world.merge = host.git("rev-parse", "HEAD")
    host.git("checkout", "--quiet", "main")
    return world


@pytest.fixture(scope="module")
def place(shop: Shop, tmp_path_factory: pytest.TempPathFactory) -> Place:
    clone = tmp_path_factory.mktemp("clone") / "repo"
    subprocess.run(["git", "clone", "--quiet", shop.url, str(clone)], check=True)
    return Place(repo=str(clone), index_dir=str(tmp_path_factory.mktemp("index")))


@pytest.fixture(params=[*ENVIRONMENTS, "teamcity", "jenkins", "plain"])
def ran(
    request: pytest.FixtureRequest, shop: Shop, place: Place, tmp_path: Path, host_of: Callable[[str], tuple[Any, str]]
) -> tuple[str, Ended, Any]:
    """Service, how the run ended, its host."""
    name = request.param
    asked = CiRequest(place=place, output_dir=str(tmp_path / "out"))
    if name not in FAKES:
        env = {"teamcity": {"TEAMCITY_VERSION": "1"}, "jenkins": {"JENKINS_URL": "x"}, "plain": {}}[name]
        return name, auto(CiRequest(place=place, output_dir=str(tmp_path / "out"), base=shop.base, head=shop.head), env), None
    host, api = host_of(name)
    return name, auto(asked, ENVIRONMENTS[name](shop, api, tmp_path)), host


def test_row_8_nothing_printed_is_a_command_but_ours(ran: tuple[str, Ended, Any], tmp_path: Path) -> None:
    name, ended, host = ran
    assert ended.warning == ""
    assert "charge" in ended.report
    for line in (*ended.report.splitlines(), *ended.said):
        assert not COMMAND.search(line)
        assert not re.match(r"\s*::\w", line)
    own = {"azure": r"##vso\[task\.(?:logissue|uploadsummary)[ \]]", "teamcity": r"##teamcity\[inspection(?:Type)? "}
    for line in ended.commands:
        assert re.match(own[name], line)
        assert len(COMMAND.findall(line)) == 1
        assert "\n" not in line
    assert bool(ended.commands) is (name in own)
    for file in (tmp_path / "out").iterdir():
        assert not COMMAND.search(file.read_text("utf-8")), file.name
    read_junit((tmp_path / "out/report.xml").read_text())
    check_posted(host)


def check_posted(host: Any) -> None:
    """Names in a comment are code, in a report plain text."""
    cmarkgfm = pytest.importorskip("cmarkgfm")
    for comment in getattr(host, "comments", []):
        html = cmarkgfm.github_flavored_markdown_to_html(comment["body"])
        outside = re.sub(r"<code>.*?</code>", "", html, flags=re.DOTALL)
        assert "<img" not in html
        assert "javascript:" not in outside
        assert "@team" not in outside
        assert "##vso" not in outside
    for check in getattr(host, "checks", []):
        for one in check.get("_annotations", {}).values():
            assert not COMMAND.search(one["summary"])
            assert "\n" not in one["summary"]
