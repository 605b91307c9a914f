"""What changes in C# mean: (old code, new code, what is said)."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("class A { void F(int a) {} }", "class A { void F(int a, int b) {} }", ["signature A.F: parameter `b` added without default"]),
        ("class A { void F(int a) {} }", "class A { void F(int a = 1) {} }", ["signature A.F: default of parameter `a` added"]),
        ("class A { void F(int a) {} }", "class A { void F(ref int a) {} }", ["signature A.F: declaration changed"]),
        (
            "class A { int F() { return 1; } }",
            "class A { long F() { return 1; } }",
            ["signature A.F: return type changed from `int` to `long`"],
        ),
        ("class A { public void F() {} }", "class A { private void F() {} }", ["signature A.F: is no longer public, is now private"]),
        ("class A { public void F() {} }", "class A { internal void F() {} }", ["signature A.F: declaration changed"]),
        ("class A { void F() {} }", "class A { virtual void F() {} }", ["signature A.F: is now virtual"]),
        ("class A { void F() {} }", "class A { async void F() {} }", ["signature A.F: is now async"]),
        ("class A { int X { get; } }", "class A { int X { get; set; } }", ["modified A.X"]),
        ("class A { int X { get { return 1; } } }", "class A { int X => 1; }", ["modified A.X"]),
        ("class A { int x = 1; }", "class A { int x = 2; }", ["modified A: field `x` changed"]),
        ("class A {}", "sealed class A {}", ["signature A: is now sealed"]),
        ("class A {}", "class A : B {}", ["signature A: base `B` added"]),
        ("class A<T> {}", "class A<T, U> {}", ["signature A: type parameters changed"]),
        ("[X] class A {}", "[Y] class A {}", ["signature A: decorator `X` removed, decorator `Y` added"]),
        (
            "record R(int A);",
            "record R(int A, int B);",
            ["signature R: declaration changed", "signature R.R: parameter `B` added without default"],
        ),
        ("interface I { void F(); }", "interface I { void F(); void G(); }", ["added I.G"]),
        ("enum E { A }", "enum E { A, B }", ["modified E: member `B` added"]),
        ("using A;", "using B;", ["modified A.cs: import of everything from `A` removed, import of everything from `B` added"]),
        ("namespace N { class A {} }", "namespace M { class A {} }", ["renamed M.A: was `N.A`"]),
        ("class A { /// <summary>x</summary>\n void F() {} }", "class A { /// <summary>y</summary>\n void F() {} }", ["comment A"]),
        ("class A { void F() { G(); } }", "class A\n{\n    void F()\n    {\n        G();\n    }\n}", ["comment A.F"]),
        ("class A { #region x\n void F() {} }", "class A { void F() {} }", ["comment A.F"]),
    ],
)
def test_kinds_and_details(kinds, old, new, expected):
    assert kinds({"A.cs": old + "\n"}, {"A.cs": new + "\n"}) == expected
