"""What is counted instead of listed."""

from __future__ import annotations

import msgspec
import pytest

from nexus_diff.model import answer as a
from nexus_diff.report import prepare, render, value
from nexus_diff.report.fold import by_package, by_reason
from nexus_diff.report.value import ImpactedRow

CHANGED = a.ChangedSymbol(
    id="Function:a.py:f", kind="function", name="f", qualified_name="f", file="a.py", start_line=1, end_line=2, change="modified",
    changes=("modified",),
)  # fmt: skip


def answer(**more: object) -> a.Answer:
    return a.Answer(tool=a.Tool(version="0"), base="b", head="h", base_kind="direct", **more)  # type: ignore[arg-type]


def changed(**more: object) -> a.ChangedSymbol:
    return msgspec.structs.replace(CHANGED, **more)


def reached(
    name: str, file: str, *, kind: str = "function", type_: str = "CALLS", reason: str = "exact", is_test: bool = False
) -> a.Impacted:
    hop = a.Hop(id=f"Function:{file}:{name}", file=file, line=3, side="head", type=type_, confidence=0.9, reason=reason)
    return a.Impacted(
        id=hop.id, kind=kind, name=name, qualified_name=name, file=file, start_line=1, end_line=9, distance=1, confidence=0.9,
        via=CHANGED.id, is_test=is_test, in_tests=is_test, path=(hop,),
    )  # fmt: skip


def rows(reasons: str) -> list[value.TestRow]:
    return [value.TestRow(file=f"t{number % 3}.py", name=f"t{number}", line=1, why=why) for number, why in enumerate(reasons)]


@pytest.mark.parametrize(
    ("reasons", "shown"),
    [
        ("", []),
        ("aaaa", [("t0", 0, 0), ("t1", 0, 0), ("t2", 0, 0), ("t3", 0, 0)]),
        ("aaaaa", [("t0", 4, 3)]),
        ("baaaaab", [("t0", 0, 0), ("t1", 4, 3), ("t6", 0, 0)]),
        ("abababababa", [("t0", 5, 3), ("t1", 4, 3)]),
    ],
)
def test_tests_of_one_reason_stand_once(reasons: str, shown: list[tuple[str, int, int]]) -> None:
    found = by_reason(rows(reasons))
    assert [(row.name, row.alike, row.files) for row in found] == shown
    assert sum(1 + row.alike for row in found) == len(reasons)


@pytest.mark.parametrize(
    ("files", "names"),
    [
        ([], []),
        (["a/x.py", "b/y.py"], [""]),
        (["a/x.py"] * 9, [""]),
        (["a/x.py", "b/y.py", "a/z.py", "m.py", "a/x.py"], ["a", "b", "."]),
    ],
)
def test_many_rows_stand_by_folder(files: list[str], names: list[str]) -> None:
    found = by_package([ImpactedRow(symbol=reached("f", file), steps=()) for file in files])
    assert [package.name for package in found] == names
    assert sum(len(package.rows) for package in found) == len(files)


@pytest.mark.parametrize(
    ("symbol", "line"),
    [
        (changed(change="comment"), "1 symbol with changes to comments or formatting only"),
        (changed(is_test=True), "1 symbol in 1 test file"),
        (changed(kind="file", details=("import of `x` from `y` added",)), "1 file with other imports only"),
        (changed(change="moved", changes=("moved",), details=("moved with its file",)), "1 symbol moved with the file or symbol around"),
        (changed(change="moved", changes=("moved",), details=("moved with `A`",)), "1 symbol moved with the file or symbol around"),
    ],
)
def test_what_changes_no_behaviour_is_counted(symbol: a.ChangedSymbol, line: str) -> None:
    report = prepare(answer(changed_symbols=(changed(id="other"), symbol), impacted=(reached("g", "b.py"),)))
    assert [row.symbol.id for row in report.changed.rows] == ["other"]
    for format in ("text", "markdown"):
        assert line in render(report, format)


@pytest.mark.parametrize(
    "symbol",
    [
        changed(kind="file", details=("import of `x` from `y` added", "module code changed")),
        changed(kind="file", changes=("added",), change="added"),
        changed(kind="file"),
        changed(details=("import of it is rebound",)),
        changed(change="moved", changes=("moved",), details=("moved from a.py",)),
        changed(change="moved", changes=("moved", "modified"), details=("moved with its file",)),
    ],
)
def test_what_changes_behaviour_is_listed(symbol: a.ChangedSymbol) -> None:
    assert prepare(answer(changed_symbols=(symbol,))).changed.total == 1


