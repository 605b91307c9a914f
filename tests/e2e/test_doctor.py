"""`nexus-diff doctor`, with one part after the other broken."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nexus_diff.run.ci.gitlab_host import TOKENS as GITLAB_TOKENS
from nexus_diff.run.ci.host import TOKENS as GITHUB_TOKENS
from nexus_diff.run.ci.services import SERVICES
from nexus_diff.run.doctor.versions import LIBRARIES, fits

SECRET = "s3cr3t-value-of-a-token"


@pytest.fixture(autouse=True)
def _no_service(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests may run in a CI service themselves."""
    tokens = {*GITHUB_TOKENS, *GITLAB_TOKENS, *(name for one in SERVICES for name in one.tokens)}
    for name in {*tokens, *(mark for one in SERVICES for mark in one.marks)}:
        monkeypatch.delenv(name, raising=False)


def findings(repo: Any, *arguments: str, **more: Any) -> dict[str, list[dict[str, str]]]:
    """Findings by name; the run, in a process of its own, must have ended as it should."""
    return read(repo.run("doctor", "--json", *arguments, **more))


def read(ran: Any) -> dict[str, list[dict[str, str]]]:
    """Findings by name; the run must have ended as it should."""
    assert ran.code in (0, 1), ran
    assert ran.err == "", ran
    found: dict[str, list[dict[str, str]]] = {}
    for row in ran.json["findings"]:
        assert set(row) == {"area", "name", "level", "said", "remedy"}
        assert row["said"]
        found.setdefault(row["name"], []).append(row)
    levels = [row["level"] for rows in found.values() for row in rows]
    assert set(levels) <= {"ok", "warning", "problem"}
    assert ran.code == ("problem" in levels) == (not ran.json["ok"])
    return found


def bad(found: dict[str, list[dict[str, str]]]) -> dict[str, str]:
    """Name → remedy of what is not in order."""
    return {name: row["remedy"] for name, rows in found.items() for row in rows if row["level"] != "ok"}


def test_all_is_well(shop: Any) -> None:
    found = findings(shop)
    assert bad(found) == {}
    for name in ("nexus-diff", "python", "git", "kuzu", "grammars", "shape", "default branch", "configuration", "HEAD", "service"):
        assert name in found
    assert {row["area"] for row in found["HEAD"]} == {"repository", "index"}
    ran = shop.run("doctor")
    assert (ran.code, ran.err, ran.out.splitlines()[-1]) == (0, "", "everything is in order")
    assert shop.run("doctor", "--quiet").out == "everything is in order\n"
    assert "\x1b[32mok" in shop.run("doctor", "--color", "always").out


def test_it_writes_nothing(repo: Any) -> None:
    repo.commit({"a.py": "def a(): pass\n"})
    before = sorted(repo.path.rglob("*"))
    assert bad(findings(repo)) == {"HEAD": "nexus-diff index"}
    assert sorted(repo.path.rglob("*")) == before


@pytest.mark.parametrize("kind", ["ImportError('it is broken')", "RuntimeError('it is broken')"])
@pytest.mark.parametrize("library", [name for name in LIBRARIES if name != "tomli"])
def test_a_library_that_cannot_be_loaded(shop: Any, tmp_path: Path, library: str, kind: str) -> None:
    library = {"markdown-it-py": "markdown_it"}.get(library, library.replace("-", "_"))
    (tmp_path / f"{library}.py").write_text(f"raise {kind}\n")
    path = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
    ran = shop.run("doctor", "--json", env={"PYTHONPATH": path})
    assert (ran.code, ran.err) == (1, ""), ran
    broken = [row for row in ran.json["findings"] if row["level"] == "problem"]
    assert any("it is broken" in row["said"] for row in broken)
    assert all(row["remedy"] for row in broken if "it is broken" in row["said"] and row["area"] == "versions")


