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
            "a.py": "class C:\n    @classmethod\n    def make(cls): return cls()\n    @staticmethod\n    def s(): pass\n"
            "    def m(self): pass\n"
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
    "fixture by parameter name": (
        {
            "tests/conftest.py": "import pytest\nclass App:\n    def go(self): pass\n@pytest.fixture\ndef app():\n    yield App()\n",
            "tests/test_app.py": "def test_go(app): app.go()\n",
        },
        {
            "tests/conftest.py:app → tests/conftest.py:App",
            "tests/test_app.py:test_go → tests/conftest.py:app",
            "tests/test_app.py:test_go → tests/conftest.py:App.go",
        },
    ),
    "set-up of unittest": (
        {"tests/test_a.py": "class TestA:\n    def setUp(self): pass\n    def test_x(self): pass\n"},
        {"tests/test_a.py:TestA.test_x → tests/test_a.py:TestA.setUp"},
    ),
    "callback through a parameter": (
        {"a.py": "def run(f): f()\n", "b.py": "from a import run\ndef cb(): pass\ndef g(): run(cb)\n"},
        {"a.py:run → b.py:cb", "b.py:g → a.py:run"},
    ),
    "callback kept in an attribute": (
        {
            "a.py": "class Button:\n    def __init__(self, action): self.action = action\n    def click(self): self.action()\n",
            "b.py": "from a import Button\ndef save(): pass\ndef make(): return Button(save)\n",
        },
        {"a.py:Button.click → b.py:save", "b.py:make → a.py:Button.__init__"},
    ),
    "callbacks in a registry": (
        {
            "a.py": "class Hub:\n    def __init__(self): self.hooks = {}\n    def on(self, name, f): self.hooks[name] = f\n"
            "    def fire(self, name): self.hooks[name]()\n",
            "b.py": "from a import Hub\ndef hook(): pass\ndef setup():\n    hub = Hub()\n    hub.on('x', hook)\n",
        },
        {"a.py:Hub.fire → b.py:hook", "b.py:setup → a.py:Hub.__init__", "b.py:setup → a.py:Hub.on"},
    ),
    "wrapper of a decorator": (
        {"a.py": "def deco(f):\n    def wrapper():\n        return f()\n    return wrapper\n@deco\ndef g(): pass\ndef h(): g()\n"},
        {"a.py → a.py:deco", "a.py:deco.wrapper → a.py:g", "a.py:h → a.py:g", "a.py:h → a.py:deco.wrapper"},
    ),
    "dispatch table": (
        {"a.py": "def f(): pass\ndef g(): pass\nTABLE = {'f': f, 'g': g}\ndef h(): TABLE['f']()\ndef i(k): TABLE[k]()\n"},
        {"a.py:h → a.py:f", "a.py:i → a.py:f", "a.py:i → a.py:g"},
    ),
    "protocol": (
        {
            "a.py": "from typing import Protocol\nclass Drawable(Protocol):\n    def draw(self): ...\n"
            "class Circle:\n    def draw(self): pass\nclass Other:\n    def write(self): pass\ndef show(d: Drawable): d.draw()\n"
        },
        {"a.py:show → a.py:Drawable.draw", "a.py:show → a.py:Circle.draw"},
    ),
    "descriptor": (
        {"a.py": "class D:\n    def __get__(self, o, t): return 1\nclass C:\n    x = D()\ndef f(c: C): return c.x\n"},
        {"a.py:f → a.py:D.__get__", "a.py → a.py:D"},
    ),
    "setter": (
        {"a.py": "class C:\n    @property\n    def p(self): return 1\n    @p.setter\n    def p(self, v): pass\ndef f(c: C): c.p = 2\n"},
        {"a.py:f → a.py:C.p#2"},
    ),
    "raised class": ({"a.py": "class E(Exception):\n    def __init__(self): pass\ndef f(): raise E\n"}, {"a.py:f → a.py:E.__init__"}),
    "type alias and Callable": (
        {
            "a.py": "from typing import Callable, Union\nclass A:\n    def m(self): pass\nMaker = Callable[[int], 'A']\n"
            "def f(make: Maker): make(1).m()\n"
        },
        {"a.py:f → a.py:A.m"},
    ),
    "generic class": (
        {
            "a.py": "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass Box(Generic[T]):\n    def get(self) -> T: ...\n"
            "class A:\n    def m(self): pass\ndef f(b: Box[A]): b.get().m()\n"
        },
        {"a.py:f → a.py:Box.get", "a.py:f → a.py:A.m"},
    ),
    "named tuple in a loop": (
        {
            "a.py": "from typing import NamedTuple\nclass A:\n    def m(self): pass\nclass P(NamedTuple):\n    a: A\n    n: int\n"
            "def f(ps: list[P]):\n    for a, n in ps: a.m()\n"
        },
        {"a.py:f → a.py:A.m"},
    ),
    "instance that flows into an untyped parameter": (
        {
            "a.py": "class A:\n    def go(self): pass\nclass B:\n    def go(self): pass\n",
            "b.py": "from a import A\ndef use(x): x.go()\ndef main(): use(A())\n",
        },
        {"b.py:main → a.py:A", "b.py:main → b.py:use", "b.py:use → a.py:A.go"},
    ),
    "behind a library's type": (
        {
            "a.py": "import io\nclass W:\n    def emit(self): pass\nclass V:\n    def emit(self): pass\n"
            "def make() -> io.TextIOBase:\n    return W()\ndef f(): make().emit()\n"
        },
        {"a.py:make → a.py:W", "a.py:f → a.py:make", "a.py:f → a.py:W.emit"},
    ),
    "keyword mapping": (
        {
            "a.py": "def target(callback=None):\n    callback()\ndef cb(): pass\n"
            "def f(**kw):\n    kw.setdefault('callback', cb)\n    target(**kw)\n"
        },
        {"a.py:target → a.py:cb", "a.py:f → a.py:target"},
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
