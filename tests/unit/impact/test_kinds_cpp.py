"""What changes in C++ mean: (old code, new code, what is said)."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("class A { void f(int a); };", "class A { void f(int a, int b = 1); };", ["modified A: declaration `f` changed"]),
        ("class A { void f(int a = 1); };", "class A { void f(int a = 2); };", ["modified A: declaration `f` changed"]),
        ("class A { void f(); };", "class A { void f() const; };", ["modified A: declaration `f` changed"]),
        ("class A { void f(); };", "class A { virtual void f(); };", ["modified A: declaration `f` changed"]),
        ("class A { public: void f(); };", "class A { private: void f(); };", ["modified A"]),
        ("class A { int f() { return 1; } };", "class A {\n#if B\n int f() { return 1; }\n#endif\n};", ["modified A"]),
        (
            "class A { public:\n#if B\n int f() { return 1; }\n private:\n#endif\n int g() { return 1; } };",
            "class A { public: int f() { return 1; }\n private: int g() { return 1; } };",
            ["modified A"],
        ),
        (
            "class A { template <class T> int f(T a) { return 1; } };",
            "class A { public: template <class T> int f(T a) { return 1; } };",
            ["modified A", "signature A.f: is no longer private"],
        ),
        (
            "void f(std::string_view a) {}",
            "void f(absl::string_view a, std::map<std::string, n::A>& b) {}",
            [
                "signature f: parameter `b` added without default, "
                "type of parameter `a` changed from `std::string_view` to `absl::string_view`"
            ],
        ),
        ("class A {};", "class A : public n::B {};", ["signature A: base `n::B` added"]),
        ("class A {};", "class A : public B {};", ["signature A: base `B` added"]),
        ("class A : public B {};", "class A : private B {};", ["signature A: declaration changed"]),
        ("class A { int x; };", "class A { int x; int y; };", ["modified A: field `y` added"]),
        ("void A::f() { a(); }", "void A::f() { b(); }", ["modified A.f"]),
        ("void A::f() { a(); }\nvoid B::f() { a(); }", "void A::f() { c(); }\nvoid B::f() { a(); }", ["modified A.f"]),
        ("namespace n { void f() {} }", "namespace m { void f() {} }", ["renamed m.f: was `n.f`"]),
        ("template <class T> void f(T a) {}", "template <class T, class U> void f(T a) {}", ["signature f: type parameters changed"]),
        ("void f(int a) {}", "void f(const int& a) {}", ["signature f: type of parameter `a` changed from `int` to `const int&`"]),
        ("using T = A;", "using T = B;", ["signature T: declaration changed"]),
        ("void f() { a(); }", "void f()\n{\n    a();  // why\n}", ["comment f"]),
        ("class A { A(int a); };", "class A { explicit A(int a); };", ["modified A: declaration `A` changed"]),
        ("class A { void f() override; };", "class A { void f() final; };", ["modified A: declaration `f` changed"]),
        ("void f() noexcept {}", "void f() {}", ["signature f: declaration changed"]),
    ],
)
def test_kinds_and_details(kinds, old, new, expected):
    assert kinds({"a.cc": old + "\n"}, {"a.cc": new + "\n"}) == expected
