"""Row 2: every fault × every place that something is published at. Exit 0, one line, no traceback, and what was lost is shown elsewhere."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from pathlib import Path

import ci_faults
import ci_world
import msgspec
import pytest
from ci_job import TOKEN, Job
from ci_shop import Shop
from github_fake import GitHub

from nexus_diff.run.ci import partial, places
from nexus_diff.run.ci.github import github as run_github
from nexus_diff.run.ci.request import CiRequest, Ended
from nexus_diff.run.request import Place
from nexus_diff.store.seal import read_seal, write_seal

pytest.importorskip("github")

API_FAULTS = ("403", "404", "422", "429", "500", "502", "hang", "drop", "garbage", "wait:300", "refused", "dns")
API_PLACES = {"comment": r"issues|pulls", "check": r"check-runs"}
FILE_PLACES = ("summary", "outputs", "report")


@pytest.fixture(scope="module")
def clone(shop: Shop, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shop.clone(tmp_path_factory.mktemp("clone") / "repo", shop.merge, depth=2)


@pytest.fixture
def fake(github: GitHub, waits: list[float]) -> GitHub:
    """A GitHub; waits for it pass at once."""
    return github


@pytest.fixture
def run(shop: Shop, clone: Path, index: Path, fake: GitHub, tmp_path: Path) -> Callable[..., Ended]:
    """`nexus-diff ci github` in this process. The files of the runner are in tmp_path."""

    def start(api: str = "", folder: Path | None = None, **env: str) -> Ended:
        job = Job(tmp_path, clone, api or fake.public, "pull_request", ci_world.pull_payload(shop), shop.merge)
        place = Place(repo=str(clone), index_dir=str(folder or index))
        return run_github(CiRequest(place=place, output_dir=str(tmp_path / "reports")), {**job.env, **env})

    return start


def one_line(ended: Ended) -> str:
    """The warning, as the only one, and harmless."""
    warnings = [line for line in ended.commands if line.startswith("::warning title=nexus-diff::")]
    assert len(warnings) == 1
    return ci_faults.one_line(ended, (TOKEN,))


@pytest.mark.parametrize(("how", "place"), list(itertools.product(API_FAULTS, API_PLACES)))
def test_row_2_a_fault_of_the_api_at_one_place(
    fake: GitHub, run: Callable[..., Ended], waits: list[float], tmp_path: Path, how: str, place: str
) -> None:
    fake.fail("*", API_PLACES[place], how)
    began = time.monotonic()
    ended = run(ci_faults.nobody_at(how))
    text = one_line(ended)
    noun = {"comment": "the comment was not posted", "check": "the check was not made"}
    lost = set(noun) if how in ("dns", "refused") else {place}
    # a host that does not answer is not asked for the next thing
    lost |= {"comment"} if how in ("hang", "drop") and place == "check" else set()
    assert {name for name, words in noun.items() if words in text} == lost
    assert bool(fake.comments) is ("comment" not in lost)
    assert bool(fake.checks) is ("check" not in lost)
    shown = [line for line in ended.commands if line.startswith("::warning file=shop/pay.py,line=6")]
    assert bool(shown) is ("check" in lost)
    assert "charge" in (tmp_path / "summary").read_text()
    assert "report-file<<" in (tmp_path / "output").read_text()
    assert time.monotonic() - began + sum(waits) < 60


@pytest.mark.parametrize("place", FILE_PLACES)
def test_row_2_a_full_disk_at_one_place(
    fake: GitHub, run: Callable[..., Ended], tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = {"summary": {"GITHUB_STEP_SUMMARY": "/dev/full"}, "outputs": {"GITHUB_OUTPUT": "/dev/full"}}.get(place, {})
    if place == "report":
        monkeypatch.setattr(places, "replace_file", ci_faults.full_disk)
    ended = run(**env)
    assert "No space left" in one_line(ended)
    assert len(fake.comments) == len(fake.checks) == 1
    assert bool((tmp_path / "summary").read_text()) is (place != "summary")
    assert bool((tmp_path / "output").read_text()) is (place != "outputs")
    assert (tmp_path / "reports/report.md").exists() is (place != "report")


def test_row_2_a_full_disk_below_the_index(
    fake: GitHub, run: Callable[..., Ended], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import nexus_diff.store.folder as folder

    monkeypatch.setattr(folder, "write_links", ci_faults.full_disk)
    ended = run(folder=tmp_path / "index")
    assert "no space left" in one_line(ended)
    assert [check["conclusion"] for check in fake.checks] == ["neutral"]
    assert fake.comments == []


def test_row_2_killed_workers(fake: GitHub, run: Callable[..., Ended], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from nexus_diff.index import pool

    monkeypatch.setattr(pool, "FEW_TASKS", 0)
    monkeypatch.setattr(pool, "FEW_BYTES", 0)
    monkeypatch.setattr(pool, "_BOOT", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    ended = run(folder=tmp_path / "index")
    assert "parser processes do not start" in one_line(ended)
    assert "charge" in fake.comments[0]["body"]
    assert fake.checks[0]["conclusion"] == "success"


@pytest.mark.parametrize("file", ["seal.json", "links.sqlite", "graph.kuzu", "facts.sqlite"])
@pytest.mark.parametrize("damage", [b"", b"\0" * 5000])
def test_row_2_a_corrupt_cache(fake: GitHub, run: Callable[..., Ended], tmp_path: Path, file: str, damage: bytes) -> None:
    folder = tmp_path / "index"
    assert run(folder=folder).warning == ""
    first = fake.comments[0]["body"]
    found = list(folder.rglob(file))
    assert found
    for path in found:
        path.write_bytes(damage)
    fake.comments.clear()
    ended = run(folder=folder)
    if damage or file != "facts.sqlite":  # an empty database is a new one
        assert "it is built again" in one_line(ended) or "it is rebuilt" in one_line(ended)
    body = fake.comments[0]["body"]
    assert (
        body.partition("<details><summary>Notices")[0].partition("\n")[2]
        == first.partition("<details><summary>Notices")[0].partition("\n")[2]
    )
    assert fake.checks[-1]["conclusion"] == "success"


def test_an_index_of_another_version_is_no_fault(fake: GitHub, run: Callable[..., Ended], tmp_path: Path) -> None:
    folder = tmp_path / "index"
    run(folder=folder)
    for place in folder.glob("graph-*"):
        write_seal(place, msgspec.structs.replace(read_seal(place), extractor="old"))
    assert run(folder=folder).warning == ""
    assert "written by another version" in fake.comments[0]["body"]


@pytest.mark.parametrize(
    "error",
    [RuntimeError("boom\n::error::x"), MemoryError(), RecursionError(), KeyError("x"), UnicodeDecodeError("utf-8", b"x", 0, 1, "y")],
)
def test_row_2_a_fault_of_ours(
    fake: GitHub, run: Callable[..., Ended], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(partial, "analyse", fail)
    text = one_line(run())
    assert "::error" not in text
    assert [check["conclusion"] for check in fake.checks] == ["neutral"]
    assert fake.comments == []


def test_row_2_every_fault_at_once(fake: GitHub, run: Callable[..., Ended], monkeypatch: pytest.MonkeyPatch) -> None:
    fake.fail("*", "", "502")
    text = one_line(run(GITHUB_STEP_SUMMARY="/dev/full", GITHUB_OUTPUT="/nowhere/x"))
    for words in ("comment was not posted", "check was not made", "summary cannot be written", "outputs cannot be written"):
        assert words in text


def test_without_a_token_the_files_remain(fake: GitHub, run: Callable[..., Ended], tmp_path: Path) -> None:
    ended = run(GITHUB_TOKEN="")
    assert "GITHUB_TOKEN is not set" in one_line(ended)
    assert fake.log == []
    assert "charge" in (tmp_path / "summary").read_text()
