"""`[[accept]]`: what an entry may say, and all mistakes at once."""

from __future__ import annotations

from datetime import date

import pytest

from nexus_diff.config import Accept, Config, digest, load
from nexus_diff.model.errors import ConfigError

OWN, SHARED = "nexus-diff.toml", "pyproject.toml"
ENTRY = 'finding = "breaking"\nwhere = "src/"\nwhy = "known"\n'


def errors(text: str, path: str = OWN) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        load({path: text})
    return str(caught.value).split("\n")


def test_entries_are_read_in_order() -> None:
    text = (
        f'[parts]\nweb = "web/**"\n[[rule]]\nid = "web-not-db"\nlayers = ["web"]\n'
        f'[[accept]]\n{ENTRY}until = 2030-01-31\n[[accept]]\nfinding = "web-not-db"\nwhere = "Shop.buy"\nwhy = "x"\nuntil = "2031-01-31"\n'
    )
    assert load({OWN: text}).accept == (
        Accept(finding="breaking", where="src/", why="known", until=date(2030, 1, 31)),
        Accept(finding="web-not-db", where="Shop.buy", why="x", until=date(2031, 1, 31)),
    )
    assert load({SHARED: f"[[tool.nexus-diff.accept]]\n{ENTRY}"}).accept == (Accept(finding="breaking", where="src/", why="known"),)


def test_they_change_no_snapshot() -> None:
    assert digest(load({OWN: f"[[accept]]\n{ENTRY}"})) == digest(Config())


def test_all_mistakes_at_once() -> None:
    text = """[[accept]]
finding = "a b"
where = "../x"
why = "--"
until = 2030-01-31T10:00:00
[[accept]]
finding = "breaking"
wher = "x"
[[accept]]
finding = 3
where = ["x"]
why = true
until = "31.1.2030"
[impact]
depth = 0
"""
    assert errors(text) == [
        "nexus-diff.toml:2: [[accept]] finding must be the name of a finding, not text ('a b'); write one of breaking, a kind of "
        "breaking call site, test-gap, dead-code, cycle, violation or the name of a rule",
        'nexus-diff.toml:3: [[accept]] where has the glob \'../x\', with a "." or ".." part, which never matches; '
        "write paths from the top of the repository",
        "nexus-diff.toml:4: [[accept]] why must be the reason in words, not text ('--'); say why this is acceptable",
        "nexus-diff.toml:5: [[accept]] until must be a date, not a date or time (datetime.datetime(2030, 1, 31, 10, 0)); "
        "write for example until = 2026-12-31",
        'nexus-diff.toml:6: [[accept]] lacks where and why; write [[accept]] with finding = "breaking", where = "src/legacy/**", why = "…"',
        "nexus-diff.toml:8: [[accept]] unknown key 'wher'; an entry has finding, where, why, until",
        "nexus-diff.toml:10: [[accept]] finding must be the name of a finding, not a whole number (3); write one of breaking, a kind of "
        "breaking call site, test-gap, dead-code, cycle, violation or the name of a rule",
        "nexus-diff.toml:11: [[accept]] where must be a glob of files or the name of a symbol, not a list; put it in quotes",
        "nexus-diff.toml:12: [[accept]] why must be the reason in words, not true or false (True); say why this is acceptable",
        "nexus-diff.toml:13: [[accept]] until must be a date, not text ('31.1.2030'); write for example until = 2026-12-31",
        "nexus-diff.toml:15: [impact] depth must be from 1 to 100 hops, not 0; choose a value in that range",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("accept = 3", "nexus-diff.toml:1: [[accept]] must be a list of tables, not a whole number (3); write [[accept]] with"),
        ("[accept]\nfinding = 'x'", "nexus-diff.toml:1: [[accept]] must be a list of tables, not a table; write [[accept]] with"),
        ("accept = ['x']", "nexus-diff.toml:1: [[accept]] must be a list of tables, not a list; write [[accept]] with"),
        (f"[[accept]]\n{ENTRY}" * 301, "nexus-diff.toml:1: [[accept]] has 301 entries, more than 300; mend some of the findings"),
        (f"[[accept]]\n{ENTRY.replace('known', 'x' * 501)}", "nexus-diff.toml:4: [[accept]] why has 501 characters, more than 500"),
        (f"[[accept]]\n{ENTRY.replace('src/', '!src/')}", "nexus-diff.toml:3: [[accept]] where has the glob '!src/', which takes back"),
        ("[[acept]]\n", "nexus-diff.toml:1: unknown key 'acept'; did you mean accept?"),
    ],
)
def test_mistakes(text: str, message: str) -> None:
    (found,) = errors(text)
    assert found.startswith(message)


def test_in_pyproject_the_message_names_the_section_as_it_stands_there() -> None:
    (found,) = errors('[[tool.nexus-diff.accept]]\nfinding = "gone"\nwhere = "x"\n', SHARED)
    assert found.startswith("pyproject.toml:1: [[tool.nexus-diff.accept]] lacks why; write [[tool.nexus-diff.accept]] with")


FINDINGS = [
    *("breaking", "arguments", "gone", "import", "override", "unimplemented", "violation", "test-gap", "dead-code", "cycle"),
    *("inferred:first_direction", "inferred:new_two_way", "inferred:new_cycle", "web-not-db"),
]
RULE = '[parts]\nweb = "web/**"\n[[rule]]\nid = "web-not-db"\n'


@pytest.mark.parametrize("finding", FINDINGS)
def test_what_an_entry_may_name(finding: str) -> None:
    text = f'{RULE}layers = ["web"]\n[[accept]]\nfinding = "{finding}"\nwhere = "*"\nwhy = "known"\n'
    assert load({OWN: text}).accept[0].finding == finding


@pytest.mark.parametrize(
    ("finding", "remedy"),
    [
        ("brekking", "did you mean breaking?"),
        ("web-not-bd", "did you mean web-not-db?"),
        ("inferred:new_circle", "did you mean inferred:new_cycle?"),
        ("zzz", "known are breaking, arguments, gone, import,"),
    ],
)
def test_a_name_that_no_finding_bears_is_a_mistake(finding: str, remedy: str) -> None:
    text = f'{RULE}layers = ["web"]\n[[accept]]\nfinding = "{finding}"\nwhere = "*"\nwhy = "known"\n'
    (found,) = errors(text)
    assert found.startswith(f"nexus-diff.toml:7: [[accept]] finding '{finding}' is neither a kind of finding nor a rule; {remedy}")


def test_an_entry_for_a_rule_with_a_mistake_is_none_itself() -> None:
    (found,) = errors(f'{RULE}layers = ["wep"]\n[[accept]]\nfinding = "web-not-db"\nwhere = "*"\nwhy = "known"\n')
    assert "names the part 'wep'" in found
