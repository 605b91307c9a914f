"""Where imports lead, as a table: a tree, the importing file, the source text, the answer."""

from __future__ import annotations

import pytest
from probe_tree import tree_of

from nexus_diff.languages.base import Resolved
from nexus_diff.languages.python import PYTHON

FLAT = ("pkg/__init__.py", "pkg/mod.py", "pkg/sub/__init__.py", "pkg/sub/deep.py", "pkg/json.py", "test_it.py", "pkg/data/plain.py")
SRC = ("src/pkg/__init__.py", "src/pkg/mod.py", "tests/test_mod.py", "tests/helpers.py", "tests/pkg/test_x.py")
TWO = ("a/lib1/__init__.py", "b/lib1/__init__.py", "b/lib2/__init__.py", "c/main.py", "b/json/__init__.py", "b/redis/script.py")
TABLE = [
    (FLAT, "pkg/sub/deep.py", ".", "file pkg/sub/__init__.py"),
    (FLAT, "pkg/sub/deep.py", "..", "file pkg/__init__.py"),
    (FLAT, "pkg/sub/deep.py", "..mod", "file pkg/mod.py"),
    (FLAT, "pkg/sub/deep.py", "..sub.deep", "file pkg/sub/deep.py"),
    (FLAT, "pkg/sub/deep.py", "...pkg", "file pkg/__init__.py"),
    (FLAT, "pkg/sub/deep.py", "....pkg", "missing "),
    (FLAT, "pkg/sub/deep.py", "..nothing", "missing "),
    (FLAT, "pkg/sub/deep.py", "..data", "directory pkg/data"),
    (FLAT, "test_it.py", ".", "directory "),
    (FLAT, "pkg/mod.py", "pkg.sub.deep", "file pkg/sub/deep.py"),
    (FLAT, "pkg/mod.py", "json", "external "),
    (FLAT, "pkg/mod.py", "mod", "external "),
    (FLAT, "pkg/mod.py", "pkg.data", "directory pkg/data"),
    (FLAT, "pkg/mod.py", "requests.adapters", "external "),
    (FLAT, "test_it.py", "pkg.nothing", "external "),
    (SRC, "tests/test_mod.py", "pkg.mod", "file src/pkg/mod.py"),
    (SRC, "tests/test_mod.py", "helpers", "file tests/helpers.py"),
    (SRC, "src/pkg/mod.py", "pkg", "file src/pkg/__init__.py"),
    (SRC, "src/pkg/mod.py", "helpers", "file tests/helpers.py"),
    (TWO, "c/main.py", "lib1", "external "),
    (TWO, "c/main.py", "lib2", "file b/lib2/__init__.py"),
    (TWO, "b/lib2/__init__.py", "lib1", "file b/lib1/__init__.py"),
    (TWO, "b/lib2/__init__.py", "json", "file b/json/__init__.py"),
    (TWO, "c/main.py", "json", "external "),
    (TWO, "c/main.py", "redis", "external "),
    (TWO, "b/lib2/__init__.py", "redis", "directory b/redis"),
    (("m.py", "m/__init__.py", "x.py"), "x.py", "m", "file m/__init__.py"),
    (("m.py", "m.pyi", "x.py"), "x.py", "m", "file m.py"),
    (("m.pyi", "x.py"), "x.py", "m", "file m.pyi"),
    (("ns/a/one.py", "x.py"), "x.py", "ns.a.one", "file ns/a/one.py"),
    (("tools/random.py", "tools/run.py"), "tools/run.py", "random", "file tools/random.py"),
    (("pkg/__init__.py", "pkg/tools/random.py", "pkg/tools/run.py"), "pkg/tools/run.py", "random", "external "),
    (("pkg/__init__.py", "pkg/tools/other.py", "pkg/tools/run.py"), "pkg/tools/run.py", "other", "file pkg/tools/other.py"),
]  # fmt: skip


@pytest.mark.parametrize(("paths", "path", "source", "expected"), TABLE)
def test_resolve(paths: tuple[str, ...], path: str, source: str, expected: str) -> None:
    assert PYTHON.resolve is not None
    kind, _, where = expected.partition(" ")
    assert PYTHON.resolve(path, source, tree_of(*paths)) == Resolved(kind, where)


def test_a_name_that_is_everywhere_asks_little() -> None:
    tree = tree_of(*[f"app{n}/__init__.py" for n in range(500)], *[f"app{n}/models.py" for n in range(500)], "x/y/main.py")
    assert PYTHON.resolve is not None
    assert PYTHON.resolve("x/y/main.py", "models", tree) == Resolved("external")
    assert tree.asked < 20
