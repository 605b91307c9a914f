"""The report template of a repository: base's judges, and no template stops a run."""

from __future__ import annotations

from typing import Any

import pytest

FILE = ".nexus-diff/templates/report.md.j2"
MINE = '{% extends "report.md.j2" %}{% block head %}# Ours: {{ report.headline | words }}{% endblock %}'
OLD = "def charge(amount):\n    return amount\n"
NEW = "def charge(amount, currency):\n    return amount\n"
USE = "from pay import charge\n\n\ndef checkout(cart):\n    return charge(cart.total)\n"
EDITED = "this change edits the report template of nexus-diff; the one of the base revision is used"


@pytest.fixture
def till(repo: Any) -> Any:
    repo.commit({"pay.py": OLD, "shop.py": USE})
    return repo


def test_the_template_of_the_base_makes_the_page(till: Any) -> None:
    till.commit({FILE: MINE})
    till.commit({"pay.py": NEW})
    ran = till.run("HEAD~1..HEAD", "--format", "markdown")
    assert ran.code == 0
    assert ran.out.startswith("# Ours: 1 changed symbol reaches")
    assert "<details><summary>Breaking call sites (1)" in ran.out
    assert not till.run("HEAD~1..HEAD").out.startswith("# Ours")


def test_a_change_cannot_bring_its_own_template(till: Any) -> None:
    till.commit({FILE: MINE, "pay.py": NEW})
    ran = till.run("HEAD~1..HEAD", "--format", "markdown")
    assert ran.out.startswith("### nexus-diff: ")
    assert EDITED in ran.out.replace("`", "")


def test_what_is_not_committed_is_reported_with_the_template_on_disk(till: Any) -> None:
    till.write({FILE: MINE, "pay.py": NEW})
    assert till.run("--format", "markdown").out.startswith("# Ours: ")


@pytest.mark.parametrize(
    ("template", "said"),
    [
        (b"{% if %}", "not used: line 1: Expected an expression"),
        (b"\xff", "not used: it is not valid UTF-8"),
        (b"x" * 64_001, "not used: it has more than 64000 bytes"),
    ],
)
def test_a_bad_template_is_a_notice(till: Any, template: bytes, said: str) -> None:
    till.commit({FILE: template})
    till.commit({"pay.py": NEW})
    ran = till.run("HEAD~1..HEAD", "--format", "markdown")
    assert ran.code == 0
    assert ran.out.startswith("### nexus-diff: ")
    assert said in ran.out.replace("`", "")
