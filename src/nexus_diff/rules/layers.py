"""`layers`: from high to low; what is lower may not use what is higher, directly or through files that belong to no layer."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.config.architecture import Rule
from nexus_diff.rules.chains import as_edges, in_words, reached
from nexus_diff.rules.kind import Kind
from nexus_diff.rules.parts import Place
from nexus_diff.rules.values import Finding
from nexus_diff.rules.view import View


class Layers(Kind):
    """Layers that share a capture (`src/{app}/web/**`) are judged within each of its values."""

    def __init__(self, rule: Rule) -> None:
        super().__init__(rule)
        self._level = {part: level for level, layer in enumerate(rule.layers) for part in layer.parts}
        self._closed = [level for level, layer in enumerate(rule.layers) if layer.closed]

    def forbids(self, source: Place, target: Place) -> str:
        here, there = self._level.get(source.part), self._level.get(target.part)
        if here is None or there is None or source.part == target.part or not _same_family(source, target):
            return ""
        if there < here:
            return f"{source.label} may not use {target.label}, which is a higher layer"
        if there == here:
            independent = self.rule.layers[here].independent
            return f"{source.label} and {target.label} are of one layer and may not use one another" if independent else ""
        passed = next((level for level in self._closed if here < level < there), None)
        if passed is None:
            return ""
        return f"{source.label} may not reach past the closed layer {' | '.join(self.rule.layers[passed].parts)} to {target.label}"

    def concerns(self, source: Place) -> bool:
        return source.part in self._level

    def whole(self, view: View) -> Iterator[Finding]:
        if self.rule.through != "chain" or "IMPORTS" not in view.types(self.rule):
            return
        yield from chains_between(self, view, [part for layer in self.rule.layers for part in layer.parts])


def _same_family(source: Place, target: Place) -> bool:
    if not source.values or not target.values:
        return True
    theirs = dict(target.values)
    return all(theirs.get(name, value) == value for name, value in source.values)


def chains_between(kind: Kind, view: View, parts: list[str]) -> Iterator[Finding]:
    """Forbidden chains between places of these parts that pass only files of no such part."""
    imports = view.imports(kind.rule.id)
    known = set(parts)

    def inside(path: str) -> bool:
        return view.place(path).part in known

    for label, files in sorted(_by_label(view, parts).items()):
        source = view.place(files[0])
        if source.unchecked:
            continue
        found = reached(imports, files, lambda path: view.place(path).label if inside(path) else "", lambda path: not inside(path))
        for target, chain in sorted(found.items()):
            message = kind.forbids(view.place(chain[0]), view.place(chain[-1])) if len(chain) > 2 else ""
            if message:
                yield kind.found_chain(label, target, message + in_words(view, chain), as_edges(view, chain))


def _by_label(view: View, parts: list[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for part in parts:
        for path in view.files_of(part):
            found.setdefault(view.place(path).label, []).append(path)
    return found
