"""Attributes of C#: they mark what they stand on."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.csharp_nodes import field, first_of, of_type, parts
from nexus_diff.model.expr import Arg, Attr, Call, Name

TEST_ATTRIBUTES = frozenset({"Test", "TestCase", "TestCaseSource", "Fact", "Theory", "TestMethod", "DataTestMethod", "Benchmark"})


def attributes(b: Builder, node: Node) -> list[int]:
    """Attributes before a declaration, as names or as calls with their arguments. Nothing runs when one is put on something."""
    return [_attribute(b, attribute) for listed in of_type(node, "attribute_list") for attribute in of_type(listed, "attribute")]


def _attribute(b: Builder, node: Node) -> int:
    name = b.type(field(node, "name"))
    listed = first_of(node, "attribute_argument_list")
    return name if listed is None else b.add(Call(name, tuple(_attribute_argument(b, argument) for argument in parts(listed))))


def _attribute_argument(b: Builder, node: Node) -> Arg:
    name = field(node, "name")
    values = [part for part in parts(node) if part != name]
    return Arg(b.value(values[-1] if values else None), b.text(name) if name is not None else "")


def is_test(b: Builder, decorators: Iterable[int]) -> bool:
    """Whether an attribute makes a method a test: of NUnit, xUnit, MSTest."""
    for index in decorators:
        e = b.get(index)
        e = b.get(e.func) if isinstance(e, Call) else e
        if isinstance(e, (Name, Attr)) and e.name.removesuffix("Attribute") in TEST_ATTRIBUTES:
            return True
    return False
