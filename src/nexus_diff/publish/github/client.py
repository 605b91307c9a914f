"""GitHub's API of one repository."""

# For maintainers. PyGithub does authentication, connections and proxies; its objects are not used, because they fetch what they miss
# without being asked, and because an answer is checked here before anything is believed. Its own pauses are off: `Calls` makes them.

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from nexus_diff import __version__
from nexus_diff.publish.calls import CALL_SECONDS, TOTAL_SECONDS, Calls, safe_address
from nexus_diff.publish.client import PAGE, Client
from nexus_diff.publish.value import PublishError


class Api(Client):
    """Calls of one repository's API. `seconds`: for all of them together, waits included. `pause`: between writes."""

    def __init__(self, token: str, repository: str, *, base_url: str, seconds: float = TOTAL_SECONDS, pause: float = 1.0) -> None:
        super().__init__(Calls("GitHub", token, seconds=seconds, pause=pause))
        self.repository = repository
        self._token = token
        self._base_url = base_url
        self._requester: Any = None

    @property
    def of_workflow(self) -> bool:
        """Whether the token is one of an App, as a workflow's own is."""
        return self._token.startswith("ghs_")

    def login(self) -> str:
        """Whose token it is, "" when that cannot be learned."""
        try:
            answer = self._call("POST", "graphql", {"query": "query { viewer { login } }"})
            return str(answer["data"]["viewer"]["login"])
        except (PublishError, LookupError, TypeError):
            return ""

    def _url(self, path: str) -> str:
        return f"/repos/{self.repository}/{path}"

    def _once(self, verb: str, url: str, body: Any, parameters: Mapping[str, Any]) -> Any:
        requester = self._connected()
        where = requester.graphql_url if url == "graphql" else url
        return requester.requestJsonAndCheck(verb, where, parameters=parameters, input=body)[1]

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
                seconds_between_writes=0,
            ).requester
        return self._requester
