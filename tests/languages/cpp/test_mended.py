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
