"""Violations put into a clean shop: each is found, with the shortest chain and the added hops marked."""

from __future__ import annotations

import re

import pytest
from dialects import DIALECTS, Item
from shop import LANGUAGES, SHOP, Edit, edited, place, rules, written
from world import checked, judged

from nexus_diff.model.answer import LayerViolation


def into(file: str, *items: Item) -> Edit:
    """Adds imports at the top of a file, the rest at its end."""

    def edit(files: dict[str, list[Item]]) -> None:
        old = files.setdefault(file, [])
        imports = [item for item in items if item[0] in ("use", "lib")]
        files[file] = [*imports, *old, *(item for item in items if item not in imports)]

    return edit


def both(*edits: Edit) -> Edit:
    def edit(files: dict[str, list[Item]]) -> None:
        for one in edits:
            one(files)

    return edit


def without_base(files: dict[str, list[Item]]) -> None:
    files["web/views"] = [item if item[:2] != ("class", "ListView") else ("class", "ListView", "") for item in files["web/views"]]


# (edit, rule, chain): files joined by > (imports), symbols by a relation type; + marks what the change adds
SEEDS: list[tuple[str, Edit, str, str]] = [
    ("low imports high", into("store/db", ("use", "web/views", "show")), "layers", "+store/db > web/views"),
    ("low imports middle", into("store/cache", ("use", "core/prices", "total")), "layers", "+store/cache > core/prices"),
    ("middle imports high", into("core/prices", ("use", "jobs/mail", "send")), "layers", "+core/prices > jobs/mail"),
    (
        "import and call are one",
        into("core/prices", ("use", "web/forms", "check"), ("def", "f", "check")),
        "layers",
        "+core/prices > web/forms",
    ),
    ("independent siblings", into("web/forms", ("use", "jobs/mail", "send")), "layers", "+web/forms > jobs/mail"),
    ("past a closed layer", into("web/forms", ("use", "store/cache", "keep")), "layers", "+web/forms > store/cache"),
    ("in a new file", into("store/new", ("use", "web/views", "show")), "layers", "+store/new > web/views"),
    (
        "through one file",
        both(into("store/db", ("use", "shared/text", "trim")), into("shared/text", ("use", "web/views", "show"))),
        "layers",
        "+store/db > +shared/text > web/views",
    ),
    (
        "through two files",
        both(into("store/db", ("use", "shared/more", "more")), into("shared/text", ("use", "web/views", "show"))),
        "layers",
        "+store/db > shared/more > +shared/text > web/views",
    ),
    ("the last link of a chain", into("shared/text", ("use", "web/views", "show")), "layers", "core/orders > +shared/text > web/views"),
    (
        "the shorter of two chains",
        both(
            into("store/db", ("use", "shared/more", "more"), ("use", "shared/text", "trim")),
            into("shared/text", ("use", "web/forms", "check")),
        ),
        "layers",
        "+store/db > +shared/text > web/forms",
    ),
    (
        "feature to feature",
        into("features/cart/items", ("use", "features/user/index", "open_user")),
        "islands",
        "+features/cart/items > features/user/index",
    ),
    (
        "feature to feature through shared",
        both(into("features/cart/items", ("use", "shared/text", "trim")), into("shared/text", ("use", "features/user/index", "open_user"))),
        "islands",
        "+features/cart/items > +shared/text > features/user/index",
    ),
    ("past the door", into("web/forms", ("use", "features/cart/items", "drop")), "door", "+web/forms > features/cart/items"),
    (
        "past the door of a neighbour",
        into("features/user/profile", ("use", "features/cart/items", "add")),
        "door",
        "+features/user/profile > features/cart/items",
    ),
    ("unallowed user", into("shared/text", ("use", "store/cache", "keep")), "guard", "+shared/text > store/cache"),
    ("unallowed user in a new folder", into("tools/run", ("use", "store/db", "get")), "guard", "+tools/run > store/db"),
    (
        "call chain",
        into("web/forms", ("use", "core/audit", "log"), ("def", "save", "log")),
        "sql",
        "+web/forms:save CALLS core/audit:log CALLS store/db:execute",
    ),
    (
        "a call in the middle of a chain",
        both(
            into("core/orders", ("use", "core/audit", "log"), ("def", "note", "log")),
            into("web/views", ("use", "core/orders", "note"), ("def", "seen", "note")),
        ),
        "sql",
        "+web/views:seen CALLS +core/orders:note CALLS core/audit:log CALLS store/db:execute",
    ),
    ("view without base", without_base, "bases", "+web/views:ListView REQUIRES web/views:ListView"),
    ("new view without base", into("web/forms", ("class", "FormView", "")), "bases", "+web/forms:FormView REQUIRES web/forms:FormView"),
    ("library outside the list", into("core/prices", ("lib", "requests")), "plain", "+core/prices > requests"),
    ("module of a library", into("core/prices", ("lib", "django.db")), "plain", "+core/prices > django.db"),
    ("forbidden library", into("jobs/mail", ("lib", "requests")), "offline", "+jobs/mail > requests"),
    ("circle of two", into("api/base", ("use", "web/forms", "check")), "circles", "+api/base > web/forms ; web/views > api/base"),
    ("circle of three", into("store/db", ("use", "jobs/mail", "send")), "circles", "+store/db > jobs/mail > core/orders > store/db"),
    ("chain to what is forbidden", into("api/base", ("use", "core/orders", "place")), "api", "+api/base > core/orders > store/db"),
    ("what is forbidden", into("api/base", ("use", "store/cache", "keep")), "api", "+api/base > store/cache"),
]


