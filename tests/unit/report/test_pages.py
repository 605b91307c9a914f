"""Whole reports of hostile repositories, as those see them who read them: GitHub's renderer, mermaid, terminals, CI logs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser

import msgspec
import oracles
import pytest
from github_page import OURS, Page, check_page
from hostile_answer import answer_of
from hostile_names import NAMES

from nexus_diff.model import answer as a
from nexus_diff.report import UNLIMITED, Limits, Options, prepare, render
from nexus_diff.report.mermaid import MOST_NODES, draw, flowchart

ROOT = "https://github.example/o/r/blob"
BASE, HEAD, OTHER = "1" * 40, "2" * 40, "3" * 40
DIAGRAM = re.compile(r"(?ms)^```mermaid\n(.*?)^```$")
Samples = dict[str, a.Answer]

each_name = pytest.mark.parametrize("name", NAMES, ids=lambda name: ascii(name)[1:25])


def answers() -> Iterator[tuple[str, a.Answer]]:
    """Every name everywhere, and beside others."""
    for at, name in enumerate(NAMES):
        yield name, answer_of(name)
        yield name, answer_of(name, *NAMES[at + 1 : at + 4])


def linked(answer: a.Answer) -> a.Answer:
    return msgspec.structs.replace(answer, base=BASE, head=HEAD)


@each_name
@pytest.mark.parametrize("format", ["markdown", "summary"])
def test_row_8_nothing_in_a_page_is_active(name: str, format: str) -> None:
    for answer in (answer_of(name), answer_of("a", name, "b", name)):
        plain = check_page(render(prepare(answer), format, Options(switch_off=name)))
        assert ("details" in {tag for tag, _ in plain.tags}) is (format == "markdown")
        page = check_page(render(prepare(linked(answer)), format, Options(link_base=ROOT)), ROOT)
        assert [tag for tag, _ in page.tags].count("h3") == 1
        assert [tag for tag, _ in page.tags].count("a") > 3


@each_name
def test_row_8_nothing_in_a_log_or_a_terminal_is_active(name: str) -> None:
    for answer in (answer_of(name), answer_of("a", name, "b", name)):
        report = prepare(answer, range=name)
        for text in (render(report, "text"), render(report, "brief"), render(report, "json"), render(report, "markdown")):
            assert all(char.isprintable() or char == "\n" for char in text)
            assert not re.search(r"(?m)^\s*::|##\[", text)
        colored = render(report, "text", Options(color=True, width=60))
        assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == render(report, "text", Options(width=60))
        assert render(report, "text", Options(unicode=False)).isascii()


def test_row_26_every_name_draws_a_graph_that_mermaid_reads() -> None:
    charts = [(name, answer, flowchart(answer, draw(answer))) for name, answer in answers()]
    found = oracles.ask("mermaid.mjs", [chart for _, _, chart in charts])
    for (name, answer, chart), read in zip(charts, found, strict=True):
        assert "error" not in read, (name, read, chart)
        assert set(read["nodes"]) == {f"n{number}" for number in range(len(draw(answer).nodes))}
        assert len(read["edges"]) == len(draw(answer).edges)
        assert read["classes"]["n0"] in (["changed"], ["deleted"])
        assert read["tooltips"] == 0


def test_the_graph_of_the_page_is_the_one_that_was_read(samples: Samples) -> None:
    for answer in (samples["small"], samples["large"], samples["hostile"]):
        (chart,) = DIAGRAM.findall(render(prepare(answer), "markdown"))
        assert chart == flowchart(answer, draw(answer))


def test_a_graph_holds_what_an_eye_can_follow(samples: Samples) -> None:
    answer = samples["large"]
    drawing = draw(answer)
    assert len(drawing.nodes) == MOST_NODES
    reached = {symbol.id for symbol in answer.impacted}
    assert drawing.left_out == len(reached - set(drawing.nodes))
    assert f"{drawing.left_out} more symbols are not drawn" in render(prepare(answer), "markdown")
    farthest = max(symbol.distance for symbol in answer.impacted if symbol.id in drawing.nodes)
    assert farthest == 1, "nearest first"


def test_a_graph_shows_some_of_everything_before_all_of_one(samples: Samples) -> None:
    popular = samples["large"].changed_symbols[0].id
    near = [symbol for symbol in samples["large"].impacted if symbol.distance == 1]
    told = [msgspec.structs.replace(symbol, via=popular) if at % 5 else symbol for at, symbol in enumerate(near)]
    drawing = draw(msgspec.structs.replace(samples["large"], impacted=tuple(told)))
    into = Counter(edge.target for edge in drawing.edges)
    assert len(drawing.nodes) == MOST_NODES
    assert len(into) > 5
    assert into[popular] <= 5


def test_an_edge_says_what_it_is(samples: Samples) -> None:
    read = oracles.ask("mermaid.mjs", [flowchart(samples["small"], draw(samples["small"]))])[0]
    names = {node: label.split("<br>")[0] for node, label in read["nodes"].items()}
    assert {(names[start], names[end], text) for start, end, text in read["edges"]} == {
        ("checkout", "charge", "0.95"),
        ("main", "checkout", "0.95"),
        ("Gift", "Card.pay", "extends 0.90"),
        ("undo", "refund", "0.70"),
    }
    marked = {names[node]: classes for node, classes in read["classes"].items() if classes}
    assert marked == {"charge": ["changed"], "Card.pay": ["changed"], "refund": ["deleted"]}


def test_without_an_impact_there_is_no_graph(samples: Samples) -> None:
    only_tests = msgspec.structs.replace(samples["small"], impacted=tuple(symbol for symbol in samples["small"].impacted if symbol.is_test))
    for answer in (samples["unreached"], only_tests):
        assert flowchart(answer, draw(answer)) == ""
        assert "mermaid" not in render(prepare(answer), "markdown")


def test_lines_link_to_the_side_they_stand_on(samples: Samples) -> None:
    answer = linked(samples["small"])
    found = {
        (href or "").removeprefix(ROOT)
        for tag, attributes in Page(render(prepare(answer), "markdown", Options(link_base=ROOT))).tags
        if tag == "a" and (href := attributes["href"])
    }
    assert f"/{HEAD}/src/shop/app.py#L14" in found
    assert f"/{BASE}/src/pay.py#L80" in found, "a deleted symbol is only in base"
    assert f"/{BASE}/src/shop/undo.py#L8" in found, "a step in base"
    assert f"/{HEAD}/src/pay.py#L10" in found
    moved = render(prepare(answer), "markdown", Options(link_base=ROOT, link_head=OTHER))
    assert f"{ROOT}/{OTHER}/src/shop/app.py#L14" in moved
    assert HEAD not in moved.replace(HEAD[:12] + "`", "")


@pytest.mark.parametrize("root", ["", "javascript:alert(1)//", "https://x y", "https://x)", "http://[::1]/"])
def test_without_a_plain_address_there_are_no_links(samples: Samples, root: str) -> None:
    answer = linked(samples["small"])
    assert render(prepare(answer), "markdown", Options(link_base=root)) == render(prepare(answer), "markdown")


@pytest.mark.parametrize(("base", "head"), [("", ""), ("", "index"), ("main", "topic"), ("1" * 12, "2" * 12)])
def test_only_commits_are_linked_to(samples: Samples, base: str, head: str) -> None:
    answer = msgspec.structs.replace(samples["small"], base=base, head=head)
    assert "](" not in render(prepare(answer), "markdown", Options(link_base=ROOT))


@pytest.mark.parametrize("number", [1, 100, 10_000])
@pytest.mark.parametrize("limits", [Limits(), UNLIMITED], ids=["usual", "unlimited"])
def test_row_5_a_page_of_any_size_fits_and_is_whole(samples: Samples, number: int, limits: Limits) -> None:
    some = samples["large"].impacted
    many = tuple(
        msgspec.structs.replace(some[at % len(some)], id=f"Function:{at}", qualified_name="💥" * 30, file="名" * 40) for at in range(number)
    )
    answer = msgspec.structs.replace(linked(samples["large"]), impacted=many)
    for most in (65_536, 2_000):
        page = render(prepare(answer, limits), "markdown", Options(link_base=ROOT, max_chars=most))
        assert len(page) <= most
        check_page(page, ROOT)
        assert page.startswith("### nexus-diff: ")
        assert page.count("```") % 2 == 0
    assert len(render(prepare(answer, limits), "summary", Options(link_base=ROOT)).encode()) <= 1 << 20


def test_a_summary_folds_nothing_and_stays_small(samples: Samples) -> None:
    many = tuple(msgspec.structs.replace(symbol, file="💥" * 300) for symbol in samples["large"].impacted * 25)
    answer = msgspec.structs.replace(samples["large"], impacted=many, timings={"parse": 1.234, "reach": 0.5})
    page = render(prepare(answer, UNLIMITED), "summary")
    assert len(page.encode()) <= 1 << 20
    assert "details" not in page
    small = render(prepare(msgspec.structs.replace(samples["small"], timings={"parse": 1.234})), "summary")
    assert "#### Blast radius (4)" in small
    assert "| parse | 1.23 |" in small
    assert "details" not in small


def test_the_first_screen_is_short_whatever_was_found(samples: Samples) -> None:
    worst = msgspec.structs.replace(
        samples["hostile"],
        base_kind="approximate",
        notices=tuple(f"this change edits {number}" for number in range(9)),
        breaking_call_sites=samples["hostile"].breaking_call_sites * 9,
    )
    first = render(prepare(worst), "markdown").split("<details>")[0].rstrip()
    assert len(first.splitlines()) <= 12
    assert "the base is approximate" in first
    assert "this change edits 0" in first


@pytest.mark.parametrize(
    ("name", "banners"),
    [("small", 0), ("large", 1), ("noted", 2), ("empty", 0)],
)
def test_banners(samples: Samples, name: str, banners: int) -> None:
    assert len(prepare(samples[name]).banners) == banners


def test_the_footer_says_how_to_get_rid_of_the_report(samples: Samples) -> None:
    options = Options(switch_off="To switch this off, set comment: false.", full_report="https://github.example/o/r/actions/runs/1")
    for name in ("small", "unreached"):
        page = render(prepare(samples[name]), "markdown", options)
        assert page.rstrip().endswith("</sub>")
        assert "[Full report](https://github.example/o/r/actions/runs/1)" in page
        assert "To switch this off, set comment: false." in page
    cut = render(prepare(samples["large"], UNLIMITED), "markdown", msgspec.structs.replace(options, max_chars=2_000))
    assert "To switch this off" in cut


class Elements(HTMLParser):
    """Every element of an HTML file with its attributes, and what is left open."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.opened: list[str] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag != "meta":
            self.opened.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)


@each_name
def test_row_8_nothing_in_an_html_file_is_active(name: str) -> None:
    answer = linked(answer_of(name))
    told = Elements(render(prepare(answer), "html", Options(link_base=ROOT, switch_off=name)))
    assert told.opened == []
    for tag, attributes in told.found:
        if tag == "a":
            assert (attributes.pop("href") or "").startswith(ROOT + "/")
        elif tag in ("html", "meta"):
            attributes.clear()
        assert tag in OURS or tag in ("html", "head", "meta", "title", "style", "body"), tag
        assert attributes == {}, (tag, attributes)
    assert "mermaid" not in "".join(told.texts) or "mermaid" in name


def test_an_html_file_is_whole_and_loads_nothing(samples: Samples) -> None:
    page = render(prepare(samples["large"], UNLIMITED), "html")
    assert page.startswith("<!doctype html>")
    assert "content=\"default-src 'none';" in page
    assert "<summary>Blast radius (400)</summary>" in page
    assert all(f"<code>caller_{number}</code>" in page for number in range(400))
    assert "src=" not in page
    assert "http" not in page.replace("http-equiv", "")
