"""Ways in which a class may get members that are not written as such."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.link.file_index import FileIndex
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Definition

_RECEIVERS = ("this", "self", "cls")


def assigns(index: FileIndex, cls: int, name: str) -> bool:
    """Whether code of its file, or a declaration merged with it, gives a class a member of that name."""
    outside = index.language.outside_members
    given = (b for b in index.facts.bindings if b.attr_of != NONE and b.target == name)
    return any(not outside or b.definition == NONE for b in given) or _merged(index, index.facts.definitions[cls])


def computed_members(index: FileIndex, cls: int) -> int:
    """At how many places a class, or code of its file that is about it, gives it members whose names are not written."""
    definition = index.facts.definitions[cls]
    named = sum(1 for d in index.facts.definitions if d.scope == definition.body != NONE and _named_at_run_time(d))
    own = (*_RECEIVERS, definition.name, f"{definition.name}.prototype")
    return named + sum(1 for e, inside in _expressions(index, cls) if _writes(index, e, own, inside))


def _named_at_run_time(definition: Definition) -> bool:
    """`[key]() {}`; the names that the language itself knows (`[Symbol.iterator]`) say nothing about others."""
    return definition.name.startswith("[") and not definition.name.startswith("[Symbol.")


def _merged(index: FileIndex, definition: Definition) -> bool:
    """Whether an interface or namespace of the same name is merged with the class."""
    return any(
        d is not definition and d.name == definition.name and d.kind in ("interface", "namespace") for d in index.facts.definitions
    ) and definition.kind in ("class", "interface")


def _expressions(index: FileIndex, cls: int) -> Iterator[tuple[x.Expr, bool]]:
    """What the file calls and reads, with whether the class itself does."""
    for site in index.facts.sites:
        if site.kind in ("call", "attr"):
            yield index.facts.exprs[site.expr], _inside(index, site.scope, cls)


def _inside(index: FileIndex, scope: int, cls: int) -> bool:
    while scope >= 0:
        if index.facts.scopes[scope].definition == cls:
            return True
        scope = index.facts.scopes[scope].parent
    return False


def _writes(index: FileIndex, e: x.Expr, own: tuple[str, ...], inside: bool) -> bool:
    writers = index.language.member_writers
    if isinstance(e, x.Attr):
        return inside and e.name in writers and index.dotted(e.value) in own
    if not isinstance(e, x.Call) or index.dotted(e.func) not in writers:
        return False
    first = index.dotted(e.args[0].value) if e.args else None
    about = first in own if inside else first in own[len(_RECEIVERS) :]
    return about or (inside and (not e.args or index.literal(e.args[0].value) is not None))


def spelled(index: FileIndex, name: str) -> int:
    """How often a file has the name as a string: in `__slots__`, in a list of names that a loop makes methods of."""
    return sum(1 for e in index.facts.exprs if isinstance(e, x.Literal) and e.value == name)
