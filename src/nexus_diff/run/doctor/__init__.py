"""What is in order in an installation and a repository, what is not, and what to do about it. One module per area, each a list of looks."""

# For maintainers. This is what people run when something is broken, so nothing here may need what it looks at: areas are imported one by
# one, each look fails alone, and findings are plain tuples. Nothing is written, built or fetched, and no value of a token leaves a look.

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import NamedTuple

OK, WARNING, PROBLEM = "ok", "warning", "problem"
AREAS = ("versions", "repository", "configuration", "index", "publishing")
"""Modules of this package, in the order of the report."""


class Finding(NamedTuple):
    """One line. `level`: OK; WARNING, which something works less well for; PROBLEM, which something does not work for. `remedy`: what to
    do, "" for nothing."""

    area: str
    name: str
    level: str
    said: str
    remedy: str = ""


class Patient(NamedTuple):
    """What is looked at: the places that the command line names, and the environment."""

    repo: str
    index_dir: str
    config: str
    env: Mapping[str, str]


Look = Callable[[Patient], Iterator[Finding]]


def examine(patient: Patient) -> Iterator[Finding]:
    """Every finding of every area. Raises nothing, whatever is broken: what cannot be looked at is a finding itself, said once."""
    said = set()
    for finding in _examined(patient):
        if finding.level != PROBLEM or finding[3:] not in said:
            yield finding
        if finding.level == PROBLEM:
            said.add(finding[3:])


def _examined(patient: Patient) -> Iterator[Finding]:
    for area in AREAS:
        try:
            looks = import_module(f"{__name__}.{area}").LOOKS
        except Exception as error:
            yield broken(area, area, error)
            continue
        for name, look in looks.items():
            try:
                yield from look(patient)
            except Exception as error:
                yield broken(area, name, error)


def broken(area: str, name: str, error: BaseException) -> Finding:
    """What an exception means here. Our own errors say what to do behind their last semicolon."""
    text = " ".join(str(error).split()) or type(error).__name__
    if isinstance(error, ImportError):
        return Finding(area, name, PROBLEM, f"cannot be loaded: {text}", "install nexus-diff-impact again, into an environment of its own")
    said, _, remedy = text.rpartition("; ")
    if type(error).__module__.startswith("nexus_diff") and said:
        return Finding(area, name, PROBLEM, said, remedy)
    own = type(error).__module__.startswith("nexus_diff")
    return Finding(area, name, PROBLEM, text if own else f"cannot be looked at ({type(error).__name__}: {text})")
