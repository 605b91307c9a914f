"""Reading configuration: precedence, every mistake at once, hostile files."""

from __future__ import annotations

import time

import pytest

from nexus_diff.config import Config, GitConfig, ImpactConfig, IndexConfig, TestsConfig, load, load_from
from nexus_diff.model.errors import ConfigError

OWN = "nexus-diff.toml"
SHARED = "pyproject.toml"


def errors(texts: dict[str, str | bytes]) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        load(texts)
    return str(caught.value).split("\n")


FULL = """
[index]
include = ["src/", "*.py"]
exclude = ["generated/", "!generated/keep.py"]
max_file_bytes = 2_000_000
generated = "skip"
vendored = "skip"

[impact]
min_confidence = 0.7
depth = 4

[tests]
patterns = ["checks/"]

[git]
default_branch = "origin/trunk"
"""


def test_every_key_is_read() -> None:
    assert load({OWN: FULL}) == Config(
        index=IndexConfig(
            include=("src/", "*.py"),
            exclude=("generated/", "!generated/keep.py"),
            max_file_bytes=2_000_000,
            generated="skip",
            vendored="skip",
        ),
        impact=ImpactConfig(min_confidence=0.7, depth=4),
        tests=TestsConfig(patterns=("checks/",)),
        git=GitConfig(default_branch="origin/trunk"),
        source=OWN,
    )


def test_the_same_sections_in_pyproject() -> None:
    text = FULL.replace("\n[", "\n[tool.nexus-diff.")
    own, shared = load({OWN: FULL}), load({SHARED: text})
    assert (shared.index, shared.impact, shared.tests, shared.git) == (own.index, own.impact, own.tests, own.git)
    assert shared.source == SHARED


@pytest.mark.parametrize(
    "texts",
    [
        {},
        {SHARED: "[project]\nname = 'x'\n"},
        {SHARED: b"\xff not even text"},
        {SHARED: "this is [[[ no TOML"},
        {SHARED: "[project]\ndependencies = ['nexus-diff-impact']\n"},
        {SHARED: "tool = 1 # nexus-diff"},
        {SHARED: "x" * 2_000_000},
    ],
)
def test_files_without_our_section_mean_the_defaults(texts: dict[str, str | bytes]) -> None:
    assert load(texts) == Config()


def test_an_empty_own_file_counts_as_configuration() -> None:
    assert load({OWN: ""}) == Config(source=OWN)


def test_own_file_wins_with_a_notice() -> None:
    config = load({SHARED: "[tool.nexus-diff.impact]\ndepth = 3\n", OWN: "[impact]\ndepth = 2\n"})
    assert config.impact.depth == 2
    assert config.notices == ("[tool.nexus-diff] in pyproject.toml is ignored because nexus-diff.toml exists",)


@pytest.mark.parametrize("shared", ["[project]\n", "[tool.nexus-diff\n", b"\xff nexus-diff"])
def test_own_file_wins_silently_over_a_pyproject_that_says_nothing(shared: str | bytes) -> None:
    assert load({OWN: "", SHARED: shared}).notices == ()


def test_load_from_asks_for_the_known_files() -> None:
    asked: list[str] = []

    def read(path: str) -> bytes | None:
        asked.append(path)
        return b"[impact]\ndepth = 1\n" if path == OWN else None

    assert load_from(read).impact.depth == 1
    assert asked == [OWN, SHARED]


def test_a_byte_order_mark_and_crlf_are_fine() -> None:
    assert load({OWN: b"\xef\xbb\xbf[impact]\r\ndepth = 9\r\n"}).impact.depth == 9


