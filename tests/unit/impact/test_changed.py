"""Two versions of source text → kinds of change. Expected: "<all kinds that hold> <qualified name>" of every changed symbol."""

from __future__ import annotations

import textwrap

import pytest

HELPERS = """
def one(x):
    return x + 1


def two(x, y):
    total = x * y
    return total - 1


class Box:
    size = 3

    def __init__(self, size):
        self.size = size

    def grow(self, by):
        self.size += by
        return self
"""


def told(comparison) -> list[str]:
    return sorted(f"{'+'.join(symbol.changes)} {symbol.qualified_name}" for symbol in comparison.symbols)


def edit(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


PYTHON = {
    "nothing": ([], []),
    "body": ([("x + 1", "x + 2")], ["modified one"]),
    "body of a method": ([("self.size += by", "self.size -= by")], ["modified Box.grow"]),
    "parameter": ([("def two(x, y)", "def two(x, y, z=0)")], ["signature two"]),
    "parameter and body": ([("def two(x, y)", "def two(x, y, z=0)"), ("x * y", "x * y * z")], ["signature+modified two"]),
    "default value": ([("def two(x, y)", "def two(x, y=1)")], ["signature two"]),
    "async": ([("def one(x)", "async def one(x)")], ["signature one"]),
    "decorator": ([("def one(x)", "@cached\ndef one(x)")], ["signature one"]),
    "comment in a body": ([("    return x + 1", "    # why\n    return x + 1")], ["comment one"]),
    "comment behind code": ([("return x + 1", "return x + 1  # why")], ["comment one"]),
    "comment above": ([("def two", "# two things\ndef two")], ["comment two"]),
    "docstring": ([("    return x + 1", '    """Adds."""\n    return x + 1')], ["comment one"]),
    "layout": ([("x * y", "(\n        x * y\n    )")], ["comment two"]),
    "white space": ([("def two(x, y)", "def two(x,  y)")], ["comment two"]),
    "comment in a class": ([("    size = 3", "    # how big\n    size = 3")], ["comment Box"]),
    "module comment": ([("\ndef one", "# about\n\ndef one")], ["comment a.py"]),
    "field": ([("    size = 3", "    size = 4")], ["modified Box"]),
    "base class": ([("class Box:", "class Box(Base):")], ["signature Box"]),
    "method added": ([("    def grow", "    def shrink(self):\n        self.size = 0\n\n    def grow")], ["added Box.shrink"]),
    "method deleted": ([("    def grow(self, by):\n        self.size += by\n        return self\n", "")], ["deleted Box.grow"]),
    "function added": ([("\nclass Box", "\ndef three():\n    return 3\n\n\nclass Box")], ["added three"]),
    "function deleted": ([("def one(x):\n    return x + 1\n\n\n", "")], ["deleted one"]),
    "function renamed": ([("def two(", "def product(")], ["renamed product"]),
    "short function renamed": ([("def one(", "def first(")], ["renamed first"]),
    "method renamed": ([("def grow(", "def widen(")], ["renamed Box.widen"]),
    "class renamed": ([("class Box:", "class Crate:")], ["renamed Crate"]),
    "class renamed and a method edited": (
        [("class Box:", "class Crate:"), ("self.size += by", "self.size -= by")],
        ["modified Crate.grow", "renamed Crate"],
    ),
    "renamed and edited": ([("def two(", "def product("), ("total - 1", "total - 2")], ["added product", "deleted two"]),
    "function moved up": (
        [("def one(x):\n    return x + 1\n\n\n", ""), ("\nclass Box", "\ndef one(x):\n    return x + 1\n\n\nclass Box")],
        ["comment a.py"],
    ),
    "constant added": ([("\ndef one", "\nLIMIT = 10\n\n\ndef one")], ["added LIMIT"]),
    "import added": ([("\ndef one", "\nimport os\n\n\ndef one")], ["modified a.py"]),
    "module code": ([("\ndef one", "\nprint('loaded')\n\n\ndef one")], ["modified a.py"]),
    "class to function": ([(HELPERS[HELPERS.index("class") :], "def Box():\n    return 1\n")], [
        "deleted Box.__init__",
        "deleted Box.grow",
        "signature+modified Box",
    ]),
}  # fmt: skip


@pytest.mark.parametrize("case", PYTHON)
def test_python_edits(compared, case):
    changes, expected = PYTHON[case]
    found = compared({"a.py": HELPERS}, {"a.py": edit(HELPERS, *changes)})
    assert told(found) == sorted(expected)


@pytest.mark.parametrize("case", [case for case in PYTHON if case != "nothing"])
def test_seeds_are_what_may_have_an_effect(compared, case):
    found = compared({"a.py": HELPERS}, {"a.py": edit(HELPERS, *PYTHON[case][0])})
    assert {seed.via for seed in found.seeds} == {s.id for s in found.symbols if set(s.changes) - {"comment", "renamed", "moved"}}


NESTED = """
def outer(x):
    def inner(y):
        return y + 1

    return inner(x)
"""

NESTED_EDITS = {
    "the inner function": ([("y + 1", "y + 2")], ["modified outer.inner"]),
    "the outer function": ([("inner(x)", "inner(x + 1)")], ["modified outer"]),
    "both": ([("y + 1", "y + 2"), ("inner(x)", "inner(x + 1)")], ["modified outer", "modified outer.inner"]),
    "a comment inside": ([("        return y", "        # more\n        return y")], ["comment outer.inner"]),
}


@pytest.mark.parametrize("case", NESTED_EDITS)
def test_a_change_belongs_to_the_innermost_symbol(compared, case):
    changes, expected = NESTED_EDITS[case]
    assert told(compared({"a.py": NESTED}, {"a.py": edit(NESTED, *changes)})) == expected


CODE = """
export interface Shape { area(): number; name: string }

export const LIMIT = 10;

export function scale(shape: Shape, by: number): number {
  const area = shape.area();
  return area * by;
}

export const twice = (x: number) => {
  return x * 2;
};

export class Circle implements Shape {
  name = 'circle';

  constructor(private radius: number) {}

  area(): number {
    return 3 * this.radius;
  }
}
"""

TYPESCRIPT = {
    "body": ([("area * by", "area / by")], ["modified scale"]),
    "arrow body": ([("x * 2", "x * 3")], ["modified twice"]),
    "method body": ([("3 * this", "4 * this")], ["modified Circle.area"]),
    "parameter type": ([("by: number)", "by: bigint)")], ["signature scale"]),
    "optional parameter": ([("by: number)", "by?: number)")], ["signature scale"]),
    "return type": ([("by: number): number", "by: number): bigint")], ["signature scale"]),
    "no longer exported": ([("export function scale", "function scale")], ["signature scale"]),
    "constant": ([("LIMIT = 10", "LIMIT = 11")], ["modified LIMIT"]),
    "renamed": ([("function scale", "function stretch")], ["renamed stretch"]),
    "comment": ([("  return x * 2", "  // why\n  return x * 2")], ["comment twice"]),
    "block comment": ([("  area(): number {", "  /** The area. */\n  area(): number {")], ["comment Circle.area"]),
    "quotes": ([("'circle'", '"circle"')], ["comment Circle"]),
    "field": ([("'circle'", "'disc'")], ["modified Circle"]),
    "import": ([("\nexport interface", "import { x } from './x';\n\nexport interface")], ["modified a.ts"]),
}


@pytest.mark.parametrize("case", TYPESCRIPT)
def test_typescript_edits(compared, case):
    changes, expected = TYPESCRIPT[case]
    assert told(compared({"a.ts": CODE}, {"a.ts": edit(CODE, *changes)})) == expected


class TestFiles:
    def test_added_and_deleted(self, compared):
        text = "def f(x):\n    return x\n"
        added = compared({}, {"a.py": text})
        assert told(added) == ["added a.py", "added f"]
        assert {(seed.base, seed.head) for seed in added.seeds} == {("", "File:a.py"), ("", "Function:a.py:f")}
        deleted = compared({"a.py": text}, {})
        assert told(deleted) == ["deleted a.py", "deleted f"]
        assert {(seed.base, seed.head) for seed in deleted.seeds} == {("File:a.py", ""), ("Function:a.py:f", "")}

    def test_a_renamed_file_moves_its_symbols_and_nothing_else(self, compared):
        found = compared({"a.py": HELPERS}, {"b.py": HELPERS}, {"b.py": "a.py"})
        assert told(found) == ["moved Box", "moved Box.__init__", "moved Box.grow", "moved one", "moved two", "renamed b.py"]
        assert found.seeds == ()
        assert found.renames["Method:a.py:Box.grow"] == "Method:b.py:Box.grow"
        moved = next(symbol for symbol in found.symbols if symbol.name == "two")
        assert (moved.file, moved.old.file, moved.old.name, moved.old.start_line) == ("b.py", "a.py", "two", 6)
        assert "moved with its file" in moved.details

    def test_a_renamed_file_with_an_edit(self, compared):
        found = compared({"a.py": HELPERS}, {"x/a.py": edit(HELPERS, ("x + 1", "x + 2"))}, {"x/a.py": "a.py"})
        assert told(found) == ["moved Box", "moved Box.__init__", "moved Box.grow", "moved two", "moved x/a.py", "moved+modified one"]
        assert [(seed.base, seed.head) for seed in found.seeds] == [("Function:a.py:one", "Function:x/a.py:one")]

    def test_deleted_here_and_added_there_without_a_rename_known_to_git(self, compared):
        found = compared({"a.py": HELPERS}, {"b.py": HELPERS})
        assert told(found) == ["added b.py", "deleted a.py", "moved Box", "moved Box.__init__", "moved Box.grow", "moved one", "moved two"]

    def test_parsed_on_one_side_only(self, compared):
        for old, new in ((HELPERS, None), (None, HELPERS)):
            found = compared({"a.py": old}, {"a.py": new})
            assert told(found) == ["modified a.py"]
            assert found.symbols[0].details == ("was parsed on one side only: its symbols are not compared",)
            assert [(seed.base, seed.head) for seed in found.seeds] == [("File:a.py", "File:a.py")]

    def test_an_empty_file_that_gets_its_first_function(self, compared):
        assert told(compared({"a.py": ""}, {"a.py": "def f():\n    return 1\n"})) == ["added f"]

    def test_renamed_to_what_is_no_code(self, compared):
        found = compared({"a.py": HELPERS}, {"a.txt": HELPERS}, {"a.txt": "a.py"})
        assert {symbol.change for symbol in found.symbols} == {"deleted"}

    def test_what_is_no_code_is_no_symbol(self, compared):
        assert compared({"README.md": "a"}, {"README.md": "b"}).symbols == ()

    def test_marks_are_details(self, compared):
        found = compared({"a.py": "def f(): return 1\n"}, {"a.py": "def f(): return 2\n"}, marks=frozenset({"generated"}))
        assert found.symbols[0].details == ("generated file",)


class TestMoves:
    def test_a_function_to_another_file(self, compared):
        rest = edit(HELPERS, ("def two(x, y):\n    total = x * y\n    return total - 1\n\n\n", ""))
        moved = "def two(x, y):\n    total = x * y\n    return total - 1\n"
        found = compared({"a.py": HELPERS, "b.py": "import a\n"}, {"a.py": rest, "b.py": "import a\n\n\n" + moved})
        assert told(found) == ["moved two"]
        assert (found.symbols[0].file, found.symbols[0].old.file, found.seeds) == ("b.py", "a.py", ())

    def test_a_class_takes_its_methods_along(self, compared):
        head, _, box = HELPERS.partition("class Box")
        found = compared({"a.py": HELPERS, "b.py": "import a\n"}, {"a.py": head, "b.py": "class Box" + box + "\n\nimport a\n"})
        assert told(found) == ["moved Box", "moved Box.__init__", "moved Box.grow"]
        assert next(s for s in found.symbols if s.name == "grow").details == ("moved with `Box`",)

    def test_a_method_to_another_class(self, compared):
        method = "    def grow(self, by):\n        self.size += by\n        self.count += 1\n        return self\n"
        old = f"class A:\n    x = 1\n\n{method}\n\nclass B:\n    y = 1\n"
        new = f"class A:\n    x = 1\n\n\nclass B:\n    y = 1\n\n{method}"
        found = compared({"a.py": old}, {"a.py": new})
        assert told(found) == ["moved B.grow"]
        assert found.symbols[0].details == ("moved out of `A`",)

    def test_moved_and_renamed_needs_a_body_that_says_something(self, compared):
        long = "def {}(x):\n    y = x + 1\n    z = y * 2\n    return z - y\n"
        found = compared({"a.py": long.format("f"), "b.py": "X = 1\n"}, {"a.py": "", "b.py": long.format("g") + "\n\nX = 1\n"})
        assert told(found) == ["moved+renamed g"]
        short = "def {}():\n    return None\n"
        found = compared({"a.py": short.format("f"), "b.py": "X = 1\n"}, {"a.py": "", "b.py": short.format("g") + "\n\nX = 1\n"})
        assert told(found) == ["added g", "deleted f"]

    def test_an_edited_function_moves_with_the_rest(self, compared):
        found = compared({"a.py": HELPERS}, {"b.py": edit(HELPERS, ("total - 1", "total - 2"))})
        assert "moved+modified two" in told(found)

    def test_an_edited_function_of_the_same_name_alone_is_another_one(self, compared):
        old, new = "def main():\n    return 1\n", "def main():\n    return 2\n"
        assert told(compared({"a.py": old}, {"b.py": new})) == ["added b.py", "added main", "deleted a.py", "deleted main"]


class TestRenames:
    LONG = "def {}(x):\n    if x < 2:\n        return 1\n    a = {}(x - 1)\n    b = {}(x - 2)\n    c = a + b\n    print(c)\n    return c\n"

    def test_a_recursive_function_keeps_most_of_its_lines(self, compared):
        found = compared({"a.py": self.LONG.format(*["fib"] * 3)}, {"a.py": self.LONG.format(*["series"] * 3)})
        assert told(found) == ["renamed+modified series"]
        assert [(seed.base, seed.head) for seed in found.seeds] == [("Function:a.py:fib", "Function:a.py:series")]

    def test_a_short_recursive_function_next_to_the_same_neighbour(self, compared):
        text = "def keep(x):\n    return x * 3\n\n\ndef {0}(n):\n    return n and {0}(n - 1)\n"
        found = compared({"a.py": text.format("count")}, {"a.py": text.format("countdown")})
        assert told(found) == ["renamed+modified countdown"]

    def test_another_function_in_its_place_is_no_rename(self, compared):
        old = "def keep(x):\n    return x * 3\n\n\ndef load(path):\n    return open(path)\n"
        new = "def keep(x):\n    return x * 3\n\n\ndef parse(text):\n    return text.split()\n"
        assert told(compared({"a.py": old}, {"a.py": new})) == ["added parse", "deleted load"]

    def test_equal_trivial_bodies_prove_nothing(self, compared):
        old = "class A:\n    def a(self):\n        pass\n\n    def b(self):\n        pass\n"
        new = "class A:\n    def c(self):\n        pass\n\n    def d(self):\n        pass\n"
        assert told(compared({"a.py": old}, {"a.py": new})) == ["added A.c", "added A.d", "deleted A.a", "deleted A.b"]

    def test_a_constant_with_the_same_value_is_another_one(self, compared):
        assert told(compared({"a.py": "TIMEOUT = 30\n"}, {"a.py": "RETRIES = 30\n"})) == ["added RETRIES", "deleted TIMEOUT"]

    def test_a_constant_under_a_similar_name(self, compared):
        assert told(compared({"a.py": "TIMEOUT = 30\n"}, {"a.py": "TIMEOUTS = 30\n"})) == ["renamed TIMEOUTS"]

    def test_a_class_with_most_members_the_same(self, compared):
        members = "".join(f"    def m{n}(self, x):\n        y = x + {n}\n        z = y * {n}\n        return z\n\n" for n in range(4))
        old, new = "class A:\n" + members, "class Other:\n" + members.replace("x + 3", "x - 3") + "    def extra(self):\n        return 1\n"
        found = compared({"a.py": old}, {"b.py": new})
        assert [text for text in told(found) if not text.startswith("moved Other.")] == [
            "added Other.extra",
            "added b.py",
            "deleted a.py",
            "moved+modified Other.m3",
            "moved+renamed Other",
        ]

    def test_a_private_name_is_a_rename_and_no_more(self, compared):
        found = compared({"a.py": HELPERS}, {"a.py": edit(HELPERS, ("def two(", "def _two("))})
        assert (told(found), found.seeds) == (["renamed _two"], ())


class TestDuplicates:
    TEXT = "if old:\n    def f(x):\n        return x + 1\nelse:\n    def f(x):\n        return x + 2\n"

    def test_the_edited_one_is_found(self, compared):
        found = compared({"a.py": self.TEXT}, {"a.py": edit(self.TEXT, ("x + 2", "x + 3"))})
        assert [symbol.id for symbol in found.symbols if symbol.kind == "function"] == ["Function:a.py:f#2"]

    def test_a_new_one_in_front(self, compared):
        text = "if new:\n    def f(x):\n        return x\n" + self.TEXT.replace("if old", "elif old")
        found = compared({"a.py": self.TEXT}, {"a.py": text})
        assert [text for text in told(found) if not text.endswith("a.py")] == ["added f"]
        assert found.renames == {"Function:a.py:f": "Function:a.py:f#2", "Function:a.py:f#2": "Function:a.py:f#3"}

    def test_getter_and_setter(self, compared):
        setter = "    @x.setter\n    def x(self, value):\n        self._x = value\n"
        text = "class A:\n    @property\n    def x(self):\n        return 1\n\n" + setter
        found = compared({"a.py": text}, {"a.py": edit(text, ("self._x = value", "self._x = 2"))})
        assert [(s.id, s.changes) for s in found.symbols] == [("Method:a.py:A.x#2", ("modified",))]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("def f(a): pass", "def f(a, b): pass", "parameter `b` added without default"),
        ("def f(a): pass", "def f(a, b=1): pass", "parameter `b` added with default"),
        ("def f(a, b): pass", "def f(a): pass", "parameter `b` removed"),
        ("def f(a, b): pass", "def f(a, c): pass", "parameter `b` renamed to `c`"),
        ("def f(a, b): pass", "def f(b, a): pass", "parameters reordered: `a, b` is now `b, a`"),
        ("def f(a): pass", "def f(*a): pass", "parameter `a` is now the rest of the arguments"),
        ("def f(a): pass", "def f(*, a): pass", "parameter `a` is now keyword only"),
        ("def f(a): pass", "def f(a, **kw): pass", "parameter `**kw` added"),
        ("def f(a): pass", "def f(a=1): pass", "default of parameter `a` added"),
        ("def f(a=1): pass", "def f(a): pass", "default of parameter `a` removed"),
        ("def f(a='x'): pass", "def f(a='y'): pass", "default of parameter `a` changed"),
        ("def f(a=1): pass", "def f(a=2): pass", "default of parameter `a` changed"),
        ("def f(a: int): pass", "def f(a: str): pass", "type of parameter `a` changed from `int` to `str`"),
        ("def f(a): pass", "def f(a: list[str]): pass", "type of parameter `a` `list[str]` added"),
        ("def f() -> int: pass", "def f() -> int | None: pass", "return type changed from `int` to `int | None`"),
        ("def f(): pass", "def f() -> int: pass", "return type `int` added"),
        ("def f(): pass", "async def f(): pass", "is now async"),
        ("@a\ndef f(): pass", "@b\ndef f(): pass", ("decorator `a` removed", "decorator `b` added")),
        ("@a('x')\ndef f(): pass", "@a('y')\ndef f(): pass", ("decorator `a('x')` removed", "decorator `a('y')` added")),
        ("class f(A): pass", "class f(A, B): pass", "base `B` added"),
        ("class f(A, B): pass", "class f(B, A): pass", "bases reordered"),
    ],
)
def test_details_of_a_declaration(compared, old, new, expected):
    found = next(symbol for symbol in compared({"a.py": old + "\n"}, {"a.py": new + "\n"}).symbols if symbol.name == "f")
    assert (found.change, found.details) == ("signature", expected if isinstance(expected, tuple) else (expected,))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("import a\nimport b\n", "import a\n", "import of `b` removed"),
        ("import a\n", "import a\nfrom x import y\n", "import of `y` from `x` added"),
        ("print(1)\n", "print(x)\n", "module code changed"),
    ],
)
def test_details_of_module_code(compared, old, new, expected):
    found = compared({"a.py": old}, {"a.py": new}).symbols
    assert [(one.kind, one.change, one.details) for one in found] == [("file", "modified", (expected,))]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("X = 1\n", "X = 1\n\n\ndef f():\n    return 1\n", ["added f"]),
        ("import a\nimport b\n", "import a\n\n\ndef f():\n    return 1\n\n\nimport b\n", ["added f"]),
        ("run()\nstop()\n", "run()\n@d\ndef f():\n    return 1\nstop()\n", ["added f"]),
        ("", "def f():\n    return 1\n", ["added f"]),
        ("class A:\n    x = 1\n    y = 2\n", "class A:\n    x = 1\n\n    def f(self):\n        return 1\n\n    y = 2\n", ["added A.f"]),
        ("if a:\n    run()\nstop()\n", "if a:\n    run()\n    stop()\n", ["modified a.py"]),
    ],
)
def test_where_definitions_stand_among_module_code_is_no_change_of_it(compared, old, new, expected):
    assert told(compared({"a.py": old}, {"a.py": new})) == expected


