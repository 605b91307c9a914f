"""Call relations in Python: (files, expected `source → target` at confidence ≥ 0.5)."""

from __future__ import annotations

import pytest
from memory import calls

CASES: dict[str, tuple[dict[str, str], set[str]]] = {
    "same file": ({"a.py": "def f(): pass\ndef g(): f()\n"}, {"a.py:g → a.py:f"}),
    "module code calls": ({"a.py": "def f(): pass\nf()\n"}, {"a.py → a.py:f"}),
    "import from": ({"a.py": "def f(): pass\n", "b.py": "from a import f as g\ndef h(): g()\n"}, {"b.py:h → a.py:f"}),
    "import module": ({"a.py": "def f(): pass\n", "b.py": "import a\ndef h(): a.f()\n"}, {"b.py:h → a.py:f"}),
    "dotted import": (
        {"p/__init__.py": "", "p/a.py": "def f(): pass\n", "b.py": "import p.a\ndef h(): p.a.f()\n"},
        {"b.py:h → p/a.py:f"},
    ),
    "relative import": (
        {"p/__init__.py": "", "p/a.py": "def f(): pass\n", "p/b.py": "from .a import f\nfrom . import a\ndef h():\n    f()\n    a.f()\n"},
        {"p/b.py:h → p/a.py:f"},
    ),
    "re-export through init": (
        {"p/__init__.py": "from .a import f\n", "p/a.py": "def f(): pass\n", "b.py": "from p import f\ndef h(): f()\n"},
        {"b.py:h → p/a.py:f"},
    ),
    "star re-export": (
        {"p/__init__.py": "from .a import *\n", "p/a.py": "def f(): pass\ndef _g(): pass\n", "b.py": "from p import *\ndef h(): f()\n"},
        {"b.py:h → p/a.py:f"},
    ),
    "src layout": (
        {"src/p/__init__.py": "", "src/p/a.py": "def f(): pass\n", "tests/test_a.py": "from p.a import f\ndef test_f(): f()\n"},
        {"tests/test_a.py:test_f → src/p/a.py:f"},
    ),
    "shadowed by a local": ({"a.py": "def f(): pass\ndef g(f):\n    f()\n"}, set()),
    "builtin is not ours": ({"a.py": "def g(): print(len('x'))\n", "b.py": "def len2(x): pass\n"}, set()),
    "self method": ({"a.py": "class C:\n    def f(self): self.g()\n    def g(self): pass\n"}, {"a.py:C.f → a.py:C.g"}),
    "inherited method": (
        {"a.py": "class B:\n    def g(self): pass\n", "b.py": "from a import B\nclass C(B):\n    def f(self): self.g()\n"},
        {"b.py:C.f → a.py:B.g"},
    ),
    "super": (
        {"a.py": "class B:\n    def f(self): pass\nclass C(B):\n    def f(self):\n        super().f()\n"},
        {"a.py:C.f → a.py:B.f"},
    ),
    "constructor": ({"a.py": "class C:\n    def __init__(self): pass\ndef f(): C()\n"}, {"a.py:f → a.py:C.__init__"}),
    "class without a constructor": ({"a.py": "class C: pass\ndef f(): C()\n"}, {"a.py:f → a.py:C"}),
    "local by constructor": (
        {"a.py": "class C:\n    def m(self): pass\ndef f():\n    c = C()\n    c.m()\n"},
        {"a.py:f → a.py:C", "a.py:f → a.py:C.m"},
    ),
    "last assignment wins": (
        {"a.py": "class A:\n    def m(self): pass\nclass B:\n    def m(self): pass\ndef f():\n    x = A()\n    x = B()\n    x.m()\n"},
        {"a.py:f → a.py:A", "a.py:f → a.py:B", "a.py:f → a.py:B.m"},
    ),
    "both branches": (
        {
            "a.py": "class A:\n    def m(self): pass\nclass B:\n    def m(self): pass\n"
            "def f(c):\n    if c:\n        x = A()\n    else:\n        x = B()\n    x.m()\n"
        },
        {"a.py:f → a.py:A", "a.py:f → a.py:B", "a.py:f → a.py:A.m", "a.py:f → a.py:B.m"},
    ),
    "annotation": ({"a.py": "class C:\n    def m(self): pass\ndef f(c: 'C | None'): c.m()\n"}, {"a.py:f → a.py:C.m"}),
    "attribute set in init": (
        {"a.py": "class D:\n    def m(self): pass\nclass C:\n    def __init__(self): self.d = D()\n    def f(self): self.d.m()\n"},
        {"a.py:C.__init__ → a.py:D", "a.py:C.f → a.py:D.m"},
    ),
    "declared return": (
        {"a.py": "class C:\n    def m(self): pass\ndef make() -> C: ...\ndef f(): make().m()\n"},
        {"a.py:f → a.py:make", "a.py:f → a.py:C.m"},
    ),
    "evaluated return, across files": (
        {
            "a.py": "class C:\n    def m(self): pass\n",
            "b.py": "from a import C\ndef make():\n    c = C()\n    return c\n",
            "c.py": "from b import make\ndef f(): make().m()\n",
        },
        {"b.py:make → a.py:C", "c.py:f → b.py:make", "c.py:f → a.py:C.m"},
    ),
    "fluent self": (
        {"a.py": "class B:\n    def x(self): return self\nclass C(B):\n    def y(self): pass\ndef f(): C().x().y()\n"},
        {"a.py:f → a.py:C", "a.py:f → a.py:B.x", "a.py:f → a.py:C.y"},
    ),
    "elements of annotated containers": (
        {"a.py": "class C:\n    def m(self): pass\ndef f(cs: list[C], d: dict[str, C]):\n    for c in cs: c.m()\n    d['x'].m()\n"},
        {"a.py:f → a.py:C.m"},
    ),
    "property": (
        {"a.py": "class C:\n    @property\n    def p(self): return 1\ndef f(c: C): return c.p\n"},
        {"a.py:f → a.py:C.p"},
    ),
    "with": (
        {"a.py": "class C:\n    def __enter__(self): return self\n    def __exit__(self, *a): pass\ndef f():\n    with C() as c: pass\n"},
        {"a.py:f → a.py:C", "a.py:f → a.py:C.__enter__", "a.py:f → a.py:C.__exit__"},
    ),
    "override may run": (
        {"a.py": "class B:\n    def m(self): pass\nclass C(B):\n    def m(self): pass\ndef f(b: B): b.m()\n"},
        {"a.py:f → a.py:B.m", "a.py:f → a.py:C.m"},
    ),
    "exact instance is not overridden": (
        {"a.py": "class B:\n    def m(self): pass\nclass C(B):\n    def m(self): pass\ndef f(): B().m()\n"},
        {"a.py:f → a.py:B", "a.py:f → a.py:B.m"},
    ),
    "unique method name": (
        {"a.py": "class C:\n    def frobnicate(self): pass\ndef f(c): c.frobnicate()\n"},
        {"a.py:f → a.py:C.frobnicate"},
    ),
    "built-in method name is no evidence": ({"a.py": "class C:\n    def append(self, x): pass\ndef f(c): c.append(1)\n"}, set()),
    "two of a name are a guess": (
        {"a.py": "class C:\n    def frob(self): pass\nclass D:\n    def frob(self): pass\ndef f(c): c.frob()\n"},
        set(),
    ),
    "template method": (
        {"a.py": "class M:\n    def run(self): self.step()\nclass C(M):\n    def step(self): pass\n"},
        {"a.py:M.run → a.py:C.step"},
    ),
    "decorator": ({"a.py": "def d(f): return f\n@d\ndef g(): pass\n"}, {"a.py → a.py:d"}),
    "class method and static method": (
        {
            "a.py": "class C:\n    @classmethod\n    def make(cls): return cls()\n    @staticmethod\n    def s(): pass\n    def m(self): pass\n"
            "def f():\n    C.make().m()\n    C.s()\n"
        },
        {"a.py:C.make → a.py:C", "a.py:f → a.py:C.make", "a.py:f → a.py:C.s", "a.py:f → a.py:C.m"},
    ),
    "callable instance": (
        {"a.py": "class C:\n    def __call__(self): pass\ndef f():\n    c = C()\n    c()\n"},
        {"a.py:f → a.py:C", "a.py:f → a.py:C.__call__"},
    ),
    "isinstance narrows": (
        {"a.py": "class C:\n    def m(self): pass\nclass D:\n    def m(self): pass\ndef f(x):\n    if isinstance(x, C):\n        x.m()\n"},
        {"a.py:f → a.py:C.m"},
    ),
    "mutual recursion ends": (
        {"a.py": "class C:\n    def m(self): pass\ndef f(n): return g(n) if n else C()\ndef g(n): return f(n)\ndef h(): g(1).m()\n"},
        {"a.py:f → a.py:g", "a.py:f → a.py:C", "a.py:g → a.py:f", "a.py:h → a.py:g", "a.py:h → a.py:C.m"},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_calls(name: str) -> None:
    sources, expected = CASES[name]
    assert calls(sources) == expected
