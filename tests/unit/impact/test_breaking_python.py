"""Breaking call sites in Python: (what changes in lib.py, who uses it, what is said)."""

from __future__ import annotations

import pytest

USE = "from lib import f\n\n\ndef user():\n    return {}\n"
CLASS = "class C:\n    def __init__(self, size):\n        self.size = size\n\n    def m(self, {}):\n        return self.size\n"


@pytest.mark.parametrize(
    ("old", "new", "call", "wrong"),
    [
        ("a", "a, b", "f(1)", "it needs `b`"),
        ("a", "a, b, c", "f(1)", "it needs `b` and `c`"),
        ("a", "a, *, b", "f(1)", "it needs `b`"),
        ("a", "a, b=1", "f(1)", ""),
        ("a, b", "a", "f(1, 2)", "it takes 1 argument at most, not 2"),
        ("a, b=1", "a", "f(1)", ""),
        ("a, b=1", "a", "f(1, b=2)", "it takes no `b`"),
        ("a, b=1", "a, **kw", "f(1, b=2)", ""),
        ("a, b", "a, *rest", "f(1, 2)", ""),
        ("a, b", "a, c", "f(1, 2)", ""),
        ("a, b", "a, c", "f(1, b=2)", "it takes no `b`"),
        ("a, b", "a, *, b", "f(1, 2)", "it takes 1 argument at most, not 2"),
        ("a, b", "a, /, b", "f(1, b=2)", ""),
        ("a, b", "a, b, /", "f(1, b=2)", "it takes no `b`"),
        ("a, b", "b, a", "f(1, 2)", "argument 1 was `a` and is `b` now"),
        ("a, b", "b, a", "f(a=1, b=2)", ""),
        ("a, b", "b, a", "f(b=2, *x)", ""),
        ("a, b=1", "a, new=0, b=1", "f(1, 2)", "argument 2 was `b` and is `new` now"),
        ("a, b=1, c=2", "a, c=2", "f(1, 2)", "argument 2 was `b` and is `c` now"),
        ("a", "a, b", "f(*x)", ""),
        ("a", "a, b", "f(1, **x)", ""),
        ("a, b", "", "f(1, *x)", "it takes no arguments, not 1"),
        ("a, b", "", "f(*x)", ""),
        ("a=1", "a", "f()", "it needs `a`"),
        ("", "a", "f()", "it needs `a`"),
        ("a, b", "b, c=0", "f(1, b=2)", "`b` is given by position and by name"),
    ],
)
def test_arguments_of_a_function(broken, old, new, call, wrong):
    files = {"lib.py": f"def f({old}):\n    return 1\n", "use.py": USE.format(call)}
    found = broken(files, {**files, "lib.py": f"def f({new}):\n    return 1\n"})
    written = call.replace("1", "1")
    assert found == ([f"use.py:5 arguments: `{written}` does not fit `f`: {wrong}"] if wrong else [])


@pytest.mark.parametrize(
    "use",
    [
        "from lib import C\n\ndef user():\n    return C(1).m(2)\n",
        "from lib import C\n\ndef user(c: C):\n    return c.m(2)\n",
        "from lib import C\n\nclass D(C):\n    def user(self):\n        return self.m(2)\n",
        "from lib import C\n\nclass D(C):\n    def user(self):\n        return super().m(2)\n",
        "import lib\n\ndef user():\n    c = lib.C(1)\n    return c.m(2)\n",
        "from lib import C as K\n\ndef user():\n    return K.m(K(1), 2)\n",
    ],
)
def test_methods(broken, use):
    files = {"lib.py": CLASS.format("a"), "use.py": use}
    found = broken(files, {**files, "lib.py": CLASS.format("a, b")})
    assert [text.rpartition(": ")[2] for text in found] == ["it needs `b`"]


