"""Which of several functions of one name a call means, by the number and the types of its arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nexus_diff.languages import REGISTRY
from nexus_diff.link.alike import FUNCTIONS, parameter_names
from nexus_diff.link.classes import CLASS_KINDS
from nexus_diff.link.costs import NEVER
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import NOTHING, Bound, Box, Def, Inst, Partial, Slot, Super, Value, Values, union
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

if TYPE_CHECKING:
    from nexus_diff.link.context import Context

MOST_TIED = 2
"""Most equally near candidates that are taken for what the call means; of more, each is a guess."""
CHOSEN = frozenset({"merge", "hide"})
"""Kinds of overloads of which a call means exactly one."""


class Overloads:
    """Choice among overloads."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world
        self.alike = context.alike
        self.ratings = context.ratings

    def callees(self, index: FileIndex, func: int, args: Sequence[x.Arg], types: int = 0) -> Values:
        """What a call of the expression `func` with these arguments may run. Where names are overloaded, a method and a field of one name
        are two members: a call means the method. `types`: how many type arguments the call writes."""
        values = self.context.evaluator.callee(index, func)
        if not index.language.overloads:
            return values
        e = index.facts.exprs[func]
        if isinstance(e, x.Name) and index.language.includes:
            values = self._beside_types(index, e, values)
        if isinstance(e, x.Name) and e.name == "this":
            values = tuple(Def(v.path, v.index) for v in values if isinstance(v, Inst))
        elif (isinstance(e, x.Name) and not index.language.method_values) or not any(isinstance(v, (Def, Bound)) for v in values):
            values = self.methods(index, e) or values
            if isinstance(e, x.Name) and not index.language.method_values and values:
                values = tuple(v for v in values if self._runs(v)) or self._imported(index, e.name) or values
            if not values and isinstance(e, x.Name) and index.language.argument_lookup:
                values = self.context.packages.associated(index, e.name, args)
        found = self.chosen(index, tuple(self._received(index, e, v) for v in values), args, func, types)
        if values and index.language.extension_methods and isinstance(e, x.Attr) and self._refused(index, found, args):
            receivers = self.context.evaluator.value(index, e.value)
            return self.context.extensions.chosen(index, self.context.extensions.methods(index, receivers, e.name), args, types) or found
        return found

    def _refused(self, index: FileIndex, found: Values, args: Sequence[x.Arg]) -> bool:
        """Whether none of these can be called, or be handed the arguments, as far as their types are known."""
        for value in found:
            if not isinstance(value, (Def, Bound)) or not self.alike.is_function(Def(value.path, value.index)):
                if self._may_be_called(index, value):
                    return False
                continue
            receiver = value.receiver if isinstance(value, Bound) else None
            if self.ratings.rating(index, Def(value.path, value.index), args, receiver).cost < NEVER:
                return False
        return True

    def _beside_types(self, index: FileIndex, e: x.Name, values: Values) -> Values:
        """Functions hide a struct of their name; where a struct's name is a tag, a call never means it."""
        classes = [v for v in values if isinstance(v, Def) and self.context.classes.is_class(v)]
        if not classes or (len(classes) == len(values) and not REGISTRY[index.facts.language].tags):
            return values
        if len(classes) == len(values):
            values = self.context.packages.ambient(index, e.name, index.facts.points[e.point].scope)
        return tuple(v for v in values if not isinstance(v, Def) or not self.context.classes.is_class(v))

    def _runs(self, value: Value) -> bool:
        """Whether a value is no class."""
        return not isinstance(value, Def) or self.alike.is_function(value)

    def _imported(self, index: FileIndex, name: str) -> Values:
        """The functions of a name that are imported as members of a class, where a type that is found first bears the name too."""
        for imp in index.facts.imports:
            owner = self.context.packages.member(index.language.group, imp.source) if "static" in imp.flags else NOTHING
            if imp.name not in ("*", name) or not owner or not isinstance(owner[0], Def) or not self.context.classes.is_class(owner[0]):
                continue
            for here in self.context.classes.mro(owner[0]):
                functions = [f for f in self.alike.of_class(here, name) if self.alike.is_function(f)] if isinstance(here, Def) else []
                if functions:
                    return tuple(functions[:1])
        return NOTHING

    def _may_be_called(self, index: FileIndex, value: Value) -> bool:
        """Whether a value that is no function itself may hold one; the classes that are known of the library do not."""
        if isinstance(value, (Inst, Box)):
            return bool(self.context.signatures.of(value))
        if isinstance(value, Slot):  # what else a container holds
            return False
        return self.context.library_members.class_of(index, value) is None

    def made(self, index: FileIndex, type: int, args: Sequence[x.Arg]) -> Values:
        """What making an object of the type at `type` runs."""
        return self.chosen(index, self.context.types.meant(index, type), args, type)

    def _received(self, index: FileIndex, e: x.Expr, value: Value) -> Value:
        """A static method whose name an instance's method may bear too, with the instance that the name is looked up on."""
        alike = self.alike
        if not isinstance(value, Def) or not alike.is_function(value) or not alike.is_static(value) or alike.is_extension(value):
            return value
        receiver: Value | None = None
        if isinstance(e, x.Attr):
            receiver = next((r for r in self.context.evaluator.value(index, e.value) if isinstance(r, Inst)), None)
        elif isinstance(e, x.Name) and index.language.implicit_members:
            receiver = self._around_of(index, index.facts.points[e.point].scope, value)
        return Bound(value.path, value.index, receiver) if receiver is not None else value

    def _around_of(self, index: FileIndex, scope: int, function: Def) -> Inst | None:
        """An instance of the innermost class around a scope that has the function as a member, own or inherited; None where no class has:
        it was imported."""
        there = self.world.index(function.path)
        owner = self.context.receivers.owner(there, there.facts.definitions[function.index].scope) if there is not None else None
        while scope > 0:
            here = index.facts.scopes[scope]
            cls = self.context.members.home(index, here.definition) if here.kind == "class" and here.definition != NONE else None
            if cls is not None and owner in self.context.classes.mro(cls):
                return Inst(cls.path, cls.index)
            scope = here.parent
        return None

    def methods(self, index: FileIndex, e: x.Expr) -> Values:
        """The methods that a name or attribute means, where a field hides them from its value."""
        if isinstance(e, x.Attr):
            return union(*(self._methods_of(v, e.name) for v in self.context.evaluator.value(index, e.value)))
        scope = index.facts.points[e.point].scope if isinstance(e, x.Name) and index.language.implicit_members else 0
        while scope > 0 and isinstance(e, x.Name):
            here = index.facts.scopes[scope]
            if here.kind == "class" and here.definition != NONE:
                owner = self.context.members.home(index, here.definition)
                found = self._methods_of(self.context.receivers.own(index, owner, index.facts.points[e.point].scope), e.name)
                if found:
                    return found
            scope = here.parent
        return NOTHING

    def _methods_of(self, receiver: Value, name: str) -> Values:
        if not isinstance(receiver, (Inst, Def, Super)) or not self.context.classes.is_class(Def(receiver.path, receiver.index)):
            return NOTHING
        line = self.context.classes.mro(Def(receiver.path, receiver.index))
        for here in line[1:] if isinstance(receiver, Super) else line:
            functions = [f for f in self.alike.of_class(here, name) if self.alike.is_function(f)] if isinstance(here, Def) else []
            if functions:
                held = receiver if not isinstance(receiver, Super) else Inst(receiver.path, receiver.index, exact=True)
                return tuple(f if self.alike.is_static(f) else Bound(f.path, f.index, held) for f in functions[:1])
        return NOTHING

    def accessed(self, index: FileIndex, e: x.Call) -> bool:
        """Whether a call reads a field through the accessor of its name that nobody wrote (records)."""
        func = index.facts.exprs[e.func]
        if e.args or not isinstance(func, x.Attr):
            return False
        for value in self.context.evaluator.value(index, func.value):
            found = self.context.classes.find(Def(value.path, value.index), func.name) if isinstance(value, Inst) else None
            there = self.world.index(found.path) if found is not None else None
            for binding in found.own if found is not None and there is not None else ():
                if there is not None and binding.definition != NONE and "accessor" in there.facts.definitions[binding.definition].modifiers:
                    return True
        return False

    def tied(self, values: Values) -> int:
        """How many overloads are left that a call may mean, 1 when there is no choice left. Constructors do not count: whichever it is, the
        class is the same."""
        alike = [v for v in values if isinstance(v, (Def, Bound))]
        if len(alike) < 2:
            return 1
        receivers = {v.receiver if isinstance(v, Bound) else None for v in alike}
        names: set[str] = set()
        different: set[object] = set()
        for value in alike:
            there = self.world.index(value.path)
            d = there.facts.definitions[value.index] if there is not None else None
            if there is None or d is None or there.language.overloads not in CHOSEN or d.kind not in FUNCTIONS - {"constructor"}:
                return 1
            names.add(d.name)
            if not there.language.includes:
                different.add(value)
            elif "macro" not in d.modifiers:  # a macro stands beside the function of its name; sections of #if are one function
                different.add((value.path, parameter_names(there, d)))
        return max(1, len(different)) if len(receivers) == len(names) == 1 else 1

    def chosen(self, index: FileIndex, values: Values, args: Sequence[x.Arg], func: int = NONE, types: int = 0) -> Values:
        """Values of a callee, with each function of an overloaded name replaced by those that the arguments choose, and each class by the
        constructors that they choose. `func`: the expression of the callee."""
        if not index.language.overloads:
            return values
        e = index.facts.exprs[func] if func != NONE else None
        holder = index.facts.exprs[e.value] if isinstance(e, x.Attr) else None
        above = isinstance(holder, x.Name) and holder.name == "super"
        if index.language.trait_blocks and args:
            values = union(*(self.context.blocks.implemented(index, v, args[0].value) for v in values))
        extensions = [v for v in values if isinstance(v, Bound) and self.alike.is_extension(Def(v.path, v.index))]
        if extensions:
            return self.context.extensions.chosen(index, extensions, args, types)
        if (
            len(values) > 1
            and index.language.overloads == "merge"
            and all(isinstance(v, Def) and self.alike.is_function(v) for v in values)
        ):
            together = tuple(dict.fromkeys(d for v in values if isinstance(v, Def) for d in self.alike.named(v, None)))
            if any(self.ratings.takes(d, args, None) for d in together):
                values = self.ratings.best(index, together, args, None)  # imported from several classes
                return values if len(values) <= MOST_TIED else tuple(Partial(v, "overload") for v in values)
        found = union(*(self._chosen(index, value, args, above, types) for value in values))
        return self._of_specialisations(found) if index.language.includes else found

    def _of_specialisations(self, found: Values) -> Values:
        """Functions of several classes, of which a call means those of one: which one, type arguments decide (specialised templates)."""
        owners: set[tuple[str, int]] = set()
        for value in found:
            there = self.world.index(value.path) if isinstance(value, Def) else None
            d = there.facts.definitions[value.index] if there is not None and isinstance(value, Def) else None
            if there is None or d is None or d.kind != "method":
                return found
            owners.add((there.path, d.scope))
        return found if len(owners) <= MOST_TIED else tuple(Partial(v, "overload") for v in found)

    def _chosen(self, index: FileIndex, value: Value, args: Sequence[x.Arg], above: bool, types: int) -> Values:
        if isinstance(value, Super):
            bases = self.context.classes.bases(Def(value.path, value.index))
            return union(*(self._constructor(index, base, args) for base, _ in bases if isinstance(base, Def)))
        if not isinstance(value, (Def, Bound)):
            return (value,)
        function = Def(value.path, value.index)
        there = self.world.index(value.path)
        kind = there.facts.definitions[value.index].kind if there is not None else ""
        if isinstance(value, Def) and kind in CLASS_KINDS:
            return self._constructor(index, value, args) or (value,)
        if kind not in FUNCTIONS:
            return (value,)
        if index.language.borrows and not args and self.context.borrows.is_told_apart(value):
            return (value,)
        receiver = value.receiver if isinstance(value, Bound) else None
        alike = self.alike.named(function, None if above else receiver)
        if index.language.whole_type_args:
            meant = tuple(d for d in alike if self.ratings.leaves_open(index, d, args, receiver, types))
            alike = meant if types else meant or alike
        elif types:
            alike = tuple(d for d in alike if self.alike.type_params(d) == types) or alike
        if index.language.overloads == "merge" and not any(self.ratings.takes(d, args, receiver) for d in alike):
            return NOTHING  # what takes these arguments lies outside of the repository
        if index.language.overloads == "hide" and receiver is not None and not any(self.ratings.takes(d, args, receiver) for d in alike):
            alike = self._brought(function, receiver, args) or alike
        if index.language.overloads == "blocks" and args and any(self.context.blocks.of_library_trait(d) for d in alike):
            taking = (d for d in alike if self.ratings.takes(d, args, receiver))
            near = (d for d in taking if self.ratings.rating(index, d, args, receiver).cost < NEVER)
            alike = tuple(d for d in near if self.context.borrows.fits(index, d, args, receiver))
            if not alike:
                return NOTHING  # the library implements the trait for these arguments
        found = self.ratings.best(index, alike, args, receiver) or (function,)
        made = tuple(Bound(d.path, d.index, receiver) if receiver is not None and not self.alike.is_static(d) else d for d in found)
        return (
            made
            if (self.tied(made) if index.language.includes else len(made)) <= MOST_TIED
            else tuple(Partial(v, "overload") for v in made)
        )

    def _brought(self, function: Def, receiver: Value, args: Sequence[x.Arg]) -> tuple[Def, ...]:
        """The functions of the name of an ancestor that take these arguments, which a class that hides them brings back (`using A::f;`)."""
        there = self.world.index(function.path)
        if there is None or not isinstance(receiver, (Inst, Def, Super)):
            return ()
        name = there.facts.definitions[function.index].name
        for here in self.context.classes.mro(Def(receiver.path, receiver.index)):
            same = self.alike.of_class(here, name) if isinstance(here, Def) else []
            taking = [d for d in same if self.alike.is_function(d) and self.ratings.takes(d, args, receiver)]
            if taking:
                return self.alike.named(taking[0], None)
        return ()

    def _constructor(self, index: FileIndex, cls: Def, args: Sequence[x.Arg]) -> Values:
        constructors = self.context.classes.constructors(cls)
        every = [d for c in constructors for d in self.alike.named(c, None)]
        return self.ratings.best(index, tuple(every), args, None)
