"""Row 2 on every host but GitHub: every fault × every place. Exit 0, one line, no traceback, and the log has the report."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from functools import partial as partial_of
from pathlib import Path
from typing import Any

import ci_faults
import pytest
from auto_jobs import ENVIRONMENTS, TOKEN
from ci_shop import Shop

from nexus_diff.run.ci import partial, places, work
from nexus_diff.run.ci.auto import auto
from nexus_diff.run.ci.request import CiRequest, Ended
from nexus_diff.run.request import Place

pytest.importorskip("requests")

FAULTS = ("401", "403", "404", "422", "429", "500", "502", "hang", "drop", "garbage", "wait:300", "refused", "dns")
PLACES = {
    "gitea": {"comment": r"issues|pulls", "check": r"statuses"},
    "azure": {"comment": r"threads", "check": r"statuses"},
    "bitbucket": {"check": r"reports"},
}
NOUNS = {"comment": "the comment was not posted", "check": "the status was not set"}


class Hosted:
    def __init__(self, host: Any, run: Callable[..., Ended]) -> None:
        self.host, self.run = host, run


@pytest.fixture
def hosted(
    shop: Shop, clone: Path, index: Path, tmp_path: Path, waits: list[float], host_of: Callable[[str], tuple[Any, str]]
) -> Callable[[str], Hosted]:
    """A host by name; waits for it pass at once."""

    def start(name: str) -> Hosted:
        host, address = host_of(name)

        def run(api: str = "", folder: Path | None = None, output_dir: str = "", **env: str) -> Ended:
            place = Place(repo=str(clone), index_dir=str(folder or index))
            return auto(CiRequest(place=place, output_dir=output_dir), {**ENVIRONMENTS[name](shop, api or address, tmp_path), **env})

        return Hosted(host, run)

    return start


one_line = partial_of(ci_faults.one_line, secrets=(TOKEN,))


CASES = [(name, place, how) for name, known in PLACES.items() for place, how in itertools.product(known, FAULTS)]


@pytest.mark.parametrize(("name", "place", "how"), CASES)
def test_row_2_a_fault_of_the_api_at_one_place(
    hosted: Callable[[str], Hosted], waits: list[float], name: str, place: str, how: str
) -> None:
    one = hosted(name)
    one.host.fail("*", PLACES[name][place], how)
    began = time.monotonic()
    ended = one.run(ci_faults.nobody_at(how))
    text = one_line(ended)
    lost = set(PLACES[name]) if how in ("dns", "refused") else {place}
    if how in ("hang", "drop") and place == "check":
        lost |= set(PLACES[name])  # a host that does not answer is not asked for the next thing
    assert {known for known, words in NOUNS.items() if words in text} == lost
    assert bool(one.host.comments) is ("comment" in PLACES[name] and "comment" not in lost)
    assert bool(one.host.checks) is ("check" not in lost)
    assert "charge" in ended.report
    assert time.monotonic() - began + sum(waits) < 60


@pytest.mark.parametrize("name", PLACES)
def test_row_2_every_fault_at_once(hosted: Callable[[str], Hosted], name: str) -> None:
    one = hosted(name)
    one.host.fail("*", "", "502")
    ended = one.run(output_dir="/proc/nowhere")
    text = one_line(ended)
    for known in PLACES[name]:
        assert NOUNS[known] in text
    assert "cannot be written" in text
    assert "charge" in ended.report


@pytest.mark.parametrize("name", PLACES)
def test_row_2_a_full_disk(hosted: Callable[[str], Hosted], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "replace_file", ci_faults.full_disk)
    one = hosted(name)
    assert "No space left" in one_line(one.run(output_dir=str(tmp_path / "out")))
    assert one.host.checks


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("error", [RuntimeError("boom\n##vso[task.x]\n::error::x"), MemoryError(), RecursionError()])
def test_row_20_a_fault_of_ours_is_told_where_somebody_waits(
    hosted: Callable[[str], Hosted], name: str, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(partial, "analyse", fail)
    one = hosted(name)
    ended = one.run()
    assert "##vso[task.x" not in one_line(ended)
    (check,) = one.host.checks
    assert {check.get(key) for key in ("status", "state", "result")} & {"success", "notApplicable", "PASSED"}
    assert "ot analysed" in str(check)
    assert one.host.comments == []


@pytest.mark.parametrize("name", PLACES)
def test_row_10_a_partial_answer_says_so(hosted: Callable[[str], Hosted], name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = work.within_budget
    monkeypatch.setattr(work, "within_budget", lambda *more: (real(*more)[0], True))
    one = hosted(name)
    one.run()
    (check,) = one.host.checks
    assert {check.get(key) for key in ("status", "state", "result")} & {"success", "notApplicable", "PASSED"}
    assert str(check.get("description") or check.get("details")).startswith("Partial: 1 changed symbol")


@pytest.mark.parametrize(
    ("name", "env", "words"),
    [
        ("gitea", {"GITHUB_EVENT_PATH": "/nowhere/event.json"}, "cannot be read"),
        ("azure", {"SYSTEM_PULLREQUEST_SOURCECOMMITID": "d" * 40, "BUILD_SOURCEVERSION": "d" * 40}, "cannot be fetched"),
        ("bitbucket", {"BITBUCKET_COMMIT": "d" * 40}, "cannot be fetched"),
    ],
)
def test_row_2_nothing_to_compare(hosted: Callable[[str], Hosted], name: str, env: dict[str, str], words: str) -> None:
    one = hosted(name)
    assert words in one_line(one.run(**env))
    assert one.host.comments == []
