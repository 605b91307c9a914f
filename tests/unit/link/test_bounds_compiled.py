"""Depth and time of linking are bounded for the compiled languages too: rings, diamonds and types that double."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from memory import MemoryRecord, MemoryTree, link

from nexus_diff.link import link_change, link_tree

Sources = dict[str, str]
Make = Callable[[], tuple[Sources, Sources]]
N = 16


def _ring(file: Callable[[int, int, int], tuple[str, str]], n: int = N) -> Sources:
    """Files in a ring: each knows the next one and one across."""
    return dict(file(i, (i + 1) % n, (i * 7 + 3) % n) for i in range(n))


def _lines(line: Callable[[int, int, int], str], n: int = N) -> str:
    return "".join(line(i, (i + 1) % n, (i * 7 + 3) % n) for i in range(n))


def _diamonds(first: str, line: str, n: int = 40) -> str:
    return first + "".join(line.format(i=i, above=i - 1) for i in range(1, n))


def c_includes_and_macros_in_a_ring() -> tuple[Sources, Sources]:
    headers = _ring(lambda i, j, k: (f"h{i}.h", f'#include "h{j}.h"\n#include "h{k}.h"\n#define M{i}(x) M{j}(M{k}(x))\nint f{i}(int x);\n'))
    doubling = "#define D0 f0(1);\n" + "".join(f"#define D{i} D{i - 1} D{i - 1}\n" for i in range(1, 60))
    use = '#include "h0.h"\n' + doubling + "int g(void) { D59 return M0(1) + M5(M7(2)); }\n"
    return headers | {"a.c": use}, {"h5.h": '#include "h6.h"\nint q(void);\n'}


def c_pointers_and_types_in_a_ring() -> tuple[Sources, Sources]:
    text = _lines(lambda i, j, k: f"typedef T{j} T{i};\nint (*p{i})(void) = p{j};\nvoid s{i}(void) {{ p{i} = p{k}; p{i}(); }}\n")
    text += "struct S { struct S *n; int (*go)(T0); };\nint f(T0 *a, struct S *s) { a->x(); return s" + "->n" * 200 + "->go(1); }\n"
    return {"a.c": text}, {"a.c": text + "int k(void) { return 1; }\nvoid z(void) { p0 = k; }\n"}


def c_one_function_many_times() -> tuple[Sources, Sources]:
    text = "int fine(void) { return 1; }\nint broken( { return\nint after(void) { return fine(); }\n" * 90
    return {"a.c": text}, {"a.c": text + "int k(void) { return after(); }\n"}


def java_overloads_by_hundreds() -> tuple[Sources, Sources]:
    text = "package p;\nclass V {\n" + _lines(
        lambda i, j, k: f"static class N{i} {{}} void visit(N{i} n) {{ visit(unknown.next{i}()); }}\n", 90
    )
    return {"p/V.java": text + "}\n"}, {"p/V.java": text + "void visit(Object o) {} }\n"}


def cpp_diamonds() -> tuple[Sources, Sources]:
    first = "struct A0 { virtual void m(); void z(); };\n"
    text = _diamonds(first, "struct L{i} : A{above} {{ }};\nstruct R{i} : A{above} {{ }};\nstruct A{i} : L{i}, R{i} {{ }};\n")
    use = '#include "a.h"\nvoid f(A39 *a) { a->m(); a->z(); a->nope(); }\n'
    return {"a.h": text, "a.cpp": use}, {"a.h": text.replace("void z();", "void y();")}


def cpp_arrows_in_a_ring() -> tuple[Sources, Sources]:
    text = _lines(
        lambda i, j, k: (
            f"struct P{i} {{ P{j} operator->(); P{k} operator*(); P{i}& operator[](int); P{j} operator()(int); operator P{k}(); }};\n"
        )
    )
    text += "void f(P0 p) { p->go(); (*****p)->x(); p[0][1](2)(3)->y(); }\n"
    return {"a.cpp": text}, {"a.cpp": text.replace("struct P3 {", "struct P3 { void go();")}


def cpp_templates_without_end() -> tuple[Sources, Sources]:
    text = "template <class T> struct Box { Box<Box<T>> wrap(); T get(); T operator*(); Box<Box<T>> operator->(); };\n"
    text += "struct K { void go(); };\nvoid f(Box<K> b) { b" + ".wrap()" * 60 + ".get().get(); b->x(); b->wrap()->go(); (**b).go(); }\n"
    text += "template <class T> struct S : S<S<T>> { void m() { this->q(); } };\nvoid g(S<K> s) { s.zz(); s->go(); }\n"
    text += "template <class T, class U> struct P { T a; U b; };\nusing D0 = P<int, int>;\n"
    text += "".join(f"using D{i} = P<D{i - 1}, D{i - 1}>;\n" for i in range(1, 60)) + "void h(D59 x) { x.a.a.b.go(); }\n"
    return {"a.cpp": text}, {"a.cpp": text + "void z(Box<K> b) { b->go(); }\n"}


def cpp_namespaces_in_a_ring() -> tuple[Sources, Sources]:
    body = "using namespace n{j}; using namespace n{k}; namespace a = n{j}::a; using n{k}::nope; "
    body += "void f{i}() {{ nope(); f{k}(); a::a::zip(); }}"
    files = _ring(lambda i, j, k: (f"n{i}.h", f'#include "n{j}.h"\nnamespace n{i} {{ {body.format(i=i, j=j, k=k)} }}\n'))
    return files, {"n5.h": "namespace n5 { void nope(); }\n"}


def java_classes_in_a_ring() -> tuple[Sources, Sources]:
    body = "public void m() {{ super.m(); nope(); In.x(); }} static void s{i}() {{ s{k}(); }} static class In extends C{k}.In {{}}"
    head = "package p;\nimport static p.C{j}.*;\npublic class C{i} extends C{j} implements I{k} {{ "
    files = _ring(lambda i, j, k: (f"p/C{i}.java", (head + body + " interface I{i} extends C{j}.I{j} {{}} }}\n").format(i=i, j=j, k=k)), 9)
    return files, {"p/C7.java": "package p;\npublic class C7 { public void m() {} void nope() {} }\n"}


def java_generics_that_double() -> tuple[Sources, Sources]:
    text = "package p;\nclass A<T, U> { T a; A<A<T,U>,A<T,U>> wrap() { return null; } <X> A<X,X> pair(X x) { return null; }\n"
    text += " void f(A<T,U> q) { q" + ".wrap()" * 60 + ".a.a.wrap(); " + "pair(" * 40 + "q" + ")" * 40 + ".a.wrap(); } }\n"
    text += "class S<T extends S<S<T>>> extends S<S<T>> { void m(T t) { t.m(t); this.zz(); } }\n"
    return {"p/A.java": text}, {"p/A.java": text + "class K { void go() { new A<K,K>().wrap(); } }\n"}


def go_embedded_diamonds() -> tuple[Sources, Sources]:
    first = "package a\ntype A0 struct{}\nfunc (A0) M() {}\n"
    text = _diamonds(first, "type L{i} struct{{ A{above} }}\ntype R{i} struct{{ A{above} }}\ntype A{i} struct{{ L{i}; R{i} }}\n")
    text += "type I interface { M() }\nfunc f(a A39, i I) { a.M(); a.nope(); i.M() }\n"
    return {"go.mod": "module x\n", "a/a.go": text}, {"a/a.go": text + "func (A0) nope() {}\n"}


def go_embedded_in_a_ring() -> tuple[Sources, Sources]:
    text = "package a\n" + _lines(
        lambda i, j, k: (
            f"type T{i} struct {{ T{j}; *T{k} }}\ntype I{i} interface {{ I{j}; I{k}; M{i}() I{i} }}\n"
            f"func (t *T{i}) M{i}() I{i} {{ t.nope(); t.M{k}(); return t }}\n"
        )
    )
    return {"go.mod": "module x\n", "a/a.go": text}, {"a/a.go": text + "func (t *T3) nope() {}\n"}


def csharp_classes_in_a_ring() -> tuple[Sources, Sources]:
    body = "public override void M() {{ base.M(); Nope(); this.Ext{k}(); }} public class In : C{k}.In {{}}"
    extension = "static class X{i} {{ public static C{k} Ext{i}(this C{j} c) {{ return c.Ext{k}().Ext{j}(); }} }}"
    head = "using static N.C{j};\nnamespace N {{ public partial class C{i} : C{j}, I{k} {{ "
    text = head + body + " }} interface I{i} : I{j}, I{k} {{}} " + extension + " }}\n"
    files = _ring(lambda i, j, k: (f"C{i}.cs", text.format(i=i, j=j, k=k)), 9)
    return files, {"C7.cs": "namespace N { class C7 { public virtual void M() {} void Nope() {} } }\n"}


def csharp_parts_in_a_ring() -> tuple[Sources, Sources]:
    text = "namespace N {{ partial class P : B{i} {{ void M{i}() {{ M{j}(); Same(); }} partial void Same(); }} class B{i} : P {{}} }}\n"
    files = _ring(lambda i, j, k: (f"P{i}.cs", text.format(i=i, j=j)), 9)
    return files, {"P5.cs": "namespace N { partial class P { void Same() {} } }\n"}


def rust_uses_and_traits_in_a_ring() -> tuple[Sources, Sources]:
    uses = "pub use crate::m{j}::*;\npub use super::m{k}::*;\npub use crate::m{j}::nope as nope{i};\n"
    uses += "pub fn f{i}() {{ nope{k}(); nope(); f{k}() }}\n"
    files = _ring(lambda i, j, k: (f"src/m{i}.rs", uses.format(i=i, j=j, k=k)))
    traits = _lines(
        lambda i, j, k: (
            f"pub trait T{i}: T{j} + T{k} {{ type A: T{j}; fn m{i}(&self) -> Self::A {{ self.nope(); self.m{k}() }} }}\n"
            f"impl<X: T{j}> T{i} for X {{ type A = <X as T{j}>::A; }}\npub struct D{i}<X>(X);\n"
            f"impl<X> std::ops::Deref for D{i}<X> {{ type Target = D{j}<D{k}<X>>; }}\n"
        )
    )
    root = (
        _lines(lambda i, j, k: f"pub mod m{i};\n")
        + traits
        + "fn f<X: T0>(x: X, d: D0<X>) { x.m0().m1().nope(); d.go(); d.0.go(); (**d).go() }\n"
    )
    return {"Cargo.toml": '[package]\nname = "x"\n', "src/lib.rs": root, **files}, {"src/m5.rs": "pub fn nope() {}\n"}


def rust_macros_that_double() -> tuple[Sources, Sources]:
    text = _lines(lambda i, j, k: f"macro_rules! m{i} {{ ($($x:tt)*) => {{ m{j}!($($x)* $($x)*); m{k}!($($x)*); f() }} }}\n")
    text += "macro_rules! d0 { () => { f() } }\n" + "".join(
        f"macro_rules! d{i} {{ () => {{ d{i - 1}!(); d{i - 1}!() }} }}\n" for i in range(1, 60)
    )
    text += 'fn f() {}\nfn g() { m0!(a b c); d59!(); }\n#[path = "lib.rs"]\nmod again;\n#[path = "../../../outside.rs"]\nmod out;\n'
    return {"src/lib.rs": text}, {"src/lib.rs": text + "fn h() { again::again::g(); out::x(); }\n"}


HOSTILE: tuple[Make, ...] = (
    c_includes_and_macros_in_a_ring,
    c_pointers_and_types_in_a_ring,
    c_one_function_many_times,
    java_overloads_by_hundreds,
    cpp_diamonds,
    cpp_arrows_in_a_ring,
    cpp_templates_without_end,
    cpp_namespaces_in_a_ring,
    java_classes_in_a_ring,
    java_generics_that_double,
    go_embedded_diamonds,
    go_embedded_in_a_ring,
    csharp_classes_in_a_ring,
    csharp_parts_in_a_ring,
    rust_uses_and_traits_in_a_ring,
    rust_macros_that_double,
)


@pytest.mark.parametrize("make", HOSTILE)
def test_hostile_sources_are_linked_and_an_update_equals_full_linking(make: Make) -> None:
    sources, edit = make()
    before, after = MemoryTree(sources), MemoryTree(sources | edit)
    record = MemoryRecord(link_tree(before))
    record = record.apply(link_change(before, record, after, before.changed(after)))
    assert record.graph() == link(after.sources).graph()