@pytest.mark.parametrize(
    ("old", "new", "call"),
    [
        (CLASS, CLASS.replace("size)", "size, more)"), "C(1)"),
        ("@dataclass\nclass C:\n    a: int\n", "@dataclass\nclass C:\n    a: int\n    b: int\n", "C(1)"),
        ("@dataclass\nclass C:\n    a: int\n    b: int = 0\n", "@dataclass\nclass C:\n    a: int\n", "C(1, b=2)"),
        ("class C(NamedTuple):\n    a: int\n", "class C(NamedTuple):\n    a: int\n    b: str\n", "C(1)"),
        (
            "class C:\n    @staticmethod\n    def m(a):\n        pass\n",
            "class C:\n    @staticmethod\n    def m(a, b):\n        pass\n",
            "C.m(1)",
        ),
        (
            "class C:\n    @classmethod\n    def m(cls, a):\n        pass\n",
            "class C:\n    @classmethod\n    def m(cls):\n        pass\n",
            "C.m(1)",
        ),
    ],
)
def test_constructions_and_class_methods(broken, old, new, call):
    head = "from dataclasses import dataclass, field\nfrom typing import ClassVar, NamedTuple\n\n\n"
    files = {"lib.py": head + old, "use.py": f"from lib import C\n\n\ndef user():\n    return {call}\n"}
    found = broken(files, {**files, "lib.py": head + new})
    assert [text[:19] for text in found] == ["use.py:5 arguments:"]


OLD, NEW = "def f(a):\n    return 1\n", "def f(a, b):\n    return 1\n"


@pytest.mark.parametrize(
    ("old", "new", "use"),
    [
        pytest.param("@wrap\n" + OLD, "@wrap\n" + NEW, "f(1)", id="unknown decorator"),
        pytest.param(
            "def wrap(g): return lambda *a: g(*a, 1)\n@wrap\n" + OLD,
            "def wrap(g): return lambda *a: g(*a, 1)\n@wrap\n" + NEW,
            "f(1)",
            id="wrapper of the repository",
        ),
        pytest.param("@property\n" + OLD, "@property\n" + NEW, "f(1)", id="property"),
        pytest.param(
            "if x:\n    def f(a): pass\nelse:\n    def f(a): pass\n",
            "if x:\n    def f(a): pass\nelse:\n    def f(a, b): pass\n",
            "f(1)",
            id="two definitions",
        ),
        pytest.param(
            "from typing import overload\n@overload\ndef f(a): ...\n@overload\ndef f(a, b): ...\ndef f(a, b=1): pass\n",
            "from typing import overload\n@overload\ndef f(a): ...\n@overload\ndef f(a, b): ...\ndef f(a, b): pass\n",
            "f(1)",
            id="overloads",
        ),
        pytest.param(OLD, NEW, "f(1, 2, 3)", id="did not fit before"),
        pytest.param(OLD, NEW, "g(1)", id="another function"),
        pytest.param(OLD, NEW, "[f(1) for f in fs]", id="a local of that name"),
        pytest.param(
            "class A:\n    def m(self, a): pass\n\nclass B(A):\n    def m(self, a, b=1): pass\n",
            "class A:\n    def m(self, a, b): pass\n\nclass B(A):\n    def m(self, a, b=1): pass\n",
            "0",
            id="nothing calls it",
        ),
        pytest.param(
            "@dataclass(kw_only=True)\nclass f:\n    a: int\n",
            "@dataclass(kw_only=True)\nclass f:\n    a: int\n    b: int\n",
            "f(1)",
            id="dataclass with options",
        ),
        pytest.param(
            "class M(type):\n    def __call__(cls, *a): pass\n\nclass f(metaclass=M):\n    def __init__(self, a): pass\n",
            "class M(type):\n    def __call__(cls, *a): pass\n\nclass f(metaclass=M):\n    def __init__(self, a, b): pass\n",
            "f(1)",
            id="metaclass",
        ),
    ],
)
def test_what_is_not_certain_is_not_said(broken, old, new, use):
    files = {"lib.py": old, "use.py": USE.format(use)}
    assert broken(files, {**files, "lib.py": new}) == []


