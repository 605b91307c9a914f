"""One question from the range to the answer: range → configuration → changes → two graphs → changed symbols → what they reach."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from nexus_diff import __version__
from nexus_diff.config import Config
from nexus_diff.git import EMPTY_TREE, Range, Snapshot, resolve
from nexus_diff.git import compare as compare_files
from nexus_diff.git.recent import RecentCommits
from nexus_diff.impact import Comparison, Limits, Reach, blast_radius, compare
from nexus_diff.index.graphs import counts_in, resolved_share
from nexus_diff.index.indexer import Side
from nexus_diff.index.progress import Clock, Progress
from nexus_diff.link.nodes import printable
from nexus_diff.model.answer import Answer, Summary, Tool
from nexus_diff.model.changes import FileChange, Revisions
from nexus_diff.run.accept import accept_notices, accepted_in
from nexus_diff.run.breaking import broken_by, with_broken
from nexus_diff.run.gate import checked, reasons
from nexus_diff.run.guesses import NameGuesses
from nexus_diff.run.history import history_of, with_history
from nexus_diff.run.odd_paths import odd_paths
from nexus_diff.run.owners import with_owners
from nexus_diff.run.request import Request
from nexus_diff.run.risk import with_risk
from nexus_diff.run.rules import violations_of, with_violations
from nexus_diff.run.sides import problem_notices, skipped_in, symbols_of, unparsed_notice
from nexus_diff.run.template import template_for
from nexus_diff.run.tests import tests_of, with_tests
from nexus_diff.run.whole import with_whole
from nexus_diff.run.workspace import Workspace


class Outcome(msgspec.Struct, frozen=True):
    """`label`: how the range reads to a person. `parsed`: how many blobs had to be parsed. `failing`: what the answer holds of that which
    the request should fail on, in words. `troubles`: those notices that tell of something which did not work as it should. `template`: the
    repository's own for the report, "" for ours. `odd_paths`: paths of the answer that are not as in git (undecodable bytes are
    escaped) → as in git, undecodable bytes as surrogate escapes."""

    answer: Answer
    label: str
    parsed: int
    failing: tuple[str, ...] = ()
    troubles: tuple[str, ...] = ()
    template: str = ""
    odd_paths: dict[str, str] = {}

    @property
    def reached(self) -> bool:
        """Whether the gate closes."""
        return bool(self.failing)


def analyse(request: Request, progress: Progress | None = None) -> Outcome:
    """What the change reaches. Raises NexusDiffError when it cannot be said; everything less is a notice in the answer."""
    fail_on = checked(request.fail_on)
    clock = Clock(progress)
    clock.step("range")
    workspace = Workspace(request.place)
    compared = resolve_range(workspace, request)
    workspace.notice(*compared.notices)
    config = msgspec.structs.replace(workspace.config_for(compared), only=request.only)
    template = template_for(workspace, compared)
    clock.step("diff")
    files = compare_files(compared.base, compared.head)
    workspace.notice(*files.notices)
    changes = [_printable(change) for change in files.changes]
    with RecentCommits(workspace.repo, compared.revisions.base if changes else "") as recent, workspace.indexer(config, clock) as indexer:
        clock.step("open")
        snapshot = indexer.snapshot(compared.base, compared.revisions.base)
        base = indexer.side(snapshot, compared.base)
        head = indexer.overlay(base, compared.base, compared.head)
        clock.step("symbols")
        symbols = compare(symbols_of(base, (change.old_path for change in changes)), symbols_of(head, (c.path for c in changes)), changes)
        clock.step("reach")
        guesses = NameGuesses(base), NameGuesses(head)
        reach = blast_radius(base.reader, head.reader, symbols.seeds, symbols.renames, _limits(request, config), guesses)
        clock.step("breaking")
        broken = broken_by(base, head, changes, symbols)
        clock.step("tests")
        tests = tests_of(base, head, changes, symbols)
        clock.step("rules")
        violations = violations_of(workspace, compared, base, head, config, symbols, request.today)
        clock.step("whole")
        answer = _answer(compared.revisions, changes, symbols, reach, base, head)
        answer = with_whole(answer, base, head, snapshot.whole(), config, changes, symbols.renames)
        clock.step("answer")
        _say(workspace, base, head, changes)
        workspace.notice(*tests.notices, *violations.notices)
        answer = with_broken(with_tests(answer, tests), broken)
        answer = with_owners(answer, compared.base, changes, workspace.notice)
        history = history_of(recent, changes, head.tree.files())
        workspace.notice(*history.notices)
        answer = with_history(answer, history)
        answer = with_violations(answer, violations)
        accepted = accepted_in(answer, config, head, compared.head, request.today)
        workspace.notice(*accept_notices(accepted, changes))
        answer = with_risk(accepted.answer, base, head, changes, history.churn)
        parsed = indexer.parsed
    timings = clock.seconds() if request.timings else {}
    answer = msgspec.structs.replace(answer, notices=workspace.notices, timings=timings)
    failing = reasons(fail_on, answer, config.architecture.fail_on)
    return Outcome(answer, compared.revisions.label, parsed, failing, workspace.troubles, template, odd_paths(answer, compared))


def resolve_range(workspace: Workspace, request: Request) -> Range:
    """The two sides that the request names; in a repository without a commit, nothing against nothing."""
    repo = workspace.repo
    if repo.is_empty and (request.range or repo.workdir is None):
        workspace.notice("the repository is empty: there is no commit yet")
        nothing = Snapshot(repo, EMPTY_TREE)
        return Range(nothing, nothing, Revisions("", "", "direct", request.range or "HEAD"))
    asks_default = not (request.range or request.staged or request.patch is not None)
    default = workspace.config_on_disk().git.default_branch if asks_default else ""
    return resolve(
        repo,
        request.range,
        direct=request.direct,
        staged=request.staged,
        patch=request.patch,
        default_branch=default or None,
    )


def _limits(request: Request, config: Config) -> Limits:
    confidence = config.impact.min_confidence if request.min_confidence is None else request.min_confidence
    return Limits(min_confidence=confidence, depth=config.impact.depth if request.depth is None else request.depth)


def _say(workspace: Workspace, base: Side, head: Side, changes: Iterable[FileChange]) -> None:
    workspace.notice(*problem_notices(head, (change.path for change in changes)), *unparsed_notice(base, head))


def _answer(revisions: Revisions, changes: list[FileChange], symbols: Comparison, reach: Reach, base: Side, head: Side) -> Answer:
    return Answer(
        tool=Tool(version=__version__),
        base=revisions.base,
        head=revisions.head,
        base_kind=revisions.base_kind,
        summary=Summary(
            files_changed=len(changes),
            changed_symbols=len(symbols.symbols),
            impacted=len(reach.sure),
            impacted_files=len({symbol.file for symbol in reach.sure}),
            possible=len(reach.impacted) - len(reach.sure),
            resolved_call_share=resolved_share(counts_in(head.reader)),
        ),
        changed_symbols=symbols.symbols,
        impacted=reach.impacted,
        callees=reach.callees,
        skipped=skipped_in(base, head, changes),
        cut=reach.cut,
    )


def _printable(change: FileChange) -> FileChange:
    """Paths as the graph writes them: undecodable bytes as escapes."""
    return msgspec.structs.replace(change, path=printable(change.path), old_path=printable(change.old_path))
