"""Functions, classes, their parameters and bases in Python."""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Statement
from nexus_diff.languages.python_nodes import only_part, parts_of
from nexus_diff.model.expr import NONE
from nexus_diff.model.facts import Base, Param

DECORATOR_MODIFIERS = {
    "staticmethod": "static",
    "classmethod": "classmethod",
    "property": "property",
    "cached_property": "property",
    "abstractproperty": "property",
    "setter": "setter",
    "deleter": "setter",
    "abstractmethod": "abstract",
    "override": "override",
    "overload": "overload",
}


def visibility_of(b: Builder, name: str) -> list[str]:
    """Whether a name says that it is meant for others."""
    dunder = name.startswith("__") and name.endswith("__") and len(name) > 4
    if name.startswith("_") and not dunder:
        return ["private"]
    return ["exported"] if "function" not in b.enclosing() else []


def _decorated(b: Builder, node: Node) -> None:
    decorators: list[tuple[int, Node]] = []
    modifiers = []
    for child in node.named_children:
        if child.type == "decorator":
            inner = only_part(child)
            if inner is not None:
                decorators.append((b.callee(inner), inner))
                modifiers.append(DECORATOR_MODIFIERS.get(_last_name(b, inner), ""))
    made = node.child_by_field_name("definition")
    kept = [modifier for modifier in modifiers if modifier]
    if made is not None and made.type == "class_definition":
        _class(b, made, node, decorators)
    elif made is not None:
        _function(b, made, node, decorators, kept)


def _last_name(b: Builder, node: Node) -> str:
    while node.type == "call":
        node = node.children[0]
    return b.text(node.children[-1] if node.type == "attribute" else node)


def _decorator_sites(b: Builder, decorators: Sequence[tuple[int, Node]], definition: int) -> None:
    for index, node in decorators:
        at = node
        while at.type in ("call", "attribute"):
            at = at.children[0] if at.type == "call" else at.children[-1]
        b.site("decorator", index, at, node, definition)


def _function_handler(b: Builder, node: Node) -> None:
    _function(b, node, node, (), [])


def _function(b: Builder, node: Node, outer: Node, decorators: Sequence[tuple[int, Node]], modifiers: list[str]) -> None:
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        b.visit_children(node)
        return
    name = b.text(name_node)
    modifiers += visibility_of(b, name)
    if node.children[0].type == "async":
        modifiers.append("async")
    definition = b.define(
        name,
        "method" if b.scope_kind() == "class" else "function",
        outer,
        name_node,
        body,
        type_params=type_parameters_of(b, node.child_by_field_name("type_parameters")),
        params=parameters_of(b, node.child_by_field_name("parameters")),
        returns=b.type(node.child_by_field_name("return_type")),
        decorators=[index for index, _ in decorators],
        modifiers=modifiers,
    )
    _decorator_sites(b, decorators, definition)
    b.open("function", definition=definition)
    if body is not None:
        b.visit(body)
    b.close()
    b.bind(name, definition=definition)


def parameters_of(b: Builder, node: Node | None) -> list[Param]:
    """The parameters of a function or lambda; defaults and types are evaluated here."""
    params: list[Param] = []
    kind = "pos"
    for child in parts_of(node) if node is not None else ():
        if child.type == "keyword_separator":
            kind = "kwonly"
        elif child.type == "positional_separator":
            params = [Param(param.name, "posonly", param.default, param.type) for param in params]
        else:
            param = _param(b, child, kind)
            params.append(param)
            if param.kind == "*":
                kind = "kwonly"
    return params


def _param(b: Builder, node: Node, kind: str) -> Param:
    type = b.type(node.child_by_field_name("type"))
    default = b.value(node.child_by_field_name("value"))
    named: Node | None = node.child_by_field_name("name")
    if named is None:
        named = only_part(node) if node.type == "typed_parameter" else node
    if named is not None and named.type in ("list_splat_pattern", "dictionary_splat_pattern"):
        kind = "*" if named.type == "list_splat_pattern" else "**"
        named = only_part(named)
    return Param(b.text(named) if named is not None and named.type == "identifier" else "", kind, default, type)


def type_parameters_of(b: Builder, node: Node | None) -> list[Param]:
    """The type parameters in brackets after a name."""
    params = []
    for child in parts_of(node) if node is not None else ():
        inner, bound, kind = only_part(child), NONE, "pos"
        if inner is not None and inner.type == "constrained_type":
            parts = parts_of(inner)
            inner, bound = only_part(parts[0]), b.type(parts[-1])
        if inner is not None and inner.type == "splat_type":
            kind = "**" if inner.children[0].type == "**" else "*"
            inner = only_part(inner)
        if inner is not None:
            params.append(Param(b.text(inner), kind, NONE, bound))
    return params


def _class_handler(b: Builder, node: Node) -> None:
    _class(b, node, node, ())


def _class(b: Builder, node: Node, outer: Node, decorators: Sequence[tuple[int, Node]]) -> None:
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        b.visit_children(node)
        return
    name = b.text(name_node)
    type_params = type_parameters_of(b, node.child_by_field_name("type_parameters"))
    bases = _bases(b, node.child_by_field_name("superclasses"))
    definition = b.define(
        name,
        "class",
        outer,
        name_node,
        body,
        type_params=type_params,
        bases=[base for base, _ in bases],
        decorators=[index for index, _ in decorators],
        modifiers=visibility_of(b, name),
    )
    _decorator_sites(b, decorators, definition)
    for base, at in bases:
        if base.keyword in ("", "*", "metaclass"):
            b.site("base", base.expr, at, definition=definition)
    b.open("class", definition=definition)
    if body is not None:
        b.visit(body)
    b.close()
    b.bind(name, definition=definition)


def _bases(b: Builder, node: Node | None) -> list[tuple[Base, Node]]:
    bases = []
    for child in parts_of(node) if node is not None else ():
        if child.type == "keyword_argument":
            children = child.children
            bases.append((Base(b.callee(children[-1]), keyword=b.text(children[0])), children[-1]))
        elif child.type in ("list_splat", "dictionary_splat"):
            inner = only_part(child)
            if inner is not None:
                bases.append((Base(b.callee(inner), keyword="*" if child.type == "list_splat" else "**"), inner))
        else:
            bases.append((Base(b.callee(child)), child))
    return bases


STATEMENTS: dict[str, Statement] = {
    "function_definition": _function_handler,
    "class_definition": _class_handler,
    "decorated_definition": _decorated,
}
