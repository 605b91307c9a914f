"""Expressions and values as text, for people who ask how a call was resolved."""

from __future__ import annotations

from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import (
    Alias,
    Bound,
    Box,
    Def,
    Ext,
    Func,
    Inst,
    Mod,
    Pack,
    Param,
    Partial,
    Shape,
    Slot,
    Super,
    TypeParam,
    Value,
    Values,
)  # fmt: skip
from nexus_diff.link.world import World
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

LONGEST = 120


def expression(index: FileIndex, expr: int, depth: int = 0) -> str:
    """Source-like text of an expression, shortened."""
    e = index.facts.exprs[expr] if expr != NONE else None
    if e is None or depth > 6:
        return "…"

    def inner(child: int) -> str:
        return expression(index, child, depth + 1)

    text = "…"
    if isinstance(e, x.Name):
        text = e.name
    elif isinstance(e, x.Attr):
        holder = index.facts.exprs[e.value]
        text = f"{inner(holder.value)}->{e.name}" if isinstance(holder, x.Deref) else f"{inner(e.value)}.{e.name}"
    elif isinstance(e, (x.AddressOf, x.Deref)):
        text = f"{'&' if isinstance(e, x.AddressOf) else '*'}{inner(e.value)}"
    elif isinstance(e, x.Call):
        text = f"{inner(e.func)}({_arguments(index, e.args, depth)})"
    elif isinstance(e, x.New):
        text = f"new {inner(e.type)}({_arguments(index, e.args, depth)})"
    elif isinstance(e, x.Index):
        text = f"{inner(e.value)}[{inner(e.key)}]"
    elif isinstance(e, x.Literal):
        text = repr(e.value.replace(x.GAP, "…")) if e.value else e.type
    elif isinstance(e, x.Await):
        text = f"await {inner(e.value)}"
    elif isinstance(e, x.Op):
        text = f"{inner(e.left)} {e.op} {inner(e.right)}" if e.right != NONE else f"{e.op} {inner(e.left)}"
    elif isinstance(e, x.Held):
        text = f"const {inner(e.value)}" if e.how == "const" else f"{inner(e.value)}{e.how}"
    elif isinstance(e, x.Iter):
        text = f"each of {inner(e.value)}"
    elif isinstance(e, x.Func):
        text = "a function made here"
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _arguments(index: FileIndex, args: tuple[x.Arg, ...], depth: int) -> str:
    marks = {"*": "*", "**": "**", "": ""}
    return ", ".join(marks.get(a.keyword, f"{a.keyword}=") + expression(index, a.value, depth + 1) for a in args)


def values(world: World, found: Values) -> str:
    """What an expression may be, in words."""
    return " or ".join(value(world, v) for v in found) if found else "unknown"


def value(world: World, v: Value) -> str:
    """One value in words."""
    if isinstance(v, Def):
        return named(world, v.path, v.index)
    if isinstance(v, Inst):
        return ("exactly a " if v.exact else "a ") + named(world, v.path, v.index)
    if isinstance(v, Bound):
        return f"method {named(world, v.path, v.index)}"
    if isinstance(v, Super):
        return f"what stands above {named(world, v.path, v.index)}"
    if isinstance(v, Box):
        return f"{v.name} of {' / '.join(values(world, a) for a in v.args)}" if v.args else v.name
    if isinstance(v, Ext):
        return f"{v.name} (outside the repository)"
    if isinstance(v, (Mod, Pack)):
        return f"module {v.path}"
    if isinstance(v, Param):
        return f"whatever is handed to parameter {v.name} of {named(world, v.path, v.index)}"
    if isinstance(v, Slot):
        where = named(world, v.path, v.index) if v.index != NONE else v.path
        return f"whatever is put into {v.name} of {where}"
    if isinstance(v, TypeParam):
        return f"type parameter {v.name}"
    if isinstance(v, Partial):
        return f"partial of {value(world, v.inner)}"
    if isinstance(v, Func):
        return "a function made in place"
    return {Shape: "an object literal or type", Alias: "a type alias"}.get(type(v), type(v).__name__)


def named(world: World, path: str, definition: int) -> str:
    """`kind name (file:line)` of a definition."""
    index = world.index(path)
    if index is None:
        return path
    found, span = index.facts.definitions[definition], index.facts.spans[definition]
    return f"{found.kind} {found.qualified} ({path}:{span.line})"
