"""Call relations in Java: (files, expected `source → target` at confidence ≥ 0.5); inheritance, dispatch and references to methods."""

from __future__ import annotations

import pytest
from memory import calls, link, short

A = "package p; public class A { static void s() {} void m() {} A next() { return this; } }\n"
OVER = "class O { void f(int x) {} void f(long x) {} void f(Integer x) {} void f(Object x) {} void f(String x) {} void f(Object... x) {} "
F_INT, F_LONG, F_INTEGER, F_OBJECT, F_STRING, F_MANY = ("O.f", "O.f#2", "O.f#3", "O.f#4", "O.f#5", "O.f#6")


def one(body: str) -> dict[str, str]:
    """A tree of one file."""
    return {"T.java": body}


def chosen(call: str, *targets: str, more: str = "") -> tuple[dict[str, str], set[str]]:
    """A call within the class of overloads `f`, and which of them it may mean."""
    return one(f"{OVER} {more} void go(char c, Number n, int[] xs, Object o) {{ {call}; }} }}"), {
        f"T.java:O.go → T.java:{t}" for t in targets
    }


# fmt: off
CASES: dict[str, tuple[dict[str, str], set[str]]] = {
    # Names and packages
    "same class": (one("class T { void a() { b(); this.b(); } void b() {} }"), {"T.java:T.a → T.java:T.b"}),
    "same package, other folder": (
        {"x/A.java": A, "y/B.java": "package p; class B { void b() { A.s(); } }"},
        {"y/B.java:B.b → x/A.java:A.s"},
    ),
    "another package is not seen": (
        {"A.java": A, "C.java": "package c; class C { void s() {} }", "B.java": "package q; class B { void b() { A.s(); } }"},
        set(),
    ),
    "import": ({"A.java": A, "B.java": "package q; import p.A; class B { void b() { A.s(); } }"}, {"B.java:B.b → A.java:A.s"}),
    "import of all": ({"A.java": A, "B.java": "package q; import p.*; class B { void b() { A.s(); } }"}, {"B.java:B.b → A.java:A.s"}),
    "static import": (
        {"A.java": A, "B.java": "package q; import static p.A.s; class B { void b() { s(); } }"},
        {"B.java:B.b → A.java:A.s"},
    ),
    "static import of all": (
        {"A.java": A, "B.java": "package q; import static p.A.*; class B { void b() { s(); } }"},
        {"B.java:B.b → A.java:A.s"},
    ),
    "name in full": (
        {"A.java": A, "B.java": "package q; class B { void b() { p.A.s(); } }"},
        {"B.java:B.b → A.java:A.s"},
    ),
    "type in full": ({"A.java": A, "B.java": "package q; class B { void b(p.A a) { a.m(); } }"}, {"B.java:B.b → A.java:A.m"}),
    "an import hides the package": (
        {
            "A.java": A,
            "q/A.java": "package q; public class A { static void s() {} }",
            "B.java": "package q; import p.A; class B { void b() { A.s(); } }",
        },
        {"B.java:B.b → A.java:A.s"},
    ),
    "nested class by import": (
        {
            "A.java": "package p; public class A { public static class In { static void s() {} } }",
            "B.java": "package q; import p.A.In; class B { void b() { In.s(); } }",
        },
        {"B.java:B.b → A.java:A.In.s"},
    ),
    "nested class of an ancestor": (
        one("class P { static class In { void m() {} } } class T extends P { void t(In in) { in.m(); } }"),
        {"T.java:T.t → T.java:P.In.m"},
    ),
    "library": (one("import java.util.List; class T { void t(List<String> l) { l.size(); } void size() {} }"), set()),
    # Members
    "inherited": (one("class P { void m() {} } class T extends P { void t() { m(); } }"), {"T.java:T.t → T.java:P.m"}),
    "of the class around": (one("class T { void m() {} class In { void i() { m(); } } }"), {"T.java:T.In.i → T.java:T.m"}),
    "of the instance around": (
        one("class T { void m() {} class In { void m() {} void i() { T.this.m(); } } }"),
        {"T.java:T.In.i → T.java:T.m"},
    ),
    "an inner member comes before an outer one": (
        one("class T { void m() {} class In { void m() {} void i() { m(); } } }"),
        {"T.java:T.In.i → T.java:T.In.m"},
    ),
    "super": (
        one("class P { void m() {} } class T extends P { void m() { super.m(); } }"),
        {"T.java:T.m → T.java:P.m"},
    ),
    "super without an ancestor that has it": (one("class T { public Object clone() { return super.clone(); } }"), set()),
    "default method of an interface": (
        one("interface I { default void d() {} } class T implements I { void t() { I.super.d(); } }"),
        {"T.java:T.t → T.java:I.d"},
    ),
    "field and method of one name": (
        one("class V { void go() {} } class T { V v; V v() { return v; } void t() { v.go(); v().go(); this.v.go(); } }"),
        {"T.java:T.t → T.java:V.go", "T.java:T.t → T.java:T.v"},
    ),
    "field initialisers belong to the class": (one("class T { int x = f(); static int f() { return 1; } }"), {"T.java:T → T.java:T.f"}),
    "constants of an enum": (
        one("enum E { A { void m() { h(); } }; void m() {} void h() {} } class T { void t() { E.A.m(); } }"),
        {"T.java:T.t → T.java:E.m", "T.java:T.t → T.java:E.<anonymous>.m", "T.java:E.<anonymous>.m → T.java:E.h", "T.java:E → T.java:E"},
    ),
    "record": (
        one("record R(V v) { R { check(); } static void check() {} } class V { void go() {} } class T { void t(R r) { r.v().go(); } }"),
        {"T.java:T.t → T.java:V.go", "T.java:R.R → T.java:R.check"},
    ),
    "static import of an overloaded method": (
        {
            "A.java": "package p; public class A { static void s(int i) {} static void s(String t) {} }",
            "B.java": "package q; import static p.A.s; class B { void b() { s(1); } }",
        },
        {"B.java:B.b → A.java:A.s"},
    ),
    "static import of a method with fewer parameters": (
        {
            "A.java": "package p; public class A { static void s(int i) {} static void s(int i, String t) {} }",
            "B.java": "package q; import static p.A.s; class B { void b() { s(1); } }",
        },
        {"B.java:B.b → A.java:A.s"},
    ),
    "private and static methods override nothing": (
        one(
            "class A { private void p() {} static void s() {} void m() { p(); s(); } }"
            " class B extends A { private void p() {} static void s() {} }"
        ),
        {"T.java:A.m → T.java:A.p", "T.java:A.m → T.java:A.s"},
    ),
    "arrays of other types are other overloads": (
        one(
            "class A { void f(int[] x) {} void f(long[] x) {} void m(long[] x) { f(x); } }"
            " class B extends A { void f(int[] x) {} void f(long[] x) {} }"
        ),
        {"T.java:A.m → T.java:A.f#2", "T.java:A.m → T.java:B.f#2"},
    ),
    "length of an array": (
        one("class T { static <X> void f(X... xs) {} static void f(int i) {} void m(long[] xs) { f(xs.length); } }"),
        {"T.java:T.m → T.java:T.f#2"},
    ),
    "of what is not known each overload may be meant": (
        one("class T { static void f(Object x) {} static void f(int i) {} void m(lib.L l) { f(l.get()); } }"),
        {"T.java:T.m → T.java:T.f", "T.java:T.m → T.java:T.f#2"},
    ),
    "no type parameter stands for a plain value": (
        one("class A<T> { void f(T x) {} } class B extends A<Double> { void f(double x) {} void m(Double d) { f(d); f(null); f(1.0); } }"),
        {"T.java:B.m → T.java:A.f", "T.java:B.m → T.java:B.f"},
    ),
    "static import of all, fields": (
        {
            "A.java": "package p; public class A { static final A ONE = null; static final String S = null; void m() {} }",
            "B.java": "package q; import static p.A.*; class B { void ONE() { ONE.m(); f(S); } void f(int i) {} void f(String s) {} }",
        },
        {"B.java:B.ONE → A.java:A.m", "B.java:B.ONE → B.java:B.f#2"},
    ),
    "what all names of a library bring is no guess": (
        {
            "A.java": "package p; class A { void assertX() {} }",
            "B.java": "package q; import static lib.L.*; class B { void b() { assertX(); } }",
        },
        set(),
    ),
    "methods that every enum has": (
        one("enum E { A; void m() {} } class T { void t() { E.valueOf(null).m(); for (E e : E.values()) e.m(); } }"),
        {"T.java:T.t → T.java:E.m", "T.java:E → T.java:E"},
    ),
    # Constructors
    "constructor by arguments": (
        one("class T { T(int i) {} T(String s) {} static void t() { new T(1); new T(\"\"); } }"),
        {"T.java:T.t → T.java:T.T", "T.java:T.t → T.java:T.T#2"},
    ),
    "class without a constructor": (one("class T { static void t() { new T(); } }"), {"T.java:T.t → T.java:T"}),
    "delegation": (
        one("class P { P(int i) {} P(String s) {} } class T extends P { T() { this(1); } T(int i) { super(\"\"); } }"),
        {"T.java:T.T → T.java:T.T#2", "T.java:T.T#2 → T.java:P.P#2"},
    ),
    "anonymous class": (
        one("interface I { void m(); } class T { I t() { return new I() { public void m() { h(); } }; } void h() {} }"),
        {"T.java:T.t.<anonymous>.m → T.java:T.h"},
    ),
    "inner class of an instance": (
        one("class T { class In { void m() {} } void t(T o) { o.new In().m(); } }"),
        {"T.java:T.t → T.java:T.In", "T.java:T.t → T.java:T.In.m"},
    ),
    # Types
    "parameter, local, cast, element": (
        one(
            "class A { void m() {} void n() {} void o() {} void p() {} }"
            "class T { void t(A a, Object x, A[] as) { a.m(); A b = a; b.n(); ((A) x).o(); as[0].p(); } }"
        ),
        {"T.java:T.t → T.java:A.m", "T.java:T.t → T.java:A.n", "T.java:T.t → T.java:A.o", "T.java:T.t → T.java:A.p"},
    ),
    "chain of results": ({"A.java": A, "B.java": "package p; class B { void b(A a) { a.next().next().m(); } }"}, {
        "B.java:B.b → A.java:A.next", "B.java:B.b → A.java:A.m",
    }),
    "var": (one("class A { void m() {} } class T { void t() { var a = new A(); a.m(); } }"), {
        "T.java:T.t → T.java:A", "T.java:T.t → T.java:A.m",
    }),
    "generic field": (
        one("class Box<E> { E get() { return null; } } class A { void m() {} } class T { Box<A> b; void t() { b.get().m(); } }"),
        {"T.java:T.t → T.java:Box.get", "T.java:T.t → T.java:A.m"},
    ),
    "generic ancestor": (
        one("class P<E> { E e; } class A { void m() {} } class T extends P<A> { void t() { e.m(); } }"),
        {"T.java:T.t → T.java:A.m"},
    ),
    "bound of a type parameter": (one("class A { void m() {} } class T { <E extends A> void t(E e) { e.m(); } }"), {
        "T.java:T.t → T.java:A.m",
    }),
    "generic method": (
        one("class A { void m() {} } class T { <E> E id(E e) { return e; } void t(A a) { id(a).m(); } }"),
        {"T.java:T.t → T.java:T.id", "T.java:T.t → T.java:A.m"},
    ),
    "pattern": (one("class A { void m() {} } class T { void t(Object o) { if (o instanceof A a && true) a.m(); } }"), {
        "T.java:T.t → T.java:A.m",
    }),
    "switch": (
        one("class A { void m() {} } class B { void n() {} }"
            "class T { void t(Object o) { switch (o) { case A x -> x.m(); case B x -> x.n(); default -> {} } } }"),
        {"T.java:T.t → T.java:A.m", "T.java:T.t → T.java:B.n"},
    ),
    "loops end their names": (
        one("class A { void m() {} } class B { void n() {} }"
            "class T { B x; void t(A[] as, java.util.List<A> l) { for (A x : as) x.m(); x.n(); for (var y : l) y.m(); } }"),
        {"T.java:T.t → T.java:A.m", "T.java:T.t → T.java:B.n"},
    ),
    "catch": (
        one("class E extends Exception { void m() {} } class T { void t() { try { } catch (E e) { e.m(); } } }"),
        {"T.java:T.t → T.java:E.m"},
    ),
    "library containers": (
        one("import java.util.*; class A { void m() {} void n() {} void o() {} }"
            "class T { void t(Map<String, A> a, List<A> l) { a.get(\"\").m(); for (Map.Entry<String, A> e : a.entrySet()) e.getValue().n();"
            " l.stream().filter(x -> true).findFirst().get().o(); } }"),
        {"T.java:T.t → T.java:A.m", "T.java:T.t → T.java:A.n", "T.java:T.t → T.java:A.o"},
    ),
    "a container of ours": (
        one("import java.util.*; class A { void m() {} void n() {} void o() {} } class Many<E extends A> extends ArrayList<E> {}"
            "class As extends Many<A> {} class T { void t(As as) { as.get(0).m(); for (A a : as) a.n(); as.forEach(a -> a.o()); } }"),
        {"T.java:T.t → T.java:A.m", "T.java:T.t → T.java:A.n", "T.java:T.t → T.java:A.o"},
    ),
    "an instance of a class that is handed to a library": (
        one("import static org.junit.jupiter.api.Assertions.*;"
            "class A { void m() {} } class T { void t(Object o) { assertInstanceOf(A.class, o).m(); } }"),
        {"T.java:T.t → T.java:A.m"},
    ),
    # Functions
    "parameter of a lambda, library": (
        one("import java.util.List; class A { void m() {} } class T { void t(List<A> l) { l.forEach(a -> a.m()); } }"),
        {"T.java:T.t → T.java:A.m"},
    ),
    "parameter of a lambda, own interface": (
        one("interface Fn<X> { void go(X x); } class A { void m() {} } class T { void u(Fn<A> f) {} void t() { u(a -> a.m()); } }"),
        {"T.java:T.t → T.java:A.m", "T.java:T.t → T.java:T.u"},
    ),
    "parameter of a lambda in an assignment": (
        one("import java.util.function.*; class A { void m() {} } class T { Consumer<A> f; T() { this.f = a -> a.m(); } }"),
        {"T.java:T.T → T.java:A.m"},
    ),
    "lambda in a field": (
        one("import java.util.function.*; class A { void m() {} } class T { Consumer<A> f = a -> a.m(); }"),
        {"T.java:T → T.java:A.m"},
    ),
    # Overloads
    "exact": chosen("f(1)", F_INT),
    "wider number": chosen("f('c')", F_INT),
    "long": chosen("f(1L)", F_LONG),
    "text": chosen('f("x" + 1)', F_STRING),
    "object of a number": chosen("f(Integer.valueOf(1))", F_INTEGER),
    "null is of the narrowest type": (
        one("class O { void f(Object x) {} void f(String x) {} void f(int i) {} void go() { f(null); } }"),
        {"T.java:O.go → T.java:O.f#2"},
    ),
    "an object": chosen("f(n)", F_OBJECT),
    "numbers become objects after the rest": chosen("f(1.5)", F_OBJECT),
    "a rest parameter comes last": chosen("f(1, 2)", F_MANY),
    "arithmetic": chosen("f(1 + 2L)", F_LONG),
    "of a condition": chosen('f(true ? null : "x")', F_STRING),
    "a declared type hides the value's": chosen('Object d = "x"; f(d)', F_OBJECT),
    "a primitive array is an object": chosen("f(xs)", F_OBJECT),
    "arguments of unknown type leave a choice": (
        one("class O { void f(String s) {} void f(Integer i) {} void go() { f(lib()); } }"),
        {"T.java:O.go → T.java:O.f", "T.java:O.go → T.java:O.f#2"},
    ),
    "lambdas choose by their parameters": (
        one("import java.util.function.*; class O { void f(Supplier<String> s) {} void f(Function<String, String> s) {}"
            " void go() { f(() -> null); } void on() { f(x -> x); } }"),
        {"T.java:O.go → T.java:O.f", "T.java:O.on → T.java:O.f#2"},
    ),
    "inherited overloads compete": (
        one("class P { void f(String s) {} } class O extends P { void f(int i) {} void go() { f(\"\"); f(1); } }"),
        {"T.java:O.go → T.java:P.f", "T.java:O.go → T.java:O.f"},
    ),
    "type parameters with other bounds are other overloads": (
        one("class A {} class B {} class O { <E extends A> void f(E e) {} <E extends B> void f(E e) {} void go(B b) { f(b); } }"),
        {"T.java:O.go → T.java:O.f#2"},
    ),
    "an override of a generic method is the same method": (
        one("interface I<X> { void f(X x); } class O implements I<String> { public void f(String s) {} void go() { f(\"\"); } }"),
        {"T.java:O.go → T.java:O.f"},
    ),
    "types of the library by the ends of their names": (
        one("class O { void f(String s) {} void f(Throwable t) {} void go() { try { } catch (IllegalStateException e) { f(e); } } }"),
        {"T.java:O.go → T.java:O.f#2"},
    ),
    "results of the library": (
        one("class O { void f(String s) {} void f(StringBuilder b) {} void go(String s, StringBuilder b) { f(s.replace('a', 'b')); } }"),
        {"T.java:O.go → T.java:O.f"},
    ),
    "what Mockito hands back": (
        one("import static org.mockito.Mockito.verify; class A { void m() {} } class O { void go(A a) { verify(a).m(); } }"),
        {"T.java:O.go → T.java:A.m"},
    ),
    "elements of Guava's collections": (
        one("import com.google.common.collect.*; class A { void m() {} void n() {} void o() {} } class O {"
            " void go(java.util.List<A> as) { Iterables.getOnlyElement(as).m(); }"
            " void on(ImmutableList<A> as) { for (A a : as) { a.n(); } }"
            " void by(A a) { ImmutableList.of(a).get(0).o(); } }"),
        {"T.java:O.go → T.java:A.m", "T.java:O.on → T.java:A.n", "T.java:O.by → T.java:A.o"},
    ),
    "what is inherited from a container": (
        one("import java.util.*; class A {} class O extends ArrayList<A> { void f(A a) {} void f(int i) {} void go() { f(get(0)); } }"),
        {"T.java:O.go → T.java:O.f"},
    ),
    "parameter of a lambda by a lower bound": (
        one("import java.util.function.*; class A { void m() {} }"
            "class O { void u(Consumer<? super A> c) {} void go() { u(a -> a.m()); } }"),
        {"T.java:O.go → T.java:O.u", "T.java:O.go → T.java:A.m"},
    ),
    "annotated dots take a list of arguments": (
        one("class O { <X> void f(X x) {} <X> void f(X @NonNull ... xs) {} void g(Map.@A Entry @B(1) @C ...xs) {}"
            " void go() { f(1, 2); } void on() { f(1); g(); } }"),
        {"T.java:O.go → T.java:O.f#2", "T.java:O.on → T.java:O.f", "T.java:O.on → T.java:O.g"},
    ),
    "annotation types are annotations": (
        one("import java.lang.annotation.Annotation; @interface Named {} class O { void f(Class<? extends Annotation> c) {}"
            " void f(Annotation a) {} void go(Named n) { f(n); } void on() { f(Named.class); } }"),
        {"T.java:O.go → T.java:O.f#2", "T.java:O.on → T.java:O.f"},
    ),
    "bounded type parameters before free ones": (
        one("class O { <X> void f(X x) {} <X extends Throwable> void f(X x) {} void go() { f(new Error()); f(1); } }"),
        {"T.java:O.go → T.java:O.f", "T.java:O.go → T.java:O.f#2"},
    ),
    "functional interfaces that extend what has no members": (
        one("interface F extends java.io.Serializable { void a(int i); } interface G extends java.io.Serializable { void a(int i, int j); }"
            " class O { void f(F f) {} void f(G g) {} void go() { f((x, y) -> {}); } void on() { f(x -> {}); } }"),
        {"T.java:O.go → T.java:O.f#2", "T.java:O.on → T.java:O.f"},
    ),
    "functional interfaces that write a function of the library once more": (
        one("import java.util.function.*; interface F<A, R> extends Function<A, R> { R apply(A a); }"
            " interface G<A, B, R> extends BiFunction<A, B, R> { R apply(A a, B b); }"
            " class O { <A, R> void f(F<A, R> f) {} <A, B, R> void f(G<A, B, R> g) {}"
            " void go() { f((x, y) -> x); } void on() { f(x -> x); } }"),
        {"T.java:O.go → T.java:O.f#2", "T.java:O.on → T.java:O.f"},
    ),
    "functions with a result and without one": (
        one("import java.util.function.*; interface Run<X> { void a(X x); } interface Give<X, R> { R a(X x); }"
            " class O { <X> void f(Run<X> r) {} <X, R> void f(Give<X, R> g) {}"
            " void w(Consumer<String> c) {} void w(Function<String, String> f) {}"
            " static void v(Object o) {} static int i(Object o) { return 1; }"
            " void a() { f(x -> true); } void b() { f(x -> { }); } void c() { f(x -> { return 1; }); } void d() { f(x -> v(x)); }"
            " void m() { f(x -> { throw new Error(); }); }"
            " void e() { f(x -> i(x)); } void g() { f(O::v); } void h() { f(O::i); } void j() { w(x -> { }); } void k() { w(x -> x); } }"),
        {
            *(f"T.java:O.{n} → T.java:O.f" for n in "bdg"), *(f"T.java:O.{n} → T.java:O.f#2" for n in "acehm"),
            "T.java:O.j → T.java:O.w", "T.java:O.k → T.java:O.w#2", "T.java:O.d → T.java:O.v", "T.java:O.e → T.java:O.i",
        },
    ),
    "what only has a mark of the library is no container": (
        one("class A implements java.io.Serializable {} class L extends java.util.ArrayList<A> {} class O {"
            " void f(A a, A... more) {} void f(Iterable<A> as) {} void go(A a) { f(a); } void on(L l) { f(l); } }"),
        {"T.java:O.go → T.java:O.f", "T.java:O.on → T.java:O.f#2"},
    ),
    "results of factories": (
        one("import java.util.*; class O { void f(OptionalInt i) {} void f(Object o) {} void go() { f(OptionalInt.of(1)); } }"),
        {"T.java:O.go → T.java:O.f"},
    ),
    "comparators and functions of the library": (
        one("import java.util.*; import java.util.function.*; class O {"
            " void f(Comparator<String> c) {} void f(Function<String, String> f) {}"
            " void go() { f(Comparator.naturalOrder()); } void on() { f(Function.identity()); } }"),
        {"T.java:O.go → T.java:O.f", "T.java:O.on → T.java:O.f#2"},
    ),
    "a method is called, not the type of its name": (
        {
            "a/Api.java": "package a; public class Api { public static void Match(int i) {} public static class Match {}"
            " public static void $() {} }",
            "b/T.java": "package b; import static a.Api.*; class T { void t() { Match(1); $(); } }",
            "b/$.java": "package b; class $ { $() {} }",
        },
        {"b/T.java:T.t → a/Api.java:Api.Match", "b/T.java:T.t → a/Api.java:Api.$"},
    ),
    "a type and a static method are imported under one name": (
        {
            "a/Pair.java": "package a; public class Pair { public static Pair of() { return null; } void m() {} }",
            "a/Api.java": "package a; public class Api { public static Pair Pair() { return null; } }",
            "b/T.java": "package b; import a.Pair; import static a.Api.Pair; class T { void t(Pair p) { Pair().m(); Pair.of(); p.m(); } }",
        },
        {"b/T.java:T.t → a/Api.java:Api.Pair", "b/T.java:T.t → a/Pair.java:Pair.of", "b/T.java:T.t → a/Pair.java:Pair.m"},
    ),
    "static methods of one name are imported from several classes": (
        {
            "a/One.java": "package a; public class One { public static void f(int i) {} public static void f(Object o) {} }",
            "a/Two.java": "package a; public class Two { public static void f(String s) {} }",
            "b/T.java": "package b; import static a.One.f; import static a.Two.f; class T { void t() { f(1); } void u() { f(\"\"); }"
            " void v(T t) { f(t); } }",
        },
        {"b/T.java:T.t → a/One.java:One.f", "b/T.java:T.u → a/Two.java:Two.f", "b/T.java:T.v → a/One.java:One.f#2"},
    ),
    # Dispatch
    "overrides of a method's own type parameters": (
        one("class B { <X> void f(X x) {} <X> void f(X... xs) {} <X> void f(Iterable<X> x) {} void f(String s) {} }"
            " class O extends B { <Y> void f(Y y) {} <Y> void f(Y... ys) {} <Y> void f(Iterable<Y> y) {} void f(String s) {} }"
            " class T { void t(B b) { b.f(1); } void u(B b) { b.f(1, 2); } void v(B b) { b.f(\"\"); } }"),
        {
            "T.java:T.t → T.java:B.f", "T.java:T.t → T.java:O.f",
            "T.java:T.u → T.java:B.f#2", "T.java:T.u → T.java:O.f#2",
            "T.java:T.v → T.java:B.f#4", "T.java:T.v → T.java:O.f#4",
        },
    ),
    "an override of exactly these types hides one that type parameters allow": (
        one("interface I<X> { void f(X x); void f(Iterable<X> xs); }"
            " class O<X> implements I<X> { public void f(X x) {} public void f(Iterable<X> xs) {} }"
            " class T { void t(I<String> i) { i.f(\"\"); } }"),
        {"T.java:T.t → T.java:I.f", "T.java:T.t → T.java:O.f"},
    ),
    "overrides of types that bear one name in two packages": (
        {
            "p/Give.java": "package p; public class Give {}", "q/Give.java": "package q; public class Give {}",
            "p/T.java": "package p; interface I { void f(Give g); void f(q.Give g); }"
            " class O implements I { public void f(Give g) {} public void f(q.Give g) {} }"
            " class U extends O { public void f(p.Give g) {} }"
            " class T { void t(I i, Give g) { i.f(g); } void u(I i, q.Give g) { i.f(g); } }",
        },
        {
            "p/T.java:T.t → p/T.java:I.f", "p/T.java:T.t → p/T.java:O.f", "p/T.java:T.t → p/T.java:U.f",
            "p/T.java:T.u → p/T.java:I.f#2", "p/T.java:T.u → p/T.java:O.f#2",
        },
    ),
    "overrides without type parameters, by erasure": (
        one("class B { <X> void f(X x) {} } class O extends B { void f(Object x) {} } class T { void t(B b) { b.f(1); } }"),
        {"T.java:T.t → T.java:B.f", "T.java:T.t → T.java:O.f"},
    ),
    "overrides by their parameters": (
        one("interface I { void f(int i); void f(String s); } class O implements I { public void f(int i) {} public void f(String s) {} }"
            "class T { void t(I i) { i.f(1); } }"),
        {"T.java:T.t → T.java:I.f", "T.java:T.t → T.java:O.f"},
    ),
    "overrides of what type parameters stand for": (
        one("interface I<X> { void f(X x); } class O implements I<String> { public void f(String s) {} }"
            "class T { void t(I<String> i) { i.f(\"\"); } }"),
        {"T.java:T.t → T.java:I.f", "T.java:T.t → T.java:O.f"},
    ),
    # Guesses
    "unique method name": (
        {"A.java": "package a; class A { void frobnicate() {} }", "T.java": "package t; class T { void t() { lib().frobnicate(); } }"},
        {"T.java:T.t → A.java:A.frobnicate"},
    ),
    "a library's method name is no evidence": (
        {"A.java": "package a; class A { void close() {} }", "T.java": "package t; class T { void t() { lib().close(); } }"},
        set(),
    ),
}
# fmt: on


