"""Sample applications on disk → their entry points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from memory import MemoryTree

from nexus_diff.analysis.frameworks import entry_points, remark
from nexus_diff.analysis.values import EntryPoint
from nexus_diff.link import Linked, link_tree

HERE = Path(__file__).parent


class MemoryView:
    """The remarks of a tree that was linked in memory."""

    def __init__(self, linked: Linked) -> None:
        self._blobs = linked.blobs

    def blobs(self, kind: str) -> Iterable[tuple[str, bytes]]:
        return sorted((key, blob) for (of, key), blob in self._blobs.items() if of == kind and blob is not None)


def entries(sources: Mapping[str, str]) -> tuple[EntryPoint, ...]:
    """Entry points of a tree in memory."""
    return entry_points(MemoryView(link_tree(MemoryTree(sources), remark=remark)))


def rows(sources: Mapping[str, str]) -> list[str]:
    """Entry points as lines of text."""
    return [f"{e.kind} {e.framework} | {e.name} | {e.id} | {e.file}:{e.line}" for e in entries(sources)]


def routes(sources: Mapping[str, str], kind: str = "http") -> set[str]:
    """`METHOD /path → handler` of every route."""
    return {f"{e.name} → {e.id.partition(':')[2]}" for e in entries(sources) if e.kind == kind}


def sources_of(folder: Path) -> dict[str, str]:
    """The files below a folder, by path relative to it."""
    files = sorted(p for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts)
    return {p.relative_to(folder).as_posix(): p.read_text(encoding="utf-8") for p in files}
