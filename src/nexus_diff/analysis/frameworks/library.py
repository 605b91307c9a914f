"""What a value is called in the library that it comes from."""

# For maintainers. `Ext` values spell how something was reached: "flask.Flask", "express.=.Router()" (CommonJS), "hono/tiny.Hono". In the
# repository of a framework itself its classes are definitions: there the package is a folder or file on the path. So one table of
# (package, member) serves both.

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from nexus_diff.link.context import Context
from nexus_diff.link.values import Def, Ext, Inst, Partial, Value

Names = Mapping[tuple[str, str], str]
"""(package, member; "" for the package's default) → what we call it"""

_PACKAGE = re.compile(r"@[\w.-]+/[\w-]+|[\w-]+", re.ASCII)
_VERSION = re.compile(r"/v[0-9]+$", re.ASCII)
_MAIN = frozenset({"", "=", "default"})


def named(context: Context, value: Value, names: Names) -> str:
    """What `names` calls a value, or the class whose instance it is, or the nearest ancestor of that which it knows; "" if none."""
    for package, member in _of(context, value):
        found = names.get((package, member))
        if found:
            return found
    return ""


def _of(context: Context, value: Value) -> Iterator[tuple[str, str]]:
    if isinstance(value, Partial):
        yield from _of(context, value.inner)
    elif isinstance(value, Ext):
        yield from _external(value.name)
    elif isinstance(value, Inst) or (isinstance(value, Def) and context.classes.is_class(Def(value.path, value.index))):
        for ancestor in context.classes.mro(Def(value.path, value.index)):
            yield from _external(ancestor.name) if isinstance(ancestor, Ext) else _own(context, ancestor)
    elif isinstance(value, Def):
        yield from _own(context, value)


def _external(name: str) -> Iterator[tuple[str, str]]:
    name = name.removesuffix("()")
    found = _PACKAGE.match(name)
    if found is None or "()" in name:
        return
    path, _, last = name.rpartition(".")
    if "/" in path and "/" not in last:
        yield _VERSION.sub("", path), last
    parts = [part for part in name[found.end() :].split(".")[1:] if part not in _MAIN]
    yield found[0], parts[-1] if parts else ""


def _own(context: Context, value: Def) -> Iterator[tuple[str, str]]:
    nodes = context.world.nodes(value.path)
    node = nodes[value.index] if nodes else None
    if node is not None:
        for part in value.path.rpartition(".")[0].split("/"):
            yield part, node.name
