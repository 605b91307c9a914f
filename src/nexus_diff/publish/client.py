"""What the clients of all hosts have in common: a verb and a path lead to an answer of the type asked for, or to a PublishError."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from nexus_diff.publish.calls import Calls

T = TypeVar("T")

PAGE = 100
"""Rows of one page (the limit of GitHub and of GitLab)."""


class RefusalError(Exception):
    """An answer that is none of success, as `Calls` wants it."""

    def __init__(self, status: int, headers: Mapping[str, str], message: str) -> None:
        super().__init__(status)
        self.status = status
        self.headers = headers
        self.data = {"message": message}


class Client(ABC):
    """Calls of one host's API. How a request is sent is `_once`, where a path of a caller's lies is `_url`."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    @property
    def requests(self) -> int:
        """How many have been sent."""
        return self._calls.requests

    def get(self, path: str, type: type[T], **parameters: Any) -> T:
        """What lies at a path."""
        return self._calls.decoded(self._call("GET", self._url(path), parameters=parameters), type)

    def pages(self, path: str, type: type[T], *, most: int = 10, **parameters: Any) -> Iterator[list[T]]:
        """A list, page by page, at most `most` of them."""
        for number in range(1, most + 1):
            page = self.get(path, list[type], per_page=PAGE, page=number, **parameters)  # type: ignore[valid-type]
            yield page
            if len(page) < PAGE:
                return

    def post(self, path: str, body: Any, type: type[T], **parameters: Any) -> T:
        """Makes something."""
        return self._calls.decoded(self._call("POST", self._url(path), body, parameters), type)

    def put(self, path: str, body: Any, type: type[T], **parameters: Any) -> T:
        """Makes or replaces something."""
        return self._calls.decoded(self._call("PUT", self._url(path), body, parameters), type)

    def patch(self, path: str, body: Any, type: type[T], **parameters: Any) -> T:
        """Changes something."""
        return self._calls.decoded(self._call("PATCH", self._url(path), body, parameters), type)

    def delete(self, path: str, **parameters: Any) -> None:
        """Removes something."""
        self._call("DELETE", self._url(path), parameters=parameters)

    def _url(self, path: str) -> str:
        return path

    def _call(self, verb: str, url: str, body: Any = None, parameters: Mapping[str, Any] | None = None) -> Any:
        return self._calls.call(lambda: self._once(verb, url, body, parameters or {}), writes=verb != "GET")

    @abstractmethod
    def _once(self, verb: str, url: str, body: Any, parameters: Mapping[str, Any]) -> Any:
        """Sends one request and gives the data of its answer; `body`: None for none. Raises RefusalError or what the library raises."""
