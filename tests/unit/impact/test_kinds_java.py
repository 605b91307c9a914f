"""What changes in Java mean: (old code, new code, what is said)."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("class A { void f(int a) {} }", "class A { void f(int a, int b) {} }", ["signature A.f: parameter `b` added without default"]),
        ("class A { void f(int a, int b) {} }", "class A { void f(int b) {} }", ["signature A.f: parameter `a` removed"]),
        (
            "class A { void f(int a) {} }",
            "class A { void f(long a) {} }",
            ["signature A.f: type of parameter `a` changed from `int` to `long`"],
        ),
        (
            "class A { void f(int a) {} }",
            "class A { int f(int a) { return a; } }",
            ["signature+modified A.f: return type changed from `void` to `int`"],
        ),
        ("class A { int f() { return g(1); } }", "class A { int f() { return g(2); } }", ["modified A.f"]),
        ("class A { void f() {} }", "class A { public void f() {} }", ["signature A.f: is now public"]),
        ("class A { public void f() {} }", "class A { private void f() {} }", ["signature A.f: is no longer public, is now private"]),
        ("class A { void f() {} }", "class A { static void f() {} }", ["signature A.f: is now static"]),
        ("class A { void f() {} }", "class A { final void f() {} }", ["signature A.f: is now final"]),
        ("class A {}", "public final class A {}", ["signature A: is now public, is now final"]),
        ("class A { void f(int a) { int b = a; } }", "class A { void f(final int a) { final int b = a; } }", ["comment A.f"]),
        ("class A { private int x = 1; }", "class A { private final int x = 1; }", ["comment A"]),
        ("class A { private int x = 1; }", "class A { private final int x = 2; }", ["modified A: field `x` changed"]),
        ("class A { void f() { g(); } }", "class A { final void f() { h(); } }", ["signature+modified A.f: is now final"]),
        ("class A { void f() {} }", "class A { void f() throws E {} }", ["signature A.f: declaration changed"]),
        ("class A { void f() {} }", "class A { @Override void f() {} }", ["signature A.f: decorator `Override` added"]),
        ("class A { <T> void f(T a) {} }", "class A { <T, U> void f(T a) {} }", ["signature A.f: type parameters changed"]),
        (
            "class A { void f(int... a) {} }",
            "class A { void f(int[] a) {} }",
            ["signature A.f: parameter `a` is now positional or keyword"],
        ),
        ("class A {}", "class A extends B {}", ["signature A: base `B` added"]),
        ("class A implements I {}", "class A implements J {}", ["signature A: base `I` removed, base `J` added"]),
        ("class A {}", "abstract class A {}", ["signature A: is now abstract"]),
        ("class A { int x = 1; }", "class A { int x = 2; }", ["modified A: field `x` changed"]),
        ("class A { int x; }", "class A { int x; int y; }", ["modified A: field `y` added"]),
        ("class A { int x; }", "class A { private int x; }", ["modified A: field `x` changed"]),
        ("enum E { A; int n; }", "enum E { A; int n; int m; }", ["modified E: field `m` added"]),
        ("enum E { A }", "enum E { A, B }", ["modified E: member `B` added"]),
        ("interface I { void f(); }", "interface I { default void f() {} }", ["signature+modified I.f: is no longer abstract"]),
        ("record R(int a) {}", "record R(int a, int b) {}", ["signature R: declaration changed"]),
        ("class A { A(int a) {} }", "class A { A(int a, int b) {} }", ["signature A.A: parameter `b` added without default"]),
        (
            "import a.B;\nclass A {}",
            "import a.C;\nclass A {}",
            ["modified A.java: import of `B` from `a` removed, import of `C` from `a` added"],
        ),
        ("package a;\nclass A {}", "package b;\nclass A {}", ["modified A.java: module code changed"]),
        ("class A { /** x */ void f() {} }", "class A { /** y */ void f() {} }", ["comment A.f"]),
        ("class A { void f() { g(); } }", "class A {\n  // why\n  void f()\n  {\n    g();\n  }\n}", ["comment A.f"]),
        ("class A { void f() {} void g() {} }", "class A { void g() {} void f() {} }", ["comment A.f", "comment A.g"]),
        (
            "class A { int total() { int s = 0; for (int i : xs()) s += i; return s; } }",
            "class A { int sum() { int s = 0; for (int i : xs()) s += i; return s; } }",
            ["renamed A.sum: was `total`"],
        ),
        (
            "class A { void f(int a) { a(); } void f(String a) { b(); } }",
            "class A { void f(int a) { a(); } void f(String a, int c) { b(); } }",
            ["signature A.f: parameter `c` added without default"],
        ),
        (
            "class A { void f() { for (int i = 0; i < n; i++) g(i); } }",
            "class A { void f() { for (int i = 0;\n i < n;\n i++)\n g(i); } }",
            ["comment A.f"],
        ),
        ("class A { void f() { for (a(); b(); c()) {} } }", "class A { void f() { for (a(); b();) {} } }", ["modified A.f"]),
    ],
)
def test_kinds_and_details(kinds, old, new, expected):
    assert kinds({"A.java": old + "\n"}, {"A.java": new + "\n"}) == expected
