"""What is shown, what is cut and counted, and what the formats promise."""

from __future__ import annotations

import io
import re
import subprocess
import sys

import msgspec
import pytest
from markdown_it import MarkdownIt

from nexus_diff.model import answer as a
from nexus_diff.model.errors import NexusDiffError
from nexus_diff.report import FORMATS, UNLIMITED, Limits, Options, options_for, prepare, render
from nexus_diff.report.templates import _finalize
from nexus_diff.report.value import ImpactedRow, Ring

Samples = dict[str, a.Answer]


def rows_of(ring: Ring) -> list[ImpactedRow]:
    return [row for package in ring.packages for row in package.rows]


def test_json_is_the_answer(sample: tuple[str, a.Answer]) -> None:
    name, answer = sample
    text = render(prepare(answer), "json")
    assert text.endswith("}\n")
    if name != "hostile":  # holds bytes that no JSON text can carry
        assert msgspec.json.decode(text, type=a.Answer) == answer


def test_json_keeps_what_other_formats_cut(samples: Samples) -> None:
    report = prepare(samples["large"], Limits(impacted=1, changed=1, tests=1))
    assert render(report, "json") == render(prepare(samples["large"]), "json")


def test_json_keys_stand_in_the_documented_order(samples: Samples) -> None:
    decoded = msgspec.json.decode(render(prepare(samples["small"]), "json"))
    assert tuple(decoded) == a.Answer.__struct_fields__


@pytest.mark.parametrize("format", FORMATS)
def test_same_answer_same_characters(sample: tuple[str, a.Answer], format: str) -> None:
    answer = sample[1]
    assert render(prepare(answer), format) == render(prepare(answer), format)


@pytest.mark.parametrize("format", ["text", "markdown"])
@pytest.mark.parametrize("name", ["empty", "unreached"])
def test_silence(samples: Samples, format: str, name: str) -> None:
    lines = render(prepare(samples[name]), format).splitlines()
    assert len(lines) <= 2
    assert "1a2b3c4d5e6f" in lines[0]
    assert "not computed" not in "".join(lines).lower()


@pytest.mark.parametrize("format", ["text", "markdown"])
def test_the_base_is_always_named(sample: tuple[str, a.Answer], format: str) -> None:
    name, answer = sample
    if name != "hostile":
        page = render(prepare(answer), format)
        lines = page.splitlines()
        unfolded = lines[:12] if format == "text" else [*lines[:2], *lines[-2:]]
        assert "1a2b3c4d5e6f" in "".join(unfolded)
        assert prepare(answer).base_kind in "".join(unfolded).replace("`", "")


def test_the_first_screen_of_markdown_is_short(samples: Samples) -> None:
    for answer in samples.values():
        first = render(prepare(answer), "markdown").split("<details>")[0]
        assert len(first.rstrip().splitlines()) <= 12


def test_every_impacted_symbol_has_its_path(samples: Samples) -> None:
    for format in ("text", "markdown"):
        page = render(prepare(samples["small"], UNLIMITED), format)
        for evidence in ("src/shop/app.py:14", "src/gift.py:1", "src/shop/undo.py:8", "src/shop/cli.py:6"):
            assert evidence in page
        assert "in base" in page


def test_what_is_cut_is_counted(samples: Samples) -> None:
    report = prepare(samples["large"])
    shown = sum(len(rows_of(ring)) for ring in report.rings)
    cut = sum(ring.cut for ring in report.rings)
    assert (shown, shown + cut) == (50, 400)
    assert report.changed.total == 90
    assert report.test_count == 60
    for format in ("text", "markdown"):
        page = render(report, format)
        for number in (60, 59, 23, 50, 100):
            assert f"{number} more" in page or f"{number} tests" in page
        assert "walk deeper than 10 hops" in page.replace("`", "")
        assert "dispatch fans" in page


def test_nothing_is_cut_without_limits(samples: Samples) -> None:
    report = prepare(samples["large"], UNLIMITED)
    assert "more" not in render(report, "text")


def test_rings_are_ordered_by_distance_then_confidence(samples: Samples) -> None:
    shuffled = msgspec.structs.replace(samples["large"], impacted=tuple(reversed(samples["large"].impacted)))
    report = prepare(shuffled, UNLIMITED)
    distances = [ring.distance for ring in report.rings]
    assert distances == sorted(distances)
    for package in (package for ring in report.rings for package in ring.packages):
        confidences = [row.symbol.confidence for row in package.rows]
        assert confidences == sorted(confidences, reverse=True)
        assert {row.symbol.file.rpartition("/")[0] for row in package.rows} == {package.name}


def test_a_step_names_what_it_reaches(samples: Samples) -> None:
    report = prepare(samples["small"])
    (row,) = rows_of(report.rings[2])
    assert [step.target for step in row.steps] == ["checkout", "charge"]


def test_a_target_outside_of_the_answer_is_named_by_its_id() -> None:
    hop = a.Hop(id="Function:a:b.py:f", file="a:b.py", line=1, side="head", type="CALLS", confidence=0.9, reason="exact")
    far = msgspec.structs.replace(hop, id="Function:c.py:g", file="c.py")
    symbol = a.Impacted(
        id=far.id, kind="function", name="g", qualified_name="g", file="c.py", start_line=1, end_line=1,
        distance=2, confidence=0.81, via="Class:d.py:Box<a::b>", is_test=False, path=(far, hop),
    )  # fmt: skip
    answer = a.Answer(tool=a.Tool(version="0"), base="b", head="h", base_kind="direct", impacted=(symbol,))
    assert [step.target for step in rows_of(prepare(answer).rings[0])[0].steps] == ["f", "Box<a::b>"]


