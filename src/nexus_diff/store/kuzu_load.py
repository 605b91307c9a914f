"""Loading a whole graph into the engine, from its side file."""

# For maintainers. COPY from CSV, one per label and per pair of labels that occurs: the fixed cost of each is about 12 ms. Few rows per pair
# or many, nothing else comes near it. CSV is read serially because a quoted line break stops the parallel reader. All in one
# transaction: the write-ahead log then never holds a second copy. Empty text would load as NULL, so NULL is written as what `pack` never
# yields.

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from nexus_diff.model.graph import Node
from nexus_diff.store.kuzu_engine import COMMUNITY, HUB, PROCESS, ddl, opened
from nexus_diff.store.kuzu_rows import HubRow, Rows
from nexus_diff.store.links_read import SealedLinks
from nexus_diff.store.links_whole import Whole
from nexus_diff.store.text import MARK, pack

_COPY = f"(header=false, auto_detect=false, parallel=false, delim=',', quote='\"', escape='\"', null_strings=['{MARK}']"
_BYTES_PER_ROW = 160


def _quoted(text: str) -> str:
    return '"' + pack(text).replace('"', '""') + '"'


def _node_line(number: int, node: Node) -> str:
    texts = f"{_quoted(node.id)},{_quoted(node.name)},{_quoted(node.qualified_name)},{_quoted(node.file_path)}"
    flags = f"{'true' if node.is_exported else 'false'},{'true' if node.is_test else 'false'}"
    return f"{number},{texts},{node.start_line},{node.end_line},{_quoted(node.language)},{flags}\n"


def hub_name(hub_id: str) -> tuple[str, str]:
    """Kind and name of a hub, from its id."""
    kind, _, name = hub_id.partition(":")
    return kind, name


def _hub_line(hub: HubRow) -> str:
    kind, name = hub_name(hub.id)
    return f"{hub.number},{_quoted(hub.id)},{_quoted(name)},{_quoted(kind)},{hub.k},{hub.confidence!r},{hub.cut}\n"


class _Files:
    """CSV files by label or pair of labels, opened when first written to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[str, TextIO] = {}
        self.rows = 0

    def writer(self, name: str) -> Callable[[str], int]:
        file = self.files.get(name)
        if file is None:
            file = self.files[name] = (self.folder / f"{name}.csv").open("w", encoding="utf-8", newline="")
        return file.write

    def close(self) -> None:
        for file in self.files.values():
            file.close()


def _write_nodes(links: SealedLinks, files: _Files) -> None:
    for place in links.place_numbers():
        for number, node in links.numbered_nodes(place):
            files.writer(node.label)(_node_line(number, node))
            files.rows += 1


def _write_relations(rows: Rows, files: _Files) -> None:
    heads: dict[tuple[str, float, str, int], str] = {}
    writers: dict[tuple[str, str], Callable[[str], int]] = {}

    def put(row: tuple[str, int, str, int, str, float, str, int, int]) -> None:
        start, source, end, target, type_, confidence, reason, k, line = row
        head = heads.get((type_, confidence, reason, k))
        if head is None:
            head = heads[type_, confidence, reason, k] = f"{_quoted(type_)},{confidence!r},{_quoted(reason)},{k},0,"
        write = writers.get((start, end))
        if write is None:
            write = writers[start, end] = files.writer(f"{start}-{end}")
        write(f"{source},{target},{head}{line}\n")
        files.rows += 1

    for place in rows.links.place_numbers():
        for row in rows.of_output(place):
            put(row)
    for number in rows.links.hub_numbers():
        hub = rows.hub(number)
        if not hub.fan:
            files.writer(HUB)(_hub_line(hub))
        for row in rows.of_members(hub):
            put(row)


def _write_whole(links: SealedLinks, files: _Files) -> None:
    """Communities and processes; their texts are stored packed."""
    whole = Whole(links)
    for at, community in enumerate(whole.community_rows()):
        files.writer(COMMUNITY)(f"{at},{_quoted_as_is(community.id, community.name)},{community.cohesion!r},{community.size}\n")
    for number, at in whole.membership():
        files.writer(f"{links.node_of(number).label}-{COMMUNITY}")(f'{number},{at},"MEMBER_OF",1.0,"leiden",1,0,0\n')
    for at, process in enumerate(whole.process_rows()):
        ends = f"{_quoted(links.node_of(process.steps[0]).id)},{_quoted(links.node_of(process.steps[-1]).id)}"
        texts = _quoted_as_is(process.id, process.name, process.kind)
        files.writer(PROCESS)(f"{at},{texts},{len(process.steps)},{ends}\n")
        for step, number in enumerate(process.steps, 1):
            files.writer(f"{links.node_of(number).label}-{PROCESS}")(f'{number},{at},"STEP_IN_PROCESS",1.0,"trace",1,{step},0\n')


def _quoted_as_is(*texts: str) -> str:
    return ",".join('"' + text.replace('"', '""') + '"' for text in texts)


def replace_whole(connection: Any, links: SealedLinks, scratch: Path) -> None:
    """Puts the communities and processes of a side file in the place of those that the engine's file holds. `scratch`: an empty folder."""
    for label in (COMMUNITY, PROCESS):
        connection.execute(f"MATCH (n:`{label}`) DETACH DELETE n")
    files = _Files(scratch)
    try:
        _write_whole(links, files)
    finally:
        files.close()
    _copy(connection, files)


def _copy(connection: Any, files: _Files) -> None:
    for name in sorted(files.files, key=lambda name: ("-" in name, name)):
        path = str(files.folder / f"{name}.csv").replace("\\", "\\\\").replace('"', '\\"')
        start, pair, end = name.partition("-")
        if pair:
            connection.execute(f"COPY CodeRelation FROM \"{path}\" {_COPY}, from='{start}', to='{end}')")
        else:
            connection.execute(f'COPY `{name}` FROM "{path}" {_COPY})')


def load(links: SealedLinks, path: Path, scratch: Path) -> None:
    """Writes the engine's file from a side file. `scratch`: an empty folder for CSV files, which stay there."""
    files = _Files(scratch)
    try:
        _write_nodes(links, files)
        _write_relations(Rows(links), files)
        _write_whole(links, files)
    finally:
        files.close()
    with opened(path, read_only=False, size=files.rows * _BYTES_PER_ROW) as connection:
        for statement in ddl():
            connection.execute(statement)
        connection.execute("BEGIN TRANSACTION")
        _copy(connection, files)
        connection.execute("COMMIT")
        connection.execute("CHECKPOINT")
