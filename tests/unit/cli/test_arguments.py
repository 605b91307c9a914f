"""Which command a line of arguments names, and what is refused."""

from __future__ import annotations

import pytest

from nexus_diff.cli import arguments
from nexus_diff.cli.arguments import NAMES, parse, parser_of, split_command
from nexus_diff.cli.commands import COMMANDS


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
    found = parse(["--format", "json", "main..HEAD", "--format", "text=a.txt", "--depth", "3"])
    assert (found.command, found.range, found.format, found.depth) == ("diff", "main..HEAD", ["json", "text=a.txt"], 3)


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


def test_the_names_written_down_are_the_commands() -> None:
    assert set(COMMANDS) == NAMES


def test_every_option_with_a_value_is_known_before_the_command_is() -> None:
    actions = [action for name in NAMES for action in parser_of(name)._actions]
    assert {option for action in actions if action.nargs != 0 for option in action.option_strings} == arguments._VALUED
