"""Which command a line of arguments names, and what is refused."""

from __future__ import annotations

import pytest

from nexus_diff.cli.arguments import parse, split_command


@pytest.mark.parametrize(
    ("line", "command", "rest"),
    [
        ("", "diff", ""),
        ("main..HEAD", "diff", "main..HEAD"),
        ("main..HEAD --format json", "diff", "main..HEAD --format json"),
        ("--format json main..HEAD", "diff", "--format json main..HEAD"),
        ("index", "index", ""),
        ("--repo x index v1", "index", "--repo x v1"),
        ("--repo=x index v1", "index", "--repo=x v1"),
        ("--quiet index", "index", "--quiet"),
        ("--repo index main", "diff", "--repo index main"),
        ("diff index", "diff", "index"),
        ("diff status..HEAD", "diff", "status..HEAD"),
        ("-- index", "diff", "-- index"),
        ("--patch - ", "diff", "--patch -"),
        ("main status", "diff", "main status"),
    ],
)
def test_the_first_word_decides(line: str, command: str, rest: str) -> None:
    assert split_command(line.split()) == (command, rest.split())


def test_a_branch_called_like_a_command_is_reachable() -> None:
    assert parse(["--", "index"]).range == "index"
    assert parse(["diff", "index"]).range == "index"


def test_options_may_stand_anywhere() -> None:
    arguments = parse(["--format", "json", "main..HEAD", "--format", "text=a.txt", "--depth", "3"])
    assert (arguments.command, arguments.range, arguments.format, arguments.depth) == ("diff", "main..HEAD", ["json", "text=a.txt"], 3)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--depth 0", "'0' is not a whole number"),
        ("--depth x", "'x' is not a whole number"),
        ("--min-confidence 1.5", "'1.5' is not a number from 0 to 1"),
        ("--min-confidence nan", "'nan' is not a number from 0 to 1"),
        ("--fail-on risk", "'risk' is none of"),
        ("--fail-on risk:none", "'risk:none' is none of"),
        ("--no-such", "unrecognized arguments: --no-such"),
        ("--form json", "unrecognized arguments: --form"),
        ("a b", "unrecognized arguments: b"),
        ("export", "required: --output"),
        ("export --format xml --output d", "invalid choice: 'xml'"),
        ("cypher", "required: QUERY"),
        ("verify", "required: RANGE"),
        ("config", "required: action"),
        ("config mend", "invalid choice: 'mend'"),
    ],
)
def test_wrong_arguments_are_one_line_and_exit_2(line: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        parse(line.split())
    assert exit_.value.code == 2
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1
    assert "--help" in err


@pytest.mark.parametrize("command", ["", "index", "export", "cypher", "status", "verify", "config"])
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        parse([*command.split(), "--help"])
    assert exit_.value.code == 0
    assert "nexus-diff" in capsys.readouterr().out


@pytest.mark.parametrize("value", ["breaking", "violation", "risk:low", "risk:medium", "risk:high", "never"])
def test_thresholds(value: str) -> None:
    assert parse(["--fail-on", value]).fail_on == [value]
