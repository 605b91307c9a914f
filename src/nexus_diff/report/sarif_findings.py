"""From an Answer to the findings of a SARIF log: where each stands, what proves it, and how it is known again after lines have moved."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from nexus_diff.model.answer import Answer, BreakingCallSite, ChangedSymbol, CycleChange, DeadCode, Hop, LayerViolation, TestGap
from nexus_diff.model.words import listed
from nexus_diff.report.broken import Broken
from nexus_diff.report.escape import sarif_text
from nexus_diff.report.rings import verb
from nexus_diff.report.sarif_rules import BREAKING, CYCLE, DEAD, LEVELS, UNTESTED, VIOLATION, SarifRule

Place = tuple[str, int, str]
"""File, line and what is to be seen there (as SARIF text)."""
MOST_PLACES = 50
"""Locations that one finding shows; GitHub keeps 100."""
_MOST_MEMBERS = 10
_PLACE = re.compile(r"\((.+):(\d{1,9})\)\Z", re.DOTALL)
"""What stands at the end of `importer → imported (file:line)`."""


class SarifFinding(msgspec.Struct, frozen=True, kw_only=True):
    """`text`: what is wrong, in plain words that hold names of the repository. `message`: the same as SARIF text, in which `[…](1)` links
    to the first of `related`. `key`: what it is, without lines. `flow`: the steps that prove it. `accepted`: why it was accepted, "" for
    one that counts."""

    rule: SarifRule
    level: str
    file: str
    line: int
    text: str
    message: str
    key: tuple[str, ...]
    related: tuple[Place, ...] = ()
    flow: tuple[Place, ...] = ()
    accepted: str = ""


def findings(answer: Answer, *, accepted: bool = True) -> list[SarifFinding]:
    """Everything that the change brings, most severe first, accepted findings last or, if not asked for, not at all."""
    found = [finding for finding in _all(answer) if accepted or not finding.accepted]
    return sorted(found, key=lambda f: (bool(f.accepted), LEVELS.index(f.level), f.file, f.line, f.rule.id, f.key, f.message))


def _all(answer: Answer) -> Iterator[SarifFinding]:
    definitions = Broken(answer, loose=False)
    lines = {symbol.id: symbol.start_line for symbol in (*answer.impacted, *answer.callees)}
    lines.update((symbol.id, symbol.start_line) for symbol in answer.changed_symbols)
    for site in answer.breaking_call_sites:
        yield _breaking(site, definitions.of(site))
    for violation in _new(answer.layer_violations):
        yield from _violation(violation)
    yield from (_cycle(cycle) for cycle in answer.cycles if cycle.status == "new" and cycle.members)
    yield from (_dead(dead, lines) for dead in answer.dead_code if dead.status == "new")
    yield from (_gap(gap, lines) for gap in answer.test_gaps)


def without_place(answer: Answer) -> int:
    """How many new violations name no line of head, so that they cannot be findings of a log."""
    return sum(not any(hop.side == "head" for hop in violation.path) for violation in _new(answer.layer_violations))


def _new(violations: Iterable[LayerViolation]) -> Iterator[LayerViolation]:
    return (one for one in violations if one.brought)


def _breaking(site: BreakingCallSite, definition: ChangedSymbol | None) -> SarifFinding:
    message = sarif_text(site.message)
    related: tuple[Place, ...] = ()
    if definition is not None and definition.change != "deleted":
        message += ". See [what changed](1)."
        related = ((definition.file, definition.start_line, f"Definition of {sarif_text(definition.qualified_name, 200)}"),)
    return SarifFinding(
        rule=BREAKING,
        level=BREAKING.level,
        file=site.file,
        line=site.line,
        text=site.message,
        message=message,
        key=(site.file, site.caller, site.callee, site.kind),
        related=related,
        flow=((site.file, site.line, "Call"), *related) if related else (),
        accepted=site.accepted,
    )


def _violation(violation: LayerViolation) -> Iterator[SarifFinding]:
    """At the dependency that the change adds, else where the chain begins. Without a chain there is no place to show it at."""
    path = [hop for hop in violation.path if hop.side == "head"]
    if not path:
        return
    place = next((hop for hop in path if hop.added), path[0])
    level = violation.severity if violation.severity in LEVELS[:3] else VIOLATION.level
    yield SarifFinding(
        rule=VIOLATION,
        level=level,
        file=place.file,
        line=place.line,
        text=f"{violation.message} (rule {violation.rule})",
        message=f"{sarif_text(violation.message)} (rule {sarif_text(violation.rule, 100)})",
        key=(violation.rule, violation.source, violation.target, place.file),
        flow=tuple(_step(hop) for hop in path) if len(path) > 1 else (),
        accepted=violation.accepted,
    )


def _step(hop: Hop) -> Place:
    return hop.file, hop.line, f"{sarif_text(verb(hop), 40)} ({hop.confidence:.2f} {sarif_text(hop.reason, 60)})"


def _cycle(cycle: CycleChange) -> SarifFinding:
    """At the import that closes it, which is the first of those to cut."""
    members = cycle.members
    shown = listed(members, _MOST_MEMBERS)
    cut = f"; without {', '.join(cycle.cut[:3])} there is none" if cycle.cut else ""
    place = _PLACE.search(cycle.cut[0]) if cycle.cut else None
    file, line = (place[1], int(place[2])) if place else (members[0], 1)
    text = f"New cycle of {len(members)} {_plural(cycle.level)}: {shown}{cut}"
    return SarifFinding(
        rule=CYCLE,
        level=CYCLE.level,
        file=file,
        line=line,
        text=text,
        message=sarif_text(text),
        key=(cycle.level, *sorted(members)),
        related=tuple((member, 1, "Member of the cycle") for member in members if member != file) if cycle.level == "file" else (),
        accepted=cycle.accepted,
    )


def _plural(level: str) -> str:
    return {"file": "files", "package": "packages"}.get(level, level)


def _dead(dead: DeadCode, lines: Mapping[str, int]) -> SarifFinding:
    return SarifFinding(
        rule=DEAD,
        level=DEAD.level,
        file=dead.file,
        line=lines.get(dead.id, 1),
        text=f"Nothing reaches {dead.name} any more",
        message=f"Nothing reaches {sarif_text(dead.name, 200)} any more",
        key=(dead.id,),
        accepted=dead.accepted,
    )


def _gap(gap: TestGap, lines: Mapping[str, int]) -> SarifFinding:
    return SarifFinding(
        rule=UNTESTED,
        level=UNTESTED.level,
        file=gap.file,
        line=lines.get(gap.id, 1),
        text=f"{gap.name} changed: {gap.why}",
        message=f"{sarif_text(gap.name, 200)} changed: {sarif_text(gap.why)}",
        key=(gap.id,),
        accepted=gap.accepted,
    )


def fingerprints(found: Sequence[SarifFinding]) -> list[str]:
    """One per finding, all different; lines count only to tell equal findings apart."""
    keys = [_digest(finding) for finding in found]
    order = sorted(range(len(found)), key=lambda at: (keys[at], found[at].line, at))
    numbers: dict[str, int] = {}
    marks = [""] * len(found)
    for at in order:
        numbers[keys[at]] = numbers.get(keys[at], 0) + 1
        marks[at] = f"{keys[at]}:{numbers[keys[at]]}"
    return marks


def _digest(finding: SarifFinding) -> str:
    parts = "\x00".join((finding.rule.id, finding.file, *finding.key))
    return hashlib.sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def first(places: Sequence[Place]) -> Sequence[Place]:
    """As many places as a finding shows."""
    return places[:MOST_PLACES]
