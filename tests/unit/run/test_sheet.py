"""What is published of one answer: links, the repository's template, and nothing that was accepted to code scanning."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hostile_answer import answer_of

from nexus_diff.model.answer import Answer

pytest.importorskip("github")

from nexus_diff.run.ci.findings import Found
from nexus_diff.run.ci.sheet import Link, Sheet, sheet_of

BLOB = "https://github.example/o/r/blob"
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
