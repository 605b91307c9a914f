"""A Report: the Answer plus everything that was decided about showing it. Formats only lay it out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec

from nexus_diff.model.answer import (
    Answer,
    BreakingCallSite,
    ChangedSymbol,
    CoChange,
    CycleChange,
    DeadCode,
    Impacted,
    LayerViolation,
    Owner,
    SkippedFile,
    TestGap,
)

T = TypeVar("T")

NOT_COMPUTED = "not computed: "
"""How a notice begins that names sections which were not computed; these are shown together, in one line."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How many rows of each list are shown; what is left out is counted. The JSON always holds everything."""

    changed: int = 30
    impacted: int = 50
    possible: int = 10
    callees: int = 10
    breaking: int = 20
    violations: int = 20
    cycles: int = 5
    flows: int = 8
    dead: int = 10
    tests: int = 20
    gaps: int = 10
    owners: int = 3
    co_change: int = 5
    skipped: int = 10
    notices: int = 10

    def within(self, other: Limits) -> Limits:
        """The smaller of both, one by one."""
        return Limits(**{name: min(getattr(self, name), getattr(other, name)) for name in self.__struct_fields__})

    def divided(self, by: int) -> Limits:
        """Limits `by` times as tight, but never zero."""
        return Limits(**{name: max(1, getattr(self, name) // by) for name in self.__struct_fields__})


UNLIMITED = Limits(**dict.fromkeys(Limits.__struct_fields__, 10**9))


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Where the text goes. `width`: columns to fold long lines at, 0 never. `color`: ANSI styles. `unicode`: else ASCII only.
    For Markdown: `max_chars`: it is cut by whole sections to stay within (GitHub's limit for a comment). `folded`: sections are folded.
    `link_base`: address of the repository's files before the revision (https://github.com/owner/repository/blob), "" for no links;
    `link_head`: revision to link to instead of the answer's head. `full_report`: address of the whole answer. `switch_off`: how a reader
    gets rid of the report, in a sentence. `graph`: the blast radius is drawn. `template`: text of a template of the repository
    (docs/report.md).
    For SARIF: `accepted`: accepted findings are listed, as suppressed.
    For JUnit: `fail_on`: kinds of findings that fail whatever their severity, as in `--fail-on`."""

    width: int = 0
    color: bool = False
    unicode: bool = True
    max_chars: int = 65_536
    folded: bool = True
    link_base: str = ""
    link_head: str = ""
    full_report: str = ""
    switch_off: str = ""
    graph: bool = True
    template: str = ""
    accepted: bool = True
    fail_on: str = "never"


class Shown(msgspec.Struct, Generic[T], frozen=True):
    """The rows of a list that are shown, and how many more there are."""

    rows: tuple[T, ...] = ()
    cut: int = 0

    @property
    def total(self) -> int:
        """How many there are, shown or not."""
        return len(self.rows) + self.cut


def first(rows: Sequence[T], limit: int) -> Shown[T]:
    """The first rows, with the number of the others."""
    return Shown(tuple(rows[:limit]), max(0, len(rows) - limit))


class ChangedRow(msgspec.Struct, frozen=True, kw_only=True):
    """A changed symbol; `reached`: symbols of code, tests left out, whose shortest path ends in it; `farthest`: the longest of these
    paths."""

    symbol: ChangedSymbol
    reached: int
    farthest: int


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One hop of a path as it reads: at `file:line` something `verb`s `target`."""

    file: str
    line: int
    verb: str
    target: str
    confidence: float
    reason: str
    old: bool


class ImpactedRow(msgspec.Struct, frozen=True, kw_only=True):
    """An impacted symbol with its path, from itself to the changed symbol. `effect`: what it is to the change when it does not call it,
    in words."""

    symbol: Impacted
    steps: tuple[Step, ...]
    effect: str = ""


class Package(msgspec.Struct, frozen=True, kw_only=True):
    """Rows of one folder. `name`: its path, "" where rows stand together without a heading."""

    name: str
    rows: tuple[ImpactedRow, ...]


class Ring(msgspec.Struct, frozen=True, kw_only=True):
    """Impacted code at one distance. `packages`: the shown rows by folder. `importers`: files that do no more than import a changed name.
    `tests`: how many tests lie at this distance, which the list of tests shows; `helpers`: other code of test files.
    `folded`: too far away to be shown at once. `distance` 0: possible only."""

    title: str
    distance: int
    packages: tuple[Package, ...] = ()
    cut: int = 0
    importers: Shown[str] = Shown()
    tests: int = 0
    helpers: int = 0
    folded: bool = False

    @property
    def total(self) -> int:
        """Symbols of code at this distance, shown or not."""
        return sum(len(package.rows) for package in self.packages) + self.cut + self.importers.total


class TestRow(msgspec.Struct, frozen=True, kw_only=True):
    """A test to run: where it stands and why it was chosen. `alike`: how many more were chosen for the same reason, in `files` files;
    they are not listed."""

    file: str
    name: str
    line: int
    why: str
    alike: int = 0
    files: int = 0


class Quiet(msgspec.Struct, frozen=True, kw_only=True):
    """Changes that are counted, not listed: comments and formatting only; symbols in test files; files with nothing but other imports;
    symbols that moved with their file."""

    comments: int = 0
    tests: int = 0
    test_files: int = 0
    imports: int = 0
    moved: int = 0


class FlowRow(msgspec.Struct, frozen=True, kw_only=True):
    """A process that the change touches: where (`said`, `step`), and how many `more` of the same entry point are touched alike."""

    name: str
    said: str
    step: str
    more: int


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """`silent`: nothing to say beyond `headline`. `range`: how the user named the range, "" if unknown. `tests_selected`: `tests` are the
    selection of affected tests; else they are the tests that the blast radius reaches. `foreign`: skipped files in no supported language,
    counted by ending. `banners`: what a reader must know before anything else. `risk`: its level and what raises it, "" for nothing."""

    answer: Answer
    limits: Limits
    range: str
    base: str
    head: str
    base_kind: str
    headline: str
    silent: bool
    changed: Shown[ChangedRow]
    quiet: Quiet
    rings: tuple[Ring, ...]
    callees: Shown[ImpactedRow]
    breaking: Shown[BreakingCallSite]
    violations: Shown[LayerViolation]
    warnings: Shown[LayerViolation]
    violations_ledger: str
    cycles: Shown[CycleChange]
    flows: Shown[FlowRow]
    dead: Shown[DeadCode]
    accepted: int
    tests: Shown[TestRow]
    test_count: int
    test_files: Shown[str]
    tests_selected: bool
    gaps: Shown[TestGap]
    risk: str
    owners: Shown[Owner]
    co_change: Shown[CoChange]
    skipped: Shown[SkippedFile]
    foreign: tuple[tuple[str, int], ...]
    notices: Shown[str]
    banners: tuple[str, ...]
    not_computed: tuple[str, ...]
    cut: tuple[tuple[str, int], ...]
