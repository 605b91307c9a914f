"""GitHub's comments on a pull request, for the sticky one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone

import msgspec

from nexus_diff.publish.github.client import Api
from nexus_diff.publish.sticky import Posted, stick
from nexus_diff.publish.value import Comment, Done

MOST_CHARS = 65_536
"""Of a comment (GitHub's limit)."""
MOST_PAGES = 10
"""Of 100 comments each, in which ours is looked for."""
WORKFLOW = "github-actions[bot]"


class _User(msgspec.Struct, frozen=True):
    login: str = ""


class _Remote(msgspec.Struct, frozen=True):
    id: int
    body: str | None = None
    user: _User | None = None
    html_url: str = ""

    @property
    def posted(self) -> Posted:
        return Posted(id=self.id, body=self.body or "", author=self.user.login if self.user else "", url=self.html_url)


class _Head(msgspec.Struct, frozen=True):
    sha: str


class _Pull(msgspec.Struct, frozen=True):
    head: _Head
    state: str = "open"


def publish_comment(api: Api, number: int, head: str, comment: Comment, *, on_silence: str = "edit", author: str = "") -> Done:
    """The sticky comment of pull request `number` (`stick` tells the rest). `author`: who we are, if known. Raises PublishError."""
    return stick(_Wall(api, number, author), head, comment, on_silence=on_silence)


class _Wall:
    most_chars = MOST_CHARS

    def __init__(self, api: Api, number: int, author: str) -> None:
        self._api = api
        self._number = number
        self._author = author

    def comments(self) -> Iterator[Posted]:
        """All comments that the search goes through, oldest first."""
        for page in self._api.pages(self._path, _Remote, most=MOST_PAGES):
            yield from (one.posted for one in page)

    def recent(self) -> Iterator[Posted]:
        """Those of the last minutes."""
        since = (datetime.now(timezone.utc) - timedelta(minutes=10)).strftime("%Y-%m-%dT%H:%M:%SZ")
        for page in self._api.pages(self._path, _Remote, most=1, since=since):
            yield from (one.posted for one in page)

    def is_own(self, other: Posted) -> bool:
        """Whether the author of our token made it."""
        if not self._author and other.author == WORKFLOW and self._api.of_workflow:
            return True  # by far the most common case costs no request
        if not self._author:
            self._author = self._api.login() or WORKFLOW
        return other.author.lower() == self._author.lower() != ""

    def head(self) -> str:
        """The commit that the pull request stands at now."""
        return self._api.get(f"pulls/{self._number}", _Pull).head.sha

    def create(self, body: str) -> Posted:
        """A new comment; who made it is us."""
        made = self._api.post(self._path, {"body": body}, _Remote).posted
        self._author = made.author or self._author
        return made

    def edit(self, comment: Posted, body: str) -> Posted:
        """The comment with another body."""
        return self._api.patch(f"issues/comments/{comment.id}", {"body": body}, _Remote).posted

    def remove(self, comment: Posted) -> None:
        """The comment is gone."""
        self._api.delete(f"issues/comments/{comment.id}")

    @property
    def _path(self) -> str:
        return f"issues/{self._number}/comments"
