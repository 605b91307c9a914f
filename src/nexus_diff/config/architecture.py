"""Settings of the architecture rules: parts, rules, what is allowed, and what is said without any rule. They change no snapshot."""

from __future__ import annotations

from datetime import date

import msgspec

EDGES = ("imports", "calls", "extends", "implements")
"""Kinds of dependency that rules look at, as they are written in the configuration."""
SEVERITIES = ("error", "warning")
INFERRED = ("inferred:first_direction", "inferred:new_two_way", "inferred:new_cycle")
"""What is said without any rule, by the name that stands in the place of a rule's."""


class ArchitectureConfig(msgspec.Struct, frozen=True, kw_only=True):
    """`judge`: "introduced" lists what the change brings, "all" also what was there before. `edges`, `min_confidence`: which dependencies
    count. `fail_on`: smallest severity that `--fail-on violation` stops at, "never" for none. `type_only`: imports that only a type
    checker needs count too."""

    judge: str = "introduced"
    edges: tuple[str, ...] = EDGES
    min_confidence: float = 0.5
    fail_on: str = "error"
    type_only: bool = False


class InferredConfig(msgspec.Struct, frozen=True, kw_only=True):
    """What is said without rules, each with its severity or "off". `min_edges`: silent in repositories with fewer imports between
    packages."""

    first_direction: str = "warning"
    new_two_way: str = "warning"
    new_cycle: str = "warning"
    min_edges: int = 20


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the code. `paths`: path patterns, with `{name}` capturing one folder or file name. `public`: patterns of the files that
    others may use. `unchecked`: what it depends on is not judged."""

    name: str
    paths: tuple[str, ...]
    public: tuple[str, ...] = ()
    unchecked: bool = False


class Layer(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a `layers` rule. `independent`: its parts may not use one another. `closed`: what stands above may not reach past it.
    `optional`: it may be empty."""

    parts: tuple[str, ...]
    independent: bool = True
    closed: bool = False
    optional: bool = False


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """One rule. `kind`: the file below `rules/` that judges it; the fields that the kind does not use are empty. Names of parts and
    `symbol:` patterns may stand in `sources`, `targets` and `allow_from`."""

    id: str
    kind: str
    severity: str = "error"
    why: str = ""
    through: str = "direct"
    edges: tuple[str, ...] = ()
    layers: tuple[Layer, ...] = ()
    sources: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    allow_from: tuple[str, ...] = ()
    exempt: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    allowed_only: bool = False
    depth: int = 1


class Allow(msgspec.Struct, frozen=True, kw_only=True):
    """One edge that a rule lets pass. `source`, `target`: dotted names, or path patterns when they hold a `/`. `line`: where it stands."""

    rule: str
    source: str
    target: str
    why: str
    until: date | None = None
    line: int = 0
