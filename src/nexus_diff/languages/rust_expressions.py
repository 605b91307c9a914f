"""Expressions of Rust: chains of calls, operators, literals, closures."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Expression
from nexus_diff.languages.rust_nodes import MUTABLE, field, first, has_token, operator_of, parts, read, some, string_text
from nexus_diff.languages.rust_patterns import bind_pattern, is_variable
from nexus_diff.languages.rust_types import ARRAY, type_arguments, typed
from nexus_diff.model.expr import (
    AddressOf,
    Arg,
    Await,
    Call,
    Cast,
    Deref,
    Display,
    Func,
    Index,
    New,
    Op,
    Unknown,
)
from nexus_diff.model.facts import NONE, Param

_LINKS = {
    "call_expression": "function",
    "field_expression": "value",
    "generic_function": "function",
    "try_expression": "",
    "await_expression": "",
    "index_expression": "",
}
_NUMBERS = ("u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64")


# Chains: `a.b(c)?.d[e].await` is walked in a loop, so that a long chain is one level of nesting.


def _chain(b: Builder, node: Node) -> int:
    links: list[Node] = []
    base: Node | None = node
    while base is not None and base.type in _LINKS:
        links.append(base)
        inner = _LINKS[base.type]
        base = field(base, inner) if inner else first(base)
    index = some(b, base)
    for position in range(len(links) - 1, -1, -1):
        link = links[position]
        outer = links[position - 1].type if position else ""
        index = _link(b, link, index, outer in ("call_expression", "generic_function"), links[position + 1 :])
    return index


def _link(b: Builder, node: Node, value: int, called: bool, inner: list[Node]) -> int:
    kind = node.type
    if kind == "call_expression":
        return _call(b, node, value)
    if kind == "field_expression":
        name = field(node, "field")
        if name is None:
            return value
        index = b.attr(value, b.text(name))
        if not called:
            b.site("attr", index, name)
        return index
    if kind == "try_expression":
        return b.op("?", value, NONE, node)
    if kind == "await_expression":
        index = b.add(Await(value))
        b.site("await", index, node)
        return index
    if kind == "index_expression":
        inside = parts(node)
        index = b.add(Index(value, read(b, inside[1]) if len(inside) > 1 else b.add(Unknown())))
        b.site("op", index, node)
        return index
    return value  # generic_function: its types stand in the call


def _call(b: Builder, node: Node, function: int) -> int:
    types: tuple[int, ...] = ()
    callee = field(node, "function")
    if callee is not None and callee.type == "generic_function":
        types = type_arguments(b, field(callee, "type_arguments"))
    args = arguments(b, field(node, "arguments"))
    index = b.add(Call(function, args, types))
    b.site("call", index, name_of_callee(node), node)
    return index


def name_of_callee(call: Node) -> Node:
    """The node whose line a call gets: the last identifier of the callee, else where the arguments start."""
    callee = field(call, "function")
    if callee is not None and callee.type == "generic_function":
        callee = field(callee, "function")
    if callee is not None and callee.type == "field_expression":
        return field(callee, "field") or callee
    if callee is not None and callee.type == "scoped_identifier":
        return field(callee, "name") or callee
    if callee is not None and callee.type == "identifier":
        return callee
    return field(call, "arguments") or call


def arguments(b: Builder, node: Node | None) -> tuple[Arg, ...]:
    """The arguments between parentheses."""
    if node is None or not b.enter(node):
        return ()
    found = [Arg(passed(b, part)) for part in parts(node)]
    b.leave()
    return tuple(found)


def passed(b: Builder, node: Node | None) -> int:
    """`b.passed`, Unknown for no node."""
    index = b.passed(node)
    return index if index >= 0 else b.add(Unknown())


# Operators


def _binary(b: Builder, node: Node) -> int:
    """`a + b + c`, walked in a loop."""
    links = []
    left: Node | None = node
    while left is not None and left.type == "binary_expression":
        links.append(left)
        left = field(left, "left")
    index = some(b, left)
    for link in reversed(links):
        index = b.op(operator_of(link), index, some(b, field(link, "right")), link)
    return index


def _unary(b: Builder, node: Node) -> int:
    value = read(b, first(node))
    if has_token(node, "*"):
        return b.add(Deref(value))
    return b.op("not" if has_token(node, "!") else "neg", value, NONE, node)


def _reference(b: Builder, node: Node) -> int:
    how = "mut" if has_token(node, MUTABLE) else ""
    return b.add(AddressOf(_value(b, field(node, "value")), how))


def _value(b: Builder, node: Node | None) -> int:
    index = b.value(node)
    return index if index >= 0 else b.add(Unknown())


def _cast(b: Builder, node: Node) -> int:
    value = read(b, field(node, "value"))
    type = b.type(field(node, "type"))
    return b.add(Cast(value, type)) if type != NONE else value


def _assignment(b: Builder, node: Node) -> int:
    left, right = field(node, "left"), field(node, "right")
    value = _value(b, right)
    if left is None:
        return value
    if left.type == "identifier":
        b.bind(b.text(left), value, narrow=True)
    elif left.type == "field_expression":
        name = field(left, "field")
        index = b.callee(left)
        b.site("attr_set", index, name or left)
    elif left.type == "index_expression":
        inside = parts(left)
        target = b.add(Index(read(b, inside[0]), read(b, inside[1]))) if len(inside) > 1 else read(b, left)
        b.site("op", b.add(Op("[]=", target, value)), left)
    else:
        read(b, left)
    return b.literal("none")


def _compound(b: Builder, node: Node) -> int:
    return b.op(operator_of(node), some(b, field(node, "left")), some(b, field(node, "right")), node)


def _range(b: Builder, node: Node) -> int:
    return b.add(Display("range", tuple(read(b, part) for part in parts(node))))


# Literals and containers


def _integer(b: Builder, node: Node) -> int:
    text = b.text(node)
    kind = next((number for number in _NUMBERS if text.endswith(number)), "int")
    return b.literal(kind, text if text.isdigit() else "")


def _float(b: Builder, node: Node) -> int:
    return b.literal("f32" if b.text(node).endswith("f32") else "f64")


def _string(b: Builder, node: Node) -> int:
    if b.text(node)[:1] in ("b", "c") and node.type != "char_literal":
        return b.literal("bytes")
    return b.literal("str", string_text(b, node))


def _char(b: Builder, node: Node) -> int:
    return b.literal("u8" if b.text(node).startswith("b") else "char")


def _plain(type: str) -> Expression:
    return lambda b, node: b.literal(type)


def _tuple(b: Builder, node: Node) -> int:
    return b.add(Display("tuple", tuple(passed(b, part) for part in parts(node))))


def _array(b: Builder, node: Node) -> int:
    items = [passed(b, part) for part in parts(node) if part != field(node, "length")]
    read(b, field(node, "length"))
    return b.add(Display(ARRAY, tuple(items)))


def _struct(b: Builder, node: Node) -> int:
    """`Foo { a, b: 1, ..base }`."""
    name, body = field(node, "name"), field(node, "body")
    type = b.callee(name)
    args: list[Arg] = []
    for part in parts(body) if body is not None else ():
        key = field(part, "field")
        if part.type == "shorthand_field_initializer":
            inner = first(part)
            args.append(Arg(passed(b, inner), b.text(inner) if inner is not None else ""))
        elif part.type == "field_initializer":
            args.append(Arg(passed(b, field(part, "value")), b.text(key) if key is not None else ""))
        elif part.type == "base_field_initializer":
            args.append(Arg(passed(b, first(part)), "**"))
    index = b.add(New(type, tuple(args)))
    b.site("call", index, name or node, node)
    return index


def _parenthesized(b: Builder, node: Node) -> int:
    return read(b, first(node))


# Closures


def _closure(b: Builder, node: Node) -> int:
    scope = b.open("lambda", lexical=True)
    listed, body = field(node, "parameters"), field(node, "body")
    params: list[Param] = []
    patterns: list[tuple[int, Node, int]] = []
    for position, part in enumerate(parts(listed) if listed is not None else []):
        pattern = field(part, "pattern") if part.type == "parameter" else part
        type = typed(b, field(part, "type")) if part.type == "parameter" else NONE
        plain = plain_name(b, pattern)
        params.append(Param(plain, type=type))
        if not plain and pattern is not None:
            patterns.append((position, pattern, type))
    b.parameters(params)
    for position, pattern, _ in patterns:
        bind_pattern(b, pattern, b.name(f"@{position}"))
    result = typed(b, field(node, "return_type"))
    value = b.value(body)
    b.returns(b.add(Cast(value, result)) if result != NONE and value != NONE else value)
    b.close()
    return b.add(Func(scope))


def plain_name(b: Builder, pattern: Node | None) -> str:
    """The name that a parameter's pattern is, "" for one that takes it apart."""
    while pattern is not None and (pattern.type in ("ref_pattern", "mut_pattern", "reference_pattern") or is_variable(pattern)):
        pattern = first(pattern)
    return b.text(pattern) if pattern is not None and pattern.type in ("identifier", "self", "metavariable") else ""


def _jump(b: Builder, node: Node) -> int:
    value = b.value(first(node))
    if node.type == "return_expression":
        b.returns(value)
    elif node.type == "yield_expression":
        b.yields(value)
    return b.literal("never")


def _label(b: Builder, node: Node) -> int:
    return NONE


EXPRESSIONS: dict[str, Expression] = {
    **dict.fromkeys(_LINKS, _chain),
    "binary_expression": _binary,
    "unary_expression": _unary,
    "reference_expression": _reference,
    "type_cast_expression": _cast,
    "assignment_expression": _assignment,
    "compound_assignment_expr": _compound,
    "range_expression": _range,
    "integer_literal": _integer,
    "float_literal": _float,
    "string_literal": _string,
    "raw_string_literal": _string,
    "char_literal": _char,
    "boolean_literal": _plain("bool"),
    "unit_expression": _plain("none"),
    "negative_literal": _parenthesized,
    "tuple_expression": _tuple,
    "array_expression": _array,
    "struct_expression": _struct,
    "parenthesized_expression": _parenthesized,
    "closure_expression": _closure,
    "return_expression": _jump,
    "break_expression": _jump,
    "yield_expression": _jump,
    "label": _label,
}
