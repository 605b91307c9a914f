"""Types of libraries that are known by name: containers, wrappers, function types, and types computed from others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nexus_diff.link.delegates import NO_RESULT
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.held import held
from nexus_diff.link.values import NOTHING, Bound, Box, Def, Ext, Inst, Values, union
from nexus_diff.model.expr import Literal

if TYPE_CHECKING:
    from nexus_diff.link.context import Context


class LibraryTypes:
    """What a language's table of generic types (`Language.generics`) makes of a name and its type arguments."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def external(self, index: FileIndex, value: Ext, args: tuple[int, ...]) -> Values:
        """Instances of a library's type with type arguments `args` (expressions)."""
        name = value.name.rpartition(".")[2]
        how = index.language.generics.get(name)
        if how is None:
            known = index.language.synonyms.get(name)
            return (Ext(known),) if known is not None else (value,)
        if how == "hidden":
            return self.context.instances.hidden(index, args[0]) if args else NOTHING
        if how == "wrapper":
            return self._held(index, name, self._instances(index, args[0])) if args else NOTHING
        if how.startswith("("):
            return (self._function_type(index, how, args),)
        if how in ("result", "instance", "parameters", "awaited"):
            return self._derived(how, self._instances(index, args[0])) if args else NOTHING
        if how == "union":
            return union(*(self._instances(index, a) for a in args))
        if how == "class":
            found = self._instances(index, args[0]) if args else NOTHING
            return tuple(Def(v.path, v.index) if isinstance(v, Inst) else v for v in found)
        if how == "callable":
            return (Box("Callable", (self._instances(index, args[-1]) if len(args) > 1 else NOTHING,)),)
        if how in ("function", "procedure"):
            given = tuple(self._instances(index, a) for a in args)
            return (Box("Callable", given if how == "function" else (*given, (Ext("void"),))),)
        if how == "literal":
            return (Ext(name),)
        if how in ("pair", "paired"):
            return (Box("tuple" if how == "pair" else "Map", tuple(self._instances(index, a) for a in args[:2])),)
        if how == "first":
            return (Box(name, tuple(self._instances(index, a) for a in args[:1])),)
        return (Box(name, tuple(self._instances(index, a) for a in args if not self._ellipsis(index, a))),)

    def _instances(self, index: FileIndex, expr: int) -> Values:
        return self.context.types.instances(index, expr)

    def _function_type(self, index: FileIndex, how: str, args: tuple[int, ...]) -> Box:
        """A function type of the library: `how` says which type arguments are its parameters and its result ("(0,1)2"), or names types."""
        params, _, result = how[1:].partition(")")

        def part(name: str) -> Values:
            if not name.isdigit():
                return (Ext(name),) if name else NOTHING
            return self._instances(index, args[int(name)]) if int(name) < len(args) else NOTHING

        given = part(result) if result or not index.language.functional_interfaces else NO_RESULT
        return Box("Callable", (*(part(name) for name in params.split(",") if name), given))

    def _held(self, index: FileIndex, name: str, found: Values) -> Values:
        """What a wrapper holds; where overloads may ask for the wrapper, the wrapper itself around what has no size of its own."""
        unsized = index.language.overloads and found and all(isinstance(v, (Box, Ext)) and v.name in ("[T]", "str") for v in found)
        if index.language.indexed_pointers:
            return held(found, "*")
        return (Box(name, (found,)),) if unsized else found

    def _derived(self, how: str, values: Values) -> Values:
        """Types that are computed from others: `ReturnType<F>`, `InstanceType<C>`, `Parameters<F>`, `Awaited<P>`."""
        calls, signatures = self.context.evaluator.calls, self.context.signatures
        if how == "awaited":
            return self.context.evaluator.awaited(values)
        found: list[Values] = []
        for value in values:
            if how == "instance" and isinstance(value, Def):
                found.append((Inst(value.path, value.index),))
            elif how == "result" and isinstance(value, (Def, Bound)):
                receiver = value.receiver if isinstance(value, Bound) else None
                found.append(calls.result(Def(value.path, value.index), receiver))
            elif how == "result":
                found.extend(signatures.result(s) for s in signatures.of(value))
            elif how == "parameters":
                found.extend((Box("tuple", s.box.args[:-1]),) for s in signatures.of(value)[:1])
        return union(*found)

    def _ellipsis(self, index: FileIndex, expr: int) -> bool:
        e = index.facts.exprs[expr]
        return type(e) is Literal and e.type in ("ellipsis", "...")
