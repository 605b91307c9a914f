"""What calling something gives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nexus_diff.link.arguments import Arguments
from nexus_diff.link.arity import own_params
from nexus_diff.link.classes import CLASS_KINDS
from nexus_diff.link.contexts import WANTED
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.library_results import LibraryResults
from nexus_diff.link.results import Results
from nexus_diff.link.values import (
    NOTHING,
    Bound,
    Box,
    Def,
    Ext,
    Func,
    Inst,
    Param,
    Partial,
    Shape,
    Super,
    TypeParam,
    Value,
    Values,
    foreign,
    typed,
    union,
)
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

if TYPE_CHECKING:
    from nexus_diff.link.context import Context
    from nexus_diff.link.evaluate import Evaluator


class Calls(Results):
    """Results of calls and constructions."""

    def __init__(self, context: Context, evaluator: Evaluator) -> None:
        super().__init__(context, evaluator)
        self.library = LibraryResults(context, evaluator)

    def new(self, index: FileIndex, e: x.New) -> Values:
        """`new T(…)`."""
        found: list[Values] = []
        args: tuple[int, ...] = ()
        target = index.facts.exprs[e.type]
        if type(target) is x.TypeOf and target.op == WANTED:
            return self._exactly(self.context.contexts.unwritten(index, e.type))
        if type(target) is x.Apply:
            args = target.args
        meant = self.context.types.meant(index, e.type)
        if not meant and isinstance(target, x.Name) and index.language.undeclared_types:
            return self.context.types.instances(index, e.type)  # a type parameter
        for value in meant:
            if isinstance(value, Def) and not self.context.classes.is_class(value):
                found.append(self._exactly(self.context.types.instances(index, e.type)))
            elif isinstance(value, Def):
                given = tuple(self.context.types.instances(index, a) for a in args)
                there = self.world.index(value.path)
                given = self.context.types.filled(there, value, given) if there is not None else given
                found.append((Inst(value.path, value.index, given, exact=True),))
            elif isinstance(value, (Inst, Box)) and index.language.calls_convert:
                found.append((value,))
            elif isinstance(value, Ext):
                how = index.language.generics.get(value.name)
                made = self.context.containers.made(index, value.name, e.args) if not args else NOTHING
                found.append(
                    made or (Box(value.name, tuple(self.context.types.instances(index, a) for a in args)) if how and args else value,)
                )
        return union(*found)

    def _exactly(self, values: Values) -> Values:
        """Instances that are made here, of a type that goes by another name."""
        return tuple(Inst(v.path, v.index, v.args, exact=True) if isinstance(v, Inst) else v for v in values)

    def value(self, index: FileIndex, e: x.Call) -> Values:
        """The result of a call."""
        func = index.facts.exprs[e.func]
        if type(func) is x.Name and func.name in ("super", "type", "cast", "getattr", "partial", "require", "import") and e.func != NONE:
            special = self._special(index, func, e)
            if special is not None:
                return special
        if type(func) is x.Attr and func.name in ("partial", "cast", "bind"):
            special = self._special(index, func, e)
            if special is not None:
                return special
        if not index.language.overloads:
            return union(*(self.called(index, value, e) for value in self.evaluator.value(index, e.func)))
        values = self.context.overloads.callees(index, e.func, e.args, len(e.type_args))
        held = self._held(index, func, values)
        if held:
            return held
        if self.context.overloads.accessed(index, e):
            return values
        if not values and e.type_args and isinstance(func, x.Attr):
            return self.library.named(index, index.dotted(e.func) or func.name, e)
        return union(*(self.called(index, value, e) for value in values))

    def _held(self, index: FileIndex, func: x.Expr, values: Values) -> Values:
        """The receiver itself, of a method that any object has from the library and that gives another hold of it."""
        if type(func) is not x.Attr or func.name not in index.language.same_methods or not all(isinstance(v, Ext) for v in values):
            return NOTHING
        return tuple(v for v in self.evaluator.value(index, func.value) if isinstance(v, (Inst, TypeParam, Param)))

    def _special(self, index: FileIndex, func: x.Name | x.Attr, e: x.Call) -> Values | None:
        """Calls whose meaning the language fixes; None when it is an ordinary call after all."""
        args = e.args
        if func.name == "super" and type(func) is x.Name:
            owner = self.context.receivers.owner(index, index.facts.points[func.point].scope)
            if owner is None:
                return NOTHING
            return (Super(owner.path, owner.index, self._bound_super(index, func)),)
        if func.name == "type" and len(args) == 1:
            return tuple(Def(v.path, v.index) if isinstance(v, Inst) else v for v in self.evaluator.value(index, args[0].value))
        if func.name == "cast" and len(args) == 2:
            declared, found = self.context.types.instances(index, args[0].value), self.evaluator.value(index, args[1].value)
            if index.language.duck_typed and declared and all(foreign(value) for value in declared):
                return union(tuple(v for v in found if not isinstance(v, Ext)), declared)
            return typed(declared, found)
        if func.name == "getattr" and len(args) >= 2:
            name = index.literal(args[1].value)
            if name is None:
                return NOTHING
            found = union(*(self.evaluator.attribute(v, name) for v in self.evaluator.value(index, args[0].value)))
            return union(found, self.evaluator.value(index, args[2].value)) if len(args) > 2 else found
        if func.name == "partial" and args:
            return tuple(Partial(v) for v in self.evaluator.value(index, args[0].value))
        if func.name == "bind" and type(func) is x.Attr and index.language.receiver == "this":
            return self.evaluator.value(index, func.value)
        if func.name in ("require", "import") and type(func) is x.Name and args:
            source = index.literal(args[0].value)
            if source:
                module = self.context.modules.target(index, source)
                return union(
                    *(self.context.modules.whole(m.path) if hasattr(m, "path") and func.name == "require" else (m,) for m in module)
                )
        return None

    def _bound_super(self, index: FileIndex, func: x.Name) -> bool:
        scope = index.facts.points[func.point].scope
        while scope > 0:
            here = index.facts.scopes[scope]
            if here.kind == "function" and here.definition != NONE and index.class_around(here) != NONE:
                definition = index.facts.definitions[here.definition]
                return "classmethod" not in definition.modifiers and definition.name != "__new__"
            scope = here.parent
        return True

    def called(self, index: FileIndex, value: Value, e: x.Call) -> Values:
        """Result of calling `value` with the arguments of `e`."""
        if isinstance(value, Def):
            there = self.world.index(value.path)
            if there is None:
                return NOTHING
            kind = there.facts.definitions[value.index].kind
            if kind == "type" and there.language.calls_convert:
                return self.context.types.instances(index, e.func)
            if kind == "type" and there.language.includes:
                return self._exactly(self.context.types.instances(index, e.func))
            if kind in CLASS_KINDS:
                args = tuple(self.context.types.instances(index, a) for a in e.type_args)
                return (Inst(value.path, value.index, args, exact=kind != "interface"),)
            own = self._named_receiver(index, there, value, e)
            return self._fill(there, value, False, self.result(value, own), self._arguments(index, there, value, e))
        if isinstance(value, Bound):
            there = self.world.index(value.path)
            if there is None:
                return NOTHING
            function = Def(value.path, value.index)
            arguments = self._arguments(index, there, function, e)
            if "extension" in there.facts.definitions[value.index].modifiers:
                return self._fill(there, function, False, self.result(function, None), arguments.behind((value.receiver,)))
            return self._fill(there, function, True, self.result(function, value.receiver), arguments)
        if isinstance(value, Func):
            return self.anonymous(value)
        if isinstance(value, Partial):
            return self.called(index, value.inner, e)
        if isinstance(value, Inst) and (method := self.context.classes.method(Def(value.path, value.index), "__call__")) is not None:
            return self.result(method, value)
        if isinstance(value, Inst) and (made := self.context.types.underlying(value)):
            return union(*(self.called(index, v, e) for v in made))
        if isinstance(value, (Inst, Shape, TypeParam)) or (isinstance(value, Box) and value.name == "Callable"):
            return union(*(self.context.signatures.result(s) for s in self.context.signatures.called(index, value, e)))
        if isinstance(value, Ext):
            return self.library.result(index, value, e)
        return NOTHING

    def _named_receiver(self, index: FileIndex, there: FileIndex, method: Def, e: x.Call) -> Value | None:
        """The receiver of a method that is called by its type or trait: `Trait::method(x)`."""
        d = there.facts.definitions[method.index]
        if not index.language.trait_blocks or not e.args or d.kind not in ("method", "signature") or "static" in d.modifiers:
            return None
        return next((v for v in self.evaluator.value(index, e.args[0].value) if isinstance(v, (Inst, TypeParam, Box, Ext))), None)

    def _arguments(self, index: FileIndex, there: FileIndex, function: Def, e: x.Call) -> Arguments:
        type_params = there.facts.definitions[function.index].type_params
        given = (e.type_args or self._instantiated(index, e)) if type_params else ()
        types = {p.name: self.context.types.instances(index, t) for p, t in zip(type_params, given, strict=False)}
        return self.arguments(index, e.args, types)

    def _instantiated(self, index: FileIndex, e: x.Call) -> tuple[int, ...]:
        """The types in `F[T](…)`, which reads like an element of F."""
        func = index.facts.exprs[e.func]
        if isinstance(func, x.Apply):
            return func.args
        return (func.key,) if isinstance(func, x.Index) else ()

    def arguments(self, index: FileIndex, args: Sequence[x.Arg], types: dict[str, Values]) -> Arguments:
        """The arguments of a call in this file."""

        def spread(mapping: int, name: str) -> Values:
            place = index.place(mapping)
            stored = index.stores.get(f"{place}[{name}]", ()) if place is not None else ()
            return union(*(self.evaluator.value(index, value) for _, value, _ in stored))

        return Arguments(args, lambda arg: self.evaluator.value(index, arg), types, spread)

    def decorated(self, function: Def) -> Values:
        """What a decorated function's name holds instead of it, as far as its decorators lie in the repository."""
        return self.world.session.ask(("decorated", function), lambda: self._decorated(function), NOTHING)

    def _decorated(self, function: Def) -> Values:
        index = self.world.index(function.path)
        if index is None:
            return NOTHING
        self.world.part(function.path, index.qualified(function.index), "()")
        return tuple(v for v in self.held(index, function.index, NONE) if v != function)

    def held(self, index: FileIndex, function: int, until: int) -> Values:
        """What the decorators below the one at expression `until` (-1: all of them) make of a function."""
        held: Values = (Def(index.path, function),)
        if index.language.marking_decorators:
            return held
        for decorator in reversed(index.facts.definitions[function].decorators):
            if decorator == until:
                break
            made = union(*(self.applied(v, held) for v in self.evaluator.value(index, decorator)))
            held = made or held
        return held

    def applied(self, value: Value, argument: Values) -> Values:
        """Result of calling `value` with one argument."""
        args = Arguments((x.Arg(0),), lambda _: argument, {})
        if isinstance(value, (Def, Bound)):
            there = self.world.index(value.path)
            if there is None:
                return NOTHING
            function = Def(value.path, value.index)
            if there.facts.definitions[value.index].kind in CLASS_KINDS:
                return (Inst(value.path, value.index, exact=True),)
            receiver = value.receiver if isinstance(value, Bound) else None
            return self._fill(there, function, receiver is not None, self.result(function, receiver), args)
        if isinstance(value, Inst):
            method = self.context.classes.method(Def(value.path, value.index), "__call__")
            return self.applied(Bound(method.path, method.index, value), argument) if method is not None else NOTHING
        return value.args[-1] if isinstance(value, Box) and value.name == "Callable" else NOTHING

    def _fill(self, there: FileIndex, function: Def, bound: bool, result: Values, args: Arguments) -> Values:
        """A result with the function's own parameters and type parameters replaced by what the arguments are."""
        if not any(_mentions(v, function) for v in result):
            return result
        definition = there.facts.definitions[function.index]
        params = own_params(definition, bound and there.language.receiver == "first-param")
        given = dict(args.types)
        for position, param in enumerate(params):
            values = args.of(position, param.name) if param.type != NONE else None
            if values is not None:
                self._infer(there, param.type, values, given)
        filled: list[Values] = []
        for value in result:
            if isinstance(value, Param) and value.path == function.path and value.index == function.index:
                position = next((i for i, p in enumerate(params) if p.name == value.name), -1)
                filled.append((args.of(position, value.name) if position >= 0 else None) or (value,))
            else:
                filled.append((value,))
        return self.context.substitution.substitute(union(*filled), given)


def _mentions(value: Value, function: Def) -> bool:
    """Whether a value mentions a type parameter, or a parameter of this function."""
    if isinstance(value, Param):
        return value.path == function.path and value.index == function.index
    if isinstance(value, TypeParam):
        return True
    return isinstance(value, (Inst, Box)) and any(_mentions(v, function) for values in value.args for v in values)
