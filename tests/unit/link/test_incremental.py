"""Promise 1 for the linker: re-linking a change gives what linking everything gives."""

from __future__ import annotations

import pytest
from histories import Step, edits, histories, trees, updates_equal_full
from hypothesis import given
from hypothesis import strategies as st
from memory import MemoryTree, link

from nexus_diff.link import link_change

NAMES = ("alpha", "beta", "gamma")
CLASSES = ("One", "Two")
PATHS = ("a.py", "b.py", "p/__init__.py", "p/c.py", "p/q/__init__.py", "p/d.py", "src/p/e.py", "tests/test_x.py")
MODULES = ("a", "b", "p", "p.c", "p.d", "p.q", "p.e")

name = st.sampled_from(NAMES)
cls = st.sampled_from(CLASSES)
module = st.sampled_from(MODULES)
expression = st.one_of(
    st.builds("{}()".format, name),
    st.builds("{}()".format, cls),
    st.builds("{}().{}()".format, cls, name),
    st.builds("x.{}()".format, name),
    st.builds("{}.{}()".format, st.sampled_from(["a", "b", "p", "c"]), name),
    st.builds("{}().{}().{}()".format, cls, name, name),
    st.just("x"),
    st.just("1"),
)
function = st.builds(
    "def {}(x{}){}:\n    y = {}\n    return {}\n".format,
    name,
    st.one_of(st.just(""), st.builds(": {}".format, cls), st.just("=None")),
    st.one_of(st.just(""), st.builds(" -> {}".format, cls)),
    expression,
    st.one_of(expression, st.just("y")),
)
method = st.builds(
    "    {}def {}(self{}):\n        self.attr = {}\n        return {}\n".format,
    st.sampled_from(["", "", "", "@property\n    ", "@staticmethod\n    "]),
    name,
    st.sampled_from(["", ", x=None"]),
    expression,
    st.one_of(
        expression, st.just("self"), st.builds("self.{}()".format, name), st.just("self.attr"), st.builds("super().{}()".format, name)
    ),
)
klass = st.builds(
    "class {}{}:\n    pass\n{}".format,
    cls,
    st.one_of(
        st.just(""),
        st.just("(Protocol)"),
        st.builds("({})".format, cls),
        st.builds("({}.{})".format, st.sampled_from(["a", "b", "p"]), cls),
    ),
    st.lists(method, max_size=3).map("".join),
)
importing = st.one_of(
    st.builds("from {} import {}\n".format, module, st.one_of(name, cls)),
    st.builds("from {} import {} as {}\n".format, module, name, name),
    st.builds("from {} import *\n".format, module),
    st.builds("import {}\n".format, module),
    st.builds("from . import {}\n".format, st.sampled_from(["c", "d", "q"])),
    st.builds("from .{} import {}\n".format, st.sampled_from(["c", "d", "q"]), st.one_of(name, cls)),
)
source = st.builds(
    lambda imports, parts, tail: "".join(imports) + "".join(parts) + tail,
    st.lists(importing, max_size=3),
    st.lists(st.one_of(function, klass), max_size=4),
    st.one_of(st.just(""), expression.map(lambda e: f"x = {e}\n"), st.just("__all__ = ['alpha']\n")),
)


@histories(100)
@given(trees(PATHS, source), edits(PATHS, source, st.one_of(function, klass, importing)))
def test_update_equals_full(sources: dict[str, str], steps: list[Step]) -> None:
    updates_equal_full(sources, steps, "#")


LARGE = {f"m{i}.py": f"from base import f\ndef g{i}(): f().run()\n" for i in range(20)} | {
    "base.py": "from deep import T\ndef f():\n    log('x')\n    return T()\n",
    "deep.py": "class T:\n    def run(self): return 1\n",
}


@pytest.mark.parametrize(
    ("path", "text", "relinked"),
    [
        ("base.py", "from deep import T\ndef f():\n    log('y', 2)\n    return T()\n", {"base.py"}),
        ("deep.py", "class T:\n    def run(self):\n        print(1)\n", {"deep.py"}),
        ("base.py", "\n\nfrom deep import T\ndef f():\n    log('x')\n    return T()\n", {"base.py"}),
        ("m3.py", "def g3(): pass\n", {"m3.py"}),
        ("new.py", "def other(): pass\n", {"new.py", ""}),
    ],
)
def test_early_cut_off(path: str, text: str, relinked: set[str]) -> None:
    before, after = MemoryTree(LARGE), MemoryTree(LARGE | {path: text})
    change = link_change(before, link(LARGE), after, before.changed(after))
    assert set(change.outputs) == relinked


def test_one_more_of_a_common_name_touches_no_caller() -> None:
    many = {f"c{i}.py": f"class C{i}:\n    def frob(self): pass\ndef f{i}(x): x.frob()\n" for i in range(5)}
    before, after = MemoryTree(many), MemoryTree(many | {"d.py": "class D:\n    def frob(self): pass\n"})
    change = link_change(before, link(many), after, before.changed(after))
    assert set(change.outputs) == {"d.py", ""}
    assert "name:python.m:frob" in change.hubs


def test_a_return_type_three_files_away() -> None:
    sources = {
        "a.py": "class A:\n    def m(self): pass\nclass B:\n    def m(self): pass\n",
        "b.py": "from a import A, B\ndef make(): return A()\n",
        "c.py": "from b import make\ndef again(): return make()\n",
        "d.py": "from c import again\ndef use(): again().m()\n",
    }
    before, after = MemoryTree(sources), MemoryTree(sources | {"b.py": "from a import A, B\ndef make(): return B()\n"})
    change = link_change(before, link(sources), after, before.changed(after))
    assert set(change.outputs) == {"b.py", "d.py"}


def test_an_attribute_given_to_an_object_later() -> None:
    sources = {
        "a.py": "class A:\n    pass\napp = A()\ndef make(): return app.build()\n",
        "b.py": "from a import make\ndef use(): make().run()\n",
        "c.py": "class C:\n    def run(self): pass\nclass D:\n    def run(self): pass\ndef build() -> C: ...\n",
    }
    later = sources | {"a.py": "from c import build\nclass A:\n    pass\napp = A()\napp.build = build\ndef make(): return app.build()\n"}
    before, after = MemoryTree(sources), MemoryTree(later)
    updated = link(sources).apply(link_change(before, link(sources), after, before.changed(after)))
    assert updated.graph() == link(later).graph()
