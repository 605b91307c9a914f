"""Declarations of C and C++: variables, fields and prototypes, and objects that a declaration makes."""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.c_family_classes import ENUM, define_type, unnamed
from nexus_diff.languages.c_family_expressions import arguments, items, last_name
from nexus_diff.languages.c_family_functions import hidden, prototype
from nexus_diff.languages.c_family_nodes import ARRAYS, CONTAINERS, Declared, declared, field, name_text, parts, path_of, words
from nexus_diff.languages.c_family_types import SPECIFIERS, base_type, copied, is_const, layered
from nexus_diff.model.expr import Arg, Call, Display, Index, Item, New
from nexus_diff.model.facts import NONE, Param

CLASS = "class"
_CONSTRUCTED = frozenset({"type_identifier", "template_type", "qualified_identifier", "dependent_type"})


def c_declaration(b: Builder, node: Node) -> None:
    """A declaration of C: no constructor runs."""
    declaration(b, node, constructs=False)


def declaration(
    b: Builder,
    node: Node,
    first: Node | None = None,
    type_params: Sequence[Param] = (),
    access: str = "",
    constructs: bool = True,
) -> None:
    """`T a, *b = c, f(int);`: variables, fields and prototypes, and the type that is defined in place."""
    kind = field(node, "type")
    declarators = node.children_by_field_name("declarator")
    if kind is not None and _is_macro(b, kind, declarators, constructs):
        b.site("call", b.add(Call(b.name(b.text(kind)), (Arg(b.literal("int"), "*"),))), kind, node)
        return
    base = NONE
    if kind is not None and kind.type in SPECIFIERS:
        variable = declared(declarators[0]).name if declarators else None
        made = define_type(b, kind, whole=None if declarators else node, first=first, type_params=type_params, variable=variable)
        if made != NONE and variable is not None and field(kind, "name") is None and kind.type != ENUM:
            base = b.name(unnamed(b, variable))
    base = base_type(b, node) if declarators and base == NONE else base
    for declarator in declarators:
        what = declared(declarator)
        if what.name is None:
            b.visit(declarator)
        elif what.function is None:
            value = field(declarator, "value") or (_loose_value(node) if len(declarators) == 1 else None)
            _variable(b, node, what, base, _made(b, node, what, base, value, constructs), value, access)
        elif constructs and _constructs(b, node, what):
            _variable(b, node, what, base, _vexing(b, node, what, base), None, access)
        else:
            prototype(b, node, declarator, first, type_params, access)


def _is_macro(b: Builder, kind: Node, declarators: Sequence[Node], constructs: bool) -> bool:
    """Whether `MACRO(Name)` in a class of C++ stands for declarations; the grammar reads a field in parentheses."""
    if not constructs or b.scope_kind() != CLASS or kind.type != "type_identifier" or len(declarators) != 1:
        return False
    inside = parts(declarators[0]) if declarators[0].type == "parenthesized_declarator" else []
    return [part.type for part in inside] == ["field_identifier"]


def _loose_value(node: Node) -> Node | None:
    """The initialiser of a field or of a condition's variable, which stands beside its declarator."""
    return field(node, "default_value") or field(node, "value")


def _constructs(b: Builder, node: Node, what: Declared) -> bool:
    """Whether `Foo x(a, b);` in a function makes an object rather than declares a function."""
    function, kind = what.function, field(node, "type")
    if function is None or len(what.layers) != 1 or b.scope_kind() in CONTAINERS or b.scope_kind() == CLASS:
        return False
    listed = field(function, "parameters")
    if kind is None or kind.type not in _CONSTRUCTED or listed is None or field(node, "storage_class_specifier") is not None:
        return False
    children = parts(listed)
    return bool(children) and all(_is_argument(child) for child in children)


def _is_argument(node: Node) -> bool:
    """Whether a parameter without a name reads as an argument too: `a`, `f(b)`, `m[1]`."""
    kind, declarator = field(node, "type"), field(node, "declarator")
    if node.type != "parameter_declaration" or kind is None or kind.type == "primitive_type":
        return False
    if declarator is None:
        return True
    if declarator.type == "abstract_array_declarator":
        return field(declarator, "declarator") is None
    inside = field(declarator, "parameters")
    return (
        declarator.type == "abstract_function_declarator"
        and field(declarator, "declarator") is None
        and inside is not None
        and all(_is_argument(child) for child in parts(inside))
    )


def _vexing(b: Builder, node: Node, what: Declared, type: int) -> int:
    """The object that `Foo x(a, f(b));` makes."""
    listed = field(what.function, "parameters") if what.function is not None else None
    return _construct(b, node, type, _arguments(b, listed))


