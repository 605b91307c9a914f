"""Types and paths of Rust."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Expression
from nexus_diff.languages.rust_nodes import CRATE, MUTABLE, SELF, SUPER, field, first, has_token, parts, some
from nexus_diff.model.expr import REFERENCE, REFERENCE_MUT, Apply, Display, FuncType, Held, Literal, Name, Union
from nexus_diff.model.facts import NONE, Param

_ROOTS = {"self": SELF, "super": SUPER, "crate": CRATE, "$crate": CRATE}
SLICE, ARRAY = "[T]", "[T;N]"
HIDDEN = "impl"
"""Name of the generic type that stands for `impl Trait`."""
_OF_LIBRARY = frozenset({"primitive_type", "array_type"})
"""Types that no crate of the repository defines."""
LONGEST_PARAMETER = 2
"""Names of types up to this length are taken for type parameters where nothing else tells."""


def path(b: Builder, node: Node) -> int:
    """`a::b`: a member of what stands before it."""
    name, inner = field(node, "name"), field(node, "path")
    if name is None:
        return b.add(Literal("none"))
    if inner is None:  # `::krate`
        return b.name(b.text(name))
    value = path_root(b, inner)
    return b.attr(value, SUPER if name.type == "super" else b.text(name))


def path_root(b: Builder, node: Node) -> int:
    """What stands before a `::`."""
    if node.type in ("self", "super", "crate"):
        return b.name(_ROOTS[node.type])
    if node.type == "metavariable" and b.text(node) == "$crate":
        return b.name(CRATE)
    if node.type == "bracketed_type":
        return _qualified(b, node)
    return some(b, node)


def _qualified(b: Builder, node: Node) -> int:
    """`<T as Trait>`: the type, or for a type parameter the trait; `<T>`."""
    inner = first(node)
    if inner is None or inner.type != "qualified_type":
        return some(b, inner)
    own, trait = field(inner, "type"), field(inner, "alias")
    if own is not None and own.type in _OF_LIBRARY and trait is not None and trait.type == "generic_type":
        return some(b, trait)
    if own is not None and own.type == "type_identifier" and (len(b.text(own)) > LONGEST_PARAMETER or not b.text(own).isupper()):
        return some(b, own)
    return some(b, trait)


def type_arguments(b: Builder, node: Node | None) -> tuple[int, ...]:
    """The types between `<` and `>`; lifetimes and bindings of associated types left out."""
    if node is None:
        return ()
    return tuple(b.expr(part) for part in parts(node) if part.type not in ("lifetime", "type_binding", "block"))


def _generic(b: Builder, node: Node) -> int:
    own, arguments = field(node, "type"), field(node, "type_arguments")
    value = some(b, own)
    args = type_arguments(b, arguments) or _bindings(b, arguments)
    return b.add(Apply(value, args)) if args else value


def _bindings(b: Builder, node: Node | None) -> tuple[int, ...]:
    """`Item = T` of `Iterator<Item = T>`."""
    if node is None:
        return ()
    return tuple(some(b, field(part, "type")) for part in parts(node) if part.type == "type_binding")


def _reference(b: Builder, node: Node) -> int:
    inner = some(b, field(node, "type"))
    return b.add(Held(inner, REFERENCE_MUT if has_token(node, MUTABLE) else REFERENCE)) if inner != NONE else inner


def receiver(b: Builder, node: Node, own: str) -> int:
    """The type of `&self` and `&mut self`, where `Self` is called `own`."""
    return b.add(Held(b.name(own), REFERENCE_MUT if has_token(node, MUTABLE) else REFERENCE))


def _pointer(b: Builder, node: Node) -> int:
    return some(b, field(node, "type"))


def _array(b: Builder, node: Node) -> int:
    length = field(node, "length")
    element = some(b, field(node, "element"))
    before, b.in_type = b.in_type, False
    b.read(length)
    b.in_type = before
    return b.add(Apply(b.name(SLICE if length is None else ARRAY), (element,)))


def _tuple(b: Builder, node: Node) -> int:
    inside = parts(node)
    if len(inside) == 1 and not has_token(node, ","):  # `(dyn A + 'a)`
        return some(b, inside[0])
    return b.add(Display("tuple", tuple(b.expr(part) for part in parts(node))))


def _trait(b: Builder, node: Node) -> int:
    return some(b, field(node, "trait"))


def _hidden(b: Builder, node: Node) -> int:
    """`impl Trait`: a type without a name that has the trait."""
    return b.add(Apply(b.name(HIDDEN), (_trait(b, node),)))


def _bounded(b: Builder, node: Node) -> int:
    return _together(b, [b.expr(part) for part in parts(node) if part.type not in ("lifetime", "use_bounds")])


def _together(b: Builder, bounds: list[int]) -> int:
    if len(bounds) < 2:
        return bounds[0] if bounds else NONE
    return b.add(Union(tuple(bounds), intersection=True))


def _function(b: Builder, node: Node) -> int:
    params = field(node, "parameters")
    types = tuple(b.expr(field(part, "type") or part) for part in parts(params)) if params is not None else ()
    return b.add(FuncType(types, b.expr(field(node, "return_type"))))


def bounds(b: Builder, node: Node | None) -> int:
    """`A + B` behind a colon."""
    if node is None:
        return NONE
    kept = [part for part in parts(node) if part.type not in ("lifetime", "removed_trait_bound")]
    return _together(b, [b.expr(_bare(part)) for part in kept])


def _bare(node: Node) -> Node:
    """A bound without `for<'a>`."""
    return (field(node, "type") or node) if node.type == "higher_ranked_trait_bound" else node


def type_params(b: Builder, node: Node) -> list[Param]:
    """Type parameters of an item, with the bounds that stand with them and behind `where`."""
    listed = field(node, "type_parameters")
    where = {b.text(left): bound for left, bound in _predicates(node)}
    found: list[Param] = []
    for part in parts(listed) if listed is not None else ():
        name = field(part, "name")
        if part.type == "type_parameter" and name is not None:
            text = b.text(name)
            both = [bounds(b, field(part, "bounds")), bounds(b, where.get(text))]
            found.append(
                Param(text, type=_together(b, [bound for bound in both if bound != NONE]), default=b.expr(field(part, "default_type")))
            )
    return found


def _predicates(node: Node) -> list[tuple[Node, Node]]:
    clause = next((child for child in node.named_children if child.type == "where_clause"), None)
    found = []
    for part in parts(clause) if clause is not None else ():
        left, bound = field(part, "left"), field(part, "bounds")
        if left is not None and bound is not None:
            found.append((left, bound))
    return found


def supertraits(b: Builder, node: Node) -> list[int]:
    """Expressions of the traits that a trait builds on."""
    listed = field(node, "bounds")
    named = parts(listed) if listed is not None else []
    named += [p for left, bound in _predicates(node) if b.text(left) == "Self" for p in parts(bound)]
    return [b.type(_bare(part)) for part in named if part.type not in ("lifetime", "removed_trait_bound")]


def _nothing(b: Builder, node: Node) -> int:
    return b.literal("none")


def _lifetime(b: Builder, node: Node) -> int:
    return NONE


def typed(b: Builder, node: Node | None) -> int:
    """A type with its site; NONE for one that is left to inference."""
    index = b.type(node)
    if index == NONE:
        return NONE
    e = b.get(index)
    while isinstance(e, Held):
        e = b.get(e.value)
    return NONE if isinstance(e, Name) and e.name == "_" else index


TYPES: dict[str, Expression] = {
    "scoped_identifier": path,
    "scoped_type_identifier": path,
    "bracketed_type": _qualified,
    "generic_type": _generic,
    "generic_type_with_turbofish": _generic,
    "reference_type": _reference,
    "pointer_type": _pointer,
    "array_type": _array,
    "tuple_type": _tuple,
    "abstract_type": _hidden,
    "dynamic_type": _trait,
    "bounded_type": _bounded,
    "function_type": _function,
    "unit_type": _nothing,
    "never_type": _nothing,
    "lifetime": _lifetime,
}