def chain(violation: LayerViolation) -> str:
    """As in SEEDS, with the paths and names of the language."""
    text, previous = "", ""
    for hop in violation.path:
        mark = "+" if hop.added else ""
        source, target = _name(hop.id), _name(hop.target)
        if hop.type != "IMPORTS":
            text += f"{mark}{source} {hop.type} "
        elif hop.file == previous:
            text += f" > {mark}{hop.file}"
        else:
            text += f"{f' > {previous} ; ' if previous else ''}{mark}{hop.file}"
        previous = target
    return text + previous if text.endswith(" ") else f"{text} > {previous}"


def _name(node_id: str) -> str:
    return node_id.partition(":")[2]


def spelt(expected: str, language: str) -> str:
    """A chain of SEEDS in a language."""
    return re.sub(r"[\w./:]*[a-z][\w./:]*", lambda word: place(word[0], language), expected)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("edit", "rule", "expected"), [seed[1:] for seed in SEEDS], ids=[seed[0] for seed in SEEDS])
def test_seeded(edit: Edit, rule: str, expected: str, language: str) -> None:
    if rule == "bases" and not DIALECTS[language].has_bases:
        return
    before, after = written(SHOP, language), written(edited(edit), language)
    found = judged(rules(language), before, after)
    new = [violation for violation in found if violation.rule == rule and violation.status == "new"]
    assert spelt(expected, language) in [chain(violation) for violation in new]
    for violation in found:
        _stands_where_it_says(violation, after if violation.status != "fixed" else before)


def _stands_where_it_says(violation: LayerViolation, sources: dict[str, str]) -> None:
    for hop in violation.path:
        line = sources[hop.file].splitlines()[hop.line - 1].lower()
        target = re.sub(r"(/index|/__init__|/mod)?\.[a-z]+$", "", _name(hop.target)) if hop.type == "IMPORTS" else hop.target
        name = re.split(r"[/:.]", target)
        assert hop.type == "REQUIRES" or name[-1].lower() in line or name[0] in line, (line, hop.target)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_clean_shop_is_clean(language: str) -> None:
    assert checked(rules(language), written(SHOP, language)) == []


