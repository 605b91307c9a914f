"""GitLab by the real python-gitlab: rows 2, 3, 4, 5, 8, 21, 24 and 25, for the note, for discussions and for every answer or none."""

from __future__ import annotations

import io
import logging
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from ci_faults import pass_waits
from github_fake import served
from github_page import Page, check_page
from gitlab_fake import BOT, NUMBER, PROJECT, GitLab
from hostile_answer import answer_of
from hostile_names import NAMES

from nexus_diff.publish import Annotation, Comment, PublishError
from nexus_diff.publish.gitlab import client, notes
from nexus_diff.publish.gitlab.client import Api
from nexus_diff.publish.gitlab.dotenv import MOST_BYTES, dotenv_of
from nexus_diff.publish.gitlab.notes import MOST_CHARS, MOST_DISCUSSIONS, Notes, finding_id, harmless, publish_discussions, publish_note
from nexus_diff.report import Options, prepare, render

HEAD = "a" * 40
TOKEN, JOB = "glpat-" + "canary" * 4, "glcbt-" + "canary" * 4
Make = Callable[..., Api]
PATH = f"merge_requests/{NUMBER}"


@pytest.fixture
def gitlab() -> Iterator[GitLab]:
    fake = GitLab(TOKEN, HEAD, job_token=JOB)
    with served(fake) as address:  # type: ignore[arg-type]
        fake.public = address
        yield fake


