"""GitHub's API within a budget of time: whatever it answers, or does not answer, ends in a value or in one PublishError."""

# For maintainers. PyGithub does authentication, connections and proxies; its objects are not used, because they fetch what they miss
# without being asked, and because an answer is checked here before anything is believed. Its own retries are off: they may sleep until a
# rate limit ends, an hour from now. Every call runs in a thread that is left behind when it hangs, since a name look-up cannot be
# interrupted. Requests go out one by one, writes a second apart, as GitHub asks of its clients.

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec

from nexus_diff import __version__
from nexus_diff.publish.value import PublishError

T = TypeVar("T")

CALL_SECONDS = 10.0
"""Of one request; GitHub itself gives up after ten."""
TOTAL_SECONDS = 60.0
"""Of all requests of a run together, waits included."""
TRIES = 3
PAGE = 100
"""Rows of one page (GitHub's limit)."""
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_RESERVE = 2.0
"""Seconds that a wait has to leave for the call after it."""


class Api:
    """Calls of one repository's API. `seconds`: for all of them together, waits included. `pause`: between writes."""

    def __init__(self, token: str, repository: str, *, base_url: str, seconds: float = TOTAL_SECONDS, pause: float = 1.0) -> None:
        self.repository = repository
        self.requests = 0
        self._token = token
        self._base_url = base_url
        self._pause = pause
        self._ends = time.monotonic() + seconds
        self._requester: Any = None
        self._down = ""

    def get(self, path: str, type: type[T], **parameters: Any) -> T:
        """What lies at a path below the repository's."""
        return self._decoded(self._call("GET", self._url(path), parameters=parameters), type)

    def pages(self, path: str, type: type[T], *, most: int = 10, **parameters: Any) -> Iterator[list[T]]:
        """A list, page by page, at most `most` of them."""
        for number in range(1, most + 1):
            page = self.get(path, list[type], per_page=PAGE, page=number, **parameters)  # type: ignore[valid-type]
            yield page
            if len(page) < PAGE:
                return

    def post(self, path: str, body: dict[str, Any], type: type[T]) -> T:
        """Makes something below the repository's path."""
        return self._decoded(self._call("POST", self._url(path), input=body), type)

    def patch(self, path: str, body: dict[str, Any], type: type[T]) -> T:
        """Changes something below the repository's path."""
        return self._decoded(self._call("PATCH", self._url(path), input=body), type)

    def delete(self, path: str) -> None:
        """Removes something below the repository's path."""
        self._call("DELETE", self._url(path))

    @property
    def of_workflow(self) -> bool:
        """Whether the token is one of an App, as a workflow's own is."""
        return self._token.startswith("ghs_")

    def login(self) -> str:
        """Whose token it is, "" when that cannot be learned."""
        try:
            answer = self._call("POST", "graphql", input={"query": "query { viewer { login } }"})
            return str(answer["data"]["viewer"]["login"])
        except (PublishError, LookupError, TypeError):
            return ""

    def _url(self, path: str) -> str:
        return f"/repos/{self.repository}/{path}"

    def _call(self, verb: str, url: str, **more: Any) -> Any:
        """One request, tried again where that may help and time is left."""
        if self._down:
            raise PublishError("unreachable", self._down)
        attempt = 0
        while True:
            attempt += 1
            left = self._ends - time.monotonic()
            if left <= 0:
                raise PublishError("unreachable", "GitHub's API took longer than the time there is for it")
            try:
                self.requests += 1
                return _in_time(lambda: self._once(verb, url, more), min(left, CALL_SECONDS))
            except Exception as error:
                failure, wait = self._judged(error, attempt)
                if wait is None or attempt >= TRIES or time.monotonic() + wait + _RESERVE > self._ends:
                    if failure.kind == "unreachable":
                        self._down = str(failure)
                    raise failure from None
            time.sleep(wait)

    def _once(self, verb: str, url: str, more: dict[str, Any]) -> Any:
        requester = self._connected()
        if url == "graphql":
            return requester.requestJsonAndCheck(verb, requester.graphql_url, **more)[1]
        return requester.requestJsonAndCheck(verb, url, **more)[1]

    def _connected(self) -> Any:
        if self._requester is None:
            parts = urlsplit(self._base_url)
            if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in _LOOPBACK):
                raise PublishError("refused", f"{self._base_url[:100]} is not https, so the token is not sent there; see GITHUB_API_URL")
            try:
                from github import Auth, Github
            except ImportError:
                raise PublishError("refused", "PyGithub is not installed; install nexus-diff with its extra github") from None
            self._requester = Github(
                auth=Auth.Token(self._token),
                base_url=self._base_url,
                timeout=math.ceil(CALL_SECONDS),
                retry=0,
                per_page=PAGE,
                user_agent=f"nexus-diff/{__version__}",
                seconds_between_requests=0,
                seconds_between_writes=self._pause,
            ).requester
        return self._requester

    def _judged(self, error: Exception, attempt: int) -> tuple[PublishError, float | None]:
        """What a failure means, and how long to wait before another try; None: it would not help."""
        if isinstance(error, PublishError):
            return error, None
        status = getattr(error, "status", None)
        if not isinstance(status, int):
            return self._unanswered(error, attempt)
        said = self._said(error)
        wait = _asked_wait(error, status)
        if wait is not None:
            text = f"GitHub limits the requests of this token ({status}); it asks to wait {math.ceil(wait)} s"
            return PublishError("limited", text), wait
        if status >= 500:
            return PublishError("server", f"GitHub's API answered {status}{said}"), float(2 ** (attempt - 1))
        kinds = {401: "permission", 403: "permission", 404: "missing", 410: "missing", 422: "refused"}
        return PublishError(kinds.get(status, "refused"), f"GitHub's API answered {status}{said}"), None

    def _unanswered(self, error: Exception, attempt: int) -> tuple[PublishError, float | None]:
        """No answer at all, or one that is none."""
        name = type(error).__name__
        if isinstance(error, TimeoutError) or "Timeout" in name:
            return PublishError("unreachable", f"GitHub's API did not answer within {CALL_SECONDS:.0f} s"), None
        if isinstance(error, OSError):  # requests' errors are
            return PublishError("unreachable", f"GitHub's API cannot be reached ({name})"), float(attempt)
        return PublishError("server", f"GitHub's API gave an answer that cannot be read ({name})"), None

    def _said(self, error: Exception) -> str:
        """GitHub's own words, on one line, cut and without the token."""
        data = getattr(error, "data", None)
        message = data.get("message") if isinstance(data, dict) else None
        if not isinstance(message, str) or not message:
            return ""
        text = "".join(char if char.isprintable() else " " for char in message).replace("::", ": :")
        return ": " + (text.replace(self._token, "***") if self._token else text)[:200]

    @staticmethod
    def _decoded(data: Any, type: type[T]) -> T:
        try:
            return msgspec.convert(data, type, strict=True)
        except msgspec.ValidationError as error:
            raise PublishError("server", f"GitHub's API gave an unexpected answer ({error})"[:200]) from None


def _asked_wait(error: Exception, status: int) -> float | None:
    """Seconds that GitHub asks to wait, None when the failure is not about too many requests."""
    headers = getattr(error, "headers", None) or {}
    after, reset = headers.get("retry-after"), headers.get("x-ratelimit-reset")
    if status not in (403, 429):
        return None
    if isinstance(after, str) and after.isascii() and after.isdigit():
        return float(after)
    if headers.get("x-ratelimit-remaining") == "0" and isinstance(reset, str) and reset.isascii() and reset.isdigit():
        return max(1.0, float(reset) - time.time())
    data = getattr(error, "data", None)
    message = str(data.get("message", "")).lower() if isinstance(data, dict) else ""
    return 60.0 if status == 429 or "rate limit" in message or "abuse detection" in message else None


def _in_time(action: Callable[[], T], seconds: float) -> T:
    """The action's value; TimeoutError when it takes longer. It is then left to itself, in a thread that ends with the process."""
    box: list[Any] = []

    def run() -> None:
        try:
            box.append((True, action()))
        except BaseException as error:
            box.append((False, error))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    if not box:
        raise TimeoutError
    done, value = box[0]
    if not done:
        raise value
    return value  # type: ignore[no-any-return]
