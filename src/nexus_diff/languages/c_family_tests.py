"""Tests that macros declare: GoogleTest's `TEST_F(Suite, Name) {}`, Catch2's and doctest's `TEST_CASE("name") {}`, Boost's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.c_family_nodes import Declared, first, parts
from nexus_diff.model.facts import Definition

IN_SUITE = frozenset({"TEST", "TYPED_TEST", "BOOST_FIXTURE_TEST_CASE"})
"""Macros (suite, name) whose body belongs to no class that is written down."""
IN_FIXTURE = frozenset({"TEST_F", "TEST_P", "TYPED_TEST_P"})
"""Macros (fixture class, name): the body is a method of the fixture."""
BY_TEXT = frozenset({"TEST_CASE", "SCENARIO", "TEST_CASE_METHOD", "TEMPLATE_TEST_CASE", "DOCTEST_TEST_CASE", "TEST_CASE_FIXTURE"})
"""Macros whose test is named by a string."""
BY_NAME = frozenset({"BOOST_AUTO_TEST_CASE", "TEST", "START_TEST", "UTEST", "CTEST", "TEST_IMPL", "MU_TEST", "TEST_BEGIN"})
MACROS = IN_SUITE | IN_FIXTURE | BY_TEXT | BY_NAME


@dataclass(frozen=True, slots=True)
class TestMacro:
    """A test that a macro declares: its name, the suite or fixture class, and the node that gives the line of its name."""

    __test__ = False

    name: str
    suite: str
    fixture: bool
    at: Node


def test_macro(b: Builder, node: Node, what: Declared, function: Node) -> TestMacro | None:
    """The test that `MACRO(a, b) {…}`, which reads like a function without a type, declares."""
    if what.name is None or node.child_by_field_name("type") is not None:
        return None
    macro = b.text(what.name)
    if macro not in MACROS:
        return None
    listed = function.child_by_field_name("parameters")
    names = [b.text(child).strip() for child in parts(listed)] if listed is not None else []
    return named_test(macro, names, what.name)


def test_call(b: Builder, call: Node) -> TestMacro | None:
    """The test that `MACRO("name", "[tag]")` in front of a block declares."""
    function, listed = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    if function is None or listed is None or b.text(function) not in MACROS:
        return None
    return named_test(b.text(function), [b.text(child) for child in parts(listed)], function)


def named_test(macro: str, names: list[str], at: Node) -> TestMacro | None:
    """The test that a macro with these arguments declares, None when it is no test macro."""
    if macro not in MACROS:
        return None
    if macro in BY_TEXT:
        text = next((name for name in names if '"' in name), "")
        fixture = names[0] if names and not names[0].startswith('"') else ""
        return TestMacro(text.strip('"') or macro, fixture, bool(fixture), at)
    if len(names) >= 2:
        return TestMacro(names[1], names[0], macro in IN_FIXTURE, at)
    return TestMacro(names[0], "", False, at) if names else None


def define_test(b: Builder, node: Node, body: Node | None, test: TestMacro, first_node: Node | None = None) -> None:
    """The test as a function; that of a fixture is a method of the fixture's class."""
    suite = test.suite
    kind = "method" if test.fixture else "function"
    definition = b.define(test.name, kind, node, test.at, body, within=suite, first=first_node, modifiers=("test", "local"))
    if test.fixture:
        b.bind(test.name, definition=definition, attr_of=b.name(suite))
    b.open("function", definition=definition)
    if body is not None and b.enter(body):
        b.visit_children(body)
        b.leave()
    b.close()


def visit_outside(b: Builder, nodes: Iterable[Node]) -> None:
    """Visits what stands outside of functions; a macro in front of a block may declare a test."""
    before: Node | None = None
    for child in nodes:
        test = _test_before(b, before) if child.type == "compound_statement" and before is not None else None
        if test is not None:
            define_test(b, child, child, test, before)
        else:
            b.visit(child)
        before = child


def _test_before(b: Builder, node: Node) -> TestMacro | None:
    call = first(node) if node.type in ("expression_statement", "ERROR") else None
    return test_call(b, call) if call is not None and call.type == "call_expression" else None


def is_test(definition: Definition, around: tuple[Definition, ...]) -> bool:
    """Whether a test runner would collect it: what a test macro declares, and functions that are named as tests."""
    if "test" in definition.modifiers:
        return True
    if definition.kind != "function" or around or "macro" in definition.modifiers:
        return False
    name = definition.name.lower()
    return "main" in definition.modifiers or name.startswith(("test_", "test")) or name.endswith("_test")
