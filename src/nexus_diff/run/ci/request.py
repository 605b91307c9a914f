"""What `nexus-diff ci` is asked for, and what it hands back."""

from __future__ import annotations

import msgspec

from nexus_diff.run.request import Place


class CiRequest(msgspec.Struct, frozen=True, kw_only=True):
    """`comment`: on, off, or delete (as on, but an earlier comment is deleted when there is nothing to say). `output_dir`: where the full
    reports go, "" for a folder of the runner's, or none. `project`: which of several comments on one pull request is ours. `author`: login
    that comments are made under, "" to find out. `seconds`: time for the analysis, 0 for no limit. `answer`: folder with what another run
    analysed. `base`, `head`: commits or branches to compare, "" for those that the service tells of. `discussions`: on changed lines;
    `code_quality`, `dotenv`: where these files go, "" for their usual places (GitLab)."""

    place: Place = Place()
    fail_on: str = "never"
    min_confidence: float | None = None
    depth: int | None = None
    timings: bool = False
    comment: str = "on"
    check: bool = True
    annotations: bool = True
    summary: bool = True
    sarif: bool = True
    output_dir: str = ""
    project: str = "default"
    author: str = ""
    seconds: float = 0.0
    strict: bool = False
    answer: str = ""
    base: str = ""
    head: str = ""
    discussions: bool = False
    code_quality: str = ""
    dotenv: str = ""


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """How a run went. `commands`: lines for the runner. `said`: lines for people. `warning`: the one line about all that went wrong through
    no fault of the change, "" if nothing did; `told`: it is among the commands already. `reached`: the change holds what it should fail on.
    `report`: text for the log, "" where the service shows the report elsewhere."""

    commands: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    warning: str = ""
    told: bool = False
    report: str = ""
    reached: bool = False
