"""Hostile text: nothing in a name becomes structure in Markdown or a command to a terminal."""

from __future__ import annotations

import json
import re

import pytest
from hostile_answer import answer_of
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from nexus_diff.report import Options, prepare, render
from nexus_diff.report.escape import in_table, md_code, md_prose, short, visible

PARSER = MarkdownIt("commonmark").enable("table")
OUR_HTML = re.compile(r"(<details><summary>[A-Za-z ()0-9]*</summary>|</details>)\n?\Z")
ACTIVE_TEXT = re.compile(r"@|#\d|GH-\d|https?:|www\.|[0-9a-f]{7,}|::")
CI_COMMAND = re.compile(r"(?m)^\s*::|##\[")
ANSI_STYLE = re.compile(r"\x1b\[[0-9;]*m")

PIECES = st.sampled_from(
    [
        "`",
        "``",
        "```",
        "|",
        "\\",
        "\\|",
        "|---|",
        "@org/team",
        "#12",
        "GH-1",
        "[x](http://evil)",
        "![i](//e)",
        "<b>",
        "</details>",
        "<!--",
    ]
)
MORE_PIECES = st.sampled_from(
    [
        "&#64;",
        "\n",
        "\r",
        "\n\n# h\n",
        "\n- ",
        "1. ",
        "> ",
        "***",
        "~~~",
        "www.evil.com",
        "mailto:a@b.cc",
        "0123456789abcdef",
        "deadbeef",
        " ",
    ]
)
COMMANDS = st.sampled_from(
    [
        "\x1b[2J",
        "\x07",
        "\x9b31m",
        "\u202e",
        "\u200b",
        "\u2028",
        "\ufeff",
        "\u3164",
        "\udcff",
        "[red]",
        ":boom:",
        "{{ 7*7 }}",
        "::error::",
        "##[error]",
        "##vso[task.x]",
        "##teamcity[x]",
    ]
)
NAMES = st.one_of(
    st.lists(st.one_of(PIECES, MORE_PIECES, COMMANDS), max_size=8).map("".join),
    st.text(max_size=20),
    st.text(st.characters(categories=["Cs", "Cf", "Cc"]), max_size=6),
)


def tokens(markdown: str) -> list[Token]:
    return [inner for token in PARSER.parse(markdown) for inner in [token, *(token.children or [])]]


