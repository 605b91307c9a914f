"""Whole pages, kept as files. After a deliberate change: NEXUS_DIFF_UPDATE_GOLDEN=1 pytest tests/unit/report, then read the diff."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from nexus_diff.model.answer import Answer
from nexus_diff.report import Options, prepare, render

GOLDEN = Path(__file__).parents[2] / "golden" / "report"
PAGES = {
    "txt": ("text", Options()),
    "narrow.txt": ("text", Options(width=60)),
    "ansi.txt": ("text", Options(color=True, width=100)),
    "brief.txt": ("brief", Options()),
    "md": ("markdown", Options()),
    "json": ("json", Options()),
    "sarif": ("sarif", Options()),
    "codeclimate.json": ("codeclimate", Options()),
    "junit.xml": ("junit", Options()),
}


@pytest.mark.parametrize("ending", PAGES)
def test_page(sample: tuple[str, Answer], ending: str) -> None:
    name, answer = sample
    if name == "large" and ending in ("json", "sarif", "codeclimate.json", "junit.xml"):
        pytest.skip("what a large answer says to programs is what a small one says")
    format, options = PAGES[ending]
    page = render(prepare(answer, range="main..HEAD"), format, options)
    file = GOLDEN / f"{name}.{ending}"
    if os.environ.get("NEXUS_DIFF_UPDATE_GOLDEN"):
        file.write_bytes(page.encode())
    assert page == file.read_bytes().decode()
