"""Calls that an operator stands for: whose method it runs, and with which arguments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nexus_diff.impact.breaking_case import Side
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import Def, Inst
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Site

REFLECTED = "r:"
_CONTAINMENT = ("in", "not in")


def operated(side: Side, index: FileIndex, site: Site, target: Def) -> Iterator[tuple[x.Arg, ...]]:
    """The arguments with which an operator calls the target: nothing unless its operand is surely an instance whose method it is."""
    definition = side.view.definition(target)
    for operand, names, args in _operations(index, site):
        value = side.view.sole(index, operand)
        if not isinstance(value, Inst) or definition is None:
            continue
        cls = Def(value.path, value.index)
        first = next((name for name in names if side.view.context.classes.method(cls, name) is not None), None)
        if first == definition.name and side.view.context.classes.method(cls, first) == target:
            yield tuple(x.Arg(arg) for arg in args)


def _operations(index: FileIndex, site: Site) -> Iterator[tuple[int, Sequence[str], tuple[int, ...]]]:
    """(operand, methods of which the first that it has is run, arguments)."""
    e, language = index.facts.exprs[site.expr], index.language
    if isinstance(e, x.Index):
        yield e.value, language.protocols.get("getitem", ())[:1], (e.key,)
    elif isinstance(e, x.Op):
        left = index.facts.exprs[e.left]
        names = language.operators.get(e.op, ())
        plain = [name for name in names if not name.startswith(REFLECTED)]
        if e.op == "[]=" and isinstance(left, x.Index):
            yield left.value, plain, (left.key, e.right)
        elif e.op in _CONTAINMENT:
            yield e.right, [name.removeprefix(REFLECTED) for name in names[:1]], (e.left,)
        elif e.op not in ("[]=", "format"):
            yield e.left, plain, (e.right,) if e.right != NONE else ()
