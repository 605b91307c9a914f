"""Java's expressions: chains of calls, operators, constructions, literals."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Expression
from nexus_diff.languages.java_classes import anonymous
from nexus_diff.languages.java_functions import lambda_value
from nexus_diff.languages.java_nodes import bare, child_of, field, first, operator_of, parts
from nexus_diff.languages.java_patterns import bind_pattern
from nexus_diff.languages.java_types import array_of, arrays, plain_type, type_arguments
from nexus_diff.model.expr import AddressOf, Apply, Arg, Call, Cast, Display, Index, Literal, New, Op, TypeOf, Union
from nexus_diff.model.facts import NONE

STRING = "string"
"""Type of text literals."""
_LINKS = {"method_invocation": "object", "field_access": "object", "array_access": "array"}
_COMPARISONS = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||"})
_FUNCTIONS = frozenset({"lambda_expression", "method_reference", "ternary_expression", "parenthesized_expression"})
"""What may hold a function whose parameters have the types that the place wants."""
_TYPE_NODES = frozenset({"array_type", "generic_type", "annotated_type", "integral_type", "floating_point_type", "boolean_type"})


# Chains: `a.b(c)[d].e` is walked in a loop, so that a long chain is one level of nesting.


def chain(b: Builder, node: Node) -> int:
    """A chain of calls, field accesses and subscripts."""
    links: list[Node] = []
    base: Node | None = node
    while base is not None and base.type in _LINKS:
        links.append(base)
        base = field(base, _LINKS[base.type])
    index = b.expr(base) if base is not None else NONE
    for link in reversed(links):
        if link.type == "method_invocation":
            index = _call(b, link, index)
        elif link.type == "array_access":
            index = b.add(Index(index, b.read(field(link, "index"))))
        else:
            index = _member(b, link, index)
    return index


def _member(b: Builder, node: Node, value: int) -> int:
    name = field(node, "field")
    if name is None:
        return value
    if name.type == "this":
        return _enclosing(b, node, value)
    index = b.attr(value, b.text(name))
    b.site("attr", index, name)
    return index


def _enclosing(b: Builder, node: Node, type: int) -> int:
    """`Outer.this`, and `Type.super` before a call: an instance of that type."""
    return b.add(Cast(b.name("this"), type))


def _call(b: Builder, node: Node, value: int) -> int:
    name = field(node, "name")
    if name is None:
        return value
    if value != NONE and any(child.type == "super" for child in node.children[1:]) and field(node, "object") is not None:
        value = _enclosing(b, node, value) if not _is_super(node) else value
    function = b.attr(value, b.text(name)) if value != NONE else b.name(b.text(name))
    types = type_arguments(b, field(node, "type_arguments"))
    index = b.add(Call(function, _arguments(b, field(node, "arguments")), types))
    b.site("call", index, name, node)
    return index


def _is_super(node: Node) -> bool:
    holder = field(node, "object")
    return holder is not None and holder.type == "super"


def _arguments(b: Builder, node: Node | None) -> tuple[Arg, ...]:
    if node is None or not b.enter(node):
        return ()
    found = tuple(Arg(b.passed(part)) for part in parts(node))
    b.leave()
    return found


def _delegation(b: Builder, node: Node) -> int:
    """`this(…)`, `super(…)`, `outer.super(…)` in a constructor."""
    target = field(node, "constructor")
    holder = field(node, "object")
    if holder is not None:
        b.expr(holder)
    function = b.name(b.text(target) if target is not None else "super")
    index = b.add(Call(function, _arguments(b, field(node, "arguments"))))
    b.site("call", index, target or node, node)
    return index


def _new(b: Builder, node: Node) -> int:
    """`new T(…)`, `outer.new T(…)`, `new T(…) {…}`."""
    type, arguments = field(node, "type"), field(node, "arguments")
    body = child_of(node, "class_body")
    holder = first(node)
    outer = holder if holder is not None and type is not None and holder.end_byte < type.start_byte and _before_new(node, holder) else None
    index = b.expr(outer) if outer is not None else NONE
    named = _made(b, type, index)
    args = _arguments(b, arguments)
    made = b.add(New(named, args))
    b.site("call", made, _last_name(type) or node, node)
    if body is not None:
        made = b.add(New(anonymous(b, node, body, named), args))
    return made


def _before_new(node: Node, holder: Node) -> bool:
    return any(child.type == "new" and child.start_byte >= holder.end_byte for child in node.children)


def _made(b: Builder, type: Node | None, outer: int) -> int:
    if type is None:
        return NONE
    if outer == NONE:
        return plain_type(b, type)
    named = first(type) if type.type == "generic_type" else type
    return b.attr(outer, b.text(named)) if named is not None else outer


def _last_name(type: Node | None) -> Node | None:
    """The node of the class's own name in `a.b.C<D>`."""
    while type is not None and type.type in ("generic_type", "scoped_type_identifier", "annotated_type"):
        inside = parts(type)
        type = inside[0] if type.type == "generic_type" else inside[-1] if inside else None
    return type


def _new_array(b: Builder, node: Node) -> int:
    element = field(node, "type")
    index = plain_type(b, element) if element is not None else NONE
    for dimensions in node.children_by_field_name("dimensions"):
        if dimensions.type == "dimensions":
            index = arrays(b, index, dimensions)
        else:
            index = array_of(b, index)
            b.visit_children(dimensions)
    value = field(node, "value")
    return b.add(Cast(b.expr(value) if value is not None else b.literal("array"), index))


def _array(b: Builder, node: Node) -> int:
    return b.add(Display("array", tuple(b.passed(part) for part in parts(node))))


