"""Rules taken from other tools: each configuration means what its rules mean."""

from __future__ import annotations

from typing import Any

import pytest
from world import checked

from nexus_diff.config import load
from nexus_diff.rules import adopt_depcruise, adopt_importlinter, adopt_tach
from nexus_diff.rules.proposal import Proposal, to_toml

FILES = {
    "src/shop/__init__.py": "",
    "src/shop/web/__init__.py": "",
    "src/shop/web/views.py": "from shop.core import orders\n",
    "src/shop/core/__init__.py": "",
    "src/shop/core/orders.py": "from shop.store.db import get\n",
    "src/shop/core/legacy.py": "from shop.web import views\n",
    "src/shop/store/__init__.py": "",
    "src/shop/store/db.py": "def get(): pass\n",
    "src/shop/store/inner.py": "from shop import util\n",
    "src/shop/util.py": "from shop.core import orders\n",
    "src/shop/plugins/__init__.py": "",
    "src/shop/plugins/a.py": "from shop.plugins.b import run\n",
    "src/shop/plugins/b/__init__.py": "def run(): pass\n",
}


def broken(proposal: Proposal) -> list[str]:
    """`rule: file → file` of what breaks the proposed rules."""
    found = checked(to_toml(proposal), FILES)
    return sorted(f"{v.rule}: {v.path[0].file[9:]} → {v.path[-1].target.partition(':')[2][9:]}" for v in found)


def contract(kind: str, **options: Any) -> dict[str, Any]:
    return {"root_package": "shop", "contracts": [{"name": "the rule", "type": kind, **options}]}


CONTRACTS: list[tuple[dict[str, Any], list[str]]] = [
    (
        contract("layers", layers=["shop.web", "shop.core", "shop.store"]),
        ["core/legacy.py → web/views.py", "store/inner.py → core/orders.py"],
    ),
    (contract("layers", layers=["web", "core", "(gone)"], containers=["shop"]), ["core/legacy.py → web/views.py"]),
    (contract("layers", layers=["shop.web | shop.core"]), ["core/legacy.py → web/views.py", "web/views.py → core/orders.py"]),
    (contract("layers", layers=["shop.web : shop.core"]), []),
    (
        contract("layers", layers=["shop.web", "shop.core"], ignore_imports=["shop.core.legacy -> shop.web.views"]),
        [],
    ),
    (contract("layers", layers=["shop.web", "shop.core"], ignore_imports=["shop.core.* -> shop.web.*"]), []),
    (contract("forbidden", source_modules=["shop.store"], forbidden_modules=["shop.core"]), ["store/inner.py → core/orders.py"]),
    (contract("forbidden", source_modules=["shop.store.**"], forbidden_modules=["shop.core"]), ["store/inner.py → core/orders.py"]),
    (contract("forbidden", source_modules=["shop.store"], forbidden_modules=["shop.core"], allow_indirect_imports="True"), []),
    (contract("independence", modules=["shop.web", "shop.store"]), ["store/inner.py → web/views.py", "web/views.py → store/db.py"]),
    (contract("independence", modules=["shop.plugins.*"]), ["plugins/a.py → plugins/b/__init__.py"]),
    (contract("protected", protected_modules=["shop.store"], allowed_importers=["shop.web"]), ["core/orders.py → store/db.py"]),
]


@pytest.mark.parametrize(("options", "expected"), CONTRACTS)
def test_importlinter(options: dict[str, Any], expected: list[str]) -> None:
    if options["contracts"][0].get("modules") == ["shop.web", "shop.store"]:
        expected = ["web/views.py → store/db.py"]  # core is no part: a chain may pass it; store reaches web through core.legacy only
        found = broken(adopt_importlinter.adopt(options, FILES))
        assert [line.partition(": ")[2] for line in found] == expected
        return
    found = broken(adopt_importlinter.adopt(options, FILES))
    assert [line.partition(": ")[2] for line in found] == expected


