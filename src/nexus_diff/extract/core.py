"""The tables of expressions, points and sites of one file."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from nexus_diff.extract.operands import LACKS, completed
from nexus_diff.extract.state import DefinitionState, ScopeState
from nexus_diff.languages.builder_protocol import END
from nexus_diff.model.expr import GAP, NONE, Attr, Call, Display, Expr, Literal, Name, New, Op, Union, Unknown
from nexus_diff.model.facts import Point, Problem, Site

LONGEST_LITERAL = 200
MOST_PROBLEMS = 20
ON_ONE_LINE = frozenset({"attr", "attr_set", "value", "name", "name_set"})
"""Sites that stand at a single token."""
SEES_OUTER = frozenset({"class", "comprehension", "block"})


class Core:
    """Expressions, points, sites and what becomes of parameters. See `languages/builder_protocol.py` for the promises."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.scope = NONE
        self.block = 0
        self._deferred = False
        self.in_type = False
        self.late_types = False
        self.memory: dict[str, object] = {}
        self.exprs: list[Expr] = []
        self.points: list[Point] = []
        self.sites: list[Site] = []
        self.problems: list[Problem] = []
        self.package_name = ""
        self.scopes: list[ScopeState] = []
        self.definitions: list[DefinitionState] = []
        self.marks: list[int] = []
        self._point = NONE
        self._point_ids: dict[tuple[int, int, int, int], int] = {}
        self._shared: dict[tuple[str, int] | tuple[int, str] | tuple[str, str], int] = {}
        self._outer: dict[str, ScopeState] = {}
        self._fixed_line = 0
        self.within: Node | None = None
        """The node whose text is being read once more by itself: nothing in it ends behind it."""
        self._unknown = NONE

    @property
    def deferred(self) -> bool:
        """Whether names see all bindings of their scope."""
        return self._deferred

    @deferred.setter
    def deferred(self, value: bool) -> None:
        self._deferred = value
        self._point = NONE

    # ---- nodes

    def text(self, node: Node) -> str:
        """Source text of the node."""
        return str(self.source[node.start_byte : node.end_byte], "utf-8", "replace")

    def line(self, node: Node) -> int:
        """1-based line on which the node starts."""
        return self._fixed_line or node.start_point[0] + 1

    def package(self, name: str) -> None:
        """The file belongs to the package `name`."""
        self.package_name = name

    def problem(self, kind: str, line: int, detail: str = "") -> None:
        """Note a problem, up to a bounded number of each kind."""
        if sum(known.kind == kind for known in self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(kind, line, detail))

    # ---- expressions

    def add(self, expr: Expr) -> int:
        """Put an expression into the table."""
        exprs = self.exprs
        lacks = LACKS.get(type(expr))
        if lacks is not None and lacks(expr):
            expr = completed(expr, self.unknown())
        exprs.append(expr)
        return len(exprs) - 1

    def get(self, index: int) -> Expr:
        """The expression at `index`."""
        return self.exprs[index]

    def unknown(self) -> int:
        """The one Unknown of this file."""
        if self._unknown < 0:
            self._unknown = self.add(Unknown())
        return self._unknown

    def name(self, text: str) -> int:
        """A name read here."""
        point = self._point
        if point < 0:
            point = self._new_point()
        key = (text, point)
        found = self._shared.get(key)
        if found is None:
            found = self._shared[key] = len(self.exprs)
            self.exprs.append(Name(text, point))
            if text in self._outer:
                self._use_outer(text)
        return found

    def name_in(self, text: str, scope: int) -> int:
        """A name read at the end of another open scope."""
        key = (scope, END, 0, NONE)
        point = self._point_ids.get(key)
        if point is None:
            point = self._point_ids[key] = len(self.points)
            self.points.append(Point(*key))
        found = self._shared.get((text, point))
        if found is None:
            found = self._shared[text, point] = len(self.exprs)
            self.exprs.append(Name(text, point))
        return found

    def attr(self, value: int, name: str) -> int:
        """`value.name`."""
        if value < 0:
            value = self.unknown()
        key = (value, name)
        found = self._shared.get(key)
        if found is None:
            found = self._shared[key] = len(self.exprs)
            self.exprs.append(Attr(value, name))
        return found

    def literal(self, type: str, value: str = "") -> int:
        """A literal."""
        if len(value) > LONGEST_LITERAL:
            value = GAP if type in ("str", "string") else ""
        key = (type, value)
        found = self._shared.get(key)
        if found is None:
            found = self._shared[key] = len(self.exprs)
            self.exprs.append(Literal(type, value))
        return found

    def _new_point(self) -> int:
        scope = self.scopes[self.scope]
        at = END if self._deferred else scope.count
        outer_at = NONE
        if scope.kind in SEES_OUTER:
            outer_at = END if self._deferred else self.scopes[scope.parent].count
        key = (self.scope, at, self.block, outer_at)
        found = self._point_ids.get(key)
        if found is None:
            found = self._point_ids[key] = len(self.points)
            self.points.append(Point(*key))
        self._point = found
        return found

    # ---- sites

    def site(self, kind: str, expr: int, at: Node, end: Node | None = None, definition: int = NONE) -> None:
        """Record that `expr` is evaluated here."""
        if self.in_type:
            return
        if self._fixed_line:
            line = last = self._fixed_line
            column = 0
        else:
            row, column = at.start_point
            line = last = row + 1
            if end is not None or kind not in ON_ONE_LINE:
                row, last_column = (end or at).end_point
                last = max(line, row + 1 if last_column else row)
                if self.within is not None:
                    last = max(line, min(last, self.within.end_point[0] + 1))
        self.sites.append(Site(expr, self.scope, line, kind, last, definition, column))
        if kind == "call":
            self._note_called(expr)

    def op(self, op: str, left: int, right: int, at: Node) -> int:
        """An operator and, unless it joins literals only, its site."""
        index = self.add(Op(op, left, right))
        if not (self._is_literal(left) and (right < 0 or self._is_literal(right))):
            self.site("op", index, at)
        return index

    def _is_literal(self, index: int) -> bool:
        return index >= 0 and type(self.exprs[index]) is Literal

    # ---- what becomes of parameters

    def _note_called(self, call: int) -> None:
        expr = self.exprs[call]
        func = expr.func if type(expr) is Call else expr.type if type(expr) is New else NONE
        target = self.exprs[func] if func >= 0 else None
        if type(target) is Name:
            found = self._parameter(target.name)
            if found is not None:
                found[0].called[found[1]] = None

    def _note_stored(self, index: int) -> None:
        expr = self.exprs[index] if index >= 0 else None
        kind = type(expr)
        if kind is Name:
            found = self._parameter(expr.name)  # type: ignore[union-attr]
            if found is not None:
                found[0].stored[found[1]] = None
        elif kind is Op and expr.op in ("and", "or", "??"):  # type: ignore[union-attr]
            self._note_all_stored((expr.left, expr.right))  # type: ignore[union-attr]
        elif kind is Union or kind is Display:
            self._note_all_stored(expr.items)  # type: ignore[union-attr]

    def _note_all_stored(self, indexes: Iterable[int]) -> None:
        for index in indexes:
            self._note_stored(index)

    def _parameter(self, name: str) -> tuple[ScopeState, str] | None:
        """The function around whose parameter `name` (or what it is an alias of) is."""
        scope = self.scopes[self.scope].function
        while scope is not None:
            if name in scope.names:
                return scope, name
            if name in scope.aliases:
                return scope, scope.aliases[name]
            if name in scope.bound:
                return None
            scope = scope.around
        return None

    def _use_outer(self, name: str) -> None:
        if name not in self.scopes[self.scope].bound:
            self._outer[name].stored[name] = None
