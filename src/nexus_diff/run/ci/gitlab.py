"""`nexus-diff ci gitlab`: variables → exact base → analysis → everything that GitLab shows. No fault of its own fails a pipeline."""

from __future__ import annotations

import os
from collections.abc import MutableMapping

from nexus_diff.git import commit_snapshot, open_repository, trust
from nexus_diff.git.changes import compare
from nexus_diff.git.fetching import Remote
from nexus_diff.index.progress import Progress
from nexus_diff.link.nodes import printable
from nexus_diff.publish.gitlab.notes import MOST_CHARS
from nexus_diff.report import Options, render
from nexus_diff.run.analyse import Outcome
from nexus_diff.run.ci.base import Compared, compared
from nexus_diff.run.ci.deadline import OutOfTimeError
from nexus_diff.run.ci.event import Event
from nexus_diff.run.ci.gitlab_host import GitLabHost, gitlab_event_of, gitlab_host_of, take_gitlab_token
from nexus_diff.run.ci.gitlab_publishing import GitLabPublishing
from nexus_diff.run.ci.request import CiRequest, Ended
from nexus_diff.run.ci.sheet import Link, Sheet, sheet_of
from nexus_diff.run.ci.work import FETCH_SECONDS, as_asked, below, cause, found_of, one_line, outcome_of, refreshed

SWITCH_OFF = "Give the job the option --comment off to switch this note off."
_GIT_USER = "gitlab-ci-token"


def gitlab(request: CiRequest, env: MutableMapping[str, str] | None = None, progress: Progress | None = None) -> Ended:
    """One run inside a job. Raises nothing: what could not be done is the warning of what is returned."""
    environment = os.environ if env is None else env
    run = _Run(request, gitlab_host_of(environment), gitlab_event_of(environment), take_gitlab_token(environment), progress)
    try:
        run.work()
    except (Exception, OutOfTimeError) as error:
        run.failed(error)
    return run.ended()


class _Run:
    def __init__(self, request: CiRequest, host: GitLabHost, event: Event, token: str, progress: Progress | None) -> None:
        self._request = request
        self._host = host
        self._event = event
        self._token = token
        self._progress = progress
        self._publishing = GitLabPublishing(request, host, event, token)
        self._warnings: list[str] = []
        self._said: list[str] = []
        self._report = ""
        self._reached = False

    def work(self) -> None:
        """The run itself; raises whatever goes wrong."""
        if self._host.on_runner and below(self._request.place.repo, self._host.folder):
            trust(self._request.place.repo)
        if self._request.base or self._request.head:
            self._event = as_asked(self._request, self._event, self._remote())
            self._publishing = GitLabPublishing(self._request, self._host, self._event, self._token)
        self._warnings += self._event.warnings
        self._said += filter(None, [self._event.why])
        if self._event.kind in ("pull", "range"):
            self._compare()
        if self._event.kind == "index" or (self._event.kind == "range" and self._host.on_target):
            self._said.append(refreshed(self._request, self._event.head, self._progress))  # what merge requests start from

    def failed(self, error: BaseException) -> None:
        """What ended the work, as a warning."""
        self._warnings.append(cause(error))

    def ended(self) -> Ended:
        """What to hand back, with all warnings in one line and no token in it. There always is a Code Quality report: one that is missing
        would make GitLab say that all is new."""
        if not self._publishing.wrote_quality:
            self._publishing.code_quality()
        text = one_line([*self._warnings, *self._publishing.warnings], self._token)
        return Ended(said=(*self._said, *self._publishing.said), warning=text, report=self._report, reached=self._reached)

    def _remote(self) -> Remote:
        return Remote(
            open_repository(self._request.place.repo),
            server_url=self._host.server_url,
            token=self._host.job_token,
            user=_GIT_USER,
            url=self._host.upstream,
            seconds=FETCH_SECONDS,
        )

    def _compare(self) -> None:
        remote = self._remote()
        sides = compared(remote.repo, remote, self._event)
        self._said.append(f"comparing {sides.base[:12]}..{sides.head[:12]} ({sides.kind})")
        self._warnings += [notice for notice in sides.notices if sides.kind == "approximate"]
        outcome, partial = outcome_of(self._request, sides, self._progress)
        self._warnings += outcome.troubles
        self._reached = outcome.reached
        sheet = self._sheet(outcome, sides, partial)
        self._report = render(sheet.report, "text", Options())
        self._said += [f"--fail-on: {', '.join(outcome.failing)}"] if outcome.reached else []
        self._publishing.everything(sheet, sides.tells, self._old_paths(sides) if self._request.discussions else {})

    def _sheet(self, outcome: Outcome, sides: Compared, partial: bool) -> Sheet:
        answer, number = outcome.answer, self._event.number
        blob = f"{self._host.page}/-/blob" if self._host.page else ""
        return sheet_of(
            answer,
            label=f"merge request {number}" if number else f"{sides.base[:12]}..{sides.head[:12]}",
            head=sides.tells,
            found=found_of(self._request, answer, sides),
            failing=outcome.reached,
            partial=partial,
            project=self._request.project,
            link=Link(
                blob=blob,
                revision=answer.head,
                run=self._host.job_url,
                template=outcome.template,
                most_comment=MOST_CHARS,
                switch_off=SWITCH_OFF,
            ),
            sarif=self._request.sarif,
        )

    def _old_paths(self, sides: Compared) -> dict[str, str]:
        """New path → old path of files that the change renames: GitLab places a discussion by both."""
        repo = open_repository(self._request.place.repo)
        changes = compare(commit_snapshot(repo, sides.base), commit_snapshot(repo, sides.head)).changes
        return {printable(change.path): printable(change.old_path) for change in changes if change.status == "renamed"}
