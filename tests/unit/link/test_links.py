"""What files depend on, file by file: the short form of the graph that architecture rules read."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from memory import MemoryTree, link

from nexus_diff.index.graphs import links_blobs
from nexus_diff.link import link_change

PACKAGE = {"p/__init__.py": "", "p/x.py": "class C:\n    def m(self): pass\ndef f(): pass\n", "p/q/__init__.py": "", "p/q/y.py": "Y = 1\n"}

JAVA = {"B.java": "package p; public class B { static String[] NAMES = {}; static int name() { return 1; } }\n"}

IMPORTS: list[tuple[Mapping[str, str], str, str, set[tuple[str, str]]]] = [
    (PACKAGE, "a.py", "from p import x\n", {("p/__init__.py", "parent-import"), ("p/x.py", "import")}),
    (PACKAGE, "a.py", "import p.x\n", {("p/__init__.py", "parent-import"), ("p/x.py", "import")}),
    (PACKAGE, "a.py", "import p\n", {("p/__init__.py", "import")}),
    (PACKAGE, "a.py", "import p.q.y as z\n", {("p/q/y.py", "import")}),
    (PACKAGE, "a.py", "from p.q import y\n", {("p/q/__init__.py", "parent-import"), ("p/q/y.py", "import")}),
    (PACKAGE, "p/a.py", "from . import x\n", {("p/__init__.py", "parent-import"), ("p/x.py", "import")}),
    (PACKAGE, "p/a.py", "from .x import f\n", {("p/x.py", "import")}),
    (PACKAGE, "a.py", "def g():\n    from p.x import f\n", {("p/x.py", "import")}),
    (
        PACKAGE,
        "a.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from p.x import C\n",
        {("p/x.py", "type-import")},
    ),
    ({"b.ts": "export type T = 1\nexport const v = 2\n"}, "a.ts", "import type { T } from './b'\n", {("b.ts", "type-import")}),
    ({"b.ts": "export type T = 1\nexport const v = 2\n"}, "a.ts", "import { v } from './b'\n", {("b.ts", "import")}),
    ({"b.js": "exports.f = 1\n"}, "a.js", "const b = require('./b')\n", {("b.js", "import")}),
    ({"b.ts": "export const v = 2\n"}, "a.ts", "export * from './b'\n", {("b.ts", "import")}),
    ({"b.ts": "export const v = 2\n"}, "a.ts", "import {} from './b'\n", {("b.ts", "import")}),
    ({"b.ts": "export const v = 2\n"}, "a.ts", "import type {} from './b'\n", {("b.ts", "type-import")}),
    (JAVA, "A.java", "import static p.B.NAMES; class A {}\n", {("B.java", "import")}),
    (JAVA, "A.java", "import static p.B.name; class A {}\n", {("B.java", "import")}),
    (JAVA, "A.java", "import static p.B.*; import static java.util.List.of; class A {}\n", {("B.java", "import")}),
]


@pytest.mark.parametrize(("sources", "path", "text", "expected"), IMPORTS)
def test_imports(sources: Mapping[str, str], path: str, text: str, expected: set[tuple[str, str]]) -> None:
    links = link({**sources, path: text}).outputs[path].links
    assert {(imported.path, imported.reason) for imported in links.imports} == expected


EXTERNALS: list[tuple[str, str, set[tuple[str, bool, bool]]]] = [
    ("a.py", "import os, attr\n", {("os", True, False), ("attr", False, False)}),
    ("a.py", "from django.db import models\n", {("django.db", False, False)}),
    ("a.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import x\n", {("typing", True, False), ("x", False, True)}),
    ("a.py", "from . import gone\n", set()),
    ("a.ts", "import fs from 'node:fs'\nimport p from 'fs/promises'\n", {("node:fs", True, False), ("fs/promises", True, False)}),
    ("a.ts", "import x from '@scope/pkg/sub'\nimport './gone'\n", {("@scope/pkg/sub", False, False)}),
]


@pytest.mark.parametrize(("path", "text", "expected"), EXTERNALS)
def test_externals(path: str, text: str, expected: set[tuple[str, bool, bool]]) -> None:
    links = link({path: text}).outputs[path].links
    assert {(found.module, found.standard, found.type_only) for found in links.externals} == expected


USES: list[tuple[str, set[tuple[str, str]]]] = [
    ("from p.x import f\ndef g():\n    f()\n", {("p/x.py", "CALLS")}),
    ("def g(c: 'C'):\n    c.m()\nfrom p.x import C\n", {("p/x.py", "CALLS")}),
    ("from p.x import C\nclass D(C): pass\n", {("p/x.py", "EXTENDS")}),
    ("from p.x import f\ng = f\n", set()),
]


@pytest.mark.parametrize(("text", "expected"), USES)
def test_uses(text: str, expected: set[tuple[str, str]]) -> None:
    assert set(link({**PACKAGE, "a.py": text}).outputs["a.py"].links.uses) == expected


def test_calls_that_others_hand_over_are_no_uses() -> None:
    sources = {
        "low.py": "class Port:\n    def send(self): raise NotImplementedError\ndef run(port: Port, f):\n    port.send()\n    f()\n",
        "high.py": "from low import Port, run\nclass Mail(Port):\n    def send(self): pass\ndef go(): pass\nrun(Mail(), go)\n",
    }
    linked = link(sources)
    assert any(r.source.startswith("Function:low.py") and "high.py" in r.target for r in linked.relations())
    assert linked.outputs["low.py"].links.uses == ()


SHOP = {
    "p/__init__.py": "",
    "p/a.py": "from p import b\nimport requests\ndef f():\n    b.g()\n",
    "p/b.py": "def g(): pass\n",
    "p/c.py": "from p.a import f\nclass C:\n    pass\n",
}
EDITS: list[dict[str, str | None]] = [
    {"p/b.py": None},
    {"p/b.py": "from p.c import C\ndef g():\n    C()\n"},
    {"p/b.py": None, "p/b/__init__.py": "def g(): pass\n"},
    {"p/b.py": "x = 1\n"},
    {"p/__init__.py": "from p.c import C as b\n"},
    {"requests.py": ""},
    {"p/a.py": "x = 1\n"},
    {"p/d.py": "from p import a, c\nclass D(c.C): pass\n"},
]


@pytest.mark.parametrize("edit", EDITS)
def test_updated_links_equal_those_of_a_fresh_index(edit: dict[str, str | None]) -> None:
    after = {path: text for path, text in {**SHOP, **edit}.items() if text is not None}
    old, new = MemoryTree(SHOP), MemoryTree(after)
    record = link(SHOP)
    change = link_change(old, record, new, old.changed(new))
    updated = {**links_blobs(record.outputs), **links_blobs(change.outputs)}
    fresh = links_blobs(link(after).outputs)
    assert {key: blob for key, blob in updated.items() if blob} == {key: blob for key, blob in fresh.items() if blob}
