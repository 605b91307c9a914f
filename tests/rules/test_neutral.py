"""Changes that break nothing anew, made in a shop that breaks every rule already: moves, renames, line shifts, comments, edits beside."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from dialects import DIALECTS, Item
from shop import LANGUAGES, SHOP, Edit, Files, edited, moves, rules, written
from world import checked, judged, shown


def _broken(files: dict[str, list[Item]]) -> None:
    files["store/db"] = [("use", "web/views", "show"), *files["store/db"], ("def", "dirty", "show"), ("def", "odd", "show", "dirty")]
    files["store/cache"] = [("use", "shared/text", "trim"), *files["store/cache"], ("def", "tidy", "trim")]
    files["shared/text"] = [("use", "jobs/mail", "send"), *files["shared/text"], ("def", "mailed", "send")]
    files["features/cart/items"] = [("use", "features/user/profile", "load"), *files["features/cart/items"], ("def", "mine", "load")]
    files["web/forms"] = [("use", "store/cache", "keep"), ("use", "core/audit", "log"), *files["web/forms"], ("def", "save", "keep", "log")]
    files["web/extra"] = [("class", "PlainView", "", "hint"), ("def", "hint")]
    files["core/prices"] = [("lib", "requests"), *files["core/prices"]]
    files["jobs/mail"] = [("lib", "requests"), *files["jobs/mail"]]
    files["api/base"] = [("use", "core/orders", "place"), *files["api/base"], ("def", "call", "place")]


DIRTY: Files = edited(_broken)


def items(change: Callable[[list[Item]], list[Item]], *files: str) -> Edit:
    def edit(shop: dict[str, list[Item]]) -> None:
        for file in files:
            shop[file] = change(shop[file])

    return edit


def rename(old: str, new: str, *only: str) -> Edit:
    """Renames a symbol wherever it is named."""

    def edit(shop: dict[str, list[Item]]) -> None:
        for file in only or tuple(shop):
            shop[file] = [(item[0], *(new if word == old else word for word in item[1:])) for item in shop[file]]

    return edit


def move_file(old: str, new: str) -> Edit:
    """Moves a file; all imports follow."""

    def edit(shop: dict[str, list[Item]]) -> None:
        shop[new] = shop.pop(old)
        rename(old, new)(shop)

    return edit


def move_symbol(name: str, old: str, new: str, *needs: Item) -> Edit:
    """Moves a definition to another file with what it needs; users import it from there."""

    def edit(shop: dict[str, list[Item]]) -> None:
        moved = [item for item in shop[old] if item[0] in ("def", "class") and item[1] == name]
        shop[old] = [item for item in shop[old] if item not in moved]
        left = {word for item in shop[old] if item[0] in ("def", "class") for word in item[2:]}
        shop[old] = [item for item in shop[old] if item[0] != "use" or set(item[2:]) & left or item not in needs]
        shop[new] = [*needs, *shop.get(new, []), *moved]
        for file in shop:
            shop[file] = [("use", new, name) if item == ("use", old, name) else item for item in shop[file]]

    return edit


def steps(*edits: Edit) -> Edit:
    """One after another."""

    def edit(shop: dict[str, list[Item]]) -> None:
        for one in edits:
            one(shop)

    return edit


def added(file: str, *new: Item) -> Edit:
    def edit(shop: dict[str, list[Item]]) -> None:
        shop[file] = [*shop.get(file, []), *new]

    return edit


def gone(file: str, name: str) -> Edit:
    def edit(shop: dict[str, list[Item]]) -> None:
        shop[file] = [item for item in shop[file] if item[:2] != ("def", name)]

    return edit


COMMENT: Item = ("text", "a note")
SHOW: Item = ("use", "web/views", "show")

EDITS: list[tuple[str, Edit, dict[str, str]]] = [
    ("a comment at the top", items(lambda old: [COMMENT, *old], "store/db", "web/forms", "shared/text"), {}),
    ("twenty lines at the top", items(lambda old: [COMMENT] * 20 + old, "store/db", "features/cart/items", "api/base"), {}),
    ("comments between", items(lambda old: [piece for item in old for piece in (item, COMMENT)], "store/db", "core/prices"), {}),
    (
        "definitions in another order",
        items(lambda old: [i for i in old if i[0] in ("use", "lib")] + [i for i in old if i[0] not in ("use", "lib")][::-1], "store/db"),
        {},
    ),
    ("imports in another order", items(lambda old: old[:2][::-1] + old[2:], "web/forms"), {}),
    ("a function beside", added("store/db", ("def", "fresh")), {}),
    ("a call inside the part", added("store/db", ("def", "fresh", "get")), {}),
    ("an allowed import beside", items(lambda old: [("use", "core/prices", "total"), *old], "web/forms"), {}),
    ("an allowed new file", added("web/new", ("use", "core/prices", "total"), ("def", "fresh", "total")), {}),
    ("the offender renamed", rename("dirty", "grubby"), {}),
    ("the target renamed", rename("show", "display"), {}),
    ("both renamed", steps(rename("dirty", "grubby"), rename("show", "display")), {}),
    ("the offender's file renamed", move_file("store/db", "store/database"), {"store/db": "store/database"}),
    ("the target's file renamed", move_file("web/views", "web/pages"), {"web/views": "web/pages"}),
    ("the file in the middle renamed", move_file("shared/text", "shared/words"), {"shared/text": "shared/words"}),
    ("the file in the middle moved", move_file("shared/text", "util/text"), {"shared/text": "util/text"}),
    ("into a folder of its part", move_file("store/db", "store/inner/db"), {"store/db": "store/inner/db"}),
    ("a feature's file renamed", move_file("features/cart/items", "features/cart/rows"), {"features/cart/items": "features/cart/rows"}),
    ("the offender moved within its part", move_symbol("dirty", "store/db", "store/other", SHOW), {}),
    (
        "the last offender moved within its part",
        steps(gone("store/db", "odd"), move_symbol("dirty", "store/db", "store/other", SHOW)),
        {},
    ),
    ("the target moved within its part", move_symbol("show", "web/views", "web/shown", ("use", "core/orders", "place")), {}),
    ("one of two offenders gone", gone("store/db", "odd"), {}),
    ("something unrelated gone", gone("features/cart/items", "drop"), {}),
    ("a view without base edited", items(lambda old: [*old[1:], ("class", "PlainView", "", "hint", "hint")], "web/extra"), {}),
    ("a view without base renamed", rename("PlainView", "SimpleView"), {}),
    (
        "an old call once more in its function",
        items(lambda old: [(*item, "show") if item[:2] == ("def", "dirty") else item for item in old], "store/db"),
        {},
    ),
    ("a library imported in its file as before", items(lambda old: [*old, ("def", "fetch")], "core/prices"), {}),
    (
        "a whole package renamed in the middle",
        steps(move_file("shared/text", "common/text"), move_file("shared/more", "common/more")),
        {"shared/text": "common/text", "shared/more": "common/more"},
    ),
]


MOVED_SYMBOLS = [edit for name, edit, _ in EDITS if name.endswith("moved within its part")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("edit", "moved"), [case[1:] for case in EDITS], ids=[case[0] for case in EDITS])
def test_neutral(edit: Edit, moved: dict[str, str], language: str) -> None:
    if edit in MOVED_SYMBOLS and DIALECTS[language].imported is not None:
        return  # what a header includes is not told by the function whose body stands in the source
    before, after = written(DIRTY, language), written(edited(edit, DIRTY), language)
    full = {path: to for old, new in moved.items() for path, to in moves(old, new, language).items()}
    found = judged(rules(language), before, after, full)
    assert [shown(violation) for violation in found if violation.status == "new"] == []
    assert sum(violation.status == "unchanged" for violation in found) >= 9


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_was_broken_before(language: str) -> None:
    broken = {violation.rule for violation in checked(rules(language), written(DIRTY, language))}
    bases = {"bases"} if DIALECTS[language].has_bases else set()
    assert broken == {"layers", "islands", "door", "guard", "sql", "plain", "offline", "circles", "api"} | bases


@pytest.mark.parametrize("language", LANGUAGES)
def test_mending_all(language: str) -> None:
    found = judged(rules(language), written(DIRTY, language), written(SHOP, language))
    assert {violation.status for violation in found} == {"fixed"}
    assert {violation.rule for violation in found} >= {
        "layers",
        "islands",
        "door",
        "guard",
        "sql",
        "bases",
        "plain",
        "offline",
        "circles",
        "api",
    } - {"bases"}
