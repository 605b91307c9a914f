"""One sealed snapshot, opened for reading."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from nexus_diff.model.errors import SnapshotDamaged
from nexus_diff.model.graph import LABELS, Node, Relation
from nexus_diff.store import query
from nexus_diff.store.kuzu_engine import HUB, NODE_PROPERTIES, THREADS, opened, prepare
from nexus_diff.store.links_read import SealedLinks
from nexus_diff.store.links_whole import Whole
from nexus_diff.store.query import QueryError
from nexus_diff.store.seal import GRAPH, LINKS, Seal, check_file
from nexus_diff.store.text import pack, unpack

_FIRST_OPEN = """
import sys
sys.path[:] = sys.argv[2:]
import kuzu
database = kuzu.Database(sys.argv[1], read_only=True, buffer_pool_size=1 << 28, max_db_size=1 << 40)
connection = kuzu.Connection(database)
for pattern in ("(n)", "()-[n]->()"):
    print(connection.execute(f"MATCH {pattern} RETURN count(n)").get_next()[0])
"""


class Snapshot:
    """A sealed snapshot directory. Each file is checked against the seal when it is first opened; a mismatch raises SnapshotDamaged.
    `restored`: the engine's file is first opened in a child process, so that a crash of the engine is a SnapshotDamaged too."""

    def __init__(self, path: Path, seal: Seal, *, restored: bool = False) -> None:
        self.path = path
        self.seal = seal
        self._restored = restored
        self._links: SealedLinks | None = None
        self._graph: Path | None = None
        self._engine: Any = None
        self._open = ExitStack()

    def reader(self) -> SealedLinks:
        """The side file, checked and opened once."""
        if self._links is None:
            self._links = SealedLinks(check_file(self.path, self.seal, LINKS))
            self._open.callback(self._links.close)
        return self._links

    def whole(self) -> Whole:
        """What was computed from the whole tree: communities, entry points, processes."""
        return Whole(self.reader())

    def graph_file(self) -> Path:
        """The engine's file, checked once. Open it for reading only."""
        if self._graph is None:
            path = check_file(self.path, self.seal, GRAPH)
            if self._restored:
                self._try_in_child(path)
            self._graph = path
        return self._graph

    def _try_in_child(self, path: Path) -> None:
        command = [sys.executable, "-I", "-c", _FIRST_OPEN, str(path), *sys.path]
        try:
            done = subprocess.run(command, capture_output=True, timeout=120, check=False)
        except subprocess.TimeoutExpired as error:
            raise SnapshotDamaged(f"{self.path.name}: the graph engine does not come back from {path.name}") from error
        if done.returncode != 0:
            raise SnapshotDamaged(f"{self.path.name}: the graph engine cannot open {path.name} (exit {done.returncode})")

    def _rows(self, cypher: str, params: Mapping[str, Any] | None = None, *, seconds: int = 0) -> tuple[list[str], list[list[Any]]]:
        if self._engine is None:
            path = self.graph_file()
            try:
                self._engine = self._open.enter_context(opened(path, read_only=True, size=self.seal.files[GRAPH].size))
            except RuntimeError as error:
                raise SnapshotDamaged(f"{self.path.name}: the graph engine cannot open {path.name} ({error})") from error
        self._engine.set_query_timeout(1000 * seconds)  # 0: none
        self._engine.set_max_threads_for_exec(1 if query.orders(cypher) else THREADS)
        statement = prepare(self._engine, cypher)
        if not statement.is_success():
            raise QueryError(f"the query cannot be run: {' '.join(statement.get_error_message().split())}")
        try:
            result = self._engine.execute(statement, dict(params or {}))
            return result.get_column_names(), result.get_all()
        except RuntimeError as error:
            if str(error).startswith("Interrupted"):
                raise QueryError(f"the query took longer than {seconds} seconds; ask for less") from error
            raise QueryError(f"the query failed: {' '.join(str(error).split())}") from error

    def query(self, cypher: str, params: Mapping[str, Any] | None = None) -> tuple[list[str], list[list[Any]]]:
        """Column names and rows of one reading query. Raises QueryError for a query that is wrong or would write."""
        query.check(cypher)
        columns, rows = self._rows(pack(cypher), _map_text(dict(params or {}), pack), seconds=query.SECONDS)
        return _map_text(columns, unpack), _map_text(rows, unpack)

    def nodes(self) -> Iterator[Node]:
        """All nodes from the graph engine, sorted by id."""
        names = ", ".join(f"n.{name}" for name in NODE_PROPERTIES)
        found: list[Node] = []
        for label in LABELS:
            rows = self._rows(f"MATCH (n:`{label}`) RETURN {names}")[1]
            for node_id, name, qualified, path, start, end, language, exported, test in rows:
                texts = unpack(name), unpack(qualified), unpack(path)
                found.append(Node(unpack(node_id), label, *texts, start, end, unpack(language), exported, test))
        yield from sorted(found, key=lambda node: node.id)

    def relations(self) -> Iterator[Relation]:
        """All relations from the graph engine, hubs expanded, sorted by (source, target, type, line, reason, confidence, k)."""
        ids = {no: unpack(node_id) for label in LABELS for no, node_id in self._rows(f"MATCH (n:`{label}`) RETURN n.no, n.id")[1]}
        members: dict[int, list[tuple[int, float, int]]] = {}
        for hub, target, confidence, k in self._rows(f"MATCH (h:{HUB})-[r:CodeRelation]->(n) RETURN h.no, n.no, r.confidence, r.k")[1]:
            members.setdefault(hub, []).append((target, confidence, k))
        labels = ":".join(f"`{label}`" for label in LABELS)
        found = self._rows(
            f"MATCH (a:{labels})-[r:CodeRelation]->(b:{labels}) RETURN a.no, b.no, r.type, r.line, r.reason, r.confidence, r.k"
        )[1]
        made = [Relation(ids[a], ids[b], unpack(type_), line, unpack(reason), c, k) for a, b, type_, line, reason, c, k in found]
        for source, hub, type_, line, reason in self._rows(
            f"MATCH (a)-[r:CodeRelation]->(h:{HUB}) RETURN a.no, h.no, r.type, r.line, r.reason"
        )[1]:
            made += [Relation(ids[source], ids[b], unpack(type_), line, unpack(reason), c, k) for b, c, k in members.get(hub, ())]
        made.sort()
        previous = None
        for relation in made:
            if relation != previous:
                yield relation
            previous = relation

    def close(self) -> None:
        """Lets go of files; a later call opens them again."""
        self._open.close()
        self._links = self._engine = None


def _map_text(value: Any, how: Any) -> Any:
    if isinstance(value, str):
        return how(value)
    if isinstance(value, list):
        return [_map_text(item, how) for item in value]
    if isinstance(value, dict):
        return {key: _map_text(item, how) for key, item in value.items()}
    return value
