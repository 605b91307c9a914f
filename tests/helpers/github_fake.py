"""A small GitHub that remembers: pull requests, comments, check runs, after its published description. It can be told to fail."""

from __future__ import annotations

import contextlib
import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

from rest_fake import Answer, Fake, Query, Route

MOST_COMMENT = 65_536
TIME = "2026-01-01T00:00:00Z"
BOT = "github-actions[bot]"
RATE_LIMITED = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
FORBIDDEN = "Resource not accessible by integration"


class GitHub(Fake):
    """Repository o/r. `public`: address to name in answers (a proxy's, where one stands in front). `branches`: number → OWNER:BRANCH of
    its head."""

    messages: ClassVar[dict[int, str]] = {
        403: FORBIDDEN,
        404: "Not Found",
        422: "Validation Failed",
        429: RATE_LIMITED,
        500: "Server Error",
        502: "Bad Gateway",
    }

    def __init__(self, prefix: str = "") -> None:
        super().__init__()
        self.prefix = prefix
        self.heads: dict[int, str] = {}
        self.comments: list[dict[str, Any]] = []
        self.checks: list[dict[str, Any]] = []
        self.login = BOT
        self.pull_extra: dict[str, Any] = {}
        self.pulls_extra: dict[str, Any] = {}
        self.branches: dict[int, str] = {}
        self.user_extra: dict[str, Any] = {}
        self.app: dict[str, Any] | None = None

    def say(self, body: str, login: str = BOT, number: int = 7) -> dict[str, Any]:
        """A comment that somebody has made."""
        return self._comment(number, body, login)

    def annotations(self) -> list[dict[str, Any]]:
        return [one for check in self.checks for one in check["_annotations"]]

    def routes(self) -> list[Route]:
        """Those that are used."""
        repo = "/repos/o/r"
        return [
            ("GET", repo + r"/pulls/(\d+)", self._get_pull),
            ("GET", repo + r"/pulls", self._find_pulls),
            ("GET", repo + r"/issues/(\d+)/comments", self._list),
            ("POST", repo + r"/issues/(\d+)/comments", self._post),
            ("PATCH", repo + r"/issues/comments/(\d+)", self._edit),
            ("DELETE", repo + r"/issues/comments/(\d+)", lambda match, *_: self.remove(self.comments, match[1])),
            ("POST", repo + r"/check-runs", self._create_check),
            ("PATCH", repo + r"/check-runs/(\d+)", self._update_check),
            ("POST", r"(?:/api)?/graphql", lambda *_: (200, {"data": {"viewer": {"login": self.login}}}, {})),
        ]

    def denied(self, verb: str, path: str) -> Answer | None:
        """Any token will do."""
        return None

    def special(self, kind: str, number: str, path: str) -> Answer | None:
        """Limits: "wait:SECONDS" and "reset:SECONDS"."""
        if kind == "wait":
            return self.error(403, RATE_LIMITED, {"Retry-After": number})
        if kind == "reset":
            reset = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(int(time.time()) + int(number))}
            return self.error(403, "API rate limit exceeded for installation", reset)
        return super().special(kind, number, path)

    def error(self, status: int, message: Any = "", headers: dict[str, str] | None = None) -> Answer:
        """In GitHub's shape."""
        _, body, _ = super().error(status, message)
        body["documentation_url"] = "https://docs.github.com/rest"
        if status == 422:
            body["errors"] = [{"code": "custom", "message": body["message"]}]
        return status, body, headers or {}

    def _url(self, path: str) -> str:
        return f"{self.public}{self.prefix}/repos/o/r/{path}"

    def user(self, login: str) -> dict[str, Any]:
        base = "https://api.github.com/users/x"
        names = ["followers", "following", "gists", "starred", "subscriptions", "organizations", "repos", "events", "received_events"]
        found: dict[str, Any] = {f"{name}_url": base for name in names}
        found |= {"login": login, "id": 41, "node_id": "U", "avatar_url": base, "gravatar_id": "", "url": base, "html_url": base}
        return found | {"type": "Bot" if login.endswith("[bot]") else "User", "site_admin": False} | self.user_extra

    def _comment(self, number: int, body: str, login: str) -> dict[str, Any]:
        made = {
            "id": self.number(),
            "node_id": f"IC_{self._next}",
            "url": self._url(f"issues/comments/{self._next}"),
            "html_url": f"https://github.com/o/r/pull/{number}#issuecomment-{self._next}",
            "issue_url": self._url(f"issues/{number}"),
            "body": body,
            "user": self.user(login),
            "created_at": TIME,
            "updated_at": TIME,
            "author_association": "NONE",
            "performed_via_github_app": None,
        }
        self.comments.append(made)
        return made

    def _get_pull(self, match: re.Match[str], query: Query, body: Any) -> Answer:
        number = int(match[1])
        if number not in self.heads:
            return self.error(404)
        found = json.loads(json.dumps(self.pull_extra))
        found.update(number=number, state="open")
        found.setdefault("head", {})["sha"] = self.heads[number]
        return 200, found, {}

    def _find_pulls(self, match: re.Match[str], query: Query, body: Any) -> Answer:
        found = []
        for number, head in self.heads.items():
            if self.branches.get(number) == query.get("head"):
                one = json.loads(json.dumps(self.pulls_extra))
                one.update(number=number, state="open")
                one.setdefault("head", {})["sha"] = head
                found.append(one)
        return 200, found, {}

    def _list(self, match: re.Match[str], query: Query, body: Any) -> Answer:
        mine = [one for one in self.comments if one["issue_url"].endswith(f"/issues/{match[1]}")]
        shown, after = self.page(mine, query, 30)
        more = {"Link": f'<{self._url(f"issues/{match[1]}/comments")}?per_page={query.get("per_page", "30")}&page={after}>; rel="next"'}
        return 200, shown, more if after else {}

    def _post(self, match: re.Match[str], query: Query, body: Any) -> Answer:
        if not isinstance(body.get("body"), str):
            return self.error(422)
        if len(body["body"]) > MOST_COMMENT:
            return self.error(422, "Validation Failed: body is too long (maximum is 65536 characters)")
        made = self._comment(int(match[1]), body["body"], self.login)
        return 201, made, {"Location": made["url"]}

    def _edit(self, match: re.Match[str], query: Query, body: Any) -> Answer:
        for one in self.comments:
            if one["id"] == int(match[1]):
                if len(body["body"]) > MOST_COMMENT:
                    return self.error(422, "Validation Failed: body is too long (maximum is 65536 characters)")
                one["body"] = body["body"]
                return 200, one, {}
        return self.error(404)

    def _create_check(self, match: re.Match[str], query: Query, body: Any) -> Answer:
        output = body.get("output") or {}
        if not body.get("name") or not body.get("head_sha") or not _fits(output):
            return self.error(422)
        made = {
            "id": self.number(),
            "node_id": "CR",
            "head_sha": body["head_sha"],
            "external_id": body.get("external_id", ""),
            "url": self._url(f"check-runs/{self._next}"),
            "html_url": f"https://github.com/o/r/runs/{self._next}",
            "details_url": body.get("details_url", ""),
            "status": body.get("status", "queued"),
            "conclusion": body.get("conclusion"),
            "started_at": TIME,
            "completed_at": TIME,
            "name": body["name"],
            "check_suite": {"id": 5},
            "app": self.app,
            "pull_requests": [],
            "_annotations": list(output.get("annotations", [])),
        }
        made["output"] = self._shown(output, made)
        self.checks.append(made)
        return 201, {key: value for key, value in made.items() if key != "_annotations"}, {}

    def _update_check(self, match: re.Match[str], query: Query, body: Any) -> Answer:
        for one in self.checks:
            if one["id"] == int(match[1]):
                output = body.get("output") or {}
                if not _fits(output):
                    return self.error(422)
                one["_annotations"] += output.get("annotations", [])
                one["output"] = self._shown(output, one)
                return 200, {key: value for key, value in one.items() if key != "_annotations"}, {}
        return self.error(404)

    def _shown(self, output: dict[str, Any], check: dict[str, Any]) -> dict[str, Any]:
        shown = {key: output.get(key) for key in ("title", "summary", "text")}
        return shown | {"annotations_count": len(check["_annotations"]), "annotations_url": f"{check['url']}/annotations"}


