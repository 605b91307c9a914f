"""What annotations say: names, and arguments by element."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.analysis.frameworks.keys import key_of
from nexus_diff.analysis.frameworks.reading import Reading
from nexus_diff.analysis.frameworks.styles import joined
from nexus_diff.analysis.frameworks.texts import UNSAID
from nexus_diff.link.values import Def
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Definition

_DEEPEST = 6
Arguments = tuple[x.Arg, ...]


def marks(reading: Reading, definition: Definition) -> Iterator[tuple[str, Arguments]]:
    """(last name, arguments) of the annotations of a definition."""
    for decorator in definition.decorators:
        e = reading.expr(decorator)
        name = reading.expr(e.func) if isinstance(e, x.Call) else e
        if isinstance(name, (x.Name, x.Attr)):
            yield name.name, e.args if isinstance(e, x.Call) else ()


def element(args: Arguments, *names: str) -> int:
    """The element with one of these names; "" is the one that needs none. -1 when it is not given."""
    return next((arg.value for arg in args if arg.keyword in names), NONE)


def texts(reading: Reading, expr: int) -> list[str]:
    """The strings of an element: one, or several in braces; "…" for what cannot be told."""
    return [_text(reading, item, 0) or UNSAID for item in reading.items(expr)]


def _text(reading: Reading, expr: int, depth: int) -> str | None:
    """The text of a string, through constants of classes."""
    e = reading.expr(expr)
    if depth > _DEEPEST:
        return None
    if isinstance(e, x.Op) and e.op == "+":
        return (_text(reading, e.left, depth + 1) or UNSAID) + (_text(reading, e.right, depth + 1) or UNSAID)
    if isinstance(e, x.Attr):
        return _constant(reading, [v for v in reading.value(e.value) if isinstance(v, Def)], e.name)
    if not isinstance(e, x.Name):
        return reading.text(expr)
    scope = reading.facts.points[e.point].scope
    while scope > 0:
        for _, binding in reading.index.names(scope).get(e.name, ()):
            return _text(reading, binding.value, depth + 1)
        scope = reading.facts.scopes[scope].parent
    return reading.text(expr)


def _constant(reading: Reading, owners: list[Def], name: str) -> str | None:
    """A constant of another class."""
    for owner in owners:
        found = reading.context.classes.find(owner, name)
        there = reading.context.world.index(found.path) if found is not None else None
        for binding in found.own if found is not None and there is not None else ():
            return there.literal(binding.value) if there is not None and binding.value != NONE else None
    return None


def members(reading: Reading, cls: Definition) -> Iterator[tuple[int, Definition]]:
    """The methods of a class."""
    for position, definition in enumerate(reading.facts.definitions):
        if definition.kind == "method" and definition.scope == cls.body != NONE:
            yield position, definition


def module_key(path: str, name: str) -> str:
    """Key of the application of a framework that a file belongs to: the folder around its `src`."""
    return key_of(path.partition("/src/")[0] if "/src/" in path else "", "", name)


def below(prefix: str, path: str) -> str:
    """A path below a prefix, with or without slashes between them."""
    return joined("node", "/" + prefix.strip("/") if prefix.strip("/") else "", "/" + path.lstrip("/") if path else "") or "/"


def imports(reading: Reading, *packages: str) -> bool:
    """Whether the file imports from one of these packages."""
    return any(imp.source.startswith(packages) for imp in reading.facts.imports)
