"""What must hold for breaking call sites whatever changes."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

PARAMS = st.sampled_from(["", "a", "a, b", "b, a", "a, b=1", "a, *, b", "*a", "**a", "a, /, b"])
ARGS = st.sampled_from(["", "1", "1, 2", "1, b=2", "*x", "**x", "a=1, b=2"])
NAMES = st.sampled_from(["f", "g", "h"])
functions = st.builds(
    lambda name, params, callee, args: f"def {name}({params}):\n    return {callee}({args})\n", NAMES, PARAMS, NAMES, ARGS
)
classes = st.builds(
    lambda name, base, method, params, args: (
        f"class {name}{base}:\n    def {method}(self, {params}):\n        return self.{method}({args})\n"
        if params
        else f"class {name}{base}:\n    {method} = 1\n"
    ),
    st.sampled_from(["A", "B"]),
    st.sampled_from(["", "(A)", "(B)", "(lib.A)"]),
    st.sampled_from(["m", "n", "__init__"]),
    PARAMS,
    ARGS,
)
imports = st.sampled_from(["from lib import f\n", "from lib import *\n", "import lib\nlib.g(1)\n", "from use import h as f\n", ""])
files = st.builds(lambda head, parts: head + "\n\n".join(parts), imports, st.lists(st.one_of(functions, classes), max_size=4))
trees = st.dictionaries(st.sampled_from(["lib.py", "use.py", "pkg/__init__.py"]), files, max_size=3)


@settings(max_examples=150, deadline=None)
@given(trees, trees)
def test_every_finding_is_a_line_of_head(broken, old, new):
    found = broken(old, new)
    assert found == broken(dict(reversed(old.items())), dict(reversed(new.items())))
    for text in found:
        path, line = text.lstrip("+").split()[0].rsplit(":", 1)
        assert 1 <= int(line) <= new[path].count("\n") + 1


@settings(max_examples=40, deadline=None)
@given(trees)
def test_comments_break_nothing(broken, tree):
    assert broken(tree, {path: "# above\n" + text + "\n# below\n" for path, text in tree.items()}) == []