@pytest.mark.parametrize("library", ["msgspec", "pygit2", "rich"])
def test_a_library_that_cannot_be_loaded_is_said_in_words(shop: Any, tmp_path: Path, library: str) -> None:
    (tmp_path / f"{library}.py").write_text("raise RuntimeError('it is broken')\n")
    ran = shop.run("doctor", env={"PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, sys.path)])})
    assert (ran.code, ran.err) == (1, ""), ran
    assert "it is broken" in ran.out


def test_without_git(shop: Any, tmp_path: Path) -> None:
    found = findings(shop, env={"PATH": str(tmp_path)})
    assert bad(found)["git"] == "install git"


def test_outside_of_a_repository(shop: Any, tmp_path: Path) -> None:
    found = findings(shop, cwd=tmp_path)
    assert list(bad(found)) == ["access"]
    assert found["access"][0]["said"].endswith("is not in a git repository")
    assert list(bad(findings(shop, "--repo", str(tmp_path / "nowhere")))) == ["access"]


@pytest.mark.parametrize("damage", ["HEAD", "objects", "config", "refs"])
def test_a_damaged_repository(shop: Any, damage: str) -> None:
    place = shop.path / ".git" / damage
    if place.is_dir():
        for file in sorted(place.rglob("*"), reverse=True):
            if file.is_file():
                file.chmod(0o600)
                file.write_bytes(b"nonsense")
    else:
        place.write_bytes(b"\x00nonsense[")
    (shop.path / ".git/packed-refs").unlink(missing_ok=True)
    ran = shop.run("doctor", "--json")
    assert ran.code == 1, ran
    assert ran.err == ""
    assert any(row["level"] == "problem" for row in ran.json["findings"])


def test_a_repository_of_another_user(shop: Any) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give files away")
    for path in [shop.path, *shop.path.rglob("*")]:
        os.chown(path, 12345, 12345, follow_symlinks=False)
    found = findings(shop)
    assert "safe.directory" in bad(found)["access"]
    env = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": str(shop.path)}
    found = findings(shop, env=env)
    assert "owner" in found
    assert bad(found) == {}


def test_shapes(shop: Any, make: Callable[..., Any], tmp_path: Path) -> None:
    shop.git("checkout", "--quiet", "-b", "work")
    shop.commit({"more.py": "x = 1\n"})
    bare = shop.clone(tmp_path / "bare", "--bare")
    assert "bare" in findings(bare)["shape"][0]["said"]
    shallow = shop.clone(tmp_path / "shallow", "--depth=1", "--no-single-branch", "--branch=work")
    shallow.git("remote", "set-head", "origin", "main")
    found = findings(shallow)
    assert "shallow" in found["shape"][0]["said"]
    assert bad(found)["default branch"] == "git fetch --unshallow"
    shop.git("config", "uploadpack.allowFilter", "true")
    partial = shop.clone(tmp_path / "partial", "--filter=blob:none")
    found = findings(partial)
    assert "partial" in found["shape"][0]["said"]
    assert "partial clone" in bad(found)
    shop.git("worktree", "add", "--quiet", str(tmp_path / "linked"), "HEAD~1")
    found = findings(shop, cwd=tmp_path / "linked")
    assert "a linked worktree" in found["shape"][0]["said"]
    assert "(detached)" in found["HEAD"][0]["said"]
    inner = make("inner")
    inner.commit({"a.py": "x = 1\n"})
    shop.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.path), "inner")
    shop.commit()
    assert findings(shop)["submodules"][0]["said"].startswith("1;")


def test_without_a_commit_and_without_a_default_branch(repo: Any) -> None:
    assert bad(findings(repo))["HEAD"] == "commit something"
    repo.commit({"a.py": "x = 1\n"})
    repo.git("branch", "-m", "trunk")
    assert "pass a range" in bad(findings(repo))["default branch"]
    repo.write({"nexus-diff.toml": '[git]\ndefault_branch = "trunk"\n'})
    assert "default branch" not in bad(findings(repo))
    repo.write({"nexus-diff.toml": '[git]\ndefault_branch = "nowhere"\n'})
    assert "git fetch" in bad(findings(repo))["default branch"]


