"""Calls of a host's API within a budget of time: whatever it answers, or does not answer, ends in a value or in one PublishError."""

# For maintainers. How a request is sent is the host's affair; what is here is what all have in common. Every call runs in a thread that is
# left behind when it hangs, since a name look-up cannot be interrupted. Requests go out one by one. Retries of HTTP libraries are off:
# they may sleep until a rate limit ends, an hour from now.

from __future__ import annotations

import math
import re
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec

from nexus_diff.publish.value import PublishError

T = TypeVar("T")

CALL_SECONDS = 10.0
"""Of one request; GitHub itself gives up after ten."""
TOTAL_SECONDS = 60.0
"""Of all requests of a run together, waits included."""
TRIES = 3
LOOPBACK = ("127.0.0.1", "localhost", "::1")
_RESERVE = 2.0
"""Seconds that a wait has to leave for the call after it."""
_TOKEN = re.compile(r"[!-~]*")
"""What a header takes."""
_LONGEST = 1e9
"""Seconds that a host may ask to wait for, in messages; nobody waits as long."""
_KINDS = {401: "permission", 403: "permission", 404: "missing", 410: "missing", 422: "refused"}


class Calls:
    """`host`: how its API is called in messages. `seconds`: for all calls together, waits included. `token`: never shown. `pause`: seconds
    between writes, as hosts ask of their clients."""

    def __init__(self, host: str, token: str, *, seconds: float = TOTAL_SECONDS, pause: float = 0.0) -> None:
        self.requests = 0
        self._host = host
        self._token = token
        self._pause = pause
        self._wrote = -math.inf
        self._ends = time.monotonic() + seconds
        self._down = ""

    def call(self, action: Callable[[], T], *, writes: bool = False) -> T:
        """What one request gives, tried again where that may help and time is left. An exception with a `status` (and `headers`, `data`)
        is the host's refusal, any other one no answer. `writes`: it changes something. Raises PublishError."""
        if self._down:
            raise PublishError("unreachable", self._down)
        if not _TOKEN.fullmatch(self._token):
            raise PublishError("refused", f"the token for {self._host} holds what no token does, such as a space or a line end")
        attempt = 0
        while True:
            attempt += 1
            if writes:
                self._keep_apart()
            left = self._ends - time.monotonic()
            if left <= 0:
                raise PublishError("unreachable", f"{self._host}'s API took longer than the time there is for it")
            try:
                self.requests += 1
                return in_time(action, min(left, CALL_SECONDS))
            except Exception as error:
                failure, wait = self._judged(error, attempt)
                if wait is None or attempt >= TRIES or time.monotonic() + wait + _RESERVE > self._ends:
                    if failure.kind == "unreachable":
                        self._down = str(failure)
                    raise failure from None
            time.sleep(wait)

    def decoded(self, data: Any, type: type[T]) -> T:
        """The answer as what it has to be."""
        try:
            return msgspec.convert(data, type, strict=True)
        except msgspec.ValidationError as error:
            raise PublishError("server", f"{self._host}'s API gave an unexpected answer ({error})"[:200]) from None

    def _keep_apart(self) -> None:
        """Waits until the pause after the last write is over."""
        now = time.monotonic()
        time.sleep(max(0.0, min(self._wrote + self._pause, self._ends) - now))
        self._wrote = time.monotonic()

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
            text = f"{self._host} limits the requests of this token ({status}); it asks to wait {math.ceil(wait)} s"
            return PublishError("limited", text), wait
        if status >= 500:
            return PublishError("server", f"{self._host}'s API answered {status}{said}"), float(2 ** (attempt - 1))
        return PublishError(_KINDS.get(status, "refused"), f"{self._host}'s API answered {status}{said}"), None

    def _unanswered(self, error: Exception, attempt: int) -> tuple[PublishError, float | None]:
        """No answer at all, or one that is none."""
        name = type(error).__name__
        if isinstance(error, TimeoutError) or "Timeout" in name:
            return PublishError("unreachable", f"{self._host}'s API did not answer within {CALL_SECONDS:.0f} s"), None
        if isinstance(error, OSError):  # requests' errors are
            return PublishError("unreachable", f"{self._host}'s API cannot be reached ({name})"), float(attempt)
        return PublishError("server", f"{self._host}'s API gave an answer that cannot be read ({name})"), None

    def _said(self, error: Exception) -> str:
        """The host's own words, on one line, cut and without the token."""
        data = getattr(error, "data", None)
        message = data.get("message") if isinstance(data, dict) else None
        if not isinstance(message, str) or not message:
            return ""
        text = "".join(char if char.isprintable() else " " for char in message).replace("::", ": :")
        return ": " + (text.replace(self._token, "***") if self._token else text)[:200]


def safe_address(url: str, setting: str) -> None:
    """PublishError for an address that a token must not be sent to: neither https nor this machine. `setting`: where it comes from."""
    if not url.strip():
        raise PublishError("refused", f"{setting} is not set, so nobody knows where the API is")
    try:
        parts = urlsplit(url)
    except ValueError:
        raise PublishError("refused", f"{url[:100]} is no address; see {setting}") from None
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in LOOPBACK):
        raise PublishError("refused", f"{url[:100]} is not https, so the token is not sent there; see {setting}")


def in_time(action: Callable[[], T], seconds: float) -> T:
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


def _asked_wait(error: Exception, status: int) -> float | None:
    """Seconds that the host asks to wait, None when the failure is not about too many requests."""
    headers = getattr(error, "headers", None) or {}
    after, reset = headers.get("retry-after"), headers.get("x-ratelimit-reset")
    if status not in (403, 429):
        return None
    if isinstance(after, str) and after.isascii() and after.isdigit():
        return min(_LONGEST, float(after))
    if headers.get("x-ratelimit-remaining") == "0" and isinstance(reset, str) and reset.isascii() and reset.isdigit():
        return min(_LONGEST, max(1.0, float(reset) - time.time()))
    data = getattr(error, "data", None)
    message = str(data.get("message", "")).lower() if isinstance(data, dict) else ""
    return 60.0 if status == 429 or "rate limit" in message or "abuse detection" in message else None