def _arguments(b: Builder, listed: Node | None) -> tuple[Arg, ...]:
    return tuple(Arg(_argument(b, child)) for child in parts(listed)) if listed is not None else ()


def _argument(b: Builder, node: Node) -> int:
    """The argument that the grammar took for a parameter."""
    kind, declarator = field(node, "type"), field(node, "declarator")
    if declarator is None or kind is None:
        return b.passed(kind)
    if declarator.type == "abstract_array_declarator":
        return b.add(Index(b.expr(kind), b.expr(field(declarator, "size"))))
    if b.text(kind) == "sizeof":
        return b.literal("size_t")
    made = b.add(Call(b.callee(kind), _arguments(b, field(declarator, "parameters"))))
    b.site("call", made, last_name(kind), node)
    return made


def _made(b: Builder, node: Node, what: Declared, base: int, value: Node | None, constructs: bool) -> int:
    """What a variable holds at first: its initialiser, or an object made by a constructor."""
    kind = field(node, "type")
    direct = constructs and kind is not None and kind.type in _CONSTRUCTED and not what.indirect
    if value is None:
        rows = constructs and kind is not None and kind.type in _CONSTRUCTED and all(layer.type in ARRAYS for layer in what.layers)
        makes = (direct or rows) and b.scope_kind() != CLASS and "extern" not in words(b, node)
        return _construct(b, node, base, ()) if makes else NONE
    if value.type == "argument_list":
        args = arguments(b, value)
        return _construct(b, node, base, args) if direct else args[0].value if len(args) == 1 else NONE
    if value.type == "initializer_list" and base != NONE and (direct or not what.indirect):
        return _aggregate(b, node, base, value, direct)
    if value.type == "initializer_list" and base != NONE and all(layer.type in ARRAYS for layer in what.layers):
        return _table(b, base, value)
    made = b.passed(value)
    if direct and made != NONE and b.scope_kind() != CLASS:
        b.site("convert", b.add(New(base, (Arg(made),))), value)
    return made


def _aggregate(b: Builder, node: Node, type: int, value: Node, constructs: bool) -> int:
    """`T x = {a, .f = b};`: the fields take what stands between the braces."""
    args = items(b, value)
    made = _construct(b, node, type, args) if constructs else b.add(New(type, args))
    b.site("new", made, value)
    return made


def _table(b: Builder, type: int, value: Node, depth: int = 0) -> int:
    """`T xs[] = {{a, b}, {c, d}};`: an object for each inner pair of braces."""
    found = []
    for child in parts(value):
        inner = field(child, "value") if child.type == "initializer_pair" else child
        if inner is None or inner.type != "initializer_list":
            found.append(b.passed(inner))
        elif depth == 0 and all(part.type == "initializer_list" for part in parts(inner)) and parts(inner):
            found.append(_table(b, type, inner, depth + 1))
        else:
            made = b.add(New(type, items(b, inner)))
            b.site("new", made, inner)
            found.append(made)
    return b.add(Display("array", tuple(found)))


def _construct(b: Builder, node: Node, type: int, args: tuple[Arg, ...]) -> int:
    kind = field(node, "type")
    made = b.add(New(type, args))
    if kind is not None:
        b.site("call", made, last_name(kind), node)
    return made


def _variable(b: Builder, node: Node, what: Declared, base: int, made: int, value: Node | None, access: str) -> None:
    """Bind a variable or field; those that other functions can see are definitions."""
    name_node = what.name
    assert name_node is not None
    if name_node.type == "structured_binding_declarator":
        for position, part in enumerate(parts(name_node)):
            b.bind(b.text(part), b.add(Item(made, position)))
        return
    steps = path_of(name_node)
    if len(steps) != 1:
        return
    for layer in what.layers:
        b.read(field(layer, "size") if layer.type in ARRAYS else None)
    type = base if what.function is not None else layered(b, base, what, const=is_const(b, node))
    made = copied(b, node, made, what)
    name, around, written = name_text(b, steps[0]), b.scope_kind(), words(b, node)
    if around == CLASS:
        modifiers = ({access} if access else set()) | ({"static", "mutable"} & written)
        definition = b.define(name, "field", node, name_node, value, type=type, value=made, modifiers=modifiers)
        b.bind(name, made, type=type, definition=definition)
    elif around in CONTAINERS and not ("extern" in written and value is None):
        modifiers = {"local" if "static" in written or hidden(node) else "exported"}
        definition = b.define(name, "variable", node, name_node, value, type=type, value=made, modifiers=modifiers)
        b.bind(name, made, type=type, definition=definition)
    else:
        b.bind(name, made, type=type)
