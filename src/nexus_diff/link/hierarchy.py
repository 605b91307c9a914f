"""Who inherits from whom, and the hubs that a virtual call may reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from nexus_diff.link import confidence
from nexus_diff.link.classes import CLASS_KINDS
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.method_keys import alike, method_key
from nexus_diff.link.nodes import printable
from nexus_diff.model.expr import Index
from nexus_diff.model.facts import NONE, Definition
from nexus_diff.model.graph import Hub, LinkOutput

LIBRARY = "Library:"
"""Stands before the name of a library's interface in the place of the id of a class."""


GENERIC = "Generic:"
"""Stands before the id of a generic interface, in the place of all its instances: which of them a call goes through is not known."""


BLOCK = "Block:"
"""Start of the ids of blocks of members for types that are no classes of the repository."""
BLANKET = "Block:*"
"""The same, of blocks for whatever type meets a bound."""


def block_id(index: FileIndex, definition: int) -> str:
    """Id of a block of members in the hierarchy."""
    d = index.facts.definitions[definition]
    if any(p.name == d.name for p in d.type_params) or index.language.generics.get(d.name) == "wrapper":
        return f"{BLANKET}{printable(index.path)}:{printable(index.qualified(definition))}"
    return f"{BLOCK}{printable(index.path)}:{printable(index.qualified(definition))}"


