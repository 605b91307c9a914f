"""What flows through this package: symbols of a revision, how they changed, where walks start and what they reach."""

from __future__ import annotations

import msgspec

from nexus_diff.model.answer import ChangedSymbol, Impacted
from nexus_diff.model.facts import Definition, FileFacts, Span
from nexus_diff.model.graph import CALL_THRESHOLD, Node

CHANGE_ORDER = ("deleted", "added", "moved", "renamed", "signature", "modified", "comment")
"""Kinds of change; `ChangedSymbol.change` is the first that holds."""


class Symbol(msgspec.Struct, frozen=True):
    """One definition of one revision, as the graph names it. `index`: its place in `FileFacts.definitions`. `parent`: node id of the
    innermost symbol around it, else of its file. `kind`: as in the answer."""

    node: Node
    kind: str
    definition: Definition
    span: Span
    index: int
    parent: str


class FileSymbols(msgspec.Struct, frozen=True):
    """The symbols of one file of one revision, in the order of its definitions. `file`: its File node. `marks`: generated, vendored …"""

    file: Node
    facts: FileFacts
    symbols: tuple[Symbol, ...]
    marks: frozenset[str] = frozenset()


class Change(msgspec.Struct, frozen=True):
    """One changed symbol with its two sides; a side is None where it does not exist, both are for a file (`kind` "file")."""

    symbol: ChangedSymbol
    base: Symbol | None = None
    head: Symbol | None = None


class Seed(msgspec.Struct, frozen=True, order=True):
    """Where a walk starts. `via`: id of the changed symbol. `base`, `head`: its node id in either graph, "" where the walk does not start
    there. `importers`: whether files that import it are reached too (module code that runs on import changed). `inward`: whether only
    fields of a class came or went, or private ones changed, which who merely names the type cannot notice."""

    via: str
    base: str = ""
    head: str = ""
    importers: bool = False
    inward: bool = False


class Comparison(msgspec.Struct, frozen=True):
    """What `compare` finds. `changes`: ordered by (file, start line, id). `renames`: base node id → head node id of every matched symbol
    and file whose id differs, reported or not. `seeds`: starting points of the walk, ordered."""

    changes: tuple[Change, ...] = ()
    renames: dict[str, str] = {}
    seeds: tuple[Seed, ...] = ()

    @property
    def symbols(self) -> tuple[ChangedSymbol, ...]:
        """The answer's `changed_symbols`."""
        return tuple(change.symbol for change in self.changes)


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Bounds of a walk. `depth`: most hops; `symbols`: most impacted symbols listed; `callees`: most callees listed."""

    min_confidence: float = CALL_THRESHOLD
    depth: int = 10
    symbols: int = 20_000
    callees: int = 2_000


class Reach(msgspec.Struct, frozen=True):
    """What `blast_radius` finds. `impacted`: ordered by (distance, most confident first, file of the change first, id), then what is only
    possible. `callees`: what the changed code itself calls, one step, two steps, then what is only possible. `cut`: what a limit left
    out → how many ("impacted beyond depth N": symbols one hop further; "impacted beyond the first N" …); empty when nothing was."""

    impacted: tuple[Impacted, ...] = ()
    callees: tuple[Impacted, ...] = ()
    cut: dict[str, int] = {}

    @property
    def sure(self) -> tuple[Impacted, ...]:
        """What is impacted by more than its name."""
        return tuple(symbol for symbol in self.impacted if not symbol.possible)
