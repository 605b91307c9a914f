"""Promise 1 for the linker, on C and C++: includes, macros, sections, namespaces, outside members, overloads, overrides, tables."""

from __future__ import annotations

from histories import Step, edits, histories, shapes, trees, updates_equal_full
from hypothesis import example, given
from hypothesis import strategies as st

NAMES = ("alpha", "beta", "gamma")
TYPES = ("One", "Two*", "const One&", "Box<One>", "std::vector<Two*>", "std::unique_ptr<One>", "n::One", "int", "const char*", "Fn", "auto")
PATHS = ("a.c", "b.cc", "one.h", "lib/one.h", "lib/d.cc", "tests/t_test.cc")
SOURCES = ('"one.h"', '"lib/one.h"', '"../one.h"', '"d.cc"', '"a.c"', "<one.h>", "<stdio.h>")

name = st.sampled_from(NAMES)
cls = st.sampled_from(("One", "Two"))
kind = st.sampled_from(TYPES)
simple = shapes(
    "{n}(x)",
    "{n}(1, 2)",
    "x.{n}()",
    "x->{n}(x)",
    "this->{n}(x)",
    "x->One::{n}(x)",
    "(new {c}(x))->{n}()",
    "{c}::{n}(x)",
    "n::{n}(x)",
    "lib::{n}(x)",
    "::{n}(x)",
    "x->field->{n}()",
    "x->run(x)",
    "table[1].run({n})",
    "{n}<One>(x)",
    "((One*)x)->{n}()",
    "(*x).{n}([](auto z) {{ return z.{n}(); }})",
    "x[0].{n}()",
    "x",
    n=name,
    c=cls,
)
body = st.builds("One y(x); auto z = {}; for (auto& w : z) w.{}(); x->run = {}; return {};".format, simple, name, name, simple)
marks = st.sampled_from(["", "static ", "virtual "])
function = st.builds("{}{} {}({} x) {{ {} }}\n".format, st.sampled_from(["", "static ", "inline "]), kind, name, kind, body)
prototype = st.builds("{} {}({} x);\n".format, kind, name, kind)
outside = st.builds("{} {}::{}({} x) {{ {} }}\n".format, kind, st.sampled_from(("One", "Two", "n", "lib")), name, kind, body)
macro = st.builds("#define {}(a) {}(a)\n".format, name, name)
opening = st.sampled_from(("#define LIB_BEGIN namespace lib {\n", "#define N_BEGIN namespace n {\n"))
sections = st.builds("#ifdef A\n{}#else\n{}#endif\n".format, function, function)
test = st.builds("TEST_F(One, {}) {{ {}(1); }}\n".format, name, name)
table = st.builds("static struct Two table[] = {{ {{ {} }}, {{ .run = {} }} }};\n".format, name, name)
alias = st.sampled_from(
    (
        "using One = n::One;\n",
        "typedef int (*Fn)(int);\n",
        "using n::alpha;\n",
        "using namespace n;\n",
        "typedef Box<One> Two;\n",
    )
)
method = st.builds("{}{} {}({} x) {{ {} }}\n".format, marks, kind, name, kind, body)
declared = st.builds("{}{} {}({} x);\n".format, marks, kind, name, kind)
pure = st.builds("virtual {} {}({} x) = 0;\n".format, kind, name, kind)
field = st.builds("{} field;\nint (*run)(int);\n".format, kind)
maker = st.builds("{}({} x) : field(x) {{ }}\n".format, cls, kind)
nested = st.builds("struct {{ {} field; }} {};\nMACRO({})\n".format, kind, name, cls)
member = st.one_of(method, declared, pure, field, maker, nested)
members = st.lists(member, max_size=4).map("".join)
base = st.sampled_from(["", ": public Two", ": public n::One", ": Box<One>", ": public std::exception"])
made = st.builds("class {}{} {{\n public:\n{}}};\n".format, cls, base, members)
box = st.builds("template <typename T> class Box {{ public: T* {}() {{ return p; }} T* p; }};\n".format, name)
part = st.one_of(function, function, prototype, outside, macro, opening, sections, test, table, alias, made, made, box)
parts = st.lists(part, max_size=4).map("".join)
include = st.lists(st.sampled_from(SOURCES).map("#include {}\n".format), max_size=2).map("".join)
space = st.sampled_from(["namespace n", "namespace", "inline namespace v1", "namespace n::m"])
text = st.builds("{}{}{} {{\n{}}}\n".format, include, parts, space, parts)


OPENED = {
    "a.c": "namespace n {\n}\n",
    "b.cc": "namespace n {\n#define alpha(a) alpha(a)\n}\n",
    "tests/t_test.cc": "namespace n {\nOne alpha(Two* x) { auto z = alpha(x); x->run = alpha; return alpha(x); }\n}\n",
    "one.h": "namespace n {\n}\n",
}
"""A macro of another file leads to names in this one, which opens no namespace yet."""


@example(OPENED, [("append", "tests/t_test.cc", "using namespace n;\n")])
@histories(100)
@given(trees(PATHS, text), edits(PATHS, text, part))
def test_update_equals_full(sources: dict[str, str], steps: list[Step]) -> None:
    updates_equal_full(sources, steps)
