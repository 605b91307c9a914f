"""Expressions of Go: chains of selectors, calls and indexes, literals, operators, functions made in place."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Expression
from nexus_diff.languages.go_functions import function_literal
from nexus_diff.languages.go_mend import MENDED
from nexus_diff.languages.go_nodes import field, first, parts, text_of
from nexus_diff.languages.go_types import type_arguments
from nexus_diff.model.expr import NONE, AddressOf, Apply, Arg, Call, Cast, Deref, Index, Iter, New

_LINKS = {"selector_expression": "operand", "call_expression": "function", "index_expression": "operand"}
_LINKS |= {"slice_expression": "operand", "type_assertion_expression": "operand"}
_BOOLEAN = {"&&": "and", "||": "or"}
_MAY_BE_TYPES = frozenset({"identifier", "selector_expression", "index_expression"})
_SAME = frozenset({"append", "min", "max"})
"""Built-in functions whose result is of the type of their first argument."""


# Chains


def _chain(b: Builder, node: Node) -> int:
    """`a.b(c)[d].e`, walked in a loop from its root."""
    links: list[Node] = []
    root: Node | None = node
    while root is not None and root.type in _LINKS and not _makes(b, root):
        links.append(root)
        root = field(root, _LINKS[root.type])
    index = _make(b, root) if root is not None and root.type == "call_expression" else b.expr(root)
    for position, link in enumerate(reversed(links)):
        called = position + 1 < len(links) and links[-position - 2].type == "call_expression"
        if link.type == "call_expression":
            index = _call(b, link, index)
        elif link.type == "selector_expression":
            index = _selector(b, link, index, called)
        elif link.type == "index_expression":
            index = b.add(Index(index, b.expr(field(link, "index"))))
        elif link.type == "type_assertion_expression":
            index = b.add(Cast(index, b.type(field(link, "type"))))
        else:
            for bound in ("start", "end", "capacity"):
                b.expr(field(link, bound))
    return index


def _selector(b: Builder, node: Node, value: int, called: bool) -> int:
    name = field(node, "field")
    if name is None:
        return value
    index = b.attr(value, b.text(name))
    if not called:
        b.site("attr", index, name)
    return index


def _called_node(node: Node) -> Node:
    """The node whose place is the call's: the last identifier of the callee."""
    function = field(node, "function")
    while function is not None and function.type == "parenthesized_expression":
        function = first(function)
    return field(function, "field") or function or node


def _call(b: Builder, node: Node, function: int) -> int:
    types = tuple(b.type(t) for t in parts(field(node, "type_arguments")))
    args: list[Arg] = []
    for part in parts(field(node, "arguments")):  # a loop: every frame counts where calls nest
        spread = part.type == "variadic_argument"
        args.append(Arg(b.passed(first(part) if spread else part), "*" if spread else ""))
    index = b.add(Call(function, tuple(args), types))
    b.site("call", index, _called_node(node), node)
    name = text_of(b, field(node, "function"))
    return args[0].value if name in _SAME and args and b.scope_of(name) < 0 else index


def _makes(b: Builder, node: Node) -> bool:
    """Whether a call is `new(T)`, `new(x)` or `make(T, …)`."""
    function = field(node, "function") if node.type == "call_expression" else None
    name = b.text(function) if function is not None and function.type == "identifier" else ""
    return name == MENDED or (name in ("new", "make") and b.scope_of(name) < 0)


def _make(b: Builder, node: Node) -> int:
    args = parts(field(node, "arguments"))
    made = text_of(b, field(node, "function"))
    if args and made == MENDED and args[0].type not in _MAY_BE_TYPES:
        return b.add(AddressOf(b.passed(args[0])))
    type = b.type(args[0]) if args else NONE
    for arg in args[1:]:
        b.passed(arg)
    if type < 0:
        return b.literal("nil")
    if made == "make":
        return b.add(Cast(b.literal("nil"), type))
    index = b.add(New(type))
    b.site("new", index, node)
    return index


def _conversion(b: Builder, node: Node) -> int:
    """`[]T(x)`; `F[T](x)`, which may be a call of a generic function."""
    type, operand = field(node, "type"), field(node, "operand")
    if type is None or type.type != "generic_type":
        index = b.type(type)
        return b.add(Cast(b.value(operand), index))
    function = b.callee(field(type, "type"))
    types = tuple(b.type(argument) for argument in parts(field(type, "type_arguments")))
    index = b.add(Call(function, (Arg(b.passed(operand)),), types))
    b.site("call", index, field(field(type, "type"), "name") or field(type, "type") or type, node)
    return index


def _instantiation(b: Builder, node: Node) -> int:
    return b.add(Apply(b.expr(field(node, "type")), type_arguments(b, node)[1:]))


# Atoms and operators


def _literal(type: str, value: str = "") -> Callable[[Builder, Node], int]:
    return lambda b, node: b.literal(type, value)


def _integer(b: Builder, node: Node) -> int:
    """Small numbers keep their text: they choose elements."""
    text = b.text(node)
    return b.literal("int", text if len(text) <= 3 and text.isdigit() else "")


def _string(b: Builder, node: Node) -> int:
    return b.literal("string", b.text(node)[1:-1])


def _parenthesized(b: Builder, node: Node) -> int:
    return b.expr(first(node))


def _unary(b: Builder, node: Node) -> int:
    operator = text_of(b, field(node, "operator"))
    value = b.expr(field(node, "operand"))
    if operator == "&":
        return b.add(AddressOf(value))
    if operator == "*":
        return b.add(Deref(value))
    if operator == "<-":
        return b.add(Iter(value))
    return b.op(operator, value, NONE, node)


def _binary(b: Builder, node: Node) -> int:
    """Operators group to the left; a long row of them is walked in a loop."""
    row: list[Node] = []
    left: Node | None = node
    while left is not None and left.type == "binary_expression":
        row.append(left)
        left = field(left, "left")
    index = b.expr(left)
    for part in reversed(row):
        operator = text_of(b, field(part, "operator"))
        index = b.op(_BOOLEAN.get(operator, operator), index, b.expr(field(part, "right")), part)
    return index


EXPRESSIONS: dict[str, Expression] = {
    **dict.fromkeys(_LINKS, _chain),
    "type_conversion_expression": _conversion,
    "type_instantiation_expression": _instantiation,
    "func_literal": function_literal,
    "parenthesized_expression": _parenthesized,
    "unary_expression": _unary,
    "binary_expression": _binary,
    "int_literal": _integer,
    "iota": _literal("int"),
    "float_literal": _literal("float64"),
    "imaginary_literal": _literal("complex128"),
    "rune_literal": _literal("rune"),
    "true": _literal("bool", "true"),
    "false": _literal("bool", "false"),
    "nil": _literal("nil"),
    "interpreted_string_literal": _string,
    "raw_string_literal": _string,
}
