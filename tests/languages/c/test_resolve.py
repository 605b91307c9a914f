"""Where includes lead, as a table: a tree, the including file, the source text, the answer."""

from __future__ import annotations

import pytest
from probe_tree import tree_of

from nexus_diff.languages.base import Resolved
from nexus_diff.languages.c_family import C

LIB = ("include/lib/api.h", "src/api.c", "src/own.h", "src/net/own.h", "src/net/tcp.c", "tests/t.c", "own.h")
TWO = ("a/util.h", "b/util.h", "b/x/main.c", "a/y/main.c", "c/main.c")
TABLE = [
    (LIB, "src/api.c", "own.h", "file src/own.h"),
    (LIB, "src/net/tcp.c", "own.h", "file src/net/own.h"),
    (LIB, "src/net/tcp.c", "../own.h", "file src/own.h"),
    (LIB, "src/net/tcp.c", "<own.h>", "file own.h"),
    (LIB, "src/api.c", "<lib/api.h>", "file include/lib/api.h"),
    (LIB, "tests/t.c", "lib/api.h", "file include/lib/api.h"),
    (LIB, "tests/t.c", "../src/api.c", "file src/api.c"),
    (LIB, "tests/t.c", "api.h", "file include/lib/api.h"),
    (LIB, "src/api.c", "<stdio.h>", "external"),
    (LIB, "src/api.c", "<sys/types.h>", "external"),
    (LIB, "src/api.c", "config.h", "missing"),
    (LIB, "src/api.c", "", "external"),
    (LIB, "src/api.c", "/usr/include/x.h", "external"),
    (LIB, "src/api.c", "../../../own.h", "file src/own.h"),
    (LIB, "src/net/tcp.c", "net\\own.h", "file src/net/own.h"),
    (TWO, "b/x/main.c", "util.h", "file b/util.h"),
    (TWO, "a/y/main.c", "util.h", "file a/util.h"),
    (TWO, "c/main.c", "util.h", "file a/util.h"),
    (TWO, "c/main.c", "main.c", "file c/main.c"),
]


@pytest.mark.parametrize(("tree", "importer", "source", "expected"), TABLE, ids=lambda value: value if isinstance(value, str) else "")
def test_table(tree: tuple[str, ...], importer: str, source: str, expected: str) -> None:
    assert C.resolve is not None
    kind, _, path = expected.partition(" ")
    assert C.resolve(importer, source, tree_of(*tree)) == Resolved(kind, path)
