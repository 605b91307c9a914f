"""A JSON API over HTTP, for hosts that need no client library of their own."""

# For maintainers. requests does connections, proxies (HTTPS_PROXY, NO_PROXY) and certificates (REQUESTS_CA_BUNDLE). Three of its habits are
# off: it would look for other credentials in ~/.netrc, follow a redirect to another host, and read an answer of any size.

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from nexus_diff import __version__
from nexus_diff.publish.calls import CALL_SECONDS, TOTAL_SECONDS, Calls, safe_address
from nexus_diff.publish.client import Client, RefusalError
from nexus_diff.publish.value import PublishError

MOST_BYTES = 20 << 20
"""Of one answer."""
_SIGN_IN = 203
"""What Azure DevOps answers to a token that it does not know: a page to sign in at."""


class Access(msgspec.Struct, frozen=True, kw_only=True):
    """How a host's API is reached. `host`: its name in messages. `setting`: the variable that `base_url` comes from. `authorization`: the
    header's value, "" for none. `token`: the secret in it, which no message shows. `proxy`: address that requests over plain HTTP go
    through, on this machine. `pause`: seconds between writes."""

    host: str
    base_url: str
    setting: str
    authorization: str = ""
    token: str = ""
    proxy: str = ""
    pause: float = 1.0


class Rest(Client):
    """Calls of one host's API, by path below its base. `seconds`: for all of them together, waits included."""

    def __init__(self, access: Access, *, seconds: float = TOTAL_SECONDS) -> None:
        super().__init__(Calls(access.host, access.token, seconds=seconds, pause=access.pause))
        self._access = access
        self._session: Any = None

    def _call(self, verb: str, url: str, body: Any = None, parameters: Mapping[str, Any] | None = None) -> Any:
        return super()._call(verb, url, None if body is None else _encoded(body), parameters)

    def _once(self, verb: str, url: str, body: bytes | None, parameters: Mapping[str, Any]) -> Any:
        session = self._connected()
        address = f"{self._access.base_url.rstrip('/')}/{url}"
        headers = {"Content-Type": "application/json"} if body is not None else {}
        with session.request(
            verb, address, params=parameters, data=body, headers=headers, timeout=CALL_SECONDS, allow_redirects=False, stream=True
        ) as answer:
            text = answer.raw.read(MOST_BYTES + 1, decode_content=True)
            if len(text) > MOST_BYTES:
                raise ValueError("too large")
            if not 200 <= answer.status_code < 300 or answer.status_code == _SIGN_IN:
                status = 401 if answer.status_code == _SIGN_IN else answer.status_code
                raise RefusalError(status, {name.lower(): value for name, value in answer.headers.items()}, _said(text))
        return msgspec.json.decode(text) if text.strip() else None

    def _connected(self) -> Any:
        if self._session is None:
            access = self._access
            if access.authorization:  # with none, there is nothing that must not be seen
                safe_address(access.base_url, access.setting)
            try:
                import requests
            except ImportError:
                raise PublishError("refused", "requests is not installed; install nexus-diff with its extra ci") from None
            session = requests.Session()
            session.headers.update({"User-Agent": f"nexus-diff/{__version__}", "Accept": "application/json"})
            session.auth = _authorized(access.authorization)
            if access.proxy:
                session.trust_env = False
                session.proxies = {"http": access.proxy}
            self._session = session
        return self._session


def _authorized(value: str) -> Callable[[Any], Any]:
    """Sets the header; that there is such a thing at all keeps requests from looking for credentials elsewhere."""

    def sign(request: Any) -> Any:
        if value:
            request.headers["Authorization"] = value
        return request

    return sign


def _encoded(body: Any) -> bytes:
    return msgspec.json.encode(body)


def _said(text: bytes) -> str:
    """The host's own words about a failure, "" where there are none."""
    try:
        data = msgspec.json.decode(text[:100_000])
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return ""
    if not isinstance(data, dict):
        return ""
    inner = data.get("error")
    found = data.get("message") or (inner.get("message") if isinstance(inner, dict) else inner)
    return found if isinstance(found, str) else ""