def check_markdown(markdown: str) -> None:
    found = tokens(markdown)
    kinds = {token.type for token in found}
    assert not kinds & {
        "link_open",
        "image",
        "code_block",
        "blockquote_open",
        "hr",
        "hardbreak",
        "ordered_list_open",
    }
    assert sum(token.type == "heading_open" for token in found) <= 1
    for token in found:
        if token.type == "fence":
            assert token.info == "mermaid"
        elif token.type == "html_inline":
            assert token.content in ("<sub>", "</sub>")
        elif token.type == "html_block":
            assert OUR_HTML.match(token.content), token.content
        elif token.type == "text":
            assert not ACTIVE_TEXT.search(token.content), token.content
            assert "`" not in token.content
    opened = [token.content.startswith("<details") for token in found if token.type == "html_block"]
    assert opened == [True, False] * (len(opened) // 2)
    assert all(char.isprintable() or char == "\n" for char in markdown)


def cells_per_row(markdown: str) -> list[set[int]]:
    tables: list[set[int]] = []
    cells = 0
    for token in tokens(markdown):
        if token.type == "table_open":
            tables.append(set())
        elif token.type in ("td_open", "th_open"):
            cells += 1
        elif token.type == "tr_close":
            tables[-1].add(cells)
            cells = 0
    return tables


@settings(max_examples=150, deadline=None)
@given(st.lists(NAMES, min_size=1, max_size=4))
def test_no_name_breaks_out_of_markdown(names: list[str]) -> None:
    markdown = render(prepare(answer_of(*names)), "markdown")
    check_markdown(markdown)
    expected = cells_per_row(render(prepare(answer_of("a", "b", "c", "d")), "markdown"))
    assert cells_per_row(markdown) == expected


@settings(max_examples=150, deadline=None)
@example([":"], False, 0)
@given(st.lists(NAMES, min_size=1, max_size=4), st.booleans(), st.sampled_from([0, 40]))
def test_no_name_reaches_the_terminal_as_a_command(names: list[str], color: bool, width: int) -> None:
    report = prepare(answer_of(*names), range=names[0])
    text = render(report, "text", Options(color=color, width=width))
    assert not CI_COMMAND.search(render(report, "brief"))
    plain = ANSI_STYLE.sub("", text) if color else text
    assert all(char.isprintable() or char == "\n" for char in plain)
    assert not CI_COMMAND.search(plain)
    assert plain == render(report, "text", Options(width=width))
    assert render(report, "text", Options(unicode=False)).isascii()


@settings(max_examples=100, deadline=None)
@given(st.lists(NAMES, min_size=1, max_size=4))
def test_no_name_breaks_the_json(names: list[str]) -> None:
    text = render(prepare(answer_of(*names)), "json")
    assert all(char.isprintable() or char == "\n" for char in text)
    assert not CI_COMMAND.search(text)
    text.encode()
    decoded = json.loads(text)
    if not any("\ud800" <= char <= "\udfff" for name in names for char in name):
        assert decoded["skipped"][0]["file"] == names[0]
        assert decoded["base"] == names[0]


@settings(max_examples=300, deadline=None)
@given(NAMES)
def test_a_code_span_shows_the_name(name: str) -> None:
    (inline,) = [token for token in PARSER.parse("x " + md_code(name)) if token.type == "inline"]
    assert [token.type for token in inline.children or []] == ["text", "code_inline"]
    shown = short(visible(name), 160) or " "
    assert (inline.children or [])[1].content.strip() == shown.strip()


@settings(max_examples=300, deadline=None)
@given(NAMES)
def test_a_code_span_in_a_table_shows_the_name(name: str) -> None:
    found = tokens(f"| a | b |\n|---|---|\n| {in_table(md_code(name))} | end |\n")
    spans = [token.content for token in found if token.type == "code_inline"]
    assert [span.strip() for span in spans] == [(short(visible(name), 160)).strip()]
    assert [token.content for token in found if token.type == "text"] == ["a", "b", "end"]


@settings(max_examples=300, deadline=None)
@given(NAMES)
@example("\n-  ::error::")
@example("x  ##[error]")
def test_prose_keeps_every_word_in_order(text: str) -> None:
    (inline,) = [token for token in PARSER.parse("x " + md_prose(text)) if token.type == "inline"]
    shown = "".join(token.content for token in inline.children or [])
    assert re.sub("[ `]", "", shown) == "x" + re.sub("[ `]", "", short(visible(text), 400))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("naïve 名前", "naïve 名前"),
        ("a\nb\tc\r", "a\\nb\\tc\\r"),
        ("\x1b[31m\x07", "\\x1b[31m\\x07"),
        ("a\u202eb\u200bc", "a\\u202eb\\u200bc"),
        ("\udcff\udc80", "\\xff\\x80"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
        ("\u3164\u2800", "\\u3164\\u2800"),
        ("::error::no", ":\\x3aerror::no"),
        (" ::add-mask::a", " :\\x3aadd-mask::a"),
        ("File:::x::y", "File:::x::y"),
        ("a ##[error]b", "a ##\\x5berror]b"),
        ("a ##vso[task.setvariable variable=x]y", "a ##vso\\x5btask.setvariable variable=x]y"),
        ("##teamcity[buildStop comment='x']", "##teamcity\\x5bbuildStop comment='x']"),
        ("a ## [b]", "a ## [b]"),
    ],
)
def test_visible(text: str, expected: str) -> None:
    assert visible(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("larger than 1000000 bytes", "larger than `1000000` bytes"),
        ("fetch with git fetch --deepen 50, then retry.", "fetch with git fetch `--deepen` 50, then retry."),
        ("@org/team please", "`@org/team` please"),
        ("see www.evil.com or a b", "see `www.evil.com` or a b"),
        ("fixed #12 and GH-1", "fixed `#12` and `GH-1`"),
        ("1. item", "`1.` item"),
        ("1) item", "`1)` item"),
        ("calls freeReply through f (2 hops)", "calls `freeReply` through f (2 hops)"),
        ("a.c:2: syntax error; what was read (and 6 more)", "`a.c:2:` syntax error; what was read (and 6 more)"),
        ("one of (12) or (see JavaScript).", "one of (12) or (see JavaScript)."),
        ("as of (deadbeef) or (badcafe),", "as of `(deadbeef)` or `(badcafe),`"),
        ("[a] (b) and [c](d)", "`[a]` (b) and `[c](d)`"),
        ("a  b", "a b"),
        ("type of `x` changed to `str | None`; and `y`", "type of `x` changed to `str | None`; and `y`"),
        ("`@alice` (`b`) `c`)", "`@alice` ``(`b`) `c`)``"),
        ("`a``b` ` `", "``` `a``b` ``` ` `"),
        ("", ""),
    ],
)
def test_prose(text: str, expected: str) -> None:
    assert md_prose(text) == expected


def test_short_keeps_both_ends() -> None:
    assert short("abcdefghij", 5) == "ab…ij"
    assert short("abc", 3) == "abc"
    assert len(short("x" * 500, 160)) == 160
