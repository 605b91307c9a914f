"""Notes of a merge request: the sticky one, and discussions on changed lines, which are never opened twice."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from nexus_diff.publish.gitlab.client import Api
from nexus_diff.publish.sticky import Posted, stick
from nexus_diff.publish.value import Annotation, Comment, Done, PublishError
from nexus_diff.report.escape import md_prose

MOST_CHARS = 65_536
"""Of the note. GitLab takes a million; a page as long as that helps nobody and loads slowly."""
MOST_PAGES = 10
"""Of 100 notes each, in which ours are looked for."""
MOST_DISCUSSIONS = 20
"""Opened by one run; the note has all findings."""
_COMMAND = re.compile(r"^([ \t]*)/(?=[A-Za-z])", re.MULTILINE)
"""How a quick action begins, by which a note would close the merge request, or merge it."""
_FINDING = re.compile(r"\A<!-- nexus-diff finding=([0-9a-f]{32}) -->")


class _Author(msgspec.Struct, frozen=True):
    username: str = ""


class _Note(msgspec.Struct, frozen=True):
    id: int
    body: str | None = None
    author: _Author | None = None


class _Refs(msgspec.Struct, frozen=True):
    base_sha: str
    start_sha: str
    head_sha: str


class _MergeRequest(msgspec.Struct, frozen=True):
    sha: str | None = None
    diff_refs: _Refs | None = None


class _Discussion(msgspec.Struct, frozen=True):
    id: str


class Notes:
    """The notes of merge request `number`. `page`: address of the merge request, for links. `author`: who we are, if known."""

    most_chars = MOST_CHARS

    def __init__(self, api: Api, number: int, *, page: str = "", author: str = "") -> None:
        self._api = api
        self._path = f"merge_requests/{number}"
        self._page = page
        self._author = author
        self._request: _MergeRequest | None = None
        self._read: list[Posted] = []
        self._rest: Iterator[list[_Note]] = api.pages(f"{self._path}/notes", _Note, most=MOST_PAGES, sort="asc", order_by="created_at")

    def comments(self) -> Iterator[Posted]:
        """All notes that the search goes through, oldest first; each page is read once."""
        yield from self._read
        for page in self._rest:
            found = [self._posted(note) for note in page]
            self._read += found
            yield from found

    def recent(self) -> Iterable[Posted]:
        """The newest notes, oldest first."""
        page = next(self._api.pages(f"{self._path}/notes", _Note, most=1, sort="desc", order_by="created_at"), [])
        return [self._posted(note) for note in reversed(page)]

    def is_own(self, other: Posted) -> bool:
        """Whether the author of our token made it."""
        if not self._author:
            self._author = self._api.username()
        return other.author.lower() == self._author.lower()

    def head(self) -> str:
        """The commit that the merge request stands at now."""
        return self.merge_request().sha or ""

    def merge_request(self) -> _MergeRequest:
        """The merge request as it stood when it was first asked for."""
        if self._request is None:
            self._request = self._api.get(self._path, _MergeRequest)
        return self._request

    def create(self, body: str) -> Posted:
        """A new note; who made it is us."""
        made = self._posted(self._api.post(f"{self._path}/notes", {"body": harmless(body)}, _Note))
        self._author = made.author or self._author
        return made

    def edit(self, comment: Posted, body: str) -> Posted:
        """The note with another body."""
        return self._posted(self._api.put(f"{self._path}/notes/{comment.id}", {"body": harmless(body)}, _Note))

    def remove(self, comment: Posted) -> None:
        """The note is gone."""
        self._api.delete(f"{self._path}/notes/{comment.id}")

    def open(self, body: str, position: Mapping[str, str | int]) -> None:
        """A new discussion at a line."""
        self._api.post(f"{self._path}/discussions", {"body": harmless(body), "position": dict(position)}, _Discussion)

    def _posted(self, note: _Note) -> Posted:
        url = f"{self._page}#note_{note.id}" if self._page else ""
        return Posted(id=note.id, body=note.body or "", author=note.author.username if note.author else "", url=url)


def publish_note(notes: Notes, head: str, comment: Comment, *, on_silence: str = "edit") -> Done:
    """The sticky note (`stick` tells the rest). Raises PublishError."""
    return stick(notes, head, comment, on_silence=on_silence)


def publish_discussions(notes: Notes, head: str, annotations: Iterable[Annotation], old_paths: Mapping[str, str]) -> Done:
    """Opens a discussion for each annotation that never had one, resolved or not. `old_paths`: new path → path before the change, where
    they differ. Lines that GitLab refuses are counted in `why`. Raises PublishError."""
    wanted = {finding_id(one): one for one in annotations}
    if not wanted:
        return Done(what="silent")
    for note in notes.comments():
        match = _FINDING.match(note.body)
        if match is not None and match[1] in wanted and notes.is_own(note):
            del wanted[match[1]]
    if not wanted:
        return Done(what="unchanged")
    refs = notes.merge_request().diff_refs
    if refs is None or refs.head_sha != head:
        return Done(what="stale", why=f"its head is {refs.head_sha[:12] if refs else 'not known'} by now")
    opened = refused = 0
    for mark, one in [*wanted.items()][:MOST_DISCUSSIONS]:
        try:
            notes.open(_body(mark, one), _position(one, refs, old_paths))
            opened += 1
        except PublishError as error:
            if error.kind != "refused":
                raise
            refused += 1
    left = len(wanted) - opened - refused
    why = [f"{refused} not taken by GitLab"] * bool(refused) + [f"{left} more are in the note only"] * bool(left)
    return Done(what="created" if opened else "unchanged", annotated=opened, why=", ".join(why))


def finding_id(one: Annotation) -> str:
    """What a discussion is known by again: what it is about, without lines."""
    parts = "\x00".join((one.path, *(one.key or (one.title, one.message))))
    return hashlib.sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def harmless(body: str) -> str:
    """The text without quick actions: a safety net, texts come as code spans."""
    return _COMMAND.sub(r"\1\\/", body)


def _body(mark: str, one: Annotation) -> str:
    lines = [line for line in one.message.split("\n") if line.strip()]
    return f"<!-- nexus-diff finding={mark} -->\n**{md_prose(one.title)}**\n\n" + "\n\n".join(map(md_prose, lines))


def _position(one: Annotation, refs: _Refs, old_paths: Mapping[str, str]) -> dict[str, str | int]:
    return {
        "position_type": "text",
        "base_sha": refs.base_sha,
        "start_sha": refs.start_sha,
        "head_sha": refs.head_sha,
        "new_path": one.path,
        "old_path": old_paths.get(one.path, one.path),
        "new_line": one.start_line,
    }
