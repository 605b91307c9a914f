"""Types of C and C++ as expressions."""

# For maintainers. A pointer or a reference to T, and a constant T, is a `Held` around T: members are found through any of them, overloads
# tell them apart. Text of C is a type of its own, "char*", constant where its characters are.

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.c_family_nodes import ARRAYS, FUNCTIONS, POINTERS, Declared, declared, field, first, parts
from nexus_diff.model.expr import Apply, Attr, Call, Cast, Deref, FuncType, Held, Index, Iter, Name, Op, TypeOf, Union
from nexus_diff.model.facts import NONE

ARRAY = "[]"
TEXT = "char*"
HELD = frozenset({"*", "&", "&&"})
_HOLDING = (Attr, Call, Cast, Deref, Index, Iter, Name, Op, Union)
AUTO = frozenset({"auto", "decltype(auto)", "__auto_type"})
SPECIFIERS = frozenset({"struct_specifier", "class_specifier", "union_specifier", "enum_specifier"})


def base_type(b: Builder, node: Node) -> int:
    """The type before the declarators of a declaration, NONE where it is left to the value (`auto`)."""
    found = field(node, "type")
    return b.type(found) if found is not None and not _is_auto(b, found) else NONE


def _is_auto(b: Builder, type: Node) -> bool:
    return type.type == "placeholder_type_specifier" or b.text(type) in AUTO


def is_const(b: Builder, node: Node) -> bool:
    """Whether the type of a declaration is written with `const`, before or behind it."""
    return any(child.type == "type_qualifier" and b.text(child) == "const" for child in node.children)


def layered(b: Builder, base: int, what: Declared, skip: int = 0, const: bool = False) -> int:
    """The type of what is declared: `base`, which is `const` or not, with the layers of its declarator, without the innermost `skip`."""
    layers = what.layers[: len(what.layers) - skip] if skip else what.layers
    found = b.add(Held(base, "const")) if const and base != NONE else base
    for layer in layers:
        kind = layer.type
        if kind in FUNCTIONS:
            found = b.add(FuncType(tuple(parameter_types(b, layer)), found))
        elif found != NONE and kind in ARRAYS:
            found = b.add(Apply(b.name(ARRAY), (found,)))
        elif kind in POINTERS and found != NONE:
            found = _pointer(b, found, layer)
    return found


def copied(b: Builder, node: Node, value: int, what: Declared) -> int:
    """The value of a variable whose type is left to it: `auto x` is a copy, `const auto& x` is constant."""
    kind = field(node, "type")
    if value == NONE or type(b.get(value)) not in _HOLDING or kind is None or not _is_auto(b, kind):
        return value
    if is_const(b, node):
        return b.add(Held(b.add(Held(value, "")), "const"))
    return b.add(Held(value, "")) if not what.layers else value


def _pointer(b: Builder, inner: int, layer: Node) -> int:
    """A pointer or reference to a type; functions are called through either."""
    how = layer.children[0].type if layer.children else ""
    e = b.get(inner)
    const = type(e) is Held and e.how == "const"
    base = b.get(e.value) if type(e) is Held and const else e
    if how == "*" and type(base) is Name and base.name == "char":
        text = b.name(TEXT)
        return b.add(Held(text, "const")) if const else text
    return b.add(Held(inner, how)) if how in HELD and type(e) is not FuncType else inner


def parameter_types(b: Builder, function: Node) -> list[int]:
    """Types of the parameters of a function declarator whose names do not matter."""
    listed = field(function, "parameters")
    found = []
    for child in parts(listed) if listed is not None else ():
        if child.type.endswith("parameter_declaration"):
            what = declared(field(child, "declarator"))
            if not (what.name is None and not what.layers and _is_void(b, child)):
                found.append(layered(b, base_type(b, child), what, const=is_const(b, child)))
    return found


def _is_void(b: Builder, node: Node) -> bool:
    found = field(node, "type")
    return found is not None and b.text(found) == "void"


def type_descriptor(b: Builder, node: Node) -> int:
    """`const T*`, as in casts and template arguments."""
    found = field(node, "type")
    inner = b.expr(found) if found is not None and found.type != "placeholder_type_specifier" else NONE
    return layered(b, inner, declared(field(node, "declarator")), const=is_const(b, node))


def _template(b: Builder, node: Node) -> int:
    name = field(node, "name")
    inner = b.expr(name)
    return b.add(Apply(inner, type_arguments(b, field(node, "arguments"))))


def type_arguments(b: Builder, node: Node | None) -> tuple[int, ...]:
    """The arguments between `<` and `>`."""
    if node is None:
        return ()
    before, b.in_type = b.in_type, True
    found = tuple(b.expr(child) for child in parts(node))
    b.in_type = before
    return found


def _specifier(b: Builder, node: Node) -> int:
    """`struct foo` where it is only named; one with a body is defined where the declaration is handled."""
    name = field(node, "name")
    return b.expr(name) if name is not None else NONE


def _sized(b: Builder, node: Node) -> int:
    words = b.text(node).split()
    unsigned = "unsigned" in words
    rest = [word for word in words if word not in ("signed", "unsigned", "int")]
    if "char" in rest:
        return b.name("unsigned char" if unsigned else "signed char" if "signed" in words else "char")
    if "double" in rest:
        return b.name("double")
    return b.name(f"{'unsigned ' if unsigned else ''}{' '.join(rest) or 'int'}")


def _inner(b: Builder, node: Node) -> int:
    return b.expr(first(node))


def _macro_type(b: Builder, node: Node) -> int:
    return b.expr(field(node, "type"))


def _decltype(b: Builder, node: Node) -> int:
    before, b.in_type = b.in_type, False
    inner = b.expr(first(node))
    b.in_type = before
    return b.add(TypeOf(inner)) if inner != NONE else NONE


def _parameter_type(b: Builder, node: Node) -> int:
    """A parameter inside of a template argument (`function<void(int)>`)."""
    return layered(b, base_type(b, node), declared(field(node, "declarator")), const=is_const(b, node))


def _pack(b: Builder, node: Node) -> int:
    return b.expr(field(node, "pattern") or first(node))


TYPES: dict[str, Callable[[Builder, Node], int]] = {
    "type_descriptor": type_descriptor,
    "template_type": _template,
    "struct_specifier": _specifier,
    "class_specifier": _specifier,
    "union_specifier": _specifier,
    "enum_specifier": _specifier,
    "sized_type_specifier": _sized,
    "dependent_type": _inner,
    "macro_type_specifier": _macro_type,
    "decltype": _decltype,
    "parameter_declaration": _parameter_type,
    "parameter_pack_expansion": _pack,
}