@pytest.mark.parametrize("comment", ["# why", "  # why", "# why\n\n# and how", "        # why"])
def test_a_comment_between_a_decorator_and_its_function(compared, comment):
    old = "class A:\n    @dec\n    @other(\n        1,\n    )\n    def f(self):\n        return 1\n\n    x = 2\n"
    found = compared({"a.py": old}, {"a.py": old.replace("    def", f"{comment}\n    def")})
    assert ({symbol.change for symbol in found.symbols}, found.seeds) == ({"comment"}, ())


def test_importers_are_reached_by_code_that_runs_on_import_only(compared):
    assert [seed.importers for seed in compared({"a.py": "import a\n"}, {"a.py": "import b\n"}).seeds] == [False]
    assert [seed.importers for seed in compared({"a.py": "run(1)\n"}, {"a.py": "run(x)\n"}).seeds] == [True]


@pytest.mark.parametrize(
    ("path", "text", "added", "deleted"),
    [
        ("a.py", "run(1)\n", True, True),
        ("a.ts", "run(1)\n", True, True),
        ("a/pay.go", "package a\n\nvar _ = run(1)\n", False, False),
        ("a/Pay.java", "package a;\nclass Pay {}\n", False, False),
        ("Pay.cs", "namespace A;\nclass Pay {}\n", False, False),
        ("pay.h", "int net(int n);\n", False, True),
        ("pay.rs", "pub fn net() {}\n", False, True),
    ],
)
def test_importers_are_reached_by_files_that_come_or_go_where_that_concerns_them(compared, path, text, added, deleted):
    for old, new, expected in (({}, {path: text}, added), ({path: text}, {}, deleted)):
        found = compared(old, new)
        assert [seed.importers for seed in found.seeds if seed.via.startswith("File:")] == [expected]


