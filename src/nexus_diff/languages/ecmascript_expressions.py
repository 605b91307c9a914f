"""Expressions of TypeScript and JavaScript: chains of calls, operators, literals."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Expression
from nexus_diff.languages.ecmascript_classes import class_value
from nexus_diff.languages.ecmascript_functions import function_value
from nexus_diff.languages.ecmascript_jsx import element
from nexus_diff.languages.ecmascript_narrowing import narrow, negative, positive
from nexus_diff.languages.ecmascript_nodes import dotted, field, first, has_token, key_name, parts, required, string_text
from nexus_diff.languages.ecmascript_objects import array_value, object_value
from nexus_diff.languages.ecmascript_types import type_arguments, type_of
from nexus_diff.languages.gaps import with_gaps
from nexus_diff.model.expr import GAP, Apply, Arg, Await, Call, Cast, Display, Index, Iter, Literal, New, Op, Union, Unknown
from nexus_diff.model.facts import NONE

LOGICAL = {"&&": "and", "||": "or", "??": "??"}
_BOOLEAN = frozenset({"==", "!=", "===", "!==", "<", ">", "<=", ">=", "in", "instanceof"})
_LINKS = {"call_expression": "function", "member_expression": "object", "subscript_expression": "object", "non_null_expression": ""}


# Chains: `a.b(c)?.[d]!.e` is walked in a loop, so that a long chain is one level of nesting.


def chain(b: Builder, node: Node) -> int:
    """A chain of calls, member accesses, subscripts and `!`."""
    links: list[Node] = []
    base: Node | None = node
    while base is not None and base.type in _LINKS and not _special(b, base):
        links.append(base)
        inner = _LINKS[base.type]
        base = field(base, inner) if inner else first(base)
    index = _special_call(b, base) if base is not None and base.type == "call_expression" else b.expr(base)
    for position in range(len(links) - 1, -1, -1):
        link = links[position]
        called = position > 0 and links[position - 1].type == "call_expression"
        if link.type == "call_expression":
            index = _call(b, link, index)
        elif link.type == "member_expression":
            index = _member(b, link, index, called)
        elif link.type == "subscript_expression":
            index = _subscript(b, link, index, called)
    return index


def _member(b: Builder, node: Node, value: int, called: bool) -> int:
    name = field(node, "property")
    if name is None:
        return value
    index = b.attr(value, b.text(name))
    if not called:
        b.site("attr", index, name)
    return index


def _subscript(b: Builder, node: Node, value: int, called: bool) -> int:
    key = field(node, "index")
    if key is not None and key.type == "string" and (name := string_text(b, key)):
        index = b.attr(value, name)
        if not called:
            b.site("attr", index, key)
        return index
    return b.add(Index(value, b.expr(key)))


def _call(b: Builder, node: Node, function: int) -> int:
    arguments = field(node, "arguments")
    types = type_arguments(b, field(node, "type_arguments"))
    if arguments is not None and arguments.type == "template_string":
        substitutions = [Arg(b.passed(first(part))) for part in parts(arguments) if part.type == "template_substitution"]
        args = (Arg(b.add(Display("array"))), *substitutions)
    else:
        args = _arguments(b, arguments)
    index = b.add(Call(function, args, types))
    b.site("call", index, _last_name(node), node)
    if len(args) == 3 and dotted(b, field(node, "function")) == "Object.defineProperty":
        _defined_property(b, args, parts(arguments)[1:] if arguments is not None else [])
    return index


def _defined_property(b: Builder, args: tuple[Arg, ...], nodes: list[Node]) -> None:
    """`Object.defineProperty(o, "name", { get() {…} })` gives `o.name` what the getter returns, or the `value`."""
    name, descriptor = nodes
    text = string_text(b, name) if name.type == "string" else ""
    members = {key_name(b, field(m, "name") or field(m, "key") or m) for m in parts(descriptor)} if descriptor.type == "object" else set()
    made = args[2].value
    if text and "get" in members:
        b.bind(text, b.add(Call(b.attr(made, "get"))), attr_of=args[0].value)
    elif text and "value" in members:
        b.bind(text, b.attr(made, "value"), attr_of=args[0].value)


def _last_name(call: Node) -> Node:
    """The node whose line a call gets: the last identifier of the callee, else where the arguments start."""
    callee = field(call, "function")
    while callee is not None:
        if callee.type == "member_expression":
            return field(callee, "property") or callee
        if callee.type in ("non_null_expression", "instantiation_expression"):
            callee = first(callee)
            continue
        if callee.type in ("identifier", "super", "this"):
            return callee
        break
    return field(call, "arguments") or call


def _arguments(b: Builder, node: Node | None) -> tuple[Arg, ...]:
    if node is None or not b.enter(node):
        return ()
    found = [Arg(_spread(b, part), "*") if part.type == "spread_element" else Arg(b.passed(part)) for part in parts(node)]
    b.leave()
    return tuple(found)


def _spread(b: Builder, node: Node) -> int:
    value = b.passed(first(node))
    if value >= 0:
        b.site("iter", b.add(Iter(value)), node)
    return value


def _special(b: Builder, node: Node) -> bool:
    if node.type != "call_expression":
        return False
    function = field(node, "function")
    return function is not None and (function.type == "import" or required(b, node) is not None)


def _special_call(b: Builder, node: Node) -> int:
    """`import(…)` and `require(…)`: an import that binds nothing, and a call of a name that the linker knows."""
    arguments = parts(field(node, "arguments") or node)
    source = arguments[0] if arguments else None
    dynamic = required(b, node) is None
    index = b.add(Call(b.name("import" if dynamic else "require"), tuple(Arg(b.expr(argument)) for argument in arguments)))
    if source is not None and source.type == "string":
        b.import_(
            string_text(b, source), "" if dynamic else "=", "", "dynamic" if dynamic else "require", ["type_only"] if b.in_type else []
        )
    return index


def _new(b: Builder, node: Node) -> int:
    constructor = field(node, "constructor")
    index = b.callee(constructor)
    types = type_arguments(b, field(node, "type_arguments"))
    made = b.add(New(b.add(Apply(index, types)) if types else index, _arguments(b, field(node, "arguments"))))
    at = field(constructor, "property") if constructor is not None and constructor.type == "member_expression" else constructor
    b.site("call", made, at or node, node)
    return made


# Operators


def _binary(b: Builder, node: Node) -> int:
    """Operators nest to the left; walked in a loop. The right side of `x instanceof T && …` sees x as a T."""
    spine: list[Node] = []
    left: Node | None = node
    while left is not None and left.type == "binary_expression":
        spine.append(left)
        left = field(left, "left")
    index = b.expr(left)
    before, operand, narrowed = "", left, False
    for level in reversed(spine):
        sign = field(level, "operator")
        operator = sign.type if sign is not None else ""
        if operator != before:
            if narrowed:
                b.close_block()
            before, operand, narrowed = operator, field(level, "left"), False
        narrowed = _narrow_right(b, operand, operator, narrowed)
        operand = field(level, "right")
        index = _operation(b, operator, index, b.expr(operand))
    if narrowed:
        b.close_block()
    return index


def _narrow_right(b: Builder, operand: Node | None, operator: str, narrowed: bool) -> bool:
    if operator not in ("&&", "||"):
        return False
    found = positive(b, operand) if operator == "&&" else negative(b, operand)
    if found and not narrowed:
        b.open_block()
    narrow(b, found)
    return narrowed or bool(found)


def _operation(b: Builder, operator: str, left: int, right: int) -> int:
    if operator in LOGICAL:
        return b.add(Op(LOGICAL[operator], left, right))
    if operator in _BOOLEAN:
        return b.literal("boolean")
    if operator == "+" and left >= 0 and right >= 0:
        kinds = [e.type for e in (b.get(left), b.get(right)) if isinstance(e, Literal)]
        return b.literal("string") if "string" in kinds else b.add(Op("+", left, right))
    return b.literal("number")


def _unary(b: Builder, node: Node) -> int:
    sign = field(node, "operator")
    operator = sign.type if sign is not None else ""
    b.expr(field(node, "argument"))
    return b.literal({"!": "boolean", "typeof": "string", "void": "undefined", "delete": "boolean"}.get(operator, "number"))


def _update(b: Builder, node: Node) -> int:
    b.expr(field(node, "argument"))
    return b.literal("number")


def _ternary(b: Builder, node: Node) -> int:
    condition = field(node, "condition")
    b.expr(condition)
    items = []
    for name, found in (("consequence", positive(b, condition)), ("alternative", negative(b, condition))):
        if found:
            b.open_block()
            narrow(b, found)
        items.append(b.value(field(node, name)))
        if found:
            b.close_block()
    return b.add(Union(tuple(items)))


def _sequence(b: Builder, node: Node) -> int:
    index = NONE
    for part in parts(node):
        index = b.expr(part)
    return index


def _parenthesized(b: Builder, node: Node) -> int:
    return b.expr(first(node))


def _cast(b: Builder, node: Node) -> int:
    """`as`, `satisfies` and `<T>x`. `as const` says nothing about the kind of value."""
    inside = parts(node)
    if node.type == "type_assertion" and len(inside) > 1:
        arguments, value = inside[0], inside[-1]
        return b.add(Cast(b.expr(value), type_of(b, first(arguments))))
    index = b.value(inside[0]) if inside else NONE
    return b.add(Cast(index, type_of(b, inside[1]))) if len(inside) > 1 else index


def _await(b: Builder, node: Node) -> int:
    index = b.add(Await(b.expr(first(node))))
    b.site("await", index, node)
    return index


def _yield(b: Builder, node: Node) -> int:
    value = first(node)
    index = b.value(value)
    if has_token(node, "*") and index >= 0:
        index = b.add(Iter(index))
        b.site("iter", index, node)
    b.yields(index)
    return b.add(Unknown())


# Literals


def _string(b: Builder, node: Node) -> int:
    return b.literal("string", string_text(b, node))


def _template(b: Builder, node: Node) -> int:
    substitutions = [part for part in parts(node) if part.type == "template_substitution"]
    for part in substitutions:
        b.passed(first(part))
    if not substitutions:
        return b.literal("string", string_text(b, node))
    return b.literal("string", with_gaps(GAP if part.type == "template_substitution" else b.text(part) for part in parts(node)))


def _literal(kind: str) -> Expression:
    return lambda b, node: b.literal(kind)


def _meta(b: Builder, node: Node) -> int:
    return b.add(Unknown())


EXPRESSIONS: dict[str, Expression] = {
    **dict.fromkeys(_LINKS, chain),
    **dict.fromkeys(("arrow_function", "function_expression", "generator_function"), function_value),
    **dict.fromkeys(("as_expression", "satisfies_expression", "type_assertion"), _cast),
    **dict.fromkeys(("true", "false"), _literal("boolean")),
    **dict.fromkeys(("jsx_element", "jsx_self_closing_element"), element),
    "class": class_value,
    "object": object_value,
    "array": array_value,
    "new_expression": _new,
    "binary_expression": _binary,
    "unary_expression": _unary,
    "update_expression": _update,
    "ternary_expression": _ternary,
    "sequence_expression": _sequence,
    "parenthesized_expression": _parenthesized,
    "await_expression": _await,
    "yield_expression": _yield,
    "string": _string,
    "template_string": _template,
    "number": _literal("number"),
    "regex": _literal("regex"),
    "null": _literal("null"),
    "undefined": _literal("undefined"),
    "meta_property": _meta,
    "jsx_namespace_name": _meta,
}
"""Handlers of expression nodes."""
