"""Members and bases of the library's classes, where a language comes with a list of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from nexus_diff.languages.library_classes import LibraryClass, Member
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import NOTHING, Box, Ext, Inst, Value, Values, union
from nexus_diff.model import expr as x

if TYPE_CHECKING:
    from nexus_diff.link.context import Context

_ARRAYS = frozenset({"[]", "array", "list"})
"""Names of arrays, and of such that are written out."""


class LibraryMembers:
    """What members of values of the library's types give."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def _name(self, index: FileIndex, value: Ext | Box) -> str:
        """The name of a value's class in the list."""
        space, _, last = value.name.rpartition(".")
        if space and space.partition(".")[0] not in index.language.standard_modules:
            return ""
        if last in _ARRAYS and index.language.library is not None:
            return index.language.library.array
        return index.language.synonyms.get(last, last)

    def class_of(self, index: FileIndex, value: Value) -> LibraryClass | None:
        """The class of a value, None where it is not in the list."""
        library = index.language.library
        return library.get(self._name(index, value)) if library is not None and isinstance(value, (Ext, Box)) else None

    def attribute(self, index: FileIndex, value: Value, name: str) -> Values:
        """What a property or field gives; nothing for methods and for what is not known."""
        cls = self.class_of(index, value)
        if cls is not None and cls.enum and name[:1].isupper() and isinstance(value, Ext):
            return (Ext(self._name(index, value)),)
        for member, args in self._members(index, value, name):
            return self.type(index, member.type, args) if not member.method else NOTHING
        return NOTHING

    def result(self, index: FileIndex, e: x.Call) -> Values:
        """What the call of a method gives."""
        func = index.facts.exprs[e.func]
        if index.language.library is None or not isinstance(func, x.Attr):
            return NOTHING
        found: list[Values] = []
        for receiver in self.context.evaluator.value(index, func.value):
            for member, args in self._members(index, receiver, func.name):
                found.append(self.type(index, member.type, args) if member.method else NOTHING)
                break
        return union(*found)

    def of_any(self, value: Inst, name: str) -> Values:
        """A member that every object has from the library."""
        there = self.context.world.index(value.path)
        library = there.language.library if there is not None else None
        root = library.get(library.root) if library is not None else None
        return (Ext(f"{library.root}.{name}"),) if library is not None and root is not None and name in root.members else NOTHING

    def takes(self, index: FileIndex, value: Value, name: str, count: int) -> bool:
        """Whether a value has a method of its own that takes so many arguments, in every version of the library."""
        return any(
            member.method and not member.newer and not member.extends and member.least <= count <= member.most
            for member, _ in self._members(index, value, name)
        )

    def as_sequence(self, index: FileIndex, value: Value, name: str, count: int) -> bool:
        """Whether the library has a method for all sequences, of that name, that may be called on a value with so many arguments."""
        library = index.language.library
        cls = library.get(library.of_sequences) if library is not None else None
        member = cls.members.get(name) if cls is not None else None
        if library is None or member is None or not member.extends or not member.least <= count + 1 <= member.most:
            return False
        return any(isinstance(b, (Ext, Box)) and b.name == library.sequence for b in (value, *self.bases(index, value)))

    def bases(self, index: FileIndex, value: Value) -> Values:
        """What a value of a library's class is besides, nearest first."""
        cls = self.class_of(index, value)
        args = self._arguments(value)
        if isinstance(value, Box) and value.name in _ARRAYS and index.language.library is not None:
            library = index.language.library
            return (*(Box(name, args) for name in library.arrays_are), Ext(library.array))
        return union(*(self.type(index, base, args) for base in cls.bases)) if cls is not None else NOTHING

    def _members(self, index: FileIndex, value: Value, name: str) -> Iterator[tuple[Member, tuple[Values, ...]]]:
        """The members of a name, in the class of a value and in its bases, each with the type arguments of the class that it stands in."""
        if index.language.library is None:
            return
        for here in (value, *self.bases(index, value)):
            cls = self.class_of(index, here)
            member = cls.members.get(name) if cls is not None else None
            if member is not None:
                yield member, self._arguments(here)

    def _arguments(self, value: Value) -> tuple[Values, ...]:
        return value.args if isinstance(value, Box) else ()

    def type(self, index: FileIndex, text: str, args: tuple[Values, ...]) -> Values:
        """Instances of a type of the list, with the type arguments of the class that it stands at."""
        if not text:
            return NOTHING
        if text.endswith("[]"):
            return (Box("[]", (self.type(index, text[:-2], args),)),)
        if text.endswith("?"):
            return (Box(text, (self.type(index, text[:-1], args),)),)
        if text.startswith("$"):
            return args[int(text[1:])] if int(text[1:]) < len(args) else NOTHING
        name, generic, inside = text.partition("<")
        if not generic:
            return (Ext(name),)
        given = tuple(self.type(index, part, args) for part in _parts(inside[:-1]))
        how = index.language.generics.get(name)
        if how in ("function", "procedure"):
            return (Box("Callable", given if how == "function" else (*given, (Ext("void"),))),)
        return union(*given) if how == "union" else (Box(name, given),)


def _parts(text: str) -> list[str]:
    """The type arguments of a list: those at its outermost level."""
    found, depth, start = [], 0, 0
    for position, char in enumerate(text):
        depth += (char == "<") - (char == ">")
        if char == "," and not depth:
            found.append(text[start:position])
            start = position + 1
    return [*found, text[start:]]
