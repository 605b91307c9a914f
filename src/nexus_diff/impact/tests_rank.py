"""The order of affected tests: near, sure, specific and alike first."""

# For maintainers. Tuned on which tests break when a function's body raises (benchmarks/tests.py), on kinds of evidence, never on a case.

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import log2

import msgspec

from nexus_diff.impact.tests_walk import Trails
from nexus_diff.model.graph import Node

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_EMPTY_WORDS = frozenset({"test", "tests", "spec", "it", "should", "the", "a", "of", "and", "init", "get", "set", "self"})

HOP, DOUBT, CROWD, ALIKE, SAME_FILE = 1.0, 1.0, 0.15, 1.5, 1.0
"""Cost of a hop, of each halving of confidence, of each doubling of the tests that came the same way; gain of names alike."""


class Target(msgspec.Struct, frozen=True):
    """A changed symbol as tests may be named after it: words of its name, of its class and of its file."""

    name: frozenset[str]
    owner: frozenset[str]
    file: frozenset[str]


@lru_cache(maxsize=50_000)
def words(text: str) -> frozenset[str]:
    """`test_parse_args` and `TestParseArgs` → parse, args."""
    return frozenset(word.lower() for word in _WORD.findall(text)) - _EMPTY_WORDS


def target(node: Node) -> Target:
    """What tests of a symbol would be called."""
    owner = node.qualified_name.rpartition(".")[0]
    stem = node.file_path.rpartition("/")[2].partition(".")[0]
    folder = node.file_path.rpartition("/")[0].rpartition("/")[2]
    return Target(words(node.name), words(owner), words(folder if stem in ("__init__", "index", "mod") else stem))


def affinity(test: Node, aim: Target) -> float:
    """0 … 2: how much a test is called like what changed."""
    said = words(test.qualified_name)
    found = _share(aim.name, said) * ALIKE
    found += _share(aim.owner, said) * 0.5
    found += _share(aim.file, words(test.file_path.rpartition("/")[2].partition(".")[0])) * SAME_FILE
    return found


def _share(wanted: frozenset[str], said: frozenset[str]) -> float:
    return len(wanted & said) / len(wanted) if wanted else 0.0


def costs(tests: Iterable[Node], trails: Trails, targets: Mapping[str, Target], start_of: Mapping[str, str]) -> dict[str, float]:
    """Per test how far it is from the top. `start_of`: test → the changed symbol that its trail ends in."""
    tests = list(tests)
    crowd = Counter(trails[test.id].parent for test in tests)
    found = {}
    for test in tests:
        trail, aim = trails[test.id], targets.get(start_of[test.id])
        value = HOP * trail.distance - DOUBT * log2(max(trail.sure, 1e-9)) + CROWD * log2(crowd[trail.parent])
        found[test.id] = round(value - (affinity(test, aim) if aim else 0.0), 6)
    return found
