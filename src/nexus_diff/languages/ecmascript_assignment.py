"""Assignments: to names, to members (`app.use = function …`, `module.exports = …`), to patterns."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.ecmascript_classes import run_class
from nexus_diff.languages.ecmascript_functions import define_function, destructure, run_function
from nexus_diff.languages.ecmascript_nodes import dotted, field, is_function, key_name, parts, string_text, unwrap
from nexus_diff.model.expr import Attr, Func, Op
from nexus_diff.model.facts import NONE

_LOGICAL = {"&&=": "and", "||=": "or", "??=": "??"}
_EXPORTS = ("exports", "module.exports")


def assignment(b: Builder, node: Node) -> int:
    """`left = right`; its value is what is assigned."""
    left, right = unwrap(field(node, "left")), field(node, "right")
    if left is None:
        return b.value(right)
    name, name_node = _member_name(b, left)
    if name_node is not None:
        return _to_member(b, node, left, name, name_node, right)
    if left.type == "subscript_expression":
        b.expr(left)
        return b.passed(right)
    if left.type == "identifier" and is_function(unwrap(right)):
        return _function_to_name(b, node, left, right)
    value = b.value(right)
    destructure(b, left, value, bind_assigned)
    return value


def augmented(b: Builder, node: Node) -> int:
    """`left += right` and its kin."""
    left, right, sign = unwrap(field(node, "left")), field(node, "right"), field(node, "operator")
    operator = sign.type if sign is not None else ""
    before = b.callee(left)
    value = b.value(right)
    if operator in _LOGICAL:
        value = b.add(Op(_LOGICAL[operator], before, value))
    else:
        value = b.add(Op("+", before, value)) if operator == "+=" else b.literal("number")
    if left is not None:
        _bind_again(b, left, before, value)
    return value


def _bind_again(b: Builder, left: Node, before: int, value: int) -> None:
    """Bind what `before` has read; its object is evaluated a single time."""
    name, name_node = _member_name(b, left)
    read = b.get(before)
    if name_node is not None and isinstance(read, Attr):
        _store(b, read.value, name, name_node, value, NONE)
    elif left.type not in ("member_expression", "subscript_expression"):
        destructure(b, left, value, bind_assigned)


def bind_assigned(b: Builder, node: Node, name: str, value: int) -> None:
    """Bind a name where it is declared, or a member."""
    if node.type in ("identifier", "shorthand_property_identifier_pattern"):
        _bind_declared(b, name, value, NONE)
        return
    name, name_node = _member_name(b, node)
    if name_node is not None:
        _store(b, _object(b, node), name, name_node, value, NONE)
    else:
        b.expr(node)


def _bind_declared(b: Builder, name: str, value: int, definition: int) -> None:
    """Bind a name in the scope that declares it (the module's, for want of one). From inside another function that may or may not
    happen."""
    scope = max(b.scope_of(name), 0)
    if scope < b.function_scope():
        b.may_bind(name, value, scope, definition)
    else:
        b.bind(name, value, definition=definition, scope=scope)


def _member_name(b: Builder, node: Node) -> tuple[str, Node | None]:
    """Name of the member that an access names, with its node; None for anything else."""
    if node.type == "member_expression":
        name = field(node, "property")
        return (b.text(name), name) if name is not None else ("", None)
    if node.type == "subscript_expression":
        key = field(node, "index")
        if key is not None and key.type == "string" and (text := string_text(b, key)):
            return text, key
    return "", None


def _object(b: Builder, node: Node) -> int:
    return b.expr(field(node, "object"))


def _store(b: Builder, owner: int, name: str, at: Node, value: int, definition: int) -> None:
    b.bind(name, value, attr_of=owner, definition=definition)
    b.site("attr_set", b.attr(owner, name), at)


def _to_member(b: Builder, node: Node, left: Node, name: str, name_node: Node, right: Node | None) -> int:
    owner = _object(b, left)
    made = unwrap(right)
    if made is not None and is_function(made):
        return _function_to_member(b, node, left, owner, name, name_node, made)
    if made is not None and made.type == "class" and field(made, "name") is None:
        definition = b.define(name, "class", node, name_node, field(made, "body"), modifiers=_exported(b, left))
        _store(b, owner, name, name_node, NONE, definition)
        return b.add(Func(run_class(b, made, definition)))
    value = b.passed(right)
    _store(b, owner, name, name_node, value, NONE)
    _export(b, left, name, made)
    return value


def _export(b: Builder, left: Node, name: str, value: Node | None) -> None:
    """What CommonJS exports under which name: the plain names given to `exports.x`, `module.exports` or its properties."""
    around = dotted(b, field(left, "object"))
    if around in _EXPORTS and value is not None and value.type == "identifier":
        b.export(name, b.text(value))
    if around != "module" or name != "exports":
        return
    b.export("=", b.text(value) if value is not None and value.type == "identifier" else "module.exports")
    for member in parts(value) if value is not None and value.type == "object" else ():
        target = field(member, "value") if member.type == "pair" else member
        if target is not None and target.type in ("identifier", "shorthand_property_identifier"):
            b.export(key_name(b, field(member, "key") or member), b.text(target))


def _function_to_member(b: Builder, node: Node, left: Node, owner: int, name: str, name_node: Node, function: Node) -> int:
    """`app.use = function use(fn) {…}` defines `app.use`; on a prototype and on `this` it is a method."""
    around = dotted(b, field(left, "object"))
    within = _without_exports(around.removesuffix(".prototype"))
    is_method = around == "this" or around.endswith(".prototype")
    modifiers = ["exported"] if around in _EXPORTS or (around == "module" and name == "exports") else []
    kind = "method" if is_method else "function"
    definition = define_function(b, name, kind, node, name_node, function, modifiers=modifiers, within=within)
    _store(b, owner, name, name_node, NONE, definition)
    _export(b, left, name, function)
    return b.add(Func(run_function(b, function, definition)))


def _without_exports(around: str) -> str:
    if around in ("this", "module", *_EXPORTS):
        return ""
    for prefix in ("module.exports.", "exports.", "this."):
        around = around.removeprefix(prefix)
    return around


def _exported(b: Builder, left: Node) -> list[str]:
    return ["exported"] if dotted(b, field(left, "object")) in _EXPORTS else []


def _function_to_name(b: Builder, node: Node, left: Node, right: Node | None) -> int:
    function, name = unwrap(right), b.text(left)
    if function is None:
        return NONE
    definition = define_function(b, name, "function", node, left, function)
    _bind_declared(b, name, NONE, definition)
    return b.add(Func(run_function(b, function, definition)))
