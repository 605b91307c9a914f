"""Functions, their parameters, and patterns that take values apart."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.ecmascript_nodes import COMMENTS, Binder, field, first, key_name, member_modifiers, parts
from nexus_diff.languages.ecmascript_types import type_of, type_parameters
from nexus_diff.model.expr import Cast, Func, Index, Item, Op, Unknown
from nexus_diff.model.facts import NONE, Param

REST = -1000
"""Item.position of `...rest`."""
_PROPERTY_MARKS = frozenset({"accessibility_modifier", "readonly", "override_modifier"})


def define_function(
    b: Builder,
    name: str,
    kind: str,
    whole: Node,
    name_node: Node,
    function: Node,
    *,
    type: int = NONE,
    modifiers: Iterable[str] = (),
    decorators: Iterable[int] = (),
    within: str = "",
    begin: Node | None = None,
) -> int:
    """A definition whose body is `function`; binds nothing and leaves the body for `open_function`."""
    found = {*modifiers, *member_modifiers(b, function)}
    body = field(function, "body")
    return b.define(
        name, kind, whole, name_node, body, type=type, modifiers=found, decorators=tuple(decorators), within=within, first=begin
    )  # fmt: skip


def run_function(b: Builder, node: Node, definition: int = NONE) -> int:
    """Evaluate a function in a scope of its own; returns the scope. An arrow is a "lambda": it has no `this` of its own."""
    scope = b.open("lambda" if node.type == "arrow_function" else "function", definition=definition, modifiers=member_modifiers(b, node))
    own = field(node, "name")
    if own is not None and definition >= 0 and node.type in ("function_expression", "generator_function"):
        b.bind(b.text(own), definition=definition)
    if b.enter(node):
        signature(b, node, definition)
        body = field(node, "body")
        if body is not None and body.type == "statement_block":
            b.visit_children(body)
        elif body is not None:
            b.returns(b.value(body))
        b.leave()
    b.close()
    return scope


def function_value(b: Builder, node: Node) -> int:
    """A function made in place. One with a name of its own is a definition too."""
    definition = b.claimed(node)
    own = field(node, "name")
    if definition < 0 and own is not None:
        definition = define_function(b, b.text(own), "function", node, own, node)
    return b.add(Func(run_function(b, node, definition)))


def signature(b: Builder, node: Node, definition: int) -> None:
    """Type parameters, parameters and return type of the function whose scope is open."""
    type_params = type_parameters(b, field(node, "type_parameters"))
    if definition >= 0 and type_params:
        b.complete(definition, type_params=type_params)
    params, later = _parameters(b, node)
    b.parameters(params)
    returns = type_of(b, field(node, "return_type"))
    if definition >= 0:
        b.complete(definition, returns=returns)
    elif returns >= 0:
        b.returns(b.add(Cast(b.add(Unknown()), returns)))
    for position, pattern in later:
        if pattern.type == "this":
            b.bind("this", type=position)
        else:
            destructure(b, pattern, b.name(f"@{position}"), bind_name)
    for param in params:
        if param.prop:
            b.bind(param.name, b.name(param.name), type=param.type, attr_of=b.name("this"))


def _parameters(b: Builder, node: Node) -> tuple[list[Param], list[tuple[int, Node]]]:
    """The parameters, and the patterns to take apart once they are known (for `this`: its type)."""
    single = field(node, "parameter")
    if single is not None:
        return [Param(b.text(single))], []
    listed = field(node, "parameters")
    params: list[Param] = []
    later: list[tuple[int, Node]] = []
    for child in parts(listed) if listed is not None else ():
        pattern, default = _pattern(child)
        for decorator in child.children_by_field_name("decorator"):
            b.visit(decorator)
        type = type_of(b, field(child, "type"))
        if pattern is None:
            continue
        if pattern.type == "this":
            later.append((type, pattern))
            continue
        rest = pattern.type == "rest_pattern"
        inner = first(pattern) if rest else pattern
        name = b.text(inner) if inner is not None and inner.type == "identifier" else ""
        prop = any(part.type in _PROPERTY_MARKS for part in child.children)
        optional = child.type == "optional_parameter"
        params.append(Param(name, "*" if rest else "pos", b.value(default), type, optional, prop and bool(name)))
        if not name and inner is not None:
            later.append((len(params) - 1, inner))
    return params, later


def _pattern(node: Node) -> tuple[Node | None, Node | None]:
    """Pattern and default of one parameter, in either grammar."""
    if node.type in ("required_parameter", "optional_parameter"):
        return field(node, "pattern") or field(node, "name"), field(node, "value")
    if node.type == "assignment_pattern":
        return field(node, "left"), field(node, "right")
    return node, None


# Patterns


def bind_name(b: Builder, node: Node, name: str, value: int) -> None:
    """Bind a local name."""
    b.bind(name, value)


def destructure(b: Builder, pattern: Node, value: int, bind: Binder) -> None:
    """Give the names in `pattern` their parts of `value`."""
    if b.enter(pattern):
        _take_apart(b, pattern, value, bind)
        b.leave()


def _take_apart(b: Builder, pattern: Node, value: int, bind: Binder) -> None:
    kind = pattern.type
    if kind in ("identifier", "shorthand_property_identifier_pattern"):
        bind(b, pattern, b.text(pattern), value)
    elif kind == "object_pattern":
        for part in parts(pattern):
            _property(b, part, value, bind)
    elif kind == "array_pattern":
        _elements(b, pattern, value, bind)
    elif kind in ("assignment_pattern", "object_assignment_pattern"):
        _with_default(b, pattern, value, bind)
    elif kind in ("parenthesized_expression", "non_null_expression") and (inner := first(pattern)) is not None:
        destructure(b, inner, value, bind)
    elif kind in ("member_expression", "subscript_expression"):
        bind(b, pattern, "", value)
    else:
        b.visit(pattern)


def _with_default(b: Builder, pattern: Node, value: int, bind: Binder) -> None:
    left, right = field(pattern, "left"), field(pattern, "right")
    if left is not None:
        destructure(b, left, b.add(Op("??", value, b.value(right))) if right is not None else value, bind)


def _property(b: Builder, part: Node, value: int, bind: Binder) -> None:
    kind = part.type
    if kind == "shorthand_property_identifier_pattern":
        destructure(b, part, b.add(Item(value, key=b.text(part))), bind)
    elif kind == "object_assignment_pattern":
        left = field(part, "left")
        if left is not None:
            _with_default(b, part, b.add(Item(value, key=b.text(left))), bind)
    elif kind == "pair_pattern":
        key, target = field(part, "key"), field(part, "value")
        if key is not None and target is not None:
            destructure(b, target, _item(b, value, key), bind)
    elif kind == "rest_pattern" and (inner := first(part)) is not None:
        destructure(b, inner, b.add(Item(value, REST)), bind)


def _item(b: Builder, value: int, key: Node) -> int:
    inside = first(key) if key.type == "computed_property_name" else None
    if inside is not None and inside.type != "string":
        return b.add(Index(value, b.expr(inside)))
    return b.add(Item(value, key=key_name(b, key)))


def _elements(b: Builder, pattern: Node, value: int, bind: Binder) -> None:
    position = 0
    for child in pattern.children:
        if child.type == ",":
            position += 1
        elif child.is_named and child.type not in COMMENTS:
            rest = first(child) if child.type == "rest_pattern" else None
            target = rest if rest is not None else child
            destructure(b, target, b.add(Item(value, REST if rest is not None else position)), bind)
