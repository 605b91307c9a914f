"""The sticky comment: one per pull request and project, written once, then edited; ours by marker and author. The same on every host."""

# For maintainers. A host is a Wall: how comments are listed, made, changed and removed there. What is decided here (whose comment it is,
# what happens when nothing is to be said, when the head has moved on, when two runs race) is decided once.

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from typing import Protocol

import msgspec

from nexus_diff.publish.value import Comment, Done, PublishError

SCHEMA = 1
"""Of the marker; raised when its form changes."""
_MARKER = re.compile(r"\A<!-- nexus-diff schema=(\d{1,4}) project=([A-Za-z0-9._-]{1,64}) body=([0-9a-f]{16}) -->")
_NAME = re.compile(r"[A-Za-z0-9._-]{1,64}")


class Posted(msgspec.Struct, frozen=True, kw_only=True):
    """A comment as it stands at the host. `id`: what the host's other calls take, in the order in which comments are made."""

    id: int
    body: str
    author: str = ""
    url: str = ""


class Wall(Protocol):
    """The comments of one pull request. Everything may raise PublishError; changing what is gone is "missing"."""

    most_chars: int
    """Of one comment, the host's limit."""

    def comments(self) -> Iterator[Posted]:
        """All comments that the search goes through, oldest first."""

    def recent(self) -> Iterable[Posted]:
        """Those that a run which began when ours did may have made, oldest first."""

    def is_own(self, other: Posted) -> bool:
        """Whether a comment with our marker was made by the author of our token."""

    def head(self) -> str:
        """The commit that the pull request stands at now."""

    def create(self, body: str) -> Posted:
        """A new comment."""

    def edit(self, comment: Posted, body: str) -> Posted:
        """The comment with another body."""

    def remove(self, comment: Posted) -> None:
        """The comment is gone."""


def room(most_chars: int) -> int:
    """Characters that a comment's body may have, its marker left out."""
    return most_chars - len(_marked("", "x" * 64)) - 1


def stick(wall: Wall, head: str, comment: Comment, *, on_silence: str = "edit") -> Done:
    """Writes, edits or leaves the comment. `head`: the commit that was analysed; the comment is left alone when the pull request has moved
    on. Doubles that races have left go away with the next change. `on_silence`: edit or delete an earlier comment when there is nothing to
    say. Raises PublishError."""
    poster = _Poster(wall, comment)
    ours = poster.own(wall.comments())
    found = next(ours, None)
    if found is None and comment.silent:
        return Done(what="silent")
    delete = comment.silent and on_silence == "delete"
    if found is not None and poster.same(found) and not delete:
        return Done(what="unchanged", url=found.url)
    now = wall.head()
    if now != head:
        return Done(what="stale", why=f"its head is {now[:12] or 'not known'} by now")
    if found is None:
        return poster.create()
    for double in ours:  # what earlier races have left
        poster.remove(double)
    if delete:
        poster.remove(found)
        return Done(what="deleted")
    return poster.edit(found)


class _Poster:
    def __init__(self, wall: Wall, comment: Comment) -> None:
        self._wall = wall
        self._project = project_id(comment.project)
        self._body = _marked(comment.body[: room(wall.most_chars)], self._project, comment.passing)

    def own(self, comments: Iterable[Posted]) -> Iterator[Posted]:
        """Ours among the comments."""
        for other in comments:
            marker = _MARKER.match(other.body)
            if marker is not None and marker[2] == self._project and self._wall.is_own(other):
                yield other

    def same(self, other: Posted) -> bool:
        """Whether a comment of ours says this already."""
        marker, mine = _MARKER.match(other.body), _MARKER.match(self._body)
        return marker is not None and mine is not None and marker.group() == mine.group()

    def create(self) -> Done:
        """A new comment. Another run may be doing the same: of several, the oldest stays."""
        made = self._wall.create(self._body)
        try:
            rivals = sorted(self.own(self._wall.recent()), key=lambda other: other.id)
            if not rivals or rivals[0].id == made.id:
                for rival in rivals[1:]:
                    self.remove(rival)
                return Done(what="created", url=made.url)
            if not self.same(rivals[0]):
                self._wall.edit(rivals[0], self._body)
            for rival in rivals[1:]:
                self.remove(rival)
            return Done(what="edited", url=rivals[0].url)
        except PublishError:
            return Done(what="created", url=made.url)  # the next run tidies up

    def edit(self, found: Posted) -> Done:
        """The comment that is there, with what is to be said now."""
        try:
            return Done(what="edited", url=self._wall.edit(found, self._body).url)
        except PublishError as error:
            if error.kind == "missing":  # deleted meanwhile
                return self.create()
            raise

    def remove(self, comment: Posted) -> None:
        """The comment is gone, whoever removed it."""
        try:
            self._wall.remove(comment)
        except PublishError as error:
            if error.kind != "missing":
                raise


def project_id(name: str) -> str:
    """The name as it stands in a marker: names that would not fit there become a digest."""
    return name if _NAME.fullmatch(name) else hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:16]


def _marked(body: str, project: str, passing: str = "") -> str:
    lasting = body.replace(passing, "") if passing else body
    digest = hashlib.sha256(lasting.encode("utf-8", "backslashreplace")).hexdigest()[:16]
    return f"<!-- nexus-diff schema={SCHEMA} project={project} body={digest} -->\n{body}"
