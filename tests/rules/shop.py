"""One small shop in Python, TypeScript and JavaScript, written down once: what its files import, define and call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from posixpath import dirname, relpath

Item = tuple[str, ...]
"""("use", file, name …), ("lib", module), ("def", name, callee …), ("class", name, base or "", callee …) with a method `run`,
("text", line): a comment."""
Files = Mapping[str, Sequence[Item]]
Edit = Callable[[dict[str, list[Item]]], None]

LANGUAGES = ("py", "ts", "js")

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
forbid = "symbol:store.db.execute"
through = "chain"
edges = "calls"

[[rule]]
id = "bases"
from = "symbol:web.*.*View"
require = "symbol:api.base.BaseView"
edges = "extends"

[[rule]]
id = "plain"
from = "core"
externals = ["attrs"]

[[rule]]
id = "offline"
from = "jobs"
forbid_externals = ["requests"]

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
    return RULES.replace("INDEX", "__init__.py" if language == "py" else f"index.{language}")


def path(file: str, language: str) -> str:
    """`web/views` → `app/web/views.py`."""
    if language == "py" and file.endswith("/index"):
        return f"app/{file.removesuffix('index')}__init__.py"
    return f"app/{file}.{language}"


def stem(full: str) -> str:
    """`app/web/views.py` → `web/views`."""
    return full.removeprefix("app/").rpartition(".")[0].replace("__init__", "index")


def written(files: Files, language: str) -> dict[str, str]:
    """The sources."""
    found = {path(file, language): _source(file, items, language) for file, items in files.items()}
    if language == "py":
        folders = {dirname(full) for full in found} | {"app", "app/features"}
        found.update({f"{folder}/__init__.py": "" for folder in folders if f"{folder}/__init__.py" not in found})
    return found


def edited(edit: Edit, start: Files = SHOP) -> Files:
    """The shop after an edit."""
    files = {file: list(items) for file, items in start.items()}
    edit(files)
    return files


def _source(file: str, items: Sequence[Item], language: str) -> str:
    return "".join((_python if language == "py" else _script)(file, *item) for item in items)


def _python(file: str, kind: str, name: str, *rest: str) -> str:
    if kind == "use":
        module = name.removesuffix("/index").replace("/", ".")
        return f"from app.{module} import {', '.join(rest)}\n" if rest else f"import app.{module}\n"
    if kind == "lib":
        return f"import {name}\n"
    if kind == "text":
        return f"# {name}\n"
    if kind == "def":
        return f"def {name}():\n" + "".join(f"    {callee}()\n" for callee in rest) + ("" if rest else f"    return '{name}'\n")
    base = f"({rest[0]})" if rest[0] else ""
    body = "".join(f"        {callee}()\n" for callee in rest[1:]) or f"        return '{name}'\n"
    return f"class {name}{base}:\n    def run(self):\n{body}"


def _script(file: str, kind: str, name: str, *rest: str) -> str:
    if kind == "use":
        module = relpath(name, dirname(file))
        module = module if module.startswith(".") else f"./{module}"
        return f"import {{ {', '.join(rest)} }} from '{module}'\n" if rest else f"import '{module}'\n"
    if kind == "lib":
        return f"import {name.partition('.')[0]} from '{name}'\n"
    if kind == "text":
        return f"// {name}\n"
    if kind == "def":
        return f"export function {name}() {{\n" + "".join(f"  {callee}()\n" for callee in rest) + f"  return '{name}'\n}}\n"
    base = f" extends {rest[0]}" if rest[0] else ""
    return (
        f"export class {name}{base} {{\n  run() {{\n"
        + "".join(f"    {callee}()\n" for callee in rest[1:])
        + f"    return '{name}'\n  }}\n}}\n"
    )
