"""Uses of module variables: (sources, expected `user → variable`)."""

from __future__ import annotations

import pytest
from memory import link, short

CASES: dict[str, tuple[dict[str, str], set[str]]] = {
    "same file": ({"a.py": "LIMIT = 3\ndef f(): return LIMIT + 1\n"}, {"a.py:f → a.py:LIMIT"}),
    "imported": ({"a.py": "TABLE = {}\n", "b.py": "from a import TABLE as T\ndef f(k): return T[k]\n"}, {"b.py:f → a.py:TABLE"}),
    "member of a module": ({"a.py": "X = 1\n", "b.py": "import a\ndef f(): return a.X\n"}, {"b.py:f → a.py:X"}),
    "re-exported": (
        {"p/__init__.py": "from p.a import X\n", "p/a.py": "X = object()\n", "b.py": "from p import X\ndef f(): X.go()\n"},
        {"b.py:f → p/a.py:X"},
    ),
    "a local of the same name": ({"a.py": "X = 1\ndef f(X): return X + 1\n"}, set()),
    "a function is no variable": ({"a.py": "def g(): pass\ndef f(): g()\n"}, set()),
    "macro of an included header": (
        {
            "k.h": "#define LIMIT 4\n",
            "all.h": '#include "k.h"\n',
            "a.c": '#include "all.h"\nint f(int a) { return a & LIMIT; }\n',
            "b.c": "int g(int a) { return a & LIMIT; }\n",
        },
        {"a.c:f → k.h:LIMIT"},
    ),
    "what is static in an included header": (
        {"k.h": "static const int LIMIT = 4;\n", "a.c": '#include "k.h"\nint f(void) { return LIMIT; }\n'},
        {"a.c:f → k.h:LIMIT"},
    ),
    "labels and sizes": (
        {
            "k.h": "#define ONE 1\n#define SIZE 4\n",
            "a.c": '#include "k.h"\nint f(int a) { switch (a) { case ONE: return 1; default: return 2; } }\n'
            "int g(void) { char b[SIZE]; return b[0]; }\nstruct s { char b[SIZE]; };\n",
        },
        {"a.c:f → k.h:ONE", "a.c:g → k.h:SIZE", "a.c → k.h:SIZE"},
    ),
    "macros in a struct and in a namespace": (
        {
            "k.h": "struct s { int flags;\n#define S_ON 1\n};\n",
            "n.h": "namespace n {\n#define N_ON 1\nconst int kOff = 0;\n}\n",
            "a.cc": '#include "k.h"\n#include "n.h"\nnamespace m { int f(s& a) { return a.flags | S_ON | N_ON | n::kOff; } }\n',
        },
        {"a.cc:m.f → k.h:S_ON", "a.cc:m.f → n.h:N_ON", "a.cc:m.f → n.h:n.kOff"},
    ),
    "TypeScript": (
        {"a.ts": "export const LIMITS = { a: 1 };\n", "b.ts": "import { LIMITS } from './a';\nexport function f() { return LIMITS.a; }\n"},
        {"b.ts:f → a.ts:LIMITS"},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_constants(name: str) -> None:
    sources, expected = CASES[name]
    found = {f"{short(r.source)} → {short(r.target)}" for r in link(sources).relations() if r.reason == "constant"}
    assert found == expected
