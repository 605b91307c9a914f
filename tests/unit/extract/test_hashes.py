"""Syntax hashes: blind to comments, documentation and layout, and to nothing else."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

import nexus_diff
from nexus_diff.extract import extract
from nexus_diff.extract.hashing import _macro_text
from nexus_diff.languages.python import PYTHON
from nexus_diff.model.facts import FileFacts


def facts(text: str) -> FileFacts:
    return extract(text.encode(), PYTHON)


def hashes(text: str) -> dict[str, tuple[str, str, str]]:
    found = facts(text)
    named = {"": (found.file_hash, "", "")}
    for made, span in zip(found.definitions, found.spans, strict=True):
        named[made.qualified] = (span.body_hash, span.signature_hash, span.own_hash)
    return named


SAME = {
    "comment": ("def f(a):\n    return a\n", "# why\ndef f(a):  # here\n    # there\n    return a\n# end\n"),
    "docstring": ("def f(a):\n    return a\n", 'def f(a):\n    """What it does."""\n    return a\n'),
    "class docstring": ("class A:\n    x = 1\n", 'class A:\n    """What it is."""\n\n    x = 1\n'),
    "module docstring": ("x = 1\n", '"""About."""\nx = 1\n'),
    "blank lines": ("def f(a):\n    b = a\n    return b\n", "\n\ndef f(a):\n\n    b = a\n\n\n    return b\n\n"),
    "indentation": ("def f(a):\n    if a:\n        return b\n", "def f(a):\n  if a:\n     return b\n"),
    "spaces": ("def f(a, b=1):\n    return a+b\n", "def f(a,b = 1) :\n    return a  +  b\n"),
    "wrapped arguments": (
        "def f(a, b):\n    return g(a, b)\n",
        "def f(\n    a,\n    b,\n):\n    return g(\n        a,  # first\n        b,\n    )\n",
    ),
    "wrapped list": ("x = [1, 2]\n", "x = [\n    1,\n    2,\n]\n"),
    "quotes": ("x = 'text'\n", 'x = "text"\n'),
    "escaped quotes": ("x = 'it\\'s'\n", 'x = "it\'s"\n'),
    "parentheses": ("x = (a and\n     b)\nreturn_ = not (a.b)\n", "x = a and b\nreturn_ = not a.b\n"),
    "parentheses in operands": ("x = (a * b) + c\n", "x = a * b + c\n"),
    "tuples": ("for (a, b) in c:\n    d = (a, b)\n", "for a, b in c:\n    d = a, b\n"),
    "last commas": ("a, b, = c\nx: T[int, str,]\n", "a, b = c\nx: T[int, str]\n"),
    "imports": ("from a import (\n    b,  # why\n    c,\n)\n", "from a import b, c\n"),
    "strings in parts": ("x = ('a'\n     'b')\n", 'x = "ab"\n'),
    "strings in parts that are filled in": ("x = ('a'\n     f'{b}')\n", 'x = f"a{b}"\n'),
    "what is filled in": ("x = f'{a+b} c'\n", 'x = f"{a + b} c"\n'),
    "no bases": ("class A():\n    x = 1\n", "class A:\n    x = 1\n"),
    "with in parentheses": ("with (a() as b, c()):\n    d()\n", "with a() as b, c():\n    d()\n"),
    "character codes": ('x = "\\uFE0E"\n', 'x = "\\ufe0e"\n'),
    "continuation": ("x = a + b\n", "x = a + \\\n    b\n"),
    "statements on one line": ("def f():\n    a()\n    b()\n", "def f():\n    a();\n    b()\n"),
    "line ends": ("def f():\n    a()\n    b()\n", "def f():\r\n    a()\r\n    b()\r\n"),
    "last line end": ("def f():\n    a()\n", "def f():\n    a()"),
}


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME.keys())
def test_layout_and_comments_do_not_count(one: str, other: str) -> None:
    assert hashes(one) == hashes(other)


BODIES = {
    "name": ("return a", "return b"),
    "operator": ("return a + b", "return a - b"),
    "string": ('return "a"', 'return "b"'),
    "space in string": ('return "a b"', 'return "a  b"'),
    "line end in string": ('return """a\nb"""', 'return """a b"""'),
    "tab in string": ('return "a\tb"', 'return "a b"'),
    "comma in string": ('return ",)"', 'return ")"'),
    "comment sign in string": ('return "# a"', 'return "# b"'),
    "bytes": ('return b"a"', 'return "a"'),
    "tuple": ("return (a,)", "return (a)"),
    "tuple key": ("return a[b,]", "return a[b]"),
    "what an operator is of": ("return (a + b) * c", "return a + b * c"),
    "operands on the right": ("return a - (b - c)", "return a - b - c"),
    "negation": ("return not (a and b)", "return not a and b"),
    "attribute of an operation": ("return (a + b).c", "return a + b.c"),
    "choice in a loop": ("return [x for x in (a if b else c)]", "return [x for x in a if b]"),
    "quote in string": ('return "a\'"', "return 'a\"'"),
    "space around what is filled in": ('return f"{a} b"', 'return f"{a}b"'),
    "how it is filled in": ('return f"{a:>3}"', 'return f"{a:> 3}"'),
    "braces in a part": ("return 'a{b}' f'{c}'", "return f'a{b}{c}'"),
    "words": ("return not a", "return nota"),
    "what is inside": ("if a:\n        b()\n    c()", "if a:\n        b()\n        c()"),
    "which if the else is of": (
        "if a:\n        if b:\n            c()\n        else:\n            d()",
        "if a:\n        if b:\n            c()\n    else:\n        d()",
    ),
    "nested at the end": ("if a:\n        if b:\n            c()\n        d()", "if a:\n        if b:\n            c()\n            d()"),
    "loose string": ('a()\n    "text"', "a()"),
    "f-string": ('return f"{a}"', 'return f"{b}"'),
    "one statement or two": ("a\n    (b)", "a(b)"),
    "number": ("return 1", "return 2"),
    "type": ("x: int = 1", "x: str = 1"),
}


@pytest.mark.parametrize(("one", "other"), BODIES.values(), ids=BODIES.keys())
def test_syntax_counts(one: str, other: str) -> None:
    before, after = (hashes(f"def f(a):\n    {body}\n") for body in (one, other))
    assert before["f"][0] != after["f"][0]
    assert before["f"][1] == after["f"][1]
    assert before[""] == after[""]


SIGNATURES = {
    "parameter": ("def f(a): ...", "def f(b): ..."),
    "default": ("def f(a=1): ...", "def f(a=2): ..."),
    "annotation": ("def f(a: int): ...", "def f(a: str): ..."),
    "return": ("def f() -> int: ...", "def f() -> str: ..."),
    "async": ("def f(): ...", "async def f(): ..."),
    "decorator": ("def f(): ...", "@d\ndef f(): ..."),
    "other decorator": ("@c\ndef f(): ...", "@d\ndef f(): ..."),
    "base": ("class f(A): ...", "class f(B): ..."),
    "type parameter": ("def f[T](): ...", "def f[U](): ..."),
}


@pytest.mark.parametrize(("one", "other"), SIGNATURES.values(), ids=SIGNATURES.keys())
def test_signatures_count_apart_from_bodies(one: str, other: str) -> None:
    before, after = hashes(one + "\n")["f"], hashes(other + "\n")["f"]
    assert before[0] == after[0]
    assert before[1] != after[1]


def test_a_rename_keeps_both_hashes() -> None:
    text = "@d\nclass Old(Base):\n    def m(self, a: int) -> str:\n        return a\n"
    before, after = hashes(text), hashes(text.replace("Old", "New"))
    assert before["Old"] == after["New"]
    assert before["Old.m"] == after["New.m"]


def test_a_move_keeps_the_hashes_wherever_it_leads() -> None:
    method = "def f(self, a):\n{0}    if a:\n{0}        return 1\n"
    top = hashes(method.format(""))["f"]
    last = hashes("class A:\n    x = 1\n\n    " + method.format("    "))["A.f"]
    first = hashes("class A:\n    " + method.format("    ") + "\n    x = 1\n")["A.f"]
    deep = hashes("if x:\n  class A:\n    " + method.format("    ") + "y = 1\n")["A.f"]
    assert top == last == first == deep


def test_nested_definitions_count_for_the_body_but_not_for_its_own_part() -> None:
    text = "class A(B):\n    x = 1\n\n    def m(self):\n        return {}\n\n    class C:\n        y = {}\n"
    before, after = hashes(text.format(1, 2)), hashes(text.format(3, 4))
    assert before["A"][0] != after["A"][0]
    assert before["A"][2] == after["A"][2]
    assert before[""] == after[""]
    added = hashes(text.format(1, 2) + "\n    def n(self): ...\n")
    assert before["A"][2] == added["A"][2]
    assert before["A"][2] != hashes(text.format(1, 2).replace("x = 1", "x = 2"))["A"][2]
    assert before["A"][2] != hashes(text.format(1, 2).replace("(B)", "(D)"))["A"][2]


def test_module_code_counts_for_the_file() -> None:
    before = hashes("import a\n\n\ndef f(): ...\n\n\nf()\n")
    assert before[""] == hashes("import a\n\n\nf()\n\n\nclass Other: ...\n")[""]
    assert before[""] != hashes("import b\n\n\ndef f(): ...\n\n\nf()\n")[""]
    assert before[""] != hashes("import a\n\n\ndef f(): ...\n\n\nf(1)\n")[""]


def test_bytes_that_hashing_uses_itself_do_no_harm() -> None:
    odd = 'def f():\n    return "\x01\x02\x03\x04"\n\n\ndef g():\n    return 1\n'
    assert hashes(odd)["g"] == hashes("def g():\n    return 1\n")["g"]
    assert hashes("\x03\x03def g():\n    return 1\n\x03")


def without_positions(found: FileFacts) -> FileFacts:
    spans = tuple((span.body_hash, span.signature_hash, span.own_hash, span.complexity) for span in found.spans)
    sites = tuple((site.expr, site.scope, site.kind, site.definition) for site in found.sites)
    rest = {name: getattr(found, name) for name in found.__struct_fields__ if name not in ("spans", "sites", "line_count", "import_lines")}
    return FileFacts(**rest, spans=spans, sites=sites, line_count=0)  # type: ignore[arg-type]


REAL = sorted((Path(nexus_diff.__file__).parent).rglob("*.py"))


@pytest.mark.parametrize("path", REAL[::4], ids=lambda path: path.stem)
def test_real_code_with_other_comments_and_blank_lines(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").split("\n")
    chance = random.Random(path.name)
    inside = False
    changed = []
    for line in lines:
        if not inside and chance.random() < 0.3:
            changed.append(chance.choice(["", "# a comment", "        # indented"]))
        changed.append(line)
        if line.count('"""') % 2:
            inside = not inside
    one, other = facts("\n".join(lines)), facts("\n".join(changed))
    assert without_positions(one) == without_positions(other)


def test_a_line_shift_moves_positions_only() -> None:
    text = REAL[0].read_text(encoding="utf-8") + "\n\ndef f(a):\n    return a.b(c)\n"
    one, other = facts(text), facts("\n\n\n" + text)
    assert without_positions(one) == without_positions(other)
    assert [site.line + 3 for site in one.sites] == [site.line for site in other.sites]
    assert [span.start + 3 for span in one.spans] == [span.start for span in other.spans]


@pytest.mark.parametrize("piece", [b"/*", b'"', b'\\"', b"'", b"/", b"\\ "])
def test_macros_that_never_end_take_no_time(piece: bytes) -> None:
    began = time.process_time()
    for text in (piece * 100_000, b'"' + piece * 100_000, b"x " + piece * 100_000 + b"\\"):
        _macro_text(text)
    assert time.process_time() - began < 3
