"""GitLab's API: a value or one PublishError, in time."""

# For maintainers. python-gitlab does authentication, connections, proxies and CAs; its objects are not used, because an answer is checked
# here before anything is believed. Its retries are off: they may sleep for minutes. No redirect is followed: requests would take the token
# along to wherever it leads, since it is no `Authorization` header. Bodies are read up to a limit.

from __future__ import annotations

import io
import json
import math
from collections.abc import Mapping
from typing import Any

import msgspec

from nexus_diff import __version__
from nexus_diff.publish.calls import CALL_SECONDS, TOTAL_SECONDS, Calls, safe_address
from nexus_diff.publish.client import Client, RefusalError
from nexus_diff.publish.value import PublishError

MOST_BYTES = 32 << 20
"""Of one answer; a page of notes may well have some."""
_API = "/api/v4"


class _TooLargeError(Exception):
    """An answer of more than MOST_BYTES."""


class _User(msgspec.Struct, frozen=True):
    username: str


class Api(Client):
    """Calls below one project. `job_token`: the token is that of the job. `ca_file`: certificates to trust, "" for those of the system.
    `seconds`: for all calls together, waits included. `pause`: between writes."""

    def __init__(
        self,
        token: str,
        project: str,
        *,
        api_url: str,
        job_token: bool = False,
        ca_file: str = "",
        seconds: float = TOTAL_SECONDS,
        pause: float = 1.0,
    ) -> None:
        super().__init__(Calls("GitLab", token, seconds=seconds, pause=pause))
        self.job_token = job_token
        self._project = project
        self._token = token
        self._api_url = api_url
        self._ca_file = ca_file
        self._client: Any = None
        self._headers: dict[str, str] = {}

    def username(self) -> str:
        """Whose token it is. Raises PublishError."""
        return self._calls.decoded(self._call("GET", "/user"), _User).username

    def _url(self, path: str) -> str:
        return f"/projects/{self._project}/{path}"

    def _once(self, verb: str, url: str, body: Any, parameters: Mapping[str, Any]) -> Any:
        client = self._connected()
        from gitlab.exceptions import GitlabError

        try:
            answer = client.http_request(
                verb.lower(), url, query_data=parameters, post_data=body, obey_rate_limit=False, retry_transient_errors=False
            )
        except GitlabError as error:
            raise self._refused(error) from None
        return json.loads(answer.content) if answer.content else None

    def _refused(self, error: Any) -> Exception:
        status = error.response_code if isinstance(error.response_code, int) else 0
        said = error.error_message
        if 300 <= status < 400:
            return PublishError("server", f"GitLab's API answered {status}: a redirect, which is not followed; see CI_API_V4_URL")
        if isinstance(said, (dict, list)):
            said = json.dumps(said)
        found = self._headers
        for name in ("ratelimit-remaining", "ratelimit-reset"):  # as other hosts call them
            if name in found:
                found[f"x-{name}"] = found[name]
        told = isinstance(said, str) and not said.lstrip().startswith("<")  # else a page of the server's, or of a proxy before it
        return RefusalError(status, found, said if told else "")

    def _connected(self) -> Any:
        if self._client is None:
            safe_address(self._api_url, "CI_API_V4_URL")
            if not self._api_url.endswith(_API):
                raise PublishError("refused", f"{self._api_url[:100]} is no address of GitLab's API (…{_API}); see CI_API_V4_URL")
            try:
                from gitlab import Gitlab
            except ImportError:
                raise PublishError("refused", "python-gitlab is not installed; install nexus-diff with its extra gitlab") from None
            self._client = Gitlab(
                self._api_url.removesuffix(_API),
                timeout=math.ceil(CALL_SECONDS),
                user_agent=f"nexus-diff/{__version__}",
                ssl_verify=self._ca_file or True,
                session=self._session(),
                private_token=None if self.job_token else self._token,
                job_token=self._token if self.job_token else None,
            )
        return self._client

    def _session(self) -> Any:
        """A session that follows no redirect and reads no more than it should."""
        import requests

        def bounded(answer: requests.Response, **_: object) -> requests.Response:
            self._headers = {name.lower(): value for name, value in answer.headers.items()}
            data = bytearray()
            for chunk in answer.iter_content(1 << 16):
                data += chunk
                if len(data) > MOST_BYTES:
                    answer.close()
                    raise _TooLargeError
            copy = requests.Response()
            copy.status_code, copy.reason, copy.url, copy.request = answer.status_code, answer.reason, answer.url, answer.request
            copy.headers, copy.encoding, copy.raw = answer.headers, answer.encoding, io.BytesIO(bytes(data))
            return copy

        class Session(requests.Session):
            def request(self, *words: Any, **more: Any) -> requests.Response:
                return super().request(*words, **{**more, "allow_redirects": False, "stream": True})

        session = Session()
        session.hooks["response"].append(bounded)
        return session
