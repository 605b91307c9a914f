"""CODEOWNERS as GitHub and as GitLab document it, each example with what its host says about it; and hostile files."""

from __future__ import annotations

import time

import pytest

from nexus_diff.git import codeowners
from nexus_diff.git.codeowners import GITHUB, GITLAB, CodeOwners, parse

GITHUB_FILE = """\
# This is a comment.
*       @global-owner1 @global-owner2
*.js    @js-owner #This is an inline comment.
*.go docs@example.com
*.txt @octo-org/octocats
/build/logs/ @doctocat
docs/*  docs@example.com
apps/ @octocat
/docs/ @doctocat
/scripts/ @doctocat @octocat
**/logs @octocat
/apps/ @octocat
/apps/github
"""

GITLAB_FILE = """\
* @default-codeowner
* @multiple @code @owners
*.rb @ruby-owner
\\#file_with_pound.rb @owner-file-with-pound
CODEOWNERS @multiple @owners\t@tab-separated
LICENSE @legal janedoe@gitlab.com
README @group @group/with-nested/subgroup
/docs/ @all-docs
/docs/* @root-docs
lib/ @lib-owner
/config/ @config-owner
path\\ with\\ spaces/ @space-owner

[Documentation]
ee/docs @docs
docs    @docs
"""


def owners(text: str, path: str, place: str = "CODEOWNERS", gitlab: bool = False) -> str:
    return " ".join(parse(text, place, gitlab=gitlab).owners(path) or ())


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("README.md", "@global-owner1 @global-owner2"),
        ("deep/in/a/folder.py", "@global-owner1 @global-owner2"),
        ("web/app.js", "@js-owner"),
        ("app.JS", "@global-owner1 @global-owner2"),
        ("main.go", "docs@example.com"),
        ("a/b.txt", "@octo-org/octocats"),
        ("build/logs/a/b.log", "@octocat"),  # **/logs comes later
        ("build/x.log", "@global-owner1 @global-owner2"),
        ("docs/getting-started.md", "@doctocat"),
        ("docs/build-app/troubleshooting.md", "@doctocat"),
        ("lib/apps/x.py", "@octocat"),
        ("scripts/run.sh", "@doctocat @octocat"),
        ("logs", "@octocat"),
        ("deeply/nested/logs/x", "@octocat"),
        ("apps/x.py", "@octocat"),
        ("apps/github/x.py", ""),
        ("apps/github", ""),
        ("apps/githubs/x.py", "@octocat"),
    ],
)
def test_the_example_of_github(path: str, expected: str) -> None:
    file = parse(GITHUB_FILE, ".github/CODEOWNERS")
    assert (file.dialect, file.faults) == (GITHUB, ())
    assert " ".join(file.owners(path) or ()) == expected


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("docs/*", "docs/getting-started.md", True),
        ("docs/*", "docs/build-app/troubleshooting.md", False),
        ("docs/*", "a/docs/x.md", False),
        ("docs/**", "docs/a/b.md", True),
        ("docs", "docs/a/b.md", True),
        ("docs", "a/docs/b.md", True),
        ("docs", "a/docs", True),
        ("docs/", "docs", False),
        ("/docs", "a/docs/b.md", False),
        ("a/b", "a/b/c", True),
        ("a/b", "x/a/b", False),
        ("a/*/c", "a/b/c/d", True),
        ("a/*/c", "a/b/x/c", False),
        ("a/**/c", "a/c", True),
        ("a/**/c", "a/b/x/c", True),
        ("*.py", "a.py/b", True),
        ("*.py", "a.pyc", False),
        ("*", "a/b/c", True),
        ("/*", "a", True),
        ("/*", "a/b", False),
        ("**", "a/b", True),
        ("?.py", "a.py", True),
        ("?.py", "ab.py", False),
        (".github/", ".github/x.yml", True),
        ("path\\ with\\ spaces/", "path with spaces/x", True),
        ("/src/\\*.py", "src/*.py", True),
        ("/src/\\*.py", "src/a.py", False),
        ("Docs/", "docs/x", False),
    ],
)
def test_patterns_of_github(pattern: str, path: str, matches: bool) -> None:
    assert owners(f"{pattern} @o", path, ".github/CODEOWNERS") == ("@o" if matches else "")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("!docs/ @o", "GitHub knows neither ! nor [ ] nor \\# in patterns; the line is skipped"),
        ("[ab].js @o", "GitHub knows neither ! nor [ ] nor \\# in patterns; the line is skipped"),
        ("\\#x @o", "GitHub knows neither ! nor [ ] nor \\# in patterns; the line is skipped"),
        ("x o", "'o' is no owner; write @user, @org/team or an address; the line is skipped"),
        ("x @o @", "'@' is no owner; write @user, @org/team or an address; the line is skipped"),
        ("x @o/<b>", "'@o/<b>' is no owner; write @user, @org/team or an address; the line is skipped"),
        ("x " + "@" * 20_000, "longer than 10000 characters; the line is skipped"),
    ],
)
def test_bad_lines_of_github_are_skipped_and_said(line: str, fault: str) -> None:
    file = parse(f"* @all\r\n{line}\r\n", ".github/CODEOWNERS")
    assert [(one.line, one.what) for one in file.faults] == [(2, fault)]
    assert file.owners("x") == ("@all",)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("app/assets/something.vue", "@multiple @code @owners"),
        ("hello.rb", "@ruby-owner"),
        ("app/models/repository.rb", "@ruby-owner"),
        ("CODEOWNERS", "@multiple @owners @tab-separated"),
        ("LICENSE", "@legal janedoe@gitlab.com"),
        ("README", "@group @group/with-nested/subgroup"),
        ("examples/#file_with_pound.rb", "@owner-file-with-pound"),
        ("docs/projects/index.md", "@all-docs"),
        ("docs/index.md", "@root-docs"),
        ("lib/gitlab/git/repository.rb", "@lib-owner"),
        ("ee/lib/gitlab/git/repository.rb", "@lib-owner"),
        ("config/database.yml", "@config-owner"),
        ("other/config/database.yml", "@multiple @code @owners"),
        ("path with spaces/docs.md", "@space-owner"),
        ("ee/docs", "@multiple @code @owners @docs"),
        ("ee/docs/x.md", "@multiple @code @owners"),
    ],
)
def test_the_example_of_gitlab(path: str, expected: str) -> None:
    file = parse(GITLAB_FILE, "CODEOWNERS")
    assert (file.dialect, file.faults) == (GITLAB, ())
    assert " ".join(file.owners(path) or ()) == expected