def test_a_name_that_may_be_another_function(broken):
    use = "try:\n    from lib import f\nexcept ImportError:\n    def f(a): pass\n\n\ndef user():\n    return f(1)\n"
    files = {"lib.py": OLD, "use.py": use}
    assert broken(files, {**files, "lib.py": NEW}) == []


def test_a_call_that_an_override_takes(broken):
    lib = "class A:\n    def m(self, {}): pass\n\n\nclass B(A):\n    def m(self, a=1): pass\n\n\ndef user(x: A):\n    x.m(1)\n"
    found = broken({"lib.py": lib.format("a")}, {"lib.py": lib.format("a, b")})
    assert not [text for text in found if " arguments:" in text]


def test_a_call_that_the_change_wrote(broken):
    old = {"lib.py": OLD, "use.py": "from lib import f\n\n\ndef user():\n    return 1\n"}
    found = broken(old, {"lib.py": NEW, "use.py": USE.format("f(1)")})
    assert found == ["+use.py:5 arguments: `f(1)` does not fit `f`: it needs `b`"]


@pytest.mark.parametrize(
    ("old", "new", "use", "said"),
    [
        ("def f(): pass\n", "", "from lib import f\nf()\n", ["use.py:1 import: imports `f` from `lib`, where it is gone (used on line 2)"]),
        (
            "def f():\n    return [1, 2, 3]\n",
            "def g():\n    return [1, 2, 3]\n",
            "from lib import f\n",
            ["use.py:1 import: imports `f` from `lib`, where it is gone: it is `g` now"],
        ),
        ("X = 1\nY = 2\n", "Y = 2\n", "from lib import X, Y\n", ["use.py:1 import: imports `X` from `lib`, where it is gone"]),
        ("def f(): pass\n", "", "import lib\nlib.f()\n", ["use.py:2 gone: `lib.f()` uses `f`, which `lib.py` no longer has"]),
        ("class B: pass\n", "", "import lib\n\nclass D(lib.B): pass\n", ["use.py:3 gone: `lib.B` uses `B`, which `lib.py` no longer has"]),
        ("def f(): pass\n", "f = 1\n", "from lib import f\nf()\n", []),
        ("def f(): pass\n", "from other import f\n", "from lib import f\nf()\n", []),
        ("def f(): pass\n", "from os import *\n", "from lib import f\nf()\n", []),
        ("def f(): pass\n", "from other import *\n", "from lib import f\nf()\n", []),
        ("def f(): pass\n", "def __getattr__(name): pass\n", "from lib import f\nf()\n", []),
        ("def f(): pass\n", "globals().update(f=1)\n", "from lib import f\nf()\n", []),
        ("def f(): pass\n", "if x:\n    def f(): pass\n", "from lib import f\nf()\n", []),
        ("def f(): pass\n", "", "try:\n    from lib import f\nexcept ImportError:\n    f = None\n", []),
        ("def f(): pass\n", "def (:\n", "from lib import f\n", []),
        ("def f(): pass\n\ndef g():\n    f()\n", "def g():\n    f()\n", "", ["lib.py:2 gone: `f()` uses `f`, which is gone"]),
        ("def f(): pass\n\ndef g():\n    f()\n", "def g():\n    f = h\n    f()\n", "", []),
        ("from other import f\n\ndef g():\n    f()\n", "def g():\n    f()\n", "", ["lib.py:2 gone: `f()` uses `f`, which is gone"]),
        ("from pathlib import Path as open\n\ndef g():\n    open()\n", "def g():\n    open()\n", "", []),
    ],
)
def test_names_that_are_gone(broken, old, new, use, said):
    files = {"lib.py": old, "use.py": use, "other.py": "def f(): pass\n"}
    assert broken(files, {**files, "lib.py": new}) == said


def test_a_module_that_moved(broken):
    body = "def f(a):\n    b = a + 1\n    return [b, a]\n"
    uses = {"use.py": "from pkg.lib import f\n", "pkg/__init__.py": "", "two.py": "from pkg import lib\n", "three.py": "import pkg.lib\n"}
    found = broken({**uses, "pkg/lib.py": body}, {**uses, "pkg/core.py": body}, {"pkg/core.py": "pkg/lib.py"})
    assert [text.split(":")[0] for text in found] == ["three.py", "two.py", "use.py"]
    assert found[2] == "use.py:1 import: imports `pkg.lib`, which is gone: it is `pkg/core.py` now"


