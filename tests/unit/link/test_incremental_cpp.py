"""Promise 1 for the linker, on C and C++: includes, macros, sections, namespaces, outside members, overloads, overrides, tables."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from memory import MemoryRecord, MemoryTree, link

from nexus_diff.link import link_change, link_tree

EXAMPLES = int(os.environ.get("NEXUS_DIFF_EXAMPLES", "150"))

NAMES = ("alpha", "beta", "gamma")
TYPES = ("One", "Two*", "const One&", "Box<One>", "std::vector<Two*>", "std::unique_ptr<One>", "n::One", "int", "const char*", "Fn", "auto")
PATHS = ("a.c", "b.cc", "one.h", "lib/one.h", "lib/d.cc", "tests/t_test.cc")
SOURCES = ('"one.h"', '"lib/one.h"', '"../one.h"', '"d.cc"', '"a.c"', "<one.h>", "<stdio.h>")

name = st.sampled_from(NAMES)
cls = st.sampled_from(("One", "Two"))
kind = st.sampled_from(TYPES)
simple = st.one_of(
    st.builds("{}(x)".format, name),
    st.builds("{}(1, 2)".format, name),
    st.builds("x.{}()".format, name),
    st.builds("x->{}(x)".format, name),
    st.builds("this->{}(x)".format, name),
    st.builds("x->One::{}(x)".format, name),
    st.builds("(new {}(x))->{}()".format, cls, name),
    st.builds("{}::{}(x)".format, cls, name),
    st.builds("n::{}(x)".format, name),
    st.builds("lib::{}(x)".format, name),
    st.builds("::{}(x)".format, name),
    st.builds("x->field->{}()".format, name),
    st.builds("x->run(x)".format),
    st.builds("table[1].run({})".format, name),
    st.builds("{}<One>(x)".format, name),
    st.builds("((One*)x)->{}()".format, name),
    st.builds("(*x).{}([](auto z) {{ return z.{}(); }})".format, name, name),
    st.builds("x[0].{}()".format, name),
    st.just("x"),
)
body = st.builds("One y(x); auto z = {}; for (auto& w : z) w.{}(); x->run = {}; return {};".format, simple, name, name, simple)
marks = st.sampled_from(["", "static ", "virtual "])
function = st.builds("{}{} {}({} x) {{ {} }}\n".format, st.sampled_from(["", "static ", "inline "]), kind, name, kind, body)
prototype = st.builds("{} {}({} x);\n".format, kind, name, kind)
outside = st.builds("{} {}::{}({} x) {{ {} }}\n".format, kind, cls, name, kind, body)
macro = st.builds("#define {}(a) {}(a)\n".format, name, name)
opening = st.just("#define LIB_BEGIN namespace lib {\n")
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
member = st.one_of(method, declared, pure, field, maker)
members = st.lists(member, max_size=4).map("".join)
base = st.sampled_from(["", ": public Two", ": public n::One", ": Box<One>", ": public std::exception"])
made = st.builds("class {}{} {{\n public:\n{}}};\n".format, cls, base, members)
box = st.builds("template <typename T> class Box {{ public: T* {}() {{ return p; }} T* p; }};\n".format, name)
part = st.one_of(function, function, prototype, outside, macro, opening, sections, test, table, alias, made, made, box)
parts = st.lists(part, max_size=4).map("".join)
include = st.lists(st.sampled_from(SOURCES).map("#include {}\n".format), max_size=2).map("".join)
space = st.sampled_from(["namespace n", "namespace", "inline namespace v1", "namespace n::m"])
text = st.builds("{}{}{} {{\n{}}}\n".format, include, parts, space, parts)
tree = st.dictionaries(st.sampled_from(PATHS), text, min_size=1, max_size=5)
edit = st.one_of(
    st.tuples(st.just("put"), st.sampled_from(PATHS), text),
    st.tuples(st.just("delete"), st.sampled_from(PATHS), st.just("")),
    st.tuples(st.just("move"), st.sampled_from(PATHS), st.sampled_from(PATHS)),
    st.tuples(st.just("shift"), st.sampled_from(PATHS), st.just("")),
    st.tuples(st.just("append"), st.sampled_from(PATHS), part),
)


def apply(sources: dict[str, str], step: tuple[str, str, str]) -> dict[str, str]:
    kind, path, other = step
    after = dict(sources)
    if kind == "put":
        after[path] = other
    elif path in after:
        before = after.pop(path)
        if kind == "move":
            after[other] = before
        elif kind == "shift":
            after[path] = "// a comment\n\n" + before
        elif kind == "append":
            after[path] = before + other
    return after


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(tree, st.lists(edit, min_size=1, max_size=4))
def test_update_equals_full(sources: dict[str, str], edits: list[tuple[str, str, str]]) -> None:
    record, before = link(sources), MemoryTree(sources)
    for step in edits:
        sources = apply(sources, step)
        after = MemoryTree(sources)
        record = record.apply(link_change(before, record, after, before.changed(after)))
        full = MemoryRecord(link_tree(after))
        assert record.graph() == full.graph(), step
        used = {use.hub for output in full.outputs.values() for use in output.hub_uses}
        assert {h: record.hubs.get(h) for h in used} == {h: full.hubs.get(h) for h in used}
        kept = {key: blob for key, blob in record.blobs.items() if key[0] != "members"}
        assert kept == {key: blob for key, blob in full.blobs.items() if key[0] != "members"}
        assert {p: o.lookups for p, o in record.outputs.items()} == {p: o.lookups for p, o in full.outputs.items()}
        before = after
