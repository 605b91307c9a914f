"""Whether a call's arguments fit a definition's parameters."""

from __future__ import annotations

from collections.abc import Sequence

from nexus_diff.model.expr import Arg
from nexus_diff.model.facts import NONE, Definition, Param

MANY = 1 << 20


def own_params(definition: Definition, bound: bool) -> tuple[Param, ...]:
    """Parameters that a caller fills; the receiver of a bound call is left out."""
    return definition.params[1:] if bound and definition.params and definition.params[0].kind in ("pos", "posonly") else definition.params


def bounds(params: Sequence[Param]) -> tuple[int, int]:
    """Least and greatest number of positional arguments."""
    least = most = 0
    for param in params:
        if param.kind == "*":
            most = MANY
        elif param.kind in ("pos", "posonly"):
            most += 1
            if param.default == NONE and not param.optional:
                least += 1
    return least, min(most, MANY)


def fits(params: Sequence[Param], args: Sequence[Arg], extra_allowed: bool = False) -> bool:
    """Whether the arguments can be bound. Spread arguments fit whatever they may hold; `extra_allowed`: surplus arguments do no harm
    (JavaScript)."""
    spread = any(a.keyword in ("*", "**") for a in args)
    positional = sum(1 for a in args if not a.keyword)
    keywords = {a.keyword for a in args if a.keyword and a.keyword not in ("*", "**")}
    _, most = bounds(params)
    if positional > most and not extra_allowed:
        return False
    any_keyword = any(p.kind == "**" for p in params)
    names = {p.name for p in params if p.kind in ("pos", "kwonly")}
    if keywords - names and not any_keyword:
        return False
    if spread:
        return True
    required = [p for p in params if p.kind in ("pos", "posonly", "kwonly") and p.default == NONE and not p.optional]
    filled = positional
    for param in required:
        if param.kind == "kwonly":
            if param.name not in keywords:
                return False
        elif filled > 0:
            filled -= 1
        elif param.name not in keywords:
            return _filled_by_position(params, param, positional)
    return True


def _filled_by_position(params: Sequence[Param], param: Param, positional: int) -> bool:
    order = [p for p in params if p.kind in ("pos", "posonly")]
    return order.index(param) < positional
