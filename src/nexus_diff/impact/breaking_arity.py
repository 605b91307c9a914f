"""Types of one name that are told apart by how many type parameters they have (C#): `A`, `A<>`, `A<,>`."""

from __future__ import annotations

from nexus_diff.impact.breaking_case import Side
from nexus_diff.impact.breaking_inside import within
from nexus_diff.link.classes import CLASS_KINDS
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.names import joined
from nexus_diff.link.values import Def
from nexus_diff.model import expr as x
from nexus_diff.model.facts import Site
from nexus_diff.model.graph import Node


def arity(side: Side, type_: Def) -> int | None:
    """How many type parameters a type has; None for what is no type, and where that does not tell types apart."""
    index, definition = side.view.file(type_.path), side.view.definition(type_)
    if index is None or definition is None or not index.language.arities or definition.kind not in CLASS_KINDS:
        return None
    return len(definition.type_params)


def arity_of(side: Side, node: Node) -> int | None:
    """The same of the type that a node stands for."""
    place = side.view.place(node.file_path, node.id)
    return arity(side, place) if place is not None else None


def open_name(name: str, count: int | None) -> str:
    """The name of a type with so many type parameters, as it is written without arguments."""
    return f"{name}<{',' * (count - 1)}>" if count else name


def given(index: FileIndex, site: Site, expr: int) -> int:
    """How many type arguments are written behind a name within a site."""
    found = (e for e in map(index.facts.exprs.__getitem__, within(index, site)) if isinstance(e, x.Apply) and e.type == expr)
    return next((len(e.args) for e in found), 0)


def another(side: Side, index: FileIndex, expr: int, count: int) -> bool:
    """Whether a namespace that is open at a name has a type of that name with so many type parameters."""
    e = index.facts.exprs[expr]
    if not isinstance(e, x.Name):
        return False
    packages, group = side.view.context.packages, index.language.group
    spaces = packages.around(index, index.facts.points[e.point].scope)
    return any(arity(side, d) == count for space in spaces for d in packages.all_named(group, joined(space, e.name)))