def test_a_module_that_became_a_package(broken):
    body = "def f(a):\n    b = a + 1\n    return [b, a]\n"
    use = {"use.py": "from lib import f\n"}
    assert broken({**use, "lib.py": body}, {**use, "lib/__init__.py": body}, {"lib/__init__.py": "lib.py"}) == []


BASE = "class C:\n    def m(self):\n        return 1\n\n    def n(self):\n        return 2\n"


@pytest.mark.parametrize(
    ("new", "use", "lines"),
    [
        (BASE.replace("def m", "def renamed"), "from lib import C\n\ndef user(c: C):\n    c.m()\n", [4]),
        (BASE.replace("def m", "def renamed"), "from lib import C\n\nclass D(C):\n    def user(self):\n        self.m()\n", [5]),
        (BASE.replace("def m", "def renamed"), "from lib import C\n\nC.m\n", [3]),
        (BASE.replace("def m", "def renamed"), "from lib import C\n\nclass D(C):\n    def m(self):\n        super().m()\n", [5]),
        (
            BASE.replace("def m", "def renamed"),
            "from lib import C\n\nclass D(C):\n    def m(self): pass\n\ndef user(c: C):\n    c.m()\n",
            [],
        ),
        (BASE.replace("def m", "def renamed"), "from lib import C\n\ndef user(c: C):\n    if hasattr(c, 'm'):\n        c.m()\n", []),
        (BASE.replace("def m(self):\n        return 1", "m = n = None"), "from lib import C\n\ndef user(c: C):\n    c.m()\n", []),
        (
            BASE.replace("class C:\n    def m", "class A:\n    def m").replace("    def n", "\nclass C(A):\n    def n"),
            "from lib import C\n\ndef user(c: C):\n    c.m()\n",
            [],
        ),
        (
            BASE.replace("class C:", "class C(Outside):").replace("def m", "def renamed"),
            "from lib import C\n\ndef user(c: C):\n    c.m()\n",
            [],
        ),
        (BASE.replace("def m", "def __getattr__"), "from lib import C\n\ndef user(c: C):\n    c.m()\n", []),
        (BASE.replace("def m", "def __init__").replace("return 1", "self.m = 1"), "from lib import C\n\ndef user(c: C):\n    c.m()\n", []),
    ],
)
def test_members_that_are_gone(broken, new, use, lines):
    files = {"lib.py": BASE, "use.py": use}
    found = broken(files, {**files, "lib.py": new})
    assert [int(text.split()[0].partition(":")[2]) for text in found if text.startswith("use.py")] == lines


@pytest.mark.parametrize(
    ("old", "new", "override", "wrong"),
    [
        ("a", "a, b", "a", "it does not take `b`"),
        ("a, b", "a", "a, b", "it needs `b`"),
        ("a", "a, *, b=1", "a", "it does not take `b`"),
        ("a", "a, *, b=1", "a, **kw", ""),
        ("a", "a, b", "*args", ""),
        ("a", "a, b", "a, b=1", ""),
        ("a, b", "b, a", "a, b", "it takes `a` where `b` is given"),
        ("a", "a, b", "a, c, d", ""),
        ("a", "a=1", "a", "it needs `a`"),
    ],
)
def test_overrides(broken, old, new, override, wrong):
    lib = "class A:\n    def m(self, {}):\n        return 1\n"
    files = {"lib.py": lib.format(old), "use.py": f"from lib import A\n\n\nclass B(A):\n    def m(self, {override}):\n        return 2\n"}
    found = broken(files, {**files, "lib.py": lib.format(new)})
    assert found == ([f"use.py:5 override: `B.m` overrides `A.m`, whose signature changed: {wrong}"] if wrong else [])


