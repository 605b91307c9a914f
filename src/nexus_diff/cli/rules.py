"""`nexus-diff rules …`: arguments → a call of `run` → text → an exit code."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from nexus_diff.cli.command import Command, place_of
from nexus_diff.cli.guard import DONE, FINDINGS
from nexus_diff.cli.outputs import write_json, write_stdout
from nexus_diff.cli.pager import show
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
_EXAMPLES = """\
examples:
  nexus-diff rules check                      everything that breaks a rule now, whatever brought it; exit 1 if something does
  nexus-diff rules check v1.0 --all           the same of a revision, without a limit
  nexus-diff rules explain src/app.py         which part it belongs to, and which rules speak of it (FILE or SYMBOL)
  nexus-diff rules unassigned                 files that belong to no part
  nexus-diff rules init > nexus-diff.toml     parts and layers as they are today
  nexus-diff rules init --from .importlinter   the rules of import-linter, Tach (tach.toml) or dependency-cruiser (.json)
"""


def describe(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("action", choices=["check", "explain", "unassigned", "init"], help="check, explain, unassigned or init")
    parser.add_argument("what", metavar="WHAT", nargs="?", default="", help="explain: FILE or SYMBOL; check, unassigned: a revision")
    parser.add_argument("--rev", metavar="REV", default="", help="revision to ask (default: the working tree)")
    parser.add_argument("--from", dest="source", metavar="FILE", default="", help="init: take the rules of another tool's configuration")
    parser.add_argument("--all", action="store_true", help="check: list everything")
    parser.add_argument("--json", action="store_true", help="as JSON")


def rules(arguments: argparse.Namespace) -> int:
    """One of the actions below."""
    if arguments.action == "explain" and not arguments.what:
        raise NexusDiffError("rules explain: name a FILE or SYMBOL")
    if arguments.source and arguments.action != "init":
        raise NexusDiffError("--from belongs to rules init")
    with Talk(arguments) as talk:
        return _ACTIONS[arguments.action](arguments, place_of(arguments), talk)


def _check(arguments: argparse.Namespace, place: Place, talk: Talk) -> int:
    from nexus_diff.run.rules_ask import check_rules

    found = check_rules(place, arguments.what or arguments.rev, talk)
    talk.end()
    talk.notices(found.notices)
    if arguments.json:
        write_json(found.violations)
    else:
        show("\n".join(_checked(found, arguments.all)) + "\n", arguments)
    return FINDINGS if found.failing else DONE


def _explain(arguments: argparse.Namespace, place: Place, talk: Talk) -> int:
    from nexus_diff.run.rules_ask import explain_rules

    found, notices = explain_rules(place, arguments.what, arguments.rev, talk)
    talk.end()
    talk.notices(notices)
    if arguments.json:
        write_json(found)
    else:
        show("\n".join(_explained(found)) + "\n", arguments)
    return DONE


def _unassigned(arguments: argparse.Namespace, place: Place, talk: Talk) -> int:
    from nexus_diff.run.rules_ask import unassigned_files

    files, notices = unassigned_files(place, arguments.what or arguments.rev, talk)
    talk.end()
    talk.notices(notices)
    if arguments.json:
        write_json(files)
    else:
        show("".join(f"{visible(path)}\n" for path in files), arguments)
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


COMMANDS = {"rules": Command("Architecture rules of the code as it is, without a change.", describe, rules, _EXAMPLES)}
