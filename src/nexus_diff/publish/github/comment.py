"""The sticky comment: one per pull request and project, written once, then edited; ours by marker and author."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone

import msgspec

from nexus_diff.publish.github.client import Api
from nexus_diff.publish.value import Comment, Done, PublishError

MOST_CHARS = 65_536
"""Of a comment (GitHub's limit)."""
SCHEMA = 1
"""Of the marker; raised when its form changes."""
MOST_PAGES = 10
"""Of 100 comments each, in which ours is looked for."""
_MARKER = re.compile(r"\A<!-- nexus-diff schema=(\d{1,4}) project=([A-Za-z0-9._-]{1,64}) body=([0-9a-f]{16}) -->")
_NAME = re.compile(r"[A-Za-z0-9._-]{1,64}")
WORKFLOW = "github-actions[bot]"


class _User(msgspec.Struct, frozen=True):
    login: str = ""


class _Remote(msgspec.Struct, frozen=True):
    id: int
    body: str | None = None
    user: _User | None = None
    html_url: str = ""

    @property
    def marker(self) -> re.Match[str] | None:
        return _MARKER.match(self.body or "")

    @property
    def author(self) -> str:
        return self.user.login if self.user else ""


class _Head(msgspec.Struct, frozen=True):
    sha: str


class _Pull(msgspec.Struct, frozen=True):
    head: _Head
    state: str = "open"


def room() -> int:
    """Characters that a comment's body may have, its marker left out."""
    return MOST_CHARS - len(_marked("", "x" * 64)) - 1


def publish_comment(api: Api, number: int, head: str, comment: Comment, *, on_silence: str = "edit", author: str = "") -> Done:
    """Writes, edits or leaves the comment. `head`: the commit that was analysed; the comment is left alone when the pull request has moved
    on. `on_silence`: edit or delete an earlier comment when there is nothing to say. `author`: who we are, if known. Raises
    PublishError."""
    poster = _Poster(api, number, comment, author)
    found = next(poster.ours(), None)
    if found is None and comment.silent:
        return Done(what="silent")
    if found is not None and found.body is not None and poster.same(found) and not (comment.silent and on_silence == "delete"):
        return Done(what="unchanged", url=found.html_url)
    now = api.get(f"pulls/{number}", _Pull)
    if now.head.sha != head:
        return Done(what="stale", why=f"the pull request has moved on to {now.head.sha[:12]}")
    if found is None:
        return poster.create()
    if comment.silent and on_silence == "delete":
        poster.remove(found.id)
        return Done(what="deleted")
    return poster.edit(found)


class _Poster:
    def __init__(self, api: Api, number: int, comment: Comment, author: str) -> None:
        self._api = api
        self._number = number
        self._author = author
        self._project = project_id(comment.project)
        self._body = _marked(comment.body[: room()], self._project)

    def ours(self) -> Iterator[_Remote]:
        """Our comments, oldest first."""
        for page in self._api.pages(f"issues/{self._number}/comments", _Remote, most=MOST_PAGES):
            yield from self._own(page)

    def same(self, other: _Remote) -> bool:
        marker = other.marker
        mine = _MARKER.match(self._body)
        return marker is not None and mine is not None and marker.group() == mine.group()

    def create(self) -> Done:
        """A new comment. Another run may be doing the same: of several, the oldest stays."""
        made = self._api.post(f"issues/{self._number}/comments", {"body": self._body}, _Remote)
        self._author = made.author or self._author
        since = (datetime.now(timezone.utc) - timedelta(minutes=10)).strftime("%Y-%m-%dT%H:%M:%SZ")
        try:
            recent = next(self._api.pages(f"issues/{self._number}/comments", _Remote, most=1, since=since))
            rivals = sorted([*self._own(recent)], key=lambda other: other.id)
            if not rivals or rivals[0].id == made.id:
                for rival in rivals[1:]:
                    self.remove(rival.id)
                return Done(what="created", url=made.html_url)
            if not self.same(rivals[0]):
                self._api.patch(f"issues/comments/{rivals[0].id}", {"body": self._body}, _Remote)
            for rival in rivals[1:]:
                self.remove(rival.id)
            return Done(what="edited", url=rivals[0].html_url)
        except PublishError:
            return Done(what="created", url=made.html_url)  # the next run tidies up

    def edit(self, found: _Remote) -> Done:
        try:
            made = self._api.patch(f"issues/comments/{found.id}", {"body": self._body}, _Remote)
        except PublishError as error:
            if error.kind == "missing":  # deleted meanwhile
                return self.create()
            raise
        return Done(what="edited", url=made.html_url)

    def remove(self, comment: int) -> None:
        try:
            self._api.delete(f"issues/comments/{comment}")
        except PublishError as error:
            if error.kind != "missing":
                raise

    def _own(self, page: list[_Remote]) -> Iterator[_Remote]:
        for other in page:
            marker = other.marker
            if marker is not None and marker[2] == self._project and self._is_own(other):
                yield other

    def _is_own(self, other: _Remote) -> bool:
        if not self._author and other.author == WORKFLOW and self._api.of_workflow:
            return True  # by far the most common case costs no request
        if not self._author:
            self._author = self._api.login() or WORKFLOW
        return other.author.lower() == self._author.lower() != ""


def project_id(name: str) -> str:
    """The name as it stands in a marker: names that would not fit there become a digest."""
    return name if _NAME.fullmatch(name) else hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:16]


def _marked(body: str, project: str) -> str:
    digest = hashlib.sha256(body.encode("utf-8", "backslashreplace")).hexdigest()[:16]
    return f"<!-- nexus-diff schema={SCHEMA} project={project} body={digest} -->\n{body}"