README = """\
* @admin

[README Owners]
README.md @user1 @user2
internal/README.md @user4

[README other owners]
README.md @user3
"""
DEFAULTS = """\
[Documentation] @docs-team
docs/
README.md

^[Database][2] @database-team @agarcia
model/db/
config/db/database-setup.md @docs-team
"""
EXCLUSIONS = """\
* @group-x
!*.rb

[Ruby]
*.rb @ruby-devs
!/config/*
"""
DUPLICATES = "[Documentation]\ndocs/ @a\n[Other]\n*.x @x\n[DOCUMENTATION]\nREADME.md @b\ndocs/README.md @c\n"
LOOKALIKES = "a/weird\\ path\\ with/\\ @username\\ /\\ and-email@lookalikes.com\\ / @user-1 email@gitlab.org @user-2"


@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        (README, "README.md", "@admin @user1 @user2 @user3"),
        (README, "internal/README.md", "@admin @user4 @user3"),
        (README, "x.py", "@admin"),
        (DEFAULTS, "docs/a/b.md", "@docs-team"),
        (DEFAULTS, "model/db/x.sql", "@database-team @agarcia"),
        (DEFAULTS, "config/db/database-setup.md", "@docs-team"),
        (DEFAULTS, "lib/x", ""),
        (EXCLUSIONS, "file.txt", "@group-x"),
        (EXCLUSIONS, "app/models/user.rb", "@ruby-devs"),
        (EXCLUSIONS, "config/routes.rb", ""),
        (EXCLUSIONS, "config/sub/routes.rb", "@ruby-devs"),
        (DUPLICATES, "docs/README.md", "@c"),
        (DUPLICATES, "docs/x.x", "@a @x"),
        ("!*.md\n*.md @a", "x.md", "@a"),  # the same pattern again: the later line takes its place
        ("!/a/*\n*.md @a", "a/x.md", ""),  # an exclusion holds wherever it stands
        ("[x][q] @no\n*.md", "a.md", ""),
        ("^[x][.] @no\n*.md @yes", "a.md", "@yes"),
        ("    [Required]\n*.md @a\n", "a.md", "@a"),
        (LOOKALIKES, "a/weird path with/ @username / and-email@lookalikes.com /test.rb", "@user-1 email@gitlab.org @user-2"),
        ("/* @a", "README.md", "@a"),
        ("/* @a", "nested/path/README.md", ""),
        ("foo/* @a", "fufoo/bar", ""),
        ("foo/* @a", "baz/foo/bar", "@a"),
        ("foo/* @a", "foo/bar", "@a"),
        ("/docs/**/index.md @a", "docs/index.md", "@a"),
        ("/docs/**/index.md @a", "docs/api/graphql/index.md", "@a"),
        ("/docs/** @a", "docs/x", "@a"),
        ("/docs/** @a", "docs/x/y", ""),
        ("/docs/*spec* @a", "docs/qa_specs.rb", "@a"),
        ("/docs/*/README.md @a", "docs/api/README.md", "@a"),
        ("/docs/*/README.md @a", "docs/README.md", ""),
        ("docs @a", "docs/x", ""),
        ("internal/README.md @a", "docs/api/internal/README.md", "@a"),
        ("[ab].js @a", "a.js", ""),  # a section of that name
        ("x[ab].js @a", "xa.js", "@a"),
        ("/config/ @@maintainer", "config/x", "@@maintainer"),
        ("x.md @a # said @b", "x.md", "@a @b"),
    ],
)
def test_what_gitlab_documents(text: str, path: str, expected: str) -> None:
    assert owners(text, path, ".gitlab/CODEOWNERS") == expected


