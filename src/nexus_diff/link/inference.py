"""What type parameters stand for where a value is handed to something of a type that mentions them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nexus_diff.link.values import Bound, Box, Def, Func, Inst, Shape, TypeParam, Value, Values

if TYPE_CHECKING:
    from nexus_diff.link.context import Context


class Inference:
    """Type parameters by the values that are handed over."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    def infer(self, pattern: Values, actual: Values, given: dict[str, Values]) -> None:
        """What the type parameters in `pattern` stand for when it is `actual`."""
        for wanted in pattern:
            if isinstance(wanted, TypeParam):
                if actual:
                    given.setdefault(wanted.name, actual)
                continue
            if not isinstance(wanted, (Box, Inst)) or not mentions((wanted,)):
                continue
            for value in actual:
                if isinstance(wanted, Box) and wanted.name == "Callable":
                    self._infer_callable(wanted, value, given)
                elif isinstance(value, Box) and isinstance(wanted, Box):
                    self._infer_all(wanted.args, value.args, given)
                elif isinstance(value, Inst) and isinstance(wanted, Inst):
                    self._infer_instance(wanted, value, given)

    def _infer_all(self, patterns: tuple[Values, ...], actuals: tuple[Values, ...], given: dict[str, Values]) -> None:
        for pattern, actual in zip(patterns, actuals, strict=False):
            self.infer(pattern, actual, given)

    def _infer_callable(self, wanted: Box, value: Value, given: dict[str, Values]) -> None:
        if not mentions(wanted.args[-1]):
            return
        calls = self.context.evaluator.calls
        if isinstance(value, Func):
            self.infer(wanted.args[-1], calls.anonymous(value), given)
        elif isinstance(value, (Def, Bound)):
            result = calls.result(Def(value.path, value.index), value.receiver if isinstance(value, Bound) else None)
            self.infer(wanted.args[-1], result, given)
        elif isinstance(value, Box) and value.name == "Callable" and value.args:
            self._infer_all(wanted.args, value.args, given)

    def _infer_instance(self, wanted: Inst, value: Inst, given: dict[str, Values]) -> None:
        if (wanted.path, wanted.index) == (value.path, value.index):
            self._infer_all(wanted.args, value.args, given)
            return
        owner = Def(wanted.path, wanted.index)
        if owner in self.context.classes.mro(Def(value.path, value.index)):
            known = self.context.substitution.arguments(value, owner)
            for name, pattern in zip(self.context.classes.type_params(owner), wanted.args, strict=False):
                if name in known:
                    self.infer(pattern, known[name], given)


def mentions(values: Values) -> bool:
    """Whether a type parameter occurs in the values."""
    return any(
        isinstance(v, TypeParam) or (isinstance(v, (Box, Inst)) and any(mentions(inner) for inner in v.args))
        or (isinstance(v, Shape) and v.scope < 0)
        for v in values
    )  # fmt: skip
