"""Proposed layers hold today; places and rules in words."""

from __future__ import annotations

import time

import pytest
from shop import LANGUAGES, SHOP, rules, written
from test_neutral import DIRTY
from world import checked, view

from nexus_diff.config import Config, load
from nexus_diff.rules.explain import explain, named, unassigned
from nexus_diff.rules.levels import levels, propose
from nexus_diff.rules.parts import Parts, Selector
from nexus_diff.rules.proposal import to_toml

LEVELS: list[tuple[dict[str, set[str]], list[list[str]]]] = [
    ({}, [["a", "b", "c"]]),
    ({"a": {"b"}, "b": {"c"}}, [["a"], ["b"], ["c"]]),
    ({"a": {"c"}, "b": {"c"}}, [["a", "b"], ["c"]]),
    ({"a": {"b"}, "b": {"a", "c"}}, [["a", "b"], ["c"]]),
    ({"a": {"b", "c"}, "b": {"c"}, "x": {"a"}}, [["a"], ["b"], ["c"]]),
]


@pytest.mark.parametrize(("ways", "expected"), LEVELS)
def test_levels(ways: dict[str, set[str]], expected: list[list[str]]) -> None:
    assert levels(["a", "b", "c"], ways) == expected


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("files", [SHOP, DIRTY], ids=["clean", "dirty"])
def test_what_is_proposed_holds(files: dict[str, list[tuple[str, ...]]], language: str) -> None:
    sources = written(files, language)
    text = to_toml(propose(view(sources, Config())))
    config = load({"nexus-diff.toml": text})
    assert {"web", "core", "store"} <= {part.name for part in config.parts}
    assert checked(text, sources) == []


def test_explain() -> None:
    config = load({"nexus-diff.toml": rules("py")})
    shop = view(written(SHOP, "py"), config)
    found = explain(shop, "app/core/orders.py")
    assert (found.part, found.pattern, found.public) == ("core", "app/core/**", False)
    assert {rule.rule: rule.says for rule in found.rules} == {
        "layers": "layer 2 of 3; may not use web, jobs",
        "plain": "may import attrs from outside",
        "circles": "must not be part of a circle among app/*",
    }
    web = explain(shop, "app/web/views.py", "app.web.views.ListView")
    assert {rule.rule: rule.says for rule in web.rules} == {
        "layers": "layer 1 of 3; may not use jobs, store",
        "sql": "may not use symbol:store.db.execute, not even through others",
        "bases": "must use symbol:api.base.BaseView",
        "circles": "must not be part of a circle among app/*",
    }
    cart = explain(shop, "app/features/cart/__init__.py")
    assert (cart.values, cart.public) == ({"name": "cart"}, True)


@pytest.mark.parametrize(
    ("dotted", "found"),
    [
        ("core.orders", ("app/core/orders.py", "")),
        ("app.web.views.ListView", ("app/web/views.py", "app.web.views.ListView")),
        ("views.ListView", ("app/web/views.py", "app.web.views.ListView")),
        ("**", None),
        ("nothing.of.the.kind", None),
        ("", None),
    ],
)
def test_what_a_dotted_name_means(dotted: str, found: tuple[str, str] | None) -> None:
    assert named(view(written(SHOP, "py"), load({"nexus-diff.toml": rules("py")})), dotted) == found


def test_unassigned() -> None:
    config = load({"nexus-diff.toml": rules("ts")})
    assert unassigned(view(written(SHOP, "ts"), config)) == ["app/shared/more.ts", "app/shared/text.ts"]


def test_hostile_patterns_take_no_time() -> None:
    """The widest patterns that the configuration takes, on names made for them."""
    began = time.perf_counter()
    patterns = '[parts]\na = ["**/a*a*/**/a*a*/**/x", "a*{n}a/**/b"]\n'
    part = patterns + '[[rule]]\nid = "r"\nfrom = "symbol:a*a*b.a*a*b.**.a*a*b.**.**"\nforbid = "a"\n'
    config = load({"nexus-diff.toml": part})
    parts = Parts(config.parts)
    selector = Selector(config.rules[0].sources)
    for number in range(20):
        path = "/".join(["a" * 200] * 2 + [f"{number}.py"])
        place = parts.place(path)
        selector.has(place, f"{place.name}.{'a' * 50}")
        selector.some(place)
    assert time.perf_counter() - began < 20


def test_names_that_no_pattern_can_say_are_left_out() -> None:
    names = ["2fa", "a b", 'q"q', "{n}", "x*", "b\\c", "r\\xff", "e\x1bf", "漢字", "::error::"]
    sources = {f"src/shop/{name}.py": "from shop.core import run\n" for name in names}
    sources |= {"src/shop/__init__.py": "", "src/shop/core.py": "def run(): ...\n"}
    text = to_toml(propose(view(sources, Config())))
    paths = [path for part in load({"nexus-diff.toml": text}).parts for path in part.paths]
    assert sorted(paths) == [f"src/shop/{name}.py" for name in ("2fa", "::error::", "a b", "core", 'q"q', "漢字")]
    assert "# 5 files are left out, no pattern can say their names:" in text
    assert checked(text, sources) == []
