"""The names of the code that makes facts and graphs: no package that decides what these hold may be forgotten."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import nexus_diff
from nexus_diff.index import version

TOP = Path(nexus_diff.__file__).parent


def imported_from(package: str) -> set[str]:
    """Our packages that a package imports, at whatever distance, and itself."""
    found: set[str] = set()
    waiting = [package]
    while waiting:
        here = waiting.pop()
        if here in found:
            continue
        found.add(here)
        for file in (TOP / here).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_bytes())):
                name = node.module if isinstance(node, ast.ImportFrom) else None
                if name and name.startswith("nexus_diff."):
                    waiting.append(name.split(".")[1])
    return found


@pytest.mark.parametrize(("packages", "start"), [(version._EXTRACTION, "extract"), (version._INDEXING, "index")])
def test_a_version_covers_every_package_that_takes_part(packages: tuple[str, ...], start: str) -> None:
    assert set(packages) == imported_from(start)


@pytest.mark.parametrize(
    "file", ["analysis/cycles.py", "analysis/frameworks/flask.py", "config/globs.py", "git/trees.py", "store/links_whole.py"]
)
def test_one_more_line_in_any_of_them_makes_another_graph_version(file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "nexus_diff"
    for package in version._INDEXING:
        for source in (TOP / package).rglob("*.py"):
            target = copy / source.relative_to(TOP)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())
    monkeypatch.setattr(nexus_diff, "__file__", str(copy / "__init__.py"))
    before = version.graph_version.__wrapped__()
    (copy / file).write_bytes((copy / file).read_bytes() + b"\n")
    assert version.graph_version.__wrapped__() != before


def test_a_version_covers_every_grammar() -> None:
    sources = "\n".join(file.read_text() for file in (TOP / "languages").glob("*.py"))
    used = set(re.findall(r"^import (tree_sitter_\w+)", sources, re.MULTILINE))
    assert used
    assert {name.replace("_", "-") for name in used} | {"tree-sitter"} == set(version._PARSERS)
