"""Accepted findings as a user meets them: marked, counted, no longer failing; never unseen."""

from __future__ import annotations

from typing import Any

import pytest

OLD = "def charge(amount):\n    return amount\n"
NEW = "def charge(amount, currency):\n    return amount\n"
USE = "from pay import charge\n\n\ndef checkout(cart):\n    return charge(cart.total)  # {}\n"
SITE = "does not fit `charge`"


@pytest.fixture
def till(repo: Any) -> Any:
    repo.commit({"pay.py": OLD, "shop.py": USE.format("")})
    return repo


def test_a_comment_opens_the_gate_and_the_change_that_brings_it_says_so(till: Any) -> None:
    till.write({"pay.py": NEW})
    ran = till.run("--fail-on", "breaking")
    assert (ran.code, SITE in ran.out) == (1, True)
    assert "--fail-on: 1 breaking call site" in ran.err
    till.write({"shop.py": USE.format("nexus-diff: allow(breaking) mended tomorrow")})
    ran = till.run("--fail-on", "breaking")
    assert (ran.code, SITE in ran.out) == (0, False)
    assert "note: 1 finding accepted" in ran.out
    assert "this change itself brings comments that accept findings: shop.py:5" in ran.out
    assert "Findings accepted: 1" in till.run("--format", "markdown").out
    answer = till.ask()
    assert [site["accepted"] for site in answer["breaking_call_sites"]] == ["mended tomorrow"]
    assert (answer["summary"]["accepted"], answer["summary"]["breaking_call_sites"]) == (1, 0)


def test_a_comment_that_was_there_before_is_no_news(till: Any) -> None:
    till.commit({"shop.py": USE.format("nexus-diff: allow(arguments) known")})
    till.write({"pay.py": NEW})
    answer = till.ask()
    assert [site["accepted"] for site in answer["breaking_call_sites"]] == ["known"]
    assert not any("brings comments" in notice for notice in answer["notices"])


@pytest.mark.parametrize(
    ("comment", "said"),
    [
        ("nexus-diff: allow(breaking)", "shop.py:5: this comment accepts nothing: the reason is missing"),
        ("nexus-diff: allow(breaking, until=2020-01-01) old", "shop.py:5: what this comment accepted until 2020-01-01 counts again"),
    ],
)
def test_what_accepts_nothing_is_said(till: Any, comment: str, said: str) -> None:
    till.commit({"shop.py": USE.format(comment)})
    till.write({"pay.py": NEW})
    ran = till.run("--fail-on", "breaking")
    assert (ran.code, SITE in ran.out, said in ran.out) == (1, True, True)


def test_the_configuration_of_the_base_accepts(till: Any) -> None:
    entry = '[[accept]]\nfinding = "breaking"\nwhere = "checkout"\nwhy = "next week"\nuntil = 9999-12-31\n'
    base = till.commit()
    till.commit({"pay.py": NEW, "nexus-diff.toml": entry})
    assert till.run(f"{base}..HEAD", "--fail-on", "breaking").code == 1
    till.commit({"pay.py": OLD})
    base = till.commit()
    till.commit({"pay.py": NEW})
    assert till.run(f"{base}..HEAD", "--fail-on", "breaking").code == 0
    assert [site["accepted"] for site in till.ask(f"{base}..HEAD")["breaking_call_sites"]] == ["next week"]


def test_a_wrong_gate_is_one_line(till: Any) -> None:
    ran = till.run("--fail-on", "broken")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "'broken' is none of breaking, violation, risk:low, risk:medium, risk:high, never" in ran.err
