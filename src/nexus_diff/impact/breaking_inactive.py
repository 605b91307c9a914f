"""Code of head that an ordinary build leaves out: what it uses need not fit together with the rest."""

from __future__ import annotations

from nexus_diff.impact.breaking_case import Case
from nexus_diff.link.file_index import FileIndex
from nexus_diff.model.answer import BreakingCallSite
from nexus_diff.model.facts import NONE

INACTIVE = "inactive"
"""Modifier of definitions and scopes that an ordinary build does not compile."""


class Inactive:
    """Lines that are left out, by file."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self._lines: dict[str, frozenset[int]] = {}

    def holds(self, site: BreakingCallSite) -> bool:
        """Whether a site stands in code that is left out."""
        found = self._lines.get(site.file)
        if found is None:
            index = self.case.head.view.file(site.file)
            found = self._lines[site.file] = _lines(index) if index is not None else frozenset()
        return site.line in found


def _lines(index: FileIndex) -> frozenset[int]:
    facts = index.facts
    if not any(INACTIVE in d.modifiers for d in facts.definitions) and not any(INACTIVE in s.modifiers for s in facts.scopes):
        return frozenset()
    found = {site.line for site in facts.sites if _is_left_out(index, site.scope)}
    found |= {line for imp, line in zip(facts.imports, facts.import_lines, strict=False) if _is_left_out(index, imp.scope)}
    found |= {span.line for d, span in zip(facts.definitions, facts.spans, strict=True) if _is_left_out(index, d.scope)}
    return frozenset(found)


def _is_left_out(index: FileIndex, scope: int) -> bool:
    """Whether a scope, or one around it, is left out."""
    scopes, definitions = index.facts.scopes, index.facts.definitions
    while scope >= 0:
        here = scopes[scope]
        if INACTIVE in here.modifiers or (here.definition != NONE and INACTIVE in definitions[here.definition].modifiers):
            return True
        scope = here.parent
    return False
