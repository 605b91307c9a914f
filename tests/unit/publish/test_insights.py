"""The Code Insights report: within Bitbucket's limits, in batches, replaced as a whole."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bitbucket_fake import Bitbucket
from github_fake import served
from hostile_names import NAMES

from nexus_diff.publish import Annotation, Check, PublishError
from nexus_diff.publish.bitbucket.insights import MOST_ANNOTATIONS, annotations_of, publish_report, report_of
from nexus_diff.publish.rest import Access, Rest

pytest.importorskip("requests")
HEAD = "a" * 40


@pytest.fixture
def host() -> Iterator[Bitbucket]:
    fake = Bitbucket()
    with served(fake):
        yield fake


def api(host: Bitbucket) -> Rest:
    return Rest(Access(host="Bitbucket", base_url=f"{host.public}/2.0", setting="S", pause=0.0))


def check(number: int, text: str = "m", **more: object) -> Check:
    rows = tuple(Annotation(path=f"f{at}", start_line=1, end_line=1, level="warning", title="t", message=text) for at in range(number))
    return Check(head=HEAD, conclusion="success", title="t", summary="s", annotations=rows, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("number", "taken", "requests"), [(0, 0, 2), (1, 1, 3), (100, 100, 3), (101, 101, 4), (900, MOST_ANNOTATIONS, 7)])
def test_row_6_annotations_go_in_batches(host: Bitbucket, number: int, taken: int, requests: int) -> None:
    one = api(host)
    done = publish_report(one, "team/shop", check(number), {})
    assert (done.what, done.annotated, one.requests) == ("created", taken, requests)
    assert len(host.checks[0]["_annotations"]) == taken


def test_row_2_a_batch_that_fails_keeps_the_others(host: Bitbucket) -> None:
    host.before = lambda verb, path: host.fail("POST", "annotations", "400") if len(host.log) == 3 else None
    done = publish_report(api(host), "team/shop", check(250), {})
    assert done.annotated == 100
    assert "400" in done.why


def test_a_later_run_leaves_nothing_of_an_earlier_one(host: Bitbucket) -> None:
    publish_report(api(host), "team/shop", check(3), {})
    publish_report(api(host), "team/shop", check(1), {})
    assert len(host.checks[0]["_annotations"]) == 1


def test_row_2_no_report_at_all_is_an_error(host: Bitbucket) -> None:
    host.fail("PUT", "reports", "403")
    with pytest.raises(PublishError, match="403"):
        publish_report(api(host), "team/shop", check(1), {})


@pytest.mark.parametrize("text", ["x" * 10_000, "\U0001f600" * 3_000, "a\n" * 3_000, ""])
def test_row_5_texts_stay_within_their_limits(host: Bitbucket, text: str) -> None:
    done = publish_report(api(host), "team/shop", check(2, text), {f"Fact {number}": "x" for number in range(20)})
    assert (done.annotated, done.why) == (2, "")


def test_alike_annotations_have_ids_of_their_own() -> None:
    rows = annotations_of((check(1).annotations[0],) * 3)
    assert len({row["external_id"] for row in rows}) == 3


@pytest.mark.parametrize("name", NAMES)
def test_row_8_ids_hold_no_names(name: str) -> None:
    (row,) = annotations_of((Annotation(path=name, start_line=1, end_line=1, level="failure", title=name, message=name),))
    assert row["external_id"].replace("-", "").isalnum()


@pytest.mark.parametrize(("url", "kept"), [("https://bitbucket.org/x", True), ("http://x", False), ("javascript:x", False), ("", False)])
def test_the_report_links_to_https_alone(url: str, kept: bool) -> None:
    assert ("link" in report_of(check(0, details_url=url), {})) is kept
