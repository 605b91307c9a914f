"""What a framework's recogniser is: one value per framework, in one file each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from nexus_diff.analysis.frameworks.reading import Call, Reading

Handler = Callable[[Reading, Call], None]


def _nothing(reading: Reading, call: Call) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Framework:
    """`group`: the language group it is for ("python", "js"). `objects`: (package, member) → `name`, for what routes or commands are put
    on; `prefix`: what a call that makes one puts before all of them. `calls`, `decorators`: last name of what is called → what to do.
    `file`: what to do once for a file. `kind`: of the entry points."""

    name: str
    group: str
    objects: Mapping[tuple[str, str], str] = field(default_factory=dict)
    prefix: Callable[[Reading, Call], str] = _nothing
    calls: Mapping[str, Handler] = field(default_factory=dict)
    decorators: Mapping[str, Handler] = field(default_factory=dict)
    file: Callable[[Reading], None] | None = None
    kind: str = "http"
    style: str = "flask"
    """How prefixes and paths are joined (`join.STYLES`)."""
