"""Checks `[parts]`, `[[rule]]` and `[[allow]]`, and collects every mistake."""

# For maintainers. A rule is told apart by the one key that names its kind (KINDS); every other key is either common to all rules or listed
# there. A new kind is a line in KINDS, a branch in `_built` and a file below rules/ (docs/adding-a-rule.md).

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from nexus_diff.config.accept import FINDINGS
from nexus_diff.config.architecture import EDGES, INFERRED, SEVERITIES, Allow, Part, Rule
from nexus_diff.config.rule_values import (
    PART_NAME,
    PartNames,
    captures,
    edge,
    end_of_edge,
    flag,
    layer,
    module,
    path_pattern,
    rule_id,
    selector,
    several,
    text,
    until,
)
from nexus_diff.config.values import Checker, Fault, described, nearest, one_of, shown, whole_number

MAX_PARTS = 5_000
MAX_RULES = 200
KINDS: Mapping[str, tuple[str, ...]] = {
    "layers": ("through",),
    "independent": ("except", "through"),
    "public_only": (),
    "protect": ("allow_from",),
    "forbid": ("from", "through"),
    "require": ("from", "through"),
    "externals": ("from",),
    "forbid_externals": ("from",),
    "acyclic": ("depth",),
}
"""Key that makes a rule what it is → further keys that it takes."""
_COMMON = ("id", "severity", "why", "edges")
_NEEDED = {"forbid": "from", "require": "from", "externals": "from", "forbid_externals": "from", "protect": "allow_from"}
_TRANSITIVE = frozenset({"layers", "independent"})
"""Kinds that follow chains unless told otherwise."""


