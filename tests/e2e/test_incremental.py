"""Promise 1: a graph that was updated edit by edit equals the graph of the last state made from nothing, byte for byte."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygit2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nexus_diff.analysis.frameworks import entry_points
from nexus_diff.config import Config
from nexus_diff.git import Snapshot, open_repository
from nexus_diff.index.indexer import Indexer
from nexus_diff.run.verify import compare_exports

Files = dict[str, str]
Edit = Callable[[Files], None]

PY_PATHS = (
    "a.py",
    "b.py",
    "lib/__init__.py",
    "lib/a.py",
    "lib/b.py",
    "lib/sub/__init__.py",
    "lib/sub/a.py",
    "src/pkg/__init__.py",
    "src/pkg/a.py",
)
TS_PATHS = ("web/a.ts", "web/b.tsx", "web/index.ts", "web/ui/a.ts", "web/ui/index.ts", "web/ui.ts", "web/c.js", "packages/p/index.ts")
MANIFESTS = {
    "web/tsconfig.json": (
        '{"compilerOptions": {"baseUrl": ".", "paths": {"@ui/*": ["ui/*"]}}}',
        '{"compilerOptions": {"baseUrl": "ui", "paths": {"@ui/*": ["./*"]}}}',
        "{}",
    ),
    "package.json": ('{"workspaces": ["packages/*"]}', '{"name": "root"}'),
    "packages/p/package.json": ('{"name": "p", "main": "index.ts"}', '{"name": "q"}'),
    "pyproject.toml": ("[tool.setuptools.packages.find]\nwhere = ['src']\n", "[project]\nname = 'x'\n"),
    ".gitattributes": ("lib/** linguist-generated\n", ""),
}
NAMES = ("f", "g", "run", "make", "Base", "Thing")
PY_IMPORTS = (
    """
import a; import lib; import lib.a as la; from lib import a; from lib import *; from lib.a import f; from lib.a import f as g
from lib.sub.a import Base; from lib import Thing, run; from . import a; from .a import f, run; from .. import b; from ..a import Base
from pkg import a as pa; from pkg.a import make; from b import *; __all__ = ['f', 'Base']
""".replace("\n", ";")
    .strip(";")
    .split(";")
)

PY_BODIES = """
def f(x=1):
    return g(x)
===
def f(x, y):
    return run()
===
def g(*args):
    return f(*args)
===
def run() -> 'Base':
    return Base()
===
def run():
    return make().run()
===
def make():
    return Thing()
===
def make() -> Base:
    ...
===
class Base:
    def run(self):
        return self.go()

    def go(self):
        return 1
===
class Base:
    def __init__(self, t: 'Thing'):
        self.t = t

    def run(self):
        return self.t.run()
===
class Thing(Base):
    def run(self):
        return super().run()
===
class Thing(Base):
    def go(self):
        return f(2)
===
class Thing:
    @property
    def go(self):
        return 3
===
thing = Thing()
thing.run()
===
VALUE = make()


def use():
    return VALUE.go()
===
def late(b: Base):
    return b.run()
===
def late(b):
    return b.run()
===
# only a comment
===
@f
def decorated():
    pass
===
def outer():
    def inner():
        return f()
    return inner
===
if True:
    def f(): return 1
else:
    def f(): return 2
