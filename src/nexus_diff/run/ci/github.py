"""`nexus-diff ci github`: event → exact base → analysis → everything that GitHub shows. No fault of its own fails a pull request."""

from __future__ import annotations

import os
from collections.abc import MutableMapping

from nexus_diff.git import trust
from nexus_diff.git.fetching import Remote
from nexus_diff.index.progress import Progress
from nexus_diff.model.answer import Answer
from nexus_diff.model.errors import NexusDiffError
from nexus_diff.publish import Check
from nexus_diff.publish.github.commands import command
from nexus_diff.run.analyse import Outcome
from nexus_diff.run.ci.base import Compared, compared
from nexus_diff.run.ci.deadline import OutOfTimeError
from nexus_diff.run.ci.event import Event, event_of
from nexus_diff.run.ci.findings import Found
from nexus_diff.run.ci.handed import read_answer
from nexus_diff.run.ci.host import Host, host_of, read_payload, take_token
from nexus_diff.run.ci.publishing import Publishing
from nexus_diff.run.ci.request import CiRequest, Ended
from nexus_diff.run.ci.sheet import Link, Sheet, sheet_of
from nexus_diff.run.ci.work import as_asked, below, cause, found_of, one_line, outcome_of, refreshed, remote_of

SWITCH_OFF = "Set the input comment of the action to false to switch this comment off."


def github(request: CiRequest, env: MutableMapping[str, str] | None = None, progress: Progress | None = None) -> Ended:
    """One run inside a workflow. Raises nothing: what could not be done is the warning of what is returned."""
    environment = os.environ if env is None else env
    token, host = take_token(environment), host_of(environment)
    run = _Run(request, host, token, progress)
    try:
        run.work()
    except (Exception, OutOfTimeError) as error:
        run.failed(error)
    return run.ended()


class _Run:
    def __init__(self, request: CiRequest, host: Host, token: str, progress: Progress | None) -> None:
        self._request = request
        self._host = host
        self._token = token
        self._progress = progress
        self._event = Event(kind="nothing", name=host.event)
        self._publishing = Publishing(request, host, self._event, token)
        self._warnings: list[str] = []
        self._said: list[str] = []
        self._reached = False
        self._analysed = False
        self._partial = False

    def work(self) -> None:
        """The run itself; raises whatever goes wrong."""
        if self._host.on_runner and below(self._request.place.repo, self._host.workspace):
            trust(self._request.place.repo)
        self._event = event_of(self._host, read_payload(self._host))
        if self._request.base or self._request.head:
            self._event = as_asked(self._request, self._event, self._remote())
        self._publishing = Publishing(self._request, self._host, self._event, self._token)
        self._warnings += self._event.warnings
        if self._event.why:
            self._said.append(self._event.why)
        if self._event.kind == "index":
            self._index("HEAD")
        elif self._event.kind in ("pull", "range"):
            self._compare()
        elif self._event.kind == "answer":
            self._pass_on()

    def failed(self, error: BaseException) -> None:
        """What ended the work, as a warning, and as a neutral check so that nobody waits for one."""
        self._warnings.append(cause(error))
        if self._event.head and not self._analysed:
            summary = "nexus-diff could not analyse this change. That is no fault of the change; the log of the run tells more."
            run_url = self._host.run_url
            self._publishing.check(
                Check(head=self._event.head, conclusion="neutral", title="Not analysed", summary=summary, details_url=run_url)
            )

    def ended(self) -> Ended:
        """What to hand back, with all warnings in one line and no token in it."""
        text = one_line([*self._warnings, *self._publishing.warnings], self._token)
        commands = list(self._publishing.commands)
        if text and self._host.on_runner:
            commands.append(command("warning", text, {"title": "nexus-diff"}))
        return Ended(
            commands=tuple(commands),
            said=(*self._said, *self._publishing.said),
            warning=text,
            told=bool(text) and self._host.on_runner,
            reached=self._reached,
        )

    def _compare(self) -> None:
        remote = self._remote()
        sides = compared(remote.repo, remote, self._event)
        self._said.append(f"comparing {sides.base[:12]}..{sides.head[:12]} ({sides.kind})")
        self._warnings += [notice for notice in sides.notices if sides.kind == "approximate"]
        outcome, self._partial = outcome_of(self._request, sides, self._progress)
        self._warnings += outcome.troubles
        self._analysed = True
        self._reached = outcome.reached
        self._publish(outcome, sides)
        if self._event.name == "push" and self._host.ref == f"refs/heads/{self._event.default_branch}":
            self._index(sides.head)  # what the next pull requests start from

    def _remote(self) -> Remote:
        return remote_of(self._request, server_url=self._host.server_url, token=self._token)

    def _publish(self, outcome: Outcome, sides: Compared) -> None:
        answer = outcome.answer
        found = found_of(self._request, answer, sides)
        label = f"pull request {self._event.number}" if self._event.number else f"{sides.base[:12]}..{sides.head[:12]}"
        sheet = self._sheet(answer, label, found, outcome.reached, sides.tells, outcome.template)
        self._said.append(sheet.report.headline)
        self._said += [f"--fail-on: {', '.join(outcome.failing)}"] if outcome.reached else []
        self._publishing.everything(sheet)

    def _pass_on(self) -> None:
        """Publishes what the unprivileged run of a fork's pull request has found."""
        self._analysed = True  # whatever goes wrong, a check of this run would belong to somebody else's commit
        if not self._request.answer:
            raise NexusDiffError("workflow_run needs --answer DIR, the folder of the artifact of the other run (docs/github.md)")
        answer = read_answer(self._request.answer)
        number = self._publishing.handed(lambda number: self._handed_sheet(answer, number))
        if not number and not self._publishing.warnings:
            self._said.append(f"no open pull request has {self._event.head[:12]} as its head: nothing to publish")

    def _handed_sheet(self, answer: Answer, number: int) -> Sheet:
        try:
            return self._sheet(answer, f"pull request {number}", Found(), False, self._event.head)
        except Exception as error:  # an answer that only looks like one of ours
            raise NexusDiffError(f"the artifact's answer cannot be shown ({type(error).__name__})") from None

    def _sheet(self, answer: Answer, label: str, found: Found, failing: bool, head: str, template: str = "") -> Sheet:
        blob = f"{self._host.server_url}/{self._host.repository}/blob" if self._host.repository else ""
        return sheet_of(
            answer,
            label=label,
            head=head,
            found=found,
            failing=failing,
            partial=self._partial,
            project=self._request.project,
            link=Link(blob=blob, revision=answer.head, run=self._host.run_url, template=template, switch_off=SWITCH_OFF if blob else ""),
            sarif=self._request.sarif,
        )

    def _index(self, revision: str) -> None:
        self._said.append(refreshed(self._request, revision, self._progress))
