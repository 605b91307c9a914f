"""Breaking call sites in C and C++: (files, what changes in them, what is said). What a compiler would still take says nothing."""

from __future__ import annotations

import pytest

H = "int f(int a);\n"
C = '#include "f.h"\nint f(int a) { return a; }\n'
USE = '#include "f.h"\nint g(void) { return f(1); }\n'
LIB = {"f.h": H, "f.c": C, "g.c": USE}
A_H = "namespace n {\nclass A {\n public:\n  A(int a);\n  int m(int a);\n  int m(const char* s);\n};\n}\n"
A_CC = '#include "a.h"\nnamespace n {\nA::A(int a) {}\nint A::m(int a) { return a; }\nint A::m(const char* s) { return 1; }\n}\n'
A_USE = '#include "a.h"\nint g(n::A& a) { return a.m(1) + a.m("x"); }\n'
CLASS = {"a.h": A_H, "a.cc": A_CC, "g.cc": A_USE}

CASES: dict[str, tuple[dict[str, str], dict[str, str | None], list[str]]] = {
    "one more parameter": (
        LIB,
        {"f.h": "int f(int a, int b);\n", "f.c": C.replace("int a)", "int a, int b)")},
        ["g.c:2 arguments: `f(1)` does not fit `f`: it needs `b`"],
    ),
    "what a call hands over, as text": (
        {
            "f.h": "int f(const char *a);\n",
            "f.c": '#include "f.h"\nint f(const char *a) { return 1; }\n',
            "g.c": '#include "f.h"\nint g(void) { return f("*"); }\n',
        },
        {"f.h": "int f(const char *a, int b);\n", "f.c": '#include "f.h"\nint f(const char *a, int b) { return 1; }\n'},
        ["g.c:2 arguments: `f('*')` does not fit `f`: it needs `b`"],
    ),
    "a rest parameter": (LIB, {"f.h": "int f(int a, ...);\n", "f.c": C.replace("int a)", "int a, ...)")}, []),
    "another name of a parameter": (
        LIB,
        {"f.h": "int f(int b);\n", "f.c": C.replace("int a)", "int b)").replace("return a", "return b")},
        [],
    ),
    "another body": (LIB, {"f.c": C.replace("return a", "return a + 1")}, []),
    "renamed": (
        LIB,
        {"f.h": "int h(int a);\n", "f.c": C.replace("f(int", "h(int")},
        ["g.c:2 gone: `f(1)` uses `f`, which is gone: it is `h` now"],
    ),
    "moved to another file": (LIB, {"f.c": '#include "f.h"\n', "h.c": C}, []),
    "a macro in its place": (LIB, {"f.h": "#define f(a) (a)\n", "f.c": '#include "f.h"\n'}, []),
    "one of two sections": (
        {"f.c": "#ifdef A\nint f(int a) { return a; }\n#else\nint f(int a) { return 1; }\n#endif\nint g(void) { return f(1); }\n"},
        {"f.c": "#ifdef A\nint f(int a, int b) { return a; }\n#else\nint f(int a) { return 1; }\n#endif\nint g(void) { return f(1); }\n"},
        [],
    ),
    "static of another file stays": (
        {
            "a.c": "static int f(int a) { return a; }\nint g(void) { return f(1); }\n",
            "b.c": "static int f(int a) { return a; }\nint h(void) { return f(1); }\n",
        },
        {"a.c": "static int f(int a, int b) { return a; }\nint g(void) { return f(1, 2); }\n"},
        [],
    ),
    "an overload less": (
        CLASS,
        {"a.h": A_H.replace("  int m(const char* s);\n", ""), "a.cc": A_CC.replace("int A::m(const char* s) { return 1; }\n", "")},
        [],
    ),
    "an overload that takes more": (
        CLASS,
        {"a.h": A_H.replace("m(int a)", "m(int a, int b = 1)"), "a.cc": A_CC.replace("m(int a)", "m(int a, int b)")},
        [],
    ),
    "method through a pointer": (
        {"a.h": "class A { public: int m(int a) { return a; } };\n", "g.cc": '#include "a.h"\nint g(A* a, int* p) { return a->m(*p); }\n'},
        {"a.h": "class A { public: int m(int a, int b) { return a; } };\n"},
        ["g.cc:2 arguments: `a->m(*p)` does not fit `A.m`: it needs `b`"],
    ),
    "a method that a missing brace puts into another": (
        {
            "a.h": "int oops( ;\nclass A { public:\n  int f(int a) { if (a) { return 1; } }\n  int m(int a) { return a; }\n};\n",
            "g.cc": '#include "a.h"\nint g(A* a) { return a->m(1); }\n',
        },
        {"a.h": "class A { public:\n  int f(int a) { if (a) { return 1; }\n  int m(int a) { return a; }\n};\n"},
        [],
    ),
    "function of a namespace": (
        {"a.h": "namespace n { inline int f(int a) { return a; } }\n", "g.cc": '#include "a.h"\nint g() { return n::f(1); }\n'},
        {"a.h": "namespace n { inline int f() { return 1; } }\n"},
        ["g.cc:2 arguments: `n.f(1)` does not fit `n.f`: it takes no arguments, not 1"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_breaking(broken, name):
    old, changed, said = CASES[name]
    new = {path: text for path, text in {**old, **changed}.items() if text is not None}
    assert broken(old, new) == said
