"""How many tests reach each changed symbol."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sources import callers_of

from nexus_diff.impact import tests_counts
from nexus_diff.impact.tests import Start, affected_tests

SOURCES = {
    "shop.py": "def net(p): return p\ndef gross(p): return net(p)\ndef other(): pass\ndef alone(): pass\n",
    "test_shop.py": "from shop import gross, net, other\ndef test_gross(): gross(1)\ndef test_net(): net(1)\n"
    "def test_both(): gross(other())\n",
}
F = "Function:shop.py:"


def reaching(*names: str) -> dict[str, int]:
    callers = callers_of(SOURCES)
    found = affected_tests(callers, callers, [Start(F + name, F + name) for name in names]).reaching
    return {key.rpartition(":")[2]: number for key, number in found.items()}


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        (["net"], {"net": 3}),
        (["net", "gross"], {"net": 3, "gross": 2}),
        (["net", "gross", "other", "alone"], {"net": 3, "gross": 2, "other": 1, "alone": 0}),
        ([], {}),
    ],
)
def test_each_symbol_is_credited_with_all_that_reach_it(changed: list[str], expected: dict[str, int]) -> None:
    assert reaching(*changed) == expected


def test_what_only_base_has_counts_too() -> None:
    base, head = callers_of(SOURCES), callers_of({**SOURCES, "shop.py": SOURCES["shop.py"].replace("def net(p): return p\n", "")})
    found = affected_tests(base, head, [Start(F + "net", "")]).reaching
    assert found == {F + "net": 3}


def test_too_many_are_not_counted() -> None:
    callers = callers_of(SOURCES)
    many = [Start("", f"{F}n{number}") for number in range(tests_counts.MOST_COUNTED)]
    assert affected_tests(callers, callers, [*many, Start("", F + "net")]).reaching == {}


nodes = st.integers(0, 9).map(str)


@given(st.lists(st.tuples(nodes, nodes), max_size=30), st.sets(nodes, max_size=4))
def test_as_one_walk_per_start_says(edges: list[tuple[str, str]], starts: set[str]) -> None:
    steps: tests_counts.Steps = {}
    for here, further in edges:
        steps.setdefault(here, []).append(further)
    ordered, found = tests_counts.marks(steps, starts)
    for number, start in enumerate(ordered):
        seen, queue = {start}, [start]
        for here in queue:
            for further in steps.get(here, ()):
                if further not in seen:
                    seen.add(further)
                    queue.append(further)
        assert seen == {node for node, mark in found.items() if mark >> number & 1}
