"""What a function made in place is expected to be, where it stands: an argument, a member, a return value, a typed variable.

Parameters without a type of their own get theirs from there (contextual typing).
"""

# For maintainers. The facts hold no parents: `Places` inverts the tables of one file, once, for the expressions that may hold a function.
# Evaluation of another file may come to ask for the place of a function there, which no digest of a name covers; so the places inside
# each definition are one part (PLACES) of a file's summary. A chain of places that climbs into an outer definition asks for that one's too.

from __future__ import annotations

from typing import TYPE_CHECKING

from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import NOTHING, Box, Def, Inst, Values, union
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Binding, FileFacts

if TYPE_CHECKING:
    from nexus_diff.link.context import Context
    from nexus_diff.link.signatures import Signature

PLACES = "@places"
"""Part of a file's summary: where its functions and literals stand."""
WANTED = "wanted"
"""TypeOf.op for a type that is not written (C# `new()`)."""
_HOLDERS = (x.Func, x.Display, x.Union, x.Op, x.Cast, x.Await, x.AddressOf)


class Places:
    """Where the functions and literals of one file stand."""

    def __init__(self, index: FileIndex) -> None:
        facts = index.facts
        self.parents: dict[int, tuple[int, int]] = {}
        """expression → (the expression around it, position in that)"""
        self.returned: dict[int, int] = {}
        """expression → scope that returns it"""
        self.bound: dict[int, Binding] = {}
        """expression → binding whose value it is"""
        self.declared: dict[int, int] = {}
        """call → the type that is written for the variable it is the value of"""
        self.functions: dict[int, int] = {}
        """scope → the Func that makes it"""
        self.defined: dict[int, Binding] = {}
        """definition → binding that names it outside its own body"""
        self.made: dict[int, int] = {}
        """type that is not written → the New of it"""
        for position, e in enumerate(facts.exprs):
            if type(e) is x.Func:
                self.functions[e.scope] = position
            if type(e) is x.New and _unwritten(facts, e):
                self.made[e.type] = position
            for order, child in enumerate(_children(e)):
                if child != NONE and _holds(facts, child):
                    self.parents[child] = (position, order)
        for number, scope in enumerate(facts.scopes):
            for child in scope.returns:
                self.returned.setdefault(child, number)
        for binding in facts.bindings:
            if binding.value != NONE and _holds(facts, binding.value) and not binding.narrow:
                self.bound.setdefault(binding.value, binding)
            if binding.value != NONE and binding.type != NONE and isinstance(facts.exprs[binding.value], x.Call):
                self.declared.setdefault(binding.value, binding.type)
            if binding.definition != NONE and binding.scope != facts.definitions[binding.definition].body:
                self.defined.setdefault(binding.definition, binding)


def _unwritten(facts: FileFacts, e: x.New) -> bool:
    written = facts.exprs[e.type]
    return type(written) is x.TypeOf and written.op == WANTED


def _holds(facts: FileFacts, expr: int) -> bool:
    """Whether what an expression is depends on its place, or on that of something in it."""
    e = facts.exprs[expr]
    return isinstance(e, _HOLDERS) or (type(e) is x.New and _unwritten(facts, e))


def _children(e: x.Expr) -> tuple[int, ...]:
    """Sub-expressions whose place says what they should be."""
    if isinstance(e, (x.Call, x.New)):
        return tuple(arg.value for arg in e.args)
    if isinstance(e, (x.Display, x.Union)):
        return e.items
    if isinstance(e, x.Op):
        return (e.left, e.right) if e.op in ("or", "and", "??") else ()
    return (e.value,) if isinstance(e, (x.Cast, x.Await)) else ()


