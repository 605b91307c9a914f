"""Call relations in C: (files, expected `source → target` at confidence ≥ 0.5)."""

from __future__ import annotations

import pytest
from memory import calls

API = "#ifndef API_H\n#define API_H\nint open_it(const char *name);\n#endif\n"

OPS = "struct ops { int (*open)(int); };\nint f(int x) { return x; }\nint h(int x) { return x + 1; }\n"

CASES: dict[str, tuple[dict[str, str], set[str]]] = {
    "macro with parameters in one section, another macro's name in the next": (
        {
            "m.h": "#ifdef A\n#define CHECK(e) stop(e)\n#else\n#define CHECK STATIC_CHECK\n#endif\n",
            "a.c": '#include "m.h"\nint f(int x) { CHECK(x); return x; }\n',
        },
        {"a.c:f → m.h:CHECK"},
    ),
    "parameter in a macro": (
        {"a.c": "static int f(int a, int b);\nint g(int x) { return f(x, 1); }\nstatic int f(UNUSED(int a), int b) { return b; }"},
        {"a.c:g → a.c:f"},
    ),
    "same file": ({"a.c": "static int f(void) { return 1; }\nint g(void) { return f(); }\n"}, {"a.c:g → a.c:f"}),
    "declared before, defined behind": (
        {"a.c": "static int f(int);\nint g(void) { return f(1); }\nstatic int f(int x) { return x; }\n"},
        {"a.c:g → a.c:f"},
    ),
    "recursion": ({"a.c": "int f(int n) { return n ? f(n - 1) : 0; }\n"}, {"a.c:f → a.c:f"}),
    "declared in a header, defined in a source file": (
        {
            "api.h": API,
            "api.c": '#include "api.h"\nint open_it(const char *name) { return 1; }\n',
            "m.c": '#include "api.h"\nint m(void) { return open_it("x"); }\n',
        },
        {"m.c:m → api.c:open_it"},
    ),
    "without any declaration": ({"a.c": "int f(void) { return 1; }\n", "m.c": "int m(void) { return f(); }\n"}, {"m.c:m → a.c:f"}),
    "static of another file is not seen": ({"a.c": "static int f(void) { return 1; }\n", "m.c": "int m(void) { return f(); }\n"}, set()),
    "static of the own file before a global of another": (
        {"a.c": "int usage(void) { return 1; }\n", "m.c": "static int usage(void) { return 2; }\nint m(void) { return usage(); }\n"},
        {"m.c:m → m.c:usage"},
    ),
    "static of an included source file": (
        {
            "lib.c": "static int f(void) { return 1; }\n",
            "tests/t.c": '#include "common.h"\nint t(void) { return f(); }\n',
            "tests/common.h": '#include "../lib.c"\n',
        },
        {"tests/t.c:t → lib.c:f"},
    ),
    "static inline in a header": (
        {"h.h": "static inline int f(void) { return 1; }\n", "m.c": '#include "h.h"\nint m(void) { return f(); }\n'},
        {"m.c:m → h.h:f"},
    ),
    "headers that include each other": (
        {"a.h": '#include "b.h"\nstatic int f(void) { return g(); }\n', "b.h": '#include "a.h"\nstatic int g(void) { return 1; }\n'},
        {"a.h:f → b.h:g"},
    ),
    "two libraries with the same names": (
        {
            "x/sds.h": "int grow(int n);\n",
            "x/sds.c": '#include "sds.h"\nint grow(int n) { return n; }\n',
            "y/sds.h": "int grow(int n);\n",
            "y/sds.c": '#include "sds.h"\nint grow(int n) { return n + 1; }\n',
            "x/m.c": '#include "sds.h"\nint m(void) { return grow(1); }\n',
            "y/deep/m.c": '#include "../sds.h"\nint m(void) { return grow(1); }\n',
        },
        {"x/m.c:m → x/sds.c:grow", "y/deep/m.c:m → y/sds.c:grow"},
    ),
    "sections of #if are alternatives": (
        {"a.c": "#ifdef W\nint f(void) { return 1; }\n#else\nint f(void) { return 2; }\n#endif\nint g(void) { return f(); }\n"},
        {"a.c:g → a.c:f", "a.c:g → a.c:f#2"},
    ),
    "function of the name of a struct": (
        {
            "api.h": "struct size { int x; };\nint size(struct size *, int);\n",
            "api.c": '#include "api.h"\nint size(struct size *s, int n) { return s->x + n; }\n',
            "m.c": '#include "api.h"\nint m(struct size *s) { return size(s, 1); }\n',
        },
        {"m.c:m → api.c:size"},
    ),
    "function of the name of a struct of the own file": (
        {
            "api.h": "int size(int);\n",
            "api.c": '#include "api.h"\nint size(int n) { return n; }\n',
            "m.c": '#include "api.h"\nstruct size { int x; };\nint m(void) { return size(1); }\n',
        },
        {"m.c:m → api.c:size"},
    ),
    "function of a library of the name of a struct": (
        {"m.c": "struct stat { int x; };\nint m(const char *path, struct stat *s) { return stat(path, s); }\n"},
        set(),
    ),
    "function handed to a macro": (
        {
            "a.c": "static int own(int n) { return n; }\nstatic int call(int n) { return n; }\n#define APPLY(call, x) call(x)\n"
            "int g(void) { return APPLY(own, 1); }\n",
        },
        {"a.c:g → a.c:APPLY", "a.c:APPLY → a.c:own"},
    ),
    "names of a macro's own": (
        {
            "a.c": "static int step(int n) { return n; }\n#define TWICE(x) do { int (*step)(int) = x; step(1); } while (0)\n"
            "static int own(int n) { return n; }\nint g(void) { TWICE(own); return step(2); }\n",
        },
        {"a.c:g → a.c:TWICE", "a.c:TWICE → a.c:own", "a.c:g → a.c:step"},
    ),
    "macros beside the field that they are for": (
        {
            "api.h": "int slow(int);\nstruct s {\n  int flags;\n#define S_SET(s, f) ((s)->flags |= slow(f))\n};\n",
            "m.c": '#include "api.h"\nint slow(int n) { return n; }\nvoid m(struct s *s) { S_SET(s, 1); }\n',
        },
        {"m.c:m → api.h:S_SET", "api.h:S_SET → m.c:slow"},
    ),
    "K&R": ({"a.c": "int f(a, b) int a; char *b; { return a; }\nint g() { return f(1, 0); }\n"}, {"a.c:g → a.c:f"}),
    "function-like macro": (
        {"a.c": "int slow(int);\n#define TWICE(x) slow((x) + (x))\nint g(void) { return TWICE(1); }\nint slow(int n) { return n; }\n"},
        {"a.c:g → a.c:TWICE", "a.c:TWICE → a.c:slow"},
    ),
    "macro in front of the function of its name": (
        {
            "api.h": "int set(int a, int b);\n#define set(a, b) set(a, b)\n"
            "#ifdef X\n#define check(a) ok(a)\n#else\n#define check(a) no(a)\n#endif\n",
            "api.c": "int set(int a, int b) { return a; }\nint ok(int a) { return a; }\nint no(int a) { return a; }\n",
            "m.c": '#include "api.h"\nint g(void) { return set(1, 2) + check(3); }\n',
        },
        {
            "m.c:g → api.h:set",
            "m.c:g → api.c:set",
            "m.c:g → api.h:check",
            "m.c:g → api.h:check#2",
            "api.h:check → api.c:ok",
            "api.h:check#2 → api.c:no",
            "api.h:set → api.c:set",
            "api.h:set → api.h:set",
        },
    ),
    "macro of a source file is of no other": (
        {"a.c": "#define now(x) 1\nint f(void) { return now(0); }\n", "b.c": "int g(void) { return now(0); }\n"},
        {"a.c:f → a.c:now"},
    ),
    "macro that pastes names": (
        {"a.c": "int look(const char *s) { return 1; }\n#define GET(n) static int n##_get(void) { return look(#n); }\nGET(x)\n"},
        {"a.c:GET → a.c:look", "a.c → a.c:GET"},
    ),
    "calls in the arguments of a macro": (
        {"a.c": "int f(void) { return 1; }\nint g(void) { ASSERT_EQ(f(), UNKNOWN(f)); return 0; }\n"},
        {"a.c:g → a.c:f"},
    ),
    "function declared through a macro": (
        {"a.c": "API(const char *) f(void)\n{ return 0; }\nLIB_EXTERN int g(void) { return f() != 0; }\n"},
        {"a.c:g → a.c:f"},
    ),
    "pointer to a function in a local variable": (
        {"a.c": "int f(int x) { return x; }\nint g(void) { int (*run)(int) = f; return run(1); }\n"},
        {"a.c:g → a.c:f"},
    ),
    "pointer to a function, assigned": (
        {"a.c": "int f(int x) { return x; }\nint g(void) { int (*run)(int); run = &f; return (*run)(1); }\n"},
        {"a.c:g → a.c:f"},
    ),
    "field filled by its name": (
        {"a.c": OPS + "static struct ops all = { .open = f };\nint g(struct ops *o) { return o->open(1); }\n"},
        {"a.c:g → a.c:f"},
    ),
    "field filled by its place": (
        {"a.c": OPS + "static struct ops all = { f };\nint g(void) { return all.open(1); }\n"},
        {"a.c:g → a.c:f"},
    ),
    "table of structures": (
        {"a.c": OPS + "static struct ops all[] = { { f }, { .open = h } };\nint g(int i) { return all[i].open(1); }\n"},
        {"a.c:g → a.c:f", "a.c:g → a.c:h"},
    ),
    "field that a function is assigned to": (
        {"a.c": OPS + "void set(struct ops *o) { o->open = &f; }\nint g(struct ops *o) { return o->open(1); }\n"},
        {"a.c:g → a.c:f"},
    ),
    "compound literal": (
        {"a.c": OPS + "int g(struct ops *o) { return o->open(1); }\nint k(void) { return g(&(struct ops){ .open = f }); }\n"},
        {"a.c:g → a.c:f", "a.c:k → a.c:g"},
    ),
    "structure of another file": (
        {
            "o.h": "struct ops { int (*open)(int); };\n",
            "a.c": '#include "o.h"\nstatic int f(int x) { return x; }\nstruct ops mine = { f };\n',
            "b.c": '#include "o.h"\nint g(struct ops *o) { return o->open(1); }\n',
        },
        {"b.c:g → a.c:f"},
    ),
    "table of functions": (
        {
            "a.c": "int f(int x) { return x; }\nint h(int x) { return x; }\n"
            "static int (*all[])(int) = { f, h };\nint g(int i) { return all[i](1); }\n"
        },
        {"a.c:g → a.c:f", "a.c:g → a.c:h"},
    ),
    "function handed to a parameter": (
        {
            "a.c": "typedef int (*cb)(int);\nint f(int x) { return x; }\n"
            "int take(cb run) { return run(1); }\nint g(void) { return take(f); }\n"
        },
        {"a.c:g → a.c:take", "a.c:take → a.c:f"},
    ),
    "names of the C library are nobody's": ({"a.c": 'int g(void) { return strlen("x"); }\n', "b.py": "def strlen(x):\n    pass\n"}, set()),
    "own function named as one of the C library": (
        {"a.c": "static int remove(int x) { return x; }\nint g(void) { return remove(1); }\n"},
        {"a.c:g → a.c:remove"},
    ),
    "parameter hides a function": ({"a.c": "int f(void) { return 1; }\nint g(int (*f)(void)) { return f(); }\n"}, set()),
}


@pytest.mark.parametrize("name", CASES)
def test_calls(name: str) -> None:
    files, expected = CASES[name]
    assert calls(files) == expected
