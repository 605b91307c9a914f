"""A small GitLab that remembers: a merge request with its notes and discussions, after GitLab's documentation. It can be told to fail."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from rest_fake import Answer, Fake, Query, Route

PROJECT, NUMBER = "42", 7
BOT = "project_42_bot_0123456789abcdef"
MOST_NOTE = 1_000_000


class GitLab(Fake):
    """Merge request 7 of project 42. `token`: the one that may write, of user `user`; `job_token`: one that may read. `lines`: those that
    a discussion may stand at, by file; None for all. `steal`: where redirects lead."""

    prefix = "/api/v4"
    messages: ClassVar[dict[int, str]] = {
        401: "401 Unauthorized",
        403: "403 Forbidden",
        404: "404 Not found",
        429: "Retry later",
        500: "500 Internal Server Error",
    }

    def __init__(self, token: str, head: str = "", *, job_token: str = "", user: str = BOT) -> None:
        super().__init__()
        self.token, self.job_token, self.user = token, job_token, user
        self.head = self.base = self.start = head
        self.notes: list[dict[str, Any]] = []
        self.lines: dict[str, set[int]] | None = None
        self.steal = ""

    def say(self, body: str, user: str = "", **more: Any) -> dict[str, Any]:
        """A note that somebody has made."""
        made = {
            "id": self.number(),
            "body": body,
            "author": {"id": 1, "username": user or self.user},
            "system": False,
            "type": None,
            **more,
        }
        self.notes.append(made)
        return made

    def sticky(self) -> list[dict[str, Any]]:
        """Notes that are no discussions on lines."""
        return [note for note in self.notes if note["type"] is None]

    def inline(self) -> list[dict[str, Any]]:
        return [note for note in self.notes if note["type"] == "DiffNote"]

    def routes(self) -> list[Route]:
        """Those that are used."""
        request = f"/projects/{PROJECT}/merge_requests/{NUMBER}"
        return [
            ("GET", "/user", lambda *_: (200, {"id": 1, "username": self.user}, {})),
            ("GET", request, self._request),
            ("GET", request + "/notes", self._list),
            ("POST", request + "/notes", self._post),
            ("PUT", request + r"/notes/(\d+)", self._edit),
            ("DELETE", request + r"/notes/(\d+)", lambda match, *_: self.remove(self.notes, match[1])),
            ("POST", request + "/discussions", self._discuss),
        ]

    def denied(self, verb: str, path: str) -> Answer | None:
        """A job's token reads merge requests and notes, and nothing else."""
        sent = {name.lower(): value for name, value in self.headers[-1].items()} if self.headers else {}
        if sent.get("private-token") == self.token:
            return None
        if self.job_token and sent.get("job-token") == self.job_token and verb == "GET" and path != "/user":
            return None
        return self.error(401)

    def special(self, kind: str, number: str, path: str) -> Answer | None:
        """A limit as GitLab words it; "redirect" leads to `steal`."""
        if kind == "wait":
            return 429, "Retry later", {"Retry-After": number, "RateLimit-Remaining": "0"}
        return (302, {}, {"Location": self.steal + self.prefix + path}) if kind == "redirect" else None

    def _request(self, match: re.Match[str], query: Query, body: Any) -> Answer:
        refs = {"base_sha": self.base, "start_sha": self.start, "head_sha": self.head}
        return 200, {"id": 1, "iid": NUMBER, "sha": self.head, "state": "opened", "diff_refs": refs}, {}

    def _list(self, match: re.Match[str], query: Query, body: Any) -> Answer:
        shown, after = self.page(self.notes if query.get("sort", "desc") == "asc" else self.notes[::-1], query, 20)
        return 200, shown, {"X-Next-Page": str(after or "")}

    def _post(self, match: re.Match[str], query: Query, body: Any) -> Answer:
        wrong = self._wrong(body)
        return wrong or (201, self.say(body["body"]), {})

    def _wrong(self, body: Any) -> Answer | None:
        text = body.get("body")
        if not isinstance(text, str) or not text:
            return self.error(400, '400 (Bad request) "body" not given')
        if len(text) > MOST_NOTE:
            return self.error(400, {"note": ["is too long (maximum is 1000000 characters)"]})
        return None

    def _edit(self, match: re.Match[str], query: Query, body: Any) -> Answer:
        for note in self.notes:
            if note["id"] == int(match[1]):
                if note["author"]["username"] != self.user:
                    return self.error(403)
                note["body"] = body["body"]
                return 200, note, {}
        return self.error(404)

    def _discuss(self, match: re.Match[str], query: Query, body: Any) -> Answer:
        place = body.get("position", {})
        needed = {"position_type", "base_sha", "start_sha", "head_sha", "new_path", "old_path", "new_line"}
        known = self.lines is None or place.get("new_line") in self.lines.get(place.get("new_path", ""), set())
        shas = (place.get("base_sha"), place.get("start_sha"), place.get("head_sha")) == (self.base, self.start, self.head)
        if self._wrong(body) or not needed <= set(place) or not known or not shas:
            return self.error(400, '400 Bad request - Note {:line_code=>["can\'t be blank", "must be a valid line code"]}')
        made = self.say(body["body"], type="DiffNote", position=place)
        return 201, {"id": f"{made['id']:040x}", "individual_note": False, "notes": [made]}, {}
