"""The manual says what the parsers do."""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from nexus_diff.cli import help as help_
from nexus_diff.cli import manual_formats
from nexus_diff.cli.arguments import parser_of
from nexus_diff.cli.manual import title_of
from nexus_diff.cli.table import GROUPS, TABLE
from nexus_diff.cli.topics import TOPICS
from nexus_diff.report import FORMATS

DOCS = Path(__file__).parents[3] / "docs"
SECTIONS = ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES")


@pytest.mark.parametrize("name", help_.MANUAL)
def test_the_manual_is_that_of_the_parsers(name: str) -> None:
    """After a deliberate change: nexus-diff help --write docs."""
    assert (DOCS / name).read_text() == getattr(manual_formats, help_.MANUAL[name])()


@pytest.mark.parametrize("section", SECTIONS)
def test_it_has_the_sections_of_a_manual(section: str) -> None:
    assert f"\n## {section}\n" in manual_formats.markdown()
    assert re.search(rf'^\.SH "?{section}"?$', manual_formats.roff(), re.MULTILINE)


@pytest.mark.parametrize("name", TABLE)
def test_every_option_of_every_command_is_in_it(name: str) -> None:
    text = manual_formats.markdown()
    page = text[text.index(f"### {title_of(name)}\n") :]
    page = page[: page.find("\n### ", 1)] + text[text.index("## OPTIONS") : text.index("## COMMANDS")]
    for action in parser_of(name)._actions:
        assert action.help, f"{name} {action.dest} explains nothing"
        for option in action.option_strings:
            assert option in ("-h", "--help") or f"`{option}" in page or f", {option}" in page


def test_the_page_for_man_is_well_formed() -> None:
    if shutil.which("mandoc") is None:
        pytest.skip("mandoc is not here")
    done = subprocess.run(["mandoc", "-T", "lint"], input=manual_formats.roff(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_formats_are_explained() -> None:
    assert {term for term, _ in TOPICS["formats"].rows} == set(FORMATS)
    helps = [action.help or "" for action in parser_of("diff")._actions if action.option_strings == ["--format"]]
    assert all(re.search(rf"\b{name}\b", helps[0]) for name in FORMATS)


def test_help_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    text = help_.overview()
    assert all(f"\n  {name} " in text for name in (*TABLE, *TOPICS))
    assert all(f"\n{group}:\n" in text for group in GROUPS)
    top = parser_of("diff").format_help()
    assert all(f"  {name} " in top for name in TABLE)


@pytest.mark.parametrize("topic", [*TABLE, *TOPICS])
def test_help_on_each(topic: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = argparse.Namespace(topic=topic, man=False, write="", no_pager=True, repo=".")
    assert help_.help_(arguments) == 0
    assert len(capsys.readouterr().out) > 100
