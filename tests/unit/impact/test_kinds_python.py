"""What changes in Python mean: (old code, new code, what is said)."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("def f(a): pass", "def f(a, b): pass", ["signature f: parameter `b` added without default"]),
        ("def f(a): pass", "def f(a, b=1): pass", ["signature f: parameter `b` added with default"]),
        ("def f(a, b): pass", "def f(a): pass", ["signature f: parameter `b` removed"]),
        ("def f(a, b): pass", "def f(a, c): pass", ["signature f: parameter `b` renamed to `c`"]),
        ("def f(a, b): pass", "def f(b, a): pass", ["signature f: parameters reordered: `a, b` is now `b, a`"]),
        ("def f(a): pass", "def f(*, a): pass", ["signature f: parameter `a` is now keyword only"]),
        ("def f(a: int): pass", "def f(a: str): pass", ["signature f: type of parameter `a` changed from `int` to `str`"]),
        ("def f(a=1): pass", "def f(a=2): pass", ["signature f: default of parameter `a` changed"]),
        ("def f() -> int: pass", "def f() -> str: pass", ["signature f: return type changed from `int` to `str`"]),
        ("def f(): pass", "async def f(): pass", ["signature f: is now async"]),
        (
            "class A:\n    def m(self): pass",
            "class A:\n    @staticmethod\n    def m(self): pass",
            ["signature A.m: decorator `staticmethod` added, is now static"],
        ),
        (
            "class A:\n    def m(self): pass",
            "class A:\n    @classmethod\n    def m(self): pass",
            ["signature A.m: decorator `classmethod` added, is now classmethod"],
        ),
        (
            "class A:\n    def m(self): pass",
            "class A:\n    @property\n    def m(self): pass",
            ["signature A.m: decorator `property` added, is now property"],
        ),
        ("def f[T](a: T): pass", "def f[T, U](a: T): pass", ["signature f: type parameters changed"]),
        ("class A[T]: pass", "class A[U]: pass", ["signature A: type parameters changed"]),
        ("class A(Generic[T]): pass", "class A(Generic[U]): pass", ["signature A: base `Generic[T]` removed, base `Generic[U]` added"]),
        ("@a\ndef f(): pass", "@b\ndef f(): pass", ["signature f: decorator `a` removed, decorator `b` added"]),
        ("@a(1)\ndef f(): pass", "@a(2)\ndef f(): pass", ["signature f: decorator `a(1)` removed, decorator `a(2)` added"]),
        ("@a\nclass A: pass", "@b\nclass A: pass", ["signature A: decorator `a` removed, decorator `b` added"]),
        ("def f():\n    '''x'''\n    return 1", "def f():\n    '''y'''\n    return 1", ["comment f"]),
        ("def f():\n    return 1", "def f():\n    # why\n    return 1", ["comment f"]),
        ("def f(a,b): return g(a,b)", "def f(\n    a,\n    b,\n):\n    return g(\n        a, b\n    )", ["comment f"]),
        ("'''x'''\nX = 1", "'''y'''\nX = 1", ["comment a.py"]),
        ("x = 'a'", 'x = "a"', ["comment x"]),
        ("class A(B): pass", "class A(C): pass", ["signature A: base `B` removed, base `C` added"]),
        ("class A: pass", "class A(B): pass", ["signature A: base `B` added"]),
        ("class A(B): pass", "class A: pass", ["signature A: base `B` removed"]),
        ("class A(metaclass=M): pass", "class A(metaclass=N): pass", ["signature A: base `metaclass=M` removed, base `metaclass=N` added"]),
        ("class A:\n    def m(self): pass", "class A:\n    def m(self): pass\n    def n(self): pass", ["added A.n"]),
        ("class A:\n    x = 1", "class A:\n    x = 2", ["modified A: field `x` changed"]),
        ("class A:\n    x: int", "class A:\n    x: str", ["modified A: field `x` changed"]),
        ("class A:\n    x = 1", "class A:\n    y = 1", ["modified A: field `x` removed, field `y` added"]),
        ("class A:\n    x = 1", "class A:\n    x = 1\n    y = 2", ["modified A: field `y` added"]),
        (
            "class A:\n    def __init__(self):\n        self.x = 1",
            "class A:\n    def __init__(self):\n        self.y = 1",
            ["modified A.__init__"],
        ),
        ("X = 1", "X = 2", ["modified X: value changed"]),
        ("X: int = 1", "X: str = 1", ["signature X: type changed from `int` to `str`"]),
        ("X = 1", "Y = 1", ["deleted X", "added Y"]),
        ("X = 1\nY = 2", "Y = 2", ["deleted X"]),
        ("type T = int", "type T = str", ["modified T: type changed from `int` to `str`"]),
        ("T = TypeVar('T')", "T = TypeVar('T', bound=int)", ["modified T: value changed"]),
        ("import a", "import b", ["modified a.py: import of `a` removed, import of `b` added"]),
        ("from a import b", "from a import c", ["modified a.py: import of `b` from `a` removed, import of `c` from `a` added"]),
        ("from a import b", "from a import b as c", ["modified a.py: import of `b` from `a` removed, import of `b` from `a` as `c` added"]),
        ("import a", "import a\nimport b", ["modified a.py: import of `b` added"]),
        ("run()", "run(1)", ["modified a.py: module code changed"]),
        ("run()", "stop()", ["modified a.py: module code changed"]),
        ("if x:\n    run()", "if y:\n    run()", ["modified a.py: module code changed"]),
        ("def f(): return 1", "def f(): return 2", ["modified f"]),
        ("def f(): return g(1)", "def f(): return h(1)", ["modified f"]),
        ("def f(a):\n    b = a + 1\n    return b * 2", "def g(a):\n    b = a + 1\n    return b * 2", ["renamed g: was `f`"]),
        ("def f(): pass", "", ["deleted f"]),
        ("", "def f(): pass", ["added f"]),
        ("def f():\n    def g(): return 1\n    return g", "def f():\n    def g(): return 2\n    return g", ["modified f.g"]),
        ("def f(): return lambda: 1", "def f(): return lambda: 2", ["modified f"]),
        ("def _f(): pass", "def f(): pass", ["renamed f: was `_f`, is now exported, is no longer private"]),
        ("def f(a, /): pass", "def f(a): pass", ["signature f: parameter `a` is now positional or keyword"]),
        ("def f(): return 1", "def f(): yield 1", ["signature+modified f: is now a generator"]),
        ("__all__ = ['a']", "__all__ = ['a', 'b']", ["modified __all__: value changed"]),
        (
            "class A:\n    def m(self): pass",
            "class A:\n    def _m(self): pass",
            ["renamed A._m: was `m`, is no longer exported, is now private"],
        ),
    ],
)
def test_kinds_and_details(compared, old, new, expected):
    found = compared({"a.py": old + "\n"}, {"a.py": new + "\n"})
    said = [f"{'+'.join(s.changes)} {s.qualified_name}{': ' if s.details else ''}{', '.join(s.details)}" for s in found.symbols]
    assert said == expected
    harmless = {"comment", "renamed", "moved"}
    assert bool(found.seeds) == any(not harmless.issuperset(text.split()[0].split("+")) for text in said)