def test_all_mistakes_at_once_in_the_order_of_lines() -> None:
    text = """index.max_file_bytes = "1MB"
[impact]
min_confidence = 1.5
dept = 3
depth = true
[tests]
patterns = [
  "ok/*.py",   # fine [not a table]
  "", "a\\\\b.py",
  7,
]
[indx]
a = 1
[git]
default_branch = "a b"
"""
    assert errors({OWN: text}) == [
        "nexus-diff.toml:1: [index] max_file_bytes must be a whole number of bytes, not text ('1MB'); "
        "write it without quotes, for example 1000000",
        "nexus-diff.toml:3: [impact] min_confidence must be from 0 to 1, not 1.5; choose a value in that range, for example 0.5",
        "nexus-diff.toml:4: unknown key 'dept' in [impact]; did you mean depth?",
        "nexus-diff.toml:5: [impact] depth must be a whole number of hops, not true or false (True); "
        "write it without quotes, for example 10",
        "nexus-diff.toml:9: [tests] patterns has the glob '', which is empty and matches nothing; remove it",
        "nexus-diff.toml:9: [tests] patterns has the glob 'a\\\\b.py', with a backslash; separate folders with /",
        "nexus-diff.toml:10: [tests] patterns must hold globs in quotes, not a whole number (7); put it in quotes",
        "nexus-diff.toml:12: unknown section 'indx'; did you mean index?",
        'nexus-diff.toml:15: [git] default_branch \'a b\' cannot be the name of a branch; write for example "main" or "origin/main"',
    ]


MISTAKES = [
    ("depth = 3", 1, "key 'depth' stands outside of any section; move it below [impact]"),
    ("speed = 3", 1, "unknown key 'speed'; sections are index, impact, tests, git, "),
    ("[analysis]\nresolution = 0", 2, "[analysis] resolution must be from 0.01 to 100, not 0; choose a value in that range"),
    ("[analysis]\nresolution = '1'", 2, "[analysis] resolution must be a number from 0.01 to 100, not text ('1'); write it without quotes"),
    ("[analysis]\nresolution = nan", 2, "must be from 0.01 to 100, not nan"),
    ("[analysis]\ntests = 1", 2, "[analysis] tests must be true or false, not a whole number (1); write it without quotes"),
    ("[entry_points]\nnames = 'main'", 2, "[entry_points] names must be a list of names, not text ('main'); for example"),
    ("[entry_points]\nnames = ['a', 'b/c']", 2, "has the name 'b/c'; write a dotted name such as"),
    ("[entry_points]\nnot_names = ['*a*b*c*d*']", 2, "with more than 4 wildcards; use several simpler ones"),
    ("[entry_points]\ndecorators = ['']", 2, "has the name '', which no function can have; write one of 1 to 200 visible characters"),
    ("[entry_points]\nnames = [3]", 2, "must hold names in quotes, not a whole number (3); put it in quotes"),
    ("[entry_points]\npaths = ['']", 2, "[entry_points] paths has the glob '', which is empty and matches nothing; remove it"),
    ("[entry_points]\nname = ['a']", 2, "unknown key 'name' in [entry_points]; did you mean names?"),
    ("\n[git]\ndepth = 3", 3, "unknown key 'depth' in [git]; it belongs below [impact]"),
    ("\n\n[[index]]", 3, "index must be a table, not a list; write [index] on a line of its own"),
    ("impact = 1979-05-27", 1, "impact must be a table, not a date or time (datetime.date(1979, 5, 27)); write [impact] on a line"),
    ("[tool.nexus-diff.impact]", 1, "section 'tool' belongs into pyproject.toml; here write [index], not [tool.nexus-diff.index]"),
    ("[impact]\ndepth = 0", 2, "depth must be from 1 to 100 hops, not 0"),
    ("[impact]\ndepth = 2.5", 2, "depth must be a whole number of hops, not a number (2.5)"),
    ("[impact]\nmin_confidence = nan", 2, "min_confidence must be from 0 to 1, not nan"),
    ("[impact]\nmin_confidence = inf", 2, "min_confidence must be from 0 to 1, not inf"),
    ("[impact]\nmin_confidence = '0.5'", 2, "min_confidence must be a number from 0 to 1, not text ('0.5')"),
    ("[index]\nmax_file_bytes = 0x" + "f" * 5000, 2, "not a number of more than 20 digits"),
    ("[index]\ngenerated = false", 2, 'generated must be "index" or "skip", not true or false (False); choose one of them'),
    ("[index]\ninclude = 'src'", 2, "include must be a list of globs, not text ('src'); write ['src']"),
    ("[index]\nexclude = ['x', {a = 1}]", 2, "exclude must hold globs in quotes, not a table"),
    ("[index]\nexclude = ['#x']", 2, "which gitignore reads as a comment"),
    ("[index]\nexclude = ['/']", 2, "which matches nothing"),
    ("[index]\nexclude = ['./x']", 2, 'with a "." or ".." part'),
    ("[index]\nexclude = ['a[b']", 2, "with a [ that is never closed"),
    ("[index]\nexclude = ['" + "*a" * 9 + "']", 2, "with more than 8 wildcards"),
    ("[index]\nexclude = ['" + "a" * 501 + "']", 2, "a glob of 501 characters"),
    ('[index]\nexclude = ["a\\u202eb"]', 2, "holds control or invisible characters"),
    ("[git]\ndefault_branch = 3", 2, "default_branch must be the name of a branch, not a whole number (3); put it in quotes"),
    ("[git]\ndefault_branch = '-rf'", 2, "'-rf' cannot be the name of a branch"),
    ("[git]\ndefault_branch = 'a..b'", 2, "'a..b' cannot be the name of a branch"),
    ("a = [1\nb = 2", 2, "not valid TOML"),
    ("[index]\n[index]", 2, "not valid TOML"),
    ("a = " + "9" * 5000, 1, "not valid TOML, it holds a number with thousands of digits"),
]


