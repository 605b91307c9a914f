"""Row 7: what an artifact of a fork's run may be, and what is done with it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from nexus_diff.model.answer import Answer, Tool
from nexus_diff.model.errors import NexusDiffError
from nexus_diff.report import prepare, render
from nexus_diff.run.ci.handed import MOST_BYTES, NOTICE, read_answer

GOOD = {"tool": {"version": "1"}, "base": "a" * 40, "head": "b" * 40, "base_kind": "merge-base"}


def put(folder: Path, data: bytes | None = None, name: str = "report.json") -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(json.dumps(GOOD).encode() if data is None else data)


def test_an_answer_of_ours_is_read(tmp_path: Path) -> None:
    answer = Answer(tool=Tool(version="1"), base="a" * 40, head="b" * 40, base_kind="merge-base")
    put(tmp_path / "x", render(prepare(answer), "json").encode())
    put(tmp_path / "x", b"anything", "report.md")
    found = read_answer(str(tmp_path / "x"))
    assert found.notices == (NOTICE,)
    assert found.base == "a" * 40


def link(folder: Path) -> None:
    (folder / "secret").write_text(json.dumps(GOOD))
    os.rename(folder / "secret", folder.parent / "secret")
    (folder / "report.json").symlink_to(folder.parent / "secret")


def fifo(folder: Path) -> None:
    os.mkfifo(folder / "report.json")


def bomb(folder: Path) -> None:
    with (folder / "report.json").open("wb") as file:
        file.truncate(MOST_BYTES + 1)


def written(data: bytes) -> Callable[[Path], None]:
    return lambda folder: put(folder, data)


def beside(name: str) -> Callable[[Path], None]:
    def attack(folder: Path) -> None:
        put(folder)
        put(folder, b"x", name)

    return attack


def changed(**more: object) -> Callable[[Path], None]:
    return written(json.dumps({**GOOD, **more}).encode())


ATTACKS: dict[str, Callable[[Path], None]] = {
    "nothing": lambda folder: None,
    "a link": link,
    "a pipe": fifo,
    "a folder": lambda folder: (folder / "report.json").mkdir(),
    "too large": bomb,
    "a second file": beside("event.json"),
    "a hidden file": beside(".git"),
    "no UTF-8": written(b'{"tool": {"version": "\xff"}}'),
    "no JSON": written(b"<html>"),
    "a list": written(b"[]"),
    "too deep": written(b'{"tool":' * 100_000),
    "deep lists": changed(notices=["x"], cut={}, changed_symbols=[[[[]]]]),
    "wrong types": changed(notices=[1]),
    "a number as text": changed(summary={"impacted": "7"}),
    "a branch as base": changed(base="main"),
    "an option as head": changed(head="--upload-pack=x"),
    "an address as head": changed(head="../../../evil/"),
    "another kind": changed(base_kind="<img>"),
    "no tool": written(b'{"base": "", "head": "", "base_kind": "direct"}'),
}


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_row_7_what_we_would_not_have_written_is_refused_in_one_line(tmp_path: Path, attack: Callable[[Path], None]) -> None:
    folder = tmp_path / "artifact"
    folder.mkdir()
    attack(folder)
    with pytest.raises(NexusDiffError) as caught:
        read_answer(str(folder))
    assert "\n" not in str(caught.value)
    assert "artifact" in str(caught.value)


def test_an_artifact_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NexusDiffError, match="cannot be read"):
        read_answer(str(tmp_path / "absent"))
