"""What the small hosts of ours have in common: routes, a log, and faults that they are told to have. `github_fake.served` serves them."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from typing import Any, ClassVar
from urllib.parse import parse_qs, urlsplit

Answer = tuple[int, Any, dict[str, str]]
Query = dict[str, str]
Route = tuple[str, str, Callable[[re.Match[str], Query, Any], Answer]]
LIMITED = "Too many requests"


class Fake:
    """`public`: address to name in answers. `authorization`: what requests must be signed with, "" for nothing. `prefix`: what paths begin
    with."""

    prefix = ""
    messages: ClassVar[dict[int, str]] = {
        401: "Unauthorized",
        403: "Forbidden",
        404: "Not Found",
        422: "Unprocessable",
        429: LIMITED,
        500: "Server Error",
    }

    def __init__(self, authorization: str = "") -> None:
        self.public = ""
        self.authorization = authorization
        self.log: list[tuple[str, str]] = []
        self.queries: list[Query] = []
        self.bodies: list[Any] = []
        self.headers: list[dict[str, str]] = []
        self.faults: list[tuple[str, str, str, int]] = []
        self.before: Callable[[str, str], None] = lambda verb, path: None
        self._next = 100
        self._lock = threading.RLock()

    def fail(self, verb: str, pattern: str, how: str, times: int = 10**6) -> None:
        """Requests of this verb ("*" for any) whose path matches fail. `how`: a status; "hang", "drop", "garbage", "page", "huge"; or what
        `special` knows."""
        self.faults.append((verb, pattern, how, times))

    def writes(self) -> list[tuple[str, str]]:
        """What has been changed or tried to."""
        return [(verb, path) for verb, path in self.log if verb != "GET" and not path.endswith("/graphql")]

    def number(self) -> int:
        """An id that nothing has yet."""
        self._next += 1
        return self._next

    def routes(self) -> list[Route]:
        """Verb, pattern of the path, what it does."""
        raise NotImplementedError

    def error(self, status: int, message: Any = "") -> Answer:
        """A refusal in the host's own shape."""
        return status, {"message": message or self.messages.get(status, "Error")}, {}

    def denied(self, verb: str, path: str) -> Answer | None:
        """The refusal of a request that is not signed as it has to be."""
        if self.headers and self.headers[-1].get("Authorization", "") != self.authorization:
            return self.error(401)
        return None

    def special(self, kind: str, number: str, path: str) -> Answer | None:
        """Faults with a word to them: "wait:SECONDS" that the host asks for, "redirect:PORT"."""
        if kind == "wait":
            status, body, _ = self.error(429)
            return status, body, {"Retry-After": number}
        return (302, {}, {"Location": f"http://127.0.0.1:{number}/"}) if kind == "redirect" else None

    def answer(self, verb: str, target: str, body: Any) -> Answer:
        """The answer to one request."""
        parts = urlsplit(target)
        path = parts.path.removeprefix(self.prefix)
        query = {key: values[0] for key, values in parse_qs(parts.query).items()}
        self.before(verb, path)
        with self._lock:
            self.log.append((verb, path))
            self.queries.append(query)
            self.bodies.append(body)
            failed = self._fault(verb, path) or self.denied(verb, path)
            if failed is not None:
                return failed
            for known, pattern, act in self.routes():
                match = re.fullmatch(pattern, path)
                if match and verb == known:
                    return act(match, query, body)
        return self.error(404)

    def _fault(self, verb: str, path: str) -> Answer | None:
        for at, (known, pattern, how, times) in enumerate(self.faults):
            if known in (verb, "*") and re.search(pattern, path) and times > 0:
                self.faults[at] = (known, pattern, how, times - 1)
                kind, _, number = how.partition(":")
                return self.special(kind, number, path) or (self.error(int(how)) if how.isdigit() else (0, how, {}))
        return None

    def page(self, rows: list[Any], query: Query, size: int) -> tuple[list[Any], int]:
        """The rows of the page that is asked for, and the number of the next one, 0 for none. `size`: how many there are in one."""
        size, page = int(query.get("per_page", size)), int(query.get("page", "1"))
        return rows[(page - 1) * size : page * size], page + 1 if page * size < len(rows) else 0

    def remove(self, rows: list[dict[str, Any]], number: str) -> Answer:
        """Takes the row with this id out."""
        kept = [one for one in rows if one["id"] != int(number)]
        gone = len(kept) < len(rows)
        rows[:] = kept
        return (204, None, {}) if gone else self.error(404)


def moment() -> str:
    """Now, as these hosts write it."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
