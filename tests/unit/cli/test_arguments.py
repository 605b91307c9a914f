"""Which command a line of arguments names, and what is refused."""

from __future__ import annotations

from importlib import import_module

import pytest

from nexus_diff.cli import arguments
from nexus_diff.cli.arguments import NAMES, parse, parser_of, split_command
from nexus_diff.cli.command import examples_of
from nexus_diff.cli.commands import command as command_of
from nexus_diff.cli.table import GROUPS, TABLE


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


@pytest.mark.parametrize("name", TABLE)
def test_every_name_written_down_is_a_command_with_examples(name: str) -> None:
    examples = list(examples_of(command_of(name)))
    assert TABLE[name].group in GROUPS
    assert 2 <= len(examples) <= (6 if name != "diff" else 20)
    assert all("nexus-diff" in example.line for example in examples)


@pytest.mark.parametrize("module", sorted({entry.module for entry in TABLE.values()}))
def test_every_command_of_a_module_is_written_down(module: str) -> None:
    found = import_module(f"nexus_diff.cli.{module}").COMMANDS
    assert set(found) == {name for name, entry in TABLE.items() if entry.module == module}


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("--fromat json", "did you mean --format?"),
        ("--fail_on=breaking", "did you mean --fail-on?"),
        ("statsu --all", "did you mean the command `nexus-diff status`?"),
        ("indx HEAD", "did you mean the command `nexus-diff index`?"),
        ("index --quite", "did you mean --quiet?"),
        ("hook pre-pushh", "did you mean pre-push?"),
        ("hook nonsense", "choose one of pre-push, pre-commit"),
        ("--tests-for pytset", "did you mean pytest?"),
        ("--color sometimes", "choose one of auto, always, never"),
    ],
)
def test_a_slip_of_the_pen_is_recognized(line: str, hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse(line.split())
    assert hint in capsys.readouterr().err


@pytest.mark.parametrize("line", ["main feature", "--zzz", "v1.0 v2.0"])
def test_what_is_like_nothing_gets_no_hint(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse(line.split())
    assert "did you mean" not in capsys.readouterr().err


def test_every_option_with_a_value_is_known_before_the_command_is() -> None:
    actions = [action for name in NAMES for action in parser_of(name)._actions]
    assert {option for action in actions if action.nargs != 0 for option in action.option_strings} == arguments._VALUED
