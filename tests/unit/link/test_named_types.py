"""REFERENCES to the types that code names: (language's file, code, expected `line name` of what is named)."""

from __future__ import annotations

import pytest
from memory import link

CS = "interface I { }\ninterface I<A> { }\nclass B { }\nclass B<A> { public static B<A> Of() { return null; } }\nclass F { }\n"
CS_LINES = {1: "I", 2: "I<>", 3: "B", 4: "B<>", 5: "F"}


def named(path: str, source: str) -> set[str]:
    """What is named as a type, as the line on which it stands and its name."""
    tree = link({path: source})
    nodes = {node.id: node for some in tree.nodes.values() for node in some}
    found = (nodes[r.target] for r in tree.relations() if r.reason == "type" and nodes[r.source].start_line > 5)
    return {f"{node.start_line} {node.name}" for node in found}


@pytest.mark.parametrize(
    ("member", "expected"),
    [
        ("void M(I a) { }", {"I"}),
        ("void M(I<int> a) { }", {"I<>"}),
        ("B<B> f;", {"B<>", "B"}),
        ("object f = (B<int>)null;", {"B<>"}),
        ("void M(object o) { if (o is B<int> b) { } }", {"B<>"}),
        ("void M(object o) { var t = typeof(I<>); }", {"I<>"}),
        ("void M(object o) { var t = typeof(I); }", {"I"}),
        ("void M<X>(X x) where X : I<int> { }", {"I<>"}),
        ("void M<X>(X x) where X : I { }", {"I"}),
        ("void M() { Get<I>(); }", {"I"}),
        ("void M() { this.Get<I<F>>(); }", {"I<>", "F"}),
        ("void M(Services s) { s.Add<I, F>(); }", {"I", "F"}),
        ("void M() { var l = new List<F>(); }", {"F"}),
        ("void M() { var l = new B<F>(); }", {"F"}),
        ("void M() { B<F>.Of(); }", {"F"}),
        ("void M(Services s) { s.Add<int>(); }", set()),
    ],
)
def test_types_with_their_number_of_type_arguments_in_csharp(member: str, expected: set[str]) -> None:
    found = named("a.cs", CS + "class C {\n" + member + "\n T Get<T>() { return default; } }\n")
    assert {CS_LINES[int(one.split()[0])] for one in found} == expected


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("A.java", "class F {}\n\n\n\n\nclass A { static <T> T get() { return null; }\n void m() { A.<F>get(); } }\n"),
        ("A.java", "class F {}\n\n\n\n\nclass A { void m() { new java.util.ArrayList<F>(); } }\n"),
        ("a.ts", "class F {}\n\n\n\n\nfunction get<T>(): T { return null }\nfunction m() { get<F>() }\n"),
        ("a.rs", "struct F;\n\n\n\n\nfn get<T>() {}\nfn m() { get::<F>(); }\n"),
        ("a.cpp", "struct F {};\n\n\n\n\ntemplate<class T> void get() {}\nvoid m() { get<F>(); }\n"),
    ],
)
def test_type_arguments_of_calls(path: str, source: str) -> None:
    assert named(path, source) == {"1 F"}


@pytest.mark.parametrize(
    ("code", "made"),
    [
        ("var t = services.GetRequiredService<T>(); t.M();", True),
        ("services.GetService<T>()?.M();", True),
        ("new Container().GetInstance<T>().M();", True),
        ("using (var scope = provider.CreateScope()) { scope.ServiceProvider.GetRequiredService<T>().M(); }", True),
        ("var t = Activator.CreateInstance<T>(); t.M();", True),
        ("JsonSerializer.Deserialize<T>(text).M();", True),
        ("var t = JsonConvert.DeserializeObject<T>(text); t.M();", True),
        ("foreach (var t in services.GetServices<T>()) t.M();", True),
        ("foreach (var t in things.OfType<T>()) t.M();", True),
        ("things.Cast<T>().First().M();", True),
        ("var t = Substitute.For<T>(); t.M();", True),
        ("var t = await http.GetFromJsonAsync<T>(url); t.M();", True),
        ("var t = config.For<T>(); t.M();", False),
        ("services.AddSingleton<T>().M();", False),
        ("var t = services.GetRequiredService<string>(); t.M();", False),
    ],
)
def test_what_a_library_is_asked_for_by_its_type(code: str, made: bool) -> None:
    source = "interface T { void M(); }\nclass D : T { public void M() { } }\n"
    source += "class C { async void F(Services services, object[] things) { " + code + " } }\nclass Z { void M() { } }\n"
    found = {r.target.rpartition(":")[2] for r in link({"a.cs": source}).relations() if r.type == "CALLS" and r.confidence >= 0.5}
    assert found == ({"T.M", "D.M"} if made else set())