""".strip("\n").split("\n===\n")

TS_IMPORTS = """
import { f } from './a';
import g from './a';
import * as ui from './ui';
import { Base } from './ui';
import { Thing, run } from '../b';
import { f as g2 } from '@ui/a';
import { Base as B } from 'a';
import { p } from 'p';
const c = require('./c');
export * from './a';
export * from './ui';
export { f as h } from './ui/a';
export { default as run } from '../a';
import './c';
import { run as r2 } from './index';
""".strip().splitlines()

TS_BODIES = """
export function f(x = 1) { return g(x); }
export function f(x: number, y: number) { return run(); }
export default function g() { return f(1); }
export function run(): Base { return new Base(); }
export const run = () => make().run();
export const make = (): Thing => new Thing();
export class Base { run() { return this.go(); } go() { return 1; } }
export class Base { constructor(private t: Thing) {} run() { return this.t.run(); } }
export class Thing extends Base { run() { return super.run(); } }
export class Thing implements Shape { go() { return f(2); } }
export interface Shape { go(): number }
export const p = new Thing(); p.run();
function late(b: Base) { return b.run(); }
function late(b) { return b.run(); }
// only a comment
module.exports = { f, run };
export type T = Base | Thing;
export enum E { A, B }
ui.f(3); c.f(4);
""".strip().splitlines()


def source(path: str, imports: list[int], bodies: list[int]) -> str:
    python = path.endswith(".py")
    first, second = (PY_IMPORTS, PY_BODIES) if python else (TS_IMPORTS, TS_BODIES)
    lines = [first[at % len(first)].strip() for at in imports]
    return "\n".join(lines) + "\n\n" + "\n\n".join(second[at % len(second)] for at in bodies) + "\n"


parts = st.lists(st.integers(0, 60), max_size=4)
some_path = st.sampled_from(PY_PATHS + TS_PATHS)
written = st.builds(lambda path, imports, bodies: ("write", path, source(path, imports, bodies)), some_path, parts, parts)
manifest = st.sampled_from(sorted(MANIFESTS)).flatmap(
    lambda path: st.builds(lambda text: ("write", path, text), st.sampled_from(MANIFESTS[path]))
)
deleted = st.builds(lambda at: ("delete", str(at), ""), st.integers(0, 30))
moved = st.builds(lambda at, path: ("move", str(at), path), st.integers(0, 30), some_path)
shifted = st.builds(lambda at: ("shift", str(at), ""), st.integers(0, 30))
appended = st.builds(lambda at, body: ("append", str(at), str(body)), st.integers(0, 30), st.integers(0, 60))
edits = st.lists(st.one_of(written, written, appended, moved, deleted, shifted, manifest), min_size=1, max_size=3)
start = st.lists(written, min_size=4, max_size=8)


def applied(files: Files, steps: list[tuple[str, str, str]]) -> Files:
    """The files after some edits. Numbers pick a file that is there."""
    found = dict(files)
    for kind, one, other in steps:
        if kind == "write":
            found[one] = other
            continue
        paths = sorted(path for path in found if path.endswith((".py", ".ts", ".tsx", ".js")))
        if not paths:
            continue
        path = paths[int(one) % len(paths)]
        if kind == "delete":
            del found[path]
        elif kind == "move" and other.endswith(".py") == path.endswith(".py"):
            found[other] = found.pop(path)
        elif kind == "shift":
            found[path] = "\n\n" + found[path]
        elif kind == "append":
            found[path] += "\n" + source(path, [], [int(other)])
    return found


class Bench:
    """A repository that is fed trees, and the two ways to their graphs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.raw = pygit2.init_repository(str(folder / "repo.git"), bare=True)
        self.repo = open_repository(folder / "repo.git")

    def tree(self, files: Files) -> Snapshot:
        index = pygit2.Index()
        for path, text in files.items():
            index.add(pygit2.IndexEntry(path, self.raw.create_blob(text.encode()), pygit2.enums.FileMode.BLOB))
        return Snapshot(self.repo, str(index.write_tree(self.raw)))

    def indexer(self, name: str) -> Indexer:
        return Indexer(self.repo, Config(), self.folder / name, workers=0)


def check(states: list[Files]) -> None:
    """Updates along the states; after each, the export must equal that of a fresh index, which shares no fact with it."""
    folder = Path(tempfile.mkdtemp())
    try:
        bench = Bench(folder)
        updating = bench.indexer("updated")
        before = bench.tree(states[0])
        snapshot = updating.build(before)
        for number, files in enumerate(states[1:]):
            after = bench.tree(files)
            if after.key == before.key:
                continue
            fresh = bench.indexer(f"fresh-{number}")
            updated = updating.update(snapshot, before, after)
            made = fresh.build(after)
            difference = compare_exports(updated, made, folder, str(number))
            assert difference is None, (difference, states[number], files)
            assert entry_points(updated.reader()) == entry_points(made.reader())
            fresh.close()
            before, snapshot = after, updated
    finally:
        shutil.rmtree(folder)


ROUTES: Files = {
    "app.py": "from flask import Flask\nfrom orders import bp\n\napp = Flask(__name__)\napp.register_blueprint(bp, url_prefix='/orders')\n",
    "orders.py": "from flask import Blueprint\n\nbp = Blueprint('orders', __name__)\n\n\n@bp.get('/all')\ndef show():\n    return ''\n",
}