@pytest.fixture
def api(gitlab: GitLab, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Makes clients. Nothing sleeps for real: waits are noted in `api.waits`, and time passes by them."""
    pytest.importorskip("gitlab")
    waits = pass_waits(monkeypatch)

    def make(**more: Any) -> Api:
        options = {"api_url": gitlab.public, "pause": 0, **more}
        return Api(options.pop("token", TOKEN), PROJECT, **options)

    make.waits = waits  # type: ignore[attr-defined]
    return make


def post(api: Api, body: str = "hello", *, on_silence: str = "edit", author: str = "", **more: Any) -> str:
    return publish_note(Notes(api, NUMBER, author=author), HEAD, Comment(body=body, **more), on_silence=on_silence).what


def text_of(note: dict[str, Any]) -> str:
    return str(note["body"]).partition("\n")[2]


def test_row_3_created_then_left_then_edited(gitlab: GitLab, api: Make) -> None:
    assert post(api(), "one") == "created"
    before = len(gitlab.writes())
    assert post(api(), "one") == "unchanged"
    assert len(gitlab.writes()) == before
    assert post(api(), "two") == "edited"
    assert [text_of(note) for note in gitlab.notes] == ["two"]


def test_row_3_the_marker_has_to_stand_at_the_start_and_the_author_has_to_be_us(gitlab: GitLab, api: Make) -> None:
    post(api(), "one")
    marked = gitlab.notes[0]["body"]
    gitlab.notes.clear()
    others = [gitlab.say(marked, "stranger"), gitlab.say("> " + marked), gitlab.say(marked, "project_42_bot_other")]
    assert post(api(), "two") == "created"
    assert [one["body"] for one in others] == [marked, "> " + marked, marked]
    assert len(gitlab.notes) == 4


def test_row_3_another_job_with_the_same_result_writes_nothing(gitlab: GitLab, api: Make) -> None:
    page = "https://gitlab.example.org/jobs/{}"
    for number in (1, 2):
        post(api(), f"one [report]({page.format(number)})", passing=page.format(number))
    assert len(gitlab.writes()) == 1
    assert post(api(), f"two [report]({page.format(3)})", passing=page.format(3)) == "edited"


def test_row_3_a_note_is_found_on_a_later_page(gitlab: GitLab, api: Make) -> None:
    for number in range(230):
        gitlab.say(f"talk {number}", "person", system=number % 2 == 0)
    post(api(), "one")
    assert post(api(), "two") == "edited"
    assert sum("nexus-diff" in note["body"] for note in gitlab.notes) == 1


def test_row_3_doubles_go_away(gitlab: GitLab, api: Make) -> None:
    post(api(), "one")
    first = gitlab.notes[0]
    gitlab.say(first["body"])
    assert post(api(), "two") == "edited"
    assert gitlab.notes == [first]


def test_row_3_two_racing_runs_leave_one_note(gitlab: GitLab, api: Make) -> None:
    both = threading.Barrier(2, timeout=5)

    def wait(verb: str, path: str) -> None:
        if verb == "POST":
            both.wait()

    gitlab.before = wait
    runs = [threading.Thread(target=post, args=(api(), "same")) for _ in range(2)]
    for run in runs:
        run.start()
    for run in runs:
        run.join()
    gitlab.before = lambda verb, path: None
    post(api(), "other")
    assert [text_of(note) for note in gitlab.notes] == ["other"]


def test_row_4_silence(gitlab: GitLab, api: Make) -> None:
    assert post(api(), "nothing", silent=True) == "silent"
    assert gitlab.writes() == []
    post(api(), "impact")
    assert post(api(), "nothing", silent=True) == "edited"
    assert post(api(), "nothing", silent=True) == "unchanged"
    assert post(api(), "nothing", silent=True, on_silence="delete") == "deleted"
    assert gitlab.notes == []


def test_row_5_a_note_never_exceeds_its_limit(gitlab: GitLab, api: Make) -> None:
    assert post(api(), "x" * (MOST_CHARS * 2)) == "created"
    assert len(gitlab.notes[0]["body"]) <= MOST_CHARS


def test_row_23_projects_have_notes_of_their_own(gitlab: GitLab, api: Make) -> None:
    for _ in range(2):
        post(api(), "web", project="web")
        post(api(), "api", project="services/api -->")
    assert len(gitlab.notes) == 2


def test_row_25_a_moved_head_is_told_nothing(gitlab: GitLab, api: Make) -> None:
    gitlab.head = "b" * 40
    assert post(api(), "late") == "stale"
    found = publish_discussions(Notes(api(), NUMBER), HEAD, [annotation()], {})
    assert found.what == "stale"
    assert gitlab.writes() == []


def test_row_21_an_ordinary_merge_request_takes_few_requests(gitlab: GitLab, api: Make) -> None:
    runs = [api() for _ in range(3)]
    for one, body in zip(runs, ("one", "one", "two"), strict=True):
        post(one, body)
    assert [one.requests for one in runs] == [4, 2, 4]


def test_row_21_writes_are_apart(gitlab: GitLab, api: Make) -> None:
    one = api(pause=1.0)
    publish_discussions(Notes(one, NUMBER), HEAD, [annotation(line=line, key=(str(line),)) for line in (1, 2, 3)], {})
    assert 1.5 < sum(api.waits) <= 2.0  # type: ignore[attr-defined]
    assert Api.__init__.__kwdefaults__["pause"] >= 1.0


def annotation(path: str = "a.py", line: int = 3, message: str = "breaks", **more: Any) -> Annotation:
    return Annotation(path=path, start_line=line, end_line=line, level="warning", title="Breaking call site", message=message, **more)


def test_discussions_are_opened_once_whatever_became_of_them(gitlab: GitLab, api: Make) -> None:
    first = [annotation(key=("f", "g", "arguments")), annotation("new.py", key=("h",))]
    done = publish_discussions(Notes(api(), NUMBER), HEAD, first, {"new.py": "old.py"})
    assert (done.what, done.annotated) == ("created", 2)
    assert [note["position"]["old_path"] for note in gitlab.inline()] == ["a.py", "old.py"]
    moved = [annotation(line=9, message="breaks, in other words", key=("f", "g", "arguments"))]
    before = len(gitlab.writes())
    assert publish_discussions(Notes(api(), NUMBER), HEAD, moved, {}).what == "unchanged"
    assert len(gitlab.writes()) == before


def test_a_discussion_of_somebody_else_does_not_count(gitlab: GitLab, api: Make) -> None:
    gitlab.say(f"<!-- nexus-diff finding={finding_id(annotation())} -->\nours, it says", "stranger")
    assert publish_discussions(Notes(api(), NUMBER), HEAD, [annotation()], {}).annotated == 1


def test_lines_that_gitlab_refuses_are_counted(gitlab: GitLab, api: Make) -> None:
    gitlab.lines = {"a.py": {3}}
    done = publish_discussions(Notes(api(), NUMBER), HEAD, [annotation(key=("x",)), annotation("b.py", key=("y",))], {})
    assert (done.annotated, done.why) == (1, "1 not taken by GitLab")


def test_row_5_discussions_are_few(gitlab: GitLab, api: Make) -> None:
    many = [annotation(line=line, key=(str(line),)) for line in range(1, MOST_DISCUSSIONS + 6)]
    done = publish_discussions(Notes(api(), NUMBER), HEAD, many, {})
    assert (done.annotated, done.why) == (MOST_DISCUSSIONS, "5 more are in the note only")


def test_note_and_discussions_read_the_notes_once(gitlab: GitLab, api: Make) -> None:
    for number in range(150):
        gitlab.say(f"talk {number}", "person")
    one = api()
    both = Notes(one, NUMBER)
    publish_note(both, HEAD, Comment(body="x"))
    publish_discussions(both, HEAD, [annotation()], {})
    assert [path for verb, path in gitlab.log if verb == "GET" and path.endswith("/notes")] == [f"/projects/{PROJECT}/{PATH}/notes"] * 3


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_row_8_hostile_names_in_a_discussion(name: str) -> None:
    body = notes._body("0" * 32, annotation(message=f"{name}\n{name}", key=()))
    page = Page(body.partition("\n")[2])
    assert {tag for tag, _ in page.tags} <= {"p", "strong", "code"}
    assert not any(line.startswith("/") for line in body.splitlines())
    assert "@" not in "".join(page.loose)


@pytest.mark.parametrize(
    ("text", "shown"),
    [("/close", "\\/close"), ("a\n  /merge now", "a\n  \\/merge now"), ("`/x`", "`/x`"), ("a /close", "a /close"), ("//", "//")],
)
def test_row_8_no_line_is_a_quick_action(text: str, shown: str) -> None:
    assert harmless(text) == shown


PAGE = "https://gitlab.example.org/group/shop/-/blob"
REFERENCE = re.compile(r"[!$%~&^]\w|\[\[|\{\{|\[vulnerability:")
"""What GitLab makes links of, besides what GitHub does."""


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_row_8_hostile_names_in_a_note(name: str) -> None:
    report = prepare(answer_of(name, f"/close {name}", "x"), range="merge request 7")
    body = render(report, "markdown", Options(link_base=PAGE, link_head="2" * 40))
    page = check_page(body, PAGE)
    assert not [text for text in page.loose if REFERENCE.search(text)]
    assert harmless(body) == body  # the net catches nothing that came this way


FAULTS = [
    ("401", "permission", 1),
    ("403", "permission", 1),
    ("404", "missing", 1),
    ("400", "refused", 1),
    ("422", "refused", 1),
    ("429", "limited", 1),
    ("500", "server", 3),
    ("502", "server", 3),
    ("garbage", "server", 1),
    ("huge", "server", 1),
    ("hang", "unreachable", 1),
    ("drop", "unreachable", 3),
    ("redirect", "server", 1),
    ("wait:3600", "limited", 1),
    ("wait:2", "limited", 3),
]


@pytest.mark.parametrize(("how", "kind", "tries"), FAULTS)
def test_row_2_every_failure_is_one_line_within_the_time(gitlab: GitLab, api: Make, how: str, kind: str, tries: int) -> None:
    gitlab.fail("GET", PATH, how)
    began = time.monotonic()
    one = api()
    with pytest.raises(PublishError) as caught:
        one.get(PATH, dict)
    assert (caught.value.kind, one.requests) == (kind, tries)
    assert "\n" not in str(caught.value)
    assert TOKEN not in str(caught.value)
    assert time.monotonic() - began + sum(api.waits) < 60  # type: ignore[attr-defined]


def test_row_24_no_redirect_gets_the_token(gitlab: GitLab, api: Make) -> None:
    thief = GitLab(TOKEN, HEAD)
    with served(thief) as address:  # type: ignore[arg-type]
        for host in (address, address.replace("127.0.0.1", "localhost")):
            gitlab.steal = host.removesuffix(thief.prefix)
            gitlab.fail("*", "", "redirect")
            for ask in (lambda: api().get(PATH, dict), lambda: post(api(), "x")):
                with pytest.raises(PublishError, match="redirect"):
                    ask()
    assert thief.headers == []


@pytest.mark.parametrize("address", ["http://gitlab.example.org/api/v4", "ftp://x/api/v4", "gitlab.com", ""])
def test_row_24_the_token_goes_nowhere_without_https(api: Make, address: str) -> None:
    with pytest.raises(PublishError, match=r"not https|is not set"):
        api(api_url=address).get(PATH, dict)


def test_row_24_a_proxy_is_used_unless_it_is_told_not_to(gitlab: GitLab, api: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{taken.getsockname()[1]}{gitlab.prefix}"
    monkeypatch.setenv("http_proxy", gitlab.public.removesuffix(gitlab.prefix))
    monkeypatch.setenv("no_proxy", "")
    assert api(api_url=nobody).get(PATH, dict)["iid"] == NUMBER
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with pytest.raises(PublishError, match="cannot be reached"):
        api(api_url=nobody).get(PATH, dict)


def test_row_24_an_address_that_is_no_api(api: Make) -> None:
    with pytest.raises(PublishError, match="no address of GitLab's API"):
        api(api_url="https://gitlab.example.org").get(PATH, dict)


def test_row_24_gitlab_below_a_path(gitlab: GitLab, api: Make) -> None:
    fake = GitLab(TOKEN, HEAD)
    fake.prefix = "/git/lab/api/v4"
    with served(fake) as address:  # type: ignore[arg-type]
        assert api(api_url=address).get(PATH, dict)["iid"] == NUMBER


def test_the_token_of_a_job_goes_by_its_own_header(gitlab: GitLab, api: Make) -> None:
    with pytest.raises(PublishError) as caught:
        post(api(token=JOB, job_token=True), "x")
    assert caught.value.kind == "permission"
    assert gitlab.log[-1][0] == "POST"
    assert {name.lower() for name in gitlab.headers[-1]} >= {"job-token"}
    assert not any(name.lower() == "private-token" for head in gitlab.headers for name in head)


def test_the_token_is_in_no_message_and_no_log(gitlab: GitLab, api: Make) -> None:
    stream = io.StringIO()
    handler, root = logging.StreamHandler(stream), logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    gitlab.error = lambda status, *_: (status, {"message": {"base": [f"no {TOKEN}\n::error::x"]}}, {})  # type: ignore[method-assign]
    gitlab.fail("GET", "notes", "403")
    try:
        with pytest.raises(PublishError) as caught:
            post(api(), "x")
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
    assert TOKEN not in stream.getvalue() + str(caught.value)
    assert "::error" not in str(caught.value)


def test_an_answer_of_another_shape_is_no_crash(gitlab: GitLab, api: Make) -> None:
    with pytest.raises(PublishError, match="unexpected answer"):
        api().get(PATH, list[int])


def test_the_client_is_an_extra_and_is_loaded_late(api: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import sys, nexus_diff.run.ci.gitlab; sys.exit('gitlab' in sys.modules or 'requests' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    monkeypatch.setitem(sys.modules, "gitlab", None)
    with pytest.raises(PublishError, match="its extra gitlab"):
        api().get(PATH, dict)


def test_our_own_certificates_are_used(gitlab: GitLab, api: Make) -> None:
    one = api(ca_file="/some/ca.pem")
    one._connected()
    assert one._client.ssl_verify == "/some/ca.pem"
    assert api()._connected().ssl_verify is True
    assert client.MOST_BYTES < 1 << 26


@pytest.mark.parametrize(
    ("values", "lines"),
    [
        ({"risk": "low", "test-files": '["a.py"]'}, ["NEXUS_DIFF_RISK=low", 'NEXUS_DIFF_TEST_FILES=["a.py"]']),
        ({"empty": "", "blank": "  "}, []),
        ({"a": "$CI_JOB_TOKEN", "b": "x\ny\r::z"}, ["NEXUS_DIFF_B=x\\ny\\r::z"]),
        ({"long": "x" * MOST_BYTES, "b": "1"}, ["NEXUS_DIFF_B=1"]),
        ({f"v{n}": "1" for n in range(30)}, [f"NEXUS_DIFF_V{n}=1" for n in range(20)]),
    ],
)
def test_row_5_a_dotenv_report_that_gitlab_takes(values: dict[str, str], lines: list[str]) -> None:
    text = dotenv_of(values)
    assert text.splitlines() == lines
    assert len(text.encode()) < 5_120


def test_the_fake_knows_who_we_are(gitlab: GitLab, api: Make) -> None:
    assert api().username() == BOT
