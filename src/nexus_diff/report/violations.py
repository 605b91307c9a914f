"""The evidence of a violated rule in words: where each dependency stands, what it is, and what the change adds."""

from __future__ import annotations

from nexus_diff.model.answer import Answer, LayerViolation, ViolationHop


def symbol(node_id: str) -> str:
    """The name that a node id ends in: of a symbol its own, of a file its path."""
    label, _, rest = node_id.partition(":")
    if label in ("File", "Folder", "external"):
        return rest
    return rest.rpartition(":")[2] or rest or node_id


def relation(hop: ViolationHop) -> str:
    """`IMPORTS 0.95`, with what the change adds marked."""
    return f"{'added ' if hop.added else ''}{hop.type} {hop.confidence:.2f}"


def end(violation: LayerViolation) -> str:
    """What the last hop leads to."""
    return symbol(violation.path[-1].target or violation.target) if violation.path else ""


def ledger(answer: Answer) -> str:
    """`1 new, 2 fixed, 26 unchanged`, "" when the change neither brings nor mends a violation."""
    ours = [violation.status for violation in answer.layer_violations if violation.judged_by == "base"]
    new, fixed = ours.count("new"), ours.count("fixed")
    return f"{new} new, {fixed} fixed, {answer.summary.layer_violations_unchanged} unchanged" if new or fixed else ""
