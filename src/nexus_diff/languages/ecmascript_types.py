"""TypeScript's types as expressions."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Expression
from nexus_diff.languages.ecmascript_nodes import field, first, key_name, parts
from nexus_diff.model.expr import Apply, Display, FuncType, Index, ObjectType, TypeOf, Union, Unknown
from nexus_diff.model.facts import NONE, Param

CALL_MEMBER, NEW_MEMBER, INDEX_MEMBER = "()", "new()", "[]"
"""Names under which call, construct and index signatures stand among the members of an interface or object type."""


def type_of(b: Builder, node: Node | None) -> int:
    """The type in an annotation (or written bare), with one "type" site. Types see the whole scope: they are hoisted."""
    if node is None:
        return NONE
    return _deferred(b, node, b.type)


def base_type(b: Builder, node: Node) -> int:
    """A type in `implements` or an interface's `extends`: no "type" site."""
    before, b.in_type = b.in_type, True
    index = _deferred(b, node, b.expr)
    b.in_type = before
    return index


def _deferred(b: Builder, node: Node, evaluate: Callable[[Node], int]) -> int:
    before, b.deferred = b.deferred, True
    index = evaluate(node)
    b.deferred = before
    return index


def type_parameters(b: Builder, node: Node | None) -> tuple[Param, ...]:
    """Type parameters with constraint and default."""
    if node is None:
        return ()
    found = []
    for parameter in parts(node):
        name = field(parameter, "name")
        if name is not None:
            constraint, default = field(parameter, "constraint"), field(parameter, "value")
            found.append(Param(b.text(name), type=type_of(b, _inside(constraint)), default=type_of(b, _inside(default))))
    return tuple(found)


def _inside(node: Node | None) -> Node | None:
    return first(node) if node is not None else None


def type_arguments(b: Builder, node: Node | None) -> tuple[int, ...]:
    """Explicit type arguments of a call."""
    return tuple(type_of(b, part) for part in parts(node)) if node is not None else ()


def function_type(b: Builder, node: Node) -> int:
    """A function, method, call or construct signature as a type."""
    params = field(node, "parameters")
    types = tuple(_parameter_type(b, p) for p in parts(params)) if params is not None else ()
    returns = field(node, "return_type") or field(node, "type")
    return b.add(FuncType(types, b.expr(returns)))


def _parameter_type(b: Builder, node: Node) -> int:
    annotation = field(node, "type")
    index = b.expr(annotation)
    index = index if index >= 0 else b.add(Unknown())
    pattern = field(node, "pattern")
    return b.add(Display("rest", (index,))) if pattern is not None and pattern.type == "rest_pattern" else index


def _annotation(b: Builder, node: Node) -> int:
    return b.expr(first(node))


def _predicate(b: Builder, node: Node) -> int:
    b.expr(field(node, "type"))
    return b.literal("boolean")


def _asserts(b: Builder, node: Node) -> int:
    predicate = first(node)
    if predicate is not None and predicate.type == "type_predicate":
        b.expr(predicate)
    return b.literal("undefined")


def _generic(b: Builder, node: Node) -> int:
    name, arguments = field(node, "name"), field(node, "type_arguments")
    args = tuple(b.expr(a) for a in parts(arguments)) if arguments is not None else ()
    return b.add(Apply(b.expr(name), args))


def _nested(b: Builder, node: Node) -> int:
    module, name = field(node, "module") or field(node, "object"), field(node, "name") or field(node, "property")
    return b.attr(b.expr(module), b.text(name)) if name is not None else b.expr(module)


def _members_of_union(node: Node) -> list[Node]:
    """`A | B | C` is nested to the left; walked in a loop, since generated unions are long."""
    found: list[Node] = []
    kind, left = node.type, node
    while left.type == kind:
        inside = parts(left)
        if not inside:
            break
        found.extend(reversed(inside[1:]))
        left = inside[0]
    return [left, *reversed(found)] if left.type != kind else list(reversed(found))


