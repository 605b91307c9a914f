"""The sticky comment on a pull request of Azure DevOps: the first comment of a thread that is closed, so that it holds up no merge."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from nexus_diff.publish.rest import Rest
from nexus_diff.publish.sticky import Posted, stick
from nexus_diff.publish.value import Comment, Done

MOST_CHARS = 150_000
"""Of a comment (Azure's limit)."""
VERSION = "7.1"
CLOSED = "closed"
"""A policy may ask for all comments to be resolved."""


class _Identity(msgspec.Struct, frozen=True):
    id: str = ""


class _Remote(msgspec.Struct, frozen=True, rename="camel"):
    id: int = 0
    content: str | None = None
    author: _Identity | None = None
    is_deleted: bool = False


class _Thread(msgspec.Struct, frozen=True, rename="camel"):
    id: int
    comments: list[_Remote] | None = None
    is_deleted: bool = False

    @property
    def posted(self) -> Posted | None:
        first = self.comments[0] if self.comments else None
        if self.is_deleted or first is None or first.is_deleted:
            return None
        return Posted(id=self.id, body=first.content or "", author=first.author.id if first.author else "")


class _Threads(msgspec.Struct, frozen=True):
    value: list[_Thread]


class _Commit(msgspec.Struct, frozen=True, rename="camel"):
    commit_id: str = ""


class _Pull(msgspec.Struct, frozen=True, rename="camel"):
    last_merge_source_commit: _Commit = _Commit()


class _Connection(msgspec.Struct, frozen=True, rename="camel"):
    authenticated_user: _Identity = _Identity()


def publish_comment(api: Rest, pull: str, head: str, comment: Comment, *, on_silence: str = "edit", author: str = "") -> Done:
    """The sticky comment (`stick` tells the rest). `pull`: path of the pull request below the collection. Raises PublishError."""
    return stick(_Wall(api, pull, author), head, comment, on_silence=on_silence)


class _Wall:
    most_chars = MOST_CHARS

    def __init__(self, api: Rest, pull: str, author: str) -> None:
        self._api = api
        self._pull = pull
        self._author = author

    def comments(self) -> Iterator[Posted]:
        """First comments of all threads: Azure lists them in one page."""
        threads = self._api.get(f"{self._pull}/threads", _Threads, **{"api-version": VERSION}).value
        yield from sorted(filter(None, (thread.posted for thread in threads)), key=lambda one: one.id)

    def recent(self) -> Iterator[Posted]:
        """The same: threads cannot be asked for by time."""
        return self.comments()

    def is_own(self, other: Posted) -> bool:
        """Whether the identity behind our token made it."""
        if not self._author:
            self._author = self._api.get("_apis/connectionData", _Connection).authenticated_user.id
        return other.author.lower() == self._author.lower() != ""

    def head(self) -> str:
        """The commit that the pull request stands at now."""
        return self._api.get(self._pull, _Pull, **{"api-version": VERSION}).last_merge_source_commit.commit_id

    def create(self, body: str) -> Posted:
        """A new thread; who began it is us."""
        first = {"parentCommentId": 0, "content": body, "commentType": "text"}
        made = self._api.post(f"{self._pull}/threads", {"comments": [first], "status": CLOSED}, _Thread, **{"api-version": VERSION})
        posted = made.posted or Posted(id=made.id, body=body)
        self._author = posted.author or self._author
        return posted

    def edit(self, comment: Posted, body: str) -> Posted:
        """The thread's first comment with another body."""
        self._api.patch(f"{self._pull}/threads/{comment.id}/comments/1", {"content": body}, _Remote, **{"api-version": VERSION})
        return comment

    def remove(self, comment: Posted) -> None:
        """The thread's only comment is gone, and the thread with it."""
        self._api.delete(f"{self._pull}/threads/{comment.id}/comments/1", **{"api-version": VERSION})
