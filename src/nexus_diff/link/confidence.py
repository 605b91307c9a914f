"""How sure a relation is, by the way it was found.

Confidence means: the target is among those that this site may reach. The rates were fitted on truth sets (`confidence_table`, written by
`benchmarks/fit_confidence.py`); what no truth set covers keeps its starting value: a resolved target that fits the
arguments 0.95, one that does not 0.90 (reason with "~"), unique in the repository by bare name 0.70, k ≥ 2 candidates min(0.48, 1/k), all
else 0.30.
"""

from __future__ import annotations

from nexus_diff.link.confidence_table import RATES

CERTAIN = 0.95
"""What is read off the text itself: imports, bases, type names."""
STRUCTURE = 1.0
MISFIT = "~"
"""Suffix of a reason whose target does not fit the arguments."""

NAME_FAN_LIMIT = 64
"""Largest hub of bare-name candidates that is expanded: beyond it each member is right in under 2 % of the cases."""

_START = {
    "override": 0.90,
    "callback": 0.90,
    "flow": 0.85,
    "behind-type": 0.48,
    "attached": 0.48,
    "bound": 0.80,
    "bound 2": 0.60,
    "bound 3+": 0.40,
    "overload": 0.30,
    "framework": 0.60,
    "handed-out": 0.30,
    "unique-name": 0.70,
    "unique-name~": 0.30,
    "global": 0.30,
}
MANY_NAMES = 0.48
"""Two or more equally good names are never above the threshold."""


NAMED = frozenset(
    {"import", "module", "typed", "constructor", "decorator", "property", "self", "static", "super", "value", "dunder", "base"}
)  # fmt: skip
"""Reasons of relations whose target the source itself names or holds by type. What gets there through overrides, callbacks or a framework
depends on who hands it over, not on the source."""


def is_named(reason: str) -> bool:
    """Whether the source of a relation found for `reason` names its target."""
    return reason.removesuffix(MISFIT) in NAMED


def of(group: str, reason: str) -> float:
    """Confidence of a relation found for `reason` in a language of `group` ("" for hubs, which serve all): as measured in the group, else
    in all languages."""
    found = RATES.get(group, {}).get(reason)
    if found is None:
        found = RATES[""].get(reason)
    return start(reason) if found is None else found


def start(reason: str) -> float:
    """Confidence before anything was measured."""
    return _START.get(reason) or (0.90 if reason.endswith(MISFIT) else 0.95)


def of_name(group: str, k: int) -> float:
    """Confidence of one of k equally good bare-name candidates, k ≥ 2."""
    found = RATES.get(group, {}).get(f"bare-name {bucket(k)}")
    return min(MANY_NAMES, round(1 / k, 4) if found is None else found)


def of_bound(k: int) -> float:
    """Confidence of one of k types that meet the bound of generic code which nothing in sight is seen to use."""
    found = of("", bound_reason(k))
    return found if k < 3 else min(MANY_NAMES, found)


def bound_reason(k: int) -> str:
    """What is measured as one for a call through a bound: whom the code is used with is known or there is one; there are two; more."""
    return "bound" if k < 2 else "bound 2" if k == 2 else "bound 3+"


def of_overload(k: int) -> float:
    """Confidence of one of k overloads that arguments of unknown type leave."""
    return round(1 / k, 4)


def bucket(k: int) -> str:
    """Range of candidate counts that is measured as one."""
    return "2" if k == 2 else "3-5" if k <= 5 else "6-20" if k <= 20 else "21+"