class Checked:
    """What came out of the three sections, and what is wrong with them."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.names = PartNames()
        self.rules: list[Rule] = []
        self.allow: list[Allow] = []
        self.faults: list[Fault] = []
        self.ids: set[str] = set()
        """Of all rules, sound or not: what speaks of a rule with a mistake in it is no mistake itself."""

    def take_parts(self, value: object) -> None:
        """`[parts]`: name = pattern, list of patterns, or table."""
        if not isinstance(value, dict):
            self.faults.append((("parts",), f"parts must be a table, not {described(value)}; write [parts] on a line of its own"))
            return
        if len(value) > MAX_PARTS:
            self.faults.append((("parts",), f"{len(value)} [parts] are more than {MAX_PARTS}; use fewer, broader ones"))
        for name, given in list(value.items())[:MAX_PARTS]:
            self.names.add(name)
            if PART_NAME.fullmatch(name) is None:
                self.faults.append((("parts", name), f"[parts] {shown(name)} is no name for a part; use letters, digits, - and _"))
            table = given if isinstance(given, dict) else {"paths": given}
            label = f"[parts] {name if PART_NAME.fullmatch(name) else shown(name)}"
            fields, faults = _fields(table, _PART_KEYS, label)
            self.faults += [(("parts", name, *(where if isinstance(given, dict) else where[1:])), fault) for where, fault in faults]
            if "paths" not in table:
                self.faults.append((("parts", name), f'{label} has no paths; write for example paths = ["src/web/**"]'))
            sound = {key: value for key, value in fields.items() if key != "paths"}
            self.parts.append(Part(name=name, paths=fields.get("paths", ()), **sound))

    def take_rules(self, value: object) -> None:
        """`[[rule]]`."""
        seen: dict[str, int] = {}
        for number, table in enumerate(self._tables("rule", value)):
            self._rule(("rule", number), table)
            name = table.get("id")
            if not isinstance(name, str):
                continue
            self.ids.add(name)
            if name in FINDINGS:
                self.faults.append((("rule", number, "id"), f"[[rule]] id {shown(name)} names a kind of finding; choose a longer name"))
            if seen.setdefault(name, number) != number:
                self.faults.append((("rule", number, "id"), f"[[rule]] id {shown(name)} is taken by another rule; give each its own"))

    def take_allow(self, value: object) -> None:
        """`[[allow]]`."""
        known = (*sorted(self.ids), *INFERRED)
        for number, table in enumerate(self._tables("allow", value)):
            fields, faults = _fields(table, _ALLOW_KEYS, "[[allow]]")
            for key in ("rule", "from", "to", "why"):
                if key not in table:
                    faults.append(((), f"[[allow]] has no {key}; an exception names its rule, from, to and why"))
            name = fields.get("rule")
            if isinstance(name, str) and name not in known:
                faults.append((("rule",), f"[[allow]] rule {shown(name)} is the id of no rule; {nearest(name, known, 'known are')}"))
            self.faults += [(("allow", number, *where), fault) for where, fault in faults]
            if not faults:
                renamed = {"from": "source", "to": "target"}
                self.allow.append(Allow(**{renamed.get(key, key): value for key, value in fields.items()}))

    def _tables(self, key: str, value: object) -> Iterator[dict[str, Any]]:
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.faults.append(((key,), f"{key} must be a list of tables, not {described(value)}; write [[{key}]] on a line of its own"))
            return
        if len(value) > MAX_RULES:
            self.faults.append(((key,), f"{len(value)} [[{key}]] tables are more than {MAX_RULES}; use fewer, broader ones"))
        yield from value[:MAX_RULES]

    def _rule(self, where: tuple[str | int, ...], table: dict[str, Any]) -> None:
        name = f"rule {shown(table['id'])}" if isinstance(table.get("id"), str) else "[[rule]]"
        kinds = [key for key in KINDS if key in table]
        if len(kinds) != 1:
            said = f"has both {' and '.join(kinds)}" if kinds else "has none of " + ", ".join(KINDS)
            self.faults.append((where, f"{name} {said}; a rule has exactly one of them"))
            return
        kind = kinds[0]
        checkers = self._checkers()
        wanted = {key: checkers[key] for key in (kind, *_COMMON, *KINDS[kind])}
        fields, faults = _fields(table, wanted, name)
        if "id" not in table:
            faults.append(((), f'{name} has no id; write for example id = "{kind.replace("_", "-")}"'))
        if kind in _NEEDED and _NEEDED[kind] not in table:
            faults.append(((), f"{name} has no {_NEEDED[kind]}; a rule with {kind} needs it"))
        faults += self._pointless(kind, fields, name)
        self.faults += [((*where, *at), fault) for at, fault in faults]
        if not faults:
            self.rules.append(_built(kind, fields))

    def _pointless(self, kind: str, fields: Mapping[str, Any], name: str) -> Iterator[Fault]:
        """What is well-formed and yet could never find anything, or says two things at once."""
        if kind == "layers" and "layers" in fields:
            counts = Counter(part for line in fields["layers"] for part in line.parts)
            twice = [part for part, number in counts.items() if number > 1]
            if twice:
                yield ("layers",), f"{name} layers names the part {twice[0]} twice; a part stands on one layer"
        if kind == "independent" and len(fields.get("independent", ())) == 1:
            paths = [path for part in self.parts if part.name == fields["independent"][0] for path in part.paths]
            if paths and not any(map(captures, paths)):
                remedy = "capture a name in its paths, for example src/{name}/**, or list several parts"
                yield (
                    ("independent",),
                    f"{name} independent names one part that captures nothing, so there is nothing to compare; {remedy}",
                )

    def _checkers(self) -> Mapping[str, Checker]:
        part = several(selector(self.names, symbols=False), "parts")
        either = several(selector(self.names), "parts or symbols")
        return {
            "id": rule_id,
            "severity": one_of(*SEVERITIES),
            "why": text,
            "edges": several(edge, "kinds of dependency"),
            "through": one_of("direct", "chain"),
            "layers": _listed(several(layer(self.names), "layers"), 'for example ["web", "core"]'),
            "independent": part,
            "except": several(text, "values"),
            "public_only": part,
            "protect": either,
            "allow_from": several(selector(self.names), "parts or symbols"),
            "from": either,
            "forbid": either,
            "require": either,
            "externals": _listed(_maybe_empty(several(module, "libraries")), 'for example ["attrs"]'),
            "forbid_externals": several(module, "libraries"),
            "acyclic": several(path_pattern, "path patterns"),
            "depth": whole_number(1, 20, "levels", 1),
        }


_PATTERNS = several(path_pattern, "path patterns")
_PART_KEYS: Mapping[str, Checker] = {"paths": _PATTERNS, "public": _PATTERNS, "unchecked": flag}
_ALLOW_KEYS: Mapping[str, Checker] = {"rule": text, "from": end_of_edge, "to": end_of_edge, "until": until, "why": text}


def _listed(check: Checker, example: str) -> Checker:
    def listed(value: object) -> tuple[object, list[Fault]]:
        if not isinstance(value, list):
            return value, [((), f"must be a list, not {described(value)}; write {example}")]
        return check(value)

    return listed


def _maybe_empty(check: Checker) -> Checker:
    return lambda value: ((), []) if value == [] else check(value)


def _fields(table: Mapping[str, Any], checkers: Mapping[str, Checker], name: str) -> tuple[dict[str, Any], list[Fault]]:
    """Sound values of a table, and the faults of the others."""
    good: dict[str, Any] = {}
    faults: list[Fault] = []
    for key, value in table.items():
        checker = checkers.get(key)
        if checker is None:
            near = difflib.get_close_matches(key[:100], checkers, n=1)
            hint = f"did you mean {near[0]}?" if near else f"it may have {', '.join(checkers)}"
            faults.append(((key,), f"unknown key {shown(key)} in {name}; {hint}"))
            continue
        result, wrong = checker(value)
        faults += [((key, *where), f"{name} {key} {what}") for where, what in wrong]
        if not wrong:
            good[key] = result
    return good, faults


_TARGETS = ("independent", "public_only", "protect", "forbid", "require", "acyclic")


def _built(kind: str, fields: Mapping[str, Any]) -> Rule:
    """The rule that sound fields describe."""
    return Rule(
        id=fields["id"],
        kind="externals" if kind == "forbid_externals" else kind,
        severity=fields.get("severity", "error"),
        why=fields.get("why", ""),
        through=fields.get("through", "chain" if kind in _TRANSITIVE else "direct"),
        edges=tuple(kind for kind in EDGES if kind in fields["edges"]) if "edges" in fields else (),
        layers=fields.get("layers", ()),
        sources=fields.get("from", ()),
        targets=fields[kind] if kind in _TARGETS else (),
        allow_from=fields.get("allow_from", ()),
        exempt=fields.get("except", ()),
        modules=fields.get("externals", fields.get("forbid_externals", ())),
        allowed_only=kind == "externals",
        depth=fields.get("depth", 1),
    )
