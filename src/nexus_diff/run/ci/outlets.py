"""Publishes a sheet wherever a service shows something. Each place fails alone; the report is in the log whatever happens to the others."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import msgspec

from nexus_diff.publish import Check, Done, PublishError
from nexus_diff.report import Options, render
from nexus_diff.run.ci.places import Places, write_whole
from nexus_diff.run.ci.services.value import Job, Outlet, Service
from nexus_diff.run.ci.sheet import Sheet

NOT_ANALYSED = "Not analysed"
_NOUNS = {
    "comment": "the comment was not posted",
    "check": "the status was not set",
    "annotation": "the annotation was not made",
}
_KINDS = {"report.md": "report", "report.json": "json", "report.sarif": "sarif", "report.xml": "junit"}


class Outlets(Places):
    """One run's publishing. `commands`: lines for the runner; `report`: for the log."""

    nouns = _NOUNS

    def __init__(self, service: Service, job: Job) -> None:
        super().__init__()
        self.commands: list[str] = []
        self.report = ""
        self._needs: dict[str, str] = {}
        self._service = service
        self._job = job

    def everything(self, sheet: Sheet) -> None:
        """All places, the log and files first: they are what remains when the host is out of reach."""
        request = self._job.request
        self.report = render(sheet.report, "text", Options())
        outputs = {**sheet.outputs, **self._files(sheet)}
        sheet = msgspec.structs.replace(sheet, outputs=outputs, check=self._named(sheet.check))
        if request.annotations:
            self.commands += self._service.log(sheet.check.annotations)
        else:
            sheet = msgspec.structs.replace(sheet, check=msgspec.structs.replace(sheet.check, annotations=()))
        markdown = outputs.get("report-file", "")
        if self._service.summary is not None and request.summary and markdown:
            self.commands.append(self._service.summary(os.path.abspath(markdown)))
        for outlet in self._outlets():
            self._publish(outlet, lambda outlet=outlet: outlet.publish(sheet))  # type: ignore[misc]

    def unanalysed(self, check: Check) -> None:
        """Tells that there is no answer, where somebody waits for one."""
        check = self._named(check)
        for outlet in self._outlets():
            if outlet.unanalysed is not None:
                self._publish(outlet, lambda outlet=outlet: outlet.unanalysed(check))  # type: ignore[misc]

    def _outlets(self) -> list[Outlet]:
        request = self._job.request
        off = {
            name for name, on in (("comment", request.comment != "off"), ("check", request.check), ("summary", request.summary)) if not on
        }
        return [outlet for outlet in self._service.outlets(self._job) if outlet.what not in off]

    def _named(self, check: Check) -> Check:
        """The check with the project's name, a link to this run and, where hosts know no neutral one, words that say so."""
        project = self._job.request.project
        name = check.name if project == "default" else f"{check.name} ({project})"
        title = f"Partial: {check.title}" if check.conclusion == "neutral" and check.title != NOT_ANALYSED else check.title
        return msgspec.structs.replace(check, name=name, title=title, details_url=self._job.told.link.run)

    def _files(self, sheet: Sheet) -> dict[str, str]:
        """Writes the full reports; outputs with their names."""
        temp = self._job.told.temp
        folder = self._job.request.output_dir or (os.path.join(temp, "nexus-diff") if temp else "")
        found: dict[str, str] = {}
        junit = render(sheet.report, "junit", Options(fail_on=self._job.request.fail_on))
        files = {**sheet.files, "report.xml": junit}
        for name, text in files.items() if folder else ():
            place = Path(folder) / name
            if self.attempt("report", lambda place=place, text=text: write_whole(place, text)):  # type: ignore[misc]
                found[f"{_KINDS[name]}-file"] = str(place)
        return found

    def explained(self, what: str, error: PublishError) -> str:
        """With the permission that is missing."""
        needs = self._needs.get(what, "")
        hint = f"; it needs {needs}" if error.kind == "permission" and needs else ""
        return f"{self.nouns[what]} ({error}{hint})" if what in self.nouns else str(error)

    def _publish(self, outlet: Outlet, action: Callable[[], Done]) -> None:
        self._needs[outlet.what] = outlet.needs
        done = self.attempt(outlet.what, action)
        if done is not None and done.why and outlet.what == "check" and done.what == "created":
            self.fail(f"not all annotations were taken ({done.why})")