def test_neighbours_are_parted_by_what_they_do() -> None:
    near = (
        reached("caller", "b.py"),
        reached("Heir", "c.py", type_="EXTENDS"),
        reached("d.py", "d.py", kind="file", type_="REFERENCES", reason="import"),
        reached("c.py", "c.py", kind="file", type_="REFERENCES", reason="import"),
        reached("test_it", "t.py", is_test=True),
        reached("t.py", "t.py", kind="file", type_="REFERENCES", reason="import", is_test=True),
    )
    page = render(prepare(answer(changed_symbols=(CHANGED,), impacted=near)), "text")
    assert "Direct callers (1)  and 1 test" in page
    assert "Touched without a call (2)" in page
    assert "extends the changed class" in page
    assert "imported by 1 file: d.py" in page
    assert "1 changed symbol reaches 4 symbols in 3 files" in page


@pytest.mark.parametrize(
    ("reason", "effect", "verb"),
    [
        ("value", "uses it as a value", "uses"),
        ("constant", "uses it as a value", "uses"),
        ("type", "names it as a type", "names"),
        ("creates", "creates it", "creates"),
        ("variant", "uses a variant of it", "uses a variant of"),
    ],
)
def test_what_a_neighbour_does_without_a_call(reason: str, effect: str, verb: str) -> None:
    near = (reached("user", "b.py", type_="REFERENCES", reason=reason),)
    page = render(prepare(answer(changed_symbols=(CHANGED,), impacted=near)), "text")
    assert f"b.py:1  user  {effect}\n" in page
    assert f"b.py:3 {verb} {CHANGED.qualified_name} (0.90 {reason})" in page


def test_files_of_no_language_are_counted_by_ending() -> None:
    files = ("a.md", "b.md", "LICENSE", ".gitignore", "x/y.lock")
    skipped = tuple(a.SkippedFile(file=file, reason="no supported language") for file in files)
    told = answer(skipped=(*skipped, a.SkippedFile(file="big.js", reason="larger than 1000000 bytes")), impacted=(reached("g", "b.py"),))
    report = prepare(told)
    assert report.foreign == ((".md", 2), (".gitignore", 1), (".lock", 1), ("LICENSE", 1))
    for format in ("text", "markdown"):
        page = render(report, format)
        assert "5 files are in no supported language" in page
        assert "big.js" in page
        assert "x/y" not in page


def test_what_changed_code_calls_is_shown_with_its_line() -> None:
    hop = a.Hop(id=CHANGED.id, file="a.py", line=7, side="head", type="CALLS", confidence=0.9, reason="exact")
    callee = msgspec.structs.replace(reached("helper", "h.py"), path=(hop,))
    page = render(prepare(answer(changed_symbols=(CHANGED,), callees=(callee,), impacted=(reached("g", "b.py"),))), "text")
    assert "What the changed code calls (1)" in page
    assert "h.py:1  helper  called at a.py:7 (0.90 exact)" in page


def test_code_of_test_files_is_counted_beside_the_tests() -> None:
    helper = msgspec.structs.replace(reached("make", "t.py"), in_tests=True)
    page = render(prepare(answer(changed_symbols=(CHANGED,), impacted=(reached("caller", "b.py"), helper))), "text")
    assert "Direct callers (1)  and 1 helper of tests\n" in page
    assert "make" not in page


@pytest.mark.parametrize(("severity", "title"), [("error", "New violations (1)"), ("warning", "Architecture warnings (1)")])
def test_a_warning_is_no_violation(severity: str, title: str) -> None:
    found = a.LayerViolation(rule="r", status="new", severity=severity, source="a", target="b", message="a depends on b")
    report = prepare(answer(changed_symbols=(CHANGED,), layer_violations=(found,)))
    assert title in render(report, "text")
    assert title in render(report, "markdown")
    assert ("1 new violation" in report.headline) is (severity == "error")
    assert ("1 architecture warning" in report.headline) is (severity == "warning")


@pytest.mark.parametrize(("together", "of", "shown"), [(5, 10, 1), (4, 10, 0), (10, 10, 1)])
def test_usually_means_more_often_than_not(together: int, of: int, shown: int) -> None:
    row = a.CoChange(file="x.py", with_file="a.py", together=together, of=of)
    assert prepare(answer(changed_symbols=(CHANGED,), co_change=(row,))).co_change.total == shown


def test_a_ring_of_tests_alone_says_their_number() -> None:
    page = render(prepare(answer(changed_symbols=(CHANGED,), impacted=(reached("test_it", "t.py", is_test=True),))), "markdown")
    assert "**Direct callers** (1 test)" in page
