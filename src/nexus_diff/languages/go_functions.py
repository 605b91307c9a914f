"""Functions, methods and function literals of Go."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Statement
from nexus_diff.languages.go_nodes import bare_type, field, parts, text_of, visibility
from nexus_diff.languages.go_types import parameters, results, type_parameters
from nexus_diff.model.expr import NONE, Cast, Func, Unknown
from nexus_diff.model.facts import Param

_UNCALLED = frozenset({"init", "_"})
"""Functions that no code can name."""
_BASIC = frozenset(
    {
        "bool", "byte", "complex128", "complex64", "error", "float32", "float64", "int", "int16", "int32", "int64", "int8", "rune",
        "string", "uint", "uint16", "uint32", "uint64", "uint8", "uintptr",
    }
)  # fmt: skip
"""Types whose values are no functions; what an error is stays open."""


def _function(b: Builder, node: Node) -> None:
    name_node = field(node, "name")
    if name_node is None:
        b.visit_children(node)
        return
    name = b.text(name_node)
    modifiers = ("main",) if name == "main" else visibility(b, name)
    definition = b.define(name, "function", node, name_node, field(node, "body"), modifiers=modifiers)
    if name not in _UNCALLED:
        b.bind(name, definition=definition)
    _run(b, node, definition)


def _method(b: Builder, node: Node) -> None:
    """A method: a member of the type of its receiver, which is its first parameter."""
    name_node = field(node, "name")
    receiver = next(iter(parts(field(node, "receiver"))), None)
    owner = bare_type(field(receiver, "type"))
    if name_node is None or owner is None or owner.type != "type_identifier":
        b.visit_children(node)
        return
    name = b.text(name_node)
    body = field(node, "body")
    definition = b.define(name, "method", node, name_node, body, modifiers=visibility(b, name), within=b.text(owner))
    if name != "_":
        b.bind(name, definition=definition, attr_of=b.name(b.text(owner)))
    _run(b, node, definition)


def function_literal(b: Builder, node: Node) -> int:
    """A function made in place; the body of the definition that claimed it, if any."""
    return b.add(Func(_run(b, node, b.claimed(node))))


def _run(b: Builder, node: Node, definition: int) -> int:
    """The scope of a function: its type parameters, parameters, results and body."""
    scope = b.open("function" if definition >= 0 and node.type != "func_literal" else "lambda", definition=definition)
    _signature(b, node, definition)
    body = field(node, "body")
    if body is not None:
        b.visit_children(body)
    b.close()
    return scope


def _signature(b: Builder, node: Node, definition: int) -> None:
    receiver = next(iter(parts(field(node, "receiver"))), None)
    b.deferred = True  # types of a signature are not those that its own names hide (`func f(user user)`)
    type_params = type_parameters(b, field(node, "type_parameters")) or _of_receiver(b, receiver)
    if definition >= 0 and type_params:
        b.complete(definition, type_params=type_params)
    b.parameters([*_receiver(b, receiver), *parameters(b, field(node, "parameters"))])
    returns, named = results(b, field(node, "result"))
    b.deferred = False
    if definition >= 0:
        b.complete(definition, returns=returns)
    elif returns >= 0:
        b.returns(b.add(Cast(b.add(Unknown()), returns)))
    for param in named:
        b.bind(param.name, type=param.type)


def _receiver(b: Builder, node: Node | None) -> list[Param]:
    if node is None:
        return []
    name = field(node, "name")
    return [Param(text_of(b, name), "posonly", NONE, b.type(field(node, "type")))]


def _of_receiver(b: Builder, node: Node | None) -> list[Param]:
    """Type parameters as a receiver names them: `func (m *Map[K, V]) …`."""
    type_node = field(node, "type")
    while type_node is not None and type_node.type in ("pointer_type", "parenthesized_type"):
        type_node = next(iter(parts(type_node)), None)
    if type_node is None or type_node.type != "generic_type":
        return []
    return [Param(b.text(argument)) for argument in parts(field(type_node, "type_arguments"))]


def _return(b: Builder, node: Node) -> None:
    """What is returned, where it may say more than the declared type: which function it is."""
    values = [b.value(value) for part in parts(node) for value in (parts(part) if part.type == "expression_list" else (part,))]
    if len(values) == 1 and not _basic(b, node):
        b.returns(values[0])


def _basic(b: Builder, node: Node) -> bool:
    around: Node | None = node
    while around is not None and around.type not in ("func_literal", "function_declaration", "method_declaration"):
        around = around.parent
    result = field(around, "result")
    return result is None or (result.type == "type_identifier" and b.text(result) in _BASIC)


FUNCTIONS: dict[str, Statement] = {
    "function_declaration": _function,
    "method_declaration": _method,
    "return_statement": _return,
}
