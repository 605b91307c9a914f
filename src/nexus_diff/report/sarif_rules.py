"""The kinds of findings in a SARIF log: what each means and what to do about it. Our own words only."""

from __future__ import annotations

import msgspec


class SarifRule(msgspec.Struct, frozen=True, kw_only=True):
    """`id` never changes its meaning: code scanning knows findings by it. `level`: error, warning or note, unless a finding says otherwise.
    `text`, `help`: what is wrong, and what to do. `precision`: how often a finding is right."""

    id: str
    name: str
    title: str
    text: str
    help: str
    level: str
    precision: str


BREAKING = SarifRule(
    id="breaking-call-site",
    name="BreakingCallSite",
    title="A call that no longer fits what it calls",
    text="This code uses something that the change deleted, renamed or gave another signature, and was not adapted.",
    help="Adapt this code to the new definition, or keep the old form working. The related location is the definition that changed.",
    level="error",
    precision="high",
)
VIOLATION = SarifRule(
    id="architecture-violation",
    name="ArchitectureViolation",
    title="A dependency that the architecture rules forbid",
    text="The change brings a dependency between parts of the code that the rules of this repository keep apart.",
    help="Remove the dependency, turn it round, or go through a part that may have it. The rules stand in nexus-diff's configuration.",
    level="warning",
    precision="high",
)
CYCLE = SarifRule(
    id="dependency-cycle",
    name="DependencyCycle",
    title="A new cycle of dependencies",
    text="The change makes files or packages depend on each other in a circle.",
    help="Cut one of the dependencies that are named, for example by moving what both sides need to a place of its own.",
    level="warning",
    precision="very-high",
)
DEAD = SarifRule(
    id="dead-code",
    name="DeadCode",
    title="Code that nothing uses any more",
    text="After the change nothing in this repository reaches this code.",
    help="Remove it, or use it. Code that is reached from outside can be marked as an entry point in the configuration of nexus-diff.",
    level="note",
    precision="medium",
)
UNTESTED = SarifRule(
    id="untested-change",
    name="UntestedChange",
    title="Changed code that no test reaches",
    text="The change touches this code, and no test of this repository reaches it.",
    help="Add a test that goes through this code, or accept the gap with a reason.",
    level="note",
    precision="medium",
)

RULES = (BREAKING, VIOLATION, CYCLE, DEAD, UNTESTED)
LEVELS = ("error", "warning", "note", "none")
"""From severe to harmless."""