def _fits(output: dict[str, Any]) -> bool:
    """What GitHub accepts as output of a check run."""
    annotations = output.get("annotations", [])
    sound = all(
        one.get("path")
        and one["start_line"] <= one["end_line"]
        and one.get("annotation_level") in ("notice", "warning", "failure")
        and one.get("message")
        for one in annotations
    )
    sizes = all(len(output.get(key) or "") <= 65_535 for key in ("summary", "text"))
    return bool(output.get("title") and output.get("summary")) and len(annotations) <= 50 and sizes and sound


@contextmanager
def served(github: Any, port: int = 0) -> Iterator[str]:
    """The fake behind an address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _serve(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            data = self.rfile.read(length)
            github.headers.append(dict(self.headers))
            status, body, headers = github.answer(self.command, self.path, json.loads(data) if data else None)
            if status == 0:
                self._misbehave(body)
                return
            text = b"" if body is None else json.dumps(body).encode()
            self.send_response(status)
            for name, value in {"Content-Type": "application/json; charset=utf-8", "Content-Length": str(len(text)), **headers}.items():
                if status != 204 or name != "Content-Type":
                    self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text)

        def _misbehave(self, how: str) -> None:
            self.close_connection = True
            if how == "hang":
                stop.wait(30)
            elif how == "garbage":
                self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>")
            elif how == "page":
                page = b"<html><h1>Request Header Fields Too Large</h1></html>"
                self.wfile.write(b"HTTP/1.1 431 No\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s" % (len(page), page))
            elif how == "huge":
                self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[")
                with contextlib.suppress(OSError):
                    while not stop.is_set():
                        self.wfile.write(b" " * (1 << 20))

        do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = _serve  # noqa: N815

        def log_message(self, *words: Any) -> None:
            pass

    stop = threading.Event()
    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    address = f"http://127.0.0.1:{server.server_address[1]}"
    github.public = github.public or address
    try:
        yield address + github.prefix
    finally:
        stop.set()
        server.shutdown()
        server.server_close()