def _union(b: Builder, node: Node) -> int:
    items = tuple(b.expr(member) for member in _members_of_union(node))
    return b.add(Union(items, intersection=node.type == "intersection_type")) if len(items) != 1 else items[0]


def _array(b: Builder, node: Node) -> int:
    return b.add(Apply(b.name("Array"), (b.expr(first(node)),)))


def _tuple(b: Builder, node: Node) -> int:
    return b.add(Display("tuple", tuple(b.expr(field(p, "type") or p) for p in parts(node))))


def _query(b: Builder, node: Node) -> int:
    return b.add(TypeOf(b.expr(first(node)), "keyof" if node.type == "index_type_query" else "typeof"))


def _conditional(b: Builder, node: Node) -> int:
    for name in ("left", "right"):
        b.expr(field(node, name))
    return b.add(Union((b.expr(field(node, "consequence")), b.expr(field(node, "alternative")))))


def _lookup(b: Builder, node: Node) -> int:
    inside = parts(node)
    if len(inside) < 2:
        return b.add(Unknown())
    return b.add(Index(b.expr(inside[0]), b.expr(inside[1])))


def _object(b: Builder, node: Node) -> int:
    names: list[str] = []
    types: list[int] = []
    for member in parts(node):
        name, index = member_of_type(b, member)
        if name:
            names.append(name)
            types.append(index)
    return b.add(ObjectType(tuple(names), tuple(types)))


def member_of_type(b: Builder, member: Node) -> tuple[str, int]:
    """Name and type of one member of an object type; "" for what is none."""
    kind = member.type
    if kind == "property_signature":
        index = b.expr(field(member, "type"))
        return key_name(b, field(member, "name")), index if index >= 0 else b.add(Unknown())
    if kind == "method_signature":
        return key_name(b, field(member, "name")), _method(b, member)
    if kind == "call_signature":
        return CALL_MEMBER, function_type(b, member)
    if kind == "construct_signature":
        return NEW_MEMBER, function_type(b, member)
    if kind == "index_signature":
        for part in parts(member):
            if part.type == "mapped_type_clause":
                b.expr(field(part, "type"))
        return INDEX_MEMBER, b.expr(field(member, "type"))
    b.visit(member)
    return "", NONE


def _method(b: Builder, node: Node) -> int:
    """A getter has the type it returns."""
    index = function_type(b, node)
    made = b.get(index)
    getter = any(child.type == "get" for child in node.children)
    return made.returns if getter and isinstance(made, FuncType) and made.returns >= 0 else index


def _literal_type(b: Builder, node: Node) -> int:
    return b.expr(first(node))


def _template(b: Builder, node: Node) -> int:
    b.visit_children(node)
    return b.literal("string")


def _instantiation(b: Builder, node: Node) -> int:
    return b.expr(first(node))


def _infer(b: Builder, node: Node) -> int:
    inside = parts(node)
    return b.expr(inside[1]) if len(inside) > 1 else b.add(Unknown())


_THROUGH = (
    "type_annotation", "opting_type_annotation", "omitting_type_annotation", "adding_type_annotation", "parenthesized_type",
    "readonly_type", "optional_type", "rest_type", "flow_maybe_type", "constraint", "default_type",
)  # fmt: skip

TYPES: dict[str, Expression] = {
    **dict.fromkeys(_THROUGH, _annotation),
    "type_predicate_annotation": lambda b, node: b.expr(first(node)),
    "type_predicate": _predicate,
    "asserts_annotation": lambda b, node: b.expr(first(node)),
    "asserts": _asserts,
    "generic_type": _generic,
    "nested_type_identifier": _nested,
    "nested_identifier": _nested,
    "union_type": _union,
    "intersection_type": _union,
    "function_type": function_type,
    "constructor_type": function_type,
    "object_type": _object,
    "array_type": _array,
    "tuple_type": _tuple,
    "literal_type": _literal_type,
    "type_query": _query,
    "index_type_query": _query,
    "conditional_type": _conditional,
    "lookup_type": _lookup,
    "template_literal_type": _template,
    "instantiation_expression": _instantiation,
    "infer_type": _infer,
}
"""Handlers of type nodes."""