@pytest.mark.parametrize(
    ("path", "old", "new", "inward"),
    [
        ("A.java", "private int x;", "private int x;\n private int y;", True),
        ("A.java", "private int x;\n private int y;", "private int x;", True),
        ("A.java", "private int x;", "private int x; private A y = new A();", True),
        ("A.cs", "private int x;", "private int x; private int y;", True),
        ("a.ts", "private x = 1;", "private x = 1; private y = 2;", True),
        ("A.java", "private int x;", "private int x; int y;", True),
        ("A.java", "private int x; int y;", "private int x;", True),
        ("a.c", "int x;", "int x;\n int y;", True),
        ("a.c", "int x;\n struct B *y;", "int x;", True),
        ("a.c", "int x;", "long x;", False),
        ("a.cc", "int x;", "int x;\n int y = 2;", True),
        ("a.cc", "int x;", "int x; void f();", False),
        ("a.go", "x int", "x int\n Y int", True),
        ("a.rs", "x: u8,", "x: u8,\n pub y: u8", True),
        ("a.ts", "private x = 1;", "private x = 1; y = 2;", False),
        ("A.java", "private int x = 1;", "private int x = 2;", True),
        ("A.java", "private final int x = f();", "public final int x = f();", True),
        ("A.java", "private int x = 1; int y;", "private long x = 1; int y; int z;", True),
        ("A.cs", "private int x;", "private long x; private int y;", True),
        ("A.java", "int x = 1;", "int x = 2;", False),
        ("A.java", "int x;", "private int x;", False),
        ("A.java", "private int x; int y;", "private long x; long y;", False),
        ("A.java", "private int x;", "private int x;\n private int y;\n static { run(); }", False),
        ("A.java", "private int x;", "private int x; private void f() {}", None),
    ],
)
def test_fields_that_come_or_go_or_were_private_concern_nobody_who_names_the_type(compared, path, old, new, inward):
    begins = {"ts": "export class A", "c": "struct A", "cc": "class A", "go": "package a; type A struct", "rs": "pub struct A"}
    around = begins.get(path.partition(".")[2], "public class A") + " {{\n {}\n}};\n"
    found = compared({path: around.format(old)}, {path: around.format(new)})
    assert [seed.inward for seed in found.seeds if seed.via.startswith("Class:")] == ([] if inward is None else [inward])


