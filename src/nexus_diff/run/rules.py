"""Architecture rules of one comparison: judged by the rules of the base, and by those of the head where the change edits them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timezone
from typing import TYPE_CHECKING

import msgspec

from nexus_diff.config import Config
from nexus_diff.config.architecture import Allow
from nexus_diff.git import Range
from nexus_diff.index.indexer import Side
from nexus_diff.link.nodes import printable
from nexus_diff.model.answer import Answer, LayerViolation
from nexus_diff.model.errors import ConfigError
from nexus_diff.model.words import listed
from nexus_diff.rules.judge import Change, judge, judge_packages
from nexus_diff.rules.parts import Parts
from nexus_diff.rules.view import View
from nexus_diff.run.rule_code import IndexedCode, touched
from nexus_diff.run.workspace import Workspace

if TYPE_CHECKING:
    from nexus_diff.impact import Comparison

MOST_NAMED = 5
MOST_LISTED = 2_000
"""Violations in the answer, new ones first; the rest is counted."""


class Violations(msgspec.Struct, frozen=True):
    """`found`: all that is listed, by base's rules and, marked, by head's. `unchanged`: how many there were before and still are."""

    found: tuple[LayerViolation, ...] = ()
    unchanged: int = 0
    notices: tuple[str, ...] = ()


class Sides:
    """Both sides of a comparison, to be judged by one configuration after another."""

    def __init__(self, base: Side, head: Side, symbols: Comparison) -> None:
        paths = touched(head)
        self.base = IndexedCode(base)
        self.head = IndexedCode(head, self.base, paths)
        self.change = Change(symbols.renames, frozenset(map(printable, paths)))
        self._nothing_new: bool | None = None

    def nothing_new_imported(self) -> bool:
        """Whether no file of the change imports anything that it did not import before."""
        if self._nothing_new is None:
            old, new = self.base.links(), self.head.links()
            self._nothing_new = all(
                {i.path for i in new[path].imports} <= {i.path for i in old[path].imports} if path in old else not new[path].imports
                for path in self.change.touched
                if path in new
            )
        return self._nothing_new

    def views(self, config: Config, allow: Sequence[Allow]) -> tuple[View, View]:
        """Base and head under one configuration."""
        parts = Parts(config.parts)
        sides = (View(code, parts, config.architecture, allow, config.rules) for code in (self.base, self.head))
        return next(sides), next(sides)


def violations_of(
    workspace: Workspace, compared: Range, base: Side, head: Side, config: Config, symbols: Comparison, today: date | None
) -> Violations:
    """What the change breaks and mends."""
    sides = Sides(base, head, symbols)
    day = today or datetime.now(timezone.utc).date()
    found, notices = _judged(sides, config, day)
    theirs = _rules_of_head(workspace, compared, config)
    if theirs is not None:
        under_head, _ = _judged(sides, theirs, day)
        known = {(v.rule, v.source, v.target) for v in found if v.status == "new"}
        new = [v for v in under_head if v.status == "new"]
        found += [msgspec.structs.replace(v, judged_by="head") for v in new if (v.rule, v.source, v.target) not in known]
        fixed = sum(v.status == "fixed" for v in under_head)
        old = sum(v.status == "unchanged" for v in under_head)
        notices += (f"this change edits the architecture rules; by those of the head: {len(new)} new, {fixed} fixed, {old} unchanged",)
    listed = [v for v in found if v.status != "unchanged" or config.architecture.judge == "all"]
    return Violations(tuple(listed), sum(v.status == "unchanged" for v in found), tuple(notices))


def with_violations(answer: Answer, violations: Violations) -> Answer:
    """The answer with the section filled and counted."""
    ours = [v for v in violations.found if v.judged_by == "base"]
    summary = msgspec.structs.replace(
        answer.summary,
        layer_violations=sum(v.status == "new" for v in ours),
        layer_violations_fixed=sum(v.status == "fixed" for v in ours),
        layer_violations_unchanged=violations.unchanged,
    )
    beyond = len(violations.found) - MOST_LISTED
    cut = {f"violations beyond the first {MOST_LISTED}": beyond} if beyond > 0 else {}
    return msgspec.structs.replace(answer, layer_violations=violations.found[:MOST_LISTED], summary=summary, cut={**answer.cut, **cut})


def in_force(config: Config, day: date) -> list[Allow]:
    """The exceptions that have not ended before this day."""
    return [entry for entry in config.allow if entry.until is None or entry.until >= day]


def _judged(sides: Sides, config: Config, day: date) -> tuple[list[LayerViolation], tuple[str, ...]]:
    allow = in_force(config, day)
    base, head = sides.views(config, allow)
    found = judge(base, head, config.rules, sides.change) if config.rules else []
    if _may_infer(sides, config):
        plain = sides.views(Config(), allow) if config.architecture.type_only else (base, head)
        found += judge_packages(*plain, config.inferred, sides.change)
    notices = [*allow_notices(config, allow, head), *part_notices(config, head)] if config.rules else []
    return found, tuple(notices)


def _may_infer(sides: Sides, config: Config) -> bool:
    settings = config.inferred
    return {settings.first_direction, settings.new_two_way, settings.new_cycle} != {"off"} and not sides.nothing_new_imported()


def allow_notices(config: Config, allow: Sequence[Allow], head: View) -> Iterator[str]:
    """Exceptions that ended, and those that let nothing pass (what is said without rules is not looked for everywhere)."""
    for entry in config.allow:
        place = f"{config.source}:{entry.line}" if entry.line else config.source
        if entry not in allow:
            yield f"{place}: the exception for rule {entry.rule} ended on {entry.until}; remove it, or mend {entry.source}"
        elif entry not in head.allowances.used and not entry.rule.startswith("inferred:"):
            yield f"{place}: the exception for rule {entry.rule} ({entry.source} → {entry.target}) is not needed; remove it"


def part_notices(config: Config, head: View) -> Iterator[str]:
    """Parts that a rule needs and that hold no file."""
    optional = {part for rule in config.rules for layer in rule.layers if layer.optional for part in layer.parts}
    empty = [part.name for part in config.parts if not head.files_of(part.name) and part.name not in optional]
    if empty:
        named = listed(empty, MOST_NAMED)
        yield f"{config.source}: no file belongs to {named}; mend the patterns below [parts], or write the layer in ( )"


def _rules_of_head(workspace: Workspace, compared: Range, config: Config) -> Config | None:
    """Head's configuration if it judges otherwise than the one in use."""
    if workspace.place.config or compared.revisions.head in ("", "index"):
        return None
    try:
        theirs = workspace.config_at(compared.head)
    except ConfigError as error:
        workspace.notice(f"the configuration of the head is broken: {str(error).splitlines()[0]}")
        return None
    same = all(getattr(theirs, name) == getattr(config, name) for name in ("architecture", "parts", "rules", "inferred"))
    return None if same and _plain(theirs.allow) == _plain(config.allow) else theirs


def _plain(allow: Sequence[Allow]) -> list[Allow]:
    return [msgspec.structs.replace(entry, line=0) for entry in allow]
