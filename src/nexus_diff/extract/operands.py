"""Expressions are never without an operand: code that is broken, or says less than its grammar asks for, has Unknown in its place.

An operand that is not there would be -1, which reads the last expression of the file.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from nexus_diff.model.expr import (
    AddressOf,
    Apply,
    Arg,
    Attr,
    Await,
    Call,
    Cast,
    Deref,
    Display,
    Enter,
    Expr,
    Held,
    Index,
    Item,
    Iter,
    New,
    Op,
    TypeOf,
    Union,
)  # fmt: skip


def _called(e: Any) -> bool:
    return e.func < 0 or any(arg.value < 0 for arg in e.args)


def _made(e: Any) -> bool:
    return e.type < 0 or any(arg.value < 0 for arg in e.args)


def _listed(e: Any) -> bool:
    return any(item < 0 for item in e.items)


LACKS: dict[type[Expr], Callable[[Any], bool]] = {
    **dict.fromkeys((Attr, Item, Iter, Enter, Await, AddressOf, Deref, TypeOf, Held), lambda e: e.value < 0),
    Index: lambda e: e.value < 0 or e.key < 0,
    Cast: lambda e: e.value < 0 or e.type < 0,
    Apply: lambda e: e.type < 0,
    Op: lambda e: e.left < 0,
    Display: _listed,
    Union: _listed,
    Call: _called,
    New: _made,
}
"""Whether an expression lacks an operand that it cannot be without, by its form."""
_OPERANDS = ("value", "key", "type", "left", "func")


def completed(e: Expr, unknown: int) -> Expr:
    """The expression with `unknown` for each operand that it lacks."""
    changes: dict[str, Any] = {name: unknown for name in _OPERANDS if isinstance(found := getattr(e, name, None), int) and found < 0}
    if isinstance(e, (Call, New)):
        changes["args"] = tuple(arg if arg.value >= 0 else Arg(unknown, arg.keyword) for arg in e.args)
    if isinstance(e, (Display, Union)):
        changes["items"] = tuple(item if item >= 0 else unknown for item in e.items)
    return msgspec.structs.replace(e, **changes)
