"""The text of strings: written out, put together, or held by a name here or elsewhere."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nexus_diff.link.context import Context
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import Def, Inst, Mod, Values
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Binding

UNSAID = "…"
"""Stands for the part of a path that is not written out."""
MOST_TEXT = 300
_TRANSLATES = frozenset({"_", "gettext", "gettext_lazy", "ugettext_lazy", "lazy_gettext"})
_PLACE = re.compile(r"%(?:\(\w*\))?[sdr]", re.ASCII)
_FIELD = re.compile(r"\{\w*\}", re.ASCII)
_DEEPEST = 6


class Texts:
    """Strings of one file."""

    def __init__(self, context: Context, index: FileIndex) -> None:
        self.context = context
        self.index = index
        self.facts = index.facts

    def value(self, expr: int) -> Values:
        """What an expression may be."""
        return self.context.evaluator.value(self.index, expr) if expr != NONE else ()

    def expr(self, expr: int) -> x.Expr | None:
        """The expression of a number, None for none."""
        return self.facts.exprs[expr] if expr != NONE else None

    def items(self, expr: int) -> Sequence[int]:
        """Items of a list or tuple written out; what is no list stands for itself."""
        e = self.expr(expr)
        if type(e) is x.Display and not e.keys:
            return e.items
        return (expr,) if expr != NONE else ()

    def text(self, expr: int, depth: int = 0) -> str | None:
        """The text of a string; parts that are not written out read "…". None for what is no string, as far as can be seen."""
        e = self.expr(expr)
        found: str | None = None
        if depth > _DEEPEST:
            return UNSAID
        if type(e) is x.Literal:
            found = e.value.replace(x.GAP, UNSAID) if e.type in ("str", "string") else None
        elif type(e) is x.Op and e.op in ("+", "%"):
            found = self._combined(e, depth)
        elif type(e) is x.Name:
            found = self._constant(e, depth)
        elif type(e) is x.Attr:
            found = self._member_text(e)
        elif type(e) is x.Cast:
            found = self.text(e.value, depth + 1)
        elif type(e) is x.Call:
            found = self._of_call(e, depth)
        return found[:MOST_TEXT] if found is not None else None

    def route_text(self, expr: int) -> str | None:
        """The text of a path, "…" for one that cannot be told; None where there is none."""
        found = self.text(expr)
        return UNSAID if found is None and expr != NONE else found

    def _combined(self, e: x.Op, depth: int) -> str | None:
        """A sum of strings, or one with what a `%` puts in."""
        left = self.text(e.left, depth + 1)
        if e.op == "%":
            return _PLACE.sub(UNSAID, left) if left is not None else None
        return (left or UNSAID) + (self.text(e.right, depth + 1) or UNSAID)

    def _of_call(self, e: x.Call, depth: int) -> str | None:
        """A string to be translated, or filled by `format`."""
        func = self.expr(e.func)
        if type(func) is x.Attr and func.name == "format":
            text = self.text(func.value, depth + 1)
            return _FIELD.sub(UNSAID, text) if text is not None else None
        named = type(func) is x.Name and func.name in _TRANSLATES
        return self.text(e.args[0].value, depth + 1) if named and len(e.args) == 1 else None

    def prefix(self, expr: int) -> str:
        """The text of a prefix: nothing where none is given, "…" for one that cannot be told."""
        return self.route_text(expr) or ""

    def _constant(self, e: x.Name, depth: int) -> str | None:
        scope = self.index.scope_of_name(self.facts.points[e.point].scope, e.name)
        bindings = self.index.visible(scope, e.name, None)[0]
        if len(bindings) != 1:
            return None
        if bindings[0].imported != NONE:
            imp = self.facts.imports[bindings[0].imported]
            modules = self.context.modules.target(self.index, imp.source) if imp.name not in ("", "*", "=") else ()
            return next((text for m in modules if isinstance(m, Mod) and (text := self._elsewhere(m.path, imp.name)) is not None), None)
        return self.text(bindings[0].value, depth + 1) if bindings[0].value != NONE else None

    def _elsewhere(self, path: str, name: str) -> str | None:
        """A string that another module has under a name."""
        there = self.context.world.index(path) if self.context.world.file(path) else None
        if there is None:
            return None
        self.context.world.part(path, "", name)
        return _literal(there, there.visible(0, there.exports.get(name, name), None)[0])

    def _member_text(self, e: x.Attr) -> str | None:
        """`settings.PREFIX`: of a module, or of a class or its instance, as the class body says."""
        for value in self.value(e.value):
            if isinstance(value, Mod):
                return self._elsewhere(value.path, e.name)
            for cls in self.context.classes.mro(Def(value.path, value.index)) if isinstance(value, (Inst, Def)) else ():
                there = self.context.world.index(cls.path) if isinstance(cls, Def) else None
                own = self.context.classes.own(cls, e.name) if isinstance(cls, Def) else []
                if there is not None and own:
                    return _literal(there, own)
        return None

    def bound(self, e: x.Name) -> int:
        """The value of the newest binding of a name; -1 when it has none."""
        scope = self.index.scope_of_name(self.facts.points[e.point].scope, e.name)
        bindings = self.index.visible(scope, e.name, None)[0]
        return bindings[0].value if bindings else NONE

    def texts(self, expr: int) -> list[str]:
        """The strings in a list, or the one string."""
        return [text for item in self.items(expr) if (text := self.text(item)) is not None]


def _literal(index: FileIndex, bindings: Sequence[Binding]) -> str | None:
    """The string that a name holds for good."""
    value = bindings[0].value if len(bindings) == 1 else NONE
    return index.literal(value)
