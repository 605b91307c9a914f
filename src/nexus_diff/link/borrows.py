"""What borrowing decides: methods of blocks for references (`impl Trait for &mut T`), and arguments that choose among blocks of a trait."""

# For maintainers. Look-up of a method follows Rust's: at each layer of the receiver (see `link/layers.py`) methods that take it by value,
# then those that take a reference to it, then one layer is taken off.

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.layers import MUTABLE, OPEN, SHARED, UNKNOWN, Borrowed, alike, starts
from nexus_diff.link.names import FOR_BORROWED
from nexus_diff.link.values import Bound, Box, Def, Ext, Inst, TypeParam, Value, Values
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Definition

if TYPE_CHECKING:
    from nexus_diff.link.context import Context

_NO_BLOCKS: tuple[tuple[str, Def], ...] = ()
_NO_OPTIONS: tuple[tuple[Borrowed, Def], ...] = ()


class Lent(x.Arg, frozen=True):
    """The right operand of an operator; `left`: the other one; `by_value`: it is handed over as it is, as all but comparisons do."""

    left: int = NONE
    by_value: bool = False


class Borrows:
    """Choice among methods and blocks by how often something is borrowed."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    # Methods

    def called(self, index: FileIndex, receiver: int, found: Values) -> Values:
        """The methods that a call on the expression `receiver` means, where blocks for references may have them too."""
        if not index.language.borrows or not any(isinstance(v, Bound) for v in found):
            return found
        return tuple(self._meant(index, receiver, self._borrowed(index, receiver, v)) if isinstance(v, Bound) else v for v in found)

    def method(self, index: FileIndex, receiver: int, method: Def, value: Inst) -> Def:
        """The method that a value is asked for without a call (`for x in &value`)."""
        found = self.called(index, receiver, (Bound(method.path, method.index, value),)) if index.language.borrows else ()
        return next((Def(v.path, v.index) for v in found if isinstance(v, Bound)), method)

    def _borrowed(self, index: FileIndex, receiver: int, method: Bound) -> Bound:
        """Of a trait that a type and references to it have by blocks of their own (`impl IntoIterator for &Map`), the method meant."""
        there, options = self.world.index(method.path), self._options(method)
        if there is None or len(options) < 2:
            return method
        taken = self._receiver(there, there.facts.definitions[method.index])
        layers = self.context.layers.of(index, receiver)
        for position in range(len(layers) + 1):
            rest = layers[position:]
            if rest == UNKNOWN:
                break
            for wanted in (*([rest[1:]] if rest[:1] == (taken,) else []), rest) if taken else (rest,):
                if wanted in options:
                    return Bound(options[wanted].path, options[wanted].index, method.receiver)
        return method

    def is_told_apart(self, method: Value) -> bool:
        """Whether how its receiver is borrowed has chosen a method among those of its name."""
        return isinstance(method, Bound) and len(self._options(method)) > 1

    def _options(self, method: Bound) -> dict[Borrowed, Def]:
        there, owner = self.world.index(method.path), method.receiver
        trait = self._trait_of(there, method.index) if there is not None else ""
        if there is None or not trait or not isinstance(owner, Inst):
            return {}
        cls, name = Def(owner.path, owner.index), there.facts.definitions[method.index].name
        found = self.world.session.ask(
            ("borrowed by", cls, trait, name), lambda: tuple(self._blocks_of(cls, trait, name).items()), _NO_OPTIONS
        )
        return dict(found)

    def _blocks_of(self, cls: Def, trait: str, name: str) -> dict[Borrowed, Def]:
        """The methods by which a type, and references to it, have a trait, by the layers of references."""
        found: dict[Borrowed, Def] = {}
        for part in self.context.members.parts(cls):
            there = self.world.index(part.path)
            method = self.context.blocks.of_block(part, trait, name)
            if there is not None and method is not None:
                found.setdefault(self.context.layers.of_type(there, there.facts.definitions[part.index].type, True), method)
        return found

    def _meant(self, index: FileIndex, receiver: int, method: Bound) -> Value:
        there = self.world.index(method.path)
        trait = self._trait_of(there, method.index) if there is not None else ""
        blocks = dict(self.blocks(index.language.group, trait)) if trait else {}
        if there is None or not blocks or _stands_in(method.receiver, blocks):
            return method
        d = there.facts.definitions[method.index]
        self.world.part(there.path, there.qualified(method.index), "()")
        own = self._of_receiver(method.receiver) or self.context.layers.own(there, d.scope, 0)
        block = _chosen(self.context.layers.of(index, receiver), self._receiver(there, d), blocks, own)
        return self._of_block(block, method, d.name) if block is not None else method

    def _of_block(self, block: Def, method: Bound, name: str) -> Value:
        """The method of a block for references, or that of the trait, on such a reference."""
        own = Inst(block.path, block.index)
        found = [b.definition for b in self.context.classes.own(block, name) if b.definition != NONE]
        if found:
            return Bound(block.path, found[0], own)
        inherited = next((v for v in self.context.classes.member(own, name, methods=True) if isinstance(v, Bound)), None)
        return inherited if inherited is not None else Bound(method.path, method.index, own)

    def _of_receiver(self, receiver: Value) -> Borrowed:
        """Layers of the type of a block of members, where that is what a method is called on."""
        there = self.world.index(receiver.path) if isinstance(receiver, Inst) else None
        d = there.facts.definitions[receiver.index] if there is not None and isinstance(receiver, Inst) else None
        if there is None or d is None or d.kind != "extension" or not isinstance(receiver, Inst):
            return ()
        self.world.part(there.path, there.qualified(receiver.index), "")
        return self.context.layers.of_type(there, d.type, True)

    def _trait_of(self, there: FileIndex, method: int) -> str:
        """The trait that a method stands in or implements, by its last name; "" for none."""
        scope = there.facts.scopes[there.facts.definitions[method].scope]
        owner = there.facts.definitions[scope.definition] if scope.kind == "class" and scope.definition != NONE else None
        if owner is None or owner.kind not in ("interface", "extension"):
            return ""
        if owner.kind == "interface":
            return owner.name
        self.world.part(there.path, there.qualified(scope.definition), "")
        return next((there.last_name(base.expr) for base in owner.bases), "")

    def _receiver(self, there: FileIndex, d: Definition) -> str:
        """How a method takes its receiver: "" by value."""
        e = there.facts.exprs[d.params[0].type] if d.params and d.params[0].type != NONE else None
        return e.how if isinstance(e, x.Held) else ""

    def blocks(self, group: str, trait: str) -> tuple[tuple[str, Def], ...]:
        """(layer, block) of the blocks that give a trait to references and boxes of whatever type has it."""
        return self.world.session.ask(("borrowed", group, trait), lambda: self._blocks(group, trait), _NO_BLOCKS)

    def _blocks(self, group: str, trait: str) -> tuple[tuple[str, Def], ...]:
        found: dict[str, Def] = {}
        for candidate in self.world.candidates(f"{group}.x", FOR_BORROWED + trait):
            block = self.context.packages.named(candidate)
            there = self.world.index(block.path) if block is not None else None
            if block is None or there is None or self.context.members.inactive(block):
                continue
            self.world.part(block.path, there.qualified(block.index), "")
            layers = self.context.layers.of_type(there, there.facts.definitions[block.index].type)
            if len(layers) == 2 and layers[1] == OPEN:
                found.setdefault(layers[0], block)
        return tuple(sorted(found.items()))

    def is_changed(self, index: FileIndex, place: int) -> bool:
        """Whether an element or range is borrowed to be changed: by `&mut`, or by a method called on it."""
        for user in index.users.get(place, ()):
            e = index.facts.exprs[user]
            if isinstance(e, x.AddressOf):
                return bool(e.how)
            if isinstance(e, x.Attr):
                return any(self._changes(v) for v in self.context.evaluator.callee(index, user)) or self.is_changed(index, user)
        return False

    def _changes(self, value: Value) -> bool:
        there = self.world.index(value.path) if isinstance(value, Bound) else None
        if there is None or not isinstance(value, Bound):
            return False
        self.world.part(there.path, there.qualified(value.index), "()")
        return self._receiver(there, there.facts.definitions[value.index]) == MUTABLE

    # Arguments

    def fits(self, index: FileIndex, function: Def, args: Sequence[x.Arg], receiver: Value | None) -> bool:
        """Whether arguments are borrowed as often as the parameters of a function are."""
        there = self.world.index(function.path)
        if there is None or not index.language.borrows:
            return True
        self.world.part(there.path, there.qualified(function.index), "()")
        d = there.facts.definitions[function.index]
        params = self.context.ratings.params(there, d, receiver)
        pairs = [(*self._operands(index, a), p.type) for p, a in zip(params, args, strict=False) if p.type != NONE]
        own = self.context.layers.own(there, d.scope, 0)
        if any(not (alike(given, self.context.layers.of_type(there, wanted)) and alike(left, own)) for left, given, wanted in pairs):
            return False
        return not any(self._differs(index, there, a, p.type) for p, a in zip(params, args, strict=False) if p.type != NONE)

    def _differs(self, index: FileIndex, there: FileIndex, arg: x.Arg, wanted: int) -> bool:
        """Whether an argument is of a type of the repository where one of the library is taken: no conversion chooses among blocks."""
        given, types = self.context.evaluator.value(index, arg.value), self.context.types.instances(there, wanted)
        ours = bool(given) and all(isinstance(v, Inst) and self.context.classes.is_class(Def(v.path, v.index)) for v in given)
        return ours and bool(types) and all(isinstance(v, (Ext, Box)) for v in types)

    def through_library(self, index: FileIndex, left: int, right: int) -> bool:
        """Whether both operands of an operator are references: then the library's operator runs, and that the one of what they lead to."""
        one, other = self.context.layers.of(index, left), self.context.layers.of(index, right) if right != NONE else ()
        return bool(one and other) and {one[0], other[0]} <= {SHARED, MUTABLE}

    def _operands(self, index: FileIndex, arg: x.Arg) -> tuple[Borrowed, Borrowed]:
        """Layers of the left operand and of an argument. A comparison takes its operands by reference; of two references, the library
        compares what they lead to."""
        found = self.context.layers.of(index, arg.value)
        if not isinstance(arg, Lent):
            return UNKNOWN, found
        left = self.context.layers.of(index, arg.left) if arg.left != NONE else UNKNOWN
        if arg.by_value:
            return left, found
        while found and left and found[0] != OPEN and left[0] != OPEN:
            found, left = found[1:], left[1:]
        return left, (SHARED, *found) if OPEN not in left[:1] or not found else UNKNOWN

    def handed(self, index: FileIndex, arg: int, wanted: Values, handed: Values) -> Values:
        """What a type parameter stands for that is handed a reference: the block for such references, where its bound has one."""
        bounds = [b for w in wanted if isinstance(w, TypeParam) for b in w.bound if isinstance(b, Inst)]
        layers = self.context.layers.of(index, arg) if bounds and handed else ()
        if not layers or layers[0] == OPEN:
            return handed
        for bound in bounds:
            there = self.world.index(bound.path)
            trait = there.facts.definitions[bound.index].name if there is not None else ""
            block = dict(self.blocks(index.language.group, trait)).get(layers[0])
            if block is not None and not any(self._has(index, v, trait, layers) for v in handed):
                return (Inst(block.path, block.index),)
        return handed

    def _has(self, index: FileIndex, value: Value, trait: str, layers: Borrowed) -> bool:
        """Whether a block gives a trait to a library's type borrowed just so."""
        for block in self.context.blocks.of_value(index, value) if isinstance(value, (Ext, Box)) else ():
            there = self.world.index(block.path)
            if there is None:
                continue
            self.world.part(block.path, there.qualified(block.index), "")
            d = there.facts.definitions[block.index]
            if any(there.last_name(b.expr) == trait for b in d.bases) and starts(layers, self.context.layers.of_type(there, d.type, True)):
                return True
        return False


def _stands_in(receiver: Value, blocks: dict[str, Def]) -> bool:
    """Whether a receiver is the own instance of one of these blocks."""
    return isinstance(receiver, Inst) and Def(receiver.path, receiver.index) in blocks.values()


def _chosen(layers: Borrowed, taken: str, blocks: dict[str, Def], own: Borrowed) -> Def | None:
    """The block whose method a receiver with these layers means; None where it is that of the type behind them. `taken`: how the method
    takes its receiver; `own`: layers of the type that has the method."""
    for position, layer in enumerate(layers):
        if layer == OPEN:
            return None
        if taken and layer == taken:
            rest = layers[position + 1 :]
            return blocks.get(rest[0]) if rest and not starts(rest, own) else None
        if starts(layers[position:], own):
            return None
        if layer in blocks:
            return blocks[layer]
    return None