ABSTRACT = "from abc import ABC, abstractmethod\n\nclass A(ABC):\n    @abstractmethod\n    def m(self): ...\n"


@pytest.mark.parametrize(
    ("new", "use", "said"),
    [
        (ABSTRACT + "    @abstractmethod\n    def n(self): ...\n", "from lib import A\n\nclass B(A):\n    def m(self): pass\n", True),
        (ABSTRACT + "    def n(self): pass\n", "from lib import A\n\nclass B(A):\n    def m(self): pass\n", False),
        (ABSTRACT + "    @abstractmethod\n    def n(self): ...\n", "from lib import A\n\nclass B(A):\n    pass\n", False),
        (
            ABSTRACT + "    @abstractmethod\n    def n(self): ...\n",
            "from lib import A\n\nclass B(A):\n    def m(self): pass\n\nclass C(B):\n    def n(self): pass\n",
            False,
        ),
    ],
)
def test_abstract_members(broken, new, use, said):
    files = {"lib.py": ABSTRACT, "use.py": use}
    wanted = ["use.py:3 unimplemented: class `B` does not implement `n`, which `A` asks for"] if said else []
    assert broken(files, {**files, "lib.py": new}) == wanted


@pytest.mark.parametrize(
    ("base", "member", "said"),
    [
        ("dict", "load", True),
        ("dict", "update", False),
        ("dict[str, int]", "load", True),
        ("Outside", "load", False),
        ("ABC", "load", True),
        ("logging.Handler", "load", True),
        ("logging.Handler", "emit", False),
        ("elsewhere.Handler", "load", False),
        ("enum.Enum", "RED", True),
        ("Exception", "args", False),
    ],
)
def test_members_beside_those_of_a_built_in_type(broken, base, member, said):
    lib = f"import logging, enum, elsewhere\nfrom abc import ABC\n\nclass C({base}):\n    def {member}(self): pass\n"
    files = {"lib.py": lib, "use.py": f"from lib import C\n\ndef user(c: C):\n    c.{member}()\n"}
    found = broken(files, {**files, "lib.py": lib.replace(f"def {member}", "def other")})
    assert [text.split()[0] for text in found] == (["use.py:4"] if said else [])


def test_instances_that_are_called(broken):
    lib = "class C:\n    def __call__(self, a): pass\n"
    files = {
        "lib.py": lib,
        "use.py": "from lib import C\n\nclass D:\n    def __init__(self):\n        self.c = C()\n\n    def m(self):\n        self.c(1)\n",
    }
    found = broken(files, {**files, "lib.py": lib.replace("self, a", "self, a, b")})
    assert found == ["use.py:8 arguments: `self.c(1)` does not fit `C.__call__`: it needs `b`"]


@pytest.mark.parametrize(
    ("use", "said"),
    [
        ("try:\n    from lib import f\nexcept ImportError:\n    f = None\n", False),
        ("try:\n    from lib import f\nexcept:\n    f = None\n", False),
        ("try:\n    import ujson\nexcept ImportError:\n    from lib import f\n", False),
        ("with suppress(ImportError):\n    from lib import f\n", False),
        ("with pytest.raises(ImportError):\n    from lib import f\n", False),
        ("with lock:\n    from lib import f\n", True),
        ("if WINDOWS:\n    from lib import f\n", True),
        ("def g():\n    from lib import f\n", True),
    ],
)
def test_imports_that_may_fail(broken, use, said):
    files = {"lib.py": "def f(): pass\n", "use.py": use}
    assert bool(broken(files, {**files, "lib.py": ""})) == said