def test_importlinter_as_ini() -> None:
    text = """
[importlinter]
root_packages =
    shop
exclude_type_checking_imports = True

[importlinter:contract:one]
name = Layers: of our shop!
type = layers
layers =
    shop.web
    # a comment
    shop.core
ignore_imports =
    shop.core.legacy -> shop.web.views

[importlinter:contract:two]
name = other
type = acyclic_siblings
"""
    proposal = adopt_importlinter.adopt(adopt_importlinter.read_ini(text), FILES)
    config = load({"nexus-diff.toml": to_toml(proposal)})
    assert [rule.id for rule in config.rules] == ["layers-of-our-shop"]
    assert [(entry.source, entry.target) for entry in config.allow] == [("src/shop/core/legacy.py", "src/shop/web/views.py")]
    assert not config.architecture.type_only
    assert proposal.notes == ["contract 'other': type 'acyclic_siblings' has no counterpart here"]


def test_a_module_inside_another_one_of_a_different_contract() -> None:
    options = contract("layers", layers=["shop.web", "shop.core"])
    options["contracts"].append(
        {"name": "inner", "type": "forbidden", "source_modules": ["shop.core.legacy"], "forbidden_modules": ["shop.web"]}
    )
    assert broken(adopt_importlinter.adopt(options, FILES)) == [
        "inner: core/legacy.py → web/views.py",
        "the-rule: core/legacy.py → web/views.py",
    ]


def test_tach() -> None:
    options = {
        "source_roots": ["src"],
        "layers": ["high", {"name": "low", "closed": True}],
        "modules": [
            {"path": "shop.web", "depends_on": ["shop.core"], "layer": "high"},
            {"path": "shop.core", "depends_on": [], "layer": "low"},
            {"path": "shop.store", "visibility": ["shop.web"]},
            {"path": "<root>", "depends_on": []},
        ],
        "interfaces": [{"expose": ["get"], "from": ["shop.store"]}],
    }
    proposal = adopt_tach.adopt(options, FILES)
    assert broken(proposal) == [
        "layers: core/legacy.py → web/views.py",
        "shop.core-depends: core/legacy.py → web/views.py",
        "shop.core-depends: core/orders.py → store/db.py",
        "shop.store-visibility: core/orders.py → store/db.py",
    ]
    assert len(proposal.notes) == 2


def test_dependency_cruiser() -> None:
    options = {
        "forbidden": [
            {
                "name": "not-up",
                "severity": "error",
                "from": {"path": "^src/shop/core"},
                "to": {"path": "^src/shop/web/"},
                "comment": "Why\nnot",
            },
            {"name": "reach", "from": {"path": "^src/shop/store"}, "to": {"path": "^src/shop/(core|web)", "reachable": True}},
            {"name": "no-circular", "severity": "warn", "from": {}, "to": {"circular": True}},
            {"name": "odd", "severity": "error", "from": {"pathNot": "x"}, "to": {"path": "^src"}},
            {"name": "off", "severity": "ignore", "from": {"path": "^a"}, "to": {"path": "^b"}},
        ],
        "required": [{"name": "r"}],
    }
    proposal = adopt_depcruise.adopt(options, FILES)
    config = load({"nexus-diff.toml": to_toml(proposal)})
    assert [(rule.id, rule.kind, rule.severity, rule.through, rule.why) for rule in config.rules] == [
        ("not-up", "forbid", "error", "direct", "Why not"),
        ("reach", "forbid", "warning", "chain", ""),
        ("no-circular", "acyclic", "warning", "direct", ""),
    ]
    assert broken(proposal) == ["not-up: core/legacy.py → web/views.py", "reach: store/inner.py → core/orders.py"]
    assert len(proposal.notes) == 2


@pytest.mark.parametrize("text", ["[importlinter", "x = 1"])
def test_broken_ini(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        adopt_importlinter.read_ini(text)
