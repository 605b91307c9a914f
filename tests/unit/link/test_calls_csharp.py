"""Call relations in C#: (files, expected `source → target` at confidence ≥ 0.5)."""

from __future__ import annotations

import pytest
from memory import calls

T = "class T { public void M() { } public static void S() { } }\n"


CASES: dict[str, tuple[dict[str, str], set[str]]] = {
    # Namespaces
    "same namespace, other file": (
        {"a.cs": "namespace N { " + T + "}", "b.cs": "namespace N { class C { void F() { T.S(); } } }"},
        {"b.cs:N.C.F → a.cs:N.T.S"},
    ),
    "outer namespace": (
        {"a.cs": "namespace N { " + T + "}", "b.cs": "namespace N.O { class C { void F() { T.S(); } } }"},
        {"b.cs:N.O.C.F → a.cs:N.T.S"},
    ),
    "nearest namespace": (
        {"a.cs": "namespace N { " + T + "}", "c.cs": "namespace O { " + T + "}", "b.cs": "namespace O { class C { void F() { T.S(); } } }"},
        {"b.cs:O.C.F → c.cs:O.T.S"},
    ),
    "using": (
        {"a.cs": "namespace N.M { " + T + "}", "b.cs": "using N.M; class C { void F() { T.S(); } }"},
        {"b.cs:C.F → a.cs:N.M.T.S"},
    ),
    "file-scoped namespace": (
        {"a.cs": "namespace N;\n" + T, "b.cs": "namespace N;\nclass C { void F() { T.S(); } }"},
        {"b.cs:N.C.F → a.cs:N.T.S"},
    ),
    "alias": (
        {"a.cs": "namespace N { " + T + "}", "b.cs": "using X = N.T; class C { void F() { X.S(); } }"},
        {"b.cs:C.F → a.cs:N.T.S"},
    ),
    "static using": (
        {"a.cs": "namespace N { " + T + "}", "b.cs": "using static N.T; class C { void F() { S(); } }"},
        {"b.cs:C.F → a.cs:N.T.S"},
    ),
    "name in full": (
        {"a.cs": "namespace N.M { " + T + "}", "b.cs": "class C { void F() { N.M.T.S(); global::N.M.T.S(); } }"},
        {"b.cs:C.F → a.cs:N.M.T.S"},
    ),
    # Members
    "own and inherited members": (
        {"a.cs": "class B { protected void P() { } }\nclass C : B { void Q() { } void F() { P(); Q(); this.Q(); base.P(); } }"},
        {"a.cs:C.F → a.cs:B.P", "a.cs:C.F → a.cs:C.Q"},
    ),
    "members of the class around": (
        {"a.cs": "class O { static void S() { } class C { void F() { S(); } } }"},
        {"a.cs:O.C.F → a.cs:O.S"},
    ),
    "partial class": (
        {"a.cs": "partial class C { void P() { } }", "b.cs": "partial class C { void F() { P(); this.P(); } }"},
        {"b.cs:C.F → a.cs:C.P"},
    ),
    "base of another part": (
        {"a.cs": "class B { public void P() { } } partial class C : B { }", "b.cs": "partial class C { void F() { P(); } }"},
        {"b.cs:C.F → a.cs:B.P"},
    ),
    "property": (
        {"a.cs": "class T { public int P { get { return G(); } } int G() { return 1; } }\nclass C { int F(T t) { return t.P; } }"},
        {"a.cs:T.P → a.cs:T.G", "a.cs:C.F → a.cs:T.P"},
    ),
    "property by its bare name": (
        {
            "a.cs": "class C { int P { get { return G(); } set { } } int G() { return 1; } int F() { return P; } void H() { P = 1; } }\n"
            "class D { Color Color { get { return G(); } } Color G() { return Color.Red; } } enum Color { Red }"
        },
        {"a.cs:C.P → a.cs:C.G", "a.cs:C.F → a.cs:C.P", "a.cs:C.H → a.cs:C.P", "a.cs:D.Color → a.cs:D.G"},
    ),
    "through a property": (
        {"a.cs": T + "class C { T P { get; set; } void F() { P.M(); } }"},
        {"a.cs:C.F → a.cs:T.M", "a.cs:C.F → a.cs:C.P"},
    ),
    "field": ({"a.cs": T + "class C { T f; void F() { f.M(); } }"}, {"a.cs:C.F → a.cs:T.M"}),
    "parameter, local, new": (
        {"a.cs": T + "class C { void F(T p) { p.M(); } void G() { T t = null; t.M(); } void H() { var t = new T(); t.M(); } }"},
        {"a.cs:C.F → a.cs:T.M", "a.cs:C.G → a.cs:T.M", "a.cs:C.H → a.cs:T.M", "a.cs:C.H → a.cs:T"},
    ),
    "conditional access": ({"a.cs": T + "class C { void F(T p) { p?.M(); } }"}, {"a.cs:C.F → a.cs:T.M"}),
    "element of a container": (
        {"a.cs": T +
        "class C { void F(List<T> p, Dictionary<int, T> d, T[] a) { p[0].M(); } void G(T[] a) { foreach (var t in a) t.M(); } }"},
        {"a.cs:C.F → a.cs:T.M", "a.cs:C.G → a.cs:T.M"},
    ),
    "result in a chain": ({"a.cs": T + "class C { T Make() { return null; } void F() { Make().M(); } }"},
                          {"a.cs:C.F → a.cs:C.Make", "a.cs:C.F → a.cs:T.M"}),
    "cast, as, is": (
        {"a.cs": T + "class C { void F(object o) { ((T)o).M(); } void G(object o) { (o as T).M(); } void H(object o) { if (o is "
          "T t) t.M(); } }"}, {"a.cs:C.F → a.cs:T.M", "a.cs:C.G → a.cs:T.M", "a.cs:C.H → a.cs:T.M"},
    ),
    "switch on a type": ({"a.cs": T + "class C { void F(object o) { switch (o) { case T t: t.M(); break; } } }"}, {"a.cs:C.F → a.cs:T.M"}),
    "generic result": (
        {"a.cs": T + "class G<X> { public X Get() { return default(X); } }\nclass C { void F(G<T> g) { g.Get().M(); } }"},
        {"a.cs:C.F → a.cs:G.Get", "a.cs:C.F → a.cs:T.M"},
    ),
    "bound of a type parameter": ({"a.cs": T + "class C { void F<X>(X x) where X : T { x.M(); } }"}, {"a.cs:C.F → a.cs:T.M"}),
    "local function": ({"a.cs": "class C { void F() { int L() => 1; L(); } }"}, {"a.cs:C.F → a.cs:C.F.L"}),
    "lambda": ({"a.cs": T + "class C { void F(List<T> p) { p.ForEach(t => t.M()); } }"}, {"a.cs:C.F → a.cs:T.M"}),
    # Overloads
    "by number": (
        {"a.cs": "class C { void M(int a) { } void M(int a, int b) { } void F() { M(1); } void G() { M(1, 2); } }"},
        {"a.cs:C.F → a.cs:C.M", "a.cs:C.G → a.cs:C.M#2"},
    ),
    "by type": (
        {"a.cs": 'class C { void M(int a) { } void M(string a) { } void M(object a) { } void F() { M(1); } void G() { M("x"); } '
          'void H() { M(this); } }'},
        {"a.cs:C.F → a.cs:C.M", "a.cs:C.G → a.cs:C.M#2", "a.cs:C.H → a.cs:C.M#3"},
    ),
    "nullable": (
        {"a.cs": "class C { void M(int a) { } void M(int? a) { } void F(int? p) { M(p); } void G() { M(1); } }"},
        {"a.cs:C.F → a.cs:C.M#2", "a.cs:C.G → a.cs:C.M"},
    ),
    "by type arguments": (
        {"a.cs": "class C { void M(int a) { } void M<X>(int a) { } void F() { M<int>(1); } void G() { M(1); } }"},
        {"a.cs:C.F → a.cs:C.M#2", "a.cs:C.G → a.cs:C.M"},
    ),
    "rest parameter": (
        {"a.cs": "class C { void M(object a) { } void M(params object[] a) { } void F() { M(1, 2, 3); } }"},
        {"a.cs:C.F → a.cs:C.M#2"},
    ),
    "named argument": (
        {"a.cs": "class C { void M(int a, int b = 1) { } void F() { M(b: 2, a: 1); } }"},
        {"a.cs:C.F → a.cs:C.M"},
    ),
    "constructors": (
        {"a.cs": 'class T { public T(int a) { } public T(string s) : this(1) { } }\nclass U : T { U() : base("x") { } void F() { '
          'new T(1); } }'},
        {"a.cs:T.T#2 → a.cs:T.T", "a.cs:U.U → a.cs:T.T#2", "a.cs:U.F → a.cs:T.T"},
    ),
    "what no overload takes lies outside": (
        {"a.cs": "class C { static string GetType(int a) { return null; } void F() { this.GetType(); } }"},
        set(),
    ),
    # Extension methods
    "extension": (
        {"a.cs": "namespace N { static class E { public static int Len(this string s) { return 1; } } }",
         "b.cs": 'using N; class C { void F(string s) { s.Len(); "x".Len(); } }'},
        {"b.cs:C.F → a.cs:N.E.Len"},
    ),
    "extension of an open namespace": (
        {
            "a.cs": "namespace N { static class E { public static int Len(this T s) { return 1; } } }",
            "c.cs": "namespace O { static class E { public static int Len(this T s) { return 1; } } }",
            "b.cs": "using O;\n" + T + "class C { void F(T s) { s.Len(); } }",
        },
        {"b.cs:C.F → c.cs:O.E.Len"},
    ),
    "extension by the type of the receiver": (
        {
            "a.cs": T + "class U { } static class E { public static int Len(this U s) { return 1; } public static int Len(this T "
              "s) { return 1; } }"
            " class C { void F(T t) { t.Len(); } }"
        },
        {"a.cs:C.F → a.cs:E.Len#2"},
    ),
    "own method before an extension": (
        {"a.cs": T + "static class E { public static void M(this T t) { } } class C { void F(T t) { t.M(); } }"},
        {"a.cs:C.F → a.cs:T.M"},
    ),
    # Inheritance
    "interface and override": (
        {"a.cs": "interface I { void M(); }\nclass A : I { public void M() { } }\nclass C { void F(I i) { i.M(); } }"},
        {"a.cs:C.F → a.cs:I.M", "a.cs:C.F → a.cs:A.M"},
    ),
    "explicit implementation": (
        {"a.cs": "interface I { void M(); }\nclass A : I { void I.M() { } public void M(int a) { } }\nclass C { void F(I i) { "
          "i.M(); } void G(A a) { a.M(1); } }"},
        {"a.cs:C.F → a.cs:I.M", "a.cs:C.F → a.cs:A.M", "a.cs:C.G → a.cs:A.M#2"},
    ),
    "overrides go by the types of parameters": (
        {"a.cs": "class B { public virtual void M(int a) { } public virtual void M(string a) { } }\n"
                 "class D : B { public override void M(int a) { } public override void M(string a) { } }\nclass C { void F(B b) "
                   "{ b.M(1); } }"},
        {"a.cs:C.F → a.cs:B.M", "a.cs:C.F → a.cs:D.M"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_calls(case: str) -> None:
    files, expected = CASES[case]
    assert calls(files) == expected
