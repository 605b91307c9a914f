"""How sure a relation is, by reason.

Starting values (DESIGN section 7): a resolved target that fits the arguments 0.95, one that does not 0.90; unique in the repository by
bare name 0.70; k ≥ 2 candidates min(0.48, 1/k); all else 0.30.
"""

from __future__ import annotations

RESOLVED_FITS = 0.95
RESOLVED = 0.90
UNIQUE_NAME = 0.70
MANY_NAMES = 0.48
WEAK = 0.30
DISPATCH = 0.90
HANDED_OUT = 0.60
FRAMEWORK = 0.60
CALLBACK = 0.90
FLOW = 0.85
STRUCTURE = 1.0

NAME_FAN_LIMIT = 64
"""Largest hub of bare-name candidates that is expanded: beyond it each member is right in under 2 % of the cases."""


def of_name(k: int) -> float:
    """Confidence of one of k equally good bare-name candidates, k ≥ 2."""
    return round(min(MANY_NAMES, 1 / k), 4)
