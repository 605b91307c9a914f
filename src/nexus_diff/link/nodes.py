"""Definitions of a file → its nodes. The one place where node ids are made."""

from __future__ import annotations

from collections.abc import Iterable

from nexus_diff.languages.base import Language
from nexus_diff.model.expr import AddressOf, Apply, Attr, Deref, Held, Index, Literal, Name
from nexus_diff.model.facts import NONE, Definition, FileFacts, Scope
from nexus_diff.model.graph import MANIFEST_LANGUAGE, FileEntry, Node

_LABELS = {
    "function": "Function",
    "method": "Method",
    "constructor": "Method",
    "property": "Method",
    "class": "Class",
    "interface": "Interface",
    "enum": "CodeElement",
    "type": "CodeElement",
    "namespace": "CodeElement",
    "variable": "CodeElement",
}


def label_of(definition: Definition, facts: FileFacts) -> str:
    """Node label of a definition, "" when it gets no node (fields, locals)."""
    if "declared" in definition.modifiers or "unnamed" in definition.modifiers:
        return ""
    if definition.kind == "signature":
        kind = facts.scopes[definition.scope].kind
        return "Method" if kind in ("class", "interface", "object") else "Function"
    if definition.kind == "namespace" and "open" in definition.modifiers:
        return ""
    if definition.kind == "variable" and facts.scopes[definition.scope].kind not in ("module", "namespace"):
        return ""
    return _LABELS.get(definition.kind, "")


def printable(text: str) -> str:
    """Text with undecodable bytes (surrogate escapes) written as `\\xNN`: ids and names must survive every output."""
    if text.isascii():
        return text
    return "".join(_printable(c) if "\ud800" <= c <= "\udfff" else c for c in text)


def _printable(c: str) -> str:
    return f"\\x{ord(c) - 0xDC00:02x}" if 0xDC80 <= ord(c) <= 0xDCFF else f"\\u{ord(c):04x}"


def file_id(path: str) -> str:
    return "File:" + printable(path)


def folder_id(path: str) -> str:
    return "Folder:" + printable(path)


def enclosing(facts: FileFacts, scope: int) -> tuple[Definition, ...]:
    """Definitions around a scope, from outside in."""
    found: list[Definition] = []
    while scope >= 0:
        here: Scope = facts.scopes[scope]
        if here.definition >= 0:
            found.append(facts.definitions[here.definition])
        scope = here.parent
    return tuple(reversed(found))


def _named_by_itself(facts: FileFacts) -> set[int]:
    """Functions made in place whose name is known in their own body only: they count as anonymous."""
    inside = {b.definition for b in facts.bindings if b.definition >= 0 and b.scope == facts.definitions[b.definition].body}
    if not inside:
        return inside
    outside = {b.definition for b in facts.bindings if b.definition >= 0 and b.scope != facts.definitions[b.definition].body}
    return {d for d in inside - outside if facts.definitions[d].kind == "function"}


def qualified_names(facts: FileFacts) -> list[str]:
    """Qualified name of each definition; repeats get `#2`, `#3` … in source order."""
    seen: dict[str, int] = {}
    found: list[str] = []
    for d in facts.definitions:
        count = seen[d.qualified] = seen.get(d.qualified, 0) + 1
        found.append(d.qualified if count == 1 else f"{d.qualified}#{count}")
    return found


def last_name(facts: FileFacts, expr: int) -> str:
    """Last name of a type expression without its arguments, pointers and references; "" when it has none."""
    while expr != NONE:
        e = facts.exprs[expr]
        if isinstance(e, (Name, Attr)):
            return e.name
        if isinstance(e, Literal):
            return e.type
        expr = e.type if isinstance(e, Apply) else e.value if isinstance(e, (Index, AddressOf, Deref, Held)) else NONE
    return ""


def unheld(facts: FileFacts, expr: int) -> int:
    """A type without the references and pointers around it."""
    e = facts.exprs[expr] if expr != NONE else None
    while isinstance(e, Held):
        expr = e.value
        e = facts.exprs[expr] if expr != NONE else None
    return expr


def nodes_of(entry: FileEntry, facts: FileFacts, language: Language) -> list[Node | None]:
    """Nodes parallel to `facts.definitions`; None where a definition gets none. Ids are unique within the file: repeats of a qualified
    name get `#2`, `#3` … in source order."""
    path = printable(entry.path)
    in_test_file = "test" in entry.marks
    seen: dict[str, int] = {}
    nodes: list[Node | None] = []
    inner = _named_by_itself(facts)
    for position, (definition, span) in enumerate(zip(facts.definitions, facts.spans, strict=True)):
        label = label_of(definition, facts)
        if not label or position in inner:
            nodes.append(None)
            continue
        base = f"{label}:{path}:{printable(definition.qualified)}"
        count = seen[base] = seen.get(base, 0) + 1
        is_test = (
            (in_test_file or language.tests_anywhere)
            and (label != "CodeElement" or language.tests_anywhere)
            and language.is_test is not None
            and language.is_test(definition, enclosing(facts, definition.scope))
        )
        nodes.append(
            Node(
                id=base if count == 1 else f"{base}#{count}",
                label=label,
                name=printable(definition.name),
                qualified_name=printable(definition.qualified),
                file_path=path,
                start_line=span.start,
                end_line=span.end,
                language=facts.language,
                is_exported="exported" in definition.modifiers,
                is_test=is_test,
            )
        )
    return nodes


def file_node(entry: FileEntry, line_count: int) -> Node:
    """The File node; every file of the tree has one, parsed or not."""
    path = printable(entry.path)
    return Node(
        id=file_id(entry.path),
        label="File",
        name=path.rsplit("/", 1)[-1],
        qualified_name=path,
        file_path=path,
        start_line=1 if line_count else 0,
        end_line=line_count,
        language=entry.language if entry.language != MANIFEST_LANGUAGE else "",
        is_exported=False,
        is_test="test" in entry.marks,
    )


def folders_of(paths: Iterable[str]) -> set[str]:
    """All directories that these files lie in, but the root."""
    found: set[str] = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return found


def folder_nodes(paths: Iterable[str]) -> list[Node]:
    """Folder nodes for all directories of these files, sorted; the root is not a node."""
    return [
        Node(folder_id(f), "Folder", printable(f.rsplit("/", 1)[-1]), printable(f), printable(f), 0, 0, "", False, False)
        for f in sorted(folders_of(paths))
    ]
