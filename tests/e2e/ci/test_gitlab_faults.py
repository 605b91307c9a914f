"""Row 2 on GitLab: every fault × every place. Exit 0, one line, no traceback, a Code Quality report that GitLab takes."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from functools import partial as partial_of
from pathlib import Path

import ci_faults
import pytest
from ci_shop import Shop
from code_quality import read_report
from github_fake import served
from gitlab_fake import GitLab
from gitlab_job import JOB_TOKEN, TOKEN, merge_request, variables

from nexus_diff.run.ci import partial, places
from nexus_diff.run.ci.gitlab import gitlab as run_gitlab
from nexus_diff.run.ci.request import CiRequest, Ended
from nexus_diff.run.request import Place

pytest.importorskip("gitlab")

API_FAULTS = ("401", "403", "404", "400", "429", "500", "502", "hang", "drop", "garbage", "huge", "redirect", "wait:300", "refused", "dns")
API_PLACES = {"note": r"notes|/\d+$", "discussions": r"discussions"}
NOUNS = {"note": "the note was not posted", "discussions": "no discussions were opened"}


@pytest.fixture(scope="module")
def clone(shop: Shop, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shop.clone(tmp_path_factory.mktemp("clone") / "repo", shop.head, depth=0)


@pytest.fixture
def fake(shop: Shop, waits: list[float]) -> Iterator[GitLab]:
    """A GitLab; waits for it pass at once."""
    host = GitLab(TOKEN, shop.head, job_token=JOB_TOKEN)
    with served(host) as address:  # type: ignore[arg-type]
        host.public = address
        yield host


@pytest.fixture
def run(clone: Path, shop: Shop, index: Path, fake: GitLab, tmp_path: Path) -> Callable[..., Ended]:
    """`nexus-diff ci gitlab` in this process. Its files are in tmp_path, where nothing of the clone is."""

    def start(api: str = "", folder: Path | None = None, **env: str) -> Ended:
        told = {**merge_request(base=shop.fork_point), "CI_PROJECT_DIR": str(tmp_path), "NEXUS_DIFF_GITLAB_TOKEN": TOKEN, **env}
        place = Place(repo=str(clone), index_dir=str(folder or index))
        return run_gitlab(CiRequest(place=place, discussions=True), variables(api or fake.public, clone, shop.head, **told))

    return start


one_line = partial_of(ci_faults.one_line, secrets=(TOKEN, JOB_TOKEN))


@pytest.mark.parametrize(("how", "place"), list(itertools.product(API_FAULTS, API_PLACES)))
def test_row_2_a_fault_of_the_api_at_one_place(
    fake: GitLab, run: Callable[..., Ended], waits: list[float], tmp_path: Path, how: str, place: str
) -> None:
    fake.steal = fake.public.removesuffix(fake.prefix)
    fake.fail("*", API_PLACES[place], how)
    began = time.monotonic()
    ended = run(ci_faults.nobody_at(how, fake.prefix))
    if place == "discussions" and how == "400":  # a line that GitLab refuses, which is told beside
        assert "not taken by GitLab" in "".join(ended.said)
        return
    text = one_line(ended)
    # without the notes nobody knows which discussions there are
    lost = set(NOUNS) if how in ("dns", "refused") or place == "note" else {"discussions"}
    assert {name for name, words in NOUNS.items() if words in text} == lost
    assert bool(fake.sticky()) is ("note" not in lost)
    assert any("breaking-call-site" in one["check_name"] for one in read_report((tmp_path / "gl-code-quality-report.json").read_bytes()))
    assert "shop/app.py:5" in ended.report
    assert (tmp_path / "nexus-diff.env").exists()
    assert time.monotonic() - began + sum(waits) < 60


def test_row_2_a_full_disk(fake: GitLab, run: Callable[..., Ended], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "replace_file", ci_faults.full_disk)
    assert "No space left" in one_line(run())
    assert len(fake.sticky()) == 1
    assert not (tmp_path / "gl-code-quality-report.json").exists()


def test_row_2_a_full_disk_below_the_index(
    fake: GitLab, run: Callable[..., Ended], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import nexus_diff.store.folder as folder

    monkeypatch.setattr(folder, "write_links", ci_faults.full_disk)
    assert "no space left" in one_line(run(folder=tmp_path / "index"))
    assert (tmp_path / "gl-code-quality-report.json").read_text() == "[]\n"
    assert fake.notes == []


@pytest.mark.parametrize("error", [RuntimeError("boom\n::error::x"), MemoryError(), RecursionError(), KeyError("x")])
def test_row_2_a_fault_of_ours(
    fake: GitLab, run: Callable[..., Ended], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(partial, "analyse", fail)
    assert "::error" not in one_line(run())
    assert (tmp_path / "gl-code-quality-report.json").read_text() == "[]\n"
    assert fake.notes == []


@pytest.mark.parametrize(
    ("env", "said"),
    [
        ({"CI_COMMIT_SHA": "HEAD"}, "CI_COMMIT_SHA is no commit id"),
        ({"CI_COMMIT_SHA": "1" * 40}, "111111111111 is not in this clone"),
        ({"CI_MERGE_REQUEST_IID": "7; rm"}, "CI_MERGE_REQUEST_IID is no number"),
        ({"CI_MERGE_REQUEST_PROJECT_ID": "\udcff"}, "CI_MERGE_REQUEST_PROJECT_ID holds no number"),
        ({"CI_API_V4_URL": ""}, "CI_API_V4_URL is not set"),
        ({"CI_API_V4_URL": "https://[x"}, "https://[x is no address; see CI_API_V4_URL"),
        ({"NEXUS_DIFF_GITLAB_TOKEN": f"{TOKEN}\nx"}, "the token for GitLab holds what no token does"),
        ({"CI_PROJECT_DIR": "y" * 5_000}, "cannot be written (File name too long)"),
    ],
)
def test_row_2_a_variable_that_makes_no_sense_is_named(
    fake: GitLab, run: Callable[..., Ended], tmp_path: Path, env: dict[str, str], said: str
) -> None:
    ended = run(**env)
    text = one_line(ended)
    assert said in text
    assert "internal error" not in text
    if "CI_PROJECT_DIR" not in env:
        read_report((tmp_path / "gl-code-quality-report.json").read_bytes())


@pytest.mark.parametrize("url", ["https://x.example/1) [a](javascript:x)", "no address", "a\n/close", "x" * 100_000])
def test_row_8_an_address_of_the_job_that_is_none_is_left_out(fake: GitLab, run: Callable[..., Ended], url: str) -> None:
    assert run(CI_JOB_URL=url).warning == ""
    assert url not in fake.sticky()[0]["body"].partition("\n")[2]


@pytest.mark.parametrize("headers", [{"Retry-After": "9" * 400}, {"RateLimit-Remaining": "0", "RateLimit-Reset": "9" * 400}])
def test_row_21_a_wait_without_end_is_not_waited_for(
    fake: GitLab, run: Callable[..., Ended], waits: list[float], headers: dict[str, str]
) -> None:
    fake.answer = lambda verb, target, body: (429, {"message": "x"}, headers)  # type: ignore[method-assign]
    assert "it asks to wait 1000000000 s" in one_line(run())
    assert sum(waits) == 0


def test_row_25_a_merge_request_of_no_known_head_is_left_alone(fake: GitLab, run: Callable[..., Ended]) -> None:
    fake.head = ""
    assert "note: stale (its head is not known by now)" in run().said
    assert fake.notes == []


def test_row_2_a_page_instead_of_an_answer_is_not_quoted(fake: GitLab, run: Callable[..., Ended]) -> None:
    fake.fail("*", "notes", "page")
    assert "<html" not in one_line(run()).lower()


def test_row_2_every_fault_at_once(fake: GitLab, run: Callable[..., Ended], tmp_path: Path) -> None:
    fake.fail("*", "", "502")
    (tmp_path / "gl-code-quality-report.json").mkdir()
    (tmp_path / "nexus-diff.env").mkdir()
    (tmp_path / "nexus-diff-report").write_text("")
    text = one_line(run())
    for words in (
        *NOUNS.values(),
        "gl-code-quality-report.json cannot be written",
        "nexus-diff.env cannot be written",
        "report.md cannot be",
    ):
        assert words in text


@pytest.mark.parametrize(
    "more",
    [
        {"CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "-x --upload-pack=touch"},
        {"CI_MERGE_REQUEST_DIFF_BASE_SHA": "$(id)", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "a..b"},
        {"CI_MERGE_REQUEST_EVENT_TYPE": "\x1b[2J::error::x"},
        {"CI_MERGE_REQUEST_PROJECT_ID": "42/../7", "CI_PROJECT_ID": ""},
        {"CI_MERGE_REQUEST_PROJECT_URL": "https://evil.example.org/x", "CI_MERGE_REQUEST_SOURCE_PROJECT_ID": "9"},
    ],
)
def test_row_8_variables_are_read_with_suspicion(fake: GitLab, run: Callable[..., Ended], more: dict[str, str], tmp_path: Path) -> None:
    ended = run(**more)
    shown = "".join((*ended.said, ended.warning, ended.report))
    assert "evil" not in shown
    assert "\x1b" not in shown
    assert all("evil" not in note["body"] for note in fake.notes)
    assert read_report((tmp_path / "gl-code-quality-report.json").read_bytes())
