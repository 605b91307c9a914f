"""What bare names mean where they may name a member: (language, source, expected `line name how`)."""

from __future__ import annotations

import pytest

from nexus_diff.extract import extract
from nexus_diff.impact.bare_names import SETTING, Meanings, bare_names
from nexus_diff.languages import by_suffix

CASES = {
    "read, set and counted": (
        "A.java", "class A { int n;\nvoid a() { n = 1; }\nvoid b() { n++; }\nint c() { return n; } }", "2 n set, 3 n set, 4 n read",
    ),
    "in an operation": ("A.java", "class A { int n;\nboolean a(int m) { return n + 1 < m; }\nvoid b() { n += 2; } }", "2 n read, 3 n set"),
    "what a method is called on": ("A.java", "class A { B n;\nvoid a() { n.go(); n.o.go(); } }", "2 n read, 2 n read, 2 n read"),
    "in a lambda and an inner class": (
        "A.java", "class A { int n;\nRunnable a() { return () -> use(n); }\nclass B { int b() { return n; } } }", "2 n read, 3 n read",
    ),
    "hidden by a local and a parameter": (
        "A.java", "class A { int n;\nint a() { int n = 1; n = 2; return n; }\nint b(int n) { return n; }\nF c() { return n -> n; } }", "",
    ),
    "of an enum": ("A.java", "enum A { X; int n;\nint a() { return n; } }", "2 n read"),
    "a method of the same name": ("A.java", "class A { int n; int n() { return 1; }\nint a() { return n; } }", "2 n read"),
    "of nothing in this file": ("A.java", "class A extends B {\nint a() { return n; } }", "2 n unknown"),
    "in C++": ("a.cc", "struct A { int n;\nint a() { return n; }\nvoid b(int m) { n = m; n++; } };", "2 n read, 3 n set, 3 n set"),
    "outside of its class": ("a.cc", "int A::a() { return n_; }\nint f() { int n_ = 1; return n_; }", "1 n_ unknown"),
    "in C#": (
        "A.cs", "class A { int n;\nint a() { return n; }\nvoid b(int m) { n = m; n++; n -= m; } }",
        "2 n read, 3 n set, 3 n set, 3 n set, 3 n read",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_meaning(name: str) -> None:
    path, source, expected = CASES[name]
    language = by_suffix(path)
    assert language is not None
    facts = extract(source.encode(), language)
    meanings = Meanings(facts)
    found = []
    for site in facts.sites:
        for bare in bare_names(facts, site):
            own = meanings.is_field(site.scope, bare)
            if own is not False and bare.startswith("n"):
                found.append((site.line, bare, "unknown" if own is None else "set" if site.kind in SETTING else "read"))
    assert ", ".join(f"{line} {bare} {how}" for line, bare, how in sorted(found, key=lambda one: one[0])) == expected
