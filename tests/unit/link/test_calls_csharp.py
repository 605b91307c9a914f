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
    "using relative to the namespace around": (
        {"a.cs": "namespace N.M { " + T + "}", "b.cs": "namespace N { using M; class C { void F() { T.S(); } } }"},
        {"b.cs:N.C.F → a.cs:N.M.T.S"},
    ),
    "static using relative to the namespace around": (
        {"a.cs": "namespace N.M { " + T + "}", "b.cs": "namespace N.O { using static M.T; class C { void F() { S(); } } }"},
        {"b.cs:N.O.C.F → a.cs:N.M.T.S"},
    ),
    "extension of a namespace opened relatively": (
        {"a.cs": "namespace N.M { static class E { public static void X(this string s) { } } }",
         "b.cs": "namespace N { using M; class C { void F(string s) { s.X(); } } }"},
        {"b.cs:N.C.F → a.cs:N.M.E.X"},
    ),
    "property of the name of its type": (
        {"a.cs": "class T { public T(int a) { } public T(string a) { } } class C { T T { get; } void F() { new T(1); } }"},
        {"a.cs:C.F → a.cs:T.T"},
    ),
    "explicit property beside one of its name": (
        {"a.cs": "class C : I { public int P { get { return 1; } } int I.P { get { return P; } } }\n"
                 "class D { int F(C c) { return c.P; } }"},
        {"a.cs:C.P#2 → a.cs:C.P", "a.cs:D.F → a.cs:C.P"},
    ),
    "elements of a collection made here": (
        {"a.cs": "class L : System.Collections.IEnumerable { public void Add(int a) { } public void Add(int a, int b) { } }\n"
                 "class C { L F() { return new L { 1, 2 }; } L G() { return new L { { 1, 2 } }; } }"},
        {"a.cs:C.F → a.cs:L", "a.cs:C.F → a.cs:L.Add", "a.cs:C.G → a.cs:L", "a.cs:C.G → a.cs:L.Add#2"},
    ),
    "extension of enums": (
        {"a.cs": "using System; enum E { A } static class X { public static void M(this Enum e) { } "
                 "public static void M(this string s) { } }\n"
                 "class C { void F() { E.A.M(); } void G(C c) { c.M(); } }"},
        {"a.cs:C.F → a.cs:X.M"},
    ),
    "extension of typeof": (
        {"a.cs": "using System; static class E { public static void X(this Type t) { } } class C { void F() { typeof(C).X(); } }"},
        {"a.cs:C.F → a.cs:E.X"},
    ),
    "parameter of a lambda for a delegate of the library": (
        {"a.cs": "using System;\n" + T + "class C { void P(int a, Action<T> f) { } int Q(Func<T, int> f) { return 1; } "
                 "void F() { P(1, t => t.M()); } void G() { Q(t => { t.M(); return 1; }); } }"},
        {"a.cs:C.F → a.cs:C.P", "a.cs:C.F → a.cs:T.M", "a.cs:C.G → a.cs:C.Q", "a.cs:C.G → a.cs:T.M"},
    ),
    "parameter of a lambda for an extension": (
        {"a.cs": "using System; class B<A> { }\n" + T + "static class E { public static void X<A>(this B<A> b, Func<A, int> f) { } }\n"
                 "class C { void F(B<T> b) { b.X(t => { t.M(); return 1; }); } }"},
        {"a.cs:C.F → a.cs:E.X", "a.cs:C.F → a.cs:T.M"},
    ),
    "result of an extension by its receiver": (
        {"a.cs": "class B<A> { }\n" + T + "static class E { public static A X<A>(this B<A> b) { return default(A); } }\n"
                 "class C { void F(B<T> b) { b.X().M(); } }"},
        {"a.cs:C.F → a.cs:E.X", "a.cs:C.F → a.cs:T.M"},
    ),
    "parameter of a lambda for a sequence": (
        {"a.cs": "using System.Linq; using System.Collections.Generic;\n" + T + "class C { T t; void F(List<C> l) { "
                 "l.Where(c => true).Select(c => c.t).First().M(); l.ForEach(c => c.t.M()); } }"},
        {"a.cs:C.F → a.cs:T.M"},
    ),
    "overloads by the kind of function": (
        {"a.cs": "using System; class O { }\nclass C { void P(O o) { } void P(Action<int> f) { } void P(Func<int, int> f) { } "
                 "void F() { P(delegate { }); } void G() { P(a => { }); } void H() { P(a => a); } }"},
        {"a.cs:C.F → a.cs:C.P#2", "a.cs:C.G → a.cs:C.P#2", "a.cs:C.H → a.cs:C.P#3"},
    ),
    "type by the number of its parameters": (
        {"a.cs": "class R { public static R<A> S<A>() { return null; } } class R<A> { public void M() { } }\n"
                 "class C { void F(R<int> r) { r.M(); } void G() { R.S<int>(); new R<int>().M(); } }"},
        {"a.cs:C.F → a.cs:R.M", "a.cs:C.G → a.cs:R.S", "a.cs:C.G → a.cs:R.M", "a.cs:C.G → a.cs:R#2"},
    ),
    "extension where no method takes the arguments": (
        {"a.cs": T + "static class E { public static void M(this T t, int a) { } }\nclass C { void F(T t) { t.M(1); t.M(); } }"},
        {"a.cs:C.F → a.cs:T.M", "a.cs:C.F → a.cs:E.M"},
    ),
    "static using through a using outside": (
        {"a.cs": "namespace N.M { " + T + "}", "b.cs": "using N.M; namespace O { using static T; class C { void F() { S(); } } }"},
        {"b.cs:O.C.F → a.cs:N.M.T.S"},
    ),
    "an override and what it stands in for": (
        {"a.cs": "class B { public virtual void M() { } public virtual int P { get { return 1; } } }\n"
                 "class D : B { public override void M() { } public override int P { get { return 2; } } }\n"
                 "class C { void F(D d) { d.M(); } int G(D d) { return d.P; } }"},
        {"a.cs:C.F → a.cs:D.M", "a.cs:C.F → a.cs:B.M", "a.cs:C.G → a.cs:B.P"},
    ),
    "overrides have as many type parameters": (
        {"a.cs": "interface I { void M<A>(object a); void M<A, B>(A a); }\n"
                 "class D : I { public void M<A>(object a) { } public void M<A, B>(A a) { } }\n"
                 "class C { void F(I i) { i.M<int>(null); } }"},
        {"a.cs:C.F → a.cs:I.M", "a.cs:C.F → a.cs:D.M"},
    ),
    "initialiser of a property": (
        {"a.cs": T + "class C { T P { get; } = new T(); static int Q { get; } = S(); static int S() { return 1; } }"},
        {"a.cs:C → a.cs:T", "a.cs:C → a.cs:C.S"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_calls(case: str) -> None:
    files, expected = CASES[case]
    assert calls(files) == expected


@pytest.mark.parametrize(
    "member",
    [
        "T M = new();", "T M { get; } = new();",
        "T M { get { return new(); } }", "T M => new();", "T M() { return new(); }", "T M() => new();",
        "async Task<T> M() { return new(); }", "T M(int k) => k switch { 1 => new(), _ => null };", "T q; void M() { q = new(); }",
        "T q; void M() { this.q = new(); }", "T q; void M() { q ??= new(); }", "T q; void M(C other) { other.q = new(); }",
        "void M() { T t = new(); }", "void M() { T t; t = new(); }", "void M() { T t = true ? new() : null; }",
        "void M() { T[] a = { new() }; }", "void M() { var a = new T[] { new() }; }", "void M() { Func<T> f = () => new(); }",
        "void M() { (T a, int b) t = (new(), 2); }", "void Take(T t) {} void M() { Take(new()); }",
    ],
)  # fmt: skip
def test_a_new_without_a_type_makes_what_its_place_wants(member: str) -> None:
    found = calls({"a.cs": f"class T {{ public T() {{}} }}\nclass C {{ {member} }}"})
    assert [edge.split(" → ")[1] for edge in sorted(found) if "Take" not in edge.split(" → ")[1]] == ["a.cs:T.T"], found
