"""Gitea's comments on a pull request, for the sticky one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone

import msgspec

from nexus_diff.publish.rest import Rest
from nexus_diff.publish.sticky import Posted, stick
from nexus_diff.publish.value import Comment, Done, PublishError

MOST_CHARS = 65_536
"""Gitea sets no limit; nobody reads more than GitHub takes."""
WORKFLOWS = ("gitea-actions", "forgejo-actions")
"""Who comments with the token of a workflow, where the host does not tell whose it is."""


class _User(msgspec.Struct, frozen=True):
    login: str = ""


class _Remote(msgspec.Struct, frozen=True):
    id: int
    body: str = ""
    user: _User | None = None
    html_url: str = ""

    @property
    def posted(self) -> Posted:
        return Posted(id=self.id, body=self.body, author=self.user.login if self.user else "", url=self.html_url)


class _Head(msgspec.Struct, frozen=True):
    sha: str


class _Pull(msgspec.Struct, frozen=True):
    head: _Head


def publish_comment(
    api: Rest, repository: str, number: int, head: str, comment: Comment, *, on_silence: str = "edit", author: str = ""
) -> Done:
    """The sticky comment of pull request `number` (`stick` tells the rest). `author`: who we are, if known. Raises PublishError."""
    return stick(_Wall(api, repository, number, author), head, comment, on_silence=on_silence)


class _Wall:
    most_chars = MOST_CHARS

    def __init__(self, api: Rest, repository: str, number: int, author: str) -> None:
        self._api = api
        self._root = f"repos/{repository}"
        self._number = number
        self._authors: tuple[str, ...] = (author.lower(),) if author else ()

    def comments(self) -> Iterator[Posted]:
        """All comments: Gitea lists them in one page."""
        yield from (one.posted for one in self._api.get(self._path, list[_Remote]))

    def recent(self) -> Iterator[Posted]:
        """Those of the last minutes."""
        since = (datetime.now(timezone.utc) - timedelta(minutes=10)).strftime("%Y-%m-%dT%H:%M:%SZ")
        yield from (one.posted for one in self._api.get(self._path, list[_Remote], since=since))

    def is_own(self, other: Posted) -> bool:
        """Whether the author of our token made it."""
        if not self._authors:
            self._authors = self._asked()
        return other.author.lower() in self._authors

    def _asked(self) -> tuple[str, ...]:
        try:
            login = self._api.get("user", _User).login
        except PublishError:  # a workflow's token may not ask
            login = ""
        return (login.lower(),) if login else WORKFLOWS

    def head(self) -> str:
        """The commit that the pull request stands at now."""
        return self._api.get(f"{self._root}/pulls/{self._number}", _Pull).head.sha

    def create(self, body: str) -> Posted:
        """A new comment; who made it is us."""
        made = self._api.post(self._path, {"body": body}, _Remote).posted
        self._authors = (made.author.lower(),) if made.author else self._authors
        return made

    def edit(self, comment: Posted, body: str) -> Posted:
        """The comment with another body."""
        made = self._api.patch(f"{self._root}/issues/comments/{comment.id}", {"body": body}, _Remote | None)  # type: ignore[arg-type]
        return made.posted if made else comment  # Gitea may answer with nothing

    def remove(self, comment: Posted) -> None:
        """The comment is gone."""
        self._api.delete(f"{self._root}/issues/comments/{comment.id}")

    @property
    def _path(self) -> str:
        return f"{self._root}/issues/{self._number}/comments"