def test_lines_are_those_of_head_and_of_base_for_what_is_gone(compared):
    old, new = "def f():\n    return 1\n\n\ndef g():\n    return 2\n", "X = 1\n\n\ndef f():\n    return 3\n"
    lines = {s.name: (s.start_line, s.end_line) for s in compared({"a.py": old}, {"a.py": new}).symbols}
    assert lines == {"X": (1, 1), "f": (4, 5), "g": (5, 6)}


def test_the_order_is_by_file_and_line(compared):
    old = {"b.py": HELPERS, "a.py": HELPERS}
    new = {path: textwrap.dedent(text).replace("x", "xx").replace("by", "bye") for path, text in old.items()}
    found = [(symbol.file, symbol.start_line) for symbol in compared(old, new).symbols]
    assert found == sorted(found)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("    a = 1\n    b = 2\n", "    a = 1\n    b = 3\n", "field `b` changed"),
        ("    a = 1\n", "    a = 1\n    b = 2\n", "field `b` added"),
        ("    a = 1\n    b = 2\n", "    a = 1\n", "field `b` removed"),
        ("    a: int\n", "    a: str\n", "field `a` changed"),
    ],
)
def test_details_of_a_class(compared, old, new, expected):
    found = compared({"a.py": "class A:\n" + old}, {"a.py": "class A:\n" + new}).symbols
    assert [(one.kind, one.change, one.details) for one in found] == [("class", "modified", (expected,))]


def test_one_of_several_of_a_name(compared):
    """Overloads, and sections for one platform each: a reader must not take the name for gone."""
    one, two = "class A {\n  int f(int a) { return a; }\n", "  int f(int a, int b) { return a * b + 17; }\n"
    details = {}
    for old, new in ((one + two, one), (one, one + two), (one + two, "class A {\n")):
        found = compared({"A.java": old + "}\n"}, {"A.java": new + "}\n"})
        details[len(old), len(new)] = [(symbol.change, symbol.details) for symbol in found.symbols if symbol.name == "f"]
    assert list(details.values()) == [
        [("deleted", ("one of several of this name, others stay",))],
        [("added", ("one of several of this name, others were there",))],
        [("deleted", ()), ("deleted", ())],
    ]
