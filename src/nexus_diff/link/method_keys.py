"""The keys under which methods and their overrides find one another."""

from __future__ import annotations

from nexus_diff.languages.base import Language
from nexus_diff.link.nodes import last_name
from nexus_diff.model.expr import Apply, Attr, Expr, Held, Name
from nexus_diff.model.facts import NONE, Definition, FileFacts

ANY_TYPE = "*"
"""Stands for a type parameter in the key of a method."""
OF = "@"
"""Before the package of a type that is written with it: where two types bear one name, one of them is."""
PLAIN = "!"
"""Ends the name of a type that no type parameter stands for."""
OWN = "`"
"""Before the number of a method's own type parameters, where an override has as many."""
PLACE = "^"
"""Before the place of one of a method's own type parameters among these: in an override it stands at the same place."""
CONSTANT = "const!"
"""Stands behind the types of the parameters of a method that leaves its instance as it is."""
ARRAY = "[]"
"""Name of the type of arrays, and end of the name of one with known elements."""


def method_key(language: Language, facts: FileFacts, definition: Definition) -> str:
    """The name under which a method and its overrides find one another: with overloads, the last names of its parameters' types are part of
    it, with blocks of members the name of the trait, which is empty for members that the type has by itself."""
    if language.overloads == "blocks":
        return f"{definition.name}/{_trait_name(facts, definition)}"
    if not language.overloads:
        return definition.name
    types = ",".join(type_names(language, facts, definition))
    own = f"{OWN}{len(definition.type_params)}," if language.arities and definition.type_params else ""
    return f"{definition.name}/{own}{types}"


def _trait_name(facts: FileFacts, definition: Definition) -> str:
    """The last name of the trait that a method stands in or implements; "*" where a macro makes it."""
    owner = facts.scopes[definition.scope].definition
    body = facts.definitions[owner] if owner != NONE else None
    if body is None or body.kind not in ("extension", "interface"):
        return ANY_TYPE
    if body.kind == "interface" or not body.bases:
        return body.name if body.kind == "interface" else ""
    name = last_name(facts, body.bases[0].expr)
    name = next((imp.name for imp in facts.imports if imp.alias == name and imp.name), name)
    return ANY_TYPE if name.startswith("$") else name


def type_names(language: Language, facts: FileFacts, definition: Definition) -> list[str]:
    """The last names of the types of a function's parameters, of arrays those of their elements with brackets; "*" for type parameters (the
    place of a method's own), and where no type is written; with "!" where a type parameter cannot stand for the type."""
    placed = language.overloads == "merge"
    free = {p.name: f"{PLACE}{place}" if placed else ANY_TYPE for place, p in enumerate(definition.type_params)}
    scope = definition.scope
    while scope >= 0:
        owner = facts.scopes[scope].definition
        for p in facts.definitions[owner].type_params if owner != NONE else ():
            free.setdefault(p.name, ANY_TYPE)
        scope = facts.scopes[scope].parent
    found = [_type_name(language, facts, p.type, free) for p in definition.params]
    return [*found, CONSTANT] if "const" in definition.modifiers else found


def _type_name(language: Language, facts: FileFacts, expr: int, free: dict[str, str]) -> str:
    e = facts.exprs[expr] if expr != NONE else None
    if isinstance(e, Held):
        return _held_name(language, facts, e, free)
    name = last_name(facts, expr)
    if not name or name in free:
        return free.get(name, ANY_TYPE)
    e = facts.exprs[expr]
    if name == ARRAY and isinstance(e, Apply) and e.args:
        inner = _type_name(language, facts, e.args[0], free)
        return inner if inner == ANY_TYPE and language.overloads != "merge" else f"{inner}{ARRAY}"
    if isinstance(e, Apply):
        e = facts.exprs[e.type]
    if isinstance(e, Attr) and language.overloads == "merge":
        return f"{name}{OF}{_package(facts, e)}".removesuffix(OF)
    return f"{name}{PLAIN}" if language.objects_only and name in language.boxes else name


def _package(facts: FileFacts, e: Attr) -> str:
    """The package that a type is written with, "" where it is the member of another type."""
    parts: list[str] = []
    inner: Expr = facts.exprs[e.value]
    while isinstance(inner, Attr):
        parts.append(inner.name)
        inner = facts.exprs[inner.value]
    if isinstance(inner, Name):
        parts.append(inner.name)
    return ".".join(reversed(parts)) if parts and all(part[:1].islower() for part in parts) else ""


def _held_name(language: Language, facts: FileFacts, e: Held, free: dict[str, str]) -> str:
    """The name of a type with how it is held: what is const counts behind a pointer or a reference only."""
    inner = facts.exprs[e.value]
    if e.how == "const" or not e.how:
        own = _type_name(language, facts, e.value, free)
        return f"{own} const" if e.how and own.endswith("*") and own != ANY_TYPE else own
    constant = isinstance(inner, Held) and inner.how == "const"
    return f"{_type_name(language, facts, e.value, free)}{' const' if constant else ''} {e.how}"


def alike(one: str, other: str) -> bool:
    """Whether the keys of two methods are those of a method and its override. A bare name is the key of all methods of that name."""
    if one == other or "/" not in one or "/" not in other:
        return one.partition("/")[0] == other.partition("/")[0]
    mine, others = one.partition("/")[2].split(","), other.partition("/")[2].split(",")
    return len(mine) == len(others) and all(same_type(a, b) for a, b in zip(mine, others, strict=True))


def same_type(one: str, other: str) -> bool:
    """Whether two names of types (see `type_names`) may be those of one type."""
    if one == other or not one or not other:
        return one == other
    if one.endswith(ARRAY) and other.endswith(ARRAY):
        return same_type(one[: -len(ARRAY)], other[: -len(ARRAY)])
    mine, _, how = one.partition(" ")
    others, _, other_how = other.partition(" ")
    (mine, _, home), (others, _, other_home) = mine.partition(OF), others.partition(OF)
    if mine == others and how == other_how:
        return not home or not other_home
    if mine.startswith(PLACE) or others.startswith(PLACE):  # by erasure, an override without type parameters takes any object
        return "Object" in (mine, others)
    return ANY_TYPE in (mine, others) and how == other_how and not mine.endswith(PLAIN) and not others.endswith(PLAIN)
