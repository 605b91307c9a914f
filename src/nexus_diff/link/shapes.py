"""Objects without a class: literals, object types, and what is assigned to them by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import NOTHING, Def, Shape, Values, union
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

if TYPE_CHECKING:
    from nexus_diff.link.context import Context

_SPREAD = "..."
"""Name under which a spread stands among the members of a literal with functions."""
MOST_ITEMS = 40


LITERALS = "@literals"
"""Part of a file's summary: the names that object literals go by, and what is assigned to local ones."""


class Shapes:
    """Members of objects without a class."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    def attribute(self, value: Shape, name: str) -> Values:
        """What `value.name` gives."""
        return self.world.session.ask(("shape", value, name), lambda: self._attribute(value, name), NOTHING)

    def _attribute(self, value: Shape, name: str) -> Values:
        index = self.world.index(value.path)
        if index is None:
            return NOTHING
        if value.scope != NONE:
            found = self._of_scope(index, value.scope, name)
        else:
            e = index.facts.exprs[value.expr]
            found = self._of_type(index, e, name) if isinstance(e, x.ObjectType) else self._of_display(index, e, name)
        if value.given:
            found = self.context.substitution.substitute(found, dict(value.given))
        return found or self._assigned(index, value, name)

    def _of_scope(self, index: FileIndex, scope: int, name: str) -> Values:
        evaluator = self.context.evaluator
        self.world.part(index.path, index.object_key(scope), name)
        found = index.visible(scope, name, None)[0]
        if not found:
            self.world.part(index.path, index.object_key(scope), _SPREAD)
            spreads = index.visible(scope, _SPREAD, None)[0]
            return union(*(evaluator.attribute(v, name) for b in spreads for v in evaluator.binding(index, b)))
        values: list[Values] = []
        for binding in found:
            if binding.definition != NONE and "property" in index.facts.definitions[binding.definition].modifiers:
                values.append(evaluator.calls.result(Def(index.path, binding.definition), None))
            else:
                values.append(evaluator.binding(index, binding))
        return union(*values)

    def _of_type(self, index: FileIndex, e: x.ObjectType, name: str) -> Values:
        types = [t for n, t in zip(e.names, e.types, strict=False) if n == name]
        types = types or [t for n, t in zip(e.names, e.types, strict=False) if n == "[]"]
        return union(*(self.context.types.instances(index, t) for t in types))

    def _of_display(self, index: FileIndex, e: x.Expr, name: str) -> Values:
        evaluator = self.context.evaluator
        found: Values = NOTHING
        for key, item in zip(e.keys, e.items, strict=False) if isinstance(e, x.Display) else ():
            if key == NONE:
                found = union(*(evaluator.attribute(v, name) for v in evaluator.value(index, item))) or found
            elif index.key(key) == name:
                found = evaluator.value(index, item)
        return found

    def _assigned(self, index: FileIndex, value: Shape, name: str) -> Values:
        """`app.use = …` for the object that `app` was given."""
        evaluator = self.context.evaluator
        found: list[Values] = []
        self.world.part(index.path, "", LITERALS)
        for scope, dotted in index.names_of_literal(value.expr, value.scope):
            if scope == 0:
                self.world.part(index.path, "", f"{dotted}.{name}")
            found.extend(evaluator.binding(index, b) for b in index.objects.get((scope, dotted), {}).get(name, ()))
        return union(*found)

    def written_out(self, value: Shape) -> Values:
        """Values of the items of a plain object literal; nothing for types and for literals with functions."""
        index = self.world.index(value.path) if value.scope == NONE else None
        e = index.facts.exprs[value.expr] if index is not None else None
        return self.items(value) if isinstance(e, x.Display) else NOTHING

    def items(self, value: Shape) -> Values:
        """All members' values."""
        index = self.world.index(value.path)
        evaluator = self.context.evaluator
        if index is None:
            return NOTHING
        if value.scope != NONE:
            self.world.part(index.path, index.object_key(value.scope), "")
            return union(*(evaluator.binding(index, b) for entries in index.names(value.scope).values() for _, b in entries[-1:]))
        e = index.facts.exprs[value.expr]
        if isinstance(e, x.ObjectType):
            found = union(*(self.context.types.instances(index, t) for t in e.types))
            return self.context.substitution.substitute(found, dict(value.given))
        return union(*(evaluator.value(index, item) for item in e.items[:MOST_ITEMS])) if isinstance(e, x.Display) else NOTHING
