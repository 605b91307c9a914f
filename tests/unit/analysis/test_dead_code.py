"""What is dead and, above all, what is not."""

from __future__ import annotations

import pytest
from memory import MemoryTree, link

from nexus_diff.analysis.dead_code import DeadCode
from nexus_diff.analysis.said import is_named, mentioned, said_of
from nexus_diff.index.indexer import Side
from nexus_diff.run.known import Facts
from tests.unit.impact.sources import SourceGraph


def dead(sources: dict[str, str], entries: tuple[str, ...] = ()) -> list[str]:
    """Qualified names of the dead symbols of these files."""
    tree = MemoryTree(sources)
    graph = SourceGraph(tree, link(sources))
    said = {path: said_of(facts) for path in tree.files() if (facts := tree.facts(path)) is not None}
    words = {word for one in said.values() for word in one.words}
    facts_of = Facts(Side(graph, tree))  # type: ignore[arg-type]
    found = DeadCode(
        graph,
        said=said.__getitem__,
        entry=tree.files().get,
        outside=lambda cls: bool(facts_of.outside(cls)),
        named=lambda name: is_named(name, words, [word for word in words if "*" in word]),
        mentioned=lambda node: mentioned(tree.facts(node.file_path), node.qualified_name, node.start_line, node.name),
        entries=frozenset(entries),
    )
    return [node.qualified_name for node in found.in_files(sorted(sources))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def _unused(): pass\n", ["_unused"]),
        ("def _used(): pass\n\n_used()\n", []),
        ("def _recursive(n):\n    return _recursive(n - 1)\n", ["_recursive"]),
        ("def public(): pass\n", []),
        ("def _passed(): pass\n\nregister(_passed)\n", []),
        ("class _Gone:\n    def run(self): self._help()\n    def _help(self): pass\n", ["_Gone"]),
        ("class Kept:\n    def _unused(self): pass\n    def __str__(self): return ''\n", ["Kept._unused"]),
        ("class Kept:\n    def run(self): return self._help()\n    def _help(self): pass\n", []),
        ("def run(thing):\n    thing._maybe()\n\nclass A:\n    def _maybe(self): pass\n", []),
        (
            "class Base:\n    def _hook(self): pass\n    def go(self): self._hook()\n\n"
            "class _Sub(Base):\n    def _hook(self): pass\n\n_Sub().go()\n",
            [],
        ),
        ("from lib import Base\n\nclass Mine(Base):\n    def _called_by_lib(self): pass\n", []),
        ("@app.task\ndef _task(): pass\n", []),
        ("import functools\n\n@functools.lru_cache\ndef _cached(): pass\n", ["_cached"]),
        ("def _by_name(): pass\n\ngetattr(module, '_by_name')\n", []),
        ("def _by_path(): pass\n\nrun('pkg.tasks:_by_path')\n", []),
        ("class V:\n    def _get_week(self): pass\n\ngetattr(V(), '_get_%s' % period)\n", []),
        ("class V:\n    def _get_week(self): pass\n\ngetattr(V(), f'_get_{period}')\n", []),
        ("class V:\n    def _get_week(self): pass\n\ngetattr(V(), '_get_{}'.format(period))\n", []),
        ("class V:\n    def _get_week(self): pass\n\ngetattr(V(), '_set_%s' % period)\n", ["V._get_week"]),
        ("def _week(): pass\n\nprint('%s_k' % 1)\n", ["_week"]),
        ("def _in_prose(): pass\n\nprint('calls _in_prose() for you')\n", []),
        ("import x\n__all__ = ['x']\ndef prose(): pass\n\nprint('calls prose for you')\n", ["prose"]),
        ("def outer():\n    def inner(): pass\n    return 1\n", ["outer.inner"]),
        ("def outer():\n    def inner(): pass\n    return inner\n", []),
        ("try:\n    def _f(): return 1\nexcept E:\n    def _f(): return 2\n_f()\n", []),
        ("class _Alone: pass\n\nx: _Alone\n", []),
        ("class _Meta(type): pass\n\nclass Made(metaclass=_Meta): pass\n", []),
        ("class _Bit:\n    def __init__(self, at): self.at = at\n\nclass Style:\n    bold = _Bit(0)\n", []),
        ("class Shown:\n    def _repr_html_(self): return ''\n", []),
        ("class A:\n    def _read(self): pass\n\ndef show(thing):\n    return thing.part._read\n", []),
        ("class _Made: pass\n\nwanted = {'a': lambda: _Made}\n", []),
        ("class _Gone:\n    def __init__(self): self.other = _Gone()\n", ["_Gone"]),
    ],
)
def test_python(text: str, expected: list[str]) -> None:
    assert dead({"m.py": text}) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("function unused() {}\nexport const x = 1;\n", ["unused"]),
        ("function fromAPage() {}\n", []),
        ("@Component({templateUrl: 'a.html'})\nexport class A { _fromATemplate() {} }\n", []),
        ("export const make = () => new (class { run() {} })();\n", []),
        ("declare global { interface Window { x: string } }\nexport const x = 1;\n", []),
        ("class Widget { find() {} }\nregister(new Widget());\nexport const x = 1;\n", []),
        ("export function api() {}\n", []),
        ("function used() {}\nused();\n", []),
        ("const helper = () => 1;\nexport const x = [helper];\n", []),
        ("interface Shape { area: number }\nexport const f = (s: Shape) => s;\n", []),
        ("class A { #gone() {} }\nexport const a = new A();\n", ["A.#gone"]),
        ("export class Api { call() {}\n #gone() {} }\n", ["Api.#gone"]),
        ("class Impl { constructor(x) { this.x = x } }\nexport const make = () => new Impl(1);\n", []),
        ("export const plugin = { setup(build) {}, name: 'x' };\n", []),
        ("export function open(socket) { socket.onopen = () => 1; }\n", []),
        ("export function proxy() { return new Proxy({}, { apply() {} }); }\n", []),
        ("interface Context { left(): number }\nexport const f = (c: Context) => c;\n", []),
        ("declare module './lib' { interface Map { x: string } }\n", []),
    ],
)
def test_typescript(text: str, expected: list[str]) -> None:
    assert dead({"m.ts": text}) == expected


def test_what_is_made_where_it_stands_is_not_dead() -> None:
    java = (
        "class A {\n  Object f() { return new Object() { int x; }; }\n  static Runnable r = new Runnable() { public void run() {} };\n}\n"
    )
    assert dead({"A.java": java, "B.java": "class B { Object g() { return new A().f(); } }\n"}) == []


def test_an_entry_point_is_not_dead() -> None:
    assert dead({"m.py": "def _main(): pass\n"}, ("Function:m.py:_main",)) == []


def test_tests_and_declarations_are_not_looked_at() -> None:
    assert dead({"test_m.py": "def _helper(): pass\n", "lib.d.ts": "declare function gone(): void;\n"}) == []


def test_a_private_attribute_that_another_file_reads_is_used() -> None:
    assert dead({"a.py": "class A:\n    def _shared(self): pass\n", "b.py": "def show(x):\n    return run(x.a._shared)\n"}) == []


def test_a_use_in_another_file_counts() -> None:
    assert dead({"a.py": "def _shared(): pass\n", "b.py": "from a import _shared\n"}) == []
