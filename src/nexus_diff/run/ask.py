"""A question without a change: if I change this, what breaks? For one symbol as an Answer, for many as one line each."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from nexus_diff import __version__
from nexus_diff.impact import Limits, Reach, Seed, blast_radius
from nexus_diff.impact.symbols import kind_of_node
from nexus_diff.impact.tests import Selection, Start, affected_tests
from nexus_diff.impact.tests_callers import Callers
from nexus_diff.index.indexer import Side
from nexus_diff.index.progress import Progress
from nexus_diff.model.answer import Answer, ChangedSymbol, Summary, Tool
from nexus_diff.model.errors import NexusDiffError
from nexus_diff.model.graph import Node
from nexus_diff.run.guesses import NameGuesses
from nexus_diff.run.known import Facts
from nexus_diff.run.request import Place, asked_path
from nexus_diff.run.spelling import lies_in, spellings
from nexus_diff.run.state import State, opened
from nexus_diff.run.tests import counted
from nexus_diff.run.workspace import Workspace

_PLACE = re.compile(r"(?P<file>.+?):(?P<line>[0-9]{1,9})", re.DOTALL)
_NOT_COMPUTED = (
    "not computed: breaking_call_sites, processes, layer_violations, test_gaps, owners, co_change, cycles, dead_code, summary.risk"
)
MOST_CANDIDATES = 5
MOST_HINTS = 20
"""Unknown symbols for which names that are spelt alike are looked for: comparing with every name takes time."""
LONGEST_HINTED = 80


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """`rev`: revision to ask, "" for the working tree (HEAD where there is none). `direction`: up (who reaches it), down (what it calls),
    both."""

    place: Place = Place()
    rev: str = ""
    direction: str = "up"
    min_confidence: float | None = None
    depth: int | None = None


class Asked:
    """One indexed state of the code to ask questions of."""

    def __init__(self, side: Side, limits: Limits, direction: str) -> None:
        self._side, self._limits, self._direction = side, limits, direction
        self._callers = Callers(side.reader, Facts(side))
        self._guesses = NameGuesses(side)
        self._names: dict[str, list[Node]] | None = None
        self._hints = MOST_HINTS

    def find(self, text: str) -> list[Node]:
        """The symbols that `FILE:LINE`, a file, an id or a name means; NexusDiffError, with the nearest names, for none or several."""
        text = asked_path(text)
        known = self._side.reader.node(text)
        if known is not None and known.label != "Folder":
            return [known]
        place = _PLACE.fullmatch(text)
        if place is not None and self._side.reader.node("File:" + place["file"]) is not None:
            return [self._at(place["file"], int(place["line"]))]
        file = self._side.reader.node("File:" + text)
        return [file] if file is not None else self._named(text)

    def reach(self, nodes: Iterable[Node]) -> Reach:
        """Its blast radius."""
        seeds = [Seed(node.id, node.id, node.id, node.label == "File") for node in nodes]
        reach = blast_radius(self._side.reader, self._side.reader, seeds, None, self._limits, (self._guesses, self._guesses))
        up, down = self._direction != "down", self._direction != "up"
        return msgspec.structs.replace(reach, impacted=reach.impacted if up else (), callees=reach.callees if down else ())

    def tests(self, nodes: Iterable[Node]) -> Selection:
        """The tests that changing it may affect."""
        if self._direction == "down":
            return Selection()
        starts = [Start("", node.id, node.label == "File") for node in nodes]
        return affected_tests(self._callers, self._callers, starts)

    def _at(self, file: str, line: int) -> Node:
        node = self._side.reader.node("File:" + file)
        assert node is not None
        if not node.end_line:
            raise NexusDiffError(f"{file}:{line}: the file has no lines that were parsed; ask for {file}")
        if not 1 <= line <= node.end_line:
            raise NexusDiffError(f"{file}:{line}: the file has {node.end_line} lines")
        return self._callers.layouts.of(file).holder(line) or node

    def _named(self, text: str) -> list[Node]:
        found = next(filter(None, (self._borne(name, around) for name, around in spellings(text))), [])
        places = {(node.file_path, node.qualified_name) for node in found}
        if len(places) == 1:
            return found
        if places:
            shown = ", ".join(f"{file}:{_line(found, file, name)} {name}" for file, name in sorted(places)[:MOST_CANDIDATES])
            more = f" and {len(places) - MOST_CANDIDATES} more" if len(places) > MOST_CANDIDATES else ""
            raise NexusDiffError(f"{text!r} may be {shown}{more}; ask with FILE:LINE")
        near = self._near(text)
        shown = repr(text[:LONGEST_HINTED]) + ("…" if len(text) > LONGEST_HINTED else "")
        raise NexusDiffError(f"unknown symbol {shown}" + (f"; near: {', '.join(near)}" if near else "; ask with a name or FILE:LINE"))

    def _borne(self, name: str, around: tuple[str, ...]) -> list[Node]:
        """Who bears a name, in files whose path holds these parts."""
        alike = [node for node in self._all_names().get(name.rpartition(".")[2], ()) if lies_in(node.file_path, around)]
        found = [node for node in alike if node.qualified_name == name]
        return found or [node for node in alike if not around and node.qualified_name.endswith("." + name)]

    def _near(self, text: str) -> list[str]:
        """Names that are spelt alike."""
        if not self._hints or len(text) > LONGEST_HINTED:
            return []
        self._hints -= 1
        names = self._all_names()
        whole = {node.qualified_name for nodes in names.values() for node in nodes}
        near = difflib.get_close_matches(text, sorted(whole), n=3, cutoff=0.6)
        return near or difflib.get_close_matches(text.rpartition(".")[2], sorted(names), n=3, cutoff=0.6)

    def _all_names(self) -> dict[str, list[Node]]:
        """Symbols by the last part of their names."""
        if self._names is None:
            self._names = {}
            for entry in self._side.reader.files():
                for node in self._side.reader.nodes_in(entry.path) if entry.language else ():
                    if node.label not in ("File", "Folder"):
                        self._names.setdefault(node.qualified_name.rpartition(".")[2], []).append(node)
        return self._names


def _line(nodes: Iterable[Node], file: str, name: str) -> int:
    return min(node.start_line for node in nodes if (node.file_path, node.qualified_name) == (file, name))


def ask(question: Question, symbol: str, progress: Progress | None = None) -> tuple[Answer, str]:
    """What changing one symbol would reach, and how to name the question."""
    workspace = Workspace(question.place)
    with opened(workspace, question.rev, progress) as state:
        asked = _asked_of(state, question)
        nodes = asked.find(symbol)
        reach, selection = asked.reach(nodes), asked.tests(nodes)
        answer = Answer(
            tool=Tool(version=__version__),
            base=state.commit,
            head="" if state.on_disk else state.commit,
            base_kind="direct",
            notices=(*workspace.notices, "nothing was changed: this is what a change of the symbol would reach", _NOT_COMPUTED),
            summary=Summary(
                changed_symbols=len(nodes),
                impacted=len(reach.sure),
                impacted_files=len({other.file for other in reach.sure}),
                possible=len(reach.impacted) - len(reach.sure),
                affected_tests=len(selection.tests),
            ),
            changed_symbols=counted(map(_asked, nodes), selection.reaching),
            impacted=reach.impacted,
            callees=reach.callees,
            affected_tests=selection.tests,
            cut={**reach.cut, **selection.cut},
        )
    return answer, symbol


def ask_many(question: Question, symbols: Iterable[str], progress: Progress | None = None) -> Iterator[dict[str, Any]]:
    """One object per question, in their order: {symbol, id, file, line, affected_tests, impacted, callees}, or {symbol, error}."""
    with opened(Workspace(question.place), question.rev, progress) as state:
        asked = _asked_of(state, question)
        for symbol in symbols:
            try:
                yield _line_of(asked, symbol)
            except NexusDiffError as error:
                yield {"symbol": symbol, "error": str(error)}


def _line_of(asked: Asked, symbol: str) -> dict[str, Any]:
    nodes = asked.find(symbol)
    reach = asked.reach(nodes)
    place = _PLACE.fullmatch(symbol)
    shown = ("id", "file", "name", "start_line", "distance", "confidence", "possible")
    return {
        "symbol": symbol,
        "id": nodes[0].id,
        "file": nodes[0].file_path,
        "line": int(place["line"]) if place else nodes[0].start_line,
        "affected_tests": asked.tests(nodes).tests,
        "impacted": [{key: getattr(other, key) for key in shown} for other in reach.impacted],
        "callees": [{key: getattr(other, key) for key in shown} for other in reach.callees],
        "cut": reach.cut,
    }


def _asked_of(state: State, question: Question) -> Asked:
    chosen = state.config.impact
    confidence = chosen.min_confidence if question.min_confidence is None else question.min_confidence
    limits = Limits(min_confidence=confidence, depth=chosen.depth if question.depth is None else question.depth)
    return Asked(state.side, limits, question.direction)


def _asked(node: Node) -> ChangedSymbol:
    return ChangedSymbol(
        id=node.id,
        kind=kind_of_node(node),
        name=node.name,
        qualified_name=node.qualified_name,
        file=node.file_path,
        start_line=node.start_line,
        end_line=node.end_line,
        change="modified",
        changes=("modified",),
        details=("asked about",),
    )
