"""Which types generic code is used with: every use hands its types to the type parameters, as calls hand functions to parameters.

In a language that makes one copy of generic code per type (Rust), a call through a bound reaches the methods of the types that some use
of the code hands over, at any distance, and no others. `self` of a method that a trait itself writes is such a parameter, `Self`.
"""

# For maintainers. A type parameter has a hub, `param:<owner>:<name>`; its members are classes ("=…") and other type parameters ("@…").
# Blocks of members for types of the library (`impl Trait for Vec<T>`) stand in the hierarchy under an id of their own.

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.flows import BOUND
from nexus_diff.link.hierarchy import block_id
from nexus_diff.link.nodes import unheld
from nexus_diff.link.values import NOTHING, Bound, Box, Def, Ext, Inst, TypeParam, Value, Values, union
from nexus_diff.model import expr as x
from nexus_diff.model.expr import Apply, Name
from nexus_diff.model.facts import NONE, Definition

if TYPE_CHECKING:
    from nexus_diff.link.context import Context

SELF = "Self"
HIDDEN = "impl@"
"""Start of the names of types that are known by their bound only."""
ANY = "any"
"""Origin of what any type of the repository may be that meets the bound."""
MOST_NESTED = 4

Pass = tuple[str, str]


def traits_of(base: str) -> set[str]:
    """Id of the trait that the hub of a `Self` is about: that of the method; none for any other hub."""
    if not base.endswith(f":{SELF}") or not base.startswith("param:Method:"):
        return set()
    path, _, qualified = base.removeprefix("param:Method:").removesuffix(f":{SELF}").rpartition(":")
    return {f"Interface:{path}:{qualified.rpartition('.')[0]}"}


def method_of(base: str) -> str:
    """The key of the method that the hub of a `Self` is about (see `method_key`); "" for any other hub."""
    trait = next(iter(traits_of(base)), "").rpartition(":")[2].rpartition(".")[2]
    return f"{base.removesuffix(f':{SELF}').rpartition('.')[2].partition('#')[0]}/{trait}" if trait else ""


def self_of(method_id: str) -> str:
    """The hub of `Self` in a method that a trait writes."""
    return f"param:{method_id}:{SELF}"


