"""What a user asks for, as values."""

from __future__ import annotations

from datetime import date

import msgspec


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where to work. `repo`: any folder of a repository. `index_dir`: folder of the snapshots, "" for the default. `config`: a file to use
    instead of the repository's own configuration, "" for none."""

    repo: str = "."
    index_dir: str = ""
    config: str = ""


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """One question: what does this change reach? `range`: as typed, "" for the working tree. `patch`: a unified diff on HEAD. Limits that
    are None come from the configuration. `fail_on`: see `run.gate`. `today`: decides which acceptances have ended; None asks
    the clock. `only`: the paths to look at, none for all."""

    place: Place = Place()
    range: str = ""
    direct: bool = False
    staged: bool = False
    patch: bytes | None = None
    min_confidence: float | None = None
    depth: int | None = None
    timings: bool = False
    fail_on: str = "never"
    today: date | None = None
    only: tuple[str, ...] = ()


def asked_path(text: str) -> str:
    """What somebody who asks for a file or symbol wrote, as the graph names it: a path from the top, undecodable bytes as `\\xNN`."""
    from nexus_diff.link.nodes import printable

    return printable(text.removeprefix("./"))
