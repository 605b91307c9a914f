"""What linking yields → what the store takes, for a whole tree and for a change of one."""

# For maintainers. `COUNTS` in the meta data holds, per language, how many call sites were seen and how many resolved. It is updated by the
# difference of the re-linked files, so that it is the same number whichever way a snapshot came about (promise 1).

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain

import msgspec

from nexus_diff.analysis.said import KIND, Said, encode
from nexus_diff.link.nodes import printable
from nexus_diff.link.ports import Linked
from nexus_diff.model.graph import FileEntry, FileLinks, LinkOutput
from nexus_diff.store import GraphContent, GraphDelta, LinksReader

COUNTS = "call_counts"
LINKS = "links"
"""Kind of the blobs that hold FileLinks, by path."""

_links = msgspec.msgpack.Encoder()
_links_decoder = msgspec.msgpack.Decoder(FileLinks)


class CallCount(msgspec.Struct, frozen=True, array_like=True):
    """Call sites of one language: seen; with a known target, in the repository or outside it; evaluations stopped by a limit."""

    calls: int = 0
    resolved: int = 0
    cut: int = 0

    def plus(self, output: LinkOutput, sign: int = 1) -> CallCount:
        """The counts with one file's added, or with `sign` -1 taken away."""
        return CallCount(self.calls + sign * output.calls, self.resolved + sign * output.resolved, self.cut + sign * output.cut)


Counts = dict[str, CallCount]
"""By language."""


def content_of(entries: Mapping[str, FileEntry], linked: Linked, spoken: Mapping[str, Said]) -> GraphContent:
    """A whole graph, ready to be written. `spoken`: what its files say of themselves."""
    outputs = {path: output for path, output in linked.outputs.items() if output is not None}
    counts: Counts = {}
    _count(counts, entries, outputs, 1)
    return GraphContent(
        files=entries.values(),
        nodes=chain.from_iterable(linked.nodes.values()),
        outputs=outputs,
        hubs=(hub for hub in linked.hubs.values() if hub is not None),
        blobs={key: blob for key, blob in (linked.blobs | links_blobs(linked.outputs) | _encoded(spoken)).items() if blob is not None},
        meta={COUNTS: _encode(counts)},
    )


def delta_of(
    base: LinksReader,
    before: Mapping[str, FileEntry],
    entries: Mapping[str, FileEntry],
    changed: Iterable[str],
    linked: Linked,
    spoken: Mapping[str, Said],
) -> GraphDelta:
    """What makes the graph of `entries` out of the one in `base`, whose entries are `before`. `spoken`: what the changed files say of
    themselves."""
    changed = list(changed)
    removed = frozenset(path for path in changed if path not in entries)
    # a file that is still there, but is no longer parsed, has an output of nothing
    outputs = {path: output or LinkOutput() for path, output in linked.outputs.items() if path not in removed}
    counts = counts_in(base)
    _count(counts, before, {path: old for path in linked.outputs if (old := base.output(path)) is not None}, -1)
    _count(counts, entries, outputs, 1)
    return GraphDelta(
        removed_files=removed,
        files={path: entries[path] for path in changed if path in entries},
        nodes={path: tuple(nodes) for path, nodes in linked.nodes.items() if path not in removed},
        outputs=outputs,
        hubs=linked.hubs,
        blobs=linked.blobs | links_blobs(linked.outputs) | dict.fromkeys(((KIND, path) for path in changed), None) | _encoded(spoken),
        meta={COUNTS: _encode({language: count for language, count in counts.items() if count != CallCount()})},
    )


def links_blobs(outputs: Mapping[str, LinkOutput | None]) -> dict[tuple[str, str], bytes | None]:
    """How the links of files are stored: one blob per file, None where there are none."""
    found: dict[tuple[str, str], bytes | None] = {}
    for path, output in outputs.items():
        links = output.links if output is not None else FileLinks()
        found[LINKS, path] = None if links == FileLinks() else _links.encode(links)
    return found


def links_of(reader: LinksReader, path: str) -> FileLinks:
    """What one file depends on."""
    data = reader.blob(LINKS, path)
    return FileLinks() if data is None else _links_decoder.decode(data)


def all_links(reader: LinksReader) -> dict[str, FileLinks]:
    """What every file depends on, by path as the graph writes it; files that depend on nothing are left out."""
    return {printable(path): _links_decoder.decode(data) for path, data in reader.blobs(LINKS)}


def _encoded(spoken: Mapping[str, Said]) -> dict[tuple[str, str], bytes | None]:
    return {(KIND, path): encode(said) for path, said in spoken.items() if said != Said()}


def counts_in(reader: LinksReader) -> Counts:
    """Call sites by language in a stored graph."""
    text = reader.meta.get(COUNTS)
    return msgspec.json.decode(text, type=Counts) if text else {}


def resolved_share(counts: Counts) -> float | None:
    """Share of all call sites whose target is known, None when there are none."""
    calls = sum(count.calls for count in counts.values())
    return round(sum(count.resolved for count in counts.values()) / calls, 4) if calls else None


def _encode(counts: Counts) -> str:
    return msgspec.json.encode(dict(sorted(counts.items()))).decode()


def _count(counts: Counts, entries: Mapping[str, FileEntry], outputs: Mapping[str, LinkOutput], sign: int) -> None:
    for path, output in outputs.items():
        entry = entries.get(path)
        if entry is not None and output.calls + output.cut:
            counts[entry.language] = counts.get(entry.language, CallCount()).plus(output, sign)
