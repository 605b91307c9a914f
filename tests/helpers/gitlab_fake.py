"""A small GitLab that remembers: a merge request with its notes and discussions, after GitLab's documentation. It can be told to fail."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from github_fake import Answer

PROJECT, NUMBER = "42", 7
BOT = "project_42_bot_0123456789abcdef"
MESSAGES = {401: "401 Unauthorized", 403: "403 Forbidden", 404: "404 Not found", 429: "Retry later", 500: "500 Internal Server Error"}
MOST_NOTE = 1_000_000


class GitLab:
    """Merge request 7 of project 42. `token`: the one that may write, of user `user`; `job_token`: one that may read. `lines`: those that
    a discussion may stand at, by file; None for all. `steal`: where redirects lead."""

    prefix = "/api/v4"

    def __init__(self, token: str, head: str = "", *, job_token: str = "", user: str = BOT) -> None:
        self.public = ""
        self.token, self.job_token, self.user = token, job_token, user
        self.head = self.base = self.start = head
        self.notes: list[dict[str, Any]] = []
        self.lines: dict[str, set[int]] | None = None
        self.log: list[tuple[str, str]] = []
        self.bodies: list[Any] = []
        self.headers: list[dict[str, str]] = []
        self.faults: list[tuple[str, str, str, int]] = []
        self.before: Callable[[str, str], None] = lambda verb, path: None
        self.steal = ""
        self._next = 100
        self._lock = threading.RLock()

    def fail(self, verb: str, pattern: str, how: str, times: int = 10**6) -> None:
        """How: a status; "wait:N" (429 with Retry-After); "redirect"; "hang", "drop", "garbage", "huge"."""
        self.faults.append((verb, pattern, how, times))

    def say(self, body: str, user: str = "", **more: Any) -> dict[str, Any]:
        """A note that somebody has made."""
        self._next += 1
        made = {"id": self._next, "body": body, "author": {"id": 1, "username": user or self.user}, "system": False, "type": None, **more}
        self.notes.append(made)
        return made

    def writes(self) -> list[tuple[str, str]]:
        return [(verb, path) for verb, path in self.log if verb != "GET"]

    def sticky(self) -> list[dict[str, Any]]:
        """Notes that are no discussions on lines."""
        return [note for note in self.notes if note["type"] is None]

    def inline(self) -> list[dict[str, Any]]:
        return [note for note in self.notes if note["type"] == "DiffNote"]

    def answer(self, verb: str, target: str, body: Any) -> Answer:
        """The answer to one request."""
        parts = urlsplit(target)
        path = parts.path.removeprefix(self.prefix)
        query = {key: values[0] for key, values in parse_qs(parts.query).items()}
        self.before(verb, path)
        with self._lock:
            self.log.append((verb, path))
            self.bodies.append(body)
            failed = self._fault(verb, path) or self._denied(verb, path)
            if failed is not None:
                return failed
            for known, pattern, act in self._routes():
                match = re.fullmatch(pattern, path)
                if match and verb == known:
                    return act(match, query, body)
        return self._error(404)

    def _routes(self) -> list[tuple[str, str, Callable[[re.Match[str], dict[str, str], Any], Answer]]]:
        request = f"/projects/{PROJECT}/merge_requests/{NUMBER}"
        return [
            ("GET", "/user", lambda *_: (200, {"id": 1, "username": self.user}, {})),
            ("GET", request, self._request),
            ("GET", request + "/notes", self._list),
            ("POST", request + "/notes", self._post),
            ("PUT", request + r"/notes/(\d+)", self._edit),
            ("DELETE", request + r"/notes/(\d+)", self._delete),
            ("POST", request + "/discussions", self._discuss),
        ]

    def _denied(self, verb: str, path: str) -> Answer | None:
        """A job's token reads merge requests and notes, and nothing else."""
        sent = {name.lower(): value for name, value in self.headers[-1].items()} if self.headers else {}
        if sent.get("private-token") == self.token:
            return None
        if self.job_token and sent.get("job-token") == self.job_token and verb == "GET" and path != "/user":
            return None
        return self._error(401)

    def _fault(self, verb: str, path: str) -> Answer | None:
        for at, (known, pattern, how, times) in enumerate(self.faults):
            if known in (verb, "*") and re.search(pattern, path) and times > 0:
                self.faults[at] = (known, pattern, how, times - 1)
                kind, _, number = how.partition(":")
                if kind == "wait":
                    return 429, "Retry later", {"Retry-After": number, "RateLimit-Remaining": "0"}
                if kind == "redirect":
                    return 302, {}, {"Location": self.steal + self.prefix + path}
                return self._error(int(how)) if how.isdigit() else (0, how, {})
        return None

    def _error(self, status: int, message: Any = "") -> Answer:
        return status, {"message": message or MESSAGES.get(status, "Error")}, {}

    def _request(self, match: re.Match[str], query: dict[str, str], body: Any) -> Answer:
        refs = {"base_sha": self.base, "start_sha": self.start, "head_sha": self.head}
        return 200, {"id": 1, "iid": NUMBER, "sha": self.head, "state": "opened", "diff_refs": refs}, {}

    def _list(self, match: re.Match[str], query: dict[str, str], body: Any) -> Answer:
        size, page = int(query.get("per_page", "20")), int(query.get("page", "1"))
        rows = self.notes if query.get("sort", "desc") == "asc" else self.notes[::-1]
        return 200, rows[(page - 1) * size : page * size], {"X-Next-Page": str(page + 1) if page * size < len(rows) else ""}

    def _post(self, match: re.Match[str], query: dict[str, str], body: Any) -> Answer:
        wrong = self._wrong(body)
        return wrong or (201, self.say(body["body"]), {})

    def _wrong(self, body: Any) -> Answer | None:
        text = body.get("body")
        if not isinstance(text, str) or not text:
            return self._error(400, '400 (Bad request) "body" not given')
        if len(text) > MOST_NOTE:
            return self._error(400, {"note": ["is too long (maximum is 1000000 characters)"]})
        return None

    def _edit(self, match: re.Match[str], query: dict[str, str], body: Any) -> Answer:
        for note in self.notes:
            if note["id"] == int(match[1]):
                if note["author"]["username"] != self.user:
                    return self._error(403)
                note["body"] = body["body"]
                return 200, note, {}
        return self._error(404)

    def _delete(self, match: re.Match[str], query: dict[str, str], body: Any) -> Answer:
        kept = [note for note in self.notes if note["id"] != int(match[1])]
        if len(kept) == len(self.notes):
            return self._error(404)
        self.notes = kept
        return 204, None, {}

    def _discuss(self, match: re.Match[str], query: dict[str, str], body: Any) -> Answer:
        place = body.get("position", {})
        needed = {"position_type", "base_sha", "start_sha", "head_sha", "new_path", "old_path", "new_line"}
        known = self.lines is None or place.get("new_line") in self.lines.get(place.get("new_path", ""), set())
        shas = (place.get("base_sha"), place.get("start_sha"), place.get("head_sha")) == (self.base, self.start, self.head)
        if self._wrong(body) or not needed <= set(place) or not known or not shas:
            return self._error(400, '400 Bad request - Note {:line_code=>["can\'t be blank", "must be a valid line code"]}')
        made = self.say(body["body"], type="DiffNote", position=place)
        return 201, {"id": f"{made['id']:040x}", "individual_note": False, "notes": [made]}, {}
