"""What bare names tell of a revision: the places where a name is called or read on something that nobody knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from nexus_diff.impact.guesses import SURE, FieldUse
from nexus_diff.impact.possible import FEW_BEARERS, MOST_BEARERS
from nexus_diff.index.indexer import Side
from nexus_diff.languages import REGISTRY
from nexus_diff.link import names
from nexus_diff.link.lookups import name_key
from nexus_diff.link.nodes import file_id
from nexus_diff.model.graph import Node, Relation
from nexus_diff.run.fields import Fields
from nexus_diff.run.known import owners_of_reads

MOST_FILES = 200
"""Files that are read for one name."""


class NameGuesses:
    """Guesses over one side of a comparison."""

    def __init__(self, side: Side) -> None:
        self._side = side
        self._fields = Fields(side)

    def users(self, node: Node) -> Iterator[Relation]:
        """Calls of a method of this name on something unknown; reads of this name off some object, for a constant."""
        language = REGISTRY.get(node.language)
        if language is None:
            return
        if node.label == "Method":
            bearers = len(self._bearers(language.group, node.name))
            if bearers <= MOST_BEARERS and node.name not in language.builtin_methods:
                yield from self._calls(node, language.group, bearers)
        elif node.label == "CodeElement" and node.name.isupper():
            yield from self._reads(node, language.group)

    def used(self, node: Node) -> Iterator[Relation]:
        """Methods that bear the name of what this function calls on something unknown."""
        language = REGISTRY.get(node.language)
        for use in self._side.reader.uses_from(node.id) if language is not None else ():
            if language is None or not use.hub.startswith("member:"):
                continue
            hub, name = self._side.reader.hub(use.hub), use.hub.rpartition(":")[2]
            if (hub is not None and hub.members) or name in language.builtin_methods or name.startswith("__"):
                continue
            found = self._bearers(language.group, name)
            for target in found if len(found) <= FEW_BEARERS else ():
                yield Relation(node.id, target, "CALLS", use.line, "name", SURE / len(found), len(found))

    def fields(self, node: Node) -> Mapping[str, FieldUse]:
        """Names of the fields that a function sets or reads, or that a type has."""
        return self._fields.used_by(node) if node.label in ("Function", "Method") else self._fields.declared_by(node)

    def touching(self, node: Node, name: str) -> Iterable[Relation]:
        """Functions that read or set a field of this name; none when there are too many to tell."""
        return self._fields.touching(node, name)

    def _calls(self, node: Node, group: str, bearers: int) -> Iterator[Relation]:
        """Sites where the receiver is a parameter of which nothing is known."""
        for path in sorted(self._side.reader.asked([name_key(f"{group}.m", node.name)]))[:MOST_FILES]:
            output = self._side.reader.output(path)
            for use in output.hub_uses if output is not None else ():
                if use.hub.startswith("member:") and use.hub.rpartition(":")[2] == node.name:
                    yield Relation(use.source, node.id, "CALLS", use.line, "name", SURE / max(bearers, 1), max(bearers, 1))

    def _reads(self, node: Node, group: str) -> Iterator[Relation]:
        """Functions that read an attribute called like a constant: `settings.DEBUG`."""
        for path in sorted(self._side.reader.asked([name_key(f"{group}.p", node.name)]))[:MOST_FILES]:
            for owner, line in owners_of_reads(self._side, path, node.name):
                if owner != file_id(path):
                    yield Relation(owner, node.id, "REFERENCES", line, "name", SURE, 1)

    def _bearers(self, group: str, name: str) -> list[str]:
        found = names.decode(self._side.reader.blob("name", names.blob_key((f"{group}.m", name))))
        return sorted({candidate.partition("\t")[0] for candidate in found})