HOOKS = "class A:\n    def run(self):\n        self.m(1)\n\n    def m(self, {}): pass\n\n\nclass B(A):\n    def m(self, a=1): pass\n"


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        pytest.param("", False, id="every instance is of a class that takes the call"),
        pytest.param("A()\n", True, id="instances of the class itself"),
        pytest.param("class C(A): pass\n", True, id="instances of a class without the override"),
        pytest.param(
            "class C(A):\n    def __init__(self): super().__init__()\n    def m(self, a): pass\n", False, id="overridden everywhere"
        ),
    ],
)
@pytest.mark.parametrize(("old", "new"), [("a", "a, b"), ("a", "")])
def test_calls_that_an_override_answers(broken, rest, said, old, new):
    found = broken({"lib.py": HOOKS.format(old) + rest}, {"lib.py": HOOKS.format(new) + rest})
    assert bool([text for text in found if " arguments:" in text]) == said


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        pytest.param("class B(A): pass\n", "class B(A):\n    def m(self): pass\n", False, id="pushed down"),
        pytest.param(
            "class B(A):\n    def m(self): pass\n", "class B(A):\n    def m(self): pass\n", False, id="overridden in all there is"
        ),
        pytest.param("class B(A):\n    def m(self): pass\nA()\n", "class B(A):\n    def m(self): pass\nA()\n", True, id="made itself"),
        pytest.param(
            "class B(A):\n    def m(self): pass\nclass C(A): pass\n",
            "class B(A):\n    def m(self): pass\nclass C(A): pass\n",
            True,
            id="another class below",
        ),
    ],
)
def test_members_left_to_classes_below(broken, old, new, said):
    lib = "class A:\n    def {}(self): pass\n\n\ndef user(a: A):\n    a.m()\n\n\n"
    assert bool(broken({"lib.py": lib.format("m") + old}, {"lib.py": lib.format("other") + new})) == said


@pytest.mark.parametrize(
    ("method", "old", "new", "use", "wrong"),
    [
        ("__eq__", "self, other", "self", "c == 1", "it takes no arguments, not 1"),
        ("__ne__", "self, other", "self, other, more", "c != 1", "it needs `more`"),
        ("__add__", "self, other", "self", "c + 1", "it takes no arguments, not 1"),
        ("__neg__", "self", "self, a", "-c", "it needs `a`"),
        ("__getitem__", "self, key", "self, key, default", "c[1]", "it needs `default`"),
        ("__setitem__", "self, key, value", "self, key", "c[1] = 2", "it takes 1 argument at most, not 2"),
        ("__contains__", "self, key", "self", "1 in c", "it takes no arguments, not 1"),
        ("__call__", "self, a", "self, a, b", "c(1)", "it needs `b`"),
        ("__eq__", "self, other", "self, another", "c == 1", ""),
        ("__eq__", "self, other", "self", "1 + c", ""),
    ],
)
def test_operators(broken, method, old, new, use, wrong):
    lib = f"class C:\n    def {method}({{}}): pass\n"
    files = {"lib.py": lib.format(old), "use.py": f"from lib import C\n\n\ndef user(c: C):\n    {use}\n"}
    found = broken(files, {**files, "lib.py": lib.format(new)})
    assert [text.rpartition(": ")[2] for text in found] == ([wrong] if wrong else []), found


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("class D:\n    def n(self): pass\n", True),
        ("class D(B):\n    def n(self): pass\n", True),
        ("class D(A):\n    def other(self): pass\n\n    def n(self): pass\n", False),
        ("class D:\n    def m(self): pass\n\n    def n(self): pass\n", False),
        ("class D(Outside):\n    def n(self): pass\n", False),
    ],
)
def test_a_base_that_is_gone(broken, new, said):
    lib = "class A:\n    def m(self): pass\n\n\nclass B: pass\n\n\n"
    use = "from lib import D\n\n\ndef user():\n    d = D()\n    d.n()\n    d.m()\n"
    found = broken({"lib.py": lib + "class D(A):\n    def n(self): pass\n", "use.py": use}, {"lib.py": lib + new, "use.py": use})
    assert found == (["use.py:7 gone: `d.m()` uses `m`, which `D` no longer has"] if said else [])


