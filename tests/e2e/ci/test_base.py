"""Must-have 1: the exact base in every shape of a clone, with no more fetched than that takes."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import ci_world
import pytest

from nexus_diff.git import changes, commit_snapshot, open_repository
from nexus_diff.git import compare as changes_of
from nexus_diff.git.fetching import Remote
from nexus_diff.git.repository import without_secrets
from nexus_diff.model.errors import GitError
from nexus_diff.run.ci.base import Compared, compared
from nexus_diff.run.ci.event import Event


def event(world: Any, **more: Any) -> Event:
    fields = {
        "kind": "pull",
        "name": "pull_request",
        "number": 7,
        "head": world.head,
        "merge": world.merge,
        "base": world.base,
        "base_ref": "main",
    }
    return Event(**{**fields, **more})


def resolve(place: Path, asked: Event) -> tuple[Compared, set[str]]:
    """What is compared, and the files that differ."""
    found = compared(open_repository(place), Remote(open_repository(place)), asked)
    repo = open_repository(place)
    return found, {change.path for change in changes(commit_snapshot(repo, found.base), commit_snapshot(repo, found.head))}


def git(place: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=place, check=True, capture_output=True, text=True).stdout.strip()


def state(place: Path) -> tuple[str, str, str]:
    """What must stay as it is: references, configuration, HEAD."""
    return git(place, "for-each-ref"), (place / ".git/config").read_text(), (place / ".git/HEAD").read_text()


SHAPES = [
    # what is checked out, depth, filter, what is told
    ("merge", 1, "", {}),
    ("merge", 2, "", {}),
    ("merge", 5, "", {}),
    ("merge", 0, "", {}),
    ("merge", 0, "tree:0", {}),
    ("merge", 0, "blob:none", {}),
    ("merge", 1, "blob:none", {}),
    ("head", 1, "", {}),
    ("head", 2, "", {}),
    ("head", 0, "", {}),
    ("head", 0, "tree:0", {}),
    ("tip", 1, "", {}),
    ("merge", 1, "", {"base": "0" * 40}),
    ("merge", 1, "", {"base_ref": "no-such-branch"}),
    ("merge", 1, "", {"merge": ""}),
    ("head", 1, "", {"merge": ""}),
    ("head", 1, "", {"merge": "", "base_ref": "gone"}),
    ("head", 2, "", {"merge": "f" * 40}),
    ("head", 0, "", {"merge": "", "base_ref": "gone"}),
    ("merge", 2, "", {"from_fork": True}),
    ("tip", 1, "", {"name": "pull_request_target"}),
]


@pytest.mark.parametrize(("checked_out", "depth", "filter", "more"), SHAPES)
def test_row_1_the_changed_files_are_those_of_the_pull_request(
    world: Any, tmp_path: Path, checked_out: str, depth: int, filter: str, more: dict[str, Any]
) -> None:
    place = world.clone(tmp_path / "clone", getattr(world, checked_out), depth=depth, filter=filter)
    before = state(place)
    found, files = resolve(place, event(world, **more))
    assert files == ci_world.CHANGED
    assert found.kind == "merge-base"
    assert found.tells == world.head
    assert state(place) == before
    if not depth:
        assert not (place / ".git/shallow").exists()


def test_row_1_a_merge_ref_costs_two_more_commits(world: Any, tmp_path: Path) -> None:
    place = world.clone(tmp_path / "clone", world.merge, depth=1)
    resolve(place, event(world))
    assert int(git(place, "rev-list", "--count", "--all", "HEAD")) == 3


@pytest.mark.parametrize("depth", [0, 2])
def test_row_1_nothing_is_fetched_when_all_is_there(world: Any, tmp_path: Path, depth: int) -> None:
    place = world.clone(tmp_path / "clone", world.merge, depth=depth)
    git(place, "remote", "set-url", "origin", (tmp_path / "nowhere").as_uri())
    assert resolve(place, event(world))[1] == ci_world.CHANGED


def test_row_1_a_deep_clone_is_not_cut(world: Any, tmp_path: Path) -> None:
    place = world.clone(tmp_path / "clone", world.head, depth=20)
    before = int(git(place, "rev-list", "--count", "HEAD"))
    resolve(place, event(world, merge=""))
    assert int(git(place, "rev-list", "--count", "HEAD")) >= before


def test_row_1_a_branch_that_merged_main_starts_there_not_where_it_left(repo_type: Any, tmp_path: Path) -> None:
    host = repo_type(tmp_path / "host")
    host.git("config", "uploadpack.allowAnySHA1InWant", "true")
    for number in range(50):
        host.commit({"old.py": f"a = {number}\n"}, f"old {number}")
    host.git("branch", "topic")
    for number in range(5):
        host.commit({"main.py": f"b = {number}\n"}, f"main {number}")
    host.git("checkout", "--quiet", "topic")
    host.commit({"topic.py": "c = 0\n"}, "topic")
    host.git("merge", "--quiet", "-m", "main into topic", "main")
    head = host.commit({"topic.py": "c = 1\n"}, "topic")
    host.git("checkout", "--quiet", "main")
    tip = host.commit({"later.py": "d = 0\n"}, "later")
    place = ci_world.World(host.path, host.git).clone(tmp_path / "clone", head, depth=1)
    asked = Event(kind="pull", name="pull_request", number=7, head=head, base=tip, base_ref="main")
    found, files = resolve(place, asked)
    assert found.base == host.git("merge-base", "main", "topic")
    assert files == {"topic.py"}


def test_row_1_criss_cross_histories_find_what_git_finds_with_all_history(repo_type: Any, tmp_path: Path) -> None:
    host = repo_type(tmp_path / "host")
    host.git("config", "uploadpack.allowAnySHA1InWant", "true")
    host.commit({"old.py": "a = 0\n"}, "old")
    host.git("branch", "topic")
    ours = host.commit({"main.py": "b = 0\n"}, "main")
    host.git("checkout", "--quiet", "topic")
    theirs = host.commit({"topic.py": "c = 0\n"}, "topic")
    host.git("merge", "--quiet", "-m", "main into topic", ours)
    for number in range(40):
        head = host.commit({"topic.py": f"c = {number + 1}\n"}, f"topic {number}")
    host.git("checkout", "--quiet", "main")
    host.git("merge", "--quiet", "-m", "topic into main", theirs)
    tip = host.commit({"later.py": "d = 0\n"}, "later")
    place = ci_world.World(host.path, host.git).clone(tmp_path / "clone", head, depth=1)
    found, _ = resolve(place, Event(kind="pull", name="pull_request", number=7, head=head, base=tip, base_ref="main"))
    assert found.base == host.git("merge-base", "--all", "main", "topic").split()[0]
    assert "2 merge bases" in found.notices[0]


def test_row_1_histories_without_a_common_commit_are_approximate(repo_type: Any, tmp_path: Path) -> None:
    host = repo_type(tmp_path / "host")
    host.git("config", "uploadpack.allowAnySHA1InWant", "true")
    tip = host.commit({"a.py": "a = 1\n"})
    host.git("checkout", "--quiet", "--orphan", "other")
    head = host.commit({"b.py": "b = 1\n"})
    place = ci_world.World(host.path, host.git).clone(tmp_path / "clone", head, depth=1)
    found, files = resolve(place, Event(kind="pull", name="pull_request", number=7, head=head, base=tip, base_ref="main"))
    assert (found.kind, found.base) == ("approximate", tip)
    assert "approximate" in found.notices[0]
    assert files == {"b.py"}


def test_row_1_without_a_remote_the_base_is_approximate_or_refused(world: Any, tmp_path: Path) -> None:
    place = world.clone(tmp_path / "clone", world.head, depth=2)
    git(place, "remote", "set-url", "origin", (tmp_path / "nowhere").as_uri())
    found, _ = resolve(place, event(world, merge=""))
    assert found.kind == "approximate"
    assert found.base == git(place, "rev-parse", "HEAD^")
    alone = world.clone(tmp_path / "alone", world.head, depth=1)
    git(alone, "remote", "set-url", "origin", (tmp_path / "nowhere").as_uri())
    with pytest.raises(GitError, match="fetch-depth: 2"):
        resolve(alone, event(world, merge=""))


def test_row_1_a_repository_of_one_commit(repo_type: Any, tmp_path: Path) -> None:
    host = repo_type(tmp_path / "host")
    head = host.commit({"a.py": "a = 1\n"})
    place = ci_world.World(host.path, host.git).clone(tmp_path / "clone", head, depth=0)
    with pytest.raises(GitError, match="no commit to compare with"):
        resolve(place, Event(kind="range", name="workflow_dispatch", head=head))


@pytest.mark.parametrize("depth", [1, 0])
def test_row_19_a_merge_group_and_a_push_compare_the_commits_they_name(world: Any, tmp_path: Path, depth: int) -> None:
    place = world.clone(tmp_path / "clone", world.merge, depth=depth)
    group = Event(kind="range", name="merge_group", head=world.merge, base=world.base)
    assert resolve(place, group)[1] == ci_world.CHANGED
    push = Event(kind="range", name="push", head=world.tip, base=world.base, base_ref="main")
    found, files = resolve(place, push)
    assert (found.kind, len(files)) == ("direct", 12)


def test_row_19_a_new_branch_is_compared_with_the_default_branch(world: Any, tmp_path: Path) -> None:
    place = world.clone(tmp_path / "clone", world.head, depth=1)
    assert resolve(place, Event(kind="range", name="push", head=world.head, base_ref="main"))[1] == ci_world.CHANGED


def test_a_remote_that_does_not_answer_is_given_up(world: Any, tmp_path: Path) -> None:
    place = world.clone(tmp_path / "clone", world.head, depth=1)
    slow = tmp_path / "slow.sh"
    slow.write_text("#!/bin/sh\nsleep 60\n")
    slow.chmod(0o755)
    git(place, "config", "remote.origin.uploadpack", str(slow))
    remote = Remote(open_repository(place), seconds=1.0)
    assert remote.get(world.tip) is False
    assert remote.tip("main") == ""


@pytest.mark.parametrize("name", ["gr\u00f6\u00dfe", "feature/\u540d\u524d", "\udcff\udcfe", "a;b$(c)"])
def test_a_branch_may_have_any_name(world: Any, tmp_path: Path, name: str) -> None:
    place = world.clone(tmp_path / "clone", world.head, depth=1)
    subprocess.run(["git", "update-ref", f"refs/heads/{name}", world.tip], cwd=world.path, check=True)
    try:
        assert Remote(open_repository(place)).tip(name) == world.tip
    finally:
        subprocess.run(["git", "update-ref", "-d", f"refs/heads/{name}"], cwd=world.path, check=True)


def test_a_token_of_any_bytes_stops_nothing(world: Any, tmp_path: Path) -> None:
    place = world.clone(tmp_path / "clone", world.head, depth=1)
    git(place, "remote", "set-url", "origin", "https://github.com/o/r")
    assert Remote(open_repository(place), server_url="https://github.com", token="\udcff")._extra


def test_the_token_is_lent_to_its_own_server_only(world: Any, tmp_path: Path) -> None:
    place = world.clone(tmp_path / "clone", world.head, depth=1)
    secret = "ghs_" + "x" * 36
    for url, kept, lent in [
        ("https://github.com/o/r", "", True),
        ("https://elsewhere.example/o/r", "", False),
        ("https://github.com.evil.example/o/r", "", False),
        ("git@github.com:o/r.git", "", False),
        ("https://github.com/o/r", "AUTHORIZATION: basic abc", False),
    ]:
        git(place, "remote", "set-url", "origin", url)
        if kept:
            git(place, "config", "http.https://github.com/.extraheader", kept)
        extra = Remote(open_repository(place), server_url="https://github.com", token=secret)._extra
        assert bool(extra) is lent, url
        assert secret not in "".join(extra.values())


def test_the_token_is_lent_to_the_project_behind_a_fork_alone(world: Any, tmp_path: Path) -> None:
    place = world.clone(tmp_path / "clone", world.head, depth=1)
    git(place, "remote", "set-url", "origin", "https://gitlab-ci-token:abc@gitlab.example/me/fork.git")
    up = "https://gitlab.example/group/up.git"
    extra = Remote(open_repository(place), server_url="https://gitlab.example", token="secret", user="gitlab-ci-token", url=up)._extra
    for url, lent in [(up, True), (f"{up}/info/refs", True), ("https://gitlab.example/me/fork.git", False), (f"{up}x", False)]:
        asked = ["git", "config", "--get-urlmatch", "http.extraheader", url]
        done = subprocess.run(asked, cwd=place, env={**os.environ, **extra}, capture_output=True, text=True, check=False)
        assert bool(done.stdout.strip()) is lent, url


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        (
            "fatal: unable to access 'https://x-access-token:abc@github.com/o/r/': 403",
            "fatal: unable to access 'https://***github.com/o/r/': 403",
        ),
        ("Authorization: Bearer abc", "***"),
        ("plain", "plain"),
    ],
)
def test_no_credential_stays_in_a_message(text: str, clean: str) -> None:
    assert "abc" not in without_secrets(text)
    assert clean.split("***")[0] in without_secrets(text)


def test_a_credential_in_the_address_of_a_remote_gets_into_no_notice(world: Any, tmp_path: Path) -> None:
    place = world.clone(tmp_path / "clone", world.merge, depth=2, filter="blob:none")
    git(place, "remote", "set-url", "origin", "https://gitlab-ci-token:canary-secret@127.0.0.1:9/o/r.git")
    repo = open_repository(place)
    found = changes_of(commit_snapshot(repo, world.base), commit_snapshot(repo, world.merge))
    assert found.notices
    assert "canary" not in "".join(found.notices)


def test_hooks_of_the_clone_are_not_run(world: Any, tmp_path: Path) -> None:
    place = world.clone(tmp_path / "clone", world.merge, depth=1)
    mark = tmp_path / "ran"
    for name in ("reference-transaction", "post-checkout", "fsmonitor-watchman"):
        hook = place / ".git/hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(f"#!/bin/sh\ntouch {mark}\n")
        hook.chmod(0o755)
    resolve(place, event(world))
    assert not mark.exists()
    assert os.environ.get("GIT_CONFIG_COUNT") is None
