"""The client for hosts without a library of their own: no other credentials, no other host, no answer of any size, no word of the token."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from github_fake import served
from rest_fake import Answer, Fake, Route

from nexus_diff.publish import PublishError, calls, rest
from nexus_diff.publish.rest import Access, Rest

pytest.importorskip("requests")
TOKEN = "canary" * 6


class Host(Fake):
    """Answers `given` to everything."""

    given: Answer = (200, {"a": 1}, {})

    def routes(self) -> list[Route]:
        return [(verb, "/x", lambda *_: self.given) for verb in ("GET", "POST", "PUT", "PATCH", "DELETE")]


@pytest.fixture
def host() -> Iterator[Host]:
    fake = Host(f"Bearer {TOKEN}")
    with served(fake):
        yield fake


@pytest.fixture
def api(host: Host, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Rest]:
    monkeypatch.setattr(calls, "CALL_SECONDS", 2.0)

    def make(**more: Any) -> Rest:
        access = {
            "host": "Host",
            "base_url": host.public,
            "setting": "SETTING",
            "authorization": f"Bearer {TOKEN}",
            "token": TOKEN,
            "pause": 0.0,
        }
        return Rest(Access(**{**access, **more}))

    return make


def test_each_verb(host: Host, api: Callable[..., Rest]) -> None:
    one = api()
    assert one.get("x", dict, q="a b&c") == {"a": 1}
    assert [one.post("x", {"b": 2}, dict), one.put("x", [3], dict), one.patch("x", {}, dict)] == [{"a": 1}] * 3
    one.delete("x")
    assert [verb for verb, _ in host.log] == ["GET", "POST", "PUT", "PATCH", "DELETE"]
    assert host.queries[0] == {"q": "a b&c"}
    assert host.bodies[1:4] == [{"b": 2}, [3], {}]
    assert one.requests == 5


@pytest.mark.parametrize("token", ["two words", "line\nend: x", "t\u00f6ken", "\udcff", "\x7f"])
def test_a_token_that_is_none_is_not_sent(host: Host, api: Callable[..., Rest], token: str) -> None:
    with pytest.raises(PublishError, match="the token for Host holds what no token does") as refused:
        api(token=token, authorization=f"Bearer {token}").get("x", dict)
    assert token not in str(refused.value)
    assert host.log == []


@pytest.mark.parametrize(
    ("url", "said"),
    [("", "SETTING is not set"), (" ", "SETTING is not set"), ("https://[x", "is no address; see SETTING"), ("ftp://x", "is not https")],
)
def test_an_address_that_is_none_is_said(api: Callable[..., Rest], url: str, said: str) -> None:
    with pytest.raises(PublishError, match=re.escape(said)):
        api(base_url=url).get("x", dict)


def test_row_24_credentials_from_elsewhere_are_not_used(
    host: Host, api: Callable[..., Rest], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login me password secret\n")
    monkeypatch.setenv("NETRC", str(netrc))
    host.authorization = ""
    assert api(authorization="", token="").get("x", dict) == {"a": 1}
    assert "Authorization" not in host.headers[0]


def test_row_24_a_redirect_is_not_followed(host: Host, api: Callable[..., Rest]) -> None:
    host.given = (307, {}, {"Location": f"{host.public}/elsewhere"})
    with pytest.raises(PublishError, match="answered 307"):
        api().post("x", {}, dict)
    assert len(host.log) == 1


@pytest.mark.parametrize("address", ["http://example.org", "ftp://127.0.0.1", "example.org", "", "http://127.0.0.1.example.org"])
def test_row_24_the_token_is_sent_over_https_or_not_at_all(api: Callable[..., Rest], address: str) -> None:
    with pytest.raises(PublishError, match="SETTING"):
        api(base_url=address).get("x", dict)


def test_row_10_an_answer_of_any_size_is_not_read(host: Host, api: Callable[..., Rest], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rest, "MOST_BYTES", 1000)
    host.given = (200, {"a": "x" * 2000}, {})
    with pytest.raises(PublishError, match="cannot be read"):
        api().get("x", dict)


@pytest.mark.parametrize(
    ("given", "kind", "words"),
    [
        ((401, {"message": f"bad {TOKEN}\n::error::x"}, {}), "permission", "bad ***"),
        ((203, "<html>", {}), "permission", "answered 401"),
        ((403, {"error": {"message": "no scope"}}, {}), "permission", "no scope"),
        ((404, {"error": "gone"}, {}), "missing", "gone"),
        ((409, {}, {}), "refused", "answered 409"),
        ((400, {"message": ["a"]}, {}), "refused", "answered 400"),
        ((200, [1], {}), "server", "unexpected answer"),
        ((200, None, {}), "server", "unexpected answer"),
    ],
)
def test_row_2_what_a_refusal_means(host: Host, api: Callable[..., Rest], given: Answer, kind: str, words: str) -> None:
    host.given = given
    with pytest.raises(PublishError) as caught:
        api().get("x", dict)
    assert caught.value.kind == kind
    assert words in str(caught.value)
    assert TOKEN not in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "::error" not in str(caught.value)


def test_row_21_writes_have_a_pause_between_them(host: Host, api: Callable[..., Rest]) -> None:
    one = api(pause=0.3)
    began = time.monotonic()
    one.post("x", {}, dict)
    one.get("x", dict)
    assert time.monotonic() - began < 0.3
    one.post("x", {}, dict)
    assert time.monotonic() - began >= 0.3
    assert Access.__struct_defaults__[-1] >= 1.0


def test_the_client_is_an_extra(api: Callable[..., Rest], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "requests", None)
    with pytest.raises(PublishError, match="its extra ci"):
        api().get("x", dict)


def test_the_services_do_not_load_client_libraries() -> None:
    code = "import sys, nexus_diff.run.ci.auto; sys.exit(bool({'requests', 'github', 'gitlab'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
