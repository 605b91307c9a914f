"""What is published of one answer: links, the repository's template, and nothing that was accepted to code scanning."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest
from github_page import check_page
from hostile_answer import answer_of
from hostile_names import NAMES

from nexus_diff.model.answer import Answer
from nexus_diff.report import prepare

pytest.importorskip("github")

from nexus_diff.publish.github.commands import annotation_commands
from nexus_diff.publish.github.comment import MOST_CHARS
from nexus_diff.publish.sticky import room
from nexus_diff.run.ci.findings import Found, annotations_of
from nexus_diff.run.ci.sheet import Link, Sheet, sheet_of

BLOB = "https://github.example/o/r/blob"
RUN = "https://github.example/o/r/actions/runs/1"
BASE, HEAD = "1" * 40, "2" * 40


def sheet(answer: Answer, **link: Any) -> Sheet:
    return sheet_of(answer, label="x", head=HEAD, found=Found(), failing=False, project="", link=Link(**link), sarif=True)


@pytest.fixture
def answer() -> Answer:
    return msgspec.structs.replace(answer_of("a.py", "b.py", "c.py", "d.py"), base=BASE, head=HEAD)


def test_lines_link_to_the_compared_commits(answer: Answer) -> None:
    body = sheet(answer, blob=BLOB, revision=HEAD).comment.body
    assert f"{BLOB}/{HEAD}/a.py#L1" in body
    assert f"{BLOB}/{BASE}/b.py#L3" in body


def test_the_template_of_the_repository_makes_comment_summary_and_report(answer: Answer) -> None:
    made = sheet(answer, template='{% extends "report.md.j2" %}{% block head %}# Ours{% endblock %}')
    assert made.comment.body.startswith("# Ours\n")
    assert made.summary.startswith("# Ours\n")
    assert made.check.text.startswith("# Ours\n")
    assert made.files["report.md"].startswith("# Ours\n")


def test_accepted_findings_stay_away_from_code_scanning(answer: Answer) -> None:
    (run,) = json.loads(sheet(answer).files["report.sarif"])["runs"]
    assert run["results"]
    assert not [result for result in run["results"] if "suppressions" in result]


@pytest.mark.parametrize("many", [1, 100, 10_000])
@pytest.mark.parametrize("char", ["x", "é", "\U0001f600"])
def test_row_5_everything_stays_within_its_size_by_whole_sections(answer: Answer, many: int, char: str) -> None:
    (first, *_) = answer.impacted
    impacted = [
        msgspec.structs.replace(
            first, id=f"{n}", name=char * 90, qualified_name=f"{char * 90}{n}", file=f"{char * 40}/{n}.py", distance=1 + n % 3
        )
        for n in range(many)
    ]
    sites = [msgspec.structs.replace(answer.breaking_call_sites[0], line=n + 1, message=char * 300) for n in range(many)]
    made = sheet(msgspec.structs.replace(answer, impacted=tuple(impacted), breaking_call_sites=tuple(sites)), blob=BLOB, revision=HEAD)
    assert len(made.comment.body) <= room(MOST_CHARS) <= 65_536
    assert len(made.check.summary.encode()) <= 65_535
    assert len(made.check.text.encode()) <= 65_535
    assert len(made.summary.encode()) < 1 << 20
    assert len(made.check.title) <= 255
    for text in (made.comment.body, made.check.text, made.summary):
        check_page(text, BLOB)
    assert len(json.loads(made.files["report.json"])["impacted"]) == many


@pytest.mark.parametrize("name", NAMES, ids=lambda name: ascii(name)[1:25])
def test_row_8_nothing_in_a_check_an_annotation_or_an_output_is_active(name: str) -> None:
    told = answer_of(name)
    found = annotations_of(told, {name: {line: line for line in range(1, 9)}})
    assert len(found.annotations) >= 2
    made = sheet_of(
        told, label=name, head=HEAD, found=found, failing=True, project="", link=Link(blob=BLOB, revision=HEAD, run=RUN), sarif=True
    )
    for one in made.check.annotations:
        assert "\x1b" not in one.title + one.message
        assert all(char.isprintable() for line in (one.title, *one.message.split("\n")) for char in line)
    commands = annotation_commands(made.check.annotations)
    assert len(commands) == len(found.annotations)
    for command in commands:
        assert re.fullmatch(r"::(?:warning|error|notice) (?:[A-Za-z]+=[^,:\r\n]*,)*[A-Za-z]+=[^,:\r\n]*::[^\r\n]*", command)
        assert all(char.isprintable() for char in command)
    assert made.check.title == prepare(told).headline
    for page in (made.check.text, made.check.summary, made.summary, made.comment.body, made.files["report.md"]):
        check_page(page, "https://github.example")
    for output in made.outputs.values():
        assert "\n" not in output or output == name
