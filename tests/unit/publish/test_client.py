"""Rows 2, 21 and 24: whatever the API answers, or does not, ends in time, in one line, without the token."""

from __future__ import annotations

import io
import logging
import socket
import time
from collections.abc import Callable

import pytest
from github_fake import GitHub

from nexus_diff.publish import PublishError, calls
from nexus_diff.publish.github.client import Api
from nexus_diff.publish.github.comment import _Pull

TOKEN = "ghs_" + "canary" * 6
Make = Callable[..., Api]


@pytest.mark.parametrize(
    ("how", "kind", "tries"),
    [
        ("401", "permission", 1),
        ("403", "permission", 1),
        ("404", "missing", 1),
        ("410", "missing", 1),
        ("422", "refused", 1),
        ("429", "limited", 1),
        ("500", "server", 3),
        ("502", "server", 3),
        ("503", "server", 3),
        ("garbage", "server", 1),
        ("hang", "unreachable", 1),
        ("drop", "unreachable", 3),
        ("wait:3600", "limited", 1),
        ("wait:2", "limited", 3),
        ("reset:3000", "limited", 1),
    ],
)
def test_row_2_every_failure_is_one_line_within_the_time(github: GitHub, api: Make, how: str, kind: str, tries: int) -> None:
    github.fail("GET", "pulls", how)
    began = time.monotonic()
    one = api()
    with pytest.raises(PublishError) as caught:
        one.get("pulls/7", _Pull)
    assert caught.value.kind == kind
    assert one.requests == tries
    message = str(caught.value)
    assert "\n" not in message
    assert "Traceback" not in message
    assert TOKEN not in message
    assert time.monotonic() - began + sum(api.waits) < 60  # type: ignore[attr-defined]
    assert caught.value.__cause__ is None


@pytest.mark.parametrize(("how", "times", "waited"), [("502", 2, [1.0, 2.0]), ("wait:7", 1, [7.0]), ("drop", 1, [1.0])])
def test_row_21_what_passes_is_waited_for(github: GitHub, api: Make, how: str, times: int, waited: list[float]) -> None:
    github.fail("GET", "pulls", how, times)
    assert api().get("pulls/7", dict)["number"] == 7
    assert api.waits == waited  # type: ignore[attr-defined]


def test_row_21_all_waits_together_stay_below_a_minute(github: GitHub, api: Make) -> None:
    github.fail("*", "", "wait:12")
    one = api()
    for _ in range(10):
        with pytest.raises(PublishError):
            one.get("pulls/7", dict)
    assert sum(api.waits) <= 60  # type: ignore[attr-defined]


def test_after_a_hang_nothing_more_is_tried(github: GitHub, api: Make) -> None:
    github.fail("GET", "pulls", "hang", 1)
    one = api()
    for _ in range(5):
        with pytest.raises(PublishError, match="did not answer"):
            one.get("pulls/7", dict)
    assert one.requests == 1


def test_nobody_listens(api: Make) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    with pytest.raises(PublishError, match="cannot be reached"):
        api(base_url=f"http://127.0.0.1:{port}").get("pulls/7", dict)


def test_a_name_that_does_not_resolve(api: Make) -> None:
    with pytest.raises(PublishError) as caught:
        api(base_url="https://no-such-host.invalid").get("pulls/7", dict)
    assert caught.value.kind == "unreachable"


@pytest.mark.parametrize("address", ["http://ghe.example.org/api/v3", "ftp://x", "github.com", ""])
def test_row_24_the_token_goes_nowhere_without_https(api: Make, address: str) -> None:
    with pytest.raises(PublishError, match=r"not https|is not set"):
        api(base_url=address).get("pulls/7", dict)


def test_row_24_an_enterprise_server_is_asked_below_its_prefix(monkeypatch: pytest.MonkeyPatch, api: Make) -> None:
    from github_fake import served

    fake = GitHub(prefix="/api/v3")
    fake.heads[7] = "a" * 40
    with served(fake) as address:
        assert api(base_url=address).get("pulls/7", dict)["number"] == 7
        assert api(base_url=address, token="ghp_x").login() == "github-actions[bot]"
    assert fake.log == [("GET", "/repos/o/r/pulls/7"), ("POST", "/api/graphql")]


def test_row_24_a_proxy_is_used_unless_it_is_told_not_to(github: GitHub, api: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{taken.getsockname()[1]}"
    monkeypatch.setenv("http_proxy", github.public)
    monkeypatch.setenv("no_proxy", "")
    assert api(base_url=nobody).get("pulls/7", dict)["number"] == 7
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with pytest.raises(PublishError, match="cannot be reached"):
        api(base_url=nobody).get("pulls/7", dict)


def test_a_redirect_to_another_host_does_not_get_the_token(github: GitHub, api: Make) -> None:
    from github_fake import served

    thief = GitHub()
    with served(thief) as address:
        github.answer = lambda *_: (301, {}, {"Location": address.replace("127.0.0.1", "localhost") + "/repos/o/r/pulls/7"})  # type: ignore[method-assign]
        with pytest.raises(PublishError):
            api().get("pulls/7", dict)
    assert thief.headers == []


def test_the_token_is_in_no_message_whatever_the_server_says(github: GitHub, api: Make) -> None:
    github.error = lambda status, *_: (status, {"message": f"no {TOKEN}\n::error::x"}, {})  # type: ignore[method-assign, assignment]
    github.fail("GET", "pulls", "403")
    with pytest.raises(PublishError) as caught:
        api().get("pulls/7", dict)
    assert TOKEN not in str(caught.value)
    assert "::error" not in str(caught.value)


def test_the_token_is_in_no_log(github: GitHub, api: Make) -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        api().get("pulls/7", dict)
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
    assert TOKEN not in stream.getvalue()
    assert github.headers[0]["Authorization"].endswith(TOKEN)


def test_an_answer_of_another_shape_is_no_crash(github: GitHub, api: Make) -> None:
    with pytest.raises(PublishError, match="unexpected answer"):
        api().get("pulls/7", list[int])


def test_the_client_is_an_extra(api: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "github", None)
    with pytest.raises(PublishError, match="its extra github"):
        api().get("pulls/7", dict)


def test_importing_the_publishers_does_not_load_the_client_library() -> None:
    import subprocess
    import sys

    code = "import sys, nexus_diff.publish.github.comment, nexus_diff.publish.github.check; sys.exit('github' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_pause_between_writes_is_what_github_asks(api: Make) -> None:
    one = api(pause=1.0)
    for _ in range(3):
        one.post("issues/7/comments", {"body": "x"}, dict)
        one.get("pulls/7", dict)
    assert 1.5 < sum(api.waits) <= 2.0  # type: ignore[attr-defined]
    assert Api.__init__.__kwdefaults__["pause"] >= 1.0
    assert calls.TOTAL_SECONDS <= 60
