"""Promise 1 for the linker, on Java: packages, imports, inherited members, overloads, overrides, lambdas, references, containers."""

from __future__ import annotations

from histories import Step, histories, updates_equal_full
from hypothesis import given
from hypothesis import strategies as st

NAMES = ("alpha", "beta", "gamma")
TYPES = (
    "One",
    "Two",
    "Face",
    "Box<One>",
    "List<Two>",
    "Function<One, Two>",
    "p.One",
    "int",
    "Integer",
    "String",
    "Object",
    "Runnable",
    "One[]",
)
PATHS = ("A.java", "B.java", "src/test/CTest.java", "lib/D.java", "lib/E.java")
SPACES = ("p", "p.q", "o")

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
    st.builds("super.{}(x)".format, name),
    st.builds("new {}(x).{}()".format, cls, name),
    st.builds("{}.{}(x)".format, cls, name),
    st.builds("p.{}.{}(x)".format, cls, name),
    st.builds("x.{}.{}()".format, name, name),
    st.builds("this.<One>{}(x)".format, name),
    st.builds("((One) x).{}()".format, name),
    st.builds("{}(z -> z.{}())".format, name, name),
    st.builds("{}(this::{})".format, name, name),
    st.builds("new Face() {{ public int {}() {{ return {}(); }} }}".format, name, name),
    st.builds("x[0].{}()".format, name),
    st.just("x"),
)
body = st.builds("var y = {}; for (var z : y) z.{}(); return {};".format, simple, name, st.one_of(simple, st.just("y")))
marks = st.sampled_from(["", "static ", "public ", "abstract ", "@Test ", "@BeforeEach "])
method = st.builds("{}{} {}({} x) {{ {} }}\n".format, marks, kind, name, kind, body)
plain = st.builds("{}{} {}() {{ var x = this; {} }}\n".format, marks, kind, name, body)
generic = st.builds("<X extends {}> X {}(X x) {{ {} }}\n".format, st.sampled_from(["One", "Face"]), name, body)
field = st.builds("{} {} = {};\n".format, kind, name, simple)
maker = st.builds("{}({} x) {{ {}(x); }}\n".format, cls, kind, st.sampled_from(["super", "this"]))
member = st.one_of(method, method, plain, generic, field, maker)
members = st.lists(member, max_size=4).map("".join)
base = st.sampled_from(
    ["", "extends Two", "implements Face", "extends One implements Face", "extends Box<One>", "extends ArrayList<One>", "extends Thread"]
)
head = st.sampled_from(["class", "abstract class", "enum", "record"])
made = st.builds("{} {} {} {{ {} }}\n".format, head, cls, base, members)
face = st.builds("interface Face {{ {} {}({} x); {} {}(); {} }}\n".format, kind, name, kind, kind, name, members)
single = st.builds("interface Face {{ {} {}({} x); }}\n".format, kind, name, kind)
box = st.builds("class Box<E> {{ E item; E {}() {{ return item; }} }}\n".format, name)
part = st.one_of(made, made, made, face, single, box)
parts = st.lists(part, max_size=4).map("".join)
using = st.sampled_from(
    ["", "import p.*;\n", "import o.One;\n", "import static p.One.*;\n", "import static p.Two.alpha;\n", "import java.util.*;\n"]
)
text = st.builds("package {};\n{}{}".format, space, using, parts)
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
