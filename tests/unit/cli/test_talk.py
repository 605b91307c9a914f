"""Progress and notices on stderr, views on stdout."""

from __future__ import annotations

import argparse
import sys

import pytest

from nexus_diff.cli import views
from nexus_diff.cli.talk import Talk
from nexus_diff.run.snapshots import Table


def talk(*, quiet: bool = False, verbose: bool = False) -> Talk:
    return Talk(argparse.Namespace(quiet=quiet, verbose=verbose))


def test_a_long_first_run_is_announced_once(capsys: pytest.CaptureFixture[str]) -> None:
    speaker = talk()
    speaker.phase("scan")
    speaker.phase("parse", 5000)
    speaker.phase("parse", 5000)
    assert capsys.readouterr().err == "nexus-diff: indexing, 5,000 files to parse\n"


def test_a_warm_run_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    talk().phase("parse", 3)
    talk(quiet=True).phase("parse", 5000)
    talk(quiet=True, verbose=True).say("x")
    assert capsys.readouterr() == ("", "")


def test_hostile_text_is_made_visible(capsys: pytest.CaptureFixture[str]) -> None:
    talk().say("a\x1b[31m\nb")
    assert capsys.readouterr().err == "nexus-diff: a\\x1b[31m\\nb\n"


def test_a_bar_shows_up_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("nexus_diff.cli.talk.PATIENCE", 0.0)
    with talk() as speaker:
        speaker.phase("parse", 10)
        speaker.at(5, 10)
        assert speaker._bar is not None
    assert speaker._bar is None
    assert capsys.readouterr().out == ""


def test_a_table_is_aligned_and_counted() -> None:
    text = views.table_text(Table(("name", "n"), (("a\n", 1), ("long" * 40, None)), ()))
    lines = text.splitlines()
    assert lines[0].split() == ["name", "n"]
    assert lines[2].startswith("a\\n ")
    assert len(lines[3]) <= views.WIDEST_CELL
    assert lines[-1] == "(2 rows)"
    assert views.table_text(Table(("a",), (), ())) == "a\n(0 rows)\n"
