"""What is said without rules: packages, first directions, pairs, circles; and when nothing is."""

from __future__ import annotations

import pytest
from world import Sources, changes, view

from nexus_diff.config import load
from nexus_diff.config.architecture import InferredConfig
from nexus_diff.rules.judge import Change, judge_packages
from nexus_diff.rules.packages import Packages

PACKAGES: list[tuple[list[str], list[str], str, tuple[str, str]]] = [
    (["src/shop/__init__.py", "src/shop/web/__init__.py"], [], "src/shop/web/views.py", ("src/shop", "src/shop/web")),
    (["src/shop/__init__.py"], [], "src/shop/util.py", ("src/shop", "src/shop/util")),
    (["src/shop/__init__.py"], [], "src/shop/__init__.py", ("src/shop", "")),
    (["src/shop/__init__.py"], [], "setup.py", ("-", "")),
    (["src/web/a.ts", "src/core/b.ts"], ["package.json"], "src/web/a.ts", ("src", "src/web")),
    (["src/web/a.ts"], ["package.json"], "src/index.ts", ("src", "")),
    (
        ["packages/x/src/a/b.ts"],
        ["package.json", "packages/x/package.json"],
        "packages/x/src/a/b.ts",
        ("packages/x/src", "packages/x/src/a"),
    ),
    (["lib/a.js", "lib/b.js"], ["package.json"], "lib/a.js", ("lib", "lib/a")),
    (["app/web/a.ts", "app/core/b.ts"], [], "app/web/a.ts", ("app", "app/web")),
    (["app/web/a.ts", "main.ts"], [], "app/web/a.ts", ("", "app")),
]


@pytest.mark.parametrize(("files", "manifests", "path", "expected"), PACKAGES)
def test_packages(files: list[str], manifests: list[str], path: str, expected: tuple[str, str]) -> None:
    assert Packages(files, manifests).of(path) == expected


BASE: dict[str, str] = {
    "shop/__init__.py": "from shop.web import views\n",
    "shop/web/__init__.py": "",
    "shop/web/views.py": "from shop.core import orders\n",
    "shop/core/__init__.py": "",
    "shop/core/orders.py": "from shop.store import db\n",
    "shop/store/__init__.py": "",
    "shop/store/db.py": "",
    "shop/mail.py": "",
    "tests/test_a.py": "from shop.mail import send\n",
}


def said(
    after: Sources, before: Sources = BASE, settings: InferredConfig | None = None, moved: dict[str, str] | None = None, text: str = ""
) -> list[str]:
    config = load({"nexus-diff.toml": text})
    renames = {f"File:{old}": f"File:{new}" for old, new in (moved or {}).items()}
    touched = frozenset(path for change in changes(before, after, moved or {}) for path in (change.path, change.old_path))
    found = judge_packages(view(before, config), view(after, config), settings or InferredConfig(min_edges=1), Change(renames, touched))
    return [f"{v.severity} {v.rule.removeprefix('inferred:')}: {v.message}" for v in found]


FINDINGS: list[tuple[str, dict[str, str], list[str]]] = [
    (
        "first",
        {"shop/web/views.py": "from shop.core import orders\nfrom shop import mail\n"},
        ["warning first_direction: shop.web depends on shop.mail for the first time"],
    ),
    (
        "pair",
        {"shop/store/db.py": "from shop.core import orders\n"},
        ["warning new_two_way: shop.store and shop.core now depend on one another"],
    ),
    (
        "circle",
        {"shop/store/db.py": "from shop.web import views\n"},
        ["warning new_cycle: shop.core, shop.store, shop.web now depend on one another in a circle; it goes without shop.store → shop.web"],
    ),
    (
        "several at once",
        {"shop/mail.py": "from shop.web import views\nfrom shop.store import db\n"},
        ["warning first_direction: shop.mail depends on shop.store, shop.web for the first time"],
    ),
    ("known direction", {"shop/web/forms.py": "from shop.core import orders\n"}, []),
    ("new package", {"shop/jobs.py": "from shop.core import orders\n"}, []),
    ("for type checkers", {"shop/mail.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from shop.web import views\n"}, []),
    ("in tests", {"shop/web/test_views.py": "from shop import mail\n"}, []),
    ("the face of the root", {"shop/mail.py": "import shop\n"}, []),
    (
        "inside a function",
        {"shop/mail.py": "def f():\n    from shop.web import views\n"},
        ["warning first_direction: shop.mail depends on shop.web for the first time"],
    ),
]


@pytest.mark.parametrize(("change", "expected"), [case[1:] for case in FINDINGS], ids=[case[0] for case in FINDINGS])
def test_findings(change: dict[str, str], expected: list[str]) -> None:
    assert said({**BASE, **change}) == expected


def test_a_renamed_package_is_not_new() -> None:
    after = {path.replace("shop/store", "shop/storage"): text.replace("shop.store", "shop.storage") for path, text in BASE.items()}
    moved = {path: path.replace("shop/store", "shop/storage") for path in BASE if path.startswith("shop/store")}
    assert said(after, moved=moved) == []


def test_settings() -> None:
    pair = {**BASE, "shop/store/db.py": "from shop.core import orders\n"}
    assert said(pair, settings=InferredConfig(min_edges=20)) == []
    assert said(pair, settings=InferredConfig(min_edges=1, new_two_way="error"))[0].startswith("error new_two_way")
    off = InferredConfig(min_edges=1, new_two_way="off", new_cycle="off")
    assert said(pair, settings=off) == ["warning first_direction: shop.store depends on shop.core for the first time"]
    assert said(pair, settings=InferredConfig(min_edges=1, first_direction="off", new_two_way="off", new_cycle="off")) == []


def test_exceptions() -> None:
    entry = '[[allow]]\nrule = "inferred:first_direction"\nfrom = "{}"\nto = "shop.web.views"\nwhy = "wanted"\n'
    after = {**BASE, "shop/mail.py": "from shop.web import views\n"}
    assert said(after, text=entry.format("shop.mail")) == []
    assert len(said(after, text=entry.format("shop.jobs"))) == 1
