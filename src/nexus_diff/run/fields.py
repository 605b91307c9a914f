"""Which functions set and read which fields, by the fields' names: data that joins what no call joins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

import msgspec

from nexus_diff.impact.bare_names import SETTING, Meanings, bare_names
from nexus_diff.impact.guesses import FieldUse
from nexus_diff.impact.shared import DATA, MOST_SHARERS
from nexus_diff.index.indexer import Side
from nexus_diff.languages import REGISTRY
from nexus_diff.link.lookups import name_key
from nexus_diff.link.names import blob_key, decode
from nexus_diff.link.nodes import nodes_of, printable
from nexus_diff.model.expr import NONE, Attr, Deref, New
from nexus_diff.model.facts import FileFacts, Site
from nexus_diff.model.graph import HERITAGE, Node, Relation
from nexus_diff.run.known import owner_of

_FIELD = ("attr", "attr_set")
"""Kinds of sites that read and set attributes."""
MOST_ABOVE = 12
"""Classes whose fields a bare name may mean."""
MOST_READ = 400
"""Files of one side that are read for fields; what is asked for after that is not told."""


class Touch(msgspec.Struct, gc=False):
    """What a function does with a field: the first line, how often it sets and how often it reads it."""

    line: int
    sets: int = 0
    reads: int = 0


class Fields:
    """Fields of one side of a comparison, read from facts file by file."""

    def __init__(self, side: Side) -> None:
        self._side = side
        self._files: dict[str, dict[str, dict[str, Touch]]] = {}
        self._members: dict[tuple[str, str], frozenset[str]] = {}

    def used_by(self, node: Node) -> dict[str, FieldUse]:
        """Field → how often a function sets and reads it."""
        touched = ((name, owners.get(node.id)) for name, owners in self._touched(node.file_path).items())
        return {name: FieldUse(touch.sets, touch.reads) for name, touch in touched if touch is not None}

    def declared_by(self, node: Node) -> dict[str, FieldUse]:
        """Field → how it is declared in a type."""
        facts = self._side.tree.facts(node.file_path)
        if facts is None:
            return {}
        both = list(zip(facts.definitions, facts.spans, strict=True))
        bodies = {d.body for d, span in both if d.qualified == node.qualified_name and span.start == node.start_line} - {NONE}
        fields = [(d, span) for d, span in both if d.kind == "field" and d.scope in bodies]
        return {definition.name: FieldUse(span.signature_hash, span.body_hash) for definition, span in fields}

    def touching(self, node: Node, name: str) -> Iterator[Relation]:
        """Functions that read or set a field of this name; none when too many files have them."""
        language = REGISTRY.get(node.language)
        if language is None:
            return
        asked = self._side.reader.asked([name_key(f"{language.group}.p", name)])
        paths = sorted(path for path in {node.file_path, *asked} if not self._is_test(path))
        if len(paths) <= MOST_SHARERS + 1 and len(self._files.keys() | set(paths)) <= MOST_READ:
            for path in paths:
                for owner, touch in sorted(self._touched(path).get(name, {}).items()):
                    yield Relation(owner, node.id, "REFERENCES", touch.line, DATA, 0.0)

    def _is_test(self, path: str) -> bool:
        entry = self._side.tree.files().get(path)
        return entry is None or "test" in entry.marks

    def _touched(self, path: str) -> Mapping[str, Mapping[str, Touch]]:
        """Field → id of a function → what it does with it."""
        found = self._files.get(path)
        if found is None:
            found = self._files[path] = {}
            facts, entry = self._side.tree.facts(path), self._side.tree.files().get(path)
            if facts is not None and entry is not None:
                nodes = nodes_of(entry, facts, REGISTRY[entry.language])
                owners = {scope: owner_of(facts, nodes, scope) for scope in {site.scope for site in facts.sites}}
                for site, name, sets in chain(_uses(facts), self._bare(facts, owners)):
                    owner = owners[site.scope]
                    if owner is not None:
                        touch = found.setdefault(name, {}).setdefault(owner.id, Touch(site.line))
                        touch.line, touch.sets, touch.reads = min(touch.line, site.line), touch.sets + sets, touch.reads + (not sets)
        return found

    def _bare(self, facts: FileFacts, owners: Mapping[int, Node | None]) -> Iterator[tuple[Site, str, bool]]:
        """Fields that are read or set by their bare names, where these may name members, unless something nearer bears the name."""
        if not REGISTRY[facts.language].implicit_members:
            return
        meanings = Meanings(facts)
        for site in facts.sites:
            owner = owners[site.scope]
            for name in bare_names(facts, site) if owner is not None else ():
                own = meanings.is_field(site.scope, name)
                if own or (own is None and owner is not None and owner.label == "Method" and name in self._inherited(owner)):
                    yield site, name, site.kind in SETTING

    def _inherited(self, method: Node) -> frozenset[str]:
        """Fields of the class of a method that stands outside of it, and of the classes above."""
        around = method.qualified_name.rpartition(".")[0]
        found = self._members.get((method.file_path, around))
        if found is None:
            names: set[str] = set()
            classes = self._classes(method, around)
            for cls in classes:
                above = {r.target for r in self._side.reader.outgoing(cls, HERITAGE, 0.0)} - set(classes)
                classes += sorted(above)[: MOST_ABOVE - len(classes)]
                node = self._side.reader.node(cls)
                names.update(self.declared_by(node) if node is not None else ())
            found = self._members[method.file_path, around] = frozenset(names)
        return found

    def _classes(self, method: Node, around: str) -> list[str]:
        """Ids of what may be the class of a method: in its file, else of its name in full."""
        reader, group = self._side.reader, REGISTRY[method.language].group
        here = [
            one for label in ("Class", "Interface") if reader.node(one := f"{label}:{printable(method.file_path)}:{around}") is not None
        ]
        stored = decode(reader.blob("name", blob_key((f"{group}.q", around)))) if around and not here else ()
        return here or ["Class:{}:{}".format(*candidate.split("\t")) for candidate in stored[:MOST_ABOVE]]


def _uses(facts: FileFacts) -> Iterator[tuple[Site, str, bool]]:
    """Fields that are read or set: where, which, whether it is set. In `a.b.c = 1` that is `c`: `b` is only the way there."""
    ways = {_inner(facts, site.expr) for site in facts.sites if site.kind in _FIELD}
    for site in facts.sites:
        expr = facts.exprs[site.expr]
        if isinstance(expr, Attr) and site.kind in _FIELD and site.expr not in ways:
            yield site, expr.name, site.kind == "attr_set"
        elif isinstance(expr, New) and site.kind == "new":
            for argument in expr.args:
                if argument.keyword:
                    yield site, argument.keyword, True


def _inner(facts: FileFacts, outer: int) -> int:
    """The expression that an attribute is taken of, pointers followed."""
    expr = facts.exprs[outer]
    value = expr.value if isinstance(expr, Attr) else NONE
    while value != NONE and isinstance(pointer := facts.exprs[value], Deref):
        value = pointer.value
    return value
