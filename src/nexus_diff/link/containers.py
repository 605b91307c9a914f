"""What built-in methods give, and what they hand to the functions that they are given; by the language's tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nexus_diff.link.container_results import OF_CONTAINER, OF_FUNCTION
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import NOTHING, Bound, Box, Def, Ext, Func, Inst, Shape, Value, Values, union
from nexus_diff.model import expr as x

if TYPE_CHECKING:
    from nexus_diff.link.context import Context


class Containers:
    """Results and callbacks of built-in methods."""

    def __init__(self, context: Context) -> None:
        self.context = context

    # Callbacks

    def callback(self, index: FileIndex, e: x.Call, order: int) -> Values:
        """What a function handed to a built-in method at argument `order` is called with."""
        func = index.facts.exprs[e.func]
        table = index.language.callback_params
        roles = table.get(func.name) if isinstance(func, x.Attr) else None
        if roles is None or not isinstance(func, x.Attr):
            return NOTHING
        if (index.dotted(e.func) or "") in index.language.builtin_results:
            return self._callable(index, e, self._handed_container(index, e), roles) if order == 1 else NOTHING
        found: list[Values] = []
        for value in map(self.inherited, self.context.evaluator.value(index, func.value)):
            kind = index.language.generics.get(value.name, "") if isinstance(value, Box) else ""
            found.append(self._callable(index, e, value, table.get(f"{kind}:{func.name}", roles)))
        last = order == len(e.args) - 1 if index.language.overloads else order == 0
        return union(*found) if last else NOTHING

    def _receivers(self, index: FileIndex, func: x.Attr | x.Name) -> Values:
        """What a method is called on; a bare name may mean a member of the own instance."""
        if isinstance(func, x.Attr):
            return self.context.evaluator.value(index, func.value)
        scope = index.facts.points[func.point].scope
        owner = self.context.receivers.owner(index, scope) if index.language.implicit_members else None
        return (Inst(owner.path, owner.index),) if owner is not None else NOTHING

    def inherited(self, value: Value) -> Value:
        """The library's container that an instance of ours is, else the value itself."""
        return (self.context.classes.container(value) if isinstance(value, Inst) else None) or value

    def _handed_container(self, index: FileIndex, e: x.Call) -> Value | None:
        elements = self.context.evaluator.iterate(self.context.evaluator.value(index, e.args[0].value), False) if e.args else NOTHING
        return Box("list", (elements,)) if elements else None

    def _callable(self, index: FileIndex, e: x.Call, value: Value | None, roles: tuple[str, ...]) -> Values:
        if not isinstance(value, Box) or not value.args:
            return NOTHING
        return (Box("Callable", (*(self._role(index, e, value, role) for role in roles), NOTHING)),)

    def _role(self, index: FileIndex, e: x.Call, box: Box, role: str) -> Values:
        if role == "element":
            return self.element(box)
        if role == "key":
            return box.args[0] if len(box.args) > 1 and box.name != "tuple" else (Ext("number"),)
        if role == "number":
            return (Ext("number"),)
        if role == "initial":
            return self.context.evaluator.value(index, e.args[1].value) if len(e.args) > 1 else self.element(box)
        return (box,)

    def element(self, box: Box) -> Values:
        """An element of a container."""
        return union(*box.args) if box.name == "tuple" else box.args[-1]

    # Results

    def result(self, index: FileIndex, name: str, e: x.Call) -> Values:
        """Result of a call of a built-in function (`name`: dotted) or of a method of a built-in type."""
        table = index.language.builtin_results
        if not table:
            return NOTHING
        how = table.get(name) or table.get(".".join(name.split(".")[-2:]))
        if how is not None and "." in name:
            return self._of_function(index, how, e)
        func = index.facts.exprs[e.func]
        if table.get(name.rpartition(".")[2]) == "of class":
            return self._of_class(index, e)
        how = table.get(func.name) if isinstance(func, (x.Attr, x.Name)) else None
        if how is None or not isinstance(func, (x.Attr, x.Name)):
            return NOTHING
        values = map(self.inherited, self._receivers(index, func))
        boxes = [v for v in values if isinstance(v, Box) and v.args]
        return union(*(self._of_method(index, how, box, e) for box in boxes))

    def made_by(self, index: FileIndex, name: str, e: x.Call) -> Values:
        """What a library's type makes of itself (`Vec::new`), or what wraps the argument (`Some(x)`, `Box::new(x)`)."""
        language = index.language
        evaluator = self.context.evaluator
        owner, _, method = name.rpartition(".")
        wrapped = language.wrappers.get(method) if not owner[:1].islower() else None
        if wrapped is not None and len(e.args) == 1:
            held = evaluator.value(index, e.args[0].value)
            return (Box(wrapped[0], (*((),) * wrapped[1], held)),)
        last = owner.rpartition(".")[2]
        wraps = language.generics.get(last) == "wrapper"
        if (method not in language.makers and not (wraps and method in language.same_methods)) or not owner:
            return NOTHING
        if wraps:
            return evaluator.value(index, e.args[0].value) if e.args else NOTHING
        func = index.facts.exprs[e.func]
        made = index.facts.exprs[func.value] if isinstance(func, x.Attr) else None
        if isinstance(made, x.Apply):
            return self.context.types.instances(index, func.value) if isinstance(func, x.Attr) else NOTHING
        if last in language.generics and method != "new" and len(e.args) == 1:
            return (Box(last, (evaluator.iterate(evaluator.value(index, e.args[0].value), False),)),)
        return (Ext(last),) if last[:1].isupper() else NOTHING

    def _of_method(self, index: FileIndex, how: str, box: Box, e: x.Call) -> Values:
        evaluator = self.context.evaluator
        of_container = OF_CONTAINER.get(how)
        if of_container is not None:
            return of_container(box, self.element(box))
        if how.startswith("as "):
            return (Box(how[3:], (self.element(box),)),)
        if how == "zipped":
            other = evaluator.value(index, e.args[0].value) if e.args else NOTHING
            return (Box("list", ((Box("tuple", (self.element(box), evaluator.iterate(other, False))),),)),)
        if how == "collected":
            return self._collected(index, box, e)
        if how == "initial":
            return evaluator.value(index, e.args[1].value) if len(e.args) > 1 else self.element(box)
        if how == "flat":
            return (Box("list", (evaluator.iterate(self.element(box), False) or self.element(box),)),)
        given = union(*(self._returned(index, a.value) for a in e.args[:2]))
        if how == "then":
            return (Box(box.name, (evaluator.awaited(given),)),) if given else NOTHING
        of_function = OF_FUNCTION.get(how)
        return of_function(box, given) if of_function is not None else NOTHING

    def _of_class(self, index: FileIndex, e: x.Call) -> Values:
        """An instance of the class that is among the arguments."""
        given = (value for a in e.args for value in self.context.evaluator.value(index, a.value))
        return next((value.args[-1] for value in given if isinstance(value, Box) and value.name == "Class" and value.args), NOTHING)

    def _collected(self, index: FileIndex, box: Box, e: x.Call) -> Values:
        """What a collector makes of a stream, by its name."""
        collector = index.facts.exprs[e.args[0].value] if e.args else None
        func = index.facts.exprs[collector.func] if isinstance(collector, x.Call) else None
        made = index.language.builtin_results.get(f"collect {func.name}", "") if isinstance(func, (x.Name, x.Attr)) else ""
        if made[:1].isupper():
            return (Box(made, (self.element(box),)),) if made in index.language.generics else (Ext(made),)
        return NOTHING

    def _of_function(self, index: FileIndex, how: str, e: x.Call) -> Values:
        evaluator = self.context.evaluator
        given = evaluator.value(index, e.args[0].value) if e.args else NOTHING
        if how == "merged":
            return union(*(evaluator.value(index, a.value) for a in e.args))
        if how == "same":
            return given
        if how.startswith("of "):
            return (Box(how[3:], (union(*(evaluator.value(index, a.value) for a in e.args[:8])),)),)
        if how == "an element":
            return evaluator.iterate(given, False)
        if how == "awaited all":
            return self._all(given)
        if how == "first of":
            return (Box("Promise", (evaluator.awaited(evaluator.iterate(given, False)),)),)
        if how == "resolved":
            return (Box("Promise", (evaluator.awaited(given),)),) if given else NOTHING
        if how == "container":
            mapped = self._returned(index, e.args[1].value) if len(e.args) > 1 else evaluator.iterate(given, False)
            return (Box("list", (mapped,)),) if mapped else NOTHING
        if how in ("values", "items"):
            elements = union(*(self._members(value) for value in given))
            item: Values = (Box("tuple", ((Ext("string"),), elements)),) if how == "items" else elements
            return (Box("list", (item,)),) if elements else NOTHING
        return NOTHING

    def _all(self, given: Values) -> Values:
        """`Promise.all([…])`."""
        awaited = self.context.evaluator.awaited
        found: list[Values] = []
        for value in given:
            if isinstance(value, Box) and value.args:
                name = value.name if value.name == "tuple" else "list"
                found.append((Box("Promise", ((Box(name, tuple(awaited(a) for a in value.args)),),)),))
        return union(*found)

    def _members(self, value: Value) -> Values:
        if isinstance(value, Box) and value.args:
            return self.element(value)
        return self.context.shapes.items(value) if isinstance(value, Shape) else NOTHING

    def _returned(self, index: FileIndex, expr: int) -> Values:
        """What the function at `expr` returns."""
        calls = self.context.evaluator.calls
        found: list[Values] = []
        for value in self.context.evaluator.value(index, expr):
            if isinstance(value, Func):
                found.append(calls.anonymous(value))
            elif isinstance(value, Bound):
                found.append(calls.result(Def(value.path, value.index), value.receiver))
            elif isinstance(value, Def):
                found.append((Inst(value.path, value.index),) if self.context.classes.is_class(value) else calls.result(value, None))
        return union(*found)

    def made(self, index: FileIndex, name: str, args: tuple[x.Arg, ...]) -> Values:
        """`new Set(items)`, `new Map(pairs)` without type arguments."""
        how = index.language.generics.get(name)
        if how not in ("element", "mapping") or len(args) != 1:
            return NOTHING
        evaluator = self.context.evaluator
        items = evaluator.iterate(evaluator.value(index, args[0].value), False)
        if how == "element":
            return (Box(name, (items,)),) if items else NOTHING
        pairs = [v for v in items if isinstance(v, Box) and len(v.args) == 2]
        return (Box(name, (union(*(p.args[0] for p in pairs)), union(*(p.args[1] for p in pairs)))),) if pairs else NOTHING
