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
