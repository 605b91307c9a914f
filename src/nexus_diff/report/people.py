"""What a reviewer needs beyond the code: how risky, who should look, and what is usually changed along."""

from __future__ import annotations

from collections.abc import Iterable

from nexus_diff.model.answer import Answer, CoChange, Owner, Risk

WORDS = {
    "breaking_call_sites": "breaking call sites",
    "new_violations": "new violations",
    "public_api": "exported symbols gone or with another signature",
    "callers": "direct users",
    "packages": "folders reached",
    "untested": "changed symbols without a test",
    "churn": "recent commits on a changed file",
    "size": "changed symbols",
    "resolved_calls": "share of resolved calls",
}
"""How factors are called in front of people."""


def risk_line(risk: Risk) -> str:
    """`high; breaking call sites: 2, direct users: 14`: the level and the factors that are raised. "" when there is nothing to say."""
    raised = [factor for factor in risk.factors if factor.raised]
    if risk.level == "unknown" and risk.factors:
        raised += [factor for factor in risk.factors if factor.name == "resolved_calls"]
    if not raised:
        return ""
    named = ", ".join(f"{WORDS.get(factor.name, factor.name)}: {factor.value:g}" for factor in raised)
    return f"{risk.level}; {named}"


def who(owner: Owner) -> str:
    """How much of the change is theirs, in our own words: `2 changed, 5 impacted`."""
    parts = [f"{number} {word}" for number, word in ((owner.changed, "changed"), (owner.impacted, "impacted")) if number]
    return ", ".join(parts)


def owners_to_show(answer: Answer) -> list[Owner]:
    """Owners of changed files; of impacted ones only if no changed file has an owner."""
    mine = [owner for owner in answer.owners if owner.changed]
    return mine or list(answer.owners)


def usual(rows: Iterable[CoChange]) -> list[CoChange]:
    """Files that changed along more often than not: what is rarer stays in the JSON."""
    return [row for row in rows if 2 * row.together >= row.of]


def together(row: CoChange) -> str:
    """`in 13 of the 53 commits that changed`, before the name of the changed file."""
    return f"in {row.together} of the {row.of} commits that changed"
