"""What is known of one side of a comparison by names alone, beyond its graph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

import msgspec

from nexus_diff.model.graph import GraphReader, Node, Relation

SURE = 0.3
"""Confidence of a guess by name alone with one bearer; shared among several."""


class FieldUse(msgspec.Struct, frozen=True):
    """What is done with a field: how often it is set and read, of a type hashes of its declaration. Equal: nothing else than before."""

    sets: int | str = 0
    reads: int | str = 0


class Guesses(Protocol):
    """What names tell about one side beyond its graph."""

    def users(self, node: Node) -> Iterable[Relation]:
        """Calls of a method of this name on something unknown; reads of this name off some object, for a constant."""

    def used(self, node: Node) -> Iterable[Relation]:
        """Methods that bear the name of what this function calls on something unknown."""

    def fields(self, node: Node) -> Mapping[str, FieldUse]:
        """Names of the fields that a function sets or reads, or that a type has."""

    def touching(self, node: Node, name: str) -> Iterable[Relation]:
        """Functions (no tests) of the node's language that read or set a field of this name, as relations to the node, one each; none
        when there are too many to tell."""


class NoGuesses:
    """For graphs without facts."""

    def users(self, node: Node) -> Iterable[Relation]:
        return ()

    def used(self, node: Node) -> Iterable[Relation]:
        return ()

    def fields(self, node: Node) -> Mapping[str, FieldUse]:
        return {}

    def touching(self, node: Node, name: str) -> Iterable[Relation]:
        return ()


class Named(msgspec.Struct, frozen=True):
    """One side of a comparison, with what names tell of it. `renames`: its ids → ids in head, where they differ."""

    name: str
    graph: GraphReader
    guesses: Guesses
    renames: Mapping[str, str]
