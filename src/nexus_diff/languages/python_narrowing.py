"""What `isinstance` says about a name or attribute in Python."""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.python_nodes import left_chain, only_part, operator_of, parts_of
from nexus_diff.model.expr import Cast, Union


def narrowings_of(b: Builder, test: Node | None, holds: bool) -> list[tuple[Node, Node]]:
    """(what, its class) pairs that are known when the test holds (or does not)."""
    while test is not None and test.type in ("not_operator", "parenthesized_expression"):
        if test.type == "not_operator":
            holds = not holds
        test = only_part(test)
    if test is None:
        return []
    if test.type == "call":
        return _isinstance(b, test) if holds else []
    pairs: list[tuple[Node, Node]] = []
    if test.type == "boolean_operator" and b.enter(test):
        first, links = left_chain(test)
        wanted = "and" if holds else "or"
        if all(operator_of(link) == wanted for link in links):
            for operand in (first, *(link.children[-1] for link in reversed(links))):
                pairs += narrowings_of(b, operand, holds)
        b.leave()
    return pairs


def _isinstance(b: Builder, call: Node) -> list[tuple[Node, Node]]:
    function, arguments = call.children[0], call.children[-1]
    if function.type == "identifier" and arguments.type == "argument_list" and b.text(function) == "isinstance":
        parts = parts_of(arguments)
        if len(parts) == 2 and (parts[0].type == "identifier" or _is_own_attribute(parts[0])):
            return [(parts[0], parts[1])]
    return []


def _is_own_attribute(node: Node) -> bool:
    return node.type == "attribute" and node.children[0].type == "identifier"


def narrow(b: Builder, pairs: Sequence[tuple[Node, Node]]) -> None:
    """Bind each of the pairs, seen as its class, in the current block."""
    for what, wanted in pairs:
        before, b.in_type = b.in_type, True
        known, seen = b.expr(what), _class_or_classes(b, wanted)
        b.in_type = before
        _bind_narrow(b, what, b.add(Cast(known, seen)))


def _bind_narrow(b: Builder, what: Node, value: int) -> None:
    if what.type == "identifier":
        b.bind(b.text(what), value, narrow=True)
    elif _is_own_attribute(what):
        children = what.children
        b.bind(b.text(children[-1]), value, attr_of=b.expr(children[0]), narrow=True)


def _class_or_classes(b: Builder, node: Node) -> int:
    if node.type in ("tuple", "list"):
        return b.add(Union(tuple(b.expr(part) for part in parts_of(node))))
    return b.expr(node)
