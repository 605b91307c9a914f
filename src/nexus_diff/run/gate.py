"""The gate: whether an answer holds what `--fail-on` names. Accepted findings never count."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from nexus_diff.model.errors import NexusDiffError

if TYPE_CHECKING:
    from nexus_diff.model.answer import Answer

NEVER = "never"
LEVELS = ("low", "medium", "high")
"""Risk levels that a gate can name; `none` and `unknown` lie below all of them."""
CHOICES = ("breaking", "violation", *(f"risk:{level}" for level in LEVELS), NEVER)


def checked(fail_on: str) -> str:
    """The text of one `--fail-on`, if it is one of CHOICES or several of them with commas between. NexusDiffError else."""
    names = _names(fail_on)
    for name in names:
        if name not in CHOICES:
            raise NexusDiffError(f"--fail-on: {name[:60]!r} is none of {', '.join(CHOICES)}; choose one, or several with commas between")
    if NEVER in names and len(set(names)) > 1:
        raise NexusDiffError(f"--fail-on: {NEVER} excludes the others; leave it out")
    return ",".join(names)


def reasons(fail_on: str, answer: Answer, severity: str = "error") -> tuple[str, ...]:
    """What it should fail on and holds, in words, one line for each; empty when the gate stays open. `severity`: the least at which a
    violation counts, "never" for none."""
    names = _names(checked(fail_on))
    found = (reason for name in CHOICES if name in names for reason in _rule(name, severity)(answer))
    return tuple(dict.fromkeys(found))


def severities(least: str) -> tuple[str, ...]:
    """Those at which a violation counts when `least` is the least one; none for "never"."""
    return {"error": ("error",), "warning": ("error", "warning")}.get(least, ())


def _names(fail_on: str) -> list[str]:
    return [name.strip() for name in fail_on.split(",")]


def _rule(name: str, severity: str) -> Callable[[Answer], Iterator[str]]:
    if name.startswith("risk:"):
        return lambda answer: _risk(answer, name.removeprefix("risk:"))
    return {"breaking": _breaking, "violation": lambda answer: _violation(answer, severity), NEVER: lambda answer: iter(())}[name]


def _breaking(answer: Answer) -> Iterator[str]:
    number = sum(not site.accepted for site in answer.breaking_call_sites)
    if number:
        yield f"{number} breaking call {'site' if number == 1 else 'sites'}"


def _violation(answer: Answer, severity: str) -> Iterator[str]:
    new = [v for v in answer.layer_violations if v.brought and not v.accepted]
    number = sum(v.severity in severities(severity) for v in new)
    if number:
        yield f"{number} new {'violation' if number == 1 else 'violations'} of severity {severity}{' or higher' * (severity != 'error')}"


def _risk(answer: Answer, least: str) -> Iterator[str]:
    level = answer.summary.risk.level
    if level in LEVELS and LEVELS.index(level) >= LEVELS.index(least):
        yield f"risk {level}"
