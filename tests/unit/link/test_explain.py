"""What `explain` says of a line: (sources, place, expected pieces of text)."""

from __future__ import annotations

import pytest
from memory import MemoryTree, link

from nexus_diff.link import names
from nexus_diff.link.explain import explain
from nexus_diff.link.tree import Linking

SOURCES = {
    "a.py": "class C:\n    def m(self): pass\n    def append(self, x): pass\n",
    "b.py": "from a import C\n\ndef use(x, y: C):\n    y.m()\n    x.append(1)\n    x.nothing()\n    print(x)\n    unbound()\n",
}


@pytest.mark.parametrize(
    ("line", "target", "said"),
    [
        (4, "Method:a.py:C.m", "a class C (a.py:1)"),
        (5, None, "method of built-in types"),
        (6, None, "no method of the repository is called `nothing`"),
        (7, None, "outside the repository"),
        (8, None, "not bound"),
    ],
)
def test_explain(line: int, target: str | None, said: str) -> None:
    tree, record = MemoryTree(SOURCES), link(SOURCES)
    linking = Linking(
        tree.files(), tree.facts, tree.manifest, lambda group, name: names.decode(record.blob("name", names.blob_key((group, name))))
    )
    linking.world.session.begin()
    found = explain(linking, "b.py", line)[0]
    assert [r.target for r in found.relations] == ([target] if target else [])
    assert said in " ".join([*(step.value for step in found.steps), found.reason])


def test_unknown_file() -> None:
    tree = MemoryTree(SOURCES)
    with pytest.raises(KeyError):
        explain(Linking(tree.files(), tree.facts, tree.manifest, lambda group, name: ()), "c.py", 1)
