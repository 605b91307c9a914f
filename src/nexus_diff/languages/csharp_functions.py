"""Parameters and bodies of C# functions."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.csharp_nodes import field, of_type, parts
from nexus_diff.languages.csharp_types import type_of
from nexus_diff.model.expr import NONE
from nexus_diff.model.facts import Param


def parameters(b: Builder, node: Node | None) -> list[Param]:
    """Parameters of a list, in order; `params` ones are rest parameters."""
    found: list[Param] = []
    rest = False
    children = node.children if node is not None else []
    for position, child in enumerate(children):
        if child.type == "parameter":
            found.append(_parameter(b, child))
        elif child.type == "implicit_parameter":
            found.append(Param(b.text(child)))
        elif child.type == "params" or b.text(child) == "params":
            rest = True
        elif rest and child.type == "identifier" and node is not None:
            found.append(Param(b.text(child), "*", type=type_of(b, node.child_by_field_name("type"))))
            rest = False
        elif child.type == "identifier" and position and node is not None and node.type == "lambda_expression":
            found.append(Param(b.text(child)))
    return found


def _parameter(b: Builder, node: Node) -> Param:
    name, type = field(node, "name"), field(node, "type")
    words = {b.text(child) for child in of_type(node, "modifier")}
    values = [part for part in parts(node) if part not in (name, type) and part.type not in ("modifier", "attribute_list")]
    return Param(
        b.text(name) if name is not None else "",
        "*" if "params" in words else "pos",
        b.value(values[-1]) if values else NONE,
        type_of(b, type),
    )


def run_body(b: Builder, node: Node, body: Node | None) -> None:
    """Visit the block or the expression that a function consists of."""
    if body is None:
        return
    if body.type == "arrow_expression_clause":
        b.returns(b.value(next(iter(parts(body)), None)))
    elif body.type == "block":
        b.visit_children(body)
    else:
        b.returns(b.value(body))
