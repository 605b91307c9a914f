"""A small Gitea that remembers: comments, statuses, one pull request. After Gitea's published description of its API."""

from __future__ import annotations

import re
from typing import Any

from rest_fake import Answer, Fake, Query, Route, moment

STATES = ("pending", "success", "error", "failure", "warning", "skipped")
ROOT = "/api/v1/repos/o/r"


class Gitea(Fake):
    """Repository o/r. `login`: whose token it is; `may_ask`: whether the token may read its user."""

    def __init__(self, authorization: str) -> None:
        super().__init__(authorization)
        self.heads: dict[int, str] = {}
        self.comments: list[dict[str, Any]] = []
        self.checks: list[dict[str, Any]] = []
        self.login = "gitea-actions"
        self.may_ask = True

    def say(self, body: str, login: str, number: int = 7) -> dict[str, Any]:
        """A comment that somebody has made."""
        made = {
            "id": self.number(),
            "body": body,
            "user": {"id": 4, "login": login},
            "html_url": f"https://gitea.example/o/r/pulls/{number}#issuecomment-{self._next}",
            "issue_url": "",
            "pull_request_url": f"https://gitea.example/o/r/pulls/{number}",
            "assets": [],
            "created_at": moment(),
            "updated_at": moment(),
            "original_author": "",
            "original_author_id": 0,
        }
        self.comments.append(made)
        return made

    def routes(self) -> list[Route]:
        """Those that are used."""
        return [
            ("GET", "/api/v1/user", lambda *_: (200, {"id": 4, "login": self.login}, {}) if self.may_ask else self.error(403)),
            ("GET", ROOT + r"/pulls/(\d+)", self._pull),
            ("GET", ROOT + r"/issues/(\d+)/comments", lambda match, *_: (200, self._of(match[1]), {})),
            (
                "POST",
                ROOT + r"/issues/(\d+)/comments",
                lambda match, query, body: (201, self.say(body["body"], self.login, int(match[1])), {}),
            ),
            ("PATCH", ROOT + r"/issues/comments/(\d+)", self._edit),
            ("DELETE", ROOT + r"/issues/comments/(\d+)", lambda match, *_: self.remove(self.comments, match[1])),
            ("POST", ROOT + r"/statuses/([0-9a-f]{40})", self._status),
        ]

    def _of(self, number: str) -> list[dict[str, Any]]:
        return [one for one in self.comments if one["pull_request_url"].endswith(f"/{number}")]

    def _pull(self, match: re.Match[str], query: Query, body: Any) -> Answer:
        number = int(match[1])
        if number not in self.heads:
            return self.error(404)
        head = {"label": "topic", "ref": "topic", "sha": self.heads[number], "repo_id": 1}
        return 200, {"id": 1, "number": number, "state": "open", "head": head}, {}

    def _edit(self, match: re.Match[str], query: Query, body: Any) -> Answer:
        for one in self.comments:
            if one["id"] == int(match[1]):
                one["body"] = body["body"]
                return 200, one, {}
        return self.error(404)

    def _status(self, match: re.Match[str], query: Query, body: Any) -> Answer:
        if body.get("state") not in STATES or not body.get("context"):
            return self.error(422)
        made = {
            "id": self.number(),
            "status": body["state"],
            "context": body["context"],
            "description": body.get("description", ""),
            "target_url": body.get("target_url", ""),
            "url": f"https://gitea.example{ROOT}/statuses/{match[1]}",
            "creator": {"id": 4, "login": self.login},
            "created_at": moment(),
            "updated_at": moment(),
        }
        self.checks.append({**made, "sha": match[1]})
        return 201, made, {}
