"""`nexus-diff rules …`: arguments → a call of `run` → text → an exit code."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from nexus_diff.cli.guard import DONE, FINDINGS
from nexus_diff.cli.outputs import write_stdout
from nexus_diff.cli.talk import Talk
from nexus_diff.model.errors import NexusDiffError
from nexus_diff.report.escape import visible
from nexus_diff.report.violations import end, relation, symbol
from nexus_diff.run.request import Place

if TYPE_CHECKING:
    from nexus_diff.model.answer import LayerViolation
    from nexus_diff.rules.explain import Explained
    from nexus_diff.run.rules_ask import Checked

MOST_SHOWN = 50


def rules(arguments: argparse.Namespace, place: Place) -> int:
    """One of the actions below."""
    if arguments.action == "explain" and not arguments.what:
        raise NexusDiffError("rules explain: name a FILE or SYMBOL")
    if arguments.source and arguments.action != "init":
        raise NexusDiffError("--from belongs to rules init")
    with Talk(arguments) as talk:
        return _ACTIONS[arguments.action](arguments, place, talk)


def _check(arguments: argparse.Namespace, place: Place, talk: Talk) -> int:
    from nexus_diff.run.rules_ask import check_rules

    found = check_rules(place, arguments.what or arguments.rev, talk)
    talk.end()
    talk.notices(found.notices)
    write_stdout(_json(found.violations) if arguments.json else "\n".join(_checked(found, arguments.all)) + "\n")
    return FINDINGS if found.failing else DONE


def _explain(arguments: argparse.Namespace, place: Place, talk: Talk) -> int:
    from nexus_diff.run.rules_ask import explain_rules

    found, notices = explain_rules(place, arguments.what, arguments.rev, talk)
    talk.end()
    talk.notices(notices)
    write_stdout(_json(found) if arguments.json else "\n".join(_explained(found)) + "\n")
    return DONE


def _unassigned(arguments: argparse.Namespace, place: Place, talk: Talk) -> int:
    from nexus_diff.run.rules_ask import unassigned_files

    files, notices = unassigned_files(place, arguments.what or arguments.rev, talk)
    talk.end()
    talk.notices(notices)
    write_stdout(_json(files) if arguments.json else "".join(f"{visible(path)}\n" for path in files))
    return DONE


def _init(arguments: argparse.Namespace, place: Place, talk: Talk) -> int:
    from nexus_diff.run.rules_ask import init_rules

    text = init_rules(place, arguments.source, talk)
    talk.end()
    write_stdout(text)
    return DONE


_ACTIONS: dict[str, Callable[[argparse.Namespace, Place, Talk], int]] = {
    "check": _check,
    "explain": _explain,
    "unassigned": _unassigned,
    "init": _init,
}


def _json(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"


def _checked(found: Checked, everything: bool) -> Iterator[str]:
    shown = found.violations if everything else found.violations[:MOST_SHOWN]
    for violation in shown:
        yield from _violation(violation)
    if len(shown) < len(found.violations):
        yield f"… and {len(found.violations) - len(shown)} more; --all or --json has them"
    count = len(found.violations)
    accepted = sum(bool(violation.accepted) for violation in found.violations)
    note = f" ({accepted} accepted)" if accepted else ""
    yield f"{found.rules} rule{'' if found.rules == 1 else 's'}, {count} violation{'' if count == 1 else 's'}{note}"


def _violation(violation: LayerViolation) -> Iterator[str]:
    accepted = f"  accepted: {visible(violation.accepted)}" if violation.accepted else ""
    yield f"{violation.severity}  {visible(violation.rule)}  {visible(violation.message)}{accepted}"
    if violation.path:
        steps = [f"{visible(hop.file)}:{hop.line} {visible(symbol(hop.id))} -[{relation(hop)}]→ " for hop in violation.path]
        yield "    " + "".join(steps) + visible(end(violation))


def _explained(found: Explained) -> Iterator[str]:
    values = ", ".join(f"{key} = {value}" for key, value in found.values.items())
    part = f"part {found.part} ({found.pattern}{'; ' + values if values else ''})" if found.part else "no part"
    marks = "".join(f", {mark}" for mark, on in (("public", found.public), ("unchecked", found.unchecked)) if on)
    yield visible(f"{found.file}  {found.name}: {part}{marks}")
    for rule in found.rules:
        why = f" ({rule.why})" if rule.why else ""
        yield visible(f"  {rule.severity}  {rule.rule}  {rule.kind}: {rule.says}{why}")
    if not found.rules:
        yield "  no rule speaks of it"
