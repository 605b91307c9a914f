"""What is known of a macro that a Rust file defines."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Macro:
    """A macro that the file defines."""

    scope: int
    rules: list[tuple[list[str], str]] = field(default_factory=list)
    """Of each rule that is a plain list: its variables, and the one that takes all the rest."""
    imports: list[tuple[str, str, str, str, tuple[str, ...]]] = field(default_factory=list)
    """What it imports (source, name, alias, kind, flags), and so every use of it does."""
    members: list[tuple[str, int]] = field(default_factory=list)
    """Names and definitions that a use brings into the scope where it stands."""
