"""Publishes a sheet wherever GitLab shows something. The files of the job come first: they need no token."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from nexus_diff.publish import PublishError
from nexus_diff.publish.gitlab.client import Api
from nexus_diff.publish.gitlab.dotenv import dotenv_of
from nexus_diff.publish.gitlab.notes import Notes, publish_discussions, publish_note
from nexus_diff.report import render
from nexus_diff.run.ci.event import Event
from nexus_diff.run.ci.gitlab_host import GitLabHost
from nexus_diff.run.ci.places import Places, write_whole
from nexus_diff.run.ci.request import CiRequest
from nexus_diff.run.ci.sheet import Sheet

CODE_QUALITY, DOTENV, REPORTS = "gl-code-quality-report.json", "nexus-diff.env", "nexus-diff-report"
NOTHING = "[]\n"
TRAIN = "merge_train"
_JOB_TOKEN = "; CI_JOB_TOKEN cannot write notes, a project access token with the scope api can (docs/gitlab.md)"
_TOKEN = "; the token needs the scope api and the role Reporter or above (docs/gitlab.md)"


class GitLabPublishing(Places):
    """One run's publishing. `token`: for notes, "" for none. `wrote_quality`: the Code Quality report is there."""

    nouns: ClassVar = {"note": "the note was not posted", "discussions": "no discussions were opened"}

    def __init__(self, request: CiRequest, host: GitLabHost, event: Event, token: str) -> None:
        super().__init__()
        self.wrote_quality = False
        self._request = request
        self._host = host
        self._event = event
        self._token = token

    def everything(self, sheet: Sheet, head: str, old_paths: Mapping[str, str]) -> None:
        """All places. `head`: the commit that the merge request has to stand at. `old_paths`: new path → old path of what was renamed."""
        outputs = {**sheet.outputs, **self._reports(sheet)}
        self.code_quality(NOTHING if self._host.on_target else render(sheet.report, "codeclimate"))
        self._file("outputs", self._request.dotenv, DOTENV, dotenv_of(outputs))
        if self._event.number and self._event.name != TRAIN:
            self._notes(sheet, head, old_paths)

    def code_quality(self, text: str = NOTHING) -> None:
        """The Code Quality report, empty unless said otherwise."""
        self.wrote_quality = bool(self._file("code quality", self._request.code_quality, CODE_QUALITY, text))

    def _notes(self, sheet: Sheet, head: str, old_paths: Mapping[str, str]) -> None:
        note, discussions = self._request.comment != "off", self._request.discussions
        if not (note or discussions):
            return
        if not self._token:  # a choice, not a fault: everything else works without
            self.said.append("no note: there is no NEXUS_DIFF_GITLAB_TOKEN (docs/gitlab.md)")
            return
        if not self._host.project:
            self.fail(f"{self.nouns['note']} (CI_MERGE_REQUEST_PROJECT_ID holds no number)")
            return
        page = f"{self._host.page}/-/merge_requests/{self._event.number}" if self._host.page else ""
        notes = Notes(self._api(), self._event.number, page=page, author=self._request.author)
        silence = "delete" if self._request.comment == "delete" else "edit"
        if note:
            self.attempt("note", lambda: publish_note(notes, head, sheet.comment, on_silence=silence))
        if discussions:
            self.attempt("discussions", lambda: publish_discussions(notes, head, sheet.check.annotations, old_paths))

    def explained(self, what: str, error: PublishError) -> str:
        """With what the token lacks."""
        hint = ""
        if error.kind == "permission":
            hint = _JOB_TOKEN if self._of_job else _TOKEN
        elif error.kind == "missing":
            hint = "; a token that may not see the merge request gets the same answer"
        return f"{self.nouns[what]} ({error}{hint})" if what in self.nouns else str(error)

    @property
    def _of_job(self) -> bool:
        return self._token == self._host.job_token

    def _api(self) -> Api:
        return Api(
            self._token,
            self._host.project,
            api_url=self._host.api_url,
            job_token=self._of_job,
            ca_file=self._host.ca_file,
            pause=self._host.pause,
        )

    def _reports(self, sheet: Sheet) -> dict[str, str]:
        """Writes the full reports; outputs with their names."""
        kinds = {"md": "report-file", "json": "json-file", "sarif": "sarif-file"}
        found = {}
        for name, text in sheet.files.items():
            place = self._file("report", self._request.output_dir and f"{self._request.output_dir}/{name}", f"{REPORTS}/{name}", text)
            if place:
                found[kinds[name.rpartition(".")[2]]] = place
        return found

    def _file(self, what: str, asked: str, usual: str, text: str) -> str:
        """Writes a file where the user asked for, else at its usual place in the working tree; its name, "" for nothing written."""
        if not asked and not self._host.folder:
            return ""
        place = Path(asked) if asked else Path(self._host.folder) / usual
        if not asked and "/" in usual and os.path.islink(place.parent):
            self.fail(f"{place.parent} is a link of the repository, which is not followed: no reports were written")
            return ""
        name = asked or usual
        return name if self.attempt(what, lambda: write_whole(place, text)) else ""
