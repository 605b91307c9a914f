"""What holds for every command: `nexus-diff help TOPIC`, and the sections of the manual."""

from __future__ import annotations

from typing import NamedTuple


class Topic(NamedTuple):
    """`summary`: a few words for lists. `paragraphs`: in plain words. `rows`: term and meaning, after the first paragraph."""

    title: str
    summary: str
    paragraphs: tuple[str, ...]
    rows: tuple[tuple[str, str], ...]


TOPICS = {
    "ranges": Topic(
        "RANGES",
        "what can be compared",
        (
            "A range says what is compared. The base that was used is always printed.",
            "Revisions are written as git writes them (branches, tags, HEAD~2, ids). A branch that is called like a command is reached by"
            " nexus-diff diff NAME, or nexus-diff -- NAME.",
        ),
        (
            ("(nothing)", "the working tree against its merge base with the default branch: what a pull request would hold now"),
            ("A..B, A...B", "what B adds since its merge base with A; without A or B, HEAD stands there"),
            ("REV", "what this commit adds to its first parent"),
            ("--direct A..B", "the two trees as they are, without a merge base"),
            ("--staged", "the index against HEAD"),
            ("--patch FILE", "a unified diff on HEAD; - reads it from stdin"),
        ),
    ),
    "formats": Topic(
        "FORMATS",
        "what can be written, and where to",
        (
            "--format NAME writes to stdout, --format NAME=FILE into a file; it may be given several times, with one format on stdout."
            " Files are written whole or not at all.",
            "stdout holds the report and nothing else; whatever else is said goes to stderr.",
        ),
        (
            ("text", "for people, the default: coloured, folded and paged on a terminal, plain elsewhere"),
            ("stat", "one line per changed file: changed symbols, what they reach, call sites they break (--stat)"),
            (
                "names",
                "paths (--name-only): files that changed, deleted ones too, and files that hold something the change reaches (by more than"
                " its name), a breaking call site or an affected test; -z ends each with a NUL and escapes nothing",
            ),
            ("brief", "a few lines for a hook; nothing where there is nothing to say"),
            ("markdown", "for a comment on a pull request, folded, at most 65,536 characters"),
            ("summary", "the same unfolded, for a job summary"),
            ("html", "the same in one file for a browser"),
            ("json", "the whole answer for programs (--json); docs/json.md has every field"),
            ("sarif", "findings for code scanning"),
            ("junit", "findings as test cases, for services that show these"),
            ("codeclimate", "findings for the Code Quality widget of GitLab and whatever else reads Code Climate's JSON"),
        ),
    ),
    "exit-codes": Topic(
        "EXIT STATUS",
        "what a command returns",
        (
            "A command that was interrupted, terminated or whose reader went away ends by that signal, without a word.",
            "ci and hook stand in the way of other people's work: what they could not do is one line and 0, unless --strict.",
        ),
        (
            ("0", "done; nothing that was asked to be stopped at"),
            (
                "1",
                "findings: what --fail-on names was found, the change reaches or breaks anything (--exit-code), a rule is broken (rules"
                " check), a failure would have been missed (shadow), two indexes differ (verify), a problem was found (doctor)",
            ),
            ("2", "could not run; one line on stderr says why and what to do"),
            ("130, 143, 141", "ended by Ctrl-C, by SIGTERM, because the reader of the output went away"),
        ),
    ),
    "environment": Topic(
        "ENVIRONMENT",
        "variables that are obeyed",
        (
            "Options come before variables.",
            "ci reads what its service sets, and takes a token from NEXUS_DIFF_GITHUB_TOKEN, GITHUB_TOKEN or GH_TOKEN"
            " (NEXUS_DIFF_GITLAB_TOKEN or GITLAB_TOKEN there); nexus-diff doctor says what it finds.",
        ),
        (
            ("NEXUS_DIFF_INDEX_DIR", "folder of the index, as --index-dir"),
            ("NO_COLOR", "no colours, if it is not empty"),
            ("FORCE_COLOR, CLICOLOR_FORCE", "colours without a terminal, if one is not empty and NO_COLOR is"),
            ("TERM", "dumb: neither colours nor a pager"),
            ("COLUMNS", "width of the terminal; else it is asked, and 80 where that fails"),
            (
                "GIT_PAGER, PAGER",
                "what long texts on a terminal go through, as in git: GIT_PAGER, core.pager of git's configuration, PAGER, less; empty or"
                " cat: nothing. Never in CI, nor with --no-pager",
            ),
            ("LESS", "options of less; FRX where it is not set, so that a text which fits the screen is simply printed"),
            (
                "PYTHONIOENCODING, LC_ALL, LANG",
                "encoding of the output; without UTF-8, text is ASCII with escapes, and JSON stays the same value",
            ),
        ),
    ),
    "files": Topic(
        "FILES",
        "what is read and written",
        ("Nothing in the working tree is written but what --output and --format NAME=FILE name, and the workflows of init.",),
        (
            ("nexus-diff.toml", "configuration, at the top of the repository; or [tool.nexus-diff] in pyproject.toml"),
            (".nexus-diff/templates/report.md.j2", "a report template of the repository's own"),
            ("nexus-diff/ under the git directory", "the index, shared by all worktrees; it may be deleted at any time and is made again"),
        ),
    ),
}
"""Name → topic, in the order of lists."""
