"""Lists of routes: which list a call stands in, and what that list is called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nexus_diff.analysis.frameworks.reading import Reading
from nexus_diff.analysis.frameworks.records import ELSEWHERE, Mount, Thing
from nexus_diff.link.values import Mod
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Binding

_ADDS = frozenset({"append", "extend", "insert"})
_TAKES = frozenset({"include", "Mount", "Starlette", "Router", "FastAPI", "APIRouter", "add_routes", "Host"})
"""Calls that take a list of routes and are no part of it."""
_DEEPEST = 60
_SOUNDS = re.compile(r"url|pattern|route", re.IGNORECASE)


def list_of(reading: Reading, expr: int) -> tuple[str, ...]:
    """Keys of the list that a call stands in: through sums, nested lists and functions that are given lists."""
    parents = reading.parents
    steps = 0
    while expr in parents and steps < _DEEPEST:
        around = parents[expr]
        e = reading.facts.exprs[around]
        if type(e) is x.Call:
            func = reading.expr(e.func)
            name = func.name if isinstance(func, (x.Attr, x.Name)) else ""
            if name in _TAKES:
                break
            if name in _ADDS and type(func) is x.Attr:
                return reading.keys(func.value)
        expr, steps = around, steps + 1
    return (list_key(reading, expr),)


def list_key(reading: Reading, expr: int) -> str:
    """The name of a list written out: that of its binding, if it has one."""
    return reading.objects.made(reading.index, expr)


def lists(reading: Reading, expr: int, name: str = "") -> Sequence[str]:
    """Keys of the lists that an argument means: written out, by name, by module (whose list is called `name`), or several of them."""
    e = reading.expr(expr)
    if type(e) is x.Display and not e.keys:
        return (list_key(reading, expr),)
    if name:
        found = [key for value in reading.value(expr) if isinstance(value, Mod) for key in reading.objects.exported(value.path, name)]
        if found:
            return found
    return reading.keys(expr) if e is not None else ()


def join_lists(reading: Reading, kind: str) -> None:
    """Lists that are made of others: `a + b`, `[*a, *b]`, `a += b`, as far as their names, or those of functions that return them, sound
    like routes."""
    for binding in _lists_named_so(reading):
        key = ""
        for part in _parts(reading, binding.value, 0):
            key = key or reading.objects.bound(reading.index, binding)
            if binding.scope > 0:
                reading.add(Thing(key, kind, ELSEWHERE))
            for child in reading.keys(part):
                if child != key:
                    reading.add(Mount(key, child))


def _lists_named_so(reading: Reading) -> Iterator[Binding]:
    facts = reading.facts
    yield from (b for b in facts.bindings if b.value != NONE and b.attr_of == NONE and _SOUNDS.search(b.target))
    for number, scope in enumerate(facts.scopes):
        if scope.returns and scope.definition != NONE and _SOUNDS.search(facts.definitions[scope.definition].name):
            yield from (Binding("@result", number, returned) for returned in scope.returns)


def _parts(reading: Reading, expr: int, depth: int) -> list[int]:
    """Names of lists in a sum or among the items of a list."""
    e = reading.expr(expr)
    if depth > _DEEPEST:
        return []
    if type(e) is x.Op and e.op in ("+", "+="):
        return [*_operand(reading, e.left, depth), *_operand(reading, e.right, depth)]
    if type(e) is x.Display and not e.keys:
        spread = [reading.expr(item) for item in e.items]
        return [item.value for item in spread if type(item) is x.Iter]
    return []


def _operand(reading: Reading, expr: int, depth: int) -> list[int]:
    return [expr] if isinstance(reading.expr(expr), (x.Name, x.Attr)) else _parts(reading, expr, depth + 1)


def declare(reading: Reading, keys: Sequence[str], kind: str) -> None:
    """Notes that these lists hold routes."""
    for key in keys:
        reading.add(Thing(key, kind))


def declare_below(reading: Reading, keys: Sequence[str], kind: str, scope: int) -> None:
    """Notes that these lists hold routes. What a function puts together is reached below something that cannot be told, unless it is
    mounted somewhere."""
    for key in keys:
        reading.add(Thing(key, kind, ELSEWHERE if scope > 0 else ""))
