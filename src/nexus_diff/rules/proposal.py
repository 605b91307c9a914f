"""A configuration that is proposed to the user: parts, rules, exceptions and remarks, as TOML."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

import msgspec

Value = str | bool | int | Sequence[str]


class Proposal(msgspec.Struct, frozen=True):
    """`parts`: name → path patterns. `rules`, `allow`: tables, with the keys of the configuration. `settings`: keys of [architecture].
    `notes`: what could not be taken over, or should be looked at."""

    parts: Mapping[str, tuple[str, ...]]
    rules: Sequence[Mapping[str, Value]] = ()
    allow: Sequence[Mapping[str, Value]] = ()
    settings: Mapping[str, Value] = {}
    notes: Sequence[str] = ()
    public: Mapping[str, tuple[str, ...]] = {}


def to_toml(proposal: Proposal) -> str:
    """The text of a nexus-diff.toml."""
    return "\n".join(_lines(proposal)).rstrip("\n") + "\n"


def _lines(proposal: Proposal) -> Iterator[str]:
    for note in proposal.notes:
        yield "# " + "".join(char if char.isprintable() else "?" for char in note)
    if proposal.notes:
        yield ""
    if proposal.settings:
        yield from _table("[architecture]", proposal.settings)
    if proposal.parts:
        yield "[parts]"
        for name, paths in proposal.parts.items():
            public = proposal.public.get(name, ())
            value = (
                f"{{ paths = {_value(paths)}, public = {_value(public)} }}" if public else _value(paths[0] if len(paths) == 1 else paths)
            )
            yield f"{_key(name)} = {value}"
        yield ""
    for rule in proposal.rules:
        yield from _table("[[rule]]", rule)
    for entry in proposal.allow:
        yield from _table("[[allow]]", entry)


def _table(header: str, fields: Mapping[str, Value]) -> Iterator[str]:
    yield header
    yield from (f"{name} = {_value(value)}" for name, value in fields.items())
    yield ""


def _key(name: str) -> str:
    return name if name.replace("-", "").replace("_", "").isalnum() and name.isascii() else _value(name)


def _value(value: Value) -> str:
    """JSON writes these values as TOML does."""
    if isinstance(value, (str, bool, int)):
        return json.dumps(value)
    items = [_value(item) for item in value]
    flat = f"[{', '.join(items)}]"
    return flat if len(flat) < 100 else "[\n" + "".join(f"    {item},\n" for item in items) + "]"


def unique(name: str, taken: set[str]) -> str:
    """`name`, or the first of name-2, name-3 … that is free; takes it."""
    free = name
    number = 1
    while free in taken:
        number += 1
        free = f"{name}-{number}"
    taken.add(free)
    return free


def identifier(text: str) -> str:
    """A name for a rule or part out of any text."""
    kept = "".join(char if char.isascii() and (char.isalnum() or char in "_.") else "-" for char in text.strip().lower())
    joined = "-".join(piece for piece in kept.split("-") if piece)
    return joined[:80] if joined and (joined[0].isalnum() or joined[0] == "_") else f"rule-{joined[:70]}".rstrip("-")
