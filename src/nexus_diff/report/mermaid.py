"""The blast radius as a Mermaid flowchart: nearest and surest first, as much of it as an eye can follow."""

# For maintainers. Ids are made here (n0, n1 …), labels pass `mermaid_label`, and every other character is ours: nothing in a name can
# become syntax. `class` stands on a line of its own: mermaid mangles codes (`#58;`) on lines that set a style with a colon.

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from nexus_diff.model.answer import Answer, ChangedSymbol, Impacted
from nexus_diff.report.escape import mermaid_label
from nexus_diff.report.fold import only_imports
from nexus_diff.report.ids import name_in
from nexus_diff.report.namespaces import without_namespaces
from nexus_diff.report.rings import VERBS, names_of

MOST_NODES = 30
SURE = 0.9
"""Relations below this confidence are drawn as dotted lines."""
_STYLES = {
    "changed": "fill:#fff3cd,stroke:#b58900,color:#000",
    "deleted": "fill:#f8d7da,stroke:#b02a37,color:#000,stroke-dasharray:5 5",
}
_AT_ONCE = 4
_NAME_CHARS, _PLACE_CHARS = 48, 56


class Edge(msgspec.Struct, frozen=True):
    """One relation, from the code that depends to what it depends on."""

    source: str
    target: str
    type: str
    confidence: float


class Drawing(msgspec.Struct, frozen=True):
    """`nodes`: ids in the order of drawing, with file and line of each. `left_out`: impacted symbols without a node."""

    nodes: Mapping[str, tuple[str, int]]
    edges: tuple[Edge, ...]
    left_out: int


def draw(answer: Answer, most: int = MOST_NODES) -> Drawing:
    """What is drawn of an answer: whole paths only, of code that is no test, as long as there is room for their nodes."""
    places = {symbol.id: (symbol.file, symbol.start_line) for symbol in answer.impacted}
    places.update((symbol.id, (symbol.file, symbol.start_line)) for symbol in answer.changed_symbols)
    nodes: dict[str, tuple[str, int]] = {}
    edges: dict[tuple[str, str], Edge] = {}
    reached = _ordered(symbol for symbol in answer.reached if not symbol.in_tests)
    for symbol in reached:
        chain = [*(hop.id for hop in symbol.path), symbol.via]
        new = [node for node in dict.fromkeys(reversed(chain)) if node not in nodes]
        if len(nodes) + len(new) > most:
            continue
        seen = {hop.id: (hop.file, hop.line) for hop in symbol.path}
        nodes.update((node, places.get(node) or seen.get(node, ("", 0))) for node in new)
        for hop, target in zip(symbol.path, chain[1:], strict=True):
            if hop.id != target:
                edges.setdefault((hop.id, target), Edge(hop.id, target, hop.type, hop.confidence))
    return Drawing(nodes, tuple(edges.values()), sum(symbol.id not in nodes for symbol in reached))


def _ordered(symbols: Iterable[Impacted]) -> list[Impacted]:
    """Nearest and surest first, a few of each changed symbol before more of one that everything calls; mere imports last."""
    taken: Counter[tuple[str, int]] = Counter()
    ranked: list[tuple[bool, int, int, int, Impacted]] = []
    for symbol in sorted(symbols, key=lambda s: (s.distance, -s.confidence, s.file, s.start_line, s.id)):
        taken[symbol.via, symbol.distance] += 1
        ranked.append((only_imports(symbol), symbol.distance, taken[symbol.via, symbol.distance] // _AT_ONCE, len(ranked), symbol))
    return [symbol for *_, symbol in sorted(ranked, key=lambda row: row[:4])]


def flowchart(answer: Answer, drawing: Drawing) -> str:
    """The drawing in Mermaid's language, "" if there is nothing to draw."""
    if not drawing.edges:
        return ""
    return "\n".join(_lines(answer, drawing)) + "\n"


def _lines(answer: Answer, drawing: Drawing) -> Iterator[str]:
    names = names_of(without_namespaces(answer))
    ids = {node: f"n{number}" for number, node in enumerate(drawing.nodes)}
    yield "flowchart LR"
    for node, (file, line) in drawing.nodes.items():
        name = names.get(node) or name_in(node, file)
        second = f"<br/>{mermaid_label(f'{file}:{line}', _PLACE_CHARS)}" if file and file != name else ""
        yield f'  {ids[node]}["{mermaid_label(name, _NAME_CHARS)}{second}"]'
    for edge in drawing.edges:
        verb = "" if edge.type == "CALLS" else mermaid_label(VERBS.get(edge.type, edge.type.lower()), 20) + " "
        arrow = "-->" if edge.confidence >= SURE else "-.->"
        yield f'  {ids[edge.source]} {arrow}|"{verb}{edge.confidence:.2f}"| {ids[edge.target]}'
    yield from _classes(answer.changed_symbols, ids)


def _classes(symbols: tuple[ChangedSymbol, ...], ids: Mapping[str, str]) -> Iterator[str]:
    changes = {symbol.id: symbol.change for symbol in symbols}
    members: dict[str, list[str]] = {name: [] for name in _STYLES}
    for node, short_id in ids.items():
        if node in changes:
            members["deleted" if changes[node] == "deleted" else "changed"].append(short_id)
    for name, group in members.items():
        if group:
            yield f"  classDef {name} {_STYLES[name]}"
            yield f"  class {','.join(group)} {name}"
