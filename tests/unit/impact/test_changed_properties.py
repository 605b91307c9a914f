"""What must hold for every pair of versions."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nexus_diff.impact import CHANGE_ORDER

SOURCE = '''
"""About this module."""
import os
from x import y


LIMIT = 10


@cached
def one(x, *, deep=False):
    """Says something."""
    if x:
        return [
            x + 1,
            LIMIT,
        ]
    return one(x - 1)


class Box(Base):
    size = 3

    @property
    def area(self):
        return self.size ** 2

    def grow(self, by):
        def step(n):
            return n + by

        self.size = step(self.size)
        return self


if LIMIT:
    print("loaded")
'''
LINES = SOURCE.splitlines()
IN_STRINGS = {number for number, line in enumerate(LINES) if '"""' in line}

FUNCTION = "def {name}({params}):\n    value = {first}\n    if value:\n        return {second}\n    return value\n"
functions = st.builds(
    FUNCTION.format,
    name=st.sampled_from(["load", "save", "store", "stored", "find", "find_all"]),
    params=st.sampled_from(["", "a", "a, b", "a, b=1"]),
    first=st.sampled_from(["1", "open('x')", "call(1, 2)"]),
    second=st.sampled_from(["2", "value + 1", "other(value)"]),
)
classes = st.builds(
    lambda name, methods: (
        f"class {name}:\n    size = 1\n\n" + "\n".join("    " + m.strip().replace("\n", "\n    ") + "\n" for m in methods)
    ),
    st.sampled_from(["Box", "Crate", "Case"]),
    st.lists(functions, max_size=3),
)
texts = st.lists(st.one_of(functions, classes), max_size=4).map("\n\n".join)
trees = st.dictionaries(st.sampled_from(["a.py", "b.py", "c/d.py"]), texts, max_size=3)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, len(LINES) - 1), st.sampled_from(["above", "behind", "blank", "indented"])), min_size=1, max_size=6)
)
def test_comments_and_empty_lines_have_no_effect(compared, edits):
    lines = [[line] for line in LINES]
    for number, how in edits:
        if how == "behind" and number not in IN_STRINGS and lines[number][-1]:
            lines[number][-1] += "  # noted"
        elif how == "above" and not LINES[number - 1].lstrip().startswith("@"):
            lines[number].insert(0, "# a note")
        elif how == "indented":
            lines[number].insert(0, " " * 8 + "# a note")
        elif how == "blank":
            lines[number].insert(0, "")
    found = compared({"a.py": SOURCE}, {"a.py": "\n".join(line for group in lines for line in group) + "\n"})
    assert {change for symbol in found.symbols for change in symbol.changes} <= {"comment"}
    assert found.seeds == ()
    assert found.renames == {}


@settings(max_examples=60, deadline=None)
@given(trees)
def test_nothing_differs_from_itself(compared, tree):
    found = compared(tree, {path: text + "\n# end\n" for path, text in tree.items()})
    assert {change for symbol in found.symbols for change in symbol.changes} <= {"comment"}
    assert (found.seeds, found.renames) == ((), {})


@settings(max_examples=200, deadline=None)
@given(trees, trees)
def test_every_symbol_is_accounted_for_once(compared, old, new):
    found = compared(old, new)
    for symbol in found.symbols:
        assert symbol.changes == tuple(change for change in CHANGE_ORDER if change in symbol.changes)
        assert symbol.change == symbol.changes[0]
        assert (symbol.old is not None) == bool({"moved", "renamed"} & set(symbol.changes))
    assert len({(symbol.id, symbol.change == "deleted") for symbol in found.symbols}) == len(found.symbols)
    assert len(set(found.renames.values())) == len(found.renames)
    lost = {change.base.node.id for change in found.changes if change.symbol.change == "deleted" and change.base}
    assert not lost & found.renames.keys()
    assert [(s.file, s.start_line, s.id) for s in found.symbols] == sorted((s.file, s.start_line, s.id) for s in found.symbols)
    told = {symbol.id for symbol in found.symbols}
    assert {seed.via for seed in found.seeds} <= told


@settings(max_examples=100, deadline=None)
@given(trees, trees)
def test_backwards_added_is_deleted(compared, old, new):
    there, back = compared(old, new), compared(old, new, backwards=True)
    assert {s.id for s in there.symbols if s.change == "added"} == {s.id for s in back.symbols if s.change == "deleted"}
    assert there.renames == {new_id: old_id for old_id, new_id in back.renames.items()}


@settings(max_examples=60, deadline=None)
@given(trees, trees)
def test_the_order_of_the_files_does_not_matter(compared, old, new):
    assert compared(old, new) == compared(dict(reversed(old.items())), dict(reversed(new.items())))


def test_a_large_file_is_no_trouble(compared):
    old = "\n\n".join(FUNCTION.format(name=f"old_{n}", params="a", first=f"call({n})", second=f"a + {n}") for n in range(120))
    new = "\n\n".join(FUNCTION.format(name=f"new_{n}", params="b", first=f"call(0, {n})", second=f"b - {n}") for n in range(120))
    found = compared({"a.py": old}, {"a.py": new})
    assert {symbol.change for symbol in found.symbols} <= {"added", "deleted", "renamed"}


@pytest.mark.parametrize("path", ["a b.py", "ü.py", "dir.x/a:b.py"])
def test_odd_paths(compared, path):
    found = compared({path: "def f():\n    return 1\n"}, {path: "def f():\n    return 2\n"})
    assert [symbol.id for symbol in found.symbols] == [f"Function:{path}:f"]