def test_bad_lines_of_gitlab_count_as_far_as_they_can_be_read() -> None:
    file = parse("* @a nobody\n[open\n", ".gitlab/CODEOWNERS")
    assert [(fault.line, fault.what) for fault in file.faults] == [
        (1, "'nobody' is no owner; write @user, @group, @@role or an address; it is left out"),
        (2, "a section needs a closing ]; the line is read as a pattern"),
    ]
    assert file.owners("x") == ("@a",)


@pytest.mark.parametrize(
    ("text", "place", "gitlab", "dialect"),
    [
        ("* @a", ".github/CODEOWNERS", True, GITHUB),
        ("[x]\n* @a", ".github/CODEOWNERS", False, GITHUB),
        ("* @a", ".gitlab/CODEOWNERS", False, GITLAB),
        ("* @a", "CODEOWNERS", False, GITHUB),
        ("* @a", "CODEOWNERS", True, GITLAB),
        ("* @a", "docs/CODEOWNERS", False, GITHUB),
        ("[x]\n* @a", "CODEOWNERS", False, GITLAB),
        ("^[x]\n* @a", "docs/CODEOWNERS", False, GITLAB),
        ("* @a\n!x", "CODEOWNERS", False, GITLAB),
    ],
)
def test_which_host_it_is_written_for(text: str, place: str, gitlab: bool, dialect: str) -> None:
    assert parse(text, place, gitlab=gitlab).dialect == dialect


def spent(file: CodeOwners, paths: int = 200) -> list[tuple[str, ...] | None]:
    return [file.owners(f"src/module{number}/deep/er/file{number}.py") for number in range(paths)]


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"/src/module{n}/*a*b*c*d*e*f*g*x @o{n}" for n in range(70_000)),
        "\n".join(f"*{n}*{n}*{n}*.py @o" for n in range(100_000)),
        "\n".join(f"[section {n}]\n*a*.py @o" for n in range(100_000)),
        "*" * 9_000 + "b @o\n" + "/" * 9_000 + " @o",
        "**/" * 3_000 + "x @o",
        "[" * 1_000_000,
        "\\" * 9_999 + "\n" + "\\ " * 4_000,
        "x\x00y @o\n\x1b[31m @o\n\udcff @o\n\u2028 @o",
        "",
        "#" * 3_000_000,
    ],
)
@pytest.mark.parametrize("place", [".github/CODEOWNERS", ".gitlab/CODEOWNERS"])
def test_hostile_files_are_bounded(text: str, place: str) -> None:
    began = time.perf_counter()
    spent(parse(text, place))
    assert time.perf_counter() - began < 20


def test_when_no_more_may_be_tried_the_answer_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codeowners, "MAX_WORK", 300 * 101 + 300 * 26 + 1_000)
    file = parse("* @all\n" + "*.py*??? @o\n" * 299, "CODEOWNERS")
    assert spent(file, 10) == [("@all",)] * 2 + [None] * 8


def test_a_large_ordinary_file_needs_few_tries() -> None:
    lines = [f"/src/part{n}/ @team{n}\n" for n in range(30_000)] + [f"*.ending{n} @e{n}\n" for n in range(30_000)]
    file = parse("".join(lines), "CODEOWNERS")
    assert file.owners("lib/x.ending7") == ("@e7",)
    assert file.owners("src/part7/x") is not None
    assert file.owners("none/x") == ()


def test_a_deep_ordinary_file_is_no_work_either() -> None:
    lines = [f"/src/part{n % 300}/sub{n}/ @team{n}\n" for n in range(2_000)] + [f"**/mod{n}*/*.py @mod{n}\n" for n in range(200)]
    file = parse("".join(lines), "CODEOWNERS")
    answers = [file.owners(f"src/part{n % 300}/sub{n}/mod{n}x/file.py") for n in range(2_000)]
    assert answers == [(f"@mod{int(str(n)[:length])}",) if length else (f"@team{n}",) for n, length in map(_longest, range(2_000))]


def _longest(n: int) -> tuple[int, int]:
    """The number, and how many of its first digits name the last pattern that matches it."""
    return n, max((length for length in range(1, len(str(n)) + 1) if int(str(n)[:length]) < 200), default=0)
