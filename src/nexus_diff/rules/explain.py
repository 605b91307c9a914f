"""Which part a file belongs to, and which rules speak of it, in words."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from nexus_diff.config.architecture import Rule
from nexus_diff.rules.parts import Place, Selector, SymbolPattern
from nexus_diff.rules.view import View


class RuleFor(msgspec.Struct, frozen=True):
    """One rule that speaks of a place, and what it says to it."""

    rule: str
    kind: str
    severity: str
    says: str
    why: str = ""


class Explained(msgspec.Struct, frozen=True):
    """`part`: "" for none. `pattern`: the path pattern that decided."""

    name: str
    file: str
    part: str
    values: dict[str, str]
    pattern: str
    public: bool
    unchecked: bool
    rules: tuple[RuleFor, ...]


def named(view: View, dotted: str) -> tuple[str, str] | None:
    """File and name of what a dotted name means, as rules and exceptions write it (`core.mail.send`); None for nothing or several."""
    pattern = SymbolPattern(dotted)
    found: set[tuple[str, str]] = set()
    for path in view.files():
        place = view.place(path)
        file = place.name
        if pattern.matches(file):
            found.add((path, ""))
        elif place.spaced or pattern.may_lie_in(place.home):
            names = (view.symbol_name(node.id) for node in view.code.nodes_in(path))
            found.update((path, name) for name in names if name != file and pattern.matches(name))
    return found.pop() if len(found) == 1 else None


def explain(view: View, file: str, name: str = "") -> Explained:
    """The part of a file and the rules that speak of it, or of one symbol in it (dotted `name`)."""
    place = view.place(file)
    rules = tuple(
        RuleFor(rule.id, rule.kind, rule.severity, says, rule.why) for rule in view.rules for says in _said(rule, place, name or place.name)
    )
    return Explained(
        name or place.name, file, place.part, dict(place.values), view.parts.pattern(place), place.public, place.unchecked, rules
    )


def unassigned(view: View) -> list[str]:
    """Files that belong to no part and hold no tests, sorted."""
    return [path for path in view.files() if not view.place(path).part and not view.code.is_test(path)]


def _said(rule: Rule, place: Place, name: str) -> Iterator[str]:
    if rule.kind == "layers":
        yield from _layers(rule, place)
    elif rule.kind == "acyclic":
        yield f"must not be part of a circle among {', '.join(rule.targets)}"
    elif rule.kind in ("independent", "public_only"):
        if place.part in rule.targets:
            others = [part for part in rule.targets if part != place.part]
            among = f"{', '.join(others)}" if others else f"other values of {', '.join(key for key, _ in place.values) or 'its captures'}"
            yield f"may not use {among}" if rule.kind == "independent" else "may be used through its public files only"
    else:
        yield from _selected(rule, place, name)


def _layers(rule: Rule, place: Place) -> Iterator[str]:
    level = next((number for number, layer in enumerate(rule.layers) if place.part in layer.parts), None)
    if level is None:
        return
    above = [part for layer in rule.layers[:level] for part in layer.parts]
    beside = [part for part in rule.layers[level].parts if part != place.part] if rule.layers[level].independent else []
    closed = next((number for number, layer in enumerate(rule.layers) if layer.closed and number > level), len(rule.layers))
    beyond = [part for layer in rule.layers[closed + 1 :] for part in layer.parts]
    refused = [*above, *beside, *beyond]
    yield f"layer {level + 1} of {len(rule.layers)}; " + (f"may not use {', '.join(refused)}" if refused else "may use all others")


def _selected(rule: Rule, place: Place, name: str) -> Iterator[str]:
    sources, targets = Selector(rule.sources), Selector(rule.targets)
    if rule.kind == "externals":
        if sources.whole(place):
            listed = ", ".join(rule.modules) or "nothing but the standard library"
            yield f"may import {listed} from outside" if rule.allowed_only else f"may not import {listed}"
        return
    if sources.has(place, name):
        verb = {"forbid": "may not use", "require": "must use"}[rule.kind]
        yield f"{verb} {targets.text}" + (", not even through others" if rule.kind == "forbid" and rule.through == "chain" else "")
    if targets.has(place, name):
        by = Selector(rule.allow_from).text if rule.kind == "protect" else sources.text
        yield {"protect": f"may be used by {by} only", "forbid": f"may not be used by {by}", "require": f"must be used by {by}"}[rule.kind]
