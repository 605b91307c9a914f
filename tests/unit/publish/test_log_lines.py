"""Row 8: what agents take from our output, read back as they read it; no name ends a command or begins another one."""

from __future__ import annotations

import re

import pytest
from hostile_names import NAMES

from nexus_diff.publish import Annotation
from nexus_diff.publish.azure import commands as azure
from nexus_diff.publish.teamcity import messages as teamcity

AZURE = {"%3B": ";", "%0D": "\r", "%0A": "\n", "%5D": "]"}
PERCENT = [{}, {"%AZP25": "%"}]
"""Agents differ in whether they decode the percent sign."""


def annotation(name: str) -> Annotation:
    return Annotation(path=name, start_line=3, end_line=3, level="warning", title=name, message=f"{name}\nsecond line")


def unescaped(text: str, more: dict[str, str]) -> str:
    for code, char in {**AZURE, **more}.items():
        text = text.replace(code, char)
    return text


def azure_reads(line: str, more: dict[str, str]) -> tuple[str, dict[str, str], str]:
    """Name, properties and data, as the agent takes a line apart."""
    begin = line.index("##vso[")
    end = line.index("]", begin)
    name, _, listed = line[begin + 6 : end].partition(" ")
    pairs = [part.partition("=") for part in listed.split(";") if part]
    return name, {key: unescaped(value, more) for key, _, value in pairs}, unescaped(line[end + 1 :], more)


@pytest.mark.parametrize("more", PERCENT)
@pytest.mark.parametrize("name", [*NAMES, "a]b;c", "%0A##vso[task.x]y", "%AZP25AZP250A", "%5d%3b"])
def test_azure_takes_one_issue_and_no_more(name: str, more: dict[str, str]) -> None:
    (line,) = azure.annotation_commands([annotation(name)])
    assert "\n" not in line
    assert line.count("##vso[") == 1
    assert line.startswith("##vso[task.logissue ")
    read, properties, data = azure_reads(line, more)
    assert read == "task.logissue"
    assert set(properties) <= {"type", "sourcepath", "linenumber"}
    assert properties["linenumber"] == "3"
    lines = data.split("\n")
    assert lines[-1] == "second line" or len(name) > 4000
    assert "\r" not in data
    assert all("##vso[" not in one for one in lines)


@pytest.mark.parametrize("path", ["src/a b;[1].py", "100%.py", "a%3Bb%0a%5D%AZP25.py", "%"])
def test_azure_shows_a_path_as_it_is(path: str) -> None:
    (line,) = azure.annotation_commands([annotation(path)])
    assert azure_reads(line, {"%AZP25": "%"})[1]["sourcepath"] == path


def test_row_6_azure_counts_by_level() -> None:
    lines = azure.annotation_commands([annotation(f"f{number}") for number in range(80)])
    assert len(lines) == azure.MOST_OF_A_KIND + 1
    assert lines[-1].endswith("]30 more findings are in the report")


def test_row_6_teamcity_counts_what_it_leaves_out() -> None:
    lines = teamcity.inspections([annotation(f"f{number}") for number in range(teamcity.MOST_MESSAGES + 2)])
    assert len(lines) == teamcity.MOST_MESSAGES + 2
    assert "2 more findings" in lines[-1]


def teamcity_reads(line: str) -> list[str]:
    """Values of a message, as TeamCity takes it apart."""
    assert re.fullmatch(r"##teamcity\[\w+(?: \w+='(?:[^'|\[\]\r\n]|\|.)*')*\]", line), line
    return re.findall(r"='((?:[^'|]|\|.)*)'", line)


@pytest.mark.parametrize("name", [*NAMES, "a'b|c[d]e", "']\n##teamcity[buildStop"])
def test_teamcity_takes_one_inspection_and_no_more(name: str) -> None:
    lines = teamcity.inspections([annotation(name)])
    assert [line.partition(" ")[0] for line in lines] == ["##teamcity[inspectionType", "##teamcity[inspection"]
    for line in lines:
        assert "\n" not in line
        assert teamcity_reads(line)


def test_teamcity_says_nothing_without_findings() -> None:
    assert teamcity.inspections([]) == []
