"""GitHub's API of one repository."""

# For maintainers. PyGithub does authentication, connections and proxies; its objects are not used, because they fetch what they miss
# without being asked, and because an answer is checked here before anything is believed. Writes go out a second apart, as GitHub asks of
# its clients.

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, TypeVar

from nexus_diff import __version__
from nexus_diff.publish.calls import CALL_SECONDS, TOTAL_SECONDS, Calls, safe_address
from nexus_diff.publish.value import PublishError

T = TypeVar("T")

PAGE = 100
"""Rows of one page (GitHub's limit)."""


class Api:
    """Calls of one repository's API. `seconds`: for all of them together, waits included. `pause`: between writes."""

    def __init__(self, token: str, repository: str, *, base_url: str, seconds: float = TOTAL_SECONDS, pause: float = 1.0) -> None:
        self.repository = repository
        self._token = token
        self._base_url = base_url
        self._pause = pause
        self._calls = Calls("GitHub", token, seconds=seconds)
        self._requester: Any = None

    @property
    def requests(self) -> int:
        """How many have been sent."""
        return self._calls.requests

    def get(self, path: str, type: type[T], **parameters: Any) -> T:
        """What lies at a path below the repository's."""
        return self._calls.decoded(self._call("GET", self._url(path), parameters=parameters), type)

    def pages(self, path: str, type: type[T], *, most: int = 10, **parameters: Any) -> Iterator[list[T]]:
        """A list, page by page, at most `most` of them."""
        for number in range(1, most + 1):
            page = self.get(path, list[type], per_page=PAGE, page=number, **parameters)  # type: ignore[valid-type]
            yield page
            if len(page) < PAGE:
                return

    def post(self, path: str, body: dict[str, Any], type: type[T]) -> T:
        """Makes something below the repository's path."""
        return self._calls.decoded(self._call("POST", self._url(path), input=body), type)

    def patch(self, path: str, body: dict[str, Any], type: type[T]) -> T:
        """Changes something below the repository's path."""
        return self._calls.decoded(self._call("PATCH", self._url(path), input=body), type)

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
        return self._calls.call(lambda: self._once(verb, url, more))

    def _once(self, verb: str, url: str, more: dict[str, Any]) -> Any:
        requester = self._connected()
        if url == "graphql":
            return requester.requestJsonAndCheck(verb, requester.graphql_url, **more)[1]
        return requester.requestJsonAndCheck(verb, url, **more)[1]

    def _connected(self) -> Any:
        if self._requester is None:
            safe_address(self._base_url, "GITHUB_API_URL")
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