@pytest.mark.parametrize(
    ("text", "mistakes"),
    [("nonsense", 1), ("[impact]\ndepth = 'x'\n[indx]\n", 2), ("a = 1\n" * 0 + "".join(f"k{n} = 1\n" for n in range(9)), 6)],
)
def test_a_wrong_configuration(shop: Any, text: str, mistakes: int) -> None:
    shop.write({"nexus-diff.toml": text})
    rows = [row for row in findings(shop)["configuration"] if row["level"] == "problem"]
    assert len(rows) == mistakes
    assert all(row["remedy"] for row in rows)
    assert rows[0]["said"].startswith("nexus-diff.toml:1") or "nexus-diff.toml:2" in rows[0]["said"]


def test_a_configuration_that_is_not_there(shop: Any) -> None:
    assert "exists" in bad(findings(shop, "--config", "nowhere.toml"))["configuration"]


def test_a_folder_that_cannot_be_written(shop: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        found = bad(findings(shop, "--index-dir", str(place)))
        assert "--index-dir" in found["folder"]


@pytest.mark.parametrize("part", ["seal.json", "links.sqlite", "graph.kuzu"])
@pytest.mark.parametrize("how", ["cut", "gone", "altered"])
def test_a_damaged_snapshot(shop: Any, part: str, how: str) -> None:
    file = shop.snapshots()[0] / part
    data = file.read_bytes()
    file.chmod(0o600)
    if how == "gone":
        file.unlink()
    else:
        file.write_bytes(data[: len(data) // 2] if how == "cut" else data[:-20] + b"x" * 20)
    remedy = bad(findings(shop))["HEAD"]
    if remedy.startswith("delete "):
        shutil.rmtree(remedy.removeprefix("delete ").removesuffix("; it is made again"))
    else:
        assert remedy == "nexus-diff index"
    assert shop.run("index").code == 0
    assert bad(findings(shop)) == {}


def test_a_damaged_cache_of_facts(shop: Any) -> None:
    file = shop.index / "facts.sqlite"
    assert file.exists()
    file.write_bytes(b"nonsense" * 1000)
    assert "made again" in bad(findings(shop))["facts"]


def test_how_far_back_the_index_is(shop: Any) -> None:
    indexed = shop.git("rev-parse", "HEAD")
    shop.commit({"more.py": "x = 1\n"})
    rows = [row for row in findings(shop)["HEAD"] if row["area"] == "index"]
    assert rows[0]["level"] == "ok"
    assert indexed[:12] in rows[0]["said"]


def event(tmp_path: Path, **pull: Any) -> dict[str, str]:
    """The environment of a GitHub job for a pull request."""
    side = {"sha": "a" * 40, "ref": "work", "repo": {"full_name": pull.get("head", "o/r")}}
    payload = {
        "action": "opened",
        "number": 7,
        "pull_request": {"number": 7, "head": side, "base": {"sha": "b" * 40, "ref": "main", "repo": {"full_name": "o/r"}}},
        "repository": {"full_name": "o/r", "default_branch": "main"},
    }
    (tmp_path / "event.json").write_text(json.dumps(payload))
    return {
        "GITHUB_ACTIONS": "true",
        "GITHUB_EVENT_NAME": "pull_request",
        "GITHUB_EVENT_PATH": str(tmp_path / "event.json"),
        "GITHUB_REPOSITORY": "o/r",
        "GITHUB_SHA": "c" * 40,
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary"),
    }


def test_in_a_workflow(shop: Any, tmp_path: Path) -> None:
    pytest.importorskip("github")
    env = event(tmp_path)
    found = findings(shop, env={**env, "GITHUB_TOKEN": f"ghs_{SECRET}"})
    assert found["this job"][0]["said"] == "pull request 7 into main"
    assert "a comment on pull request 7 of o/r, a check run on aaaaaaaaaaaa" in found["posted"][0]["said"]
    assert "check runs" in found["$GITHUB_TOKEN"][0]["said"]
    assert bad(found) == {}
    assert "GITHUB_TOKEN" in bad(findings(shop, env=env))["posted"]
    fork = findings(shop, env={**event(tmp_path, head="x/r"), "GITHUB_TOKEN": SECRET})
    assert "fork" in bad(fork)["posted"]
    assert "comment on" not in fork["posted"][0]["said"]
    (tmp_path / "event.json").write_text("nonsense")
    assert "service" in bad(findings(shop, env=env))


def test_in_a_merge_request(shop: Any) -> None:
    env = {"GITLAB_CI": "true", "CI_COMMIT_SHA": "a" * 40, "CI_MERGE_REQUEST_IID": "5", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main"}
    found = findings(shop, env=env)
    assert found["this job"][0]["said"] == "pull request 5 into main"
    assert "Code Quality" in found["posted"][0]["said"]
    assert "NEXUS_DIFF_GITLAB_TOKEN" in bad(found)["posted"]


@pytest.mark.parametrize("service", [service for service in SERVICES if service.name != "github"], ids=lambda service: service.name)
def test_every_service_is_recognised_whatever_it_leaves_out(shop: Any, service: Any) -> None:
    marks = {name: "1" if value == "*" else value for name, value in service.marks.items()}
    found = read(shop.here("doctor", "--json", env=marks))
    assert found["service"][0]["said"] == service.title


def test_no_value_of_a_token_is_ever_shown(shop: Any, tmp_path: Path) -> None:
    names = {*GITHUB_TOKENS, *GITLAB_TOKENS, *(name for one in SERVICES for name in one.tokens)}
    for marks in ({}, event(tmp_path), {"GITLAB_CI": "true"}, *(dict.fromkeys(one.marks, "1") for one in SERVICES)):
        env = {**marks, **dict.fromkeys(names, SECRET)}
        for ran in (shop.here("doctor", env=env), shop.here("doctor", "--json", env=env)):
            assert SECRET not in ran.out + ran.err
            assert all(f"${name}" in ran.out for name in names)


def test_hostile_names_are_shown_harmlessly(shop: Any) -> None:
    shop.git("checkout", "--quiet", "-b", "evil\u202ebranch")
    shop.write({"nexus-diff.toml": '"a\\u001b[31mb" = 1\n'})
    ran = shop.run("doctor")
    assert ran.out.replace("\n", "").isprintable()


def test_the_environment_is_left_alone(shop: Any) -> None:
    """A later step of the same process still has its token."""
    code = "import os; from nexus_diff.cli import main; main(['doctor', '--quiet']); print(os.environ['GITHUB_TOKEN'])"
    env = {**os.environ, "GITHUB_TOKEN": SECRET, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", code], cwd=shop.path, env=env, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == SECRET


def test_the_libraries_are_those_that_are_asked_for() -> None:
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text()
    asked = re.search(r"^dependencies = \[\n(.*?)^\]", text, re.MULTILINE | re.DOTALL)
    assert asked
    assert sorted(re.findall(r'^    "([a-z0-9-]+)', asked[1], re.MULTILINE)) == sorted(LIBRARIES)


@pytest.mark.parametrize(
    ("version", "wanted", "fit"),
    [
        ("0.11.3", "==0.11.3", True),
        ("0.11.4", "==0.11.3", False),
        ("0.25.2", ">=0.25.2,<0.27", True),
        ("0.27.0", "<0.27,>=0.25.2", False),
        ("0.26", ">=0.25.2,<0.27", True),
        ("15.0.0", ">=13.9", True),
        ("2.0rc1", ">=2.0", True),
        ("3", ">=3.0", True),
        ("1.0", "", True),
    ],
)
def test_versions_that_fit(version: str, wanted: str, fit: bool) -> None:
    assert fits(version, wanted) == fit