def test_routes_of_a_stored_an_updated_and_an_overlaid_graph(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    indexer = bench.indexer("index")
    before = bench.tree(ROUTES)
    after = bench.tree({**ROUTES, "app.py": ROUTES["app.py"].replace("/orders", "/v2")})
    stored = indexer.build(before)
    assert [entry.name for entry in entry_points(stored.reader())] == ["GET /orders/all"]
    head = indexer.overlay(indexer.side(stored, before), before, after)
    assert [entry.name for entry in entry_points(head.reader)] == ["GET /v2/all"]
    assert [entry.name for entry in entry_points(indexer.update(stored, before, after).reader())] == ["GET /v2/all"]
    gone = bench.tree({"app.py": "x = 1\n"})
    assert entry_points(indexer.update(stored, before, gone).reader()) == ()


@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(first=start, steps=st.lists(edits, min_size=2, max_size=4))
def test_an_updated_graph_equals_a_fresh_one(first: Any, steps: Any) -> None:
    states = [applied({}, first)]
    for step in steps:
        states.append(applied(states[-1], step))
    check(states)


@pytest.mark.slow
@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(first=start, steps=st.lists(edits, min_size=2, max_size=6))
def test_an_updated_graph_equals_a_fresh_one_at_length(first: Any, steps: Any) -> None:
    states = [applied({}, first)]
    for step in steps:
        states.append(applied(states[-1], step))
    check(states)


BASE: Files = {
    "lib/__init__.py": "from lib.a import f\n",
    "lib/a.py": (
        "def f():\n    return 1\n\n\nclass Base:\n    def run(self):\n        return self.go()\n\n    def go(self):\n        return f()\n"
    ),
    "use.py": "from lib import f\nfrom lib.a import Base\n\n\ndef use(b: Base):\n    f()\n    return b.run()\n",
    "web/a.ts": "export function f() { return 1; }\nexport class Base { run() { return f(); } }\n",
    "web/index.ts": "export * from './a';\n",
    "web/use.ts": "import { f, Base } from './index';\nexport function use(b: Base) { f(); return b.run(); }\n",
}


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param({"lib/f.py": "x = 1\n"}, id="a submodule that shadows a re-exported name"),
        pytest.param({"lib.py": "def f(): pass\n"}, id="a module beside a package of its name"),
        pytest.param({"lib/a/__init__.py": "def f(): pass\n"}, id="a package beside a module of its name"),
        pytest.param({"lib/__init__.py": "from lib.b import f\n", "lib/b.py": "def f(): pass\n"}, id="a re-export that leads elsewhere"),
        pytest.param({"lib/__init__.py": "from lib.a import *\n"}, id="a re-export that becomes a star"),
        pytest.param({"lib/__init__.py": None}, id="a package that loses its init file"),
        pytest.param(
            {"over.py": "from lib.a import Base\n\n\nclass Over(Base):\n    def run(self):\n        return 2\n"}, id="a new override"
        ),
        pytest.param({"use.py": "from lib.a import Base\n\n\ndef use(b):\n    return b.run()\n"}, id="an annotation that goes"),
        pytest.param(
            {"lib/a.py": "\n\n\ndef f():\n    return 1\n\n\nclass Base:\n    def run(self):\n        return 3\n"},
            id="lines that shift, a method that goes",
        ),
        pytest.param({"other.py": "def run(): pass\n"}, id="one more candidate by name"),
        pytest.param({"web/a/index.ts": "export function f() { return 2; }\n"}, id="a folder beside a module of its name"),
        pytest.param({"web/index.tsx": "export const g = 1;\n"}, id="another suffix of the same name"),
        pytest.param({"web/a.ts": None, "web/a.tsx": "export function f() { return 1; }\n"}, id="a module that changes its suffix"),
        pytest.param(
            {"web/index.ts": "export { f } from './b';\n", "web/b.ts": "export const f = () => 1;\n"}, id="a barrel that leads elsewhere"
        ),
        pytest.param({"web/tsconfig.json": '{"compilerOptions": {"paths": {"./index": ["./a"]}}}'}, id="a new tsconfig"),
        pytest.param({".gitattributes": "lib/* linguist-vendored\n"}, id="marks of other files"),
        pytest.param({"use.py": None, "moved/use.py": "from lib import f\n\n\ndef use():\n    return f()\n"}, id="a move"),
        pytest.param({"lib/a.py": "def f(:\n"}, id="a syntax error"),
        pytest.param({"lib/a.py": "def f(): pass\0\n"}, id="a file that turns binary"),
        pytest.param(dict.fromkeys(BASE), id="everything goes"),
    ],
)
def test_one_edit_and_back(edit: dict[str, str | None]) -> None:
    after: Files = {path: text for path, text in {**BASE, **edit}.items() if text is not None}
    check([BASE, after, BASE])
