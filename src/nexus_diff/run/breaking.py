"""Breaking call sites of one comparison, and the answer with them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from nexus_diff.impact import Broken, Comparison, breaking_call_sites
from nexus_diff.impact.breaking_case import Side as BreakingSide
from nexus_diff.index.indexer import Side
from nexus_diff.link.view import View
from nexus_diff.model.answer import Answer
from nexus_diff.model.changes import FileChange


def broken_by(base: Side, head: Side, changes: Iterable[FileChange], symbols: Comparison) -> Broken:
    """What surely does not work any more in head."""
    return breaking_call_sites(symbols, _side(base), _side(head), changes)


def with_broken(answer: Answer, broken: Broken) -> Answer:
    """The answer with the section filled, counted, and what was cut from it."""
    return msgspec.structs.replace(
        answer,
        breaking_call_sites=broken.sites,
        summary=msgspec.structs.replace(answer.summary, breaking_call_sites=len(broken.sites)),
        cut={**answer.cut, **broken.cut},
    )


def _side(side: Side) -> BreakingSide:
    return BreakingSide(side.reader, View(side.tree, side.reader))
