"""A first set of parts and layers for a repository without rules, taken from how its packages depend on one another today."""

# For maintainers. Packages that depend on one another in circles stand in one layer and may mix. All others stand on the lowest level that
# lets each depend on lower ones only. Only direct dependencies count, so nothing is wrong by construction; what is wrong nevertheless
# (calls that imports do not show) becomes an exception.

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from nexus_diff.analysis.components import components
from nexus_diff.config.rule_values import PART_NAME, path_pattern
from nexus_diff.rules.inferred import packages_of
from nexus_diff.rules.packages import Packages
from nexus_diff.rules.parts import dotted
from nexus_diff.rules.proposal import Proposal, Value, identifier, unique
from nexus_diff.rules.view import View

_LEAST_PACKAGES = 2
_MOST_NAMED = 3


def propose(view: View) -> Proposal:
    """Parts and layers that hold today."""
    packages = packages_of(view)
    members = _members(view, packages)
    ways = _ways(view, packages)
    names: dict[str, str] = {}
    rules: list[Mapping[str, Value]] = []
    notes = ["proposed by `nexus-diff rules init` from the dependencies of today: name the parts as you think of them, and move them"]
    taken: set[str] = set()
    for root in sorted({root for root, _ in members}):
        inside = sorted(package for home, package in members if home == root)
        if len(inside) < _LEAST_PACKAGES:
            continue
        names.update({package: unique(_part_name(package[len(root) :]), taken) for package in inside})
        layers = levels(inside, ways)
        rule = unique("layers" if not root else f"layers-{identifier(dotted(root))}", taken)
        rules.append({"id": rule, "layers": [_layer(layer, ways, names) for layer in layers], "through": "direct"})
        mixed = [layer for layer in layers if len(layer) > 1 and " : " in _layer(layer, ways, names)]
        if mixed:
            notes.append(f"{rule}: {sum(map(len, mixed))} packages depend on one another in circles and may mix")
    left_out = [path for path in view.files() if not sayable(path)]
    if left_out:
        notes.append(f"{len(left_out)} files are left out, no pattern can say their names: {', '.join(left_out[:_MOST_NAMED])}")
    if not rules:
        notes.append("no source root with two packages or more was found: write [parts] by hand")
    parts = {names[package]: _paths(package, files) for (_, package), files in sorted(members.items()) if package in names}
    return Proposal(parts, rules, (), {}, notes)


def _part_name(package: str) -> str:
    name = identifier(dotted(package))
    return name if PART_NAME.fullmatch(name) else f"part-{name}"


def levels(packages: Sequence[str], ways: Mapping[str, set[str]]) -> list[list[str]]:
    """Packages by level, the highest first."""
    inside = {package: {target for target in ways.get(package, ()) if target in set(packages)} for package in packages}
    home = {member: group for group in components(inside) for member in group}
    group_of = {package: home.get(package, (package,)) for package in packages}
    below = {group: {group_of[t] for member in group for t in inside[member]} - {group} for group in set(group_of.values())}
    depth: dict[tuple[str, ...], int] = {}
    while len(depth) < len(below):
        for group in sorted(below):
            if group not in depth and below[group] <= depth.keys():
                depth[group] = 1 + max((depth[other] for other in below[group]), default=-1)
    found: dict[int, list[str]] = {}
    for package in packages:
        found.setdefault(depth[group_of[package]], []).append(package)
    return [sorted(found[level]) for level in sorted(found, reverse=True)]


def _members(view: View, packages: Packages) -> dict[tuple[str, str], list[str]]:
    """(root, package) → its files that hold no tests."""
    found: dict[tuple[str, str], list[str]] = {}
    for path in view.files():
        root, package = packages.of(path)
        if package and not view.code.is_test(path) and sayable(path):
            found.setdefault((root, package), []).append(path)
    return found


def _ways(view: View, packages: Packages) -> dict[str, set[str]]:
    """Packages → packages that they depend on directly, by imports, calls or inheritance."""
    found: dict[str, set[str]] = {}
    types = frozenset({"IMPORTS", "CALLS", "EXTENDS", "IMPLEMENTS"})
    for path in view.code.links():
        for target, _ in view.pairs(path, types):
            edge = packages.edge(path, target)
            if edge is not None and not view.code.is_test(path):
                found.setdefault(edge[0], set()).add(edge[1])
    return found


def _layer(layer: Sequence[str], ways: Mapping[str, set[str]], names: Mapping[str, str]) -> str:
    mixed = any(target in layer for package in layer for target in ways.get(package, ()))
    return (" : " if mixed else " | ").join(names[package] for package in layer)


def sayable(path: str) -> bool:
    """Whether a pattern can mean this path and nothing else: signs that patterns use, and undecodable or invisible ones, rule it out."""
    return not set("*?{}") & set(path) and not path_pattern(path)[1]


def _paths(package: str, files: Iterable[str]) -> tuple[str, ...]:
    """Patterns of one package: its folder, and files beside it that bear its name."""
    listed = list(files)
    single = sorted(path for path in listed if not path.startswith(f"{package}/"))
    return ((f"{package}/**",) if len(single) < len(listed) else ()) + tuple(single)
