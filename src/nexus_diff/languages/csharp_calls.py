"""Names, members, calls and functions made in place in C#."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Expression
from nexus_diff.languages.csharp_functions import parameters, run_body
from nexus_diff.languages.csharp_nodes import field, first_of, of_type, parts
from nexus_diff.languages.csharp_types import arguments_of, type_of
from nexus_diff.model.expr import NONE, AddressOf, Arg, Call, Cast, Display, Func, Index, Item, TypeOf
from nexus_diff.model.facts import Param

# Names, members, calls


def _this(b: Builder, node: Node) -> int:
    return b.name("this")


def _base(b: Builder, node: Node) -> int:
    return b.name("super")


def _name(b: Builder, node: Node) -> int:
    """A bare name; one that no local bears may read a property, which is named with a capital by convention."""
    text = b.text(node).lstrip("@")
    index = b.name(text)
    if not b.in_type and text[:1].isupper() and b.scope_of(text) == NONE:
        b.site("attr", index, node)
    return index


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
    outs(b, listed, call)
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


def outs(b: Builder, node: Node, call: int) -> None:
    """What a call leaves in the variables of `out var x`."""
    for position, argument in enumerate(of_type(node, "argument")):
        made = first_of(argument, "declaration_expression")
        name = field(made, "name")
        if name is not None:
            b.bind(b.text(name), b.add(Item(call, key=f"@{position}")), type=type_of(b, field(made, "type")))


def _indexed(b: Builder, node: Node) -> int:
    return _element(b, b.read(field(node, "expression")), field(node, "subscript"), node)


def _element(b: Builder, value: int, listed: Node | None, node: Node) -> int:
    keys = [a.value for a in arguments(b, listed)] if listed is not None else []
    key = keys[0] if len(keys) == 1 else b.add(Display("tuple", tuple(keys)))
    index = b.add(Index(value, key))
    b.site("op", index, node)
    return index


# Functions made in place


def _lambda(b: Builder, node: Node) -> int:
    listed = field(node, "parameters")
    body = field(node, "body") or first_of(node, "block")
    scope = b.open("lambda", modifiers=_kinds(b, node, body))
    params = parameters(b, listed) if listed is not None and listed.type == "parameter_list" else []
    if listed is not None and listed.type in ("implicit_parameter", "identifier"):
        params = parameters_of_one(b, listed)
    if listed is None and node.type == "anonymous_method_expression":
        params = [Param("", "*")]
    b.parameters(params)
    run_body(b, node, body)
    b.close()
    return b.add(Func(scope))


def _kinds(b: Builder, node: Node, body: Node | None) -> set[str]:
    """What a function made in place is: "async"; an "expression", and of these a "value" where it could be no statement."""
    found = {b.text(child) for child in of_type(node, "modifier", "async") if b.text(child) == "async"}
    if body is not None and body.type != "block":
        found.add("expression")
        while body is not None and body.type == "parenthesized_expression":
            body = next(iter(parts(body)), None)
        if body is not None and body.type not in _STATEMENTS and not b.text(body).startswith(("++", "--")):
            found.add("value")
    return found


def parameters_of_one(b: Builder, node: Node) -> list[Param]:
    """The parameter of `x => …`."""
    return [Param(b.text(node))]


_STATEMENTS = frozenset(
    {
        "assignment_expression", "invocation_expression", "object_creation_expression", "implicit_object_creation_expression",
        "await_expression", "postfix_unary_expression", "conditional_access_expression", "throw_expression",
    }
)  # fmt: skip
"""Expressions that are statements too, with a value that nobody needs."""

CALLS: dict[str, Expression] = {
    "this": _this,
    "this_expression": _this,
    "base": _base,
    "base_expression": _base,
    "identifier": _name,
    "member_access_expression": _member,
    "conditional_access_expression": _member,
    "invocation_expression": _call,
    "element_access_expression": _indexed,
    "lambda_expression": _lambda,
    "anonymous_method_expression": _lambda,
}
"""Handlers of these."""
