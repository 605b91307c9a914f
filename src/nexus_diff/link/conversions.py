"""How far an argument is from what a parameter takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nexus_diff.link.costs import ADDRESS, BOXED, CONSTRUCTED, GENERIC, NEAR, NEVER, UNKNOWN, WIDEST
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.held import CONST, MOVED, POINTER, REFERENCE, held, is_text, marked
from nexus_diff.link.values import Bound, Box, Def, Ext, Func, Inst, Param, Slot, TypeParam, Value, Values

if TYPE_CHECKING:
    from nexus_diff.link.context import Context

CALLABLE = "Callable"
"""Name of the type of functions."""
ARRAY = "[]"
"""Name of the built-in type of arrays."""

ANYTHING, TRUTH = "void", "bool"
"""Names of types: what a pointer to anything leads to; what any pointer turns into."""

NULLS = frozenset({"null", "nullptr", "none"})
"""Literals that every reference takes."""


class Conversions:
    """Distances between types."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    def step(self, index: FileIndex, wanted: Values, given: Values) -> int:
        """The cost of handing over what may be any of `given`: that of the farthest, nothing (null) left out unless it is all."""
        if index.language.trait_blocks:  # a struct without fields is its own instance; that of a block is of the type behind it
            made = tuple(Inst(v.path, v.index) if isinstance(v, Def) and self.context.classes.is_class(v) else v for v in given)
            given, wanted = self.context.blocks.followed(made), self.context.blocks.followed(wanted)
        some = [g for g in given if not (isinstance(g, Ext) and g.name in NULLS)] or given
        some = [g for g in some if not isinstance(g, (Param, Slot))] or some
        if any(isinstance(w, Ext) and w.name in index.language.opaque_types for w in wanted):
            return 0 if any(isinstance(g, Ext) and g.name == w.name for g in some for w in wanted if isinstance(w, Ext)) else NEVER
        if not wanted or not some:
            return UNKNOWN
        return max(min(self.distance(index, g, w) for w in wanted) for g in some)

    def distance(self, index: FileIndex, given: Value, wanted: Value) -> int:
        """How far an argument is from what a parameter takes, objects that a constructor makes on the way included."""
        found = self._distance(index, given, wanted)
        if found < NEVER or not index.language.converting_constructors:
            return found
        if isinstance(wanted, Inst):
            return CONSTRUCTED + (handing_over(marked(wanted, MOVED), wanted) if wanted.held & REFERENCE else 0)
        return CONSTRUCTED if isinstance(given, Inst) else NEVER

    def _distance(self, index: FileIndex, given: Value, wanted: Value) -> int:
        """How far an argument is from what a parameter takes: 0 for the same type, from BOXED on where it is turned into an object or back,
        NEVER where it cannot be handed over."""
        if isinstance(wanted, TypeParam):
            return self._to_type_param(index, given, wanted)
        if isinstance(given, TypeParam):
            return min((self.distance(index, b, wanted) for b in given.bound), default=UNKNOWN)
        language = index.language
        if isinstance(given, Ext) and _is_unknown(index, given.name):
            return UNKNOWN
        boxed = language.boxes.get(given.name) if isinstance(given, Ext) else None
        if isinstance(given, Ext) and _last(given.name) in NULLS:
            return NEVER if isinstance(wanted, Ext) and wanted.name in language.boxes else self._to_anything(index, wanted)
        if isinstance(wanted, (Ext, Box)) and _last(wanted.name) in language.conversions.get("*", ()):
            same = isinstance(given, (Ext, Box)) and _last(given.name) == _last(wanted.name)
            return 0 if same else WIDEST + (BOXED if boxed is not None else 0)
        if isinstance(given, Inst):
            return self._of_instance(given, wanted)
        if isinstance(given, (Func, Bound, Def)):
            return self.context.delegates.distance(given, wanted)
        if isinstance(given, (Ext, Box)):
            return self._outside(index, given, wanted, boxed)
        return UNKNOWN

    def _to_type_param(self, index: FileIndex, given: Value, wanted: TypeParam) -> int:
        if isinstance(given, Ext) and _is_unknown(index, given.name):
            return UNKNOWN
        bound = [self.distance(index, given, b) for b in wanted.bound]
        if index.language.whole_type_args:  # it stands for exactly what is given, if that may be; a function alone has no type
            if isinstance(given, (Func, Bound, Def)):
                return NEVER
            return NEVER if bound and min(bound) >= NEVER else UNKNOWN if bound and min(bound) == UNKNOWN else 0
        boxed = BOXED if isinstance(given, Ext) and given.name in index.language.boxes else 0
        if bound and index.language.objects_only:
            return min(bound)  # its bound is what it is compared by
        return GENERIC + min(bound) if bound and min(bound) < NEVER else NEVER if bound else GENERIC + boxed

    def _to_anything(self, index: FileIndex, wanted: Value) -> int:
        return WIDEST if isinstance(wanted, (Ext, Box)) and _last(wanted.name) in index.language.conversions.get("*", ()) else 1

    def _of_instance(self, given: Inst, wanted: Value) -> int:
        line = self.context.classes.mro(Def(given.path, given.index))
        if isinstance(wanted, Inst):
            cls = Def(wanted.path, wanted.index)
            return line.index(cls) + handing_over(given, wanted) if cls in line else NEVER
        if isinstance(wanted, Ext) and wanted.held & given.held & POINTER and wanted.name == ANYTHING:
            return WIDEST
        outside = [c for c in line if isinstance(c, Ext)]
        if not isinstance(wanted, (Ext, Box)):
            return NEVER
        there = self.world.index(given.path)
        library = there.language.library if there is not None else None
        if there is not None and library is not None and wanted.name in library.enums_are[:1]:
            return 1 if there.facts.definitions[given.index].kind == "enum" else NEVER
        if any(_last(c.name) == _last(wanted.name) for c in outside):
            return 2
        return self._of_library_class(there, outside, wanted) if outside else NEVER

    def _of_library_class(self, index: FileIndex | None, outside: Sequence[Ext], wanted: Ext | Box) -> int:
        """From an instance that is of classes of the library by inheritance."""
        if index is None or index.language.library is None:
            return self._of_named(index, outside, _last(wanted.name)) if index is not None and index.language.marker_types else UNKNOWN
        return min(self._by_bases(index, value, wanted, UNKNOWN) for value in outside)

    def _of_named(self, index: FileIndex, outside: Sequence[Ext], target: str) -> int:
        """From classes of the library by the table of what they convert to; those that are not in it may convert to anything."""
        table, markers = index.language.conversions, index.language.marker_types
        if any(target in table.get(_last(base.name), ()) for base in outside):
            return 3
        return NEVER if all(_last(base.name) in table or _last(base.name) in markers for base in outside) else UNKNOWN

    def _outside(self, index: FileIndex, given: Ext | Box, wanted: Value, boxed: str | None) -> int:
        """From a type that is not of the repository."""
        name = _last(given.name)
        decays = index.language.indexed_pointers and isinstance(given, Box) and given.name == ARRAY and bool(given.args)
        if decays and isinstance(given, Box) and not (isinstance(wanted, Box) and wanted.name == ARRAY):
            return self.step(index, (wanted,), tuple(_pointer(index, v) for v in given.args[-1]))
        if isinstance(given, Box) and isinstance(wanted, Box) and given.name == wanted.name == ARRAY and given.args and wanted.args:
            return self._to_array(index, given.args[-1], wanted.args[-1])
        if isinstance(wanted, Ext) and name == _last(wanted.name) and not name.endswith(("()", ARRAY)):
            return self._of_one_name(index, given, wanted)
        if not isinstance(wanted, (Ext, Box)):
            return NEVER
        target = _last(wanted.name)
        if name == target == CALLABLE and index.language.functional_interfaces and not _alike(given, wanted):
            return NEVER
        if name == target:
            return self._of_one_name(index, given, wanted)
        if isinstance(wanted, Ext) and (given.held | wanted.held) & POINTER and not is_text(given):
            return self._to_pointer(index, given, wanted)
        if boxed is not None and target != boxed and index.language.library is not None:
            found = self._by_bases(index, given, wanted, self._named_step(index, name, target))
            return found if found >= NEVER or target in index.language.boxes else BOXED + found
        if boxed is not None and target not in index.language.boxes:
            around = self._named_step(index, boxed, target)
            return BOXED + around if around < NEVER else NEVER
        inside = next((plain for plain, box in index.language.boxes.items() if box == name), None)
        if inside is not None and target in index.language.boxes:
            return BOXED + (0 if inside == target else self._named_step(index, inside, target))
        found = self._named_step(index, name, target)
        return self._by_bases(index, given, wanted, found) if index.language.library is not None else found

    def _of_one_name(self, index: FileIndex, given: Ext | Box, wanted: Ext | Box) -> int:
        """Between two types of one name; where types are told apart by their type arguments, each of those must be fit for the other."""
        if not index.language.arities:
            return handing_over(given, wanted)
        if isinstance(given, Box) and isinstance(wanted, Box) and given.name == wanted.name == CALLABLE:
            return self.context.delegates.between(index, given, wanted)
        has, wants = (v.args if isinstance(v, Box) else () for v in (given, wanted))
        if not has or not wants:
            return 1 if has else NEVER if wants else 0
        costs = [self.step(index, theirs, mine) for mine, theirs in zip(has, wants, strict=False) if mine and theirs]
        if any(cost >= BOXED for cost in costs) or len(has) != len(wants):
            return NEVER
        return 1 if any(0 < cost < GENERIC or cost == WIDEST for cost in costs) else 0

    def _by_bases(self, index: FileIndex, given: Ext | Box, wanted: Ext | Box, otherwise: int) -> int:
        """From a class of the library to one that it extends or implements."""
        members = self.context.library_members
        target = _last(wanted.name)
        bases = [v for v in members.bases(index, given) if isinstance(v, (Ext, Box))]
        same = [(n, base) for n, base in enumerate(bases) if _last(base.name) == target]
        if same:
            return min(min(1 + n, NEAR) + self._of_one_name(index, base, wanted) for n, base in same)
        named = target in (CALLABLE, ARRAY) or members.class_of(index, wanted) is not None
        known = members.class_of(index, given) is not None and named
        return NEVER if known and otherwise == UNKNOWN else otherwise

    def _to_pointer(self, index: FileIndex, given: Ext | Box, wanted: Ext) -> int:
        """Between pointers to types of the library, or such a pointer and something else."""
        if not given.held & POINTER:
            return NEVER if wanted.held & POINTER else UNKNOWN
        if wanted.held & POINTER:
            return WIDEST if wanted.name == ANYTHING else NEVER
        return WIDEST if wanted.name == TRUTH else NEVER if _last(wanted.name) in index.language.conversions else UNKNOWN

    def _to_array(self, index: FileIndex, given: Values, wanted: Values) -> int:
        """Arrays of plain values are of exactly that type."""
        found = self.step(index, wanted, given)
        return (
            NEVER
            if found >= BOXED or (found and any(isinstance(v, Ext) and v.name in index.language.boxes for v in (*given, *wanted)))
            else found
        )

    def _named_step(self, index: FileIndex, name: str, target: str) -> int:
        if name == target:
            return 0
        table = index.language.conversions
        steps = table.get(name)
        if steps is None:
            steps = next((found for key, found in table.items() if key[0] == "*" and len(key) > 1 and name.endswith(key[1:])), None)
        if steps is None:
            known = target in index.language.conversions or target in index.language.boxes or target == ARRAY or name == ARRAY
            return NEVER if known else UNKNOWN
        return 1 + steps.index(target) if target in steps else NEVER


