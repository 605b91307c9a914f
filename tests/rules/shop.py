"""One small shop, written down once for all languages: what its files import, define and call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from dialects import DIALECTS, Item

Files = Mapping[str, Sequence[Item]]
Edit = Callable[[dict[str, list[Item]]], None]

LANGUAGES = tuple(DIALECTS)

SHOP: Files = {
    "web/views": [
        ("use", "core/orders", "place"),
        ("use", "api/base", "BaseView"),
        ("def", "show", "place"),
        ("class", "ListView", "BaseView"),
    ],
    "web/forms": [("def", "check")],
    "jobs/mail": [("use", "core/orders", "place"), ("def", "send", "place")],
    "core/orders": [("use", "store/db", "get"), ("use", "shared/text", "trim"), ("def", "place", "get"), ("def", "cancel", "trim")],
    "core/audit": [("use", "store/db", "execute"), ("def", "log", "execute")],
    "core/prices": [("def", "total")],
    "store/db": [("def", "execute"), ("def", "get")],
    "store/cache": [("def", "keep")],
    "shared/text": [("def", "trim")],
    "shared/more": [("use", "shared/text", "trim"), ("def", "more", "trim")],
    "api/base": [("class", "BaseView", "")],
    "features/cart/index": [("use", "features/cart/items", "add"), ("def", "open_cart", "add")],
    "features/cart/items": [("def", "add"), ("def", "drop")],
    "features/user/index": [("use", "features/user/profile", "load"), ("def", "open_user", "load")],
    "features/user/profile": [("def", "load")],
}

RULES = """
[parts]
web = "app/web/**"
jobs = "app/jobs/**"
core = "app/core/**"
store = "app/store/**"
api = "app/api/**"
feature = { paths = "app/features/{name}/**", public = "app/features/{name}/INDEX" }

[[rule]]
id = "layers"
layers = ["web | jobs", "core!", "store"]

[[rule]]
id = "islands"
independent = "feature"

[[rule]]
id = "door"
public_only = "feature"

[[rule]]
id = "guard"
protect = "store"
allow_from = "core"

[[rule]]
id = "sql"
from = "web"
forbid = "symbol:EXECUTE"
through = "chain"
edges = "calls"

[[rule]]
id = "bases"
from = "symbol:VIEWS"
require = "symbol:BASE"
edges = "extends"

[[rule]]
id = "plain"
from = "core"
externals = ["ATTRS"]

[[rule]]
id = "offline"
from = "jobs"
forbid_externals = ["REQUESTS"]

[[rule]]
id = "circles"
acyclic = "app/*"

[[rule]]
id = "api"
from = "api"
forbid = "store"
through = "chain"
"""


def rules(language: str) -> str:
    """The configuration of the shop."""
    dialect = DIALECTS[language]
    index = dialect.path("features/{name}/index").removeprefix("app/features/{name}/")
    words = {"INDEX": index, "ATTRS": dialect.library("attrs"), "REQUESTS": dialect.library("requests")}
    for word, file, name in (("EXECUTE", "store/db", "execute"), ("VIEWS", "web/*", "*View"), ("BASE", "api/base", "BaseView")):
        words[word] = dialect.dotted(file, name)
    text = RULES
    for word, meaning in words.items():
        text = text.replace(word, meaning)
    return text


def moves(old: str, new: str, language: str) -> dict[str, str]:
    """Old path → new path of all that a file of the shop consists of."""
    sources = DIALECTS[language].sources
    return dict(zip(sources(old, ()), sources(new, ()), strict=True))


def place(token: str, language: str) -> str:
    """`web/views` → what others import of it, `web/views:show` → the path and name of a symbol, `requests` → a library."""
    dialect = DIALECTS[language]
    file, _, name = token.partition(":")
    imported = dialect.imported or dialect.path
    if name:
        return f"{(imported if name.endswith('View') else dialect.path)(file)}:{dialect.symbol(file, name)}"
    return imported(file) if "/" in file else (dialect.header or dialect.library)(file)


def written(files: Files, language: str) -> dict[str, str]:
    """The sources."""
    dialect = DIALECTS[language]
    found = dialect.around(set(files))
    for file, items in files.items():
        for full, text in dialect.sources(file, items).items():
            found[full] = found.get(full, "") + text
    return found


def edited(edit: Edit, start: Files = SHOP) -> Files:
    """The shop after an edit."""
    files = {file: list(items) for file, items in start.items()}
    edit(files)
    return files
