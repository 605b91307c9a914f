"""Which of several C# functions a call means, and what the library's types say about that: (files, expected `source → target` at
confidence ≥ 0.5)."""

from __future__ import annotations

import pytest
from memory import calls

U = "using System; using System.Collections; using System.Collections.Generic; using System.Linq; using System.Linq.Expressions;\n"
T = "class T { public void M() { } }\n"


def in_class(members: str, before: str = "") -> dict[str, str]:
    return {"a.cs": f"{U}{T}{before}\nclass C {{ {members} }}"}


CASES: dict[str, tuple[dict[str, str], set[str]]] = {
    # Type arguments
    "extensions by type arguments": (
        in_class("void F(T t) { t.X(1); } void G(T t) { t.X<int>(1); }",
                 "static class E { public static void X(this T t, object o) { } "
                 "public static A X<A>(this T t, object o) { return default; } }"),
        {"a.cs:C.F → a.cs:E.X", "a.cs:C.G → a.cs:E.X#2"},
    ),
    "type argument that no argument tells": (
        in_class("void P(object o) { } A P<A>(object o) { return default; } void F() { P(1); }"), {"a.cs:C.F → a.cs:C.P"},
    ),
    "type argument that a lambda is only given": (
        in_class("void F(B<T> b) { b.X(t => { }); } void G(B<object> b) { b.X(t => { }); }",
                 "class B<A> { } static class E { public static void X<A>(this B<A> b, Action<A> f) { } "
                 "public static void X<A>(this B<object> b, Action<A> f) where A : T { } }"),
        {"a.cs:C.F → a.cs:E.X", "a.cs:C.G → a.cs:E.X"},
    ),
    "constraint on a type parameter": (
        in_class("void P<A>(A a) where A : Exception { } void P<A>(int a) { } void F() { P<Exception>(1); }"), {"a.cs:C.F → a.cs:C.P#2"},
    ),
    # Extension methods
    "extension called as the static method it is": (
        {"a.cs": U + "static class E { static int P(this string s, int a, int b) { return 1; } static void F(string s) { P(s, 1, 2); } }\n"
                     "class C { void G(string s) { E.P(s, 1, 2); } }"},
        {"a.cs:E.F → a.cs:E.P", "a.cs:C.G → a.cs:E.P"},
    ),
    "the library's own method before an extension": (
        in_class("void F(List<T> l) { l.Add(null); l.AddAll(null); } void G(string s) { s.Insert(1, ""); s.Insert(1, 2, 3); }",
                 "static class E { public static void Add<A>(this ICollection<A> c, A a) { } public static void AddAll<A>(this "
                 "ICollection<A> c, A a) { } public static void Insert(this string s, int a, object b, int c = 0) { } }"),
        {"a.cs:C.F → a.cs:E.AddAll", "a.cs:C.G → a.cs:E.Insert"},
    ),
    "the library's methods of sequences before an extension of anything": (
        in_class("void F(List<T> a, List<T> b, T t) { a.Concat(b); a.Concat(t, 1); }",
                 "static class E { public static void Concat<A>(this A a, IEnumerable<A> b) { } "
                 "public static void Concat<A>(this IEnumerable<A> a, A b, int c) { } }"),
        {"a.cs:C.F → a.cs:E.Concat#2"},
    ),
    "extension of what a library's member gives": (
        in_class("void F(DateTime d, List<T> l) { TimeSpan.FromDays(1).X(); TimeSpan.Zero.X(); d.TimeOfDay.X(); (d - d).X(); "
                 "(-TimeSpan.Zero).X(); } void G(List<T> l, Exception e) { l.Count.X(); e.Message.X(); l.ToArray().Length.X(); }",
                 "static class E { public static void X(this TimeSpan t) { } public static void X(this int i) { } "
                 "public static void X(this string s) { } public static void X<A>(this IEnumerable<A> s) { } }"),
        {"a.cs:C.F → a.cs:E.X", "a.cs:C.G → a.cs:E.X#2", "a.cs:C.G → a.cs:E.X#3"},
    ),
    "difference of what is declared together, read twice or given by one function": (
        in_class("DateTime a, b; static DateTime N() { return default; } void F() { (a - b).X(); } void G() { (a - a).X(); } "
                 "void H() { (N() - N()).X(); } void J(TimeSpan t) { (-t).X(); } void K(DateTime d, TimeSpan t) { (d - t).X(); }",
                 "static class E { public static void X(this TimeSpan t) { } public static void X(this DateTime d) { } }"),
        {"a.cs:C.F → a.cs:E.X", "a.cs:C.G → a.cs:E.X", "a.cs:C.H → a.cs:E.X", "a.cs:C.H → a.cs:C.N", "a.cs:C.J → a.cs:E.X",
         "a.cs:C.K → a.cs:E.X#2"},
    ),
    "extension of an enum and of its text": (
        in_class("void F() { (K.A | K.B).X(); } void G(K k) { k.ToString().X(); }",
                 "enum K { A, B } static class E { public static void X(this Enum e) { } public static void X(this string s) { } }"),
        {"a.cs:C.F → a.cs:E.X", "a.cs:C.G → a.cs:E.X#2"},
    ),
    "what `using` holds": (
        in_class("IDisposable Open() { return null; } void F() { using (var d = Open()) d.X(); } void G() { using var d = Open(); d.X(); }",
                 "static class E { public static void X(this IDisposable d) { } public static void X(this string s) { } }"),
        {"a.cs:C.F → a.cs:C.Open", "a.cs:C.F → a.cs:E.X", "a.cs:C.G → a.cs:C.Open", "a.cs:C.G → a.cs:E.X"},
    ),
    "extension where the method does not take such arguments": (
        in_class('void F(I i) { i.X(""); } void G(I i, T t) { i.X(t); }',
                 "interface I { void X(T t); } static class E { public static void X(this I i, string s) { } }"),
        {"a.cs:C.F → a.cs:E.X", "a.cs:C.G → a.cs:I.X"},
    ),
    "extension of the name of a property": (
        in_class('void F(P p) { p.Columns(1).Title("").M(); p.Width(1); }',
                 "class P { public List<int> Columns { get; } public string Title { get; } public int? Width { get; } } static class E { "
                 "public static P Columns(this P p, int c) { return p; } public static T Title(this P p, string s) { return null; } "
                 "public static void Width(this P p, int? c) { } }"),
        {"a.cs:C.F → a.cs:E.Columns", "a.cs:C.F → a.cs:E.Title", "a.cs:C.F → a.cs:E.Width", "a.cs:C.F → a.cs:T.M"},
    ),
    # Imports for all files of a project
    "global using": (
        {"p/Usings.cs": "global using A.T; global using static A.S;", "p/in/b.cs": "namespace B;\nclass X { void F() { new TC(); P(); } }",
         "q/c.cs": "namespace B;\nclass Y { void F() { new TC(); } }",
         "a/d.cs": "namespace A { static class S { public static void P() { } } }\nnamespace A.T { public class TC { public TC() { } } }"},
        {"p/in/b.cs:B.X.F → a/d.cs:A.T.TC.TC", "p/in/b.cs:B.X.F → a/d.cs:A.S.P"},
    ),
    "global using among a project's settings": (
        {"p/Properties/Usings.cs": "global using A;", "p/b.cs": "class X { void F(string s) { s.P(); } }",
         "a/d.cs": "namespace A { static class S { public static void P(this string s) { } } }"},
        {"p/b.cs:X.F → a/d.cs:A.S.P"},
    ),
    # Types of arguments
    "sequences with and without a type argument": (
        in_class("void P(IEnumerable s) { } void P<A>(IEnumerable<A> s) { } void F() { P(new List<T>()); } void G(ArrayList l) { P(l); }"),
        {"a.cs:C.F → a.cs:C.P#2", "a.cs:C.G → a.cs:C.P"},
    ),
    "by type arguments of a sequence": (
        in_class("void P(IEnumerable<string> s) { } void P(IEnumerable<T> s) { } void F(List<string> l) { P(l); } void G(T[] l) { P(l); }"),
        {"a.cs:C.F → a.cs:C.P", "a.cs:C.G → a.cs:C.P#2"},
    ),
    "nothing of the library turns into a function": (
        in_class("void P<A>(Func<A> f, object o) { } void P(IEnumerable<string> s, params Type[] t) { } "
                 "void F(IEnumerable<string> s) { P(s, new[] { typeof(T) }); }"),
        {"a.cs:C.F → a.cs:C.P#2"},
    ),
    "parameters that are left out come after types": (
        in_class("void P(object a) { } void P(string a, int b = 0, int c = 0, int d = 0) { } void F() { P(\"x\"); P(1); }"),
        {"a.cs:C.F → a.cs:C.P", "a.cs:C.F → a.cs:C.P#2"},
    ),
    "base classes of the library": (
        in_class("void P(MemberInfo m) { } void P(Exception e) { } void F(Type t) { P(t); } void G(ArgumentException e) { P(e); } "
                 "void H(O o) { P(o); }", "class O : InvalidOperationException { }"),
        {"a.cs:C.F → a.cs:C.P", "a.cs:C.G → a.cs:C.P#2", "a.cs:C.H → a.cs:C.P#2"},
    ),
    "constants of the library's enums": (
        in_class("void P(StringComparison c) { } void P(bool b) { } void F() { P(StringComparison.Ordinal); }"),
        {"a.cs:C.F → a.cs:C.P"},
    ),
    # Functions
    "variables that hold functions": (
        in_class("void P(Func<int, int> f) { } void P(Action<int> f) { } void P(Func<int, int, int> f) { } "
                 "void F(Action<int> f) { P(f); } void G(Func<int, int, int> f) { P(f); }"),
        {"a.cs:C.F → a.cs:C.P#2", "a.cs:C.G → a.cs:C.P#3"},
    ),
    "methods that are handed over": (
        in_class("void P(Func<int, int> f) { } void P(Action<int> f) { } int V(int i) { return 1; } void W(int i) { } "
                 "void F() { P(V); } void G() { P(W); }"),
        {"a.cs:C.F → a.cs:C.P", "a.cs:C.G → a.cs:C.P#2"},
    ),
    "lambdas that give nothing, and that wait": (
        in_class("int q; void P(Func<int, Task> f) { } void P(Action<int> f) { } void F() { P(i => { }); } void G() { P(i => q = i); } "
                 "void H() { P(async i => { await Task.Delay(1); }); } void J() { P(i => Task.Delay(i)); }"),
        {"a.cs:C.F → a.cs:C.P#2", "a.cs:C.G → a.cs:C.P#2", "a.cs:C.H → a.cs:C.P", "a.cs:C.J → a.cs:C.P"},
    ),
    "what asynchronous lambdas give": (
        in_class("R P<R>(Func<R> f) { return default; } R P<R>(Func<Task<R>> f) { return default; } "
                 "void F(T t) { P(() => t).M(); } void G(T t) { P(async () => t).M(); }"),
        {"a.cs:C.F → a.cs:C.P", "a.cs:C.G → a.cs:C.P#2", "a.cs:C.F → a.cs:T.M", "a.cs:C.G → a.cs:T.M"},
    ),
    "a lambda is no object": (
        in_class("void P<A>(A a) { } void P<A>(Func<A, bool> f) { } void F() { P<int>(i => true); }"), {"a.cs:C.F → a.cs:C.P#2"},
    ),
    # Constructors and initialisers
    "constructors in another part": (
        {"a.cs": "partial class P { }", "b.cs": "partial class P { public P(int a) { } public P(string s) { } }",
         "c.cs": "class C { void F() { new P(1); } void G() { new P(\"\"); } } class D : P { D() : base(\"\") { } }"},
        {"c.cs:C.F → b.cs:P.P", "c.cs:C.G → b.cs:P.P#2", "c.cs:D.D → b.cs:P.P#2"},
    ),
    "initialisers run in constructors": (
        in_class("T t = new T();\nT P { get; } = new T();\nstatic T s = S();\nstatic T S() { return null; } C() { } C(int a) : this() { } "
                 "C(string s) { }"),
        {"a.cs:C.C → a.cs:T", "a.cs:C.C#3 → a.cs:T", "a.cs:C.C#2 → a.cs:C.C", "a.cs:C → a.cs:C.S"},
    ),
    "static initialisers run in the static constructor": (
        in_class("static Func<T> f = () => new T();\nstatic C() { } C() { }"), {"a.cs:C.C → a.cs:T"},
    ),
    "a type where a method of its name is nearer": (
        in_class("static T T(int a) { return new T(a); } static T Make() { return T(1); }", "class X { }"),
        {"a.cs:C.T → a.cs:T", "a.cs:C.Make → a.cs:C.T"},
    ),
    "an instance of a type parameter": (in_class("void F<A>() where A : T, new() { var a = new A(); a.M(); }"), {"a.cs:C.F → a.cs:T.M"}),
    # Variables keep the type that they are declared with
    "an object put into a variable later": (
        in_class("void F(B b) { A a = b; while (true) { a.M(b); a = b; } }",
                 "class A { public void M(object o) { } }\nclass B : A { public void M(A a) { } }"),
        {"a.cs:C.F → a.cs:A.M"},
    ),
    "a function put into a variable later": (
        in_class("void F(bool b) { Action<T> f = null; if (b) { f = t => t.M(); } else { f = G; } f(new T()); } void G(T t) { }"),
        {"a.cs:C.F → a.cs:T", "a.cs:C.F → a.cs:T.M", "a.cs:C.F → a.cs:C.G"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_calls(case: str) -> None:
    files, expected = CASES[case]
    assert calls(files) == expected