@pytest.mark.parametrize(
    ("use", "said"),
    [
        (
            "class D:\n    all: list[C]\n\n    def u(self):\n        for c in self.all:\n            c.m()\n",
            True,
        ),
        ("def u(all: dict[str, C]):\n    all['x'].m()\n", True),
        ("def u(c: C | None, x):\n    d = c if x else C()\n    d.m()\n", True),
        ("def u(c: C, x):\n    d = c if x else D()\n    d.m()\n\nclass D:\n    def m(self): pass\n", False),
    ],
)
def test_elements_and_alternatives(broken, use, said):
    files = {"lib.py": "class C:\n    def m(self): pass\n", "use.py": "from lib import C\n\n\n" + use}
    found = broken(files, {**files, "lib.py": "class C:\n    def other(self): pass\n"})
    assert bool(found) == said


USER = "from lib import C\ndef user(c: C):\n    c.m()\n"


@pytest.mark.parametrize(
    "new",
    [
        "class C:\n    m = property(lambda s: s.x)\n",
        "class C:\n    pass\nC.m = lambda s: 1\n",
        "class C:\n    def __init__(self):\n        setattr(self, 'm', 1)\n",
        "class C:\n    def __init__(self):\n        self.__dict__.update(m=1)\n",
        "class C:\n    locals()['m'] = 1\n",
        "class C:\n    __slots__ = ('m',)\n",
        "class C:\n    m: int\n",
        "def deco(c):\n    c.m = 1\n    return c\n@deco\nclass C: pass\n",
        "class C: pass\nfor n in 'mn':\n    setattr(C, n, None)\n",
        "class C(__import__('x').B): pass\n",
        "class C(Base if x else object): pass\n",
        "C = make()\n",
        "class C:\n    def __init_subclass__(cls): pass\n    if x:\n        def m(self): pass\n",
        "class C:\n    from other import m\n",
        "class C:\n    exec('m = 1')\n",
        "import x\nclass C(x.Model): pass\n",
        "class C:\n    for m in []: pass\n",
        "class C:\n    with x() as m: pass\n",
        "class C:\n    (m := 1)\n",
        "class C:\n    def init(self):\n        self.m, self.n = 1, 2\n",
        "class C:\n    def init(this):\n        this.m = 1\n",
        "class C:\n    @classmethod\n    def init(cls):\n        cls.m = 1\n",
        "class C:\n    def __new__(cls):\n        self = object.__new__(cls)\n        self.m = 1\n        return self\n",
    ],
)
def test_members_given_in_other_ways(broken, new):
    files = {"lib.py": "class C:\n    def m(self): pass\n", "use.py": USER, "other.py": "m = 1\n"}
    assert broken(files, {**files, "lib.py": new}) == []


def test_what_a_decorator_makes_of_a_function(broken):
    lib = "from typing import Callable\n\n\nclass C:\n    def m(self): pass\n\n\ndef made(f: Callable) -> C:\n    return C()\n"
    files = {"lib.py": lib, "use.py": "from lib import made\n\n\n@made\ndef cli(): pass\n\n\ncli.m()\n"}
    found = broken(files, {**files, "lib.py": lib.replace("def m(", "def other(")})
    assert found == ["use.py:8 gone: `cli.m()` uses `m`, which `C` no longer has: it is `C.other` now"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("def m(self): pass", "def n(self): pass", True),
        ("m = None", "n = None", False),
    ],
)
def test_computed_members_that_were_there_before(broken, old, new, said):
    lib = "class C:\n    {}\n\n    def __init__(self, **kw):\n        for k, v in kw.items():\n            setattr(self, k, v)\n"
    files = {"lib.py": lib.format(old), "use.py": USER}
    assert bool(broken(files, {**files, "lib.py": lib.format(new)})) == said


@pytest.mark.parametrize(
    ("name", "said"), [("__rich__", True), ("__init__", False), ("__init_subclass__", False), ("__own", False), ("_own", True)]
)
def test_overrides_of_special_methods(broken, name, said):
    lib = f"class A:\n    def {name}(self, {{}}): pass\n\n\nclass B(A):\n    def {name}(self, a): pass\n"
    found = broken({"lib.py": lib.format("a")}, {"lib.py": lib.format("a, b")})
    assert bool([text for text in found if " override:" in text]) == said
