"""A small Azure DevOps that remembers: threads and statuses of a pull request. After Microsoft's published client."""

from __future__ import annotations

import re
from typing import Any

from rest_fake import Answer, Fake, Query, Route, moment

PULL = r"/Big%20Shop/_apis/git/repositories/0a1b2c3d-0000-4000-8000-000000000001/pullRequests/(\d+)"
STATES = ("notSet", "pending", "succeeded", "failed", "error", "notApplicable")
MOST_CHARS = 150_000
US = "11111111-2222-4333-8444-555555555555"


class Azure(Fake):
    """Collection at the root. `identity`: whose token it is."""

    def __init__(self, authorization: str) -> None:
        super().__init__(authorization)
        self.heads: dict[int, str] = {}
        self.threads: list[dict[str, Any]] = []
        self.checks: list[dict[str, Any]] = []
        self.identity = US

    @property
    def comments(self) -> list[dict[str, Any]]:
        """First comments of the threads that are there, with their text as `body`."""
        firsts = [thread["comments"][0] for thread in self.threads]
        return [{**one, "body": one["content"]} for one in firsts if not one["isDeleted"]]

    def say(self, body: str, identity: str, number: int = 7, status: str = "active") -> dict[str, Any]:
        """A thread that somebody has begun."""
        first = {
            "id": 1,
            "parentCommentId": 0,
            "author": {"id": identity, "displayName": "Somebody"},
            "content": body,
            "publishedDate": moment(),
            "lastUpdatedDate": moment(),
            "lastContentUpdatedDate": moment(),
            "commentType": "text",
            "isDeleted": False,
        }
        made = {
            "id": self.number(),
            "publishedDate": moment(),
            "lastUpdatedDate": moment(),
            "comments": [first],
            "status": status,
            "threadContext": None,
            "isDeleted": False,
        }
        self.threads.append(made)
        return made

    def error(self, status: int, message: str = "") -> Answer:
        """A refusal; a token that is not known gets a page to sign in at."""
        if status == 401:
            return 203, "<html>Sign in</html>", {"Content-Type": "text/html"}
        return super().error(status, message)

    def routes(self) -> list[Route]:
        """Those that are used."""
        return [
            ("GET", "/_apis/connectionData", lambda *_: (200, {"authenticatedUser": {"id": self.identity}, "instanceId": "x"}, {})),
            ("GET", PULL, self._versioned(self._pull)),
            ("GET", PULL + "/threads", self._versioned(lambda *_: (200, {"value": self.threads, "count": len(self.threads)}, {}))),
            ("POST", PULL + "/threads", self._versioned(self._begin)),
            ("PATCH", PULL + r"/threads/(\d+)/comments/1", self._versioned(self._edit)),
            ("DELETE", PULL + r"/threads/(\d+)/comments/1", self._versioned(self._delete)),
            ("POST", PULL + "/statuses", self._versioned(self._status)),
        ]

    def _versioned(self, act: Any) -> Any:
        return lambda match, query, body: act(match, query, body) if query.get("api-version") == "7.1" else self.error(400, "no version")

    def _pull(self, match: re.Match[str], query: Query, body: Any) -> Answer:
        number = int(match[1])
        if number not in self.heads:
            return self.error(404)
        return 200, {"pullRequestId": number, "status": "active", "lastMergeSourceCommit": {"commitId": self.heads[number]}}, {}

    def _begin(self, match: re.Match[str], query: Query, body: Any) -> Answer:
        (first,) = body["comments"]
        if first["commentType"] != "text" or len(first["content"]) > MOST_CHARS:
            return self.error(400, "The comment is too long")
        return 200, self.say(first["content"], self.identity, int(match[1]), body["status"]), {}

    def _of(self, number: str) -> dict[str, Any] | None:
        found = [thread for thread in self.threads if thread["id"] == int(number) and not thread["comments"][0]["isDeleted"]]
        return found[0]["comments"][0] if found else None

    def _edit(self, match: re.Match[str], query: Query, body: Any) -> Answer:
        one = self._of(match[2])
        if one is None:
            return self.error(404)
        one["content"] = body["content"]
        return 200, one, {}

    def _delete(self, match: re.Match[str], query: Query, body: Any) -> Answer:
        one = self._of(match[2])
        if one is None:
            return self.error(404)
        one.update(isDeleted=True, content="")
        return 200, None, {}

    def _status(self, match: re.Match[str], query: Query, body: Any) -> Answer:
        if body.get("state") not in STATES or not body["context"].get("name"):
            return self.error(400, "no such state")
        made = {**body, "id": self.number(), "creationDate": moment(), "updatedDate": moment(), "createdBy": {"id": self.identity}}
        self.checks.append(made)
        return 200, made, {}
