"""Promise 1 for the linker, on C#: namespaces, usings, parts of classes, extension methods, overloads, overrides, interfaces."""

from __future__ import annotations

from histories import Step, edits, histories, pools, several, trees, updates_equal_full
from hypothesis import given
from hypothesis import strategies as st

PATHS = ("A.cs", "B.cs", "Tests/CTests.cs", "lib/D.cs", "lib/E.cs")
KINDS = ("IFace", "Func<One, Two>", "N.One", "int?", "string", "object", "TextReader")
FORMS = ("base.{n}(x)", "N.{c}.{n}(x)", "x.Prop.{n}()", "{n}<One>(x)", "x?.{n}(z => z.{n}())")

name, cls, kind, simple, body = pools(("Alpha", "Beta", "Gamma"), KINDS, FORMS, "foreach (var z in y)")
space = st.sampled_from(("N", "N.M", "O"))
marks = st.sampled_from(["", "static ", "virtual ", "override ", "abstract "])
method = st.builds("public {}{} {}({} x) {{ {} }}\n".format, marks, kind, name, kind, body)
plain = st.builds("{} {}() {{ var x = this; {} }}\n".format, kind, name, body)
generic = st.builds("X {}<X>(X x) where X : {} {{ {} }}\n".format, name, st.sampled_from(["One", "IFace"]), body)
extension = st.builds("public static {} {}(this {} x) {{ {} }}\n".format, kind, name, kind, body)
prop = st.builds("public {} Prop {{ get {{ var x = this; {} }} set {{ {}; }} }}\n".format, kind, body, simple)
maker = st.builds("public {}({} x) : {}(x) {{ }}\n".format, cls, kind, st.sampled_from(["base", "this"]))
field = st.builds("{} Field{} = {};\n".format, kind, name, simple)
member = st.one_of(method, method, plain, generic, extension, prop, maker, field)
members = several(member)
base = st.sampled_from(["", ": Two", ": IFace", ": One, IFace", ": Box<One>", ": N.Two", ": TextReader"])
head = st.sampled_from(["class", "partial class", "static class"])
made = st.builds("{} {} {} {{ {} }}\n".format, head, cls, base, members)
face = st.builds("interface IFace {{ {} {}({} x); {} {}(); }}\n".format, kind, name, kind, kind, name)
box = st.builds("class Box<E> {{ E item; public E {}() {{ return item; }} }}\n".format, name)
part = st.one_of(made, made, made, face, box)
parts = several(part)
using = st.sampled_from(["", "using N;\n", "using O;\n", "using static N.One;\n", "using Two = N.One;\n", "global using N;\n"])
text = st.builds("{}namespace {} {{\n{}}}\n{}".format, using, space, parts, parts)


@histories(100)
@given(trees(PATHS, text), edits(PATHS, text, part))
def test_update_equals_full(sources: dict[str, str], steps: list[Step]) -> None:
    updates_equal_full(sources, steps)