@pytest.mark.parametrize(("text", "line", "message"), MISTAKES)
def test_each_mistake_has_a_line_and_a_remedy(text: str, line: int, message: str) -> None:
    (error,) = errors({OWN: text})
    assert error.startswith(f"nexus-diff.toml:{line}: ")
    assert message in error
    assert ";" in error


def test_pyproject_mistakes_name_their_own_section() -> None:
    text = "[project]\nname = 'x'\n\n[tool.nexus-diff.index]\nexclude = 'x'\n[tool.nexus-diff]\nimpact.dept = 3\n"
    assert errors({SHARED: text}) == [
        "pyproject.toml:5: [tool.nexus-diff.index] exclude must be a list of globs, not text ('x'); write ['x']",
        "pyproject.toml:7: unknown key 'dept' in [tool.nexus-diff.impact]; did you mean depth?",
    ]


def test_a_section_that_is_no_table() -> None:
    (error,) = errors({SHARED: "[tool]\nnexus-diff = 3\n"})
    assert error == "pyproject.toml:2: tool.nexus-diff must be a table, not a whole number (3); write [tool.nexus-diff.index] and so on"


HOSTILE: list[str | bytes] = [
    b"x" * 10_000_000,
    b"\x00\x00",
    b"a = 1\n\xff\xfe",
    "x = " + "[" * 400_000,
    "x = " + "{a=" * 300_000,
    "a." * 400_000 + "b = 1",
    "[" + "a." * 400_000 + "b]",
    'x = """' + '\\"""' * 240_000,
    '"""' + '\\"""' * 240_000,
    "x = '\x1b[31m'",
    "x\x1b]0;title\x07 = 1",
    '"\\u001b[31m\\n\\u202e" = 1',
    "".join(f"k{number} = 1\n" for number in range(20_000)),
    "[index]\nexclude = [" + "'a'," * 100_000 + "]",
    "a = \ud800",
    "[index]\ngenerated = '" + "g" * 500_000 + "'",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_files_give_short_clean_errors(text: str | bytes) -> None:
    start = time.process_time()
    lines = errors({OWN: text})
    assert time.process_time() - start < 10
    assert len(lines) <= 51
    for line in lines:
        assert line.startswith("nexus-diff.toml:")
        assert line.isprintable()
        assert len(line) < 400


def test_more_mistakes_than_anyone_reads_are_counted() -> None:
    lines = errors({OWN: "".join(f"k{number} = 1\n" for number in range(60))})
    assert lines[-1] == "nexus-diff.toml: and 10 more mistakes; mend those above first"


def test_a_hostile_file_name_stays_on_its_line() -> None:
    (error,) = errors({"evil\n::error::\x1b[2J.toml": "x = 1"})
    assert error.isprintable()
