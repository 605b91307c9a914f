"""Breaking uses in Java: (what changes, what is said)."""

from __future__ import annotations

import pytest

LIB = """package p;
public class A {
  public static final int K = 1;
  public int x;
  public A() {}
  public int f(int a) { return a; }
  public int f(int a, String b) { return a; }
  public static int g(int a) { return a; }
}
"""
USE = """package q;
import p.A;
class U {
  int u(A a) {
    int r = a.f(1);
    r += a.f(1, "x");
    r += A.g(1);
    r += a.x;
    r += A.K;
    return r;
  }
  A made() { return new A(); }
}
"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("f(int a)", "f(int a, int b, int c)", ["5 arguments: `a.f(1)` does not fit `A.f`: it needs `b` and `c`"]),
        ("f(int a)", "f(int a, Object... b)", []),
        ("f(int a)", "f(long a)", []),
        ("f(int a)", "other(int a)", ["5 arguments: `a.f(1)` does not fit `A.f`: it needs `b`"]),
        ("  public int f(int a) { return a; }\n", "", ["5 arguments: `a.f(1)` does not fit `A.f`: it needs `b`"]),
        (
            "  public int f(int a, String b) { return a; }\n",
            "",
            ["6 arguments: `a.f(1, 'x')` does not fit `A.f`: it takes 1 argument at most, not 2"],
        ),
        ("g(int a)", "g()", ["7 arguments: `A.g(1)` does not fit `A.g`: it takes no arguments, not 1"]),
        ("g(int a)", "h(int a)", ["7 gone: `A.g(1)` uses `g`, which `A` no longer has"]),
        ("public int x", "public int y", ["8 gone: `a.x` uses `x`, which `A` no longer has"]),
        ("  public static final int K = 1;\n", "", ["9 gone: `A.K` uses `K`, which `A` no longer has"]),
        ("public A() {}", "public A(int a) {}", ["12 arguments: `new A()` does not fit `A.A`: it needs `a`"]),
        ("public A() {}", "", []),
        ("public static int g", "private static int g", ["7 gone: `A.g` cannot be used here any more: it is private to its class now"]),
        ("public static int g", "static int g", ["7 gone: `A.g` cannot be used here any more: it is seen by its own package only now"]),
        ("public static int g", "protected static int g", []),
        ("public class A {", "public class A extends lib.Base {", []),
        ("return a; }\n  public int f(int a, S", "return a + 1; }\n  public int f(int a, S", []),
    ],
)
def test_a_class_and_its_user(broken, old, new, expected):
    assert old in LIB
    found = broken({"p/A.java": LIB, "q/U.java": USE}, {"p/A.java": LIB.replace(old, new, 1), "q/U.java": USE})
    assert [text.removeprefix("q/U.java:") for text in found] == expected


def test_a_class_that_is_gone(broken):
    found = broken(
        {"p/A.java": LIB, "p/B.java": "package p;\nclass B {}\n", "q/U.java": USE},
        {"p/B.java": "package p;\nclass B {}\n", "q/U.java": USE},
    )
    assert "q/U.java:2 import: imports `A` from `p`, where it is gone" in found
    assert "q/U.java:4 gone: `A` is gone" in found


def test_a_class_in_another_package(broken):
    moved = LIB.replace("package p;", "package r;")
    found = broken({"p/A.java": LIB, "q/U.java": USE}, {"r/A.java": moved, "q/U.java": USE}, {"r/A.java": "p/A.java"})
    assert found[0] == "q/U.java:2 import: imports `A` from `p`, where it is gone: it is `A` in `r/A.java` now"


@pytest.mark.parametrize(
    ("lib", "changed", "use"),
    [
        pytest.param(
            "class A extends lib.Base { void f() {} }",
            "class A extends lib.Base { }",
            "class U { void u(A a) { a.f(); } }",
            id="base of a library",
        ),
        pytest.param(
            "class B { void f() {} } class A extends B { void f() {} }",
            "class B { void f() {} } class A extends B { }",
            "class U { void u(A a) { a.f(); } }",
            id="inherited",
        ),
        pytest.param(
            "class A { void f(int a) {} void f(long a) {} }",
            "class A { void f(long a) {} }",
            "class U { void u(A a) { a.f(1); } }",
            id="another overload takes it",
        ),
        pytest.param(
            "class A { void f(int a) {} }", "class A { void f(Integer a) {} }", "class U { void u(A a) { a.f(1); } }", id="a box takes it"
        ),
        pytest.param(
            "interface I { void f(); }",
            "interface I { void f(); default void g() {} }",
            "class U implements I { public void f() {} }",
            id="a default method",
        ),
        pytest.param(
            "record A(int x) { }",
            "record A(int x, int y) { A(int x) { this(x, 1); } }",
            "class U { Object u() { return new A(1); } }",
            id="a record's constructors",
        ),
        pytest.param("class A {}", "sealed class A permits U {}", "final class U extends A {}", id="a permitted class"),
    ],
)
def test_what_is_not_certain_is_not_said(broken, lib, changed, use):
    old = {"A.java": lib + "\n", "U.java": use + "\n"}
    assert broken(old, {**old, "A.java": changed + "\n"}) == []


@pytest.mark.parametrize(
    ("lib", "changed", "use", "expected"),
    [
        pytest.param(
            "class A {}", "final class A {}", "class U extends A {}\nclass V { Object v() { return new A() {}; } }",
            ["U.java:1 gone: `U` extends `A`, which is final now", "U.java:2 gone: `V.v.<anonymous>` extends `A`, which is final now"],
            id="no class below"),
        pytest.param(
            "class A { void f() {} void g() {} }", "class A { final void f() {} void g() {} }",
            "class U extends A { void f() {} void g() {} }",
            ["U.java:1 override: `U.f` overrides `A.f`, which is final now"], id="no override"),
        pytest.param(
            "interface I { void f(); }", "interface I { void f(); void g(); }", "class U implements I { public void f() {} }",
            ["U.java:1 unimplemented: class `U` does not implement `g`, which `I` asks for"], id="an interface asks for more"),
        pytest.param(
            "class B {}\nclass A { void f(B b) {} void f(String s) {} }", "class B {}\nclass A { void f(String s) {} }",
            "class U { void u(A a, B b) { a.f(b); } }",
            ["U.java:1 arguments: `a.f(b)` does not fit `A.f`: `s` takes another type"], id="no overload takes the type"),
        pytest.param(
            "class A { int x; }", "class A { int y; }", "class U extends A { int u() { return x; } }",
            ["U.java:1 gone: `x` uses `x`, which `A` no longer has"], id="an inherited field by its bare name"),
        pytest.param(
            "class A { void f() {} }", "class A { void g() {} }", "class U extends A { void u() { f(); } }",
            ["U.java:1 gone: `f()` uses `f`, which `A` no longer has: it is `A.g` now"], id="an inherited method by its bare name"),
        pytest.param(
            "class A { A(int a) {} }", "class A { A(int a, int b) {} }", "class U extends A { U() { super(1); } }",
            ["U.java:1 arguments: `super(1)` does not fit `A.A`: it needs `b`"], id="a constructor of a base"),
        pytest.param(
            "class A implements java.io.Serializable { void f() {} }", "class A implements java.io.Serializable { }",
            "class U { void u(A a) { a.f(); } }",
            ["U.java:1 gone: `a.f()` uses `f`, which `A` no longer has"], id="what a library's type gives is known"),
        pytest.param(
            "import java.util.function.Supplier;\nclass A { void f(String s) {} void f(char c) {} void f(Supplier<String> c) {} }",
            "import java.util.function.Supplier;\nclass A { void f(char c) {} void f(Supplier<String> c) {} }",
            'class U { void u(A a) { a.f("x"); } }',
            ["U.java:1 arguments: `a.f('x')` does not fit `A.f`: `c` takes another type"], id="a text is no character"),
        pytest.param(
            "class A { }", "class A { A(int a) {} }", "class U { Object u() { return new A(); } }",
            ["U.java:1 arguments: `new A()` does not fit `A`: it needs `a`"], id="the first constructor"),
    ],
)  # fmt: skip
def test_what_else_breaks(broken, lib, changed, use, expected):
    old = {"A.java": lib + "\n", "U.java": use + "\n"}
    assert broken(old, {**old, "A.java": changed + "\n"}) == expected
