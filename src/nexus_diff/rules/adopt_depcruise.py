"""`forbidden` rules of dependency-cruiser (JSON), where their regular expressions are plain paths."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from nexus_diff.config.accept import FINDINGS
from nexus_diff.rules.adopt_importlinter import listed
from nexus_diff.rules.proposal import Proposal, Value, identifier, unique

_SEVERITIES = {"error": "error", "warn": "warning", "info": "warning"}
_PLAIN = re.compile(r"[\w@./\-]+")
_GROUP = re.compile(r"\(\[\^/\]\+\)|\[\^/\]\+")


def adopt(options: Mapping[str, Any], files: Iterable[str]) -> Proposal:
    """The rules that could be understood; the others are named in the notes."""
    adoption = _Adoption(sorted(files))
    for rule in options.get("forbidden", ()):
        adoption.forbidden(rule)
    for key in ("allowed", "required"):
        if options.get(key):
            adoption.notes.append(f"`{key}` rules have no counterpart that can be written by itself: write them by hand")
    return Proposal(adoption.parts(), adoption.finished(), (), {"edges": ["imports"], "type_only": False}, adoption.notes)


class _Adoption:
    def __init__(self, files: list[str]) -> None:
        self.files = files
        self.names: dict[str, str] = {}
        self.rules: list[dict[str, Value]] = []
        self.notes: list[str] = []
        self.ids: set[str] = set(FINDINGS)

    def forbidden(self, rule: Mapping[str, Any]) -> None:
        """One rule."""
        severity = _SEVERITIES.get(str(rule.get("severity", "warn")))
        if severity is None:
            return
        name = unique(identifier(str(rule.get("name", "rule"))), self.ids)
        source, target = dict(rule.get("from") or {}), dict(rule.get("to") or {})
        common: dict[str, Value] = {"id": name, "severity": severity}
        if isinstance(rule.get("comment"), str) and rule["comment"].strip():
            common["why"] = " ".join(rule["comment"].split())[:300]
        if target.get("circular") and len(target) == 1:
            self.rules.append({**common, "acyclic": self._circle(source)})
            return
        reachable = bool(target.pop("reachable", False))
        start, end = self._side(source), self._side(target)
        if start is None or end is None:
            self.notes.append(f"{name}: its patterns are not plain paths; write it by hand")
            self.ids.discard(name)
            return
        self.rules.append({**common, "from": start, "forbid": end, "through": "chain" if reachable else "direct"})

    def _circle(self, source: Mapping[str, Any]) -> str:
        path = source.get("path")
        patterns = _patterns(path) if isinstance(path, str) else None
        return (patterns[0].removesuffix("/**") + "/*") if patterns else "src/*"

    def _side(self, where: Mapping[str, Any]) -> list[str] | None:
        """The patterns that one side of a rule means, None when it cannot be said. Each becomes a part of its own."""
        if set(where) != {"path"}:
            return None
        patterns: list[str] = []
        for path in listed(where["path"]):
            found = _patterns(path)
            if found is None:
                return None
            patterns += found
        for pattern in patterns:
            if pattern not in self.names:
                plain = pattern.removesuffix("/**").replace("*", "each").replace("/", "-")
                self.names[pattern] = unique(identifier(plain), set(self.names.values()))
        return patterns

    def parts(self) -> dict[str, tuple[str, ...]]:
        """The innermost first: a file belongs to the first part that fits."""
        order = sorted(self.names, key=lambda pattern: (-pattern.count("/"), pattern))
        return {self.names[pattern]: (pattern,) for pattern in order}

    def finished(self) -> list[dict[str, Value]]:
        """The rules, with parts in the place of patterns; a part brings those inside it along."""
        for rule in self.rules:
            for key in ("from", "forbid"):
                if key in rule:
                    rule[key] = self._with_inner(listed(rule[key]))
        return self.rules

    def _with_inner(self, patterns: list[str]) -> list[str]:
        inner = [other for p in patterns if p.endswith("/**") for other in sorted(self.names) if other.startswith(p[:-2]) and other != p]
        return [self.names[pattern] for pattern in dict.fromkeys([*patterns, *inner])]


def _patterns(regex: str) -> list[str] | None:
    """Path patterns for `^src/(a|b)/`, `^src/web`, `^src/features/[^/]+/`; None for anything more."""
    match = re.fullmatch(r"\^?\(?(.*?)\)?/?\$?", regex)
    if match is None or not regex.startswith("^"):
        return None
    body = _GROUP.sub("*", regex.removeprefix("^")).replace("\\.", ".")
    heads = [body]
    choice = re.search(r"\(([^()]*)\)", body)
    if choice is not None:
        heads = [body[: choice.start()] + word + body[choice.end() :] for word in choice.group(1).split("|")]
    found = []
    for head in heads:
        exact = head.endswith("$")
        plain = head.removesuffix("$").rstrip("/")
        if not _PLAIN.fullmatch(plain.replace("*", "")) or ".+" in plain or "?" in plain:
            return None
        found.append(plain if exact else f"{plain}/**")
    return found
