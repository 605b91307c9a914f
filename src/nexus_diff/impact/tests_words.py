"""Why a test was selected, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nexus_diff.impact.tests_links import Link

_VERBS = {
    "call": "calls",
    "name": "calls",
    "fixture": "uses fixture",
    "set-up": "is set up by",
    "value": "uses",
    "creates": "creates",
    "handed": "gives a library",
    "nested": "defines",
    "accessor": "uses",
    "override": "calls what is overridden by",
    "implicit": "uses",
    "extends": "extends",
    "decorates": "is decorated by",
    "module": "stands in",
    "contains": "stands beside",
    "imports": "imports",
}
_CALLS = frozenset({"call", "name"})
_PLACES = frozenset({"fixture", "set-up", "module", "contains"})
"""First steps that are said by themselves: the test does not do the same to the change."""


def reason(steps: Sequence[tuple[str, Link]], name: Callable[[str], str]) -> str:
    """The way of a test to the change as one phrase. `steps`: (symbol that is stepped to, link), from the test; `name`: of a symbol."""
    if not steps:
        return "changed itself"
    target, first = steps[-1][0], steps[0]
    verb = _VERBS.get(first[1].how, "reaches")
    if len(steps) == 1:
        text = f"{verb} {name(target)}"
    elif first[1].how in _PLACES:
        text = f"{verb} {name(first[0])}, which reaches {name(target)} ({len(steps)} hops)"
    else:
        verb = verb if all(link.how in _CALLS for _, link in steps) else "reaches"
        text = f"{verb} {name(target)} through {name(first[0])} ({len(steps)} hops)"
    hows = {link.how for _, link in steps}
    if "name" in hows:
        text += "; by name only"
    if "implicit" in hows:
        text += "; no call is visible, it creates the class"
    if "imports" in hows and len(steps) > 1:
        text += "; runs its module code"
    return text
