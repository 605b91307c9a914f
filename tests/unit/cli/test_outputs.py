"""Where formats go."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from nexus_diff.cli.outputs import targets, write_file
from nexus_diff.model.errors import NexusDiffError


@pytest.mark.parametrize(
    ("formats", "output", "expected"),
    [
        ([], "", [("text", "")]),
        ([], "a", [("text", "a")]),
        (["json"], "", [("json", "")]),
        (["json"], "a", [("json", "a")]),
        (["json=a"], "", [("json", "a")]),
        (["text", "json=a"], "", [("text", ""), ("json", "a")]),
        (["text", "json=a"], "b", [("text", "b"), ("json", "a")]),
        (["json=a=b"], "", [("json", "a=b")]),
        (["json=a", "json=b"], "", [("json", "a"), ("json", "b")]),
    ],
)
def test_each_format_has_one_place(formats: list[str], output: str, expected: list[tuple[str, str]]) -> None:
    assert targets(formats, output) == expected


@pytest.mark.parametrize(
    ("formats", "output", "message"),
    [
        (["text", "json"], "", "text and json both go to stdout"),
        (["text", "json"], "a", "text and json both go to a"),
        (["json="], "", "file name after = is missing"),
        (["sarfi"], "", "unknown format 'sarfi'"),
        (["json=a"], "b", "nothing to write"),
        (["json=a", "text=./a"], "", "same file"),
    ],
)
def test_what_cannot_be_is_refused(formats: list[str], output: str, message: str) -> None:
    with pytest.raises(NexusDiffError, match=message):
        targets(formats, output)


def test_a_file_is_replaced_as_a_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "out"
    file.write_text("old")
    file.chmod(0o600)
    write_file(str(file), "new\udcff")
    assert file.read_bytes() == b"new\\udcff"
    assert file.stat().st_mode & 0o777 == 0o600
    assert os.listdir(tmp_path) == ["out"]


def test_a_link_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_file(str(tmp_path / "link"), "text")
    assert (tmp_path / "real").read_text() == "text"
    assert (tmp_path / "link").is_symlink()


def test_a_device_is_written_to() -> None:
    write_file("/dev/null", "text")
    assert not Path("/dev/null").is_file()


def test_a_missing_folder_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(NexusDiffError, match="cannot be written"):
        write_file(str(tmp_path / "no" / "out"), "text")