class ClassRecord(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A class as the hierarchy sees it: ids of its direct bases, and its own methods by name. `protocol`: group of bare names in which its
    implementers are found by their methods alone (structural types), "" for ordinary classes. `generic`: it has type parameters."""

    bases: tuple[str, ...] = ()
    methods: tuple[tuple[str, str], ...] = ()
    protocol: str = ""
    generic: bool = False


_encode = msgspec.msgpack.Encoder().encode
_decode_record = msgspec.msgpack.Decoder(ClassRecord).decode
_decode_ids = msgspec.msgpack.Decoder(tuple[str, ...]).decode

BlobOf = Callable[[str, str], bytes | None]
NameOf = Callable[[str, str], tuple[str, ...]]


def encode_record(record: ClassRecord) -> bytes:
    return _encode(record)


def encode_ids(ids: Iterable[str]) -> bytes:
    return _encode(tuple(sorted(ids)))


def decode_ids(blob: bytes | None) -> tuple[str, ...]:
    return _decode_ids(blob) if blob is not None else ()


def records_of(index: FileIndex, output: LinkOutput) -> dict[str, ClassRecord]:
    """The classes of one linked file."""
    bases: dict[str, list[str]] = {}
    for relation in output.relations:
        if relation.type in ("EXTENDS", "IMPLEMENTS"):
            bases.setdefault(relation.source, []).append(relation.target)
    for class_id, above in output.meets:
        bases.setdefault(class_id, []).append(above)
    methods: dict[int, list[tuple[str, str]]] = {}
    facts = index.facts
    for position, definition in enumerate(facts.definitions):
        node = index.nodes[position]
        owner = facts.scopes[definition.scope].definition
        if node is not None and node.label == "Method" and owner != NONE and index.language.unreplaced.isdisjoint(definition.modifiers):
            methods.setdefault(owner, []).append((method_key(index.language, facts, definition), node.id))
    outside: dict[str, list[tuple[str, str]]] = {}
    for class_id, name, method_id in output.members:
        outside.setdefault(class_id, []).append((name, method_id))
    found: dict[str, ClassRecord] = {}
    for position, definition in enumerate(facts.definitions):
        node = index.nodes[position]
        if node is not None and definition.kind in CLASS_KINDS:
            own = tuple(sorted([*methods.get(position, ()), *outside.get(node.id, ())]))
            protocol = f"{index.language.group}.m" if own and _is_protocol(index, definition) else ""
            found[node.id] = ClassRecord(tuple(sorted(set(bases.get(node.id, ())))), own, protocol, bool(definition.type_params))
    for position, definition in enumerate(facts.definitions):
        block = block_id(index, position) if definition.kind == "extension" else ""
        if block in bases or block in outside:
            own = tuple(sorted(outside.get(block, ())))
            found[block] = ClassRecord(tuple(sorted(set(bases.get(block, ())))), own, "", bool(definition.type_params))
    return found


def stored_records(index: FileIndex, blob: BlobOf) -> dict[str, ClassRecord]:
    """The classes of one file as they were stored."""
    found: dict[str, ClassRecord] = {}
    for node, definition in zip(index.nodes, index.facts.definitions, strict=True):
        kept = blob("class", node.id) if node is not None and definition.kind in CLASS_KINDS else None
        if node is not None and kept is not None:
            found[node.id] = _decode_record(kept)
    for position, definition in enumerate(index.facts.definitions):
        if definition.kind == "extension" and (kept := blob("class", block_id(index, position))) is not None:
            found[block_id(index, position)] = _decode_record(kept)
    return found


def _is_protocol(index: FileIndex, definition: Definition) -> bool:
    for base in definition.bases:
        e = index.facts.exprs[base.expr]
        dotted = index.dotted(e.value if isinstance(e, Index) else base.expr) or ""
        if dotted.rpartition(".")[2] in index.language.structural_bases:
            return True
    return False


class Hierarchy:
    """Class records and subclasses: those given, over those stored."""

    def __init__(
        self,
        records: Mapping[str, ClassRecord | None],
        subclasses: Mapping[str, frozenset[str]],
        name_of: NameOf,
        blob: BlobOf | None = None,
    ) -> None:
        self._name_of = name_of
        self._records = dict(records)
        self._subclasses = dict(subclasses)
        self._blob = blob
        self._below: dict[str, set[str]] = {}
        self._methods: dict[str, dict[str, list[tuple[str, str]]]] = {}

    def record(self, class_id: str) -> ClassRecord:
        if class_id not in self._records:
            stored = self._blob("class", class_id) if self._blob is not None else None
            self._records[class_id] = _decode_record(stored) if stored is not None else None
        return self._records[class_id] or ClassRecord()

    def subclasses(self, class_id: str) -> frozenset[str]:
        found = self._subclasses.get(class_id)
        if found is None:
            stored = self._blob("subs", class_id) if self._blob is not None else None
            found = self._subclasses[class_id] = frozenset(decode_ids(stored))
        return found

    def ancestors(self, class_id: str) -> set[str]:
        """All classes above, without itself."""
        return self._closure(class_id, lambda c: self.record(c).bases)

    def descendants(self, class_id: str) -> set[str]:
        """All classes below, without itself."""
        found = self._below.get(class_id)
        if found is None:
            found = self._below[class_id] = self._closure(class_id, self.subclasses)
        return found

    def _closure(self, class_id: str, step: Callable[[str], Iterable[str]]) -> set[str]:
        found: set[str] = set()
        todo = list(step(class_id))
        while todo:
            here = todo.pop()
            if here not in found and here != class_id:
                found.add(here)
                todo.extend(step(here))
        return found

    def methods(self, class_id: str, name: str) -> list[str]:
        """The methods of a class under a key (see `method_key`): those of exactly that key, else those that it may mean."""
        found = self._methods.get(class_id)
        if found is None:
            found = self._methods[class_id] = {}
            for own, method in self.record(class_id).methods:
                found.setdefault(own.partition("/")[0], []).append((own, method))
        bearing = found.get(name.partition("/")[0], ())
        return [method for own, method in bearing if own == name] or [method for own, method in bearing if alike(own, name)]

    def hub(self, hub_id: str) -> Hub:
        """The overrides of a method below a class: `dispatch:<class id>:<method>`; `concrete:…`: without those of blocks that only hand
        calls on to whatever they are a reference to."""
        kind, _, rest = hub_id.partition(":")
        class_id, _, name = rest.rpartition(":")
        if kind == "concrete":
            met = self.concrete(class_id, name)
            return Hub(hub_id, tuple(sorted(met)), confidence.of_bound(len(met)), max(1, len(met)))
        found = {m for below in self.descendants(class_id) for m in self.methods(below, name)} | self._structural(class_id, name)
        if is_interface(class_id):
            found |= {m for below in self.descendants(class_id) if (m := self._inherited(below, name)) is not None}
        sure = confidence.MANY_NAMES if class_id.startswith(GENERIC) else confidence.of("", "override")
        return Hub(hub_id, tuple(sorted(found)), sure, 1)

    def concrete(self, class_id: str, name: str, without: str = "") -> set[str]:
        """The overrides of a method below a class, of those that are `implementing` it."""
        below = self.implementing(class_id, without)
        inherited = (self._inherited(c, name) for c in below) if is_interface(class_id) else ()
        return {m for c in below for m in self.methods(c, name)} | {m for m in inherited if m is not None}

    def implementing(self, class_id: str, without: str = "") -> list[str]:
        """What stands below a class, without blocks that only hand calls on to whatever they are a reference to. `without`: what has a
        method of its own under this key is left out."""
        return [c for c in self.descendants(class_id) if not c.startswith(BLANKET) and not (without and self.methods(c, without))]

    def _inherited(self, class_id: str, name: str) -> str | None:
        """The method with which a class that has none of its own meets an interface: that of the nearest class above."""
        todo, seen = [class_id], {class_id}
        for here in todo:
            own = self.methods(here, name)
            if own:
                return own[0] if here != class_id else None
            for base in self.record(here).bases:
                if base not in seen and not is_interface(base):
                    seen.add(base)
                    todo.append(base)
        return None

    def resolve(self, class_id: str, name: str) -> str | None:
        """The method `name` of a class, its own or the nearest inherited one."""
        todo, seen = [class_id], {class_id}
        for here in todo:
            own = self.methods(here, name)
            if own:
                return own[0]
            for base in self.record(here).bases:
                if base not in seen:
                    seen.add(base)
                    todo.append(base)
        return None

    def _structural(self, class_id: str, name: str) -> set[str]:
        """Methods `name` of the classes that have all the methods of a protocol."""
        protocol = self.record(class_id)
        if not protocol.protocol:
            return set()
        wanted = {n for n, _ in protocol.methods}
        if name not in wanted:
            return set()
        found: set[str] = set()
        for candidate in self._name_of(protocol.protocol, name):
            method = candidate.partition("\t")[0]
            place, _, qualified = method.removeprefix("Method:").rpartition(":")
            owner = f"Class:{place}:{qualified.partition('#')[0].rpartition('.')[0]}"
            if owner != class_id and any(wanted <= self.all_methods(c) for c in (owner, *sorted(self.descendants(owner)))):
                found.add(method)
        return found

    def all_methods(self, class_id: str) -> set[str]:
        """Names of the methods of a class, inherited ones included."""
        return {n for c in (class_id, *self.ancestors(class_id)) for n, _ in self.record(c).methods}


def is_interface(class_id: str) -> bool:
    """Whether an id is that of an interface."""
    return class_id.startswith(("Interface:", GENERIC, LIBRARY))


def protocols(records: Mapping[str, ClassRecord]) -> dict[str, set[str]]:
    """Method name → protocols that ask for it."""
    found: dict[str, set[str]] = {}
    for class_id, record in records.items():
        for name, _ in record.methods if record.protocol else ():
            found.setdefault(name, set()).add(class_id)
    return found


def invert(records: Mapping[str, ClassRecord]) -> dict[str, frozenset[str]]:
    """Class → direct subclasses."""
    found: dict[str, set[str]] = {}
    for class_id, record in records.items():
        for base in record.bases:
            found.setdefault(base, set()).add(class_id)
    return {c: frozenset(s) for c, s in found.items()}