def test_what_only_tests_reach_folds_nothing() -> None:
    hops = tuple(
        a.Hop(id=f"Function:{n}.py:f", file=f"{n}.py", line=1, side="head", type="CALLS", confidence=0.9, reason="exact") for n in range(4)
    )
    test = a.Impacted(
        id="Function:test_a.py:test_f", kind="function", name="test_f", qualified_name="test_f", file="test_a.py", start_line=1, end_line=1,
        distance=4, confidence=0.66, via="Function:x.py:x", is_test=True, in_tests=True, path=hops,
    )  # fmt: skip
    answer = a.Answer(tool=a.Tool(version="0"), base="b", head="h", base_kind="direct", impacted=(test,))
    page = render(prepare(answer), "markdown")
    assert "**Reached at distance 4** (1 test)" in page
    assert not re.search(r"</summary>\s*</details>", page)


HEADLINES = [
    ("empty", "No symbol changed"),
    ("noted", "Only comments or formatting changed (1 symbol)"),
    ("unreached", "2 changed symbols, nothing else is impacted"),
    (
        "small",
        "3 changed symbols reach 4 symbols in 4 files, 1 breaking call site, 1 new violation, 1 test reached, high risk",
    ),
    ("large", "90 changed symbols reach 400 symbols in 400 files, 60 tests to run"),
]


@pytest.mark.parametrize(("name", "headline"), HEADLINES)
def test_headline(samples: Samples, name: str, headline: str) -> None:
    assert prepare(samples[name]).headline == headline


@pytest.mark.parametrize("max_chars", [65_536, 20_000, 9_000, 3_000, 1_000, 400])
def test_markdown_stays_within_its_limit_by_whole_sections(samples: Samples, max_chars: int) -> None:
    for name in ("large", "hostile", "small"):
        page = render(prepare(samples[name], UNLIMITED), "markdown", Options(max_chars=max_chars))
        assert len(page) <= max_chars
        html = [token.content for token in MarkdownIt("commonmark").parse(page) if token.type == "html_block"]
        assert sum(part.count("<details>") for part in html) == sum(part.count("</details>") for part in html)
        if name == "large" and max_chars <= 3_000:
            assert "Left out to stay within" in page
            assert "blast radius" in page


def test_an_enormous_answer_fits_into_a_comment(samples: Samples) -> None:
    many = tuple(msgspec.structs.replace(symbol, file="💥" * 300) for symbol in samples["large"].impacted * 25)
    page = render(prepare(msgspec.structs.replace(samples["large"], impacted=many), UNLIMITED), "markdown")
    assert len(page) <= 65_536
    assert "reach 10000 symbols" in page


def test_an_unfiltered_value_prints_as_a_code_span() -> None:
    assert _finalize("a|@b") == "`a\\|@b`"
    assert _finalize(3) == 3


def test_long_paths_fold_before_a_step(samples: Samples) -> None:
    page = render(prepare(samples["small"]), "text", Options(width=60))
    assert "\n          → src/shop/app.py:14 calls charge" in page
    assert page.replace("\n          → ", " → ") == render(prepare(samples["small"]), "text")


def test_an_unknown_format_names_the_nearest() -> None:
    report = prepare(a.Answer(tool=a.Tool(version="0"), base="b", head="h", base_kind="direct"))
    with pytest.raises(NexusDiffError, match=r"unknown format 'markdwn'; did you mean markdown\?"):
        render(report, "markdwn")


class Stream(io.StringIO):
    def __init__(self, terminal: bool, encoding: str = "utf-8") -> None:
        super().__init__()
        self.terminal = terminal
        self.encoding_name = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self.encoding_name

    def isatty(self) -> bool:
        return self.terminal


@pytest.mark.parametrize(
    ("terminal", "env", "color"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),
        (False, {"FORCE_COLOR": "1"}, True),
        (False, {"CLICOLOR_FORCE": "1"}, True),
        (True, {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
    ],
)
def test_color(terminal: bool, env: dict[str, str], color: bool) -> None:
    assert options_for(Stream(terminal), env).color is color


def test_width_is_only_for_terminals() -> None:
    assert options_for(Stream(False), {"COLUMNS": "40"}).width == 0
    assert options_for(Stream(True), {"COLUMNS": "40"}).width == 40
    assert options_for(Stream(True), {"COLUMNS": "x"}).width == 80
    assert options_for(Stream(True), {}, width=33).width == 33


def test_encodings_without_unicode_get_ascii() -> None:
    assert options_for(Stream(True), {}).unicode
    assert not options_for(Stream(True, "latin-1"), {}).unicode


def test_plain_text_and_json_import_neither_rich_nor_jinja() -> None:
    code = (
        "import sys; from nexus_diff.report import prepare, render; from nexus_diff.model import answer as a\n"
        "report = prepare(a.Answer(tool=a.Tool(version='0'), base='b', head='h', base_kind='direct'))\n"
        "render(report, 'text'); render(report, 'json')\n"
        "assert not {'rich', 'jinja2', 'pathspec'} & set(sys.modules), 'imported too early'"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
