"""One function per kind of output, each asked about every hostile name, with the program that reads that output as judge."""

from __future__ import annotations

import html
import re
import xml.etree.ElementTree as ET
from urllib.parse import unquote_to_bytes, urljoin

import oracles
import pytest
from github_page import check_page
from hostile_names import NAMES

from nexus_diff.report import escape

ROOT = "https://github.com/o/r/blob"
NO_CONTROLS = re.compile(r"[^\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]*\Z")

each_name = pytest.mark.parametrize("name", NAMES, ids=lambda name: ascii(name)[1:25])


def test_the_corpus_is_large_enough() -> None:
    assert len(set(NAMES)) >= 60


@each_name
def test_markdown(name: str) -> None:
    page = check_page(f"{escape.md_code(name)} and {escape.md_prose(name)} and {escape.md_words(name)}\n")
    assert {tag for tag, _ in page.tags} <= {"p", "code"}
    cells = " | ".join(map(escape.in_table, (escape.md_code(name), escape.md_prose(name), escape.md_words(name))))
    table = check_page(f"| a | b | c |\n|---|---|---|\n| {cells} |\n")
    assert [tag for tag, _ in table.tags].count("td") == 3


@pytest.mark.parametrize("name", ["x]", "a\\[b]", "]", "app/[id]", "x]: y"])
def test_a_link_defines_no_link(name: str) -> None:
    page = check_page(escape.md_link(f"{name}:3", escape.blob_url(ROOT, "0" * 40, name, 3)) + "\n", ROOT)
    assert [tag for tag, _ in page.tags] == ["p", "a", "code"]


@each_name
def test_markdown_links(name: str) -> None:
    link = escape.md_link(f"{name}:3", escape.blob_url(ROOT, "0" * 40, name, 3))
    page = check_page(f"{link}\n\n| a | b |\n|---|---|\n| {escape.in_table(link)} | x |\n", ROOT)
    assert [tag for tag, _ in page.tags].count("a") == 2
    assert [tag for tag, _ in page.tags].count("td") == 2
    assert len(check_page(f"[x]({escape.blob_url(ROOT, name, 'a.py')})", ROOT).tags) == 2


@each_name
def test_uri_of_a_path(name: str) -> None:
    path = escape.uri_path(name)
    assert re.fullmatch(r"[A-Za-z0-9._~/%-]+", path)
    assert urljoin("https://host/root/", path).startswith("https://host/root/")
    if name.strip("/") and "\ud83d" not in name and ".." not in name:
        assert unquote_to_bytes(path) == name.encode("utf-8", "surrogateescape").lstrip(b"/")


@each_name
def test_plain_text_of_several_lines(name: str) -> None:
    shown = escape.lines_visible(name)
    assert all(NO_CONTROLS.match(line) for line in shown.split("\n"))
    assert not re.search(r"(?m)^\s*::|##\[", shown)
    assert len(escape.lines_visible(name * 50, 4_000).encode()) <= 4_000


def test_workflow_commands_are_what_the_runner_expects() -> None:
    shown = [escape.lines_visible(name) for name in NAMES]
    sent = oracles.ask("actions.cjs", [[text, text, text] for text in shown])
    for name, text, reference in zip(NAMES, shown, sent, strict=True):
        value, data = escape.command_property(name), escape.command_data(name)
        if not text:  # @actions/core leaves empty properties out
            assert reference == "::warning ::"
            continue
        assert f"::warning file={value},title={value}::{data}" == reference, name
        assert NO_CONTROLS.match(reference)
        assert re.fullmatch(r"::warning file=[^,:]*,title=[^,:]*::.*", reference)


@each_name
def test_output_values_come_back_whole(name: str) -> None:
    entry = escape.output_value("affected-tests", name, "ghadelimiter_1f0c")
    head, *lines, end = entry.rstrip("\n").split("\n") if not name.endswith("\n") else entry[:-1].split("\n")
    assert (head, end) == ("affected-tests<<ghadelimiter_1f0c", "ghadelimiter_1f0c")
    assert "\n".join(lines) == name
    assert end not in lines


@pytest.mark.parametrize(
    ("name", "value", "token"), [("a b", "x", "t"), ("a", "x t y", "t"), ("a", "x", ""), ("a\nb", "x", "t"), ("", "x", "t")]
)
def test_outputs_that_could_say_more_are_refused(name: str, value: str, token: str) -> None:
    with pytest.raises(ValueError, match="output"):
        escape.output_value(name, value, token)


@each_name
def test_dotenv_stays_on_its_line(name: str) -> None:
    line = escape.dotenv_line("TESTS", name)
    assert line.endswith("\n")
    assert line.startswith("TESTS=")
    assert NO_CONTROLS.match(line[:-1])
    with pytest.raises(ValueError, match="variable"):
        escape.dotenv_line(f"{name}=", "x")


@each_name
def test_sarif_text_holds_no_link(name: str) -> None:
    text = escape.sarif_text(name)
    assert NO_CONTROLS.match(text)
    bare = re.sub(r"\\[\\\[\]]", "", text)
    assert not re.search(r"\[[^\]]*\]\(", bare)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pages/[id].tsx", "pages/[id].tsx"),
        ("a[0](1)", "a\\[0\\](1)"),
        ("\\[x](1)", "\\\\\\[x\\](1)"),
        ("x", "x"),
        ("a[0", "a\\[0"),
        ("]x[", "\\]x\\["),
    ],
)
def test_sarif_text(text: str, expected: str) -> None:
    assert escape.sarif_text(text) == expected


def test_mermaid_labels_show_the_name_and_nothing_else() -> None:
    plain = [escape.short(escape.visible(name), 48) for name in NAMES]
    labels = [escape.mermaid_label(name) for name in NAMES]
    charts = [f'flowchart LR\nn0["{label}"] -->|"{label}"| n1["x"]\n' for label in labels]
    for name, text, label, found in zip(NAMES, plain, labels, oracles.ask("mermaid.mjs", charts), strict=True):
        assert "error" not in found, (name, found)
        assert set(found["nodes"]) == {"n0", "n1"}
        assert found["kinds"] == ["string"]
        assert found["tooltips"] == 0
        ((start, end, shown),) = found["edges"]
        assert (start, end) == ("n0", "n1")
        assert html.unescape(found["nodes"]["n0"]).strip() == text.strip()
        assert not re.search(r"[<>\"'`*_$\\]", found["nodes"]["n0"])
        assert not re.search(r"[<>\"'`*_$\\]", shown)
        assert not re.search(r"[`\n]", label)


@each_name
def test_html_and_xml(name: str) -> None:
    text = escape.html_text(name)
    element = ET.fromstring(f'<p a="{text}">{text}</p>')
    assert element.text or not name
    assert (element.text or "") == element.attrib["a"] == escape.visible(name)
    assert not list(element)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Blast radius (4), 0.95", "Blast radius (4), 0.95"),
        ("3 symbols @org", "3 symbols `@org`"),
        ("a <b>", "a `<b>`"),
        ("http://x", "`http://x`"),
        (escape.md_code("x|y"), "`x|y`"),
    ],
)
def test_words_of_our_own_stay_words(text: str, expected: str) -> None:
    assert escape.md_words(text) == expected
