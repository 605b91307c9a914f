"""How something can be called: types of parameters and result, as `Box("Callable", (parameter, …, result))`.

A rest parameter stands as one `Box("rest", (its container type,))`.
"""

from __future__ import annotations

from nexus_diff.languages.base import Language
from nexus_diff.link.classes import CLASS_KINDS
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.inference import Inference, mentions
from nexus_diff.link.members import MEMBERS
from nexus_diff.link.values import NOTHING, Bound, Box, Def, Ext, Func, Inst, Shape, TypeParam, Value, Values, behind, typed, union
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Param

CALL_MEMBER = "()"
"""Name under which call signatures stand among the members of a type."""
MANY = 1 << 20
_NO_BOXES: tuple[Box, ...] = ()
MOST = 48
"""Most signatures of one value that are looked at."""


class Signature:
    """One way to call something: its box, and what type parameters in it stand for (filled in when asked for)."""

    __slots__ = ("box", "given")

    def __init__(self, box: Box, given: dict[str, Values]) -> None:
        self.box = box
        self.given = given


class Signatures(Inference):
    """Signatures of values."""

    def of(self, value: Value) -> list[Signature]:
        """All signatures of a value, overloads in source order."""
        if isinstance(value, TypeParam):
            return [found for v in value.bound for found in self.of(v)]
        if isinstance(value, Bound) and self.context.alike.is_extension(Def(value.path, value.index)):
            boxes, given = self._of_extension(value)
        elif isinstance(value, (Def, Bound)):
            boxes, given = self._of_function(Def(value.path, value.index), value.receiver if isinstance(value, Bound) else None)
        elif isinstance(value, Inst):
            boxes, given = self._of_instance(value)
        elif isinstance(value, Shape):
            boxes, given = self._of_shape(value), dict(value.given)
        else:
            boxes, given = (value,) if isinstance(value, Box) and value.name == "Callable" else (), {}
            boxes = self._of_literal(value) if isinstance(value, Func) else boxes
        return [Signature(box, given) for box in boxes]

    def alternative(self, index: FileIndex, declared: Values, found: Values) -> Values:
        """`found` beside something declared: functions count as hidden where the declaration is a function type."""
        if not index.language.contextual or not any(self.of(v) for v in declared if isinstance(v, (Box, Inst, Shape, TypeParam))):
            return found
        return union(behind(found), tuple(v for v in found if not isinstance(v, (Def, Bound, Func))))

    def beside(self, index: FileIndex, declared: Values, found: Values) -> Values:
        """Values of something declared as `declared` that holds `found`; a declared function type hides which functions those are."""
        if index.language.contextual and any(self.of(v) for v in declared if isinstance(v, (Box, Inst, Shape, TypeParam))):
            return union(declared, behind(found))
        return typed(declared, found)

    def parameter(self, signature: Signature, position: int) -> Values:
        """Type of the argument at `position`."""
        return self.context.substitution.substitute(self._pattern(signature.box, position), signature.given)

    def result(self, signature: Signature) -> Values:
        """What the call gives."""
        return self.context.substitution.substitute(signature.box.args[-1], signature.given) if signature.box.args else NOTHING

    def _pattern(self, box: Box, position: int) -> Values:
        params = box.args[:-1]
        if position < len(params):
            return self._unrested(params[position], 0)
        last = params[-1] if params else NOTHING
        if any(isinstance(v, Box) and v.name == "rest" for v in last):
            return self._unrested(last, position - len(params) + 1)
        return NOTHING

    def _unrested(self, values: Values, order: int) -> Values:
        if not any(isinstance(v, Box) and v.name == "rest" for v in values):
            return values
        found: list[Values] = []
        for value in values:
            if not isinstance(value, Box) or value.name != "rest":
                found.append((value,))
                continue
            for inner in value.args[0]:
                if isinstance(inner, Box) and inner.name == "tuple":
                    found.append(inner.args[order] if order < len(inner.args) else NOTHING)
                elif isinstance(inner, Box) and inner.args:
                    found.append(inner.args[-1])
                elif isinstance(inner, TypeParam):
                    found.append(self._unrested((Box("rest", (inner.bound,)),), order) if inner.bound else NOTHING)
        return union(*found)

    def _of_function(self, function: Def, receiver: Value | None) -> tuple[tuple[Box, ...], dict[str, Values]]:
        index = self.world.index(function.path)
        kind = index.facts.definitions[function.index].kind if index is not None else ""
        if index is None or kind in CLASS_KINDS or kind in ("variable", "field", "namespace", "type"):
            return (), {}
        found = self.world.session.ask(("signatures", function), lambda: self._function_boxes(index, function), _NO_BOXES)
        return found, self.context.substitution.arguments(receiver, self._owner(index, function)) if receiver is not None else {}

    def _of_extension(self, value: Bound) -> tuple[tuple[Box, ...], dict[str, Values]]:
        """An extension method as it is called on its first argument."""
        boxes, given = self._of_function(Def(value.path, value.index), None)
        given = dict(given)
        for box in boxes:
            self.infer(box.args[0], (value.receiver,), given)
        return tuple(Box(box.name, box.args[1:]) for box in boxes), given

    def _owner(self, index: FileIndex, function: Def) -> Def | None:
        scope = index.facts.scopes[index.facts.definitions[function.index].scope]
        return Def(function.path, scope.definition) if scope.kind == "class" and scope.definition != NONE else None

    def _function_boxes(self, index: FileIndex, function: Def) -> tuple[Box, ...]:
        for overload in index.overloads(function.index):
            self.world.part(function.path, index.qualified(overload), "()")
        return tuple(self._function_box(index, overload) for overload in index.overloads(function.index))

    def _function_box(self, index: FileIndex, definition: int) -> Box:
        d = index.facts.definitions[definition]
        returns = self.context.types.instances(index, d.returns) if d.returns != NONE else NOTHING
        return Box("Callable", (*(self._parameter_type(index, p) for p in d.params), returns))

    def _parameter_type(self, index: FileIndex, param: Param) -> Values:
        found = self.context.types.instances(index, param.type) if param.type != NONE else NOTHING
        return (Box("rest", (found,)),) if param.kind == "*" else found

    def _of_literal(self, value: Func) -> tuple[Box, ...]:
        index = self.world.index(value.path)
        if index is None:
            return ()
        params = tuple(self._parameter_type(index, p) for p in index.facts.scopes[value.scope].params)
        return (Box("Callable", (*params, NOTHING)),)

    def _of_instance(self, value: Inst) -> tuple[tuple[Box, ...], dict[str, Values]]:
        cls = Def(value.path, value.index)
        found = self.world.session.ask(("call signatures", cls), lambda: self._call_members(cls), _NO_BOXES)
        if not found:
            method = self.only_method(cls)
            there = self.world.index(method.path) if method is not None else None
            if method is not None and there is not None:
                return self._of_function(method, value)
        return found, self.context.substitution.arguments(value) if found else {}

    def only_method(self, cls: Def) -> Def | None:
        """The single abstract method of an interface that takes functions, None when there is none or more than one."""
        there = self.world.index(cls.path)
        if there is None or not there.language.functional_interfaces or there.facts.definitions[cls.index].kind != "interface":
            return None
        return self.world.session.ask(("only method", cls), lambda: self._only_method(cls, there.language), None)

    def _only_method(self, cls: Def, language: Language) -> Def | None:
        abstract: dict[str, Def] = {}
        written: set[str] = set()
        for here in self.context.classes.mro(cls):
            there = self.world.index(here.path) if isinstance(here, Def) else None
            if isinstance(here, Ext) and _adds_nothing(language, here.name.rpartition(".")[2]):
                continue
            if there is None or not isinstance(here, Def):
                return None
            self.world.part(here.path, there.qualified(here.index), MEMBERS)
            body = there.facts.definitions[here.index].body
            for position, d in enumerate(there.facts.definitions):
                if d.scope != body or d.kind != "method" or "static" in d.modifiers:
                    continue
                if "abstract" in d.modifiers and d.name not in written:
                    abstract.setdefault(f"{d.name}/{len(d.params)}", Def(here.path, position))
                written.update(() if "abstract" in d.modifiers else (d.name,))
        return next(iter(abstract.values())) if len(abstract) == 1 else None

    def _call_members(self, cls: Def) -> tuple[Box, ...]:
        boxes: list[Box] = []
        for here in self.context.classes.mro(cls):
            index = self.world.index(here.path) if isinstance(here, Def) else None
            if index is None or not isinstance(here, Def):
                continue
            self.world.part(here.path, index.qualified(here.index), CALL_MEMBER)
            body = index.facts.definitions[here.index].body
            for _, binding in index.names(body).get(CALL_MEMBER, ())[:MOST] if body != NONE else ():
                found = self.context.types.instances(index, binding.type) if binding.type != NONE else NOTHING
                boxes.extend(b for b in found if isinstance(b, Box) and b.name == "Callable")
        for shape in self.context.classes.shape_bases(cls):
            boxes.extend(self._of_shape(shape))
        return tuple(boxes)

    def _of_shape(self, value: Shape) -> tuple[Box, ...]:
        index = self.world.index(value.path)
        e = index.facts.exprs[value.expr] if index is not None and value.expr != NONE else None
        if index is None or not isinstance(e, x.ObjectType):
            return ()
        types = [t for name, t in zip(e.names, e.types, strict=False) if name == CALL_MEMBER]
        boxes = [b for t in types[:MOST] for b in self.context.types.instances(index, t) if isinstance(b, Box) and b.name == "Callable"]
        return tuple(boxes)

    # Calls

    def called(self, index: FileIndex, value: Value, e: x.Call, asking: int = NONE) -> list[Signature]:
        """Signatures of `value` that fit the call, type parameters filled from its arguments; the argument `asking` is left out of that."""
        found = self.of(value)
        if not found:
            return found
        count = len(e.args)
        fitting = [s for s in found if self._most(s.box) == count] or [s for s in found if self._most(s.box) >= count] or found
        named = self._type_params(value)
        types = {name: self.context.types.instances(index, t) for name, t in zip(named, e.type_args, strict=False)}
        return [self._inferred(index, s, e, asking, types) for s in fitting]

    def _most(self, box: Box) -> int:
        """Most arguments that a signature takes."""
        params = box.args[:-1]
        return MANY if params and any(isinstance(v, Box) and v.name == "rest" for v in params[-1]) else len(params)

    def _type_params(self, value: Value) -> tuple[str, ...]:
        index = self.world.index(value.path) if isinstance(value, (Def, Bound)) else None
        if index is None or not isinstance(value, (Def, Bound)):
            return ()
        return tuple(p.name for p in index.facts.definitions[value.index].type_params)

    def _inferred(self, index: FileIndex, signature: Signature, e: x.Call, asking: int, types: dict[str, Values]) -> Signature:
        given = {**signature.given, **types}
        for order, arg in enumerate(e.args):
            if arg.keyword or arg.value == asking or isinstance(index.facts.exprs[arg.value], x.Func):
                continue
            pattern = self._pattern(signature.box, order)
            if mentions(pattern):
                self.infer(pattern, self.context.evaluator.value(index, arg.value), given)
        return Signature(signature.box, given)


def _adds_nothing(language: Language, name: str) -> bool:
    """Whether a type of the library adds no method to those that an interface below it declares: it has none, or the one of a function,
    which such an interface writes once more."""
    return name in language.marker_types or language.generics.get(name, "").startswith("(")
