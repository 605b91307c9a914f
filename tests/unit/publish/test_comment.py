"""Rows 3, 4, 5 and 25: one comment, edited in place, ours alone, silent when there is nothing to say, never about an old head."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from github_fake import BOT, GitHub

from nexus_diff.publish import Comment, PublishError
from nexus_diff.publish.github.client import Api
from nexus_diff.publish.github.comment import MOST_CHARS, publish_comment
from nexus_diff.publish.sticky import project_id, room

HEAD = "a" * 40
Make = Callable[..., Api]


def post(api: Api, body: str = "hello", **more: object) -> str:
    options = {key: more.pop(key) for key in ("on_silence", "author") if key in more}
    return publish_comment(api, 7, HEAD, Comment(body=body, **more), **options).what  # type: ignore[arg-type]


def test_row_3_created_then_left_then_edited(github: GitHub, api: Make) -> None:
    assert post(api(), "one") == "created"
    before = len(github.writes())
    assert post(api(), "one") == "unchanged"
    assert len(github.writes()) == before
    assert post(api(), "two") == "edited"
    assert [one["body"].partition("\n")[2] for one in github.comments] == ["two"]
    assert github.comments[0]["body"].startswith("<!-- nexus-diff schema=1 project=default body=")


def test_row_3_the_marker_has_to_stand_at_the_start_and_the_author_has_to_be_us(github: GitHub, api: Make) -> None:
    post(api(), "one")
    marked = github.comments[0]["body"]
    github.comments.clear()
    stranger = github.say(marked, "stranger")
    other_bot = github.say(marked, "other[bot]")
    quoted = github.say("> " + marked, BOT)
    assert post(api(), "two") == "created"
    assert [one["body"] for one in (stranger, other_bot, quoted)] == [marked, marked, "> " + marked]
    assert len(github.comments) == 4


@pytest.mark.parametrize(("token", "login"), [("ghp_person", "person"), ("ghs_other", "my-app[bot]"), ("old", "person")])
def test_row_3_another_token_finds_its_own_comment(github: GitHub, api: Make, token: str, login: str) -> None:
    github.login = login
    assert post(api(token=token), "one") == "created"
    assert post(api(token=token), "two") == "edited"
    assert post(api(token=token), "three", author=login) == "edited"
    assert len(github.comments) == 1


def test_row_3_a_comment_is_found_on_a_later_page(github: GitHub, api: Make) -> None:
    for number in range(230):
        github.say(f"talk {number}", "person")
    post(api(), "one")
    assert post(api(), "two") == "edited"
    assert sum("nexus-diff" in one["body"] for one in github.comments) == 1


def test_row_3_two_racing_runs_leave_one_comment(github: GitHub, api: Make) -> None:
    both = threading.Barrier(2, timeout=5)

    def wait(verb: str, path: str) -> None:
        if verb == "POST":
            both.wait()

    github.before = wait
    runs = [threading.Thread(target=post, args=(api(), "same")) for _ in range(2)]
    for run in runs:
        run.start()
    for run in runs:
        run.join()
    github.before = lambda verb, path: None
    post(api(), "same")
    assert len(github.comments) == 1


def test_row_3_the_later_of_two_racing_runs_has_the_last_word_in_the_older_comment(github: GitHub, api: Make) -> None:
    first = api()

    def meanwhile(verb: str, path: str) -> None:
        if verb == "POST":
            github.before = lambda verb, path: None
            post(first, "old")

    github.before = meanwhile
    assert post(api(), "new") == "edited"
    assert [one["body"].partition("\n")[2] for one in github.comments] == ["new"]


def test_row_3_doubles_of_earlier_runs_go_away(github: GitHub, api: Make) -> None:
    post(api(), "one")
    first = github.comments[0]
    for _ in range(2):
        github.say(first["body"])
    assert post(api(), "two") == "edited"
    assert github.comments == [first]
    assert first["body"].endswith("two")


def test_row_4_silence_writes_nothing(github: GitHub, api: Make) -> None:
    assert post(api(), "no impact", silent=True) == "silent"
    assert github.writes() == []
    assert ("GET", "/repos/o/r/pulls/7") not in github.log


@pytest.mark.parametrize(("on_silence", "what", "left"), [("edit", "edited", ["no impact now"]), ("delete", "deleted", [])])
def test_row_4_an_earlier_comment_is_edited_or_deleted(github: GitHub, api: Make, on_silence: str, what: str, left: list[str]) -> None:
    post(api(), "impact")
    assert post(api(), "no impact now", silent=True, on_silence=on_silence) == what
    assert [one["body"].partition("\n")[2] for one in github.comments] == left


def test_row_5_a_body_never_exceeds_the_limit(github: GitHub, api: Make) -> None:
    assert post(api(), "x" * (MOST_CHARS * 2)) == "created"
    assert len(github.comments[0]["body"]) <= MOST_CHARS
    assert room(MOST_CHARS) > 65_000


def test_row_25_a_moved_head_stops_the_comment(github: GitHub, api: Make) -> None:
    github.heads[7] = "b" * 40
    assert post(api(), "late") == "stale"
    assert github.writes() == []


def test_row_21_an_ordinary_pull_request_takes_few_requests(github: GitHub, api: Make) -> None:
    first, second, third = api(), api(), api()
    for client, body in ((first, "one"), (second, "one"), (third, "two")):
        post(client, body)
    assert (first.requests, second.requests, third.requests) == (4, 1, 3)


def test_row_23_projects_have_comments_of_their_own(github: GitHub, api: Make) -> None:
    post(api(), "web", project="web")
    post(api(), "api", project="services/api -->")
    post(api(), "web 2", project="web")
    assert len(github.comments) == 2
    assert project_id("web") == "web"
    assert "-->" not in project_id("services/api -->")


def test_a_comment_that_was_deleted_meanwhile_is_made_again(github: GitHub, api: Make) -> None:
    post(api(), "one")

    def delete(verb: str, path: str) -> None:
        if verb == "PATCH":
            github.comments.clear()

    github.before = delete
    assert post(api(), "two") == "created"
    assert len(github.comments) == 1


def test_a_comment_that_may_not_be_edited_is_not_followed_by_others(github: GitHub, api: Make) -> None:
    post(api(), "one")
    github.fail("PATCH", "comments", "403")
    for body in ("two", "three"):
        with pytest.raises(PublishError, match="403"):
            post(api(), body)
    assert len(github.comments) == 1


def test_an_unknown_pull_request_is_one_error(github: GitHub, api: Make) -> None:
    with pytest.raises(PublishError) as caught:
        publish_comment(api(), 8, HEAD, Comment(body="x"))
    assert caught.value.kind == "missing"
