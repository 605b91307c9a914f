"""Promise 1 for remarks: whichever way a tree came about, its files say the same."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from memory import MemoryRecord, MemoryTree
from sample import HERE, sources_of

from nexus_diff.analysis.frameworks import remark
from nexus_diff.link import REMARKS, link_change, link_tree

SAMPLES = sorted(p.parent.name for p in HERE.glob("*/expected.txt"))
BEFORE = {"py": "zz = [lambda: 1, print(1), [2]]\n", "js": "const zz = [() => 1, f(1), [2]]\n", "ts": "const zz = [() => 1, f(1), [2]]\n"}
"""Code that moves every position of a file."""
WORDS = ("app", "router", "api", "show", "create", "get", "Items", "urlpatterns")


def remarks(record: MemoryRecord) -> dict[str, bytes]:
    return {key: blob for (kind, key), blob in record.blobs.items() if kind == REMARKS}


def fresh(sources: Mapping[str, str]) -> MemoryRecord:
    return MemoryRecord(link_tree(MemoryTree(sources), remark=remark))


def updated(base: Mapping[str, str], head: Mapping[str, str]) -> MemoryRecord:
    before, after = MemoryTree(base), MemoryTree(head)
    record = fresh(base)
    return record.apply(link_change(before, record, after, before.changed(after), remark=remark))


def edits(sources: Mapping[str, str]) -> list[dict[str, str]]:
    """Trees that differ from a sample in one file."""
    found = []
    for path, text in sources.items():
        found.append({p: t for p, t in sources.items() if p != path})
        found.append({**sources, path: ""})
        found.append({**sources, path: BEFORE.get(path.rpartition(".")[2], "") + text})
        found.append({**sources, path: "\n\n" + text.replace("/", "/x").replace("GET", "POST")})
        found.extend({**sources, path: text.replace(word, word + "2")} for word in WORDS if word in text)
    return found


@pytest.mark.parametrize("name", SAMPLES)
def test_updated_remarks_equal_fresh_ones(name: str) -> None:
    sources = sources_of(HERE / name / "app")
    whole = remarks(fresh(sources))
    assert whole
    for other in edits(sources):
        assert remarks(updated(sources, other)) == remarks(fresh(other))
        assert remarks(updated(other, sources)) == whole


def test_an_edit_of_a_body_reads_one_file_again() -> None:
    sources = sources_of(HERE / "flask" / "app")
    head = {**sources, "shop/orders.py": sources["shop/orders.py"].replace("return {}", "return {'a': 1}")}
    read: list[str] = []

    def noting(context, index):  # type: ignore[no-untyped-def]
        read.append(index.path)
        return remark(context, index)

    before, after = MemoryTree(sources), MemoryTree(head)
    link_change(before, fresh(sources), after, before.changed(after), remark=noting)
    assert read == ["shop/orders.py"]
