"""Promise 1 for the linker, on Go: packages of several files, methods outside of their types, embedding, interfaces, go.mod."""

from __future__ import annotations

from histories import Step, edits, histories, trees, updates_equal_full
from hypothesis import given
from hypothesis import strategies as st

NAMES = ("Alpha", "Beta", "gamma")
TYPES = ("One", "Two", "Face", "Box[One]", "[]Two", "func(One) Two", "lib.One", "lib.Face", "int", "http.Handler")
PATHS = ("a.go", "b.go", "c_test.go", "lib/d.go", "lib/e.go", "other/f.go", "x_linux.go")
MODULES = ("module m.io/m\n", "module n.io/n\nreplace m.io/m/lib => ./other\n", "module m.io\n")

name = st.sampled_from(NAMES)
cls = st.sampled_from(("One", "Two"))
kind = st.sampled_from(TYPES)
simple = st.one_of(
    st.builds("{}(x)".format, name),
    st.builds("x.{}()".format, name),
    st.builds("{}{{}}.{}()".format, cls, name),
    st.builds("lib.{}(x)".format, name),
    st.builds("lib.One{{}}.{}()".format, name),
    st.builds("V.{}()".format, name),
    st.builds("lib.V.{}()".format, name),
    st.builds("{}(x).{}()".format, name, name),
    st.builds("{}[One](x)".format, name),
    st.builds("x.(Face).{}()".format, name),
    st.builds("x.field.{}()".format, name),
    st.builds("x[0].{}()".format, name),
    st.builds("x.{}".format, name),
    st.just("x"),
)
body = st.builds("y := {}; for _, z := range y {{ z.{}() }}; return {}".format, simple, name, st.one_of(simple, st.just("y")))
function = st.builds("func {}(x {}) {} {{ {} }}\n".format, name, kind, kind, body)
generic = st.builds("func {}[T {}](x T) T {{ {} }}\n".format, name, st.sampled_from(["any", "Face"]), body)
method = st.builds("func (x {}{}) {}() {} {{ {} }}\n".format, st.sampled_from(["", "*"]), cls, name, kind, body)
struct = st.builds(
    "type {} struct {{ {}; field {} }}\n".format, cls, st.sampled_from(["", "Two", "*lib.One", "Face", "http.Handler", "Box[Two]"]), kind
)
named = st.builds("type {} {}\n".format, cls, kind)
alias = st.builds("type {} = {}\n".format, cls, kind)
face = st.builds(
    "type Face interface {{ {}; {}() {} }}\n".format,
    st.sampled_from(["", "lib.Face", "error", "Beta() One"]),
    st.sampled_from(NAMES[:2]),
    kind,
)
box = st.builds("type Box[T any] struct {{ item T }}\nfunc (b Box[E]) {}() E {{ return b.item }}\n".format, name)
variable = st.builds("var V {} = {}\n".format, st.sampled_from(["", "Face", "One"]), st.builds("{}(1)".format, name))
holder = st.builds("var {} = func(x {}) {} {{ {} }}\n".format, name, kind, kind, body)
part = st.one_of(function, generic, method, method, struct, named, alias, face, box, variable, holder)
header = st.builds(
    'package {}\nimport {}"m.io/m/lib"\nimport "net/http"\n'.format,
    st.sampled_from(["m", "lib", "m_test"]),
    st.sampled_from(["", "", ". ", "lib "]),
)
text = st.builds(lambda head, parts: head + "".join(parts), header, st.lists(part, max_size=6))
tree = st.builds(lambda files, manifest: {**files, "go.mod": manifest}, trees(PATHS, text), st.sampled_from(MODULES))


@histories(100)
@given(tree, edits(PATHS, text, st.one_of(part, method, face, struct), "go.mod", MODULES))
def test_update_equals_full(sources: dict[str, str], steps: list[Step]) -> None:
    updates_equal_full(sources, steps)
