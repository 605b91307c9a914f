"""The names within an expression."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.link.file_index import FileIndex
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Site

_DEEPEST = 20


def named(index: FileIndex, site: Site, name: str) -> Iterator[int]:
    """The expressions within what a site is about that end in the name."""
    for expr in within(index, site):
        e = index.facts.exprs[expr]
        if isinstance(e, (x.Name, x.Attr)) and e.name == name:
            yield expr


def within(index: FileIndex, site: Site) -> Iterator[int]:
    """What a site is about, and what that is made of, from outside in."""
    todo, deep = [site.expr], 0
    while todo and deep < _DEEPEST:
        deep += 1
        level, todo = todo, []
        for expr in level:
            yield expr
            todo += [part for part in _parts(index.facts.exprs[expr]) if part != NONE]


def _parts(e: x.Expr) -> tuple[int, ...]:
    """What a name may stand in: types and what they are made of, the beginnings of chains, operands."""
    if isinstance(e, x.Attr | x.Deref | x.AddressOf | x.TypeOf | x.Held | x.Iter | x.Item | x.Enter | x.Await):
        return (e.value,)
    if isinstance(e, x.Call):
        return (e.func, *e.type_args)
    if isinstance(e, x.New):
        return (e.type,)
    if isinstance(e, x.Index):
        return (e.value, e.key)
    if isinstance(e, x.Apply):
        return (e.type, *e.args)
    if isinstance(e, x.Union | x.Display):
        return e.items
    if isinstance(e, x.Op):
        return (e.left, e.right)
    if isinstance(e, x.FuncType):
        return (*e.params, e.returns)
    return (e.value, e.type) if isinstance(e, x.Cast) else ()
