"""What facts tell about a revision that its graph does not hold: bases outside the repository, and who names a constant."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.index.indexer import Side
from nexus_diff.languages import REGISTRY
from nexus_diff.link.nodes import file_id, nodes_of
from nexus_diff.model.expr import NONE, Attr, Call, Name, Op
from nexus_diff.model.facts import FileFacts, Site
from nexus_diff.model.graph import HERITAGE, IMPORTS, Node

MOST_IMPORTERS = 300
"""Importers whose facts are read for one constant; a constant that is used more widely than that counts for the first of them."""
_NO_BASES = frozenset({"object", "Generic", "Protocol", "ABC", "NamedTuple", "TypedDict", "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"})
"""Last names of bases that call no method of a plain name."""


class Facts:
    """One side of a comparison, read where the graph falls short."""

    def __init__(self, side: Side) -> None:
        self._side = side
        self._users: dict[str, tuple[tuple[str, int], ...]] = {}
        self._names: dict[str, dict[str, set[int]]] = {}
        self._guarded: dict[str, frozenset[int]] = {}

    def outside(self, cls: Node) -> frozenset[str]:
        """Last names of the bases of a class that are not in the repository."""
        facts = self._side.tree.facts(cls.file_path)
        for definition, span in zip(facts.definitions, facts.spans, strict=True) if facts is not None else ():
            if facts is not None and span.start == cls.start_line and definition.qualified == cls.qualified_name:
                blocks = [d for d in facts.definitions if d.kind == "extension" and d.qualified == cls.qualified_name]
                names = [_last_name(facts, base.expr) for d in (definition, *blocks) for base in d.bases if not base.keyword]
                inside = {relation.target for relation in self._side.reader.outgoing(cls.id, HERITAGE, 0.0)}
                if len([name for name in names if name not in _NO_BASES]) <= len(inside):
                    return frozenset()
                known = {target.rpartition(".")[2].rpartition(":")[2] for target in inside}
                return frozenset(names) - known - _NO_BASES
        return frozenset()

    def users(self, constant: Node) -> tuple[tuple[str, int], ...]:
        """Functions (or files, for module code) that name a module's constant: in its file, and in those that import it."""
        found = self._users.get(constant.id)
        if found is None:
            found = self._users[constant.id] = tuple(sorted(self._find(constant)))
        return found

    def guarded(self, path: str, line: int) -> bool:
        """Whether a line of module code runs only where the file is the main program."""
        found = self._guarded.get(path)
        if found is None:
            facts = self._side.tree.facts(path)
            found = self._guarded[path] = frozenset(_main_program(facts)) if facts is not None else frozenset()
        return line in found

    def _find(self, constant: Node) -> Iterator[tuple[str, int]]:
        yield from self._in_file(constant.file_path, {constant.name}, False, constant)
        importers = {r.source[5:] for r in self._side.reader.incoming(file_id(constant.file_path), IMPORTS, 0.0)}
        for path in sorted(importers)[:MOST_IMPORTERS]:
            facts = self._side.tree.facts(path)
            if facts is not None:
                aliases = {i.alias or i.name for i in facts.imports if i.name in (constant.name, "*")}
                names = {constant.name if alias == "*" else alias for alias in aliases}
                yield from self._in_file(path, names, True, constant)

    def _in_file(self, path: str, names: set[str], members: bool, constant: Node) -> Iterator[tuple[str, int]]:
        """Owners of the scopes that read one of the names, or (`members`) an attribute called like the constant."""
        facts = self._side.tree.facts(path)
        entry = self._side.tree.files().get(path)
        if facts is None or entry is None:
            return
        where = self._mentions(path, facts)
        scopes = set().union(*(where.get(name, ()) for name in names), where.get("." + constant.name, ()) if members else ())
        if not scopes:
            return
        nodes = nodes_of(entry, facts, REGISTRY[entry.language])
        for scope in scopes:
            owner = owner_of(facts, nodes, scope)
            if owner is None:
                yield file_id(path), 0
            elif owner.id != constant.id:
                yield owner.id, owner.start_line

    def _mentions(self, path: str, facts: FileFacts) -> dict[str, set[int]]:
        """Name → scopes that read it; attributes as ".name"."""
        found = self._names.get(path)
        if found is None:
            found = self._names[path] = {}
            for expr in facts.exprs:
                if isinstance(expr, Name):
                    found.setdefault(expr.name, set()).add(facts.points[expr.point].scope)
                elif isinstance(expr, Attr):
                    inner = facts.exprs[expr.value]
                    if isinstance(inner, Name):
                        found.setdefault("." + expr.name, set()).add(facts.points[inner.point].scope)
        return found


