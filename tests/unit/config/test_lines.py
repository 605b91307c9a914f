"""The scanner that knows on which line a key stands."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nexus_diff.config.lines import MAX_DEPTH, TooDeep, key_lines, line_of

TEXT = '''# a comment with [brackets] and key = 1
top = 1
"quoted key"."in\\u0074o" = 'x # no comment'
a.b.c = 2

[ server . "web" ]   # header
port = 80
names = [ # comment ]
  "one", # two = 3
  """
  three = [
  """, 'four',
  { x = 1, y = { z = [2,
  3] } },
]
text = """
[no.table]
also = "no key" \\""" still
"""""
after = 1
raw = \'\'\'
[nor.this]
\'\'\'
last = { a.b = 1 }
[[item]]
name = "a"
[item.sub]
deep = 1
[[item]]
name = "b"
'''

EXPECTED = {
    ("top",): 2,
    ("quoted key", "into"): 3,
    ("a", "b", "c"): 4,
    ("server", "web"): 6,
    ("server", "web", "port"): 7,
    ("server", "web", "names"): 8,
    ("server", "web", "names", 0): 9,
    ("server", "web", "names", 1): 10,
    ("server", "web", "names", 2): 12,
    ("server", "web", "names", 3, "x"): 13,
    ("server", "web", "names", 3, "y", "z", 1): 14,
    ("server", "web", "text"): 16,
    ("server", "web", "after"): 20,
    ("server", "web", "raw"): 21,
    ("server", "web", "last", "a", "b"): 24,
    ("item", 0, "name"): 26,
    ("item", 0, "sub", "deep"): 28,
    ("item", 1): 29,
    ("item", 1, "name"): 30,
}


def test_lines_of_all_forms() -> None:
    lines = key_lines(TEXT)
    assert {path: lines.get(path) for path in EXPECTED} == EXPECTED
    assert not any("no" in path or "nor" in path or "also" in path for path in lines)


def test_an_unknown_path_has_the_line_of_its_table() -> None:
    lines = key_lines(TEXT)
    assert line_of(lines, ("server", "web", "nothing", 3)) == 6
    assert line_of(lines, ("nowhere",)) == 1


@pytest.mark.parametrize("text", ["a = " + "[" * (MAX_DEPTH + 2), "\n\na" + ".a" * MAX_DEPTH, "[a" + ".a" * MAX_DEPTH])
def test_too_deep(text: str) -> None:
    with pytest.raises(TooDeep) as caught:
        key_lines(text)
    assert caught.value.line == text.count("\n") + 1


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="ab.=[]{},\"'#\\\n\r\t 1", max_size=60))
def test_never_fails_on_anything(text: str) -> None:
    lines = key_lines(text)
    assert all(1 <= line <= text.count("\n") + 1 for line in lines.values())


KEYS = st.sampled_from(["a", "b-c", "0", '"x.y"', "'q # r'"])
SCALARS = st.sampled_from(["1", "true", '"s = [1]"', "'# no'", '"""\nx = 1\n"""', "1979-05-27"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3).map(lambda items: "[\n" + ", # c\n".join(items) + "\n]"),
    max_leaves=5,
)


@settings(max_examples=150, deadline=None)
@given(st.lists(VALUES, min_size=1, max_size=6), st.data())
def test_each_key_of_generated_files_is_found_on_its_line(values: list[str], data: st.DataObject) -> None:
    text, expected = "", {}
    for number, value in enumerate(values):
        key = data.draw(KEYS)
        expected[f"t{number}", key.strip("\"'")] = text.count("\n") + 2
        text += f"[t{number}]\n{key} = {value}\n"
    lines = key_lines(text)
    assert {path: lines[path] for path in expected} == expected
