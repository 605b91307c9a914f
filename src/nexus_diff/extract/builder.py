"""The generic walker: dispatches nodes to a language's handlers and collects what they report.

The handler-facing API is described in `languages/builder_protocol.py`; its halves are `core.py` (expressions, points, sites)
and `scoping.py` (scopes, definitions, bindings, imports, blocks).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tree_sitter import Node, Range

from nexus_diff.extract.parser import Tables
from nexus_diff.extract.scoping import LOCAL, Scoping
from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.parsing import parsed
from nexus_diff.model.expr import NONE, Attr, Call, Index, Literal, Name, Op
from nexus_diff.model.facts import Site

DEEPEST = 150
"""Levels of nested statements and expressions that are followed. Chains of calls and of operators are one level in a handler that
walks them in a loop."""

MOST_AGAIN = 12
"""Levels of macros within macros whose tokens are parsed."""

MAY_BE_FALSE = (Name, Attr, Call, Index)


class Walker(Scoping):
    """Walks one tree once. Implements `languages.builder_protocol.Builder`."""

    def __init__(self, source: bytes, tables: Tables) -> None:
        super().__init__(source)
        self._parser = tables.parser
        self._statements = tables.statements  # shared: learns which nodes have no handler
        self._expressions = tables.expressions
        self._plain_names = tables.names
        self._depth = 0
        self._edited = b""
        self._semicolon: Range | None = None
        self._again = 0

    def visit(self, node: Node) -> None:
        """Run the node's statement handler, else its expression handler, else visit its children."""
        kind = node.kind_id
        handler = self._statements.get(kind)
        if handler is None:
            if kind in self._expressions or kind in self._plain_names:
                self.expr(node)
                return
            handler = self._statements[kind] = _visit_children
        if self._depth >= DEEPEST:
            self._too_deep(node)
            return
        self._depth += 1
        self.statement = node
        handler(self, node)
        self._depth -= 1

    def visit_children(self, node: Node) -> None:
        """Visit each named child."""
        for child in node.named_children:
            self.visit(child)

    def expr(self, node: Node | None) -> int:
        """Index of the node's expression."""
        if node is None:
            return NONE
        kind = node.kind_id
        if kind in self._plain_names:
            return self.name(str(self.source[node.start_byte : node.end_byte], "utf-8", "replace"))
        if self._depth >= DEEPEST:
            self._too_deep(node)
            return self.unknown()
        self._depth += 1
        handler = self._expressions.get(kind)
        if handler is not None:
            index = handler(self, node)
        else:
            self.visit_children(node)
            index = self.unknown()
        self._depth -= 1
        return index

    def enter(self, node: Node) -> bool:
        """One level deeper, if that is not too deep."""
        if self._depth >= DEEPEST:
            self._too_deep(node)
            return False
        self._depth += 1
        return True

    def leave(self) -> None:
        """One level back up."""
        self._depth -= 1

    def _too_deep(self, node: Node) -> None:
        if not any(problem.kind == "too deep" for problem in self.problems):
            self.problem("too deep", self.line(node), f"nested more than {DEEPEST} levels")

    def value(self, node: Node | None) -> int:
        """`expr` of something used as a value."""
        if node is None:
            return NONE
        index = self.expr(node)
        if index >= 0:
            kind = type(self.exprs[index])
            if kind is Name:
                self.site("value", index, node)
            elif kind is Attr:
                self._attr_value(index, node)
        return index

    def _attr_value(self, index: int, node: Node) -> None:
        """A "value" site where the "attr" site of the same expression stands."""
        read = self.sites[-1] if self.sites else None
        if read is not None and read.expr == index and read.kind == "attr":
            self.sites.append(Site(index, read.scope, read.line, "value", read.end, NONE, read.column))
        else:
            self.site("value", index, node.children[-1] if node.child_count else node)

    def read(self, node: Node | None) -> int:
        """`expr` of what is tested, indexed or compared."""
        index = self.expr(node)
        self._named("name", index, node)
        return index

    def written(self, node: Node | None) -> int:
        """`callee` of what is assigned to or counted up."""
        index = self.callee(node)
        self._named("name_set", index, node)
        return index

    def updated(self, node: Node | None) -> int:
        """`written` of a bare name, `read` of anything else."""
        return self.written(node) if node is not None and node.type == "identifier" else self.read(node)

    def _named(self, kind: str, index: int, node: Node | None) -> None:
        """A site for a name that no function around binds."""
        name = self.exprs[index] if index >= 0 else None
        if node is not None and type(name) is Name:
            scope = self.scope_of(name.name)
            if scope < 0 or self.scopes[scope].kind not in LOCAL:
                self.site(kind, index, node)

    def passed(self, node: Node | None) -> int:
        """`value` of something handed on."""
        index = self.value(node)
        if index >= 0 and self.scopes[self.scope].function is not None:
            self._note_stored(index)
        return index

    def callee(self, node: Node | None) -> int:
        """`expr` without the "attr" site of its outermost Attr."""
        before = len(self.sites)
        index = self.expr(node)
        if len(self.sites) > before and self.sites[-1].expr == index and self.sites[-1].kind == "attr":
            self.sites.pop()
        return index

    def type(self, node: Node | None) -> int:
        """`expr` of an annotation, with one site."""
        if node is None:
            return NONE
        before, deferred = self.in_type, self._deferred
        self.in_type = True
        if self.late_types and not deferred:
            self.deferred = True
        index = self.expr(node)
        self.in_type = before
        if self._deferred is not deferred:
            self.deferred = deferred
        if index >= 0 and type(self.exprs[index]) is not Literal:
            self.site("type", index, node)
        return index

    def condition(self, node: Node | None) -> int:
        """`expr` of something tested for truth."""
        return self.tested(self.expr(node), node) if node is not None else NONE

    def tested(self, expr: int, node: Node) -> int:
        """The site of a test for truth."""
        if expr >= 0 and isinstance(self.exprs[expr], MAY_BE_FALSE):
            self.site("op", self.add(Op("bool", expr)), node)
        return expr

    def embedded(self, code: bytes, at: Node, evaluate: Callable[[Node], int]) -> int:
        """Evaluate code that stands inside a string."""
        root = parsed(self._parser, code).root_node
        if root.has_error or self._depth >= DEEPEST:
            return NONE
        saved = (self.source, self._fixed_line, self.deferred)
        self.source, self._fixed_line, self.deferred = code, self.line(at), True
        index = evaluate(root)
        self.source, self._fixed_line, self.deferred = saved
        return index

    def again(self, node: Node, evaluate: Callable[[Node], int], edits: Sequence[tuple[int, bytes]] = ()) -> int:
        """Parse the text of a node once more by itself."""
        if self._again >= MOST_AGAIN or not self.enter(node):
            return NONE
        parser = self._parser
        parser.included_ranges = [Range(node.start_point, node.end_point, node.start_byte, node.end_byte), self._ended(edits)]
        root = parsed(parser, self._edited).root_node
        parser.included_ranges = []
        self._again += 1
        around, self.within = self.within, self.within or node
        index = evaluate(root)
        self._again, self.within = self._again - 1, around
        self.leave()
        return index

    def _ended(self, edits: Sequence[tuple[int, bytes]]) -> Range:
        """The range of a semicolon behind the text of the file, which gets these edits."""
        if self._semicolon is None:
            size, row = len(self.source) + 1, self.source.count(b"\n") + 1
            self._edited = self.source + b"\n;"
            self._semicolon = Range((row, 0), (row, 1), size, size + 1)
        if edits:
            changed = bytearray(self._edited)
            for position, text in edits:
                changed[position : position + len(text)] = text
            self._edited = bytes(changed)
        return self._semicolon


def _visit_children(b: Builder, node: Node) -> None:
    for child in node.named_children:
        b.visit(child)
