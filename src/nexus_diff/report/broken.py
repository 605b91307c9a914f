"""Which changed symbol a breaking call site means: a site names what it calls, and several changed symbols may bear that name."""

from __future__ import annotations

from nexus_diff.languages import by_suffix
from nexus_diff.model.answer import Answer, BreakingCallSite, ChangedSymbol


class Broken:
    """The changed symbols of an answer by name. `loose`: also by their last names and those that they had before."""

    def __init__(self, answer: Answer, *, loose: bool) -> None:
        self._named: dict[str, list[ChangedSymbol]] = {}
        self._reached: dict[tuple[str, str], set[str]] = {}
        for symbol in answer.changed_symbols:
            names = {symbol.id, symbol.qualified_name}
            if loose:
                names |= {symbol.name, symbol.old.name if symbol.old else symbol.name}
            for name in names:
                self._named.setdefault(name, []).append(symbol)
        for other in answer.impacted:
            self._reached.setdefault((other.file, other.qualified_name), set()).add(other.via)

    def of(self, site: BreakingCallSite) -> ChangedSymbol | None:
        """The first that the caller is known to reach, else that stands in its file, else of its language; None where there is none."""
        family = _family(site.file)
        named = [one for one in self._named.get(site.callee, ()) if not family or _family(one.file) in ("", family)]
        reached = self._reached.get((site.file, site.caller), set())
        for held in (lambda one: one.id in reached, lambda one: one.file == site.file, lambda one: True):
            for symbol in named:
                if held(symbol):
                    return symbol
        return None


def _family(path: str) -> str:
    language = by_suffix(path)
    return language.group if language is not None else ""