def handing_over(given: Inst | Ext | Box, wanted: Inst | Ext | Box) -> int:
    """The cost of how a value is held beside how it is wanted, both of one type; NEVER where something constant could be changed through
    what is handed over."""
    has, wants = given.held, wanted.held
    if has == wants:
        return 0
    if is_text(wanted) and not (has | wants) & POINTER:
        return (1 if wants & CONST else NEVER) if (has ^ wants) & CONST else 0
    if (has ^ wants) & POINTER:
        return ADDRESS if isinstance(wanted, Inst) else NEVER
    if wants & MOVED:
        return 0 if has & MOVED else ADDRESS
    if not wants & (POINTER | REFERENCE):
        return 0
    if has & MOVED and wants & REFERENCE:
        return 2 if wants & CONST else ADDRESS
    if has & CONST and not wants & CONST:
        return NEVER
    return 1 if wants & CONST and not has & CONST else 0


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _alike(given: Ext | Box, wanted: Ext | Box) -> bool:
    """Whether two functional types of the library take as many arguments and give, as far as known, the same."""
    if not isinstance(given, Box) or not isinstance(wanted, Box) or len(given.args) != len(wanted.args):
        return not isinstance(given, Box) or not isinstance(wanted, Box)
    one, other = given.args[-1], wanted.args[-1]
    return one == other or not (one and other and all(isinstance(v, Ext) for v in (*one, *other)))


def _pointer(index: FileIndex, element: Value) -> Value:
    """A pointer to an element; those to some types have a name of their own ("char*")."""
    if isinstance(element, Ext) and f"{element.name}*" in index.language.conversions:
        return Ext(f"{element.name}*", element.held & CONST)
    return held((element,), "*")[0]


def _is_unknown(index: FileIndex, name: str) -> bool:
    """Whether a name from outside is that of a result, a member or a constant, whose type is not known."""
    last = _last(name)
    if last in index.language.conversions and index.language.includes:
        return False
    return (
        last.endswith("()")
        or (last.endswith(ARRAY) and last != ARRAY)
        or ("." in name and ((name[0].islower() and last[:1].islower()) or last.isupper()))
    )
