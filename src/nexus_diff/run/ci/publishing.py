"""Publishes a sheet wherever it is asked for. Each place fails alone; what fails is told, and shown elsewhere where that is possible."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import msgspec

from nexus_diff.publish import Check, PublishError
from nexus_diff.publish.github.check import MOST_ANNOTATIONS, publish_check
from nexus_diff.publish.github.client import Api
from nexus_diff.publish.github.commands import annotation_commands
from nexus_diff.publish.github.comment import publish_comment
from nexus_diff.publish.github.files import publish_outputs, publish_summary
from nexus_diff.run.ci.event import Event
from nexus_diff.run.ci.handed import pull_of
from nexus_diff.run.ci.host import Host
from nexus_diff.run.ci.places import Places, write_whole
from nexus_diff.run.ci.request import CiRequest
from nexus_diff.run.ci.sheet import Sheet

_PERMISSION = {"comment": "pull-requests: write", "check": "checks: write"}


class Publishing(Places):
    """One run's publishing. `commands`: lines for the runner."""

    nouns: ClassVar = {"comment": "the comment was not posted", "check": "the check was not made"}

    def __init__(self, request: CiRequest, host: Host, event: Event, token: str) -> None:
        super().__init__()
        self.commands: list[str] = []
        self._request = request
        self._host = host
        self._event = event
        self._token = token
        self._api: Api | None = None

    def everything(self, sheet: Sheet) -> None:
        """All places, files first: they are what remains when the host's API is out of reach."""
        outputs = dict(sheet.outputs)
        outputs.update(self._files(sheet))
        if self._host.output:
            self.attempt("outputs", lambda: publish_outputs(self._host.output, outputs))
        if self._request.summary and self._host.summary:
            self.attempt("summary", lambda: publish_summary(self._host.summary, sheet.summary, sheet.short_summary))
        annotated = self.check(sheet.check)
        if self._request.annotations and annotated < min(len(sheet.check.annotations), MOST_ANNOTATIONS):
            self.commands += annotation_commands(sheet.check.annotations[annotated:])
        if self._request.comment != "off" and self._event.number:
            self._comment(sheet)

    def handed(self, answer: Callable[[int], Sheet]) -> int:
        """Comment and summary of an answer that another run has made, for the pull request that the event is about; its number."""
        if not self._can("comment"):
            return 0
        try:
            number = pull_of(self._connected(), self._event)
        except PublishError as error:
            self.fail(self.explained("comment", error))
            return 0
        if number:
            self._event = msgspec.structs.replace(self._event, number=number)
            sheet = answer(number)
            if self._request.summary and self._host.summary:
                self.attempt("summary", lambda: publish_summary(self._host.summary, sheet.summary, sheet.short_summary))
            if self._request.comment != "off":
                self._comment(sheet)
        return number

    def check(self, check: Check) -> int:
        """The check run; how many annotations it took."""
        if not self._request.check or not self._can("check"):
            return 0
        if not self._request.annotations:
            check = msgspec.structs.replace(check, annotations=())
        done = self.attempt("check", lambda: publish_check(self._connected(), check))
        if done and done.why:
            self.fail(f"not all annotations were taken ({done.why})")
        return done.annotated if done else 0

    def _comment(self, sheet: Sheet) -> None:
        if not self._can("comment"):
            return
        silence = "delete" if self._request.comment == "delete" else "edit"
        number, head, author = self._event.number, self._event.head, self._request.author
        self.attempt("comment", lambda: publish_comment(self._connected(), number, head, sheet.comment, on_silence=silence, author=author))

    def _files(self, sheet: Sheet) -> dict[str, str]:
        """Writes the full reports; outputs with their names."""
        folder = self._request.output_dir or (os.path.join(self._host.temp, "nexus-diff") if self._host.temp else "")
        if not folder:
            return {}
        found = {}
        for name, text in sheet.files.items():
            place = Path(folder) / name
            if self.attempt("report", lambda place=place, text=text: write_whole(place, text)):  # type: ignore[misc]
                found[f"{ {'md': 'report', 'json': 'json', 'sarif': 'sarif'}[name.rpartition('.')[2]] }-file"] = str(place)
        return found

    def _can(self, what: str) -> bool:
        """Whether there is anything to publish with. No token is a choice, not a fault, where nobody is on a runner."""
        if self._token and self._host.repository:
            return True
        missing = "GITHUB_TOKEN" if not self._token else "GITHUB_REPOSITORY"
        self.fail(f"{self.nouns[what]} ({missing} is not set)")
        return False

    def _connected(self) -> Api:
        if self._api is None:
            self._api = Api(self._token, self._host.repository, base_url=self._host.api_url, pause=self._host.pause)
        return self._api

    def explained(self, what: str, error: PublishError) -> str:
        if what not in self.nouns:
            return str(error)
        hint = ""
        if error.kind == "permission":
            hint = f"; the job needs permissions: {_PERMISSION[what]}"
            if self._event.from_fork:
                hint = "; the token of a fork's pull request can only read, see docs/github.md"
        return f"{self.nouns[what]} ({error}{hint})"
