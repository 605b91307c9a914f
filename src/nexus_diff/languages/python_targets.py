"""What stands left of `=` in Python, or after `for`, `with … as`, `except … as`."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.python_chains import key_of
from nexus_diff.languages.python_nodes import REST, only_part, parts_of
from nexus_diff.model.expr import NONE, Index, Item, Iter

SEQUENCES = frozenset(
    {"pattern_list", "tuple_pattern", "list_pattern", "tuple", "list", "expression_list", "list_splat_pattern", "list_splat"}
)


WRAPPERS = frozenset({"parenthesized_expression", "as_pattern_target"})


def assign(b: Builder, target: Node | None, value: int, type: int = NONE) -> None:
    """Bind whatever stands left of `=` (or in for, with, as) to a value."""
    if target is None:
        return
    kind = target.type
    if kind == "identifier":
        b.bind(b.text(target), value, type=type)
    elif kind in ("attribute", "subscript"):
        assign_part(b, target, b.expr(target.children[0]), value, type)
    elif kind in SEQUENCES or kind in WRAPPERS:
        if b.enter(target):
            _destructure(b, target, value, type)
            b.leave()
    else:
        b.visit(target)


def assign_part(b: Builder, target: Node, owner: int, value: int, type: int = NONE) -> None:
    """Bind an attribute or an element of `owner`."""
    children = target.children
    if target.type == "attribute":
        name = b.text(children[-1])
        b.bind(name, value, type=type, attr_of=owner)
        b.site("attr_set", b.attr(owner, name), children[-1])
    else:
        key = key_of(b, target, children)
        b.op("[]=", b.add(Index(owner, key)), value, target)


def _destructure(b: Builder, node: Node, value: int, type: int) -> None:
    if node.type in WRAPPERS:
        assign(b, only_part(node), value, type)
        return
    targets = parts_of(node)
    rest = next((at for at, target in enumerate(targets) if target.type in ("list_splat_pattern", "list_splat")), None)
    for at, target in enumerate(targets):
        if at == rest:
            assign(b, only_part(target), b.add(Item(value, REST)))
        else:
            position = at if rest is None or at < rest else at - len(targets)
            assign(b, target, b.add(Item(value, position)))


def iterate(b: Builder, node: Node, awaited: bool = False) -> int:
    """An element of iterating the node, with its site."""
    index = b.add(Iter(b.expr(node), awaited))
    b.site("iter", index, node)
    return index
