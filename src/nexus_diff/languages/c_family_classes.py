"""Structs, unions, classes, enums and typedefs, with their members."""

# For maintainers. `typedef struct {…} Foo;` defines the struct Foo. A specialisation of a template is a class of the same name that is
# not bound: uses mean the template.

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.c_family_nodes import CONTAINERS, declared, field, name_text, parts, path_of
from nexus_diff.languages.c_family_types import SPECIFIERS, base_type, is_const, layered
from nexus_diff.model.facts import NONE, Base, Param

ENUM = "enum_specifier"


def specifier(b: Builder, node: Node) -> None:
    """`struct Foo {…};` that stands by itself; `struct Foo;` says that there is one somewhere."""
    name = field(node, "name")
    if field(node, "body") is None and name is not None and name.type == "type_identifier":
        b.site("forward", b.name(b.text(name)), name)
    define_type(b, node, whole=node)


def define_type(
    b: Builder,
    node: Node,
    *,
    whole: Node | None = None,
    first: Node | None = None,
    type_params: Sequence[Param] = (),
    named: Node | None = None,
    variable: Node | None = None,
) -> int:
    """The struct, union, class or enum of a specifier with a body; NONE for one that is only named. `named`: the node that names it where
    its own name is missing; `variable`: the node of the variable that alone is of it, where it has no name at all; `whole`: where it ends,
    if not with its body."""
    body = field(node, "body")
    name_node = field(node, "name") or named
    if body is None:
        return NONE
    if name_node is None and variable is not None and node.type != ENUM:
        return _unnamed(b, node, body, variable)
    if name_node is None:
        _anonymous(b, node, body)
        return NONE
    steps = path_of(name_node)
    name = name_text(b, steps[-1])
    within = ".".join(name_text(b, step) for step in steps[:-1])
    around = b.scope_kind()
    modifiers = {"exported"} if around in CONTAINERS else set()
    kind = "enum" if node.type == ENUM else "class"
    definition = b.define(name, kind, whole or node, steps[-1], body, within=within, first=first, modifiers=modifiers)
    if within:
        b.bind(name, definition=definition, attr_of=_holder(b, [name_text(b, step) for step in steps[:-1]]))
    elif steps[-1].type != "template_type":
        b.bind(name, definition=definition)
    if kind == "enum":
        _enumerators(b, body, name)
        return definition
    bases = [] if type_params else _bases(b, node)
    b.open("class", definition=definition)
    if type_params:
        b.complete(definition, type_params=type_params)
        bases = _bases(b, node)
    b.complete(definition, bases=bases)
    b.visit(body)
    b.close()
    return definition


def _holder(b: Builder, names: list[str]) -> int:
    value = b.name(names[0])
    for name in names[1:]:
        value = b.attr(value, name)
    return value


def _bases(b: Builder, node: Node) -> list[Base]:
    found = []
    for child in node.named_children:
        if child.type == "base_class_clause":
            for base in parts(child):
                if base.type in ("type_identifier", "template_type", "qualified_identifier"):
                    expr = b.expr(base)
                    b.site("base", expr, base)
                    found.append(Base(expr))
    return found


def unnamed(b: Builder, variable: Node) -> str:
    """The name that stands for the type of the one variable that is of a type without a name. No text can mean it."""
    return f"struct {name_text(b, variable)}"


def _unnamed(b: Builder, node: Node, body: Node, variable: Node) -> int:
    """`struct {…} x;`: a type without a name and without a node."""
    name = unnamed(b, variable)
    definition = b.define(name, "class", node.parent or node, variable, body, modifiers=("unnamed",))
    b.bind(name, definition=definition)
    b.open("class", definition=definition)
    b.visit(body)
    b.close()
    return definition


def _anonymous(b: Builder, node: Node, body: Node) -> None:
    """Members of an anonymous struct or union are those of what is around; outside of a class they are of no name."""
    if node.type == ENUM:
        _enumerators(b, body, "")
    elif b.scope_kind() == "class":
        b.visit(body)
    else:
        b.open("class")
        b.visit(body)
        b.close()


def _enumerators(b: Builder, body: Node, enum: str) -> None:
    """Names of an enum's values, seen around it."""
    type = b.name(enum) if enum else NONE
    for child in parts(body):
        name = field(child, "name") if child.type == "enumerator" else None
        if name is None:
            b.visit(child)
            continue
        value = field(child, "value")
        if value is not None:
            b.expr(value)
        b.bind(b.text(name), b.literal("int"), type=type)


def type_definition(b: Builder, node: Node) -> None:
    """`typedef T name;`, `typedef struct {…} name;`."""
    kind = field(node, "type")
    declarators = [(child, declared(child)) for child in node.children_by_field_name("declarator")]
    plain = next((what.name for _, what in declarators if what.name is not None and not what.layers), None)
    tag = ""
    bodied = False
    if kind is not None and kind.type in SPECIFIERS:
        name = field(kind, "name")
        define_type(b, kind, whole=node, named=plain, first=node)
        tag = name_text(b, name) if name is not None else b.text(plain) if plain is not None else ""
        bodied = field(kind, "body") is not None
    base = base_type(b, node) if tag == "" else b.name(tag)
    for child, what in declarators:
        if what.name is None or b.text(what.name) == tag:
            continue
        modifiers = ("exported",) if b.scope_kind() in CONTAINERS else ()
        whole = child if bodied else node  # members that change are no change of a second name
        value = layered(b, base, what, const=is_const(b, node))
        definition = b.define(b.text(what.name), "type", whole, what.name, value=value, modifiers=modifiers)
        b.bind(b.text(what.name), definition=definition)
