"""The configuration: which file holds it, and whether it is right."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.model.errors import ConfigError
from nexus_diff.run.doctor import OK, PROBLEM, WARNING, Finding, Look, Patient
from nexus_diff.run.doctor.repository import place_of
from nexus_diff.run.template import TEMPLATE
from nexus_diff.run.workspace import Workspace

AREA = "configuration"
_MOST = 5


def settings(patient: Patient) -> Iterator[Finding]:
    """The one on disk, with every mistake."""
    try:
        found = Workspace(place_of(patient)).config_on_disk()
    except ConfigError as error:
        mistakes = str(error).splitlines()
        for mistake in mistakes[:_MOST]:
            said, _, remedy = mistake.rpartition("; ")
            yield Finding(AREA, "configuration", PROBLEM, said or remedy, remedy if said else "mend it")
        if len(mistakes) > _MOST:
            yield Finding(AREA, "configuration", PROBLEM, f"{len(mistakes) - _MOST} more mistakes", "nexus-diff config check lists all")
        return
    yield Finding(AREA, "configuration", OK, found.source or "none; the defaults hold")
    for notice in found.notices:
        yield Finding(AREA, "configuration", WARNING, notice)
    if found.rules:
        yield Finding(AREA, "rules", OK, f"{len(found.rules)} over {len(found.parts)} parts")


def template(patient: Patient) -> Iterator[Finding]:
    """A report template of the repository's own."""
    workspace = Workspace(place_of(patient))
    if workspace.repo.workdir is not None and (workspace.repo.workdir / TEMPLATE).exists():
        yield Finding(AREA, "report template", OK, TEMPLATE)


LOOKS: dict[str, Look] = {"configuration": settings, "report template": template}
