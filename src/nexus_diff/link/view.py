"""One linked tree, asked what its expressions mean: for what has to be certain about single sites."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from nexus_diff.languages.base import Language
from nexus_diff.link import names
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.lookups import name_key
from nexus_diff.link.ports import Recorded, Tree
from nexus_diff.link.tree import Linking
from nexus_diff.link.values import Bound, Def, Inst, Mod, Slot, Value, Values
from nexus_diff.model.facts import Definition, Import


def _inexact(value: Value) -> Value:
    """The value without the knowledge that no subclass is meant."""
    if isinstance(value, Inst):
        return msgspec.structs.replace(value, exact=False)
    return msgspec.structs.replace(value, receiver=_inexact(value.receiver)) if isinstance(value, Bound) else value


class View:
    """A tree and what its graph remembers of bare names. Files are loaded when they are asked for."""

    def __init__(self, tree: Tree, recorded: Recorded) -> None:
        def candidates(group: str, name: str) -> tuple[str, ...]:
            return names.decode(recorded.blob("name", names.blob_key((group, name))))

        self._recorded = recorded
        self._linking = Linking(tree.files(), tree.facts, tree.manifest, candidates)
        self.world = self._linking.world
        self.context = self._linking.context
        self.world.session.begin()
        self._places: dict[str, dict[str, int]] = {}

    def file(self, path: str) -> FileIndex | None:
        """The file arranged for look-up, None when it is absent or was not parsed."""
        return self.world.index(path)

    def value(self, index: FileIndex, expr: int) -> Values:
        """What the expression may stand for."""
        return self.context.evaluator.value(index, expr)

    def sole(self, index: FileIndex, expr: int, but: Callable[[View, Value], bool] | None = None) -> Value | None:
        """What the expression stands for, None unless that is one thing only: instances of one class are, and what else may be put into
        the container that it came from does not count. `but`: values to leave out."""
        known = [value for value in self.value(index, expr) if not isinstance(value, Slot) and not (but and but(self, value))]
        values = {_inexact(value) for value in known} if len(known) > 1 else set(known)
        return values.pop() if len(values) == 1 else None

    def module(self, index: FileIndex, source: str) -> str | None:
        """Path of the file that an import text names, None when it names something else."""
        found = self.context.modules.target(index, source)
        return found[0].path if len(found) == 1 and isinstance(found[0], Mod) else None

    def imported(self, index: FileIndex, imp: Import) -> Values:
        """What an import binds."""
        return self.context.modules.imported(index, imp)

    def readers(self, language: Language, members: Iterable[str]) -> set[str]:
        """Paths of the files that read one of these members and in which no function or class was found for it: it may be a
        field, for which no relation stands."""
        return self._recorded.asked(name_key(f"{language.group}.p", name) for name in members)

    def definition(self, value: Def) -> Definition | None:
        """The definition that a value names."""
        index = self.file(value.path)
        return index.facts.definitions[value.index] if index is not None else None

    def id_of(self, value: Def) -> str:
        """Node id of a definition, "" when it has no node."""
        index = self.file(value.path)
        node = index.nodes[value.index] if index is not None else None
        return node.id if node is not None else ""

    def place(self, path: str, node_id: str) -> Def | None:
        """The definition that a node of a file stands for."""
        known = self._places.get(path)
        if known is None:
            index = self.file(path)
            nodes = index.nodes if index is not None else ()
            known = self._places[path] = {node.id: position for position, node in enumerate(nodes) if node is not None}
        return Def(path, known[node_id]) if node_id in known else None