# Calls and inheritance without an import of their own: what only a call graph sees
CALLS: list[tuple[str, dict[str, str], dict[str, str], str]] = [
    (
        "a method of a received object",
        {"app/core/a.py": "class A:\n    pass\n", "app/web/v.py": "class V:\n    def show(self): pass\n"},
        {
            "app/core/a.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from app.web.v import V\n"
            "def go(v: 'V'):\n    v.show()\n"
        },
        "app/core/a.py:5 app/core/a.py:go CALLS app/web/v.py:V.show",
    ),
    (
        "a call behind an old import",
        {"app/core/a.py": "from app.web.v import show\ndef f():\n    show()\n", "app/web/v.py": "def show(): pass\n"},
        {"app/core/a.py": "from app.web.v import show\ndef f():\n    show()\ndef g():\n    show()\n"},
        "app/core/a.py:5 app/core/a.py:g CALLS app/web/v.py:show",
    ),
    (
        "a base behind an old import",
        {"app/core/a.py": "from app.web.v import V\ndef f():\n    V()\n", "app/web/v.py": "class V: pass\n"},
        {"app/core/a.py": "from app.web.v import V\ndef f():\n    V()\nclass W(V): pass\n"},
        "app/core/a.py:4 app/core/a.py:W EXTENDS app/web/v.py:V",
    ),
    (
        "a re-exported name",
        {"app/web/__init__.py": "from app.web.v import show\n", "app/core/a.py": "", "app/web/v.py": "def show(): pass\n"},
        {"app/core/a.py": "from app.web import show\ndef f():\n    show()\n"},
        "app/core/a.py:1 app/core/a.py IMPORTS app/web/__init__.py",
    ),
    (
        "an interface",
        {"app/core/a.ts": "export class A {}\n", "app/web/v.ts": "export interface V { show(): void }\n"},
        {"app/core/a.ts": "import type { V } from '../web/v'\nexport class A implements V { show() {} }\n"},
        "app/core/a.ts:2 app/core/a.ts:A IMPLEMENTS app/web/v.ts:V",
    ),
]


def test_an_import_stands_for_the_calls_that_it_brings() -> None:
    before = {"app/web/__init__.py": "from app.web.v import show\n", "app/web/v.py": "def show(): pass\n", "app/core/a.py": ""}
    after = {**before, "app/core/a.py": "from app.web import show\ndef f():\n    show()\ndef g():\n    show()\n"}
    assert [v.target for v in judged(TWO_LAYERS, before, after)] == ["File:app/web/__init__.py"]


TWO_LAYERS = '[parts]\nweb = "app/web/**"\ncore = "app/core/**"\n[[rule]]\nid = "l"\nlayers = ["web", "core"]\n'


@pytest.mark.parametrize(("before", "change", "expected"), [case[1:] for case in CALLS], ids=[case[0] for case in CALLS])
def test_calls(before: dict[str, str], change: dict[str, str], expected: str) -> None:
    new = [v for v in judged(TWO_LAYERS, before, {**before, **change}) if v.status == "new"]
    lines = [f"{v.path[0].file}:{v.path[0].line} {v.source.partition(':')[2]} {v.path[0].type} {v.target.partition(':')[2]}" for v in new]
    assert expected in lines


def test_what_others_hand_over_breaks_no_layer() -> None:
    before = {"app/core/port.py": "class Port:\n    def send(self): pass\ndef run(port: Port, f):\n    port.send()\n    f()\n"}
    after = {
        **before,
        "app/web/mail.py": "from app.core.port import Port, run\nclass M(Port):\n    def send(self): pass\ndef go(): pass\nrun(M(), go)\n",
    }
    assert judged(TWO_LAYERS, before, after) == []


@pytest.mark.parametrize("edit", [seed[1] for seed in SEEDS], ids=[seed[0] for seed in SEEDS])
def test_what_a_change_breaks_its_reverse_mends(edit: Edit) -> None:
    before, after = written(SHOP, "py"), written(edited(edit), "py")
    there, back = judged(rules("py"), before, after), judged(rules("py"), after, before)

    def told(found: list[LayerViolation], status: str) -> list[tuple[str, str, str]]:
        return sorted((v.rule, v.source, v.target) for v in found if v.status == status and v.rule != "circles")

    assert told(there, "new") == told(back, "fixed")
    assert told(there, "fixed") == told(back, "new") == []
    assert {v.status for v in judged(rules("py"), after, after)} <= {"unchanged"}
