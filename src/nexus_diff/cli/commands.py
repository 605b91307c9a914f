"""One function per command: arguments → a call of `run` → text → an exit code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import msgspec

from nexus_diff.cli import audit as audits
from nexus_diff.cli import rules as rules_of
from nexus_diff.cli import tests, views
from nexus_diff.cli.ci import ci
from nexus_diff.cli.gc import gc
from nexus_diff.cli.guard import DONE, FINDINGS
from nexus_diff.cli.hook import hook
from nexus_diff.cli.outputs import targets, write_file, write_stdout
from nexus_diff.cli.talk import Talk
from nexus_diff.model.errors import NexusDiffError, PatchError
from nexus_diff.run.request import Place, Request

LARGEST_PATCH = 32 << 20
"""Bytes; reading a patch takes some twenty times as much memory."""


def diff(arguments: argparse.Namespace) -> int:
    """What a change reaches."""
    places = tests.no_formats(arguments) if arguments.tests_for else targets(arguments.format, arguments.output)
    request = _request(arguments)
    with Talk(arguments) as talk:
        from nexus_diff.run.analyse import analyse

        outcome = analyse(request, talk)
        talk.end()
        from nexus_diff.report import Options, options_for, prepare, render

        if arguments.tests_for:
            return tests.write(outcome.answer, arguments, talk)
        report = prepare(outcome.answer, range=outcome.label)
        for name, file in places:
            if file:
                write_file(file, render(report, name, Options(template=outcome.template)))
        loud = [name for name, file in places if not file]
        if loud != ["text"]:
            talk.say(report.headline)
        if talk.verbose:
            talk.say(f"parsed {outcome.parsed} blobs")
        for name in loud:
            options = msgspec.structs.replace(options_for(sys.stdout, os.environ), template=outcome.template)
            write_stdout(render(report, name, options))
        if outcome.reached:
            talk.say(f"--fail-on: {', '.join(outcome.failing)}")
    return FINDINGS if outcome.reached else DONE


def index(arguments: argparse.Namespace) -> int:
    """Builds or refreshes a snapshot."""
    with Talk(arguments) as talk:
        from nexus_diff.run.snapshots import index as run

        found = run(_place(arguments), arguments.rev, talk)
        talk.end()
        talk.notices(found.notices)
        if not talk.quiet:
            write_stdout(views.indexed_text(found))
    return 0


def export(arguments: argparse.Namespace) -> int:
    """Writes a graph as CSV."""
    with Talk(arguments) as talk:
        from nexus_diff.run.snapshots import export as run

        found = run(_place(arguments), Path(arguments.output), arguments.rev, talk)
        talk.end()
        talk.notices(found.notices)
        for file in found.files:
            talk.say(f"wrote {file}")
    return 0


def cypher(arguments: argparse.Namespace) -> int:
    """Runs a read-only query."""
    with Talk(arguments) as talk:
        from nexus_diff.run.snapshots import query

        table = query(_place(arguments), arguments.query, arguments.rev, talk)
        talk.end()
        talk.notices(table.notices)
        write_stdout(views.table_json(table) if arguments.json else views.table_text(table))
    return 0


def status(arguments: argparse.Namespace) -> int:
    """Says what is indexed."""
    from nexus_diff.run.status import status as run

    found = run(_place(arguments))
    Talk(arguments).notices(found.notices)
    if arguments.json:
        write_stdout(msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n")
    else:
        write_stdout(views.status_text(found, arguments.verbose))
    return 0


def verify(arguments: argparse.Namespace) -> int:
    """Checks that updating equals indexing from nothing."""
    with Talk(arguments) as talk:
        from nexus_diff.run.verify import verify as run

        def told(commit: str, number: int, of: int) -> None:
            talk.say(f"commit {number} of {of}: {commit[:12]}")

        verdict = run(_place(arguments), arguments.range, told=told)
        talk.notices(verdict.notices)
        write_stdout(views.verdict_text(verdict))
    return 0 if verdict.difference is None else 1


def explain(arguments: argparse.Namespace) -> int:
    """Says how calls were resolved."""
    with Talk(arguments) as talk:
        from nexus_diff.run.explain import explain as run

        found = run(_place(arguments), arguments.place, arguments.rev, talk)
        talk.end()
        talk.notices(found.notices)
        if arguments.json:
            write_stdout(msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n")
        else:
            write_stdout(views.explained_text(found))
    return 0


def config(arguments: argparse.Namespace) -> int:
    """Checks the configuration on disk."""
    from nexus_diff.run.workspace import Workspace

    found = Workspace(_place(arguments)).config_on_disk()
    Talk(arguments).notices(found.notices)
    write_stdout(f"{found.source}: ok\n" if found.source else "no configuration: the defaults hold\n")
    return 0


def impact(arguments: argparse.Namespace) -> int:
    """What changing one symbol, or each of many, would reach."""
    return tests.impact(arguments, _place(arguments))


def shadow(arguments: argparse.Namespace) -> int:
    """The selection against a real run."""
    return tests.shadow(arguments, Request(place=_place(arguments), range=arguments.range))


def rules(arguments: argparse.Namespace) -> int:
    """Architecture rules of the code as it is."""
    return rules_of.rules(arguments, _place(arguments))


def audit(arguments: argparse.Namespace) -> int:
    """What a whole revision holds."""
    return audits.audit(arguments, _place(arguments))


def path(arguments: argparse.Namespace) -> int:
    """How one place gets to another."""
    return audits.path(arguments, _place(arguments))


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "diff": diff,
    "index": index,
    "export": export,
    "cypher": cypher,
    "status": status,
    "verify": verify,
    "explain": explain,
    "config": config,
    "impact": impact,
    "shadow": shadow,
    "rules": rules,
    **dict.fromkeys(("audit", "communities", "processes", "dead-code", "cycles"), audit),
    "path": path,
    "hook": hook,
    "ci": ci,
    "gc": gc,
}


def _place(arguments: argparse.Namespace) -> Place:
    return Place(repo=arguments.repo, index_dir=arguments.index_dir, config=arguments.config)


def _request(arguments: argparse.Namespace) -> Request:
    asked = [name for name, on in (("RANGE", arguments.range), ("--staged", arguments.staged), ("--patch", arguments.patch)) if on]
    if len(asked) > 1:
        raise NexusDiffError(f"{' and '.join(asked)} exclude one another; choose one")
    return Request(
        place=_place(arguments),
        range=arguments.range,
        direct=arguments.direct,
        staged=arguments.staged,
        patch=None if arguments.patch is None else _patch(arguments.patch),
        min_confidence=arguments.min_confidence,
        depth=arguments.depth,
        timings=arguments.timings,
        fail_on=",".join(arguments.fail_on) or "never",
    )


def _patch(name: str) -> bytes:
    if name == "-" and sys.stdin is None:
        raise PatchError("-: standard input is closed; pass a unified diff, or the name of a file that holds one")
    try:
        with open(name, "rb") if name != "-" else nullcontext(sys.stdin.buffer) as file:
            data = file.read(LARGEST_PATCH + 1)
    except OSError as error:
        raise PatchError(f"{name}: cannot be read ({error.strerror}); pass a unified diff, or - for stdin") from None
    if len(data) > LARGEST_PATCH:
        raise PatchError(f"{name}: larger than {LARGEST_PATCH >> 20} MB; commit the change and pass its range")
    return data
