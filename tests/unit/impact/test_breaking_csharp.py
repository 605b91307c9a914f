"""Breaking uses in C# where names compete: a property of its type's name, overloads, implementations of an interface's own members."""

from __future__ import annotations

import pytest

NAMESAKE = {
    "E.cs": "namespace P {\npublic class Context {\n  public Context() {}\n}\n}\n",
    "U.cs": "namespace P {\npublic class U {\n  public Context Context { get; private set; }\n  public U(object o, Context context) {\n"
    "    Context = context;\n  }\n  Context Make() { return Context; }\n}\n}\n",
}
EXPLICIT = {
    "A.cs": "using System.Collections;\nusing System.Collections.Generic;\nclass A : IList<int>, IList {\n"
    "  public virtual void Add(object x) {}\n  void ICollection<int>.Add(int x) {\n    Add(x);\n  }\n"
    "  int IList.Add(object x) {\n    Add(x);\n    return 1;\n  }\n  static void F(A parent) {\n    parent.Add(1);\n  }\n}\n",
}
OVERLOADED = {
    "A.cs": "using System;\nusing System.Reflection;\nabstract class A {\n  public abstract Func<T, object> Get<T>(PropertyInfo p);\n"
    "  public abstract Func<T, object> Get<T>(FieldInfo f);\n}\n",
    "B.cs": "using System;\nusing System.Reflection;\nclass B : A {\n"
    "  public override Func<T, object> Get<T>(PropertyInfo p) { return null; }\n"
    "  public override Func<T, object> Get<T>(FieldInfo f) { return null; }\n}\n",
}
CONSTANT = {
    "a/A.cs": 'namespace P.A {\npublic static class A {\n  public const string Set = "a";\n  public const string Map = "b";\n}\n'
    "public class V {\n  public int size;\n}\n}\n",
    "b/B.cs": "using P.A;\nnamespace Q {\nclass B {\n#if !(NET35 || NET20)\n  bool F(string s) {\n    if (s == A.Set || s == A.Map)\n"
    "    {\n      return true;\n    }\n    switch (s) {\n      case A.Set:\n        return true;\n    }\n    return false;\n  }\n#endif\n"
    "  int G(V v) {\n    return v.size;\n  }\n}\n}\n",
}

CONVERTED = {
    "A.cs": "class Token {\n  public static implicit operator Token(int n) { return null; }\n}\n"
    "class Text {\n  public static implicit operator Plain(Text t) { return null; }\n}\nclass Plain {}\n"
    "class Base {\n  public virtual void Add(object o) {}\n}\n"
    "class List : Base {\n  public void Add(Token t) {}\n  public void Put(Plain p) {}\n  public void Put(Token t, int n) {}\n}\n",
    "U.cs": "class U {\n  void F(List l, Text t, Plain p) {\n    l.Add(1);\n    l.Add(t);\n    l.Put(t);\n    l.Add(p);\n  }\n}\n",
}


@pytest.mark.parametrize(
    ("sources", "edits", "expected"),
    [
        pytest.param(
            NAMESAKE,
            {"E.cs": ("public class Context {\n  public Context() {}\n}", "")},
            ["U.cs:3 gone", "U.cs:4 gone", "U.cs:7 gone"],
            id="a type of which a property has the name",
        ),
        pytest.param(
            EXPLICIT,
            {"A.cs": ("Add(object x) {}", "Add(object x, int n) {}")},
            ["A.cs:6 arguments", "A.cs:9 arguments", "A.cs:13 arguments"],
            id="implementations that only an interface calls",
        ),
        pytest.param(OVERLOADED, {"A.cs": ("(FieldInfo f)", "()")}, ["B.cs:5 override"], id="an override of one overload"),
        pytest.param(
            CONSTANT, {"a/A.cs": ("public const string Set", "private const string Set")}, ["b/B.cs:6 gone", "b/B.cs:11 gone"], id="const"
        ),
        pytest.param(CONSTANT, {"a/A.cs": ("string Set", "string Sets")}, ["b/B.cs:6 gone", "b/B.cs:11 gone"], id="const renamed"),
        pytest.param(CONSTANT, {"a/A.cs": ("int size", "int count")}, ["b/B.cs:18 gone"], id="field of another folder"),
        pytest.param(
            CONVERTED,
            {"A.cs": ("Add(object o)", "Add(object o, int n)")},
            ["U.cs:4 arguments", "U.cs:6 arguments"],
            id="types that turn into one another",
        ),
    ],
)
def test_names_that_compete(broken, sources, edits, expected):
    head = dict(sources)
    for path, (old, new) in edits.items():
        assert old in head[path]
        head[path] = head[path].replace(old, new)
    found = broken(sources, head)
    assert [text.split(": ")[0] for text in found] == expected


def test_a_member_of_a_type_that_is_gone_is_not_said_to_be_gone_too(broken):
    used = {"U.cs": "class U {\n  object F() { return new T(1); }\n  void G() { T.M(); }\n}\n"}
    found = broken({"T.cs": "class T {\n  public T(int a) {}\n  public static void M() {}\n}\n", **used}, {"T.cs": "", **used})
    assert found == ["U.cs:2 gone: `T` is gone", "U.cs:3 gone: `T` is gone"]