def owners_of_reads(side: Side, path: str, name: str) -> Iterator[tuple[str, int]]:
    """Functions of a file that read an attribute of this name, off whatever object, each with its line; the file for module code."""
    facts, entry = side.tree.facts(path), side.tree.files().get(path)
    if facts is None or entry is None:
        return
    scopes = {site.scope: site.line for site in reversed(facts.sites) if site.kind == "attr" and _is_read(facts, site.expr, name)}
    nodes = nodes_of(entry, facts, REGISTRY[entry.language]) if scopes else []
    for scope, line in sorted(scopes.items()):
        owner = owner_of(facts, nodes, scope)
        yield (owner.id if owner is not None else file_id(path)), line


def _is_read(facts: FileFacts, index: int, name: str) -> bool:
    expr = facts.exprs[index]
    return isinstance(expr, Attr) and expr.name == name


def _main_program(facts: FileFacts) -> Iterator[int]:
    """Lines of module code that run only where the file is the main program (`if __name__ == "__main__"`, `require.main === module`)."""
    guard = 0
    for site in sorted((site for site in facts.sites if site.scope == 0), key=lambda site: (site.line, site.column)):
        if _asks_for_main(facts, site):
            guard = -1
            continue
        block = _branch(facts, site.expr) if guard else 0
        guard = block if guard < 0 and block else guard
        if block and guard in _within(facts, block):
            yield from range(site.line, max(site.end, site.line) + 1)


def _asks_for_main(facts: FileFacts, site: Site) -> bool:
    expr = facts.exprs[site.expr]
    if not isinstance(expr, Op) or expr.right == NONE:
        return False
    left = facts.exprs[expr.left]
    return (isinstance(left, Name) and left.name == "__name__") or (isinstance(left, Attr) and left.name == "main")


def _within(facts: FileFacts, block: int) -> Iterator[int]:
    """A branch block and those around it."""
    while block > 0:
        yield block
        block = facts.blocks[block]


def _branch(facts: FileFacts, index: int) -> int:
    """The branch block that the innermost name of an expression is read in, 0 for none."""
    expr = facts.exprs[index] if 0 <= index < len(facts.exprs) else None
    if isinstance(expr, Name):
        return facts.points[expr.point].block
    inner = expr.func if isinstance(expr, Call) else expr.value if isinstance(expr, Attr) else NONE
    return _branch(facts, inner) if inner != NONE else 0


def owner_of(facts: FileFacts, nodes: list[Node | None], scope: int) -> Node | None:
    """The nearest function or method around a scope."""
    while scope > 0:
        here = facts.scopes[scope]
        node = nodes[here.definition] if here.definition != NONE else None
        if node is not None and node.label in ("Function", "Method"):
            return node
        scope = here.parent
    return None


def _last_name(facts: FileFacts, index: int) -> str:
    """`typing.Generic[T]` → Generic."""
    expr = facts.exprs[index]
    inner = getattr(expr, "value", NONE)
    if isinstance(expr, (Name, Attr)):
        return expr.name
    return _last_name(facts, inner) if isinstance(inner, int) and inner != NONE else ""
