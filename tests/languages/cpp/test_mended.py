"""What C++ is written in that the grammar does not know: it is mended before it is parsed, and nothing of it is lost."""

from __future__ import annotations

import pytest

from nexus_diff.extract import extract
from nexus_diff.languages.c_family import CPP

MENDED = {
    "pointer to member": ("struct A { int f(B* b) { return (b->*g)(); } int h() { return 1; } };", ["A", "f", "h"]),
    "friend of the outermost namespace": ("namespace n { class A { friend struct ::B; int h() { return 1; } }; }", ["n", "A", "h"]),
    "macro on a line of a class": (
        'class A {\n  DEPRECATED("use (g)")\n  void f(int a) {\n    g(a);\n  }\n};\nint h() { return 1; }',
        ["A", "f", "h"],
    ),
    "directive in a list": ('int a[] = {\n#include "a.h"\n#define X 1\n  X, 2\n};\nint h() { return 1; }', ["h"]),
    "comment in a macro": ("#define F(x) \\\n  do { /* a */ \\\n    g(x); /*b*/; \\\n  } while (0)\nint h() { return 1; }", ["h"]),
    "head for another system": ("#ifdef _WIN32\nint wmain() {\n#else\nint main() {\n#endif\n  return 1;\n}", ["main"]),
    "heads for two systems": (
        "#if defined ON_WINDOWS\nint __stdcall run(void* a)\n#else\nvoid* run(void* a)\n#endif\n{\n  return a;\n}\nint h() { return 1; }",
        ["run", "h"],
    ),
    "sections for several systems": (
        "#if defined(__ANDROID__)\nint f() { return 1; }\n#elif defined(__linux__)\nint f() { return 2; }\n#elif defined(_WIN32)\n"
        "int f() {\n#ifdef A\n  if (a) {\n#else\n  if (b) {\n#endif\n  }\n  return 3;\n}\n#endif\nint h() { return 1; }",
        ["f", "f", "f", "h"],
    ),
    "number in a text": (
        'void f(long a) { printf("a %" PRIx64 ", b %" PRIu32, a, a); }\nvoid g() { log("%" PRIx64); }\nint h() { return 1; }',
        ["f", "g", "h"],
    ),
    "empty body with a semicolon": ("class A { virtual void f() {}; void g() {}; void h(); };", ["A", "f", "g"]),
    "macro on a line well above a function": ("SETUP_AND_TEARDOWN\n\nvoid f(int a) {\n  g(a);\n}\nint h() { return 1; }", ["f", "h"]),
}


@pytest.mark.parametrize("name", MENDED)
def test_what_the_grammar_does_not_know(name: str) -> None:
    source, names = MENDED[name]
    found = extract(source.encode(), CPP)
    kinds = ("class", "method", "function", "namespace")
    assert [d.name for d in found.definitions if d.kind in kinds and "macro" not in d.modifiers] == names
    assert not found.problems


LAID_OUT = {
    "macro that opens a block": (
        "void f() {\n  MY_TRY {\n    auto&& a = g();\n    if (a) return;\n  }\n  MY_CATCH(...) {}\n  h(1);\n}",
        "void f()\n{\n    MY_TRY\n    {\n        auto&& a = g();\n        if (a)\n            return;\n    }\n"
        "    MY_CATCH(...) { }\n    h(1);\n}",
    ),
    "macro in front of a condition": (
        "void f() {\n  if MY_CONSTEXPR(g(a) != 1) h(1);\n}",
        "void f()\n{\n    if MY_CONSTEXPR (g(a)\n        != 1)\n        h(1);\n}",
    ),
    "macro over several lines": (
        "void f() {\n  EXPECT_THROW(throw g::error(1), std::exception);\n  EXPECT_SAME(a<b>::value);\n  h(1);\n}",
        "void f()\n{\n    EXPECT_THROW(throw g::error(\n                     1),\n                 std::exception);\n"
        "    EXPECT_SAME(\n        a<b>::value);\n    h(1);\n}",
    ),
}


@pytest.mark.parametrize("name", LAID_OUT)
def test_what_is_mended_is_mended_in_every_layout(name: str) -> None:
    one, other = (extract(source.encode(), CPP) for source in LAID_OUT[name])
    assert not one.problems
    assert not other.problems
    names = [definition.name for definition in one.definitions]
    assert names == ["f"] == [definition.name for definition in other.definitions]
    assert [span.body_hash for span in one.spans] == [span.body_hash for span in other.spans]
    assert [site.kind for site in one.sites] == [site.kind for site in other.sites]


BLOCKS = {
    "loop": "void f() {\n  FOR_EACH(x, xs) { g(x); }\n}",
    "endless loop": "void f() {\n  FOREVER() { g(1); }\n}",
    "handler": "void f() {\n  MY_CATCH(const E& e) { g(e); }\n}",
    "handler of everything": "void f() {\n  if (a) {\n    MY_CATCH(...) { g(1); }\n  }\n}",
    "in a lambda": "void f() {\n  run([&] { FOR_EACH(x, xs) { g(x); } });\n}",
}


@pytest.mark.parametrize("name", BLOCKS)
def test_a_macro_in_front_of_a_block_is_no_function(name: str) -> None:
    found = extract(BLOCKS[name].encode(), CPP)
    assert [definition.name for definition in found.definitions] == ["f"]
    calls = [found.exprs[found.exprs[site.expr].func] for site in found.sites if site.kind == "call"]
    assert {"FOR_EACH", "FOREVER", "MY_CATCH"} & {call.name for call in calls}
    assert "g" in {call.name for call in calls}
