"""Promise 1 for the linker, on Java: packages, imports, inherited members, overloads, overrides, lambdas, references, containers."""

from __future__ import annotations

from histories import Step, edits, histories, pools, several, trees, updates_equal_full
from hypothesis import given
from hypothesis import strategies as st

PATHS = ("A.java", "B.java", "src/test/CTest.java", "lib/D.java", "lib/E.java")
KINDS = ("Face", "Function<One, Two>", "p.One", "Integer", "String", "Object", "Runnable", "One[]")
FORMS = (
    "super.{n}(x)", "p.{c}.{n}(x)", "x.{n}.{n}()", "this.<One>{n}(x)", "{n}(z -> z.{n}())", "{n}(this::{n})",
    "new Face() {{ public int {n}() {{ return {n}(); }} }}",
)  # fmt: skip

name, cls, kind, simple, body = pools(("alpha", "beta", "gamma"), KINDS, FORMS, "for (var z : y)")
space = st.sampled_from(("p", "p.q", "o"))
marks = st.sampled_from(["", "static ", "public ", "abstract ", "@Test ", "@BeforeEach "])
method = st.builds("{}{} {}({} x) {{ {} }}\n".format, marks, kind, name, kind, body)
plain = st.builds("{}{} {}() {{ var x = this; {} }}\n".format, marks, kind, name, body)
generic = st.builds("<X extends {}> X {}(X x) {{ {} }}\n".format, st.sampled_from(["One", "Face"]), name, body)
field = st.builds("{} {} = {};\n".format, kind, name, simple)
maker = st.builds("{}({} x) {{ {}(x); }}\n".format, cls, kind, st.sampled_from(["super", "this"]))
member = st.one_of(method, method, plain, generic, field, maker)
members = several(member)
base = st.sampled_from(
    [
        "",
        "extends Two",
        "implements Face",
        "extends One implements Face",
        "extends Two implements Face",
        "extends Box<One>",
        "extends ArrayList<One>",
        "extends Thread",
    ]
)
head = st.sampled_from(["class", "abstract class", "enum", "record"])
made = st.builds("{} {} {} {{ {} }}\n".format, head, cls, base, members)
face = st.builds("interface Face {{ {} {}({} x); {} {}(); {} }}\n".format, kind, name, kind, kind, name, members)
single = st.builds("interface Face {{ {} {}({} x); }}\n".format, kind, name, kind)
box = st.builds("class Box<E> {{ E item; E {}() {{ return item; }} }}\n".format, name)
part = st.one_of(made, made, made, face, single, box)
parts = several(part)
using = st.sampled_from(
    ["", "import p.*;\n", "import o.One;\n", "import static p.One.*;\n", "import static p.Two.alpha;\n", "import java.util.*;\n"]
)
text = st.builds("package {};\n{}{}".format, space, using, parts)


@histories(100)
@given(trees(PATHS, text), edits(PATHS, text, part))
def test_update_equals_full(sources: dict[str, str], steps: list[Step]) -> None:
    updates_equal_full(sources, steps)
