"""Macros in front of a block inside of a C++ function: `FOR_EACH(x, xs) {…}`, `MY_CATCH(const E& e) {…}`.

The grammar reads them as functions without a type, which C++ has at no such place.
"""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.c_family_functions import function_definition
from nexus_diff.languages.c_family_nodes import declared, field, parts
from nexus_diff.languages.c_family_types import base_type, is_const, layered
from nexus_diff.model.expr import Arg, Call

_RUNNING = frozenset({"function", "lambda", "block"})


def function_or_block(b: Builder, node: Node) -> None:
    """A function with its body, or what only looks like one."""
    function, body = field(node, "declarator"), field(node, "body")
    name = field(function, "declarator") if function is not None and function.type == "function_declarator" else None
    if (
        function is None
        or body is None
        or name is None
        or name.type != "identifier"
        or field(node, "type") is not None
        or b.scope_kind() not in _RUNNING
    ):
        function_definition(b, node)
        return
    listed = field(function, "parameters")
    names = [kind for param in (parts(listed) if listed is not None else ()) if (kind := _argument(param)) is not None]
    b.site("call", b.add(Call(b.name(b.text(name)), tuple(Arg(b.name(b.text(kind))) for kind in names))), name)
    block(b, listed, body)


def block(b: Builder, listed: Node | None, body: Node | None) -> None:
    """A block that sees the variables which a list of parameters declares, as one of `catch` does."""
    b.open("block")
    for param in parts(listed) if listed is not None else ():
        what = declared(field(param, "declarator"))
        type = layered(b, base_type(b, param), what, const=is_const(b, param))
        if what.name is not None:
            b.bind(b.text(what.name), type=type)
    if body is not None:
        b.visit_children(body)
    b.close()


def _argument(param: Node) -> Node | None:
    """The variable that reads as a parameter's type."""
    kind = field(param, "type")
    return kind if kind is not None and kind.type == "type_identifier" and field(param, "declarator") is None else None
