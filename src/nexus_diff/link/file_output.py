"""What linking one file collects, and who owns it."""

from __future__ import annotations

from nexus_diff.link import confidence
from nexus_diff.link.context import Context
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.hierarchy import GENERIC
from nexus_diff.link.nodes import file_id, printable
from nexus_diff.link.values import Def
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Site
from nexus_diff.model.graph import VARIANT, External, FileImport, FileLinks, HubUse, Relation


class FileOutput:
    """Relations, hub uses and passes of one file."""

    def __init__(self, context: Context, index: FileIndex) -> None:
        self.context = context
        self.world = context.world
        self.evaluator = context.evaluator
        self.index = index
        self.relations: set[Relation] = set()
        self.uses: set[HubUse] = set()
        self.passes: set[tuple[str, str]] = set()
        self.members: set[tuple[str, str, str]] = set()
        self.meets: set[tuple[str, str]] = set()
        self.imports: set[FileImport] = set()
        self.named: set[tuple[str, str]] = set()
        self.externals: set[External] = set()
        self._owners: dict[int, str] = {}
        self.run_in = ""
        """The constructor that runs what is looked at, where that stands in a class outside of its methods."""
        self._read: dict[str, dict[str, None]] | None = None
        """Name → members of it that the file reads; None until it is asked for."""
        self._roots: dict[int, tuple[str, ...]] = {}
        self._variables: dict[tuple[int, str, str], tuple[str, ...]] = {}

    def owner(self, scope: int) -> str:
        """Id of the nearest function or method around a scope, else of the file."""
        found = self._owners.get(scope)
        if found is None:
            found = self._owners[scope] = self._find_owner(scope)
        return self.run_in or found

    def _find_owner(self, scope: int) -> str:
        facts, nodes = self.index.facts, self.index.nodes
        while scope > 0:
            here = facts.scopes[scope]
            if here.definition != NONE and here.kind in ("function", "lambda"):
                node = nodes[here.definition]
                if node is not None:
                    return node.id
            elif here.kind == "class" and here.definition != NONE and self.index.language.class_code:
                node = nodes[here.definition]
                if node is not None and "anonymous" not in facts.definitions[here.definition].modifiers:
                    return node.id
            scope = here.parent
        return file_id(self.index.path)

    def _expr(self, site: Site) -> x.Expr:
        return self.index.facts.exprs[site.expr]

    def _id(self, target: Def) -> str | None:
        nodes = self.world.nodes(target.path)
        node = nodes[target.index] if nodes else None
        return node.id if node is not None else None

    def _add(self, site: Site, target: Def, type_: str, reason: str, sure: float = 0.0, k: int = 1) -> None:
        target_id = self._id(target)
        if target_id is not None:
            sure = sure or confidence.of(self.index.language.group, reason)
            self.relations.add(Relation(self._caller(site), target_id, type_, site.line, reason, sure, k))
            self._names(target.path, type_, reason)
        elif (enum := self._enum(target)) is not None:
            self.relations.add(Relation(self._caller(site), enum, "REFERENCES", site.line, VARIANT, confidence.CERTAIN, 1))

    def _enum(self, variant: Def) -> str | None:
        """The enum of a variant, which is no node of its own."""
        there = self.world.index(variant.path)
        if there is None or there.facts.definitions[variant.index].kind != "variant":
            return None
        around = there.facts.scopes[there.facts.definitions[variant.index].scope].definition
        return self._id(Def(variant.path, around)) if around != NONE else None

    def _names(self, path: str, type_: str, reason: str) -> None:
        """Keeps that this file names something of another one."""
        if path != self.index.path and type_ != "REFERENCES" and confidence.is_named(reason):
            self.named.add((printable(path), type_))

    def links(self) -> FileLinks:
        """What was collected, file by file."""
        return FileLinks(tuple(sorted(self.imports)), tuple(sorted(self.named)), tuple(sorted(self.externals)))

    def _caller(self, site: Site) -> str:
        """Who runs a site: a call that wraps a function belongs to what it makes (`const f = memo(() => …)`)."""
        definition = self.index.wrapping.get(site.expr) if self.index.language.contextual and site.kind == "call" else None
        node = self.index.nodes[definition] if definition is not None else None
        return node.id if node is not None else self.owner(site.scope)

    def _replaceable(self, cls: Def) -> str | None:
        """What stands before the id of a class whose methods others may replace; None when nothing replaces them."""
        there = self.world.index(cls.path) if self.index.language.structural_interfaces else None
        if there is None:
            return ""
        definition = there.facts.definitions[cls.index]
        return None if definition.kind != "interface" else GENERIC if definition.type_params else ""

    def _dispatch(self, site: Site, cls: Def, member: str, type_: str = "CALLS") -> None:
        class_id = self._id(cls)
        if class_id is not None and (prefix := self._replaceable(cls)) is not None:
            self.uses.add(HubUse(self.owner(site.scope), f"dispatch:{prefix}{class_id}:{member}", type_, site.line, "override"))
