"""CSV files of a graph: sorted, byte-identical from run to run."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from nexus_diff.model.errors import StoreError
from nexus_diff.model.graph import Node, Relation
from nexus_diff.store.links_whole import Whole

NODE_COLUMNS = ("id", "label", "name", "qualifiedName", "filePath", "startLine", "endLine", "language", "isExported", "isTest")
RELATION_COLUMNS = ("source", "target", "type", "confidence", "reason", "line", "k")
COMMUNITY_COLUMNS = ("id", "name", "cohesion", "symbolCount")
MEMBER_COLUMNS = ("symbol", "community")
PROCESS_COLUMNS = ("id", "name", "processType", "stepCount", "entryPointId", "terminalId")
STEP_COLUMNS = ("process", "step", "symbol")


def _flag(value: bool) -> str:
    return "true" if value else "false"


def _node_rows(nodes: Iterable[Node]) -> Iterator[tuple[object, ...]]:
    for n in sorted(nodes, key=lambda node: node.id):
        place = (n.file_path, n.start_line, n.end_line)
        yield n.id, n.label, n.name, n.qualified_name, *place, n.language, _flag(n.is_exported), _flag(n.is_test)


def _relation_rows(relations: Iterable[Relation]) -> Iterator[tuple[object, ...]]:
    for r in sorted(relations):
        yield r.source, r.target, r.type, repr(float(r.confidence)), r.reason, r.line, r.k


def _write(path: Path, header: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> Path:
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(header)
            writer.writerows(rows)
        os.replace(temporary, path)
    finally:
        with suppress(FileNotFoundError):
            temporary.unlink()
    return path


def write_csv(folder: Path, nodes: Iterable[Node], relations: Iterable[Relation]) -> tuple[Path, Path]:
    """Writes `nodes.csv` and `relations.csv` into folder (made if absent) and returns their paths: UTF-8, sorted, `\\n` line ends; what is
    not UTF-8 in a name appears as a backslash escape. Raises StoreError when that cannot be done, and leaves nothing half-written."""
    with _into(folder):
        first = _write(folder / "nodes.csv", NODE_COLUMNS, _node_rows(nodes))
        return first, _write(folder / "relations.csv", RELATION_COLUMNS, _relation_rows(relations))


def write_whole(folder: Path, whole: Whole) -> tuple[Path, ...]:
    """Writes `communities.csv` with `members.csv` and `processes.csv` with `steps.csv`, as `write_csv` does."""
    groups, flows = list(whole.communities()), list(whole.processes())
    members = sorted((member, group.id) for group in groups for member in group.members)
    steps = ((flow.id, number, step) for flow in flows for number, step in enumerate(flow.steps, 1))
    with _into(folder):
        return (
            _write(folder / "communities.csv", COMMUNITY_COLUMNS, ((g.id, g.name, repr(g.cohesion), len(g.members)) for g in groups)),
            _write(folder / "members.csv", MEMBER_COLUMNS, members),
            _write(
                folder / "processes.csv", PROCESS_COLUMNS, ((f.id, f.name, f.kind, len(f.steps), f.steps[0], f.steps[-1]) for f in flows)
            ),
            _write(folder / "steps.csv", STEP_COLUMNS, steps),
        )


@contextmanager
def _into(folder: Path) -> Iterator[None]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise StoreError(f"cannot write the export into {folder}: {error.strerror or error}; name another folder with --output") from error
