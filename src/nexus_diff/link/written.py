"""Expressions of a file as they are written: dotted names, literals, the places that a literal key names."""

from __future__ import annotations

from nexus_diff.languages.base import Language
from nexus_diff.link.nodes import last_name
from nexus_diff.model.expr import GAP, AddressOf, Attr, Call, Deref, Expr, Index, Literal, Name, Op
from nexus_diff.model.facts import NONE, FileFacts


class Written:
    """What the text of expressions says."""

    __slots__ = ("_stores", "_users", "facts", "language")

    def __init__(self, facts: FileFacts, language: Language) -> None:
        self.facts = facts
        self.language = language
        self._stores: dict[str, list[tuple[int, int, int]]] | None = None
        self._users: dict[int, list[int]] | None = None

    def dotted(self, expr: int) -> str | None:
        """`a.b.c` as text, None for anything else."""
        parts: list[str] = []
        exprs = self.facts.exprs
        while True:
            e = exprs[expr]
            if type(e) is Attr:
                parts.append(e.name)
                expr = e.value
            elif type(e) is Name:
                parts.append(e.name)
                return ".".join(reversed(parts))
            elif type(e) is Deref:
                expr = e.value
            else:
                return None

    def last_name(self, expr: int) -> str:
        """Last name of a type expression (see `last_name`)."""
        return last_name(self.facts, expr)

    def literal(self, expr: int) -> str | None:
        """Value of a string literal, None for anything else, also for a string with parts that are put in."""
        e = self.facts.exprs[expr] if expr != NONE else None
        return e.value if type(e) is Literal and e.type in ("str", "string") and GAP not in e.value else None

    def key(self, expr: int) -> str | None:
        """A literal that chooses an element: a string's text, "#" and the digits of a small number; None for anything else."""
        e = self.facts.exprs[expr] if expr != NONE else None
        if type(e) is not Literal or not e.value or GAP in e.value:
            return None
        return e.value if e.type in ("str", "string") else f"#{e.value}" if e.type == "int" else None

    def place(self, expr: int) -> str | None:
        """`d["a"]["b"]` as text, when it leads from a name through literals only."""
        e = self.facts.exprs[expr]
        if not isinstance(e, Index):
            return self.dotted(expr)
        inner, key = self.place(e.value), self.key(e.key)
        return f"{inner}[{key}]" if inner is not None and key is not None else None

    @property
    def stores(self) -> dict[str, list[tuple[int, int, int]]]:
        """Place → (its expression, what is stored there, scope), in source order."""
        if self._stores is None:
            self._stores = {}
            for site in self.facts.sites if self.language.operators else ():
                found = self._store(self.facts.exprs[site.expr]) if site.kind in ("op", "call") else None
                if found is not None:
                    self._stores.setdefault(found[0], []).append((*found[1:], site.scope))
        return self._stores

    @property
    def users(self) -> dict[int, list[int]]:
        """Expression → those that borrow it, or a member of it."""
        if self._users is None:
            self._users = {}
            for position, e in enumerate(self.facts.exprs):
                if type(e) is AddressOf or type(e) is Attr:
                    self._users.setdefault(e.value, []).append(position)
        return self._users

    def _store(self, e: Expr) -> tuple[str, int, int] | None:
        """(place, its expression, what is stored) of `d["k"] = v` and `d.setdefault("k", v)`."""
        if isinstance(e, Op) and e.op == "[]=":
            place = self.place(e.left)
            return (place, e.left, e.right) if place is not None and place.endswith("]") else None
        func = self.facts.exprs[e.func] if isinstance(e, Call) and len(e.args) == 2 else None
        if isinstance(e, Call) and isinstance(func, Attr) and func.name == "setdefault":
            holder, key = self.place(func.value), self.key(e.args[0].value)
            if holder is not None and key is not None:
                return f"{holder}[{key}]", e.func, e.args[1].value
        return None

    def call_name(self, expr: int) -> str:
        """Dotted text of what a call calls, "" for other expressions."""
        e = self.facts.exprs[expr] if expr != NONE else None
        return (self.dotted(e.func) or "") if type(e) is Call else ""
