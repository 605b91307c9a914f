"""Assignment statements of Python, `__all__` and type aliases."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Statement
from nexus_diff.languages.python_chains import follow, links_of
from nexus_diff.languages.python_definitions import type_parameters_of, visibility_of
from nexus_diff.languages.python_nodes import CHAIN, left_chain, only_part, operator_of, parts_of
from nexus_diff.languages.python_targets import assign, assign_part
from nexus_diff.model.expr import NONE, Arg, Call, Index, Literal
from nexus_diff.model.facts import Param


def _assignment(b: Builder, node: Node) -> None:
    targets: list[tuple[Node | None, Node | None]] = []
    right: Node | None = node
    while right is not None and right.type == "assignment":
        targets.append((right.child_by_field_name("left"), right.child_by_field_name("type")))
        right = right.child_by_field_name("right")
    types = [b.type(type) for _, type in targets]
    kept = all(target is None or target.type == "identifier" for target, _ in targets)
    value = b.value(right) if kept else b.passed(right)
    for (target, _), type in zip(targets, types, strict=True):
        if target is not None and target.type == "identifier" and b.scope_kind() in ("module", "class"):
            _constant(b, node, target, right, value, type)
        else:
            assign(b, target, value, type)


def _constant(b: Builder, node: Node, target: Node, right: Node | None, value: int, type: int) -> None:
    """A name of a module or class: its first assignment is its definition."""
    name = b.text(target)
    definition = NONE
    in_class = b.scope_kind() == "class"
    if not b.bound(name):
        kind = "field" if in_class else "variable"
        definition = b.define(name, kind, node, target, right, type=type, value=value, modifiers=visibility_of(b, name))
    b.bind(name, value, type=type, definition=definition)
    if name == "__all__" and not in_class and right is not None:
        b.all_names(_strings(b, right))


def _augmented(b: Builder, node: Node) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        b.visit_children(node)
        return
    current = b.expr(left)
    result = b.op(operator_of(node), current, b.passed(right), left)
    if left.type == "attribute":
        b.site("attr_set", current, left.children[-1])
    elif left.type == "subscript":
        read = b.get(current)  # once: the container is evaluated a single time
        b.op("[]=", read.value if isinstance(read, Index) else NONE, result, left)
    elif b.scope_kind() == "module" and b.text(left) == "__all__":
        b.all_names(_strings(b, right))


def _strings(b: Builder, node: Node) -> list[str] | None:
    """The strings of a list or tuple display, or of a sum of such; None when it is anything else."""
    while node.type == "parenthesized_expression":
        inner = only_part(node)
        if inner is None:
            return None
        node = inner
    if node.type == "binary_operator":
        first, links = left_chain(node)
        lists = [_display_strings(b, part) for part in (first, *(link.children[-1] for link in reversed(links)))]
        return None if None in lists else [name for names in lists for name in names or ()]
    return _display_strings(b, node)


def _display_strings(b: Builder, node: Node) -> list[str] | None:
    if node.type not in ("list", "tuple", "expression_list"):
        return None
    names = []
    for part in parts_of(node):
        value = b.get(b.expr(part)) if part.type in ("string", "concatenated_string") else None
        if not isinstance(value, Literal):
            return None
        names.append(value.value)
    return names


def _call_statement(b: Builder, node: Node) -> None:
    b.expr(node)
    function, arguments = node.children[0], node.children[-1]
    if b.scope != 0 or function.type != "attribute" or b.text(function.children[0]) != "__all__":
        return
    parts = parts_of(arguments)
    method = b.text(function.children[-1])
    if method == "extend" and len(parts) == 1:
        b.all_names(_strings(b, parts[0]))
    elif method == "append" and len(parts) == 1:
        value = b.get(b.expr(parts[0]))
        b.all_names([value.value] if isinstance(value, Literal) else None)
    else:
        b.all_names(None)


def _type_alias(b: Builder, node: Node) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    named = only_part(left) if left is not None else None
    if named is not None and named.type in CHAIN:
        _class_assignment(b, node, named, right)
        return
    type_params: list[Param] = []
    if named is not None and named.type == "generic_type":
        parts = parts_of(named)
        named, type_params = parts[0], type_parameters_of(b, parts[-1])
    if named is None:
        b.visit_children(node)
        return
    before, b.late_types = b.late_types, True
    value = b.type(right)
    b.late_types = before
    name = b.text(named)
    definition = b.define(name, "type", node, named, right, value=value, type_params=type_params, modifiers=visibility_of(b, name))
    b.bind(name, definition=definition)


def _class_assignment(b: Builder, node: Node, target: Node, right: Node | None) -> None:
    """`type(x).a = v`, which the grammar takes for a type alias of `(x).a`."""
    value = b.passed(only_part(right)) if right is not None else NONE
    first, links = links_of(target)
    called = b.add(Call(b.name("type"), (Arg(b.passed(first)),)))
    b.site("call", called, node.children[0], first)
    if target.type == "call":
        follow(b, called, first, links)
    else:
        assign_part(b, target, follow(b, called, first, links[1:]), value)


STATEMENTS: dict[str, Statement] = {
    "call": _call_statement,
    "assignment": _assignment,
    "augmented_assignment": _augmented,
    "type_alias_statement": _type_alias,
}
