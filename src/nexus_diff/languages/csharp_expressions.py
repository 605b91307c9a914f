"""Expressions of C#."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Expression
from nexus_diff.languages.csharp_functions import parameters, run_body
from nexus_diff.languages.csharp_nodes import field, first_of, of_type, parts
from nexus_diff.languages.csharp_patterns import match
from nexus_diff.languages.csharp_types import TYPES, arguments_of, type_of
from nexus_diff.languages.gaps import with_gaps
from nexus_diff.model.expr import NONE, AddressOf, Arg, Attr, Await, Call, Cast, Display, Func, Index, Item, Iter, New, Op, TypeOf, Union
from nexus_diff.model.facts import Param

_LOGIC = {"&&": "and", "||": "or", "??": "??"}


# Names, members, calls


def _this(b: Builder, node: Node) -> int:
    return b.name("this")


def _base(b: Builder, node: Node) -> int:
    return b.name("super")


def _name(b: Builder, node: Node) -> int:
    return b.name(b.text(node).lstrip("@"))


def _member(b: Builder, node: Node) -> int:
    """`a.b`, `a?.b`, with type arguments or without."""
    return _link(b, b.expr(_inside(node)), _named(node))


def _inside(node: Node) -> Node | None:
    return field(node, "expression") or field(node, "condition")


def _named(node: Node) -> Node | None:
    if node.type == "conditional_access_expression":
        bound = first_of(node, "member_binding_expression", "element_binding_expression")
        return field(bound, "name") if bound is not None and bound.type == "member_binding_expression" else bound
    return field(node, "name")


def _link(b: Builder, value: int, name: Node | None) -> int:
    if name is None:
        return value
    if name.type == "element_binding_expression":
        return _element(b, value, name, name)
    plain = name.named_children[0] if name.type == "generic_name" else name
    index = b.attr(value, b.text(plain).lstrip("@"))
    b.site("attr", index, plain)
    return index


def _call(b: Builder, node: Node) -> int:
    func, listed = field(node, "function"), field(node, "arguments")
    if func is None or listed is None:
        return b.expr(func)
    if func.type == "identifier" and b.text(func) == "nameof":
        return b.literal("string")
    types: tuple[int, ...] = ()
    last = func
    if func.type in ("member_access_expression", "conditional_access_expression"):
        name = _named(func)
        last = name or func
        callee = b.callee(func)
    elif func.type == "generic_name":
        last = func.named_children[0]
        callee = b.name(b.text(last))
        name = func
    else:
        name = None
        callee = b.callee(func)
    if name is not None and name.type == "generic_name":
        last = name.named_children[0]
        types = _types(b, name)
    call = b.add(Call(callee, arguments(b, listed), types))
    b.site("call", call, last, node)
    _outs(b, listed, call)
    return call


def _types(b: Builder, node: Node) -> tuple[int, ...]:
    before, b.in_type = b.in_type, True
    found = arguments_of(b, node)
    b.in_type = before
    return found


def arguments(b: Builder, node: Node) -> tuple[Arg, ...]:
    """The arguments of a list."""
    found = []
    for argument in of_type(node, "argument"):
        name = field(argument, "name")
        values = [part for part in parts(argument) if part != name]
        keyword = b.text(name) if name is not None else ""
        value = values[-1] if values else None
        if value is not None and value.type == "declaration_expression":
            found.append(Arg(b.add(AddressOf(_declared(b, value))), keyword))
        else:
            found.append(Arg(b.passed(value), keyword))
    return tuple(found)


def _declared(b: Builder, node: Node) -> int:
    """The type of `out T x`, as a value of that type."""
    type = type_of(b, field(node, "type"))
    return b.add(Cast(NONE, type)) if type >= 0 else b.add(TypeOf(NONE, "out"))


def _outs(b: Builder, node: Node, call: int) -> None:
    """What a call leaves in the variables of `out var x`."""
    for position, argument in enumerate(of_type(node, "argument")):
        made = first_of(argument, "declaration_expression")
        name = field(made, "name")
        if name is not None:
            b.bind(b.text(name), b.add(Item(call, key=f"@{position}")), type=type_of(b, field(made, "type")))


def _indexed(b: Builder, node: Node) -> int:
    return _element(b, b.expr(field(node, "expression")), field(node, "subscript"), node)


def _element(b: Builder, value: int, listed: Node | None, node: Node) -> int:
    keys = [a.value for a in arguments(b, listed)] if listed is not None else []
    key = keys[0] if len(keys) == 1 else b.add(Display("tuple", tuple(keys)))
    index = b.add(Index(value, key))
    b.site("op", index, node)
    return index


# Creation


def _new(b: Builder, node: Node) -> int:
    """`new T(…) { … }`."""
    type_node = field(node, "type")
    before, b.in_type = b.in_type, True
    type = b.expr(type_node)
    b.in_type = before
    return creation(b, node, type)


def _new_of_context(b: Builder, node: Node) -> int:
    """`new(…)`: the type is the one that is wanted here."""
    return creation(b, node, NONE)


def creation(b: Builder, node: Node, type: int) -> int:
    """An object of a type, with its initialiser."""
    listed = field(node, "arguments") or first_of(node, "argument_list")
    made = b.add(New(type, arguments(b, listed) if listed is not None else ()))
    if type >= 0:
        b.site("call", made, field(node, "type") or node, node)
    if listed is not None:
        _outs(b, listed, made)
    _fill(b, made, field(node, "initializer") or first_of(node, "initializer_expression"))
    return made


def _fill(b: Builder, made: int, node: Node | None) -> None:
    """`{ A = 1, B = { C = 2 } }` sets members, `{ a, b }` adds elements."""
    for part in parts(node):
        if part.type != "assignment_expression":
            b.passed(part)
            continue
        left, right = field(part, "left"), field(part, "right")
        if left is None or left.type != "identifier":
            b.visit_children(part)
            continue
        member = b.attr(made, b.text(left))
        b.site("attr_set", member, left)
        if right is not None and right.type == "initializer_expression":
            _fill(b, member, right)
        else:
            b.passed(right)


def elements(b: Builder, node: Node | None) -> int:
    """`{ a, b }` and `[a, b]` as an array."""
    return b.add(Display("array", tuple(b.passed(part) for part in parts(node))))


def initial(b: Builder, node: Node | None, type: int) -> int:
    """The value that a variable starts with; `new()` and `{ … }` take the declared type."""
    if node is None:
        return NONE
    if node.type == "implicit_object_creation_expression":
        return creation(b, node, type)
    return elements(b, node) if node.type == "initializer_expression" else b.passed(node)


def _elements(b: Builder, node: Node) -> int:
    return elements(b, node)


def _array(b: Builder, node: Node) -> int:
    """`new T[n]`, `new T[] { … }`."""
    type = type_of(b, field(node, "type"))
    listed = first_of(node, "initializer_expression")
    value = elements(b, listed) if listed is not None else NONE
    for rank in of_type(field(node, "type"), "array_rank_specifier"):
        for size in parts(rank):
            b.expr(size)
    return b.add(Cast(value, type)) if type >= 0 else value


def _implicit_array(b: Builder, node: Node) -> int:
    return elements(b, first_of(node, "initializer_expression"))


def _anonymous_object(b: Builder, node: Node) -> int:
    for part in parts(node):
        b.passed(part)
    return b.add(Display("anonymous"))


def _tuple(b: Builder, node: Node) -> int:
    return b.add(Display("tuple", tuple(a.value for a in arguments(b, node))))


# Functions made in place


def _lambda(b: Builder, node: Node) -> int:
    listed = field(node, "parameters")
    scope = b.open("lambda")
    params = parameters(b, listed) if listed is not None and listed.type == "parameter_list" else []
    if listed is not None and listed.type in ("implicit_parameter", "identifier"):
        params = parameters_of_one(b, listed)
    b.parameters(params)
    run_body(b, node, field(node, "body") or first_of(node, "block"))
    b.close()
    return b.add(Func(scope))


def parameters_of_one(b: Builder, node: Node) -> list[Param]:
    """The parameter of `x => …`."""
    return [Param(b.text(node))]


# Operators


def _cast(b: Builder, node: Node) -> int:
    type = type_of(b, field(node, "type"))
    return b.add(Cast(b.value(field(node, "value")), type))


def _as(b: Builder, node: Node) -> int:
    type = type_of(b, field(node, "right"))
    return b.add(Cast(b.value(field(node, "left")), type))


def _is(b: Builder, node: Node) -> int:
    type_of(b, field(node, "right"))
    return b.add(Op("is", b.expr(field(node, "left"))))


def _is_pattern(b: Builder, node: Node) -> int:
    value = b.expr(field(node, "expression"))
    match(b, field(node, "pattern"), value)
    return b.add(Op("is", value))


def _binary(b: Builder, node: Node) -> int:
    """A chain of binary operators is walked in a loop: long concatenations nest deeply."""
    chain: list[Node] = []
    here: Node | None = node
    while here is not None and here.type == "binary_expression":
        chain.append(here)
        here = field(here, "left")
    left = b.expr(here)
    for part in reversed(chain):
        op = _operator(b, part)
        right = b.expr(field(part, "right"))
        left = b.op(_LOGIC.get(op, op), left, right, part)
    return left


def _operator(b: Builder, node: Node) -> str:
    at = field(node, "operator")
    if at is not None:
        return b.text(at)
    return next((b.text(child) for child in node.children if not child.is_named and not child.is_extra), "?")


def _unary(b: Builder, node: Node) -> int:
    operand = next(iter(parts(node)), None)
    op = _operator(b, node)
    value = b.expr(operand)
    if op in ("!", "&", "*") or node.type == "postfix_unary_expression":
        return value if op not in ("!",) or node.type == "postfix_unary_expression" else b.op("not", value, NONE, node)
    return b.op(op, value, NONE, node)


def _conditional(b: Builder, node: Node) -> int:
    b.condition(field(node, "condition"))
    return b.add(Union((b.value(field(node, "consequence")), b.value(field(node, "alternative")))))


def _await(b: Builder, node: Node) -> int:
    return b.add(Await(b.expr(next(iter(parts(node)), None))))


def _inner(b: Builder, node: Node) -> int:
    return b.expr(next(iter(parts(node)), None))


def _checked(b: Builder, node: Node) -> int:
    return b.expr(next(iter(parts(node)), None))


def _typeof(b: Builder, node: Node) -> int:
    return b.add(TypeOf(type_of(b, field(node, "type")), "type"))


def _default(b: Builder, node: Node) -> int:
    type = type_of(b, field(node, "type"))
    return b.add(Cast(NONE, type)) if type >= 0 else b.literal("null")


def _assign(b: Builder, node: Node) -> int:
    left, right = field(node, "left"), field(node, "right")
    op = _operator(b, node)
    if left is not None and left.type == "tuple_expression":
        return _unpack(b, left, right)
    target = b.callee(left)
    value = b.passed(right)
    if left is None or target < 0:
        return value
    expr = b.get(target)
    if op not in ("=", "??="):
        if op == "+=" and right is not None:
            b.op(op, target, value, node)
        else:
            b.op(op, target, value, node)
        return target
    if left.type == "identifier":
        if b.scope_of(b.text(left)) != NONE:
            b.bind(b.text(left), value)
    elif isinstance(expr, Attr):
        b.site("attr_set", target, field(left, "name") or left)
    elif isinstance(expr, Index):
        b.op("[]=", target, value, node)
    return value


def _unpack(b: Builder, left: Node, right: Node | None) -> int:
    value = b.value(right)
    for position, argument in enumerate(of_type(left, "argument")):
        target = next(iter(parts(argument)), None)
        item = b.add(Item(value, position))
        if target is not None and target.type == "identifier":
            b.bind(b.text(target), item)
        elif target is not None and target.type == "declaration_expression":
            b.bind(b.text(field(target, "name") or target), item, type=type_of(b, field(target, "type")))
        else:
            b.expr(target)
    return value


def _with(b: Builder, node: Node) -> int:
    value = b.expr(next(iter(parts(node)), None))
    for part in of_type(node, "with_initializer"):
        children = parts(part)
        if len(children) == 2:
            b.site("attr_set", b.attr(value, b.text(children[0])), children[0])
            b.passed(children[1])
    return value


def _switch(b: Builder, node: Node) -> int:
    children = parts(node)
    value = b.expr(children[0]) if children else NONE
    group = b.group()
    found = []
    for arm in of_type(node, "switch_expression_arm"):
        b.open_block(group)
        inner = parts(arm)
        match(b, inner[0] if inner else None, value)
        for clause in inner[1:-1]:
            b.visit_children(clause)
        found.append(b.value(inner[-1] if len(inner) > 1 else None))
        b.close_block()
    return b.add(Union(tuple(found)))


def _throw(b: Builder, node: Node) -> int:
    b.expr(next(iter(parts(node)), None))
    return NONE


# LINQ queries


def _query(b: Builder, node: Node) -> int:
    """`from x in xs where … select y`: what is selected is an element of what comes out."""
    scope = b.open("comprehension")
    found = NONE
    for clause in parts(node):
        if clause.type in ("from_clause", "join_clause"):
            children = parts(clause)
            name = field(clause, "name")
            source = b.expr(next((c for c in children if c != name and c != field(clause, "type")), None))
            if name is not None:
                b.bind(b.text(name), b.add(Iter(source)), type=type_of(b, field(clause, "type")))
            for rest in children[2:]:
                b.expr(rest)
        elif clause.type == "let_clause":
            name = field(clause, "name") or next(iter(parts(clause)), None)
            value = b.value(parts(clause)[-1])
            if name is not None:
                b.bind(b.text(name), value)
        elif clause.type in ("select_clause", "group_clause"):
            values = [b.value(part) for part in parts(clause)]
            found = values[0] if values else NONE
        else:
            b.visit_children(clause)
    del scope
    b.close()
    return b.add(Display("list", (found,) if found >= 0 else ()))


# Literals


def _literal(type: str) -> Callable[[Builder, Node], int]:
    return lambda b, node: b.literal(type)


def _string(b: Builder, node: Node) -> int:
    text = b.text(node)
    quote = text.find('"')
    return b.literal("string", text[quote + 1 : -1] if quote >= 0 and text.endswith('"') else "")


def _number(b: Builder, node: Node) -> int:
    text = b.text(node).lower()
    if text.startswith("0x"):
        return b.literal("long" if text.endswith("l") else "int")
    if text.endswith("m"):
        return b.literal("decimal")
    if text.endswith("f"):
        return b.literal("float")
    if node.type == "real_literal" or text.endswith("d"):
        return b.literal("double")
    unsigned = "u" if "u" in text[-2:] else ""
    return b.literal(unsigned + ("long" if "l" in text[-2:] else "int"), text if len(text) <= 3 else "")


def _interpolated(b: Builder, node: Node) -> int:
    text = []
    for part in node.named_children:
        if part.type == "interpolation":
            for inner in parts(part):
                if inner.type not in ("interpolation_brace", "interpolation_format_clause", "interpolation_alignment_clause"):
                    b.expr(inner)
        elif part.type == "string_content":
            text.append(b.text(part))
    return b.literal("string", with_gaps(text) if len(text) > 1 else "".join(text))


EXPRESSIONS: dict[str, Expression] = {
    **TYPES,
    "this": _this,
    "this_expression": _this,
    "base": _base,
    "base_expression": _base,
    "identifier": _name,
    "member_access_expression": _member,
    "conditional_access_expression": _member,
    "invocation_expression": _call,
    "element_access_expression": _indexed,
    "object_creation_expression": _new,
    "implicit_object_creation_expression": _new_of_context,
    "initializer_expression": _elements,
    "collection_expression": _elements,
    "array_creation_expression": _array,
    "implicit_array_creation_expression": _implicit_array,
    "anonymous_object_creation_expression": _anonymous_object,
    "tuple_expression": _tuple,
    "lambda_expression": _lambda,
    "anonymous_method_expression": _lambda,
    "cast_expression": _cast,
    "as_expression": _as,
    "is_expression": _is,
    "is_pattern_expression": _is_pattern,
    "binary_expression": _binary,
    "prefix_unary_expression": _unary,
    "postfix_unary_expression": _unary,
    "unary_expression": _unary,
    "conditional_expression": _conditional,
    "await_expression": _await,
    "parenthesized_expression": _inner,
    "checked_expression": _checked,
    "ref_expression": _inner,
    "typeof_expression": _typeof,
    "sizeof_expression": _literal("int"),
    "default_expression": _default,
    "assignment_expression": _assign,
    "with_expression": _with,
    "switch_expression": _switch,
    "throw_expression": _throw,
    "query_expression": _query,
    "null_literal": _literal("null"),
    "boolean_literal": _literal("bool"),
    "character_literal": _literal("char"),
    "integer_literal": _number,
    "real_literal": _number,
    "string_literal": _string,
    "verbatim_string_literal": _string,
    "raw_string_literal": _string,
    "interpolated_string_expression": _interpolated,
}
