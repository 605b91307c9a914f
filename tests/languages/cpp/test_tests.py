"""Which definitions of C and C++ a test runner would collect."""

from __future__ import annotations

import pytest

from nexus_diff.extract import extract
from nexus_diff.languages.base import Language
from nexus_diff.languages.c_family import CPP, C

CASES: dict[str, tuple[Language, str, list[str]]] = {
    "GoogleTest": (CPP, "TEST(Suite, Works) { f(); }\n", ["Suite.Works"]),
    "of a fixture": (CPP, "class Fix {};\nTEST_F(Fix, Works) { f(); }\n", ["Fix.Works"]),
    "with parameters": (CPP, "TEST_P(Fix, Works) { f(); }\n", ["Fix.Works"]),
    "Catch2": (CPP, 'TEST_CASE("a name", "[tag]") { f(); }\n', ["a name"]),
    "Catch2, in a section": (
        CPP,
        '#if A\nTEST_CASE("one") { f(); }\nTEST_CASE("two", "[tag]") {\n  g();\n}\n#else\nTEST_CASE("three") { f(); }\n#endif\n',
        ["one", "two", "three"],
    ),
    "a macro that is named as a test": (C, "#define test(s) printf(s)\n#define test_cond(c) if (c) ok(); else bad()\n", []),
    "Boost": (CPP, "BOOST_AUTO_TEST_CASE(works) { f(); }\n", ["works"]),
    "main of a test program": (C, "static void helper(void) {}\nint main(void) { helper(); return 0; }\n", ["main"]),
    "named as a test": (C, "static void test_it(void) {}\nvoid add_test(void) {}\nvoid attest(void) {}\n", ["test_it", "add_test"]),
    "Check": (C, "START_TEST(works)\n{\n  f();\n}\nEND_TEST\n", ["works"]),
    "two names in C": (C, "TEST(suite, works)\n{\n  f();\n}\n", ["suite.works"]),
    "a function that another macro declares": (C, "DEFINE(works)\n{\n  f();\n}\n", []),
    "helpers": (CPP, "class Helper { public: int test() { return 1; } };\nint helper() { return 1; }\n", []),
    "other macros": (CPP, "DEFINE_int(works) { f(); }\n", []),
}


@pytest.mark.parametrize("name", CASES)
def test_tests(name: str) -> None:
    language, source, expected = CASES[name]
    facts = extract(source.encode(), language)
    assert language.is_test is not None
    found = []
    for definition in facts.definitions:
        around = [facts.definitions[s.definition] for s in _around(facts, definition.scope) if s.definition >= 0]
        if language.is_test(definition, tuple(around)):
            found.append(definition.qualified)
    assert found == expected


def _around(facts, scope):  # type: ignore[no-untyped-def]
    while scope > 0:
        yield facts.scopes[scope]
        scope = facts.scopes[scope].parent
