"""What is published, and what became of it."""

from __future__ import annotations

import msgspec

from nexus_diff.model.errors import NexusDiffError

LEVELS = ("failure", "warning", "notice")
"""How grave an annotation is, gravest first."""


class Annotation(msgspec.Struct, frozen=True, kw_only=True):
    """A remark at lines of a file of the commit that was analysed. Texts are plain. `key`: what it is about, without lines, so that it can
    be known again."""

    path: str
    start_line: int
    end_line: int
    level: str
    title: str
    message: str
    key: tuple[str, ...] = ()


class Comment(msgspec.Struct, frozen=True, kw_only=True):
    """`project`: which of several comments of this tool it is. `silent`: there is nothing to say, so `body` only replaces what an earlier
    run said. `passing`: what in the body belongs to this run alone, such as the address of its page: a body that differs in nothing else
    says the same."""

    body: str
    project: str = "default"
    silent: bool = False
    passing: str = ""


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """`head`: the commit that it belongs to. `conclusion`: success, neutral or failure. `annotations`: gravest first."""

    head: str
    conclusion: str
    title: str
    summary: str
    text: str = ""
    annotations: tuple[Annotation, ...] = ()
    name: str = "nexus-diff"
    details_url: str = ""


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """`what`: created, edited, unchanged, deleted, silent (nothing to say), stale (the pull request moved on), closed. `annotated`: how
    many annotations were taken. `url`: where it can be seen."""

    what: str
    annotated: int = 0
    url: str = ""
    why: str = ""


class PublishError(NexusDiffError):
    """Something could not be published. `kind`: permission, missing, refused (the host will not have it as it is), limited (too many
    requests), server, unreachable, disk. The message is one line without secrets."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind
