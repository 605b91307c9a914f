"""Promise 1 for the linker, on C#: namespaces, usings, parts of classes, extension methods, overloads, overrides, interfaces."""

from __future__ import annotations

from histories import Step, histories, updates_equal_full
from hypothesis import given
from hypothesis import strategies as st

NAMES = ("Alpha", "Beta", "Gamma")
TYPES = ("One", "Two", "IFace", "Box<One>", "List<Two>", "Func<One, Two>", "N.One", "int", "int?", "string", "object", "TextReader")
PATHS = ("A.cs", "B.cs", "Tests/CTests.cs", "lib/D.cs", "lib/E.cs")
SPACES = ("N", "N.M", "O")

name = st.sampled_from(NAMES)
cls = st.sampled_from(("One", "Two"))
kind = st.sampled_from(TYPES)
space = st.sampled_from(SPACES)
simple = st.one_of(
    st.builds("{}(x)".format, name),
    st.builds("{}(1)".format, name),
    st.builds("x.{}()".format, name),
    st.builds("x.{}(x)".format, name),
    st.builds("this.{}(x)".format, name),
    st.builds("base.{}(x)".format, name),
    st.builds("new {}(x).{}()".format, cls, name),
    st.builds("{}.{}(x)".format, cls, name),
    st.builds("N.{}.{}(x)".format, cls, name),
    st.builds("x.Prop.{}()".format, name),
    st.builds("{}<One>(x)".format, name),
    st.builds("((One)x).{}()".format, name),
    st.builds("x?.{}(z => z.{}())".format, name, name),
    st.builds("x[0].{}()".format, name),
    st.just("x"),
)
body = st.builds("var y = {}; foreach (var z in y) z.{}(); return {};".format, simple, name, st.one_of(simple, st.just("y")))
marks = st.sampled_from(["", "static ", "virtual ", "override ", "abstract "])
method = st.builds("public {}{} {}({} x) {{ {} }}\n".format, marks, kind, name, kind, body)
plain = st.builds("{} {}() {{ var x = this; {} }}\n".format, kind, name, body)
generic = st.builds("X {}<X>(X x) where X : {} {{ {} }}\n".format, name, st.sampled_from(["One", "IFace"]), body)
extension = st.builds("public static {} {}(this {} x) {{ {} }}\n".format, kind, name, kind, body)
prop = st.builds("public {} Prop {{ get {{ var x = this; {} }} set {{ {}; }} }}\n".format, kind, body, simple)
maker = st.builds("public {}({} x) : {}(x) {{ }}\n".format, cls, kind, st.sampled_from(["base", "this"]))
member = st.one_of(method, method, plain, generic, extension, prop, maker)
members = st.lists(member, max_size=4).map("".join)
base = st.sampled_from(["", ": Two", ": IFace", ": One, IFace", ": Box<One>", ": N.Two", ": TextReader"])
head = st.sampled_from(["class", "partial class", "static class"])
made = st.builds("{} {} {} {{ {} }}\n".format, head, cls, base, members)
face = st.builds("interface IFace {{ {} {}({} x); {} {}(); }}\n".format, kind, name, kind, kind, name)
box = st.builds("class Box<E> {{ E item; public E {}() {{ return item; }} }}\n".format, name)
part = st.one_of(made, made, made, face, box)
parts = st.lists(part, max_size=4).map("".join)
using = st.sampled_from(["", "using N;\n", "using O;\n", "using static N.One;\n", "using Two = N.One;\n"])
text = st.builds("{}namespace {} {{\n{}}}\n{}".format, using, space, parts, parts)
tree = st.dictionaries(st.sampled_from(PATHS), text, min_size=1, max_size=5)
edit = st.one_of(
    st.tuples(st.just("put"), st.sampled_from(PATHS), text),
    st.tuples(st.just("delete"), st.sampled_from(PATHS), st.just("")),
    st.tuples(st.just("move"), st.sampled_from(PATHS), st.sampled_from(PATHS)),
    st.tuples(st.just("shift"), st.sampled_from(PATHS), st.just("")),
    st.tuples(st.just("append"), st.sampled_from(PATHS), part),
)


@histories(150)
@given(tree, st.lists(edit, min_size=1, max_size=4))
def test_update_equals_full(sources: dict[str, str], edits: list[Step]) -> None:
    updates_equal_full(sources, edits)
