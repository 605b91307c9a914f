"""What functions outside of the repository give: what is known of them, and what they hand on of their arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.held import CONST
from nexus_diff.link.values import CALLABLE, NOTHING, Box, Ext, Inst, Param, Shape, Slot, Values, union
from nexus_diff.model import expr as x

if TYPE_CHECKING:
    from nexus_diff.link.context import Context
    from nexus_diff.link.evaluate import Evaluator

_SEQUENCES = frozenset({"list", "set", "tuple", "frozenset", "iter"})
_ORDERED = frozenset({"sorted", "reversed", "filter"})
_COPIES = frozenset({"copy", "deepcopy"})
_READS = frozenset({"get", "pop", "setdefault", "popleft", "values", "items", "copy", "at", "shift", "entries"})
"""Methods of containers that give what is inside."""
_TAKES = frozenset({"get", "pop", "setdefault", "popleft", "at", "find", "shift", "findLast"})
_SAME = frozenset({"copy", "filter", "slice", "concat", "reverse", "sort", "toSorted"})


class LibraryResults:
    """Results of calls that lead out of the repository."""

    def __init__(self, context: Context, evaluator: Evaluator) -> None:
        self.context = context
        self.evaluator = evaluator
        self._by_name: dict[str, Callable[[FileIndex, x.Call, str], Values]] = {
            **dict.fromkeys(_SEQUENCES | _ORDERED, self._sequence),
            **dict.fromkeys(_COPIES, self._first),
            **dict.fromkeys(("next", "min", "max", "choice"), self._element),
            "update_wrapper": self._first,
            "map": self._mapped,
            "enumerate": self._enumerated,
            "zip": self._zipped,
        }

    def named(self, index: FileIndex, name: str, e: x.Call) -> Values:
        """The type of the repository that a call asks for. `name`: of what is called, with what stands before it or alone."""
        if len(e.type_args) != 1:
            return NOTHING
        results = index.language.named_results
        around = results.get(name.rpartition(".")[2], results.get(".".join(name.split(".")[-2:])))
        found = self.context.types.instances(index, e.type_args[0]) if around is not None else NOTHING
        if not any(isinstance(v, Inst) for v in found):
            return NOTHING
        return (Box(around, (found,)),) if around else found

    def result(self, index: FileIndex, value: Ext, e: x.Call) -> Values:
        """What calling `value` with the arguments of `e` gives: by the tables of the language, where it has any."""
        language = index.language
        name = value.name.rpartition(".")[2]
        outside: Values = (Ext(f"{value.name}()"),)
        containers = self.context.containers
        if e.type_args and language.includes and name in language.generics:
            return self.context.library_types.external(index, value, e.type_args)
        named = self.named(index, value.name, e)
        if named:
            return named
        listed = self.context.library_members.result(index, e)
        if listed:
            return listed
        if language.makers:
            found = containers.made_by(index, value.name, e) or containers.result(index, value.name, e)
            if found:
                return found
        known = language.result_types.get(".".join(value.name.split(".")[-2:])) or language.result_types.get(name)
        if known is not None and language.functional_interfaces and language.generics.get(known, "").startswith("("):
            return self.context.library_types.external(index, Ext(known), ())
        if known is not None:
            return (Box("[]", ((Ext(known[:-2]),),)),) if known.endswith("[]") else (Ext(known, CONST * known.endswith("*")),)
        if name in language.factories and not {name, ".".join(value.name.split(".")[-2:])} & language.builtin_results.keys():
            return (Ext(value.name.removesuffix(f".{name}")),)
        if language.builtin_results:
            return containers.result(index, value.name, e) or outside
        if e.args and not e.args[0].keyword:
            if value.name == "weakref.proxy":
                return self._first(index, e, name)
            if value.name == "weakref.ref":
                return (Box("Callable", (self._first(index, e, name),)),)
            handle = self._by_name.get(name)
            if handle is not None:
                return handle(index, e, name)
        return self._of_container(index, name, e) or outside

    def _first(self, index: FileIndex, e: x.Call, name: str) -> Values:
        return self.evaluator.value(index, e.args[0].value)

    def _elements(self, index: FileIndex, expr: int) -> Values:
        return self.evaluator.iterate(self.evaluator.value(index, expr), False)

    def _element(self, index: FileIndex, e: x.Call, name: str) -> Values:
        return self._elements(index, e.args[0].value)

    def _sequence(self, index: FileIndex, e: x.Call, name: str) -> Values:
        """`list(xs)`, `sorted(xs)`, `filter(f, xs)`."""
        elements = self._elements(index, e.args[-1 if name == "filter" else 0].value)
        return (Box("list" if name in _ORDERED else name, (elements,)),) if elements else (Ext(name),)

    def _mapped(self, index: FileIndex, e: x.Call, name: str) -> Values:
        functions = [v for a in e.args[:2] for v in self.evaluator.value(index, a.value) if isinstance(v, CALLABLE)]
        results = union(*(self.evaluator.calls.called(index, v, e) for v in functions))
        return (Box("list", (results,)),) if results else (Ext(name),)

    def _enumerated(self, index: FileIndex, e: x.Call, name: str) -> Values:
        return _list_of_tuples((Ext("int"),), self._element(index, e, name))

    def _zipped(self, index: FileIndex, e: x.Call, name: str) -> Values:
        return _list_of_tuples(*(self._elements(index, a.value) for a in e.args))

    def _of_container(self, index: FileIndex, name: str, e: x.Call) -> Values:
        """Methods of built-in containers that give what is inside."""
        func = index.facts.exprs[e.func]
        if type(func) is not x.Attr:
            return NOTHING
        found: list[Values] = []
        for held in self.evaluator.value(index, func.value):
            if isinstance(held, (Slot, Param)) and name in _READS:
                found.append((held,))
            elif isinstance(held, Shape) and name in _READS:
                found.append(self._of_shape(index, held, name, e))
            elif isinstance(held, Box) and held.args:
                found.append(_of_box(held, name))
        return union(*found)

    def _of_shape(self, index: FileIndex, shape: Shape, name: str, e: x.Call) -> Values:
        key = index.literal(e.args[0].value) if e.args else None
        inside = self.evaluator.attribute(shape, key) if key else self.context.shapes.items(shape)
        if name == "items":
            return _list_of_tuples((Ext("str"),), inside)
        return (Box("list", (inside,)),) if name == "values" else inside


def _of_box(box: Box, name: str) -> Values:
    if name in _TAKES:
        return box.args[-1]
    if name in ("values", "keys"):
        return (Box("list", (box.args[0 if name == "keys" else -1],)),)
    if name in ("items", "entries"):
        return _list_of_tuples(box.args[0], box.args[-1])
    return (box,) if name in _SAME else NOTHING


def _list_of_tuples(*parts: Values) -> Values:
    return (Box("list", ((Box("tuple", parts),),)),)
