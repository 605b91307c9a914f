"""What changes in C mean: (old code, new code, what is said)."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("int f(int a) { return a; }", "int f(int a, int b) { return a; }", ["signature f: parameter `b` added without default"]),
        ("int f(int a) { return a; }", "int f(long a) { return a; }", ["signature f: type of parameter `a` changed from `int` to `long`"]),
        ("int f(int a) { return a; }", "long f(int a) { return a; }", ["signature f: return type changed from `int` to `long`"]),
        ("int f(int a) { return a; }", "int f(int a) { return a + 1; }", ["modified f"]),
        ("int f(int a) { return a; }", "static int f(int a) { return a; }", ["signature f: is no longer exported, is now local"]),
        (
            "int f(const char *a) { return 1; }",
            "int f(char *a) { return 1; }",
            ["signature f: type of parameter `a` changed from `const char*` to `char*`"],
        ),
        ("int f(int a, ...) { return a; }", "int f(int a) { return a; }", ["signature f: parameter `*@1` removed"]),
        ("int f(int a);", "int f(int a, int b);", ["modified a.c: declaration `f` changed"]),
        ("int f(int a);", "int f(int a);\nint g(struct s *);", ["modified a.c: declaration `g` added"]),
        ("int f(int a);\nstruct s *g(int);", "int f(int a);", ["modified a.c: declaration `g` removed"]),
        ("extern int f(int a);", "extern long f(int a);", ["modified a.c: declaration `f` changed"]),
        ("struct s { int a; };", "struct s { int a; int b; };", ["modified s: field `b` added"]),
        ("struct s { int a; };", "struct s { long a; };", ["modified s: field `a` changed"]),
        ("enum e { A };", "enum e { A, B };", ["modified e"]),
        ("typedef struct { int a; } s;", "typedef struct { int a; int b; } s;", ["modified s: field `b` added"]),
        ("typedef struct { int a; } s, *p;", "typedef struct { int b; } s, *p;", ["modified s: field `a` removed, field `b` added"]),
        ("typedef struct s { int a; } s;", "typedef struct s { long a; } s;", ["modified s: field `a` changed"]),
        ("typedef union { int a; } s;", "typedef union { int a; /* why */ } s;", ["comment s"]),
        ("typedef union { int a; } s;", "typedef struct { int a; } s;", ["signature s: declaration changed"]),
        ("typedef enum { A } e;", "typedef enum { A, B } e;", ["modified e"]),
        ("typedef enum { A } e;", "typedef enum {\n\tA,\n} e;", ["comment e"]),
        ("struct s {\n  int a;\n};", "struct s {\n  int a;\n#define A_ONE 1\n};", ["added A_ONE"]),
        ("struct s {\n  int a;\n#define A_ONE 1\n};", "struct s {\n  int a;\n#define A_ONE 2\n};", ["modified A_ONE: value changed"]),
        (
            "struct s {\n  int a;\n#define A_SET(s) ((s)->a = 1)\n};",
            "struct s {\n  int a;\n  int b;\n#define A_SET(s) ((s)->a = 2)\n};",
            ["modified s: field `b` added", "modified A_SET"],
        ),
        ("typedef int T;", "typedef long T;", ["signature T: declaration changed"]),
        ("#define K 1", "#define K 2", ["modified K: value changed"]),
        ("#define F(a) ((a) + 1)", "#define F(a) ((a) + 2)", ["modified F"]),
        ("int x = 1;", "int x = 2;", ["modified x: value changed"]),
        ('#include "a.h"', '#include "b.h"', ["modified a.c: import of `a.h` removed, import of `b.h` added"]),
        ("/* x */ int f(void) { return 1; }", "/* y */ int f(void) { return 1; }", ["comment f"]),
        ("int f(void) { return g(1); }", "int\nf(void)\n{\n\treturn g(1);\n}", ["comment f"]),
        (
            "int f(void) { return 1; }\nint g(void) { return 2; }",
            "int g(void) { return 2; }\nint f(void) { return 1; }",
            ["comment a.c: definitions reordered"],
        ),
        (
            "#ifdef A\nint f(void) { return 1; }\n#endif",
            "#ifdef B\nint f(void) { return 1; }\n#endif",
            ["modified a.c: module code changed"],
        ),
        ("int f(void) { return 1; }", "#ifdef A\nint f(void) { return 1; }\n#endif", ["modified a.c: module code changed"]),
        ("#if A\nstruct s { int a; };\n#endif", "struct s { int a; };", ["modified a.c: module code changed"]),
        ("#define K 1", "#ifndef K\n#define K 1\n#endif", ["modified a.c: module code changed"]),
        (
            "int f(void) { return 1; }",
            "#if A\nint f(void) { return 1; }\n#else\nint f(void) { return 2; }\n#endif",
            ["modified a.c: module code changed", "added f: one of several of this name, others were there"],
        ),
        (
            "#define F(a) do { g(a); h(a); } while (0)",
            "#define F(a) \\\n  do {       \\\n    g(a);    \\\n    h(a);    \\\n  } while (0)",
            ["comment F"],
        ),
        ('#define K "a b"', '#define K "a  b"', ["modified K: value changed"]),
        ("#define K f(\"a b\", 'x')", "#define K f( \"a b\",  'x' )", ["comment K"]),
        ("#define K f(\"a b\", 'x')", "#define K f(\"a  b\", 'x')", ["modified K: value changed"]),
        ('#define K f("a \\" b")', '#define K f("a \\"  b")', ["modified K: value changed"]),
    ],
)
def test_kinds_and_details(kinds, old, new, expected):
    assert kinds({"a.c": old + "\n"}, {"a.c": new + "\n"}) == expected
