"""Facts and graph nodes of one file → its symbols."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nexus_diff.impact.values import FileSymbols, Symbol
from nexus_diff.model.facts import FileFacts
from nexus_diff.model.graph import Node

_KINDS: Mapping[str, str] = {
    "variable": "constant",
    "field": "constant",
    "property": "method",
    "constructor": "method",
}
_LABELS: Mapping[str, str] = {
    "Function": "function",
    "Method": "method",
    "Class": "class",
    "Interface": "interface",
    "File": "file",
    "Folder": "folder",
}


def kind_of_node(node: Node) -> str:
    """The answer's `kind` of a node whose facts are not at hand; what the graph keeps as CodeElement counts as a constant."""
    return _LABELS.get(node.label, "constant")


def file_symbols(file: Node, nodes: Sequence[Node | None], facts: FileFacts, marks: frozenset[str] = frozenset()) -> FileSymbols:
    """The symbols of one file. `file`: its File node; `nodes`: as linking names them, parallel to `facts.definitions`, None for definitions
    that are no symbols of their own (fields, locals)."""
    found: list[Symbol] = []
    for index, (node, definition, span) in enumerate(zip(nodes, facts.definitions, facts.spans, strict=True)):
        if node is not None:
            kind = kind_of_node(node) if definition.kind == "signature" else _KINDS.get(definition.kind, definition.kind)
            found.append(Symbol(node, kind, definition, span, index, _parent(file, nodes, facts, definition.scope)))
    return FileSymbols(file, facts, tuple(found), marks)


def _parent(file: Node, nodes: Sequence[Node | None], facts: FileFacts, scope: int) -> str:
    while scope >= 0:
        here = facts.scopes[scope]
        if here.definition >= 0:
            node = nodes[here.definition]
            if node is not None:
                return node.id
        scope = here.parent
    return file.id
