"""Depth and time of linking are bounded: sources that nest, grow or go round without end are linked, the same way by an update."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from memory import MemoryRecord, MemoryTree, calls, link

from nexus_diff.link import link_change, link_tree
from nexus_diff.link.values import Box, Ext, Inst, bounded

Sources = dict[str, str]
N = 400


def py_returns_in_a_ring() -> tuple[Sources, Sources]:
    n = 60
    ring = {
        f"m{i}.py": f"from m{(i + 1) % n} import f{(i + 1) % n} as g\nfrom m{(i * 7 + 3) % n} import f{(i * 7 + 3) % n} as h\n"
        f"def f{i}(x):\n    if x: return g(x)\n    return h(x).go()\n"
        for i in range(n)
    }
    return ring, {"m5.py": "class A:\n    def go(self): return self\ndef f5(x): return A()\n"}


def py_returns_in_a_chain() -> tuple[Sources, Sources]:
    first = "class A:\n    def m(self): pass\ndef f0(): return A()\nx0 = A()\n"
    chain = {
        f"m{i}.py": f"from m{i - 1} import f{i - 1}, x{i - 1}\n"
        f"def f{i}(): return f{i - 1}()\nx{i} = x{i - 1}\ndef t(): f{i}().m(); x{i}.m()\n"
        for i in range(1, N)
    }
    return {"m0.py": first, **chain}, {f"m{N - 1}.py": chain[f"m{N - 1}.py"] + "f()\n", "m200.py": chain["m200.py"] + "t()\n"}


def py_inheritance_over_files() -> tuple[Sources, Sources]:
    chain = {f"c{i}.py": f"from c{i - 1} import C as B\nclass C(B):\n    def k(self): self.m(); super().k()\n" for i in range(1, N)}
    first = "class C:\n    def m(self): pass\n    def k(self): pass\n"
    return {"c0.py": first, **chain}, {"c0.py": first.replace("m(", "other("), "c300.py": "class C:\n    def m(self): pass\n"}


def py_inheritance_in_a_ring() -> tuple[Sources, Sources]:
    n = 60
    ring = {f"c{i}.py": f"from c{(i + 1) % n} import C as B\nclass C(B):\n    def k(self): self.m(); super().k()\n" for i in range(n)}
    return ring, {"c7.py": "class C:\n    def m(self): pass\n"}


def py_stars_in_a_ring() -> tuple[Sources, Sources]:
    n = 60
    ring = {
        f"s{i}.py": f"from s{(i + 1) % n} import *\nfrom s{(i * 3 + 1) % n} import *\ndef f{i}(): nope{i}(); f{(i + 25) % n}()\n"
        for i in range(n)
    }
    return ring, {"s5.py": "def nope3(): pass\n"}


def py_chain_of_names() -> tuple[Sources, Sources]:
    names = "class A:\n    def m(self): return self\nx0 = A()\n" + "".join(f"x{i} = x{i - 1}\n" for i in range(1, 2000)) + "x1999.m()\n"
    return {"a.py": names}, {"b.py": "from a import x1999\nx1999.m()\n"}


def py_returns_in_one_file() -> tuple[Sources, Sources]:
    text = "class A:\n    def m(self): pass\ndef f0(): return A()\n" + "".join(f"def f{i}(): return f{i - 1}()\n" for i in range(1, 2000))
    return {"a.py": text}, {"b.py": "from a import *\nf1999().m()\nf5().m()\n"}


def py_decorators() -> tuple[Sources, Sources]:
    nested = "".join(f"def e{i}(f):\n    @e{i + 1}\n    def w(*a): return f(*a)\n    return w\n" for i in range(200))
    text = "def d(f):\n    def w(*a): return f(*a)\n    return w\n" + "@d\n" * 200 + "def x(): pass\nx()\n"
    return {"a.py": text, "b.py": nested + "def e200(f): return f\n@e0\ndef y(): pass\ny()\n"}, {"c.py": "from b import y\ny()\n"}


def py_nested_calls() -> tuple[Sources, Sources]:
    text = "def g(): return g\nx = " + "g(" * 190 + ")" * 190 + "\nz = " + "[" * 150 + "g" + "]" * 150 + "\nz" + "[0]" * 150 + "()\n"
    return {"a.py": text}, {"b.py": "from a import x, z\nx()\nz()\n"}


def py_types_in_a_ring() -> tuple[Sources, Sources]:
    n = 120
    text = "from typing import *\nclass K:\n    def go(self): pass\n"
    text += "".join(f'T{i} = Union["T{(i + 1) % n}", List["T{(i * 3 + 1) % n}"], K]\n' for i in range(n))
    text += 'T: TypeAlias = "Box[T]"\nclass Box(Generic[X]):\n    def wrap(self) -> "Box[Box[X]]": ...\n'
    return {"a.py": text + "def f(b: T0, c: Box[T]):\n    b.go(); b[0].go(); c.wrap().wrap()\n"}, {
        "b.py": "from a import T0\ndef f(t: T0): t.go()\n"
    }


def py_values_that_double() -> tuple[Sources, Sources]:
    text = "class Box:\n    def wrap(self): return Box(self)\ndef pair(a): return (a, a)\nz = " + "pair(" * 40 + "Box()" + ")" * 40 + "\n"
    text += "x0 = (Box(), Box())\n" + "".join(f"x{i} = (x{i - 1}, x{i - 1}, [x{i - 1}])\n" for i in range(1, 60)) + "x59[0][0].wrap()\n"
    text += "D0 = Dict[str, Box]\n" + "".join(f"D{i} = Tuple[D{i - 1}, D{i - 1}]\n" for i in range(1, 50))
    return {"a.py": "from typing import *\n" + text + "def f(x: D49): x[0][0].wrap()\n"}, {"b.py": "from a import z\nz[0].wrap()\n"}


def ts_types_that_double() -> tuple[Sources, Sources]:
    text = "class Box<X> { wrap(): Box<Box<X>> { return null as any } get(): X { return null as any } }\n"
    text += "function f(b: Box<Box<number>>) { return b" + ".wrap()" * 60 + ".get().get() }\n"
    text += "function twice<T>(x: T): Map<T, T> { return null as any }\nconst z = " + "twice(" * 40 + "1" + ")" * 40 + ";\nz.get();\n"
    text += "type D0<T> = Map<T, T>;" + "".join(f"type D{i}<T> = Map<D{i - 1}<T>, D{i - 1}<T>>;" for i in range(1, 40))
    text += "function q(x: D39<Box<number>>) { x.get(1).wrap() }\ntype Inf<A> = { n: Inf<A[]>, v: A };\n"
    text += (
        "class K { go() {} }\nfunction h(x: Inf<K>) { x"
        + ".n" * 100
        + ".v[0].go() }\ntype S<A> = S<S<A>>; function g(x: S<K>) { x.go() }\n"
    )
    return {"a.ts": text}, {"a.ts": text + "f(null);\n"}


def ts_barrels_in_a_ring() -> tuple[Sources, Sources]:
    n = 60
    ring = {
        f"b{i}.ts": f'export * from "./b{(i + 1) % n}"; export * from "./b{(i * 3 + 1) % n}"; export * from "./b{(i * 5 + 2) % n}";\n'
        f'import {{ nope{i} }} from "./b0"; import {{ f{(i + 9) % n} as g }} from "./b{(i + 30) % n}";\n'
        f"export function f{i}() {{ nope{i}(); return g() }}\n"
        for i in range(n)
    }
    return ring, {"b5.ts": "export function nope3() {}\n"}


def ts_interfaces_in_a_chain() -> tuple[Sources, Sources]:
    text = "interface I0 { m(): void }\n" + "".join(f"interface I{i} extends I{i - 1} {{ k{i}(): void }}\n" for i in range(1, 1000))
    return {"a.ts": text + "class X implements I999 { m() {} }\nfunction f(i: I999) { i.m(); i.k7() }\n"}, {"b.ts": "class Y {}\n"}


HOSTILE = [value for name, value in list(globals().items()) if name.startswith(("py_", "ts_"))]


@pytest.mark.parametrize("make", HOSTILE)
def test_hostile_sources_are_linked_and_an_update_equals_full_linking(make: Callable[[], tuple[Sources, Sources]]) -> None:
    sources, edit = make()
    limit = sys.getrecursionlimit()
    before, after = MemoryTree(sources), MemoryTree(sources | edit)
    record = MemoryRecord(link_tree(before))
    record = record.apply(link_change(before, record, after, before.changed(after)))
    full = link(after.sources)
    assert record.graph() == full.graph()
    assert {p: o.cut for p, o in record.outputs.items()} == {p: o.cut for p, o in full.outputs.items()}
    assert sys.getrecursionlimit() == limit


def test_a_chain_is_followed_far_and_what_lies_beyond_is_counted() -> None:
    sources, _ = py_returns_in_a_chain()
    found = calls(sources)
    assert {"m10.py:t → m0.py:A.m", "m25.py:t → m0.py:A.m"} <= found
    cut = {path: output.cut for path, output in link(sources).outputs.items()}
    assert cut["m10.py"] == 0
    assert cut["m399.py"] > 0


def test_a_value_that_grows_without_end_stays_small() -> None:
    value: Inst | Box = Inst("a.py", 0)
    for _ in range(100):
        (value,) = bounded((Box("tuple", ((value,), (value, Ext("int")))),))  # type: ignore[assignment]
    assert len(repr(value)) < 40_000
    plain = (Box("dict", ((Ext("str"),), (Box("list", ((Inst("a.py", 0),),)),))), Ext("int"))
    assert bounded(plain) is plain
