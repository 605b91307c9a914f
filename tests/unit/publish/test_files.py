"""Rows 3, 5 and 8: commands, outputs and summary, whatever is in a text."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nexus_diff.publish import Annotation, PublishError
from nexus_diff.publish.github.commands import MOST_OF_A_KIND, annotation_commands, command
from nexus_diff.publish.github.files import MOST_OUTPUT_BYTES, MOST_SUMMARY_BYTES, publish_outputs, publish_summary


@pytest.mark.parametrize(
    ("name", "message", "properties", "expected"),
    [
        ("warning", "plain", {}, "::warning::plain"),
        ("error", "100%\r\nnext", {"file": "a,b:c.py", "line": 3}, "::error file=a%2Cb%3Ac.py,line=3::100%25%0Anext"),
        ("notice", "x::error::y", {"title": ""}, "::notice::x::error::y"),
        ("notice", "a", {"title": "%0A::error::"}, "::notice title=%250A%3A%3Aerror%3A%3A::a"),
    ],
)
def test_commands(name: str, message: str, properties: dict[str, str | int], expected: str) -> None:
    assert command(name, message, properties) == expected


@given(st.text(), st.text())
def test_a_command_is_one_line_with_one_end_of_its_properties(message: str, title: str) -> None:
    line = command("error", message, {"title": title})
    assert line.splitlines() == [line]
    head = line.removeprefix("::").partition("::")[0]
    assert head == "error" or head.startswith("error title=")
    assert "," not in head


def test_row_6_no_more_commands_than_a_step_shows() -> None:
    many = [
        Annotation(path="f", start_line=n, end_line=n, level=level, title="t", message="m")
        for n in range(30)
        for level in ("failure", "warning", "notice")
    ]
    lines = annotation_commands(many)
    for name in ("error", "warning", "notice"):
        assert sum(line.startswith(f"::{name} ") for line in lines) == MOST_OF_A_KIND <= 10


def test_outputs_are_read_back_as_the_runner_reads_them(tmp_path: Path) -> None:
    place = tmp_path / "output"
    place.write_text("before=1\n")
    values = {
        "risk": "high",
        "tests": "a\nb\nghadelimiter_0\nx=y\n",
        "empty": "",
        "huge": "x" * (MOST_OUTPUT_BYTES + 1),
        "odd": "\udcff<<EOF",
    }
    publish_outputs(str(place), values)
    found = read_outputs(place.read_text())
    assert found == {"before": "1", **values, "huge": "", "odd": "\\udcff<<EOF"}


def read_outputs(text: str) -> dict[str, str]:
    """As @actions/runner does."""
    found, lines = {}, iter(text.split("\n"))
    for line in lines:
        name, heredoc, delimiter = line.partition("<<")
        if heredoc and "=" not in name:
            value = []
            for inner in lines:
                if inner == delimiter:
                    break
                value.append(inner)
            found[name] = "\n".join(value)
        elif "=" in line:
            name, _, value_text = line.partition("=")
            found[name] = value_text
    return found


def test_row_5_a_summary_stays_within_its_limit(tmp_path: Path) -> None:
    place = tmp_path / "summary"
    assert publish_summary(str(place), "a" * 100).what == "created"
    assert publish_summary(str(place), "é" * MOST_SUMMARY_BYTES, "short").why
    with pytest.raises(PublishError, match="larger than 1 MiB"):
        publish_summary(str(place), "b" * MOST_SUMMARY_BYTES, "c" * MOST_SUMMARY_BYTES)
    assert place.read_text() == "a" * 100 + "short"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_row_2_a_full_disk_is_one_error() -> None:
    with pytest.raises(PublishError, match="No space left") as caught:
        publish_outputs("/dev/full", {"a": "b"})
    assert caught.value.kind == "disk"
    with pytest.raises(PublishError, match="No space left"):
        publish_summary("/dev/full", "text")


def test_a_place_that_cannot_be_written_is_one_error(tmp_path: Path) -> None:
    with pytest.raises(PublishError, match="cannot be written"):
        publish_summary(str(tmp_path / "absent" / "summary"), "text")
