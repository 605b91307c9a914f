"""Counting calls by language, whichever way a graph came about."""

from __future__ import annotations

from typing import Any, cast

from nexus_diff.index.graphs import COUNTS, CallCount, content_of, counts_in, delta_of, resolved_share
from nexus_diff.link import Linked
from nexus_diff.model.graph import FileEntry, LinkOutput
from nexus_diff.store import LinksReader


class Stored:
    """As much of a reader as counting needs."""

    def __init__(self, outputs: dict[str, LinkOutput], meta: Any) -> None:
        self._outputs = outputs
        self.meta = dict(meta)

    def output(self, path: str) -> LinkOutput | None:
        return self._outputs.get(path)


def entries(*paths: str) -> dict[str, FileEntry]:
    return {path: FileEntry(path, "0" * 40, "python" if path.endswith(".py") else "typescript") for path in paths}


def linked(outputs: dict[str, LinkOutput | None]) -> Linked:
    return Linked(nodes={path: [] for path in outputs}, outputs=outputs, hubs={}, blobs={})


def test_counts_of_an_update_are_those_of_the_whole() -> None:
    first = {"a.py": LinkOutput(calls=10, resolved=5), "b.py": LinkOutput(calls=4, resolved=4, cut=1), "c.ts": LinkOutput(calls=1)}
    last = {"a.py": LinkOutput(calls=8, resolved=8), "b.py": first["b.py"], "d.py": LinkOutput(calls=1, resolved=1)}
    before, after = entries(*first), entries(*last)
    stored = Stored(first, content_of(before, linked(dict(first)), {}).meta)
    change = linked({"a.py": last["a.py"], "d.py": last["d.py"], "c.ts": None})
    delta = delta_of(cast(LinksReader, stored), before, after, ["a.py", "c.ts", "d.py"], change, {})
    assert delta.meta == content_of(after, linked(dict(last)), {}).meta
    assert delta.removed_files == {"c.ts"}
    counts = counts_in(cast(LinksReader, Stored({}, delta.meta)))
    assert counts == {"python": CallCount(13, 13, 1)}
    assert resolved_share(counts) == 1.0


def test_a_file_that_is_no_longer_parsed_keeps_no_relations() -> None:
    before, after = entries("a.py"), {"a.py": FileEntry("a.py", "1" * 40, "", "binary")}
    stored = Stored({"a.py": LinkOutput(calls=3)}, {COUNTS: '{"python":[3,0,0]}'})
    delta = delta_of(cast(LinksReader, stored), before, after, ["a.py"], linked({"a.py": None}), {})
    assert delta.outputs == {"a.py": LinkOutput()}
    assert delta.meta == {COUNTS: "{}"}


def test_no_call_has_no_share() -> None:
    assert resolved_share({}) is None
