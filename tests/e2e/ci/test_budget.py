"""A run that has no time for the whole repository: it ends, says what it can, and says that this is not all."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import ci_world
import pytest
from ci_job import Job
from ci_shop import Shop
from github_fake import GitHub

from nexus_diff.run.analyse import analyse
from nexus_diff.run.ci import deadline, partial
from nexus_diff.run.ci.deadline import OutOfTimeError, limited
from nexus_diff.run.ci.partial import within_budget
from nexus_diff.run.request import Place, Request

BUDGET = 600
"""Seconds, more than any machine takes for the shop."""


@pytest.fixture
def request_(shop: Shop, tmp_path: Path) -> Request:
    return Request(place=Place(repo=str(shop.path), index_dir=str(tmp_path / "index")), range=f"{shop.base}..{shop.merge}", direct=True)


def slow(monkeypatch: pytest.MonkeyPatch, when: Any) -> list[tuple[str, ...]]:
    """Analyses for which `when` holds use up all the time there is, on a clock that need not be waited for. The paths that each was
    about."""
    asked: list[tuple[str, ...]] = []
    spent = [0.0]
    real = time.monotonic

    class Clock:
        monotonic = staticmethod(lambda: real() + spent[0])

    def sleepy(request: Request, progress: object = None) -> Any:
        asked.append(request.only)
        if when(request.only):
            spent[0] += BUDGET
            signal.raise_signal(signal.SIGUSR2)  # as the timer does
        return analyse(request)

    monkeypatch.setattr(deadline, "time", Clock)
    monkeypatch.setattr(partial, "analyse", sleepy)
    return asked


def test_with_time_there_is_nothing_partial(request_: Request) -> None:
    outcome, is_partial = within_budget(request_, BUDGET)
    assert not is_partial
    assert outcome.troubles == ()
    assert outcome.answer == within_budget(request_, 0)[0].answer


def test_without_time_the_callers_are_found_by_their_words(request_: Request, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = slow(monkeypatch, lambda only: not only)
    outcome, is_partial = within_budget(request_, BUDGET)
    assert is_partial
    answer = outcome.answer
    assert [site.file for site in answer.breaking_call_sites] == ["shop/app.py"]
    assert asked == [(), ("shop/app.py", "shop/pay.py")]
    assert answer.notices[0] == outcome.troubles[0]
    assert "1 file in which their names stand were looked at" in answer.notices[0]
    assert answer.cut["source files that were not looked at"] == 2


def test_with_hardly_any_time_the_changed_symbols_are_left(request_: Request, monkeypatch: pytest.MonkeyPatch) -> None:
    slow(monkeypatch, lambda only: not only or "shop/app.py" in only)
    outcome, _ = within_budget(request_, BUDGET)
    assert [symbol.name for symbol in outcome.answer.changed_symbols] == ["charge"]
    assert outcome.answer.cut["source files that were not looked at"] == 3


def test_with_no_time_at_all_it_ends(request_: Request, monkeypatch: pytest.MonkeyPatch) -> None:
    slow(monkeypatch, lambda only: True)
    outcome, is_partial = within_budget(request_, BUDGET)
    assert is_partial
    assert outcome.answer.summary.files_changed == 1
    assert [(skipped.file, skipped.reason) for skipped in outcome.answer.skipped] == [("shop/pay.py", "no time")]
    assert "nothing was looked at" in outcome.answer.notices[0]


def test_a_partial_snapshot_is_not_taken_for_a_whole_one(request_: Request, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        slow(patched, lambda only: not only)
        within_budget(request_, BUDGET)
    outcome, _ = within_budget(request_, 0)
    assert {test.file for test in outcome.answer.affected_tests} == {"tests/test_app.py"}


def test_limits_stand_in_one_another() -> None:
    before = signal.getsignal(signal.SIGUSR2)
    began = time.monotonic()
    with pytest.raises(OutOfTimeError, match=r"0\.2 s"), limited(0.2), limited(30):
        time.sleep(20)
    with limited(30):
        with pytest.raises(OutOfTimeError, match=r"0\.1 s"), limited(0.1):
            time.sleep(20)
        time.sleep(0.01)
    assert time.monotonic() - began < 10
    assert signal.getsignal(signal.SIGUSR2) is before


def test_a_limit_is_not_caught_by_those_who_carry_on() -> None:
    def carry_on() -> None:
        for _ in range(2):
            with contextlib.suppress(Exception):
                time.sleep(20)

    with pytest.raises(OutOfTimeError), limited(0.1):
        carry_on()


@pytest.fixture
def job(shop: Shop, github: GitHub, tmp_path: Path) -> Job:
    """A job that is ready to run."""
    pytest.importorskip("github")
    clone = shop.clone(tmp_path / "clone", shop.merge, depth=2)
    return Job(tmp_path / "job", clone, github.public, "pull_request", ci_world.pull_payload(shop), shop.merge)


@pytest.mark.parametrize(("budget", "conclusion"), [("0.01", "neutral"), ("300", "success")])
def test_row_10_the_report_says_that_it_is_partial(job: Job, github: GitHub, budget: str, conclusion: str) -> None:
    ran = job.run("--time-budget", budget)
    assert ran.code == 0, ran
    assert len(ran.warnings) == (conclusion == "neutral")
    assert github.checks[0]["conclusion"] == conclusion


def test_row_20_a_run_that_is_killed_leaves_nothing_in_progress(job: Job, github: GitHub, tmp_path: Path) -> None:
    github.fail("GET", "comments", "hang")
    env = {**job.env, "PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "nexus_diff", "ci", "github"]
    process = subprocess.Popen(command, cwd=tmp_path / "clone", env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    ends = time.monotonic() + 60
    while not any("comments" in path for _, path in github.log) and time.monotonic() < ends:
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 0, err
    assert b"Traceback" not in out + err
    assert [check["status"] for check in github.checks] == ["completed"]