class Contexts:
    """Expected types by place."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world
        self._places: dict[str, Places] = {}

    def places(self, index: FileIndex) -> Places:
        found = self._places.get(index.path)
        if found is None:
            found = self._places[index.path] = Places(index)
        return found

    def parameter(self, index: FileIndex, scope: int, position: int) -> Values:
        """Values of a parameter without a type of its own, as the place of its function says."""
        if not index.language.contextual:
            return NOTHING
        signatures = self.context.signatures
        return union(*(signatures.parameter(found, position) for found in self.callables(index, scope)))

    def callables(self, index: FileIndex, scope: int) -> list[Signature]:
        """Signatures that the function of this scope is expected to have."""
        return [found for value in self.function(index, scope) for found in self.context.signatures.of(value)]

    def function(self, index: FileIndex, scope: int) -> Values:
        """What the function or object literal of this scope is expected to be."""
        return self.world.session.ask(("context", index.path, scope), lambda: self._function(index, scope), NOTHING)

    def _function(self, index: FileIndex, scope: int) -> Values:
        places = self.places(index)
        self.world.part(index.path, index.owner_key(index.facts.scopes[scope].parent), PLACES)
        definition = index.facts.scopes[scope].definition
        found: Values = NOTHING
        if definition != NONE and definition in places.defined:
            found = self._of_binding(index, places.defined[definition])
        if not found and scope in places.functions:
            found = self.expected(index, places.functions[scope])
        return found

    def expected(self, index: FileIndex, expr: int) -> Values:
        """What the expression at `expr` is expected to be."""
        return self.world.session.ask(("expected", index.path, expr), lambda: self._expected(index, expr), NOTHING)

    def _expected(self, index: FileIndex, expr: int) -> Values:
        places = self.places(index)
        if expr in places.parents:
            return self._inside(index, *places.parents[expr])
        if expr in places.returned:
            return self._returned(index, places.returned[expr])
        return self._of_binding(index, places.bound[expr]) if expr in places.bound else NOTHING

    def unwritten(self, index: FileIndex, type: int) -> Values:
        """Instances of the type that `new()` makes where it stands."""
        made = self.places(index).made.get(type)
        return self.expected(index, made) if made is not None else NOTHING

    def wanted(self, index: FileIndex, expr: int) -> Values:
        """The type that is written for what a call gives: of the variable, of the function's result."""
        places = self.places(index)
        if expr in places.returned:
            return self._returned(index, places.returned[expr])
        return self.context.types.instances(index, places.declared[expr]) if expr in places.declared else NOTHING

    def _inside(self, index: FileIndex, parent: int, order: int) -> Values:
        e = index.facts.exprs[parent]
        if isinstance(e, x.Call):
            return self._argument(index, e, order)
        if isinstance(e, x.New):
            return self._constructed(index, e, order)
        if isinstance(e, x.Cast):
            return self.context.types.instances(index, e.type) or self.expected(index, parent)
        if isinstance(e, x.Display):
            return self._member_of(index, e, order, self.expected(index, parent))
        return self.expected(index, parent)

    def _member_of(self, index: FileIndex, e: x.Display, order: int, around: Values) -> Values:
        """An item of a literal that is expected to be `around`."""
        evaluator = self.context.evaluator
        if e.type != "object":
            tuples = [v.args[order] for v in around if isinstance(v, Box) and v.name == "tuple" and order < len(v.args)]
            return union(*tuples) if tuples else evaluator.iterate(around, False)
        key = index.literal(e.keys[order]) if order < len(e.keys) else None
        return self._member(around, key) if key else NOTHING

    def _member(self, around: Values, name: str) -> Values:
        found = union(*(self.context.evaluator.attribute(value, name) for value in around))
        return found or union(*(v.args[-1] for v in around if isinstance(v, Box) and len(v.args) == 2 and v.name != "tuple"))

    def _of_binding(self, index: FileIndex, binding: Binding) -> Values:
        """What is bound is expected to be what the name is declared as."""
        if binding.type != NONE:
            return self.context.types.instances(index, binding.type)
        if binding.attr_of != NONE:
            values = self.context.evaluator.value(index, binding.attr_of)
            return union(*(self.context.evaluator.attribute(value, binding.target) for value in values))
        if index.facts.scopes[binding.scope].kind == "object":
            return self._member(self.function(index, binding.scope), binding.target)
        if index.facts.scopes[binding.scope].kind == "class":
            return self._inherited(index, binding)
        return NOTHING

    def _inherited(self, index: FileIndex, binding: Binding) -> Values:
        """A member of a class is expected to be what the class's bases and interfaces declare under its name."""
        owner = index.facts.scopes[binding.scope].definition
        if owner == NONE or not index.facts.definitions[owner].bases:
            return NOTHING
        cls = Def(index.path, owner)
        return self.context.classes.member(Inst(index.path, owner), binding.target, after=cls)

    def _returned(self, index: FileIndex, scope: int) -> Values:
        """What a function returns is expected to be what it is declared, or expected, to return."""
        here = index.facts.scopes[scope]
        types, evaluator = self.context.types, self.context.evaluator
        if here.definition != NONE and (declared := index.facts.definitions[here.definition].returns) != NONE:
            return evaluator.awaited(types.instances(index, declared))
        first = index.facts.exprs[here.returns[0]] if here.returns else None
        if here.definition == NONE and isinstance(first, x.Cast) and isinstance(index.facts.exprs[first.value], x.Unknown):
            return evaluator.awaited(types.instances(index, first.type))
        return evaluator.awaited(union(*(self.context.signatures.result(found) for found in self.callables(index, scope))))

    # Arguments

    def _argument(self, index: FileIndex, e: x.Call, order: int) -> Values:
        arg = e.args[order]
        found: list[Values] = []
        for value in self.context.overloads.callees(index, e.func, e.args, len(e.type_args)):
            for signature in self.context.signatures.called(index, value, e, arg.value):
                if arg.keyword and arg.keyword not in ("*", "**"):
                    found.append(self._member(self.context.signatures.parameter(signature, 0), arg.keyword))
                elif not arg.keyword:
                    found.append(self.context.signatures.parameter(signature, order))
        return union(*found) or self.context.containers.callback(index, e, order)

    def _constructed(self, index: FileIndex, e: x.New, order: int) -> Values:
        found: list[Values] = []
        for value in self.context.types.meant(index, e.type):
            if isinstance(value, Def):
                chosen = self.context.overloads.chosen(index, (value,), e.args)
                for method in chosen if index.language.overloads else self.context.classes.constructors(value):
                    found.extend(self.context.signatures.parameter(s, order) for s in self.context.signatures.of(method))
        return union(*found)
