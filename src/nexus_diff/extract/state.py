"""Scopes and definitions while they are being collected; `extract` turns them into facts at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tree_sitter import Node

from nexus_diff.model.expr import NONE
from nexus_diff.model.facts import Base, Definition, Param, Scope


@dataclass(slots=True, eq=False)
class ScopeState:
    """A scope that may still be open."""

    index: int
    kind: str
    parent: int
    definition: int
    owner: int
    params: tuple[Param, ...]
    names: frozenset[str]
    """Own parameter names."""
    function: ScopeState | None
    """The nearest function or lambda around, itself included."""
    around: ScopeState | None
    """The next function or lambda further out."""
    modifiers: set[str]
    returns: list[int] = field(default_factory=list)
    yields: list[int] = field(default_factory=list)
    globals: dict[str, None] = field(default_factory=dict)
    called: dict[str, None] = field(default_factory=dict)
    stored: dict[str, None] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    bound: set[str] = field(default_factory=set)
    count: int = 0
    at: int = NONE
    at_block: int = 0

    def fact(self) -> Scope:
        """The scope as a fact."""
        return Scope(
            kind=self.kind,
            parent=self.parent,
            definition=self.definition,
            owner=self.owner,
            returns=tuple(self.returns),
            yields=tuple(self.yields),
            params=self.params if self.definition == NONE else (),
            globals=tuple(self.globals),
            modifiers=frozenset(self.modifiers),
            called=tuple(self.called),
            stored=tuple(self.stored),
            at=self.at,
            at_block=self.at_block,
        )


@dataclass(slots=True, eq=False)
class Extent:
    """Where a definition stands: bytes for hashing, rows (0-based) for its span. Ends are drawn back before trailing comments and
    white space once all of the file is known (`hashing.settle`)."""

    start: int
    end: int
    name_start: int
    name_end: int
    body_start: int
    body_end: int
    start_row: int
    end_row: int
    name_row: int

    def cut(self, around: Node) -> None:
        """Let nothing end behind a node."""
        last = around.end_byte
        self.end, self.name_end = min(self.end, last), min(self.name_end, last)
        self.body_start, self.body_end = min(self.body_start, last), min(self.body_end, last)
        self.end_row = min(self.end_row, around.end_point[0])


@dataclass(slots=True, eq=False)
class DefinitionState:
    """A definition whose body may still be open."""

    name: str
    kind: str
    qualified: str
    scope: int
    params: Sequence[Param]
    returns: int
    type: int
    value: int
    bases: Sequence[Base]
    decorators: Sequence[int]
    type_params: Sequence[Param]
    modifiers: set[str]
    extent: Extent
    body: int = NONE

    def fact(self) -> Definition:
        """The definition as a fact."""
        return Definition(
            name=self.name,
            kind=self.kind,
            qualified=self.qualified,
            scope=self.scope,
            body=self.body,
            params=tuple(self.params),
            returns=self.returns,
            type=self.type,
            value=self.value,
            bases=tuple(self.bases),
            decorators=tuple(self.decorators),
            type_params=tuple(self.type_params),
            modifiers=frozenset(self.modifiers),
        )


def extent_of(node: Node, name_node: Node, body: Node | None, first: Node | None) -> Extent:
    """Where a definition stands, as far as its nodes tell."""
    begin = first or node
    return Extent(
        start=begin.start_byte,
        end=node.end_byte,
        name_start=name_node.start_byte,
        name_end=name_node.end_byte,
        body_start=body.start_byte if body is not None else node.end_byte,
        body_end=body.end_byte if body is not None else node.end_byte,
        start_row=begin.start_point[0],
        end_row=node.end_point[0],
        name_row=name_node.start_point[0],
    )
