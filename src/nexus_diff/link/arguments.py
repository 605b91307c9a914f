"""The arguments of one call."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nexus_diff.link.values import Values
from nexus_diff.model import expr as x

FIRST = -2
"""In place of an expression: an argument that is not written."""


class Arguments:
    """Arguments of one call: their values, got when asked for."""

    __slots__ = ("_args", "_spread", "_value", "types")

    def __init__(
        self,
        args: Sequence[x.Arg],
        value: Callable[[int], Values],
        types: dict[str, Values],
        spread: Callable[[int, str], Values] | None = None,
    ) -> None:
        self._args = args
        self._spread = spread
        self._value = value
        self.types = types

    def behind(self, first: Values) -> Arguments:
        """The same arguments after another one, which the call does not write as one."""
        return Arguments((x.Arg(FIRST), *self._args), lambda arg: first if arg == FIRST else self._value(arg), self.types, self._spread)

    def of(self, position: int, name: str) -> Values | None:
        """Values handed to the parameter at `position` or by keyword `name`; None when the call does not show them."""
        at = 0
        for arg in self._args:
            if arg.keyword == name:
                return self._value(arg.value)
            if arg.keyword == "**" and self._spread is not None:
                stored = self._spread(arg.value, name)
                if stored:
                    return stored
            if arg.keyword == "*":
                at = -1
            elif not arg.keyword and at >= 0:
                if at == position:
                    return self._value(arg.value)
                at += 1
        return None
