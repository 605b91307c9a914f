"""Templates of users: what they can do, and that none of them can stop a report."""

from __future__ import annotations

import re
import time
from pathlib import Path

import msgspec
import pytest
from github_page import check_page
from hostile_answer import answer_of
from hostile_names import NAMES

from nexus_diff.model import answer as a
from nexus_diff.report import UNLIMITED, Options, apart, prepare, render
from nexus_diff.report.apart import _Question, render_apart
from nexus_diff.report.markdown_format import SECTIONS, context
from nexus_diff.report.templates import BadTemplateError, Blocks

Samples = dict[str, a.Answer]
REFUSED = "the report template of this repository was not used: "
OURS = '{% extends "report.md.j2" %}'
DOCS = Path(__file__).parents[3] / "docs" / "report.md"


def refusal(page: str) -> str:
    """Why the template was refused, by the page; "" if it was not."""
    lines = [line.partition(REFUSED)[2] for line in page.splitlines() if REFUSED in line]
    return lines[0].replace("`", "") if lines else ""


@pytest.mark.parametrize(
    ("template", "reason"),
    [
        ("{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}", "it took longer than 3 seconds"),
        ('{{ "x" * 2000000000 }}', "it used more than 512 MB"),
        (
            '{% set x = "x" * 999999 %}{% for a in range(99999) %}{% set y = x ~ a %}{{ y }}{% endfor %}',
            "it used more than|it took longer than",
        ),
        ('{{ "%999999999999d" % 1 }}', "it used more than 512 MB"),
        ('{{ "{0:>9999999999}".format(1) }}', "it used more than 512 MB"),
        ("{{ range(10**30) }}", "a number in it is too large"),
        ("{{ range(10**9) }}", "it used more than 512 MB|OverflowError|a number"),
        ("{{ " + "(" * 500 + "1" + ")" * 500 + " }}", "it is nested too deeply|RecursionError|too many nested"),
        ("{% for a in range(90000) %}x{% endfor %}", "its page has more than 65536 characters"),
        ("{{ report.__class__.__mro__ }}", "SecurityError: access to attribute '__class__'"),
        ("{{ report.answer.tool.__init__.__globals__ }}", "SecurityError"),
        ("{{ place.__globals__ }}", "SecurityError"),
        ('{{ "{0.__class__}".format(report) }}', "SecurityError"),
        ("{% set x = [0] %}{{ x.append(1) }}", "SecurityError"),
        ('{% include "/etc/passwd" %}', "it takes in another file than report.md.j2"),
        ('{% import "other.j2" as x %}', "it takes in another file than report.md.j2"),
        ('{% extends "report" ~ ".md.j2" %}', "it takes in another file than report.md.j2"),
        ('{% extends "../report.md.j2" %}', "it takes in another file than report.md.j2"),
        ("line one\n{% if %}", "line 2: Expected an expression"),
        ("{{ unknown }}", "UndefinedError: 'unknown' is undefined"),
        (OURS + "{% block head %}{{ report.nothing }}{% endblock %}", "UndefinedError"),
        (OURS + "{% block head %}{{ 1 // 0 }}{% endblock %}", "ZeroDivisionError"),
        ("{{ report | upper }}", "line 1: No filter named 'upper'"),
        (" \n ", "it says nothing"),
        ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "it is nested too deeply"),
    ],
)
def test_a_template_that_cannot_be_used_costs_nothing_but_a_notice(
    samples: Samples, template: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "took longer" in reason:
        monkeypatch.setattr(apart, "PATIENCE", 3)
    began = time.monotonic()
    page = render(prepare(samples["small"]), "markdown", Options(template=template))
    assert re.match(reason, refusal(page)), refusal(page)
    assert "### nexus-diff: 3 changed symbols" in page
    check_page(page)
    assert time.monotonic() - began < 2 * apart.PATIENCE


def test_what_ran_out_of_time_is_not_tried_again(samples: Samples) -> None:
    template = "{% for a in range(99999) %}{% for b in range(99999) %}{{ '' }}{% endfor %}{% endfor %}"
    pages = []
    for format in ("markdown", "summary", "markdown"):
        began = time.monotonic()
        pages.append(render(prepare(samples["small"]), format, Options(template=template)))
        took = time.monotonic() - began
    assert took < 1
    assert pages[0] == pages[2]
    assert re.match("it took longer than 1?5 seconds|it used more than 512 MB", refusal(pages[1]))


def test_a_block_is_replaced_and_the_rest_stays(samples: Samples) -> None:
    template = OURS + "{% block gaps %}{% endblock %}{% block head %}# Ours\n\n{{ report.headline | words }}{% endblock %}"
    report = prepare(samples["small"])
    mine, own = (render(report, "markdown", Options(template=text)) for text in (template, ""))
    assert mine.startswith("# Ours\n\n3 changed symbols")
    assert mine.partition("<details>")[2] == own.partition("<details>")[2]


def test_a_block_can_add_to_ours(samples: Samples) -> None:
    template = OURS + "{% block footer %}{{ super() }}\nAsk {{ report.answer.tool.name }}.{% endblock %}"
    report = prepare(samples["small"])
    mine, own = (render(report, "markdown", Options(template=text)) for text in (template, ""))
    assert mine == own + "\nAsk `nexus-diff`.\n"


def test_an_extending_template_is_cut_by_sections_like_ours(samples: Samples) -> None:
    template = OURS + '{% block changed %}{% for a in range(999) %}{{ "x" * 99 }}\n{% endfor %}{% endblock %}'
    page = render(prepare(samples["large"], UNLIMITED), "markdown", Options(template=template, max_chars=20_000))
    assert len(page) <= 20_000
    assert not refusal(page)
    assert "Left out to stay within" in page
    assert "changed symbols" in page.splitlines()[-1]


def test_a_page_of_its_own(samples: Samples) -> None:
    template = (
        "{% macro row(site) %}| {{ place(site.file, site.line) | cell }} | {{ site.message | prose_cell }} |{% endmacro -%}\n"
        "| where | what |\n|---|---|\n{% for site in report.breaking.rows %}{{ row(site) }}\n{% endfor %}"
    )
    page = render(prepare(samples["small"]), "markdown", Options(template=template))
    assert page == (
        "| where | what |\n|---|---|\n| `src/shop/app.py:14` | checkout calls `charge(amount)` but currency is required now |\n"
    )


def test_folds_of_users_are_unfolded_too(samples: Samples) -> None:
    template = "<details><summary>Mine</summary>\n\n{{ report.base }}\n\n</details>\n"
    page = render(prepare(samples["small"]), "summary", Options(template=template))
    assert page == "#### Mine\n\n`1a2b3c4d5e6f`\n"


@pytest.mark.parametrize("filter_", ["", "| words", "| prose", "| code", "| cell", "| prose_cell", "| command"])
def test_no_filter_lets_a_name_through(filter_: str) -> None:
    """In this process: what is tried here are filters, not templates."""
    blocks = Blocks("{% macro m(x) %}{{ x }}{% endmacro %}{{ report.answer.base " + filter_ + " }} {{ m(report.answer.head) }}")
    for name in NAMES:
        report = prepare(answer_of(name))
        check_page(blocks.page(context(report, Options())) + "\n")


def test_every_value_of_the_report_survives_the_way_to_the_other_process(sample: tuple[str, a.Answer]) -> None:
    name, answer = sample
    report = prepare(answer)
    if name != "hostile":
        assert msgspec.json.decode(msgspec.json.encode(_Question(report, Options())), type=_Question).report == report
    own = render(report, "markdown", Options(max_chars=10**6))
    assert render_apart(report, Options(template=OURS, max_chars=10**6)) == own


def test_no_process_no_template(samples: Samples, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart.sys, "executable", "/nonexistent/python")
    with pytest.raises(BadTemplateError, match="no process could be started"):
        render_apart(prepare(samples["small"]), Options(template=OURS))


def test_the_page_names_every_block_and_every_value() -> None:
    text = DOCS.read_text()
    for name in (*SECTIONS, "silent", "left_out"):
        assert f"`{name}`" in text, name
    for name in context(prepare(answer_of("a")), Options()):
        assert f"`{name}" in text, name
    for name in type(prepare(answer_of("a"))).__struct_fields__:
        assert f"`report.{name}`" in text, name
