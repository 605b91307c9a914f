"""What an odd file yields is data: the kinds of problems found in it, never an error."""

from __future__ import annotations

import pytest

from nexus_diff.extract import extract
from nexus_diff.languages import REGISTRY

PROBLEMS: dict[str, dict[str, tuple[bytes, list[str]]]] = {
    "c": {
        "empty": (b"", []),
        "comment only": (b"/* nothing */", []),
        "NUL": (b"int f(void) { return 1; }\0\nint g(void) { return f(); }\n", ["syntax"]),
        "not UTF-8": (b'const char *s = "\xff";', ["encoding"]),
        "nothing but braces": (b"}}}}{{{{", ["syntax"]),
        "deep": (b"int x(void) { return " + b"(" * 1000 + b"1" + b")" * 1000 + b"; }", ["too deep"]),
        "deep blocks": (b"void f(void) " + b"{" * 1000 + b"}" * 1000, ["too deep"]),
        "deep sections": (b"#if A\n" * 1000 + b"int x;\n" + b"#endif\n" * 1000, ["too deep"]),
        "long line": (b"int a[] = {" + b"1," * 50_000 + b"};", []),
        "long sum": (b"int i = 1" + b" + a" * 5000 + b";", []),
        "long else if": (b"void f(void) { " + b"if (a) b(); else " * 500 + b"c(); }", []),
        "section that is never closed": (b"#if A\nint f(void) { return 1; }\n", ["syntax"]),
        "only macros": (b"A B C(D) E(F, G) {\n", ["syntax"]),
    },
    "cpp": {
        "empty": (b"", []),
        "comment only": (b"// nothing", []),
        "NUL": (b"int f() { return 1; }\0\nint g() { return f(); }\n", ["syntax"]),
        "not UTF-8": (b'const char* s = "\xff";', ["encoding"]),
        "nothing but braces": (b"}}}}{{{{", ["syntax"]),
        "deep": (b"int x() { return " + b"(" * 1000 + b"1" + b")" * 1000 + b"; }", ["too deep"]),
        "deep namespaces": (b"namespace a { " * 1000 + b"}" * 1000, ["too deep"]),
        "deep classes": (b"class A { " * 500 + b"};" * 500, ["too deep"]),
        "deep lambdas": (b"auto x = " + b"[] { return " * 400 + b"1" + b"; }" * 400 + b";", ["too deep"]),
        "long line": (b"int a[] = {" + b"1," * 50_000 + b"};", []),
        "long chain of operators": (b"void f() { out" + b' << "x"' * 5000 + b"; }", []),
        "long chain of calls": (b"void f() { a" + b".b()" * 5000 + b"; }", ["too deep"]),
        "long else if": (b"void f() { " + b"if (a) b(); else " * 500 + b"c(); }", []),
        "many blocks": (b"{}" * 20_000, []),
        "many comments that never end": (b"class A {}; " + b"/* " * 100_000, ["syntax"]),
        "one long word in capitals": (b"END" * 30_000 + b"!\nint f() { return 1; }\n", ["syntax"]),
        "much space": (b"int f(const A &" + b" " * 100_000 + b"!);\n", ["syntax"]),
        "many sections": (b"#if A\n)\n#endif\n" * 2000, ["syntax"]),
        "half of a template": (b"template <typename T", ["syntax"]),
    },
    "csharp": {
        "empty": (b"", []),
        "comment only": (b"// nothing", []),
        "not UTF-8": (b'class A { string s = "\xff"; }', ["encoding"]),
        "nothing but braces": (b"}}}}{{{{", ["syntax"]),
        "deep": (b"class A { int F() { return " + b"(" * 1000 + b"1" + b")" * 1000 + b"; } }", ["too deep"]),
        "deep blocks": (b"class A { void F() " + b"{" * 1000 + b"}" * 1000 + b" }", ["too deep"]),
        "long line": (b"class A { int[] a = {" + b"1," * 50_000 + b"}; }", []),
        "long sum": (b"class A { int i = 1" + b" + a" * 5000 + b"; }", []),
        "open section": (b"#if A\nclass B { }\n", ["syntax"]),
        "stray end": (b"#endif\nclass B { }\n#else\n", ["syntax"]),
    },
    "java": {
        "empty": (b"", []),
        "comment only": (b"// nothing", []),
        "not UTF-8": (b'class A { String s = "\xff"; }', ["encoding"]),
        "nothing but braces": (b"}}}}{{{{", ["syntax"]),
        "deep": (b"class A { int f() { return " + b"(" * 1000 + b"1" + b")" * 1000 + b"; } }", ["too deep"]),
        "deep blocks": (b"class A { void f() " + b"{" * 1000 + b"}" * 1000 + b" }", ["too deep"]),
        "long line": (b"class A { int[] a = {" + b"1," * 50_000 + b"}; }", []),
        "long chain": (b"class A { Object o = b" + b".c()" * 5000 + b"; }", []),
        "long sum": (b"class A { int i = 1" + b" + a" * 5000 + b"; }", []),
        "long else if": (b"class A { void f() { " + b"if (a) b(); else " * 500 + b"c(); } }", []),
    },
}


@pytest.mark.parametrize(("language", "name"), [(language, name) for language, rows in PROBLEMS.items() for name in rows])
def test_problems_are_data(language: str, name: str) -> None:
    source, kinds = PROBLEMS[language][name]
    assert sorted({problem.kind for problem in extract(source, REGISTRY[language]).problems}) == kinds
