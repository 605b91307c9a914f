"""`nexus-diff ci auto`: on whatever service this runs. What is special about one stands in `services`; here is what all have in common."""

from __future__ import annotations

import os
from collections.abc import Mapping, MutableMapping

import msgspec

from nexus_diff.git import commit_of, trust
from nexus_diff.git.fetching import Remote
from nexus_diff.index.progress import Progress
from nexus_diff.publish import Check
from nexus_diff.run.analyse import Outcome
from nexus_diff.run.ci.base import Compared, compared
from nexus_diff.run.ci.deadline import OutOfTimeError
from nexus_diff.run.ci.event import Event
from nexus_diff.run.ci.outlets import NOT_ANALYSED, Outlets
from nexus_diff.run.ci.request import CiRequest, Ended
from nexus_diff.run.ci.services import recognised
from nexus_diff.run.ci.services.value import Job, Service, Told
from nexus_diff.run.ci.sheet import sheet_of
from nexus_diff.run.ci.work import as_asked, below, cause, default_branch, found_of, one_line, outcome_of, refreshed, remote_of


def auto(request: CiRequest, env: MutableMapping[str, str] | None = None, progress: Progress | None = None) -> Ended:
    """One run on the service that the environment tells of. Raises nothing: what could not be done is the warning of what is returned."""
    environment = os.environ if env is None else env
    service = recognised(environment)
    if service.start is not None:
        return service.start(request, environment, progress)
    run = _Run(request, service, _taken(service, environment), _readable(environment), progress)
    try:
        run.work()
    except (Exception, OutOfTimeError) as error:
        run.failed(error)
    return run.ended()


def _readable(env: Mapping[str, str]) -> dict[str, str]:
    """The variables, those that are no text left out: no service writes such, and no address can be made of one."""
    return {name: value for name, value in env.items() if value.isprintable() or not any("\ud800" <= c <= "\udfff" for c in value)}


def _taken(service: Service, env: MutableMapping[str, str]) -> dict[str, str]:
    """The tokens by name, best first. All that may be one are taken out of the environment, so that no child process inherits them."""
    found = {name: env.pop(name, "").strip() for name in (*service.tokens, *service.elsewhere)}
    return {name: token for name, token in found.items() if token}


class _Run:
    def __init__(
        self, request: CiRequest, service: Service, tokens: dict[str, str], env: dict[str, str], progress: Progress | None
    ) -> None:
        self._request = request
        self._service = service
        self._tokens = tokens
        self._token = next((tokens[name] for name in service.tokens if name in tokens), "")
        self._env = env
        self._progress = progress
        self._event = Event(kind="nothing", name="")
        self._outlets = Outlets(service, Job(request=request, env=env, token="", told=Told(event=self._event)))
        self._warnings: list[str] = []
        self._said = [f"running in {service.title}"]
        self._reached = self._analysed = self._partial = False

    def work(self) -> None:
        """The run itself; raises whatever goes wrong."""
        told = self._service.told(self._env)
        self._event = told.event
        if below(self._request.place.repo, told.workspace):
            trust(self._request.place.repo)
        remote = remote_of(self._request, server_url=told.server_url, token=self._token, user=told.user)
        self._event = completed(as_asked(self._request, told.event, remote), remote, told.branch)
        job = Job(
            request=self._request,
            env=self._env,
            token=self._token,
            told=msgspec.structs.replace(told, event=self._event),
            tokens=self._tokens,
            origin=remote.url,
            newest=lambda: remote.tip(told.branch) if told.branch else "",
        )
        self._outlets = Outlets(self._service, job)
        self._warnings += self._event.warnings
        self._said += filter(None, [self._event.why, self._lacking(job)])
        if self._event.kind == "index":
            self._said.append(refreshed(self._request, "HEAD", self._progress))
        elif self._event.kind in ("pull", "range"):
            self._compare(remote, told)

    def _lacking(self, job: Job) -> str:
        """What a token would add, or that those which are here are for other hosts."""
        if not self._tokens:
            return self._service.without
        if not self._event.number or any(outlet.what == "comment" for outlet in self._service.outlets(job)) or not self._service.elsewhere:
            return ""
        return f"no comment: {', '.join(self._tokens)} is not for the host that the clone came from, as far as is known here (docs/ci.md)"

    def failed(self, error: BaseException) -> None:
        """What ended the work, as a warning, and told where somebody waits."""
        self._warnings.append(cause(error))
        if self._event.head and not self._analysed:
            summary = "nexus-diff could not analyse this change. That is no fault of the change; the log of the run tells more."
            self._outlets.unanalysed(Check(head=self._event.head, conclusion="neutral", title=NOT_ANALYSED, summary=summary))

    def ended(self) -> Ended:
        """What to hand back, with all warnings in one line and no token in it."""
        text = one_line([*self._warnings, *self._outlets.warnings], *self._tokens.values())
        commands = list(self._outlets.commands)
        warn = self._service.warn
        if text and warn is not None:
            commands.append(warn(text))
        return Ended(
            commands=tuple(commands),
            said=(*self._said, *self._outlets.said),
            warning=text,
            told=bool(text) and warn is not None,
            report=self._outlets.report,
            reached=self._reached,
        )

    def _compare(self, remote: Remote, told: Told) -> None:
        sides = compared(remote.repo, remote, self._event)
        self._said.append(f"comparing {sides.base[:12]}..{sides.head[:12]} ({sides.kind})")
        self._warnings += [notice for notice in sides.notices if sides.kind == "approximate"]
        outcome, self._partial = outcome_of(self._request, sides, self._progress)
        self._warnings += outcome.troubles
        self._analysed = True
        self._reached = outcome.reached
        self._publish(outcome, sides, told)
        if self._event.kind == "range" and told.branch and told.branch == self._event.default_branch:
            self._said.append(refreshed(self._request, sides.head, self._progress))  # what the next pull requests start from

    def _publish(self, outcome: Outcome, sides: Compared, told: Told) -> None:
        number = self._event.number
        sheet = sheet_of(
            outcome.answer,
            label=f"pull request {number}" if number else f"{sides.base[:12]}..{sides.head[:12]}",
            head=sides.tells,
            found=found_of(self._request, outcome.answer, sides),
            failing=outcome.reached,
            partial=self._partial,
            project=self._request.project,
            link=msgspec.structs.replace(told.link, revision=outcome.answer.head, template=outcome.template),
            sarif=self._request.sarif,
        )
        self._said += [f"--fail-on: {', '.join(outcome.failing)}"] if outcome.reached else []
        self._outlets.everything(sheet)


def completed(event: Event, remote: Remote, branch: str) -> Event:
    """The event with what only the clone can tell: which commit is checked out, and the default branch where the service does not say."""
    if event.kind not in ("pull", "range"):
        return event
    if not event.head:
        event = msgspec.structs.replace(event, head=commit_of(remote.repo, "HEAD"))
    if event.base or event.base_ref:
        return event
    default = default_branch(remote)
    if event.kind == "range" and (branch == default or event.head == (remote.tracked(default) or remote.tip(default))):
        return msgspec.structs.replace(event, kind="index", default_branch=default)
    return msgspec.structs.replace(event, base_ref=default, default_branch=default)
