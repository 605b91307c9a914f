"""How values are held, where a language tells that apart: as constants, through pointers, through references (C++)."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from nexus_diff.link.values import Box, Ext, Inst, TypeParam, Value, Values, union

CONST, POINTER, REFERENCE, MOVED = 1, 2, 4, 8
"""Marks of a value: what may not be changed through it, a pointer, a reference, a reference to what is given away (or such a value)."""
INDIRECT = POINTER | REFERENCE | MOVED
_HOW = {"*": POINTER, "&": REFERENCE, "&&": MOVED}
_MOST_NESTED = 3
AnyHeld = TypeVar("AnyHeld", bound=Inst | Box | Ext | TypeParam)


def held(values: Values, how: str) -> Values:
    """Values of a type that is written with `how` (see `Held`)."""
    return union(*((_held(value, how),) for value in values))


def _held(value: Value, how: str) -> Value:
    if not isinstance(value, (Inst, Box, Ext, TypeParam)):
        return value
    if how == "const":
        return marked(value, value.held | CONST) if isinstance(value, Ext) and not value.held & INDIRECT else constant(value)
    if not how:
        return value if value.held & POINTER else marked(value, 0)
    if value.held & POINTER and how != "*":
        return value
    return marked(value, (value.held & CONST) | _HOW[how])


def marked(value: AnyHeld, marks: int) -> AnyHeld:
    """The value with these marks and no others."""
    return value if value.held == marks else msgspec.structs.replace(value, held=marks)


def constant(value: Value, depth: int = 0) -> Value:
    """The value as part of something constant: so are its elements, but not what is behind a pointer or reference."""
    if not isinstance(value, (Inst, Box, Ext, TypeParam)) or value.held & INDIRECT or is_text(value):
        return value
    if not isinstance(value, Box):
        return marked(value, value.held | CONST)
    if value.name == "Callable" or depth > _MOST_NESTED:
        return value
    return Box(value.name, tuple(tuple(constant(v, depth + 1) for v in values) for values in value.args), value.held)


def is_text(value: Value) -> bool:
    """Whether a value is a pointer whose type has a name of its own ("char*")."""
    return isinstance(value, Ext) and value.name.endswith("*")


def pointed_to(value: Value) -> Value | None:
    """What a pointer leads to, None where the value is none."""
    if isinstance(value, (Inst, Box, Ext, TypeParam)) and value.held & POINTER:
        return marked(value, value.held & CONST)
    return None


def marks(value: Value) -> int:
    """The marks of a value, 0 where it can have none."""
    return value.held if isinstance(value, (Inst, Box, Ext, TypeParam)) else 0
