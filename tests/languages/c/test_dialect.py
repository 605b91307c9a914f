"""Whether a header is C or C++: decided by its text alone, so that its facts depend on nothing else."""

from __future__ import annotations

import pytest

from nexus_diff.extract import extract
from nexus_diff.languages import by_suffix
from nexus_diff.languages.c_family import CPP, C

HEADERS = {
    "nothing": ("", "c"),
    "prototypes": ("int f(const char *s);\nstruct s { int a; };\n", "c"),
    "guarded extern C": ('#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n', "c"),
    "words of C++ in comments": ("/* class Foo { public: */\n// template <T>\nint f(void);\n", "c"),
    "words of C++ as names": ("int class_of(int new);\nvoid template(void);\n", "c"),
    "conditions with and": ("static inline int f(int a, int b) { return g(a & b, a && b); }\n", "c"),
    "label": ("static inline void f(void) { public_part: return; }\n", "c"),
    "class": ("class Foo { };\n", "cpp"),
    "class with an export macro": ("class LIB_EXPORT Foo : public Bar {\n};\n", "cpp"),
    "namespace": ("namespace a {\nint f();\n}\n", "cpp"),
    "nested namespace": ("namespace a::b {\n}\n", "cpp"),
    "template": ("template <typename T> T f(T x);\n", "cpp"),
    "section of a struct": ("struct Foo {\n private:\n  int a;\n};\n", "cpp"),
    "reference": ("int f(const Foo& x);\n", "cpp"),
    "operator": ("struct A { int x; };\nbool operator==(A a, A b);\n", "cpp"),
    "member outside": ("inline int Foo::f() { return 1; }\n", "cpp"),
}


@pytest.mark.parametrize("name", HEADERS)
def test_headers(name: str) -> None:
    text, expected = HEADERS[name]
    language = by_suffix("include/x.h")
    assert language is C
    assert extract(text.encode(), language).language == expected


def test_what_the_linker_reads_is_the_same_in_both() -> None:
    """A header is listed as C whatever its text is, so the linker takes C's value for both."""
    parsing = {"name", "suffixes", "grammar", "statements", "expressions", "names", "strings", "blocks", "branches", "layout"}
    parsing |= {"dialect", "mend", "prepare", "spared"}
    parsing |= {"tags", "unlisted_params"}  # asked of the language that a text was read as
    linking = {field for field in C.__dataclass_fields__ if field not in parsing}
    assert {field for field in linking if getattr(C, field) != getattr(CPP, field)} == set()