class Instances:
    """Types of generic code."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    def origin(self, index: FileIndex, definition: int, name: str) -> str:
        """The hub of a type parameter of a definition; "" where its types are not followed."""
        if not index.language.monomorphic:
            return ""
        d = index.facts.definitions[definition]
        if d.kind != "extension":
            owner = self._id(Def(index.path, definition))
            return f"param:{owner}:{name}" if owner is not None else ""
        return self._of_block(index, definition, name)

    def _of_block(self, index: FileIndex, definition: int, name: str) -> str:
        """The parameter of a block's type that the block's own parameter stands for: `impl<T> Foo<T>` is about the `T` of Foo."""
        home = self.context.members.home(index, definition)
        if home == Def(index.path, definition):
            return ANY
        e = index.facts.exprs[unheld(index.facts, index.facts.definitions[definition].type)]
        if not isinstance(e, Apply):
            return ""
        own = self.context.classes.type_params(home)
        for position, arg in enumerate(e.args):
            inner = index.facts.exprs[unheld(index.facts, arg)]
            if isinstance(inner, Name) and inner.name == name and position < len(own):
                owner = self._id(home)
                return f"param:{owner}:{own[position]}" if owner is not None else ""
        return ""

    def own(self, index: FileIndex, method: int, trait: Def) -> Values:
        """`Self` in a method that a trait writes."""
        owner = self._id(Def(index.path, method)) if method != NONE else None
        return (TypeParam(SELF, (Inst(trait.path, trait.index),), self_of(owner) if owner is not None else ""),)

    def hidden(self, index: FileIndex, bound: int) -> Values:
        """A type that only its bound is known of (`impl Trait`), where it is written for a parameter or a result of a function."""
        e = index.facts.exprs[bound]
        while isinstance(e, Apply):
            e = index.facts.exprs[e.type]
        scope = index.facts.points[e.point].scope if isinstance(e, Name) else NONE
        here = index.facts.scopes[scope] if scope >= 0 else None
        known = self.context.types.instances(index, bound)
        if here is None or here.definition == NONE or here.kind != "function":
            return known
        owner = self._id(Def(index.path, here.definition))
        name = f"{HIDDEN}{self._order(index, here.definition, bound)}"
        return (TypeParam(name, known, f"param:{owner}:{name}" if owner is not None else ""),)

    def _order(self, index: FileIndex, function: int, bound: int) -> int:
        """Which of the types in a function's signature this is: a number that does not change with what stands elsewhere."""
        d = index.facts.definitions[function]
        types = [p.type for p in d.params if p.type != NONE] + [d.returns]
        return sum(1 for t in types if NONE < t < bound)

    def is_trait(self, cls: Def) -> bool:
        """Whether a class stands for whatever type implements it."""
        there = self.world.index(cls.path)
        return there is not None and there.language.monomorphic and there.facts.definitions[cls.index].kind == "interface"

    def method_around(self, index: FileIndex, scope: int) -> int:
        """The member of a class body around a scope, -1 for none."""
        scopes = index.facts.scopes
        while scope > 0:
            here = scopes[scope]
            if here.kind == "function" and here.definition != NONE and index.class_around(here) != NONE:
                return here.definition
            scope = here.parent
        return NONE

    def _id(self, target: Def) -> str | None:
        nodes = self.world.nodes(target.path)
        node = nodes[target.index] if nodes else None
        return node.id if node is not None else None

    # What flows

    def members(self, index: FileIndex, values: Values) -> Iterator[str]:
        """Types as members of a hub."""
        for value in values:
            if isinstance(value, Def) and self.context.classes.is_class(value):
                value = Inst(value.path, value.index)  # a struct without fields is its own instance
            if isinstance(value, TypeParam):
                if value.origin and value.origin != ANY:
                    yield f"@{value.origin}"
            elif isinstance(value, Inst):
                there = self.world.index(value.path)
                kind = there.facts.definitions[value.index].kind if there is not None else ""
                if there is not None and kind == "extension":
                    yield f"={block_id(there, value.index)}"
                elif kind == "variant":
                    yield from self.members(index, tuple(Inst(b.path, b.index) for b, _ in self._bases(value) if isinstance(b, Def)))
                elif (owner := self._id(Def(value.path, value.index))) is not None:
                    yield f"={owner}"
            elif isinstance(value, (Ext, Box)) and value.name != "Callable":
                exact = self.context.blocks.of_type(index, value.name.rpartition(".")[2])
                for block in exact or self.context.blocks.of_value(index, value):
                    there = self.world.index(block.path)
                    if there is not None:
                        yield f"={block_id(there, block.index)}"

    def _bases(self, value: Inst) -> Sequence[tuple[Def | Ext, Inst | None]]:
        return self.context.classes.bases(Def(value.path, value.index))

    def of_call(self, index: FileIndex, value: Value, e: x.Expr, result: Values) -> Iterator[Pass]:
        """What a call of a function hands to type parameters: of the function, and of the types that it gives."""
        if isinstance(value, (Def, Bound)):
            yield from self._of_function(index, value, e)
        yield from self.of_values(index, result)

    def _of_function(self, index: FileIndex, value: Def | Bound, e: x.Expr) -> Iterator[Pass]:
        function = Def(value.path, value.index)
        there = self.world.index(value.path)
        owner = self._id(function)
        if there is None or owner is None:
            return
        d = there.facts.definitions[value.index]
        scope = there.facts.scopes[d.scope]
        around = there.facts.definitions[scope.definition] if scope.kind == "class" and scope.definition != NONE else None
        if around is not None and around.kind == "interface" and d.body != NONE:
            for member in self.members(index, self._receivers(index, value, d, e)):
                yield self_of(owner), member
        if isinstance(e, x.Call) and (d.type_params or self._hides(there, value.index)):
            own = {p.name for p in d.type_params}
            for name, values in self._given(index, there, value, e).items():
                for member in self.members(index, values) if name in own or name.startswith(HIDDEN) else ():
                    yield f"param:{owner}:{name}", member

    def _receivers(self, index: FileIndex, value: Def | Bound, d: Definition, e: x.Expr) -> Values:
        if isinstance(value, Bound):
            return (value.receiver,)
        named = isinstance(e, x.Call) and e.args and "static" not in d.modifiers
        return self.context.evaluator.value(index, e.args[0].value) if named and isinstance(e, x.Call) else NOTHING

    def _hides(self, index: FileIndex, function: int) -> bool:
        """Whether some parameter's type is known by its bound only."""
        exprs = index.facts.exprs
        types = [exprs[unheld(index.facts, p.type)] for p in index.facts.definitions[function].params if p.type != NONE]
        return any(isinstance(t, Apply) and isinstance(n := exprs[t.type], Name) and n.name == "impl" for t in types)

    def of_bounds(self, index: FileIndex) -> Iterator[Pass]:
        """What the types of each type parameter have in common: where no code of the repository uses it, any such type may."""
        for position, d in enumerate(index.facts.definitions):
            for param in d.type_params:
                origin = self.origin(index, position, param.name) if param.type != NONE else ""
                if origin.startswith("param:"):
                    yield from self._bounds(origin, self.context.types.instances(index, param.type))
            for param in d.params if self._hides(index, position) else ():
                for value in self.context.types.instances(index, param.type) if param.type != NONE else ():
                    if isinstance(value, TypeParam) and value.name.startswith(HIDDEN):
                        yield from self._bounds(value.origin, value.bound)

    def _bounds(self, origin: str, bound: Values) -> Iterator[Pass]:
        for value in bound:
            owner = self._id(Def(value.path, value.index)) if isinstance(value, Inst) else None
            if owner is not None:
                yield origin, f"{BOUND}{owner}"

    def of_results(self, index: FileIndex) -> Iterator[Pass]:
        """The types behind results that are declared by their bound only."""
        for position, d in enumerate(index.facts.definitions):
            owner = self._id(Def(index.path, position)) if d.returns != NONE and d.body != NONE else None
            for value in self.context.types.instances(index, d.returns) if owner is not None else ():
                if isinstance(value, TypeParam) and value.name.startswith(HIDDEN):
                    for member in self.members(index, self.context.evaluator.calls.returned(index, d.body)):
                        yield f"param:{owner}:{value.name}", member

    def _given(self, index: FileIndex, there: FileIndex, value: Def | Bound, e: x.Call) -> dict[str, Values]:
        """What a call says about a function's type parameters."""
        d = there.facts.definitions[value.index]
        self.world.part(value.path, there.qualified(value.index), "()")
        given = {p.name: self.context.types.instances(index, t) for p, t in zip(d.type_params, e.type_args, strict=False)}
        params = self.context.ratings.params(there, d, value.receiver if isinstance(value, Bound) else None)
        for param, arg in zip(params, e.args, strict=False):
            if param.type != NONE:
                wanted = self.context.types.instances(there, param.type)
                handed = self.context.evaluator.value(index, arg.value)
                if isinstance(there.facts.exprs[param.type], Name):
                    handed = self.context.borrows.handed(index, arg.value, wanted, handed)
                self.context.signatures.infer(wanted, handed, given)
        return given

    def of_values(self, index: FileIndex, values: Values, depth: int = 0) -> Iterator[Pass]:
        """What instances of generic types hand to the parameters of their types."""
        for value in values:
            args = value.args if isinstance(value, (Inst, Box)) else ()
            if isinstance(value, Inst) and args:
                cls = Def(value.path, value.index)
                owner = self._id(cls)
                for name, given in zip(self.context.classes.type_params(cls), args, strict=False):
                    for member in self.members(index, given) if owner is not None else ():
                        yield f"param:{owner}:{name}", member
            if depth < MOST_NESTED and args:
                yield from self.of_values(index, union(*args), depth + 1)
