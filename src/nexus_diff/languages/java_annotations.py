"""Annotations: they mark what they stand on and leave it as it is."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Expression
from nexus_diff.languages.java_nodes import dotted, field, parts
from nexus_diff.model.expr import Arg, Call, Display

TESTS = frozenset({"Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Property", "Theory", "ArchTest"})
"""Annotations of tests: JUnit, TestNG, jqwik, ArchUnit."""
SET_UPS = frozenset(
    {
        "Before", "After", "BeforeClass", "AfterClass", "BeforeEach", "AfterEach", "BeforeAll", "AfterAll", "BeforeMethod", "AfterMethod",
        "BeforeSuite", "AfterSuite", "BeforeTest", "AfterTest", "BeforeProperty", "BeforeTry",
    }
)  # fmt: skip
"""Annotations of what a runner runs around tests."""
DEFAULT = "value"
"""The element that a single argument without a name gives."""


def marks(b: Builder, nodes: Iterable[Node]) -> list[int]:
    """The annotations as expressions: a name, or a call of it with the elements as keyword arguments. Nothing runs when one is
    applied: its type is used."""
    return [_annotation(b, node) for node in nodes]


def roles(b: Builder, nodes: Iterable[Node]) -> set[str]:
    """What annotations make of a method for a test runner: "test", "set-up"."""
    names = {dotted(b, field(node, "name")).rpartition(".")[2] for node in nodes}
    return ({"test"} if names & TESTS else set()) | ({"set-up"} if names & SET_UPS else set())


def _annotation(b: Builder, node: Node) -> int:
    before, b.deferred = b.deferred, True
    name, arguments = field(node, "name"), field(node, "arguments")
    index = b.type(name)
    if arguments is not None:
        index = b.add(Call(index, tuple(_element(b, part) for part in parts(arguments))))
    b.deferred = before
    return index


def _element(b: Builder, node: Node) -> Arg:
    if node.type != "element_value_pair":
        return Arg(b.value(node))
    key = field(node, "key")
    name = b.text(key) if key is not None else DEFAULT
    return Arg(b.value(field(node, "value")), "" if name == DEFAULT else name)


def _elements(b: Builder, node: Node) -> int:
    return b.add(Display("array", tuple(b.value(part) for part in parts(node))))


EXPRESSIONS: dict[str, Expression] = {
    "annotation": _annotation,
    "marker_annotation": _annotation,
    "element_value_array_initializer": _elements,
}
"""Handlers of annotations where they stand among expressions."""
