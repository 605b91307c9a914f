"""Tables and row formats of the side file `links.sqlite`."""

# For maintainers. Layout, chosen by measurement on 60k nodes, 350k relations, 56k hub uses, 2.0M look-ups of 2,800 files: 29 MB (nodes 12,
# look-ups 9, relations 6), written in 3.1 s, hashed in 15 ms; a reverse walk over 15,000 nodes takes 0.1 s, over 57,000 nodes 0.6 s; an
# update of 20 files takes 0.2 s, an overlay of them 25 ms (CPU).
# * Places (files, and ROOT), nodes and hubs have small integer numbers; every row refers to numbers. Numbers survive updates as long as
#   the path or id does, so an update touches only rows of what changed. Kuzu's primary keys are the same numbers.
# * All nodes of a place stand in one row: a walk reads each file it reaches once.
# * A relation is (other end, kind, line); a kind is (type, reason, confidence, k), of which there are few. It stands twice: in the output
#   of its source's place and, for reverse walks, in `incoming` of its target. Both are sorted as readers promise: reading never sorts.
# * A hub's uses and members stand in the hub's row; `incoming` names the hubs that a node is a member of.
# * Look-ups: 32 bits of a hash per key → numbers of the linkings that asked. Linking a place again gives it a new number; numbers without
#   a place are dead and drop out when their row is next written, or all at once when there are too many. A collision of two keys means
#   that a file is linked again without need, never the reverse.

from __future__ import annotations

from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec

from nexus_diff.model.graph import Node
from nexus_diff.store.text import pack, unpack

PAGE_SIZE = 8192

DDL = """
CREATE TABLE counter(name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE place(no INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, oid TEXT, language TEXT, skipped TEXT, marks TEXT);
CREATE TABLE nodes(place INTEGER PRIMARY KEY, row BLOB NOT NULL);
CREATE TABLE node(no INTEGER PRIMARY KEY, place INTEGER NOT NULL);
CREATE TABLE kind(no INTEGER PRIMARY KEY, row BLOB NOT NULL);
CREATE TABLE output(place INTEGER PRIMARY KEY, calls INTEGER, resolved INTEGER, cut INTEGER, link INTEGER, pairs INTEGER, row BLOB);
CREATE TABLE link(no INTEGER PRIMARY KEY, place INTEGER NOT NULL);
CREATE TABLE incoming(node INTEGER PRIMARY KEY, row BLOB NOT NULL);
CREATE TABLE hub(no INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, confidence REAL, k INTEGER, cut INTEGER, members BLOB, uses BLOB);
CREATE TABLE lookup(key INTEGER PRIMARY KEY, links BLOB NOT NULL);
CREATE TABLE blob(kind TEXT, key TEXT, row BLOB NOT NULL, PRIMARY KEY(kind, key)) WITHOUT ROWID;
"""

COUNTERS = ("place", "node", "kind", "hub", "link", "files", "nodes", "relations", "hubs", "uses", "calls", "resolved", "pairs", "dead")
"""Next free numbers, then counts. `pairs`: (key, file) look-ups; `dead`: those of linkings that were replaced."""


WHOLE = "whole"
"""Kind of the blobs that hold what was computed from the whole tree: of one tree only, so that an update drops them."""

USE = -1
"""The `k` of kinds that belong to uses of hubs."""


class Kind(NamedTuple):
    """What relations have in common. Of a hub's use, only type and reason count."""

    type: str
    reason: str
    confidence: float
    k: int


class NodesRow(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The nodes of one place with their numbers. `odd`: some text had to be packed."""

    odd: bool
    numbers: list[int]
    nodes: list[Node]


class OutputRow(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """`relations`: per source (ordered by id) its number and flat target, kind, line. `uses`: likewise with hub, kind, line."""

    relations: list[tuple[int, list[int]]]
    uses: list[tuple[int, list[int]]]


class IncomingRow(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """`relations`: flat source, kind, line. `hubs`: numbers of the hubs that have the node as a member."""

    relations: list[int]
    hubs: list[int]


encode = msgspec.msgpack.Encoder().encode
decode_nodes = msgspec.msgpack.Decoder(NodesRow).decode
decode_output = msgspec.msgpack.Decoder(OutputRow).decode
decode_incoming = msgspec.msgpack.Decoder(IncomingRow).decode
decode_ints = msgspec.msgpack.Decoder(list[int]).decode
decode_kind = msgspec.msgpack.Decoder(tuple[str, str, float, int]).decode


def lookup_key(key: str) -> int:
    """The number under which a look-up key is kept."""
    return int.from_bytes(blake2b(key.encode("utf-8", "surrogatepass"), digest_size=4).digest(), "big")


def _map_text(node: Node, how: Any) -> Node:
    return Node(
        how(node.id),
        node.label,
        how(node.name),
        how(node.qualified_name),
        how(node.file_path),
        node.start_line,
        node.end_line,
        node.language,
        node.is_exported,
        node.is_test,
    )


def _plain(node: Node) -> bool:
    text = node.id + node.name + node.qualified_name + node.file_path
    return pack(text) == text


def pack_nodes(numbers: list[int], nodes: list[Node]) -> bytes:
    """The row of one place."""
    odd = not all(map(_plain, nodes))
    return encode(NodesRow(odd, numbers, [_map_text(node, pack) for node in nodes] if odd else nodes))


def unpack_nodes(row: bytes) -> tuple[list[int], list[Node]]:
    """Numbers and nodes of one place."""
    value = decode_nodes(row)
    return value.numbers, [_map_text(node, unpack) for node in value.nodes] if value.odd else value.nodes


def node_order(node: Node) -> tuple[int, int, str]:
    """The order in which `nodes_in` promises its nodes."""
    return node.start_line, -node.end_line, node.id