def _reference(b: Builder, node: Node) -> int:
    """`String::valueOf`, `this::run`, `Foo::new`, `int[]::new`."""
    holder = first(node)
    if holder is None:
        return NONE
    index = plain_type(b, holder) if holder.type in _TYPE_NODES else b.expr(holder)
    name = node.children[-1]
    found = b.attr(index, "new" if name.type == "new" else b.text(name))
    reference = b.add(AddressOf(found))
    b.site("value", reference, name)
    return reference


# Operators


def _binary(b: Builder, node: Node) -> int:
    """Operators nest to the left; walked in a loop."""
    spine: list[Node] = []
    left: Node | None = node
    while left is not None and left.type == "binary_expression":
        spine.append(left)
        left = field(left, "left")
    index = b.read(left)
    for level in reversed(spine):
        index = _operation(b, operator_of(level), index, b.read(field(level, "right")))
    return index


def _operation(b: Builder, operator: str, left: int, right: int) -> int:
    if operator in _COMPARISONS:
        return b.literal("boolean")
    if operator == "+" and left != NONE and right != NONE:
        one, other = b.get(left), b.get(right)
        if isinstance(one, Literal) and isinstance(other, Literal) and one.type == other.type == STRING:
            return b.literal(STRING, one.value + other.value)
    return b.add(Op(operator, left, right))


def _unary(b: Builder, node: Node) -> int:
    index = b.read(field(node, "operand"))
    return b.literal("boolean") if operator_of(node) == "!" else index


def _update(b: Builder, node: Node) -> int:
    """`x++`: a name is set; of a member it is enough that it is read."""
    return b.updated(bare(first(node)))


def _ternary(b: Builder, node: Node) -> int:
    b.read(field(node, "condition"))
    return b.add(Union((b.value(field(node, "consequence")), b.value(field(node, "alternative")))))


def _assignment(b: Builder, node: Node) -> int:
    """Names have the types that they are declared with: an assignment binds nothing."""
    left, right = field(node, "left"), field(node, "right")
    target = bare(left)
    index = b.written(target)
    value = b.passed(right)
    if right is not None and right.type in _FUNCTIONS:
        value = b.add(Cast(value, b.add(TypeOf(index))))
    if target is not None and target.type == "field_access" and (name := field(target, "field")) is not None:
        b.site("attr_set", index, name)
    return value if operator_of(node) == "=" else index


def _cast(b: Builder, node: Node) -> int:
    types = tuple(plain_type(b, type) for type in node.children_by_field_name("type"))
    value = b.value(field(node, "value"))
    if not types:
        return value
    return b.add(Cast(value, types[0] if len(types) == 1 else b.add(Union(types, intersection=True))))


def _instanceof(b: Builder, node: Node) -> int:
    value = b.read(field(node, "left"))
    right, name = field(node, "right"), field(node, "name")
    pattern = field(node, "pattern")
    if pattern is not None:
        bind_pattern(b, pattern, value)
    elif right is not None:
        type = plain_type(b, right)
        if name is not None:
            b.bind(b.text(name), b.add(Cast(value, type)))
    return b.literal("boolean")


def _parenthesized(b: Builder, node: Node) -> int:
    return b.read(first(node))


def _scoped(b: Builder, node: Node) -> int:
    inside = parts(node)
    return b.attr(b.expr(inside[0]), b.text(inside[-1])) if len(inside) > 1 else b.name(b.text(node))


def _class_literal(b: Builder, node: Node) -> int:
    """`Foo.class` is a `Class<Foo>`."""
    type = first(node)
    if type is None:
        return NONE
    return b.add(Cast(b.literal("class"), b.add(Apply(b.name("Class"), (plain_type(b, type),)))))


# Literals


def _literal(kind: str) -> Expression:
    return lambda b, node: b.literal(kind)


def _whole(b: Builder, node: Node) -> int:
    text = b.text(node)
    return b.literal("long") if text[-1:] in "lL" else b.literal("int", text)


def _floating(b: Builder, node: Node) -> int:
    return b.literal("float" if b.text(node)[-1:] in "fF" else "double")


def _string(b: Builder, node: Node) -> int:
    for part in parts(node):
        if part.type == "string_interpolation":
            b.visit_children(part)
    text = b.text(node)
    return b.literal(STRING, text[3:-3] if text.startswith('"""') else text[1:-1])


EXPRESSIONS: dict[str, Expression] = {
    **dict.fromkeys(_LINKS, chain),
    "explicit_constructor_invocation": _delegation,
    "object_creation_expression": _new,
    "array_creation_expression": _new_array,
    "array_initializer": _array,
    "method_reference": _reference,
    "lambda_expression": lambda_value,
    "binary_expression": _binary,
    "unary_expression": _unary,
    "update_expression": _update,
    "ternary_expression": _ternary,
    "assignment_expression": _assignment,
    "cast_expression": _cast,
    "instanceof_expression": _instanceof,
    "parenthesized_expression": _parenthesized,
    "scoped_identifier": _scoped,
    "class_literal": _class_literal,
    "string_literal": _string,
    "character_literal": _literal("char"),
    **dict.fromkeys(("decimal_integer_literal", "hex_integer_literal", "octal_integer_literal", "binary_integer_literal"), _whole),
    **dict.fromkeys(("decimal_floating_point_literal", "hex_floating_point_literal"), _floating),
    **dict.fromkeys(("true", "false"), _literal("boolean")),
    "null_literal": _literal("null"),
}
"""Handlers of expression nodes."""
