"""Promise 1 for the linker, checked on a history: whatever is edited, updating gives what linking from nothing gives."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import NamedTuple

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from memory import MemoryRecord, MemoryTree, link

from nexus_diff.link import link_change, link_tree

Step = tuple[str, str, str]
"""("put", path, text), ("delete", path, ""), ("move", path, new path), ("shift", path, ""): lines move down, ("append", path, text)."""
ENOUGH = int(os.environ.get("NEXUS_DIFF_EXAMPLES", "0"))


def histories(examples: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Settings of a property test over histories: so many examples, or as many as NEXUS_DIFF_EXAMPLES says."""
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(max_examples=ENOUGH or examples, deadline=None, suppress_health_check=slow)


def shapes(*texts: str, **parts: SearchStrategy[str]) -> SearchStrategy[str]:
    """One of these texts. Each `{part}` in it is drawn anew; braces of the language are doubled."""

    def shape(text: str) -> SearchStrategy[str]:
        fields = [(before.replace("{", "{{").replace("}", "}}"), field) for before, field, _, _ in Formatter().parse(text)]
        positions = "".join(before + ("" if field is None else "{}") for before, field in fields)
        return st.builds(positions.format, *(parts[field] for _, field in fields if field is not None))

    return st.one_of([shape(text) for text in texts])


class Pools(NamedTuple):
    """What code of a language with classes is made of: names of members, names of its two classes, types, expressions, bodies."""

    name: SearchStrategy[str]
    cls: SearchStrategy[str]
    kind: SearchStrategy[str]
    simple: SearchStrategy[str]
    body: SearchStrategy[str]


FORMS = (
    "{n}(x)", "{n}(1)", "x.{n}()", "x.{n}(x)", "this.{n}(x)", "new {c}(x).{n}()", "{c}.{n}(x)", "((One) x).{n}()", "x[0].{n}()", "x",
)  # fmt: skip
"""Expressions that C# and Java write alike: `n` a member, `c` a class."""
KINDS = ("One", "Two", "Box<One>", "List<Two>", "int")
"""Types that both have."""


def pools(names: Sequence[str], kinds: Sequence[str], forms: Sequence[str], loop: str) -> Pools:
    """The pools of C# or Java: what both have, and `kinds` and `forms` of its own. `loop`: how it goes through `y` as `z`."""
    name, cls = st.sampled_from(names), st.sampled_from(("One", "Two"))
    simple = shapes(*FORMS, *forms, n=name, c=cls)
    body = st.builds(f"var y = {{}}; {loop} z.{{}}(); return {{}};".format, simple, name, st.one_of(simple, st.just("y")))
    return Pools(name, cls, st.sampled_from((*KINDS, *kinds)), simple, body)


def several(part: SearchStrategy[str]) -> SearchStrategy[str]:
    """Up to four of these, one after the other."""
    return st.lists(part, max_size=4).map("".join)


def trees(paths: Sequence[str], text: SearchStrategy[str]) -> SearchStrategy[dict[str, str]]:
    """The files that a history begins with."""
    return st.dictionaries(st.sampled_from(paths), text, min_size=1, max_size=6)


def edits(
    paths: Sequence[str], text: SearchStrategy[str], part: SearchStrategy[str], manifest: str = "", manifests: Sequence[str] = ()
) -> SearchStrategy[list[Step]]:
    """What happens to them. `text`: a whole file; `part`: what is added to one. `manifest`: a file of another kind, and its texts."""
    path, nothing = st.sampled_from(paths), st.just("")
    kinds = [
        st.tuples(st.just("put"), path, text),
        st.tuples(st.just("delete"), st.sampled_from((*paths, manifest) if manifest else paths), nothing),
        st.tuples(st.just("move"), path, path),
        st.tuples(st.just("shift"), path, nothing),
        st.tuples(st.just("append"), path, part),
    ]
    if manifest:
        kinds.append(st.tuples(st.just("put"), st.just(manifest), st.sampled_from(manifests)))
    return st.lists(st.one_of(kinds), min_size=1, max_size=4)


def apply(sources: Mapping[str, str], step: Step, comment: str) -> dict[str, str]:
    """The files after one step."""
    kind, path, other = step
    after = dict(sources)
    if kind == "put":
        after[path] = other
    elif path in after:
        before = after.pop(path)
        if kind == "move":
            after[other] = before
        elif kind == "shift":
            after[path] = f"{comment} a comment\n\n{before}"
        elif kind == "append":
            after[path] = before + other
    return after


def kept(record: MemoryRecord) -> dict[tuple[str, str], bytes]:
    """What is stored, but for the names of methods once called on a flow: they are never forgotten, and no relation depends on them."""
    return {key: blob for key, blob in record.blobs.items() if key[0] != "members"}


def check(record: MemoryRecord, before: MemoryTree, after: MemoryTree, step: object) -> MemoryRecord:
    """Updates the record of a tree to that of the next one, and compares it with linking the next one from nothing."""
    record = record.apply(link_change(before, record, after, before.changed(after)))
    full = MemoryRecord(link_tree(after))
    assert record.graph() == full.graph(), step
    there = {node.id for nodes in record.nodes.values() for node in nodes}
    used = {use.hub for output in full.outputs.values() for use in output.hub_uses}
    assert {h: record.hubs.get(h) for h in used} == {h: full.hubs.get(h) for h in used}, step
    assert all(member in there for hub in record.hubs.values() for member in hub.members), step
    assert kept(record) == kept(full), step
    assert {p: o.lookups for p, o in record.outputs.items()} == {p: o.lookups for p, o in full.outputs.items()}, step
    return record


def updates_equal_full(sources: Mapping[str, str], edits: Sequence[Step], comment: str = "//") -> None:
    """One history, step by step. `comment`: what a comment of the language starts with."""
    record, before = link(sources), MemoryTree(sources)
    for step in edits:
        sources = apply(sources, step, comment)
        after = MemoryTree(sources)
        record = check(record, before, after, step)
        before = after
