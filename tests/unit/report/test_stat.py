"""One line per changed file, and the paths of what is affected."""

from __future__ import annotations

import pytest

from nexus_diff.model import answer as a
from nexus_diff.report import Options, prepare, render
from nexus_diff.report.names_format import affected_files

Samples = dict[str, a.Answer]


def stat(answer: a.Answer, **options: object) -> list[str]:
    return render(prepare(answer), "stat", Options(**options)).splitlines()  # type: ignore[arg-type]


def test_counts_of_each_file(samples: Samples) -> None:
    assert stat(samples["small"])[:-1] == [" M src/pay.py  4 changed  4 reached  1 breaking"]


def test_the_last_line_is_the_headline(sample: tuple[str, a.Answer]) -> None:
    assert stat(sample[1])[-1].strip() == prepare(sample[1]).headline


def test_columns_are_aligned(samples: Samples) -> None:
    rows = [row for row in stat(samples["large"]) if "changed  " in row]
    assert len(rows) == 90
    for word in ("changed", "reached", "breaking"):
        assert len({row.index(word) for row in rows}) == 1


@pytest.mark.parametrize("width", [50, 80, 200])
def test_no_line_is_wider_than_asked(width: int) -> None:
    names = ["src/" + "deep/" * 30 + f"{at}.py" for at in range(3)]
    symbols = tuple(
        a.ChangedSymbol(id=name, kind="function", name="f", qualified_name="f", file=name, start_line=1, end_line=2, change="modified")
        for name in names
    )
    answer = a.Answer(tool=a.Tool(version="1"), base="", head="", base_kind="direct", changed_symbols=symbols)
    rows = stat(answer, width=width)[:-1]
    assert max(map(len, rows)) <= max(width, 57)
    assert all(row.endswith("breaking") for row in rows)


def test_files_that_were_not_analysed_say_why(samples: Samples) -> None:
    rows = stat(samples["noted"])
    assert any(row.split() == ["big.js", "larger", "than", "1000000", "bytes"] for row in rows)


@pytest.mark.parametrize("format", ["stat", "names"])
@pytest.mark.parametrize("unicode", [True, False])
def test_hostile_names_stay_on_their_line(samples: Samples, format: str, unicode: bool) -> None:
    text = render(prepare(samples["hostile"]), format, Options(unicode=unicode))
    assert not any(not char.isprintable() for char in text.replace("\n", ""))
    assert unicode or text.isascii()


def test_accepted_sites_do_not_count() -> None:
    site = a.BreakingCallSite(file="b.py", line=1, caller="g", callee="f", kind="arguments", message="", in_diff=False, accepted="known")
    symbol = a.ChangedSymbol(id="x", kind="function", name="f", qualified_name="f", file="a.py", start_line=1, end_line=2, change="deleted")
    answer = a.Answer(
        tool=a.Tool(version="1"), base="", head="", base_kind="direct", changed_symbols=(symbol,), breaking_call_sites=(site,)
    )
    assert stat(answer)[0] == " M a.py  1 changed  0 reached  0 breaking"
    assert affected_files(answer) == ["a.py", "b.py"]


def test_which_files_are_affected(samples: Samples) -> None:
    assert affected_files(samples["small"]) == [
        "src/gift.py",
        "src/pay.py",
        "src/shop/app.py",
        "src/shop/cli.py",
        "src/shop/undo.py",
        "tests/test_app.py",
    ]
    assert affected_files(samples["empty"]) == []
    assert set(affected_files(samples["noted"])) == {"big.js", "src/a.py", "x.py"}


def test_what_is_reached_by_name_alone_is_not_affected() -> None:
    hop = a.Hop(id="g", file="b.py", line=1, side="head", type="CALLS", confidence=0.3, reason="name")
    maybe = a.Impacted(
        id="g", kind="function", name="g", qualified_name="g", file="b.py", start_line=1, end_line=2, distance=1, confidence=0.3,
        via="f", is_test=False, path=(hop,), possible=True,
    )  # fmt: skip
    assert affected_files(a.Answer(tool=a.Tool(version="1"), base="", head="", base_kind="direct", impacted=(maybe,))) == []