@pytest.mark.parametrize("name", CASES)
def test_calls(name: str) -> None:
    sources, expected = CASES[name]
    assert calls(sources) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("class P {} class T extends P {}", {"T.java:T EXTENDS T.java:P"}),
        ("interface I {} class T implements I {}", {"T.java:T IMPLEMENTS T.java:I"}),
        ("interface I {} interface T extends I {}", {"T.java:T EXTENDS T.java:I"}),
        ("interface I {} enum T implements I { A { } }", {"T.java:T IMPLEMENTS T.java:I", "T.java:T.<anonymous> EXTENDS T.java:T"}),
        ("interface I<X> {} record T(int i) implements I<T> {}", {"T.java:T IMPLEMENTS T.java:I"}),
        ("interface B<X> {} class T implements B<Integer> { static class B {} }", {"T.java:T IMPLEMENTS T.java:B"}),
        ("class T extends Thread {}", set()),
        (
            "class P { void f(int i) {} void f(String s) {} } class T extends P { void f(String s) {} }",
            {
                "T.java:T EXTENDS T.java:P",
                "T.java:T.f OVERRIDES T.java:P.f#2",
            },
        ),
    ],
)
def test_heritage(source: str, expected: set[str]) -> None:
    kinds = ("EXTENDS", "IMPLEMENTS", "OVERRIDES")
    assert {f"{short(r.source)} {r.type} {short(r.target)}" for r in link(one(source)).relations() if r.type in kinds} == expected


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("Consumer<String> c = this::f;", {"T.java:T.f"}),
        ("Consumer<Integer> c = this::f;", {"T.java:T.f#2"}),
        ("strings.forEach(this::f);", {"T.java:T.f"}),
    ],
)
def test_references_to_overloads_are_chosen_by_their_place(reference: str, expected: set[str]) -> None:
    source = (
        "import java.util.*; import java.util.function.*; class T { void f(String s) {} void f(Integer i) {}"
        f" void t(List<String> strings) {{ {reference} }} }}"
    )
    assert {short(r.target) for r in link(one(source)).relations() if r.reason == "value"} == expected


def test_imports_of_files() -> None:
    sources = {"A.java": A, "B.java": "package q; import p.A; import java.util.List; class B {}"}
    assert {(short(r.source), short(r.target)) for r in link(sources).relations() if r.type == "IMPORTS"} == {("B.java", "A.java")}


def test_ambiguous_overloads_share_the_confidence() -> None:
    sources, _ = CASES["arguments of unknown type leave a choice"]
    assert {(r.reason, r.confidence) for r in link(sources).relations() if r.type == "CALLS"} == {("overload", 0.5)}


def test_what_runs_without_being_called_by_name_is_a_reference() -> None:
    source = (
        "class R implements AutoCloseable { public void close() {} }"
        " class C implements Iterable<R> { public Iterator<R> iterator() { return null; } }"
        " class T { void t(C c) { try (R r = new R()) { for (R x : c) { } } } }"
    )
    found = {(r.type, short(r.target)) for r in link(one(source)).relations() if r.reason == "dunder"}
    assert found == {("REFERENCES", "T.java:R.close"), ("REFERENCES", "T.java:C.iterator")}
