"""How the calls on one line were resolved, step by step, or why they were not."""

from __future__ import annotations

import msgspec

from nexus_diff.link import show
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.sites import FileLinker
from nexus_diff.link.tree import Linking
from nexus_diff.model import expr as x
from nexus_diff.model.facts import Site
from nexus_diff.model.graph import HubUse, Relation

_KINDS = frozenset({"call", "jsx", "decorator", "attr", "attr_set", "op", "iter", "with", "await", "raise", "value"})


class Step(msgspec.Struct, frozen=True):
    """`text` was found to be `value`."""

    text: str
    value: str


class Explanation(msgspec.Struct, frozen=True):
    """One site of the line. `relations`: what it led to in the graph; `hubs`: groups of targets that it may reach; `reason`: why no
    single target was found, "" when one was."""

    kind: str
    text: str
    steps: tuple[Step, ...]
    relations: tuple[Relation, ...]
    hubs: tuple[HubUse, ...]
    reason: str


def explain(linking: Linking, path: str, line: int) -> list[Explanation]:
    """Every site on `line` (1-based) of a parsed file, in source order. Raises KeyError when the tree has no such parsed file."""
    index = linking.index(path)
    if index is None:
        raise KeyError(path)
    found: list[Explanation] = []
    for site in sorted((s for s in index.facts.sites if s.line == line and s.kind in _KINDS), key=lambda s: s.column):
        linker = FileLinker(linking.context, index)
        linker.link_site(site)
        relations, hubs = tuple(sorted(linker.relations)), tuple(sorted(linker.uses))
        if site.kind in ("call", "jsx", "decorator") or relations or hubs:
            steps = tuple(_steps(linking, index, site.expr))
            reason = "" if relations else _why_not(linking, index, site)
            found.append(Explanation(site.kind, show.expression(index, site.expr), steps, relations, hubs, reason))
    return found


def _steps(linking: Linking, index: FileIndex, expr: int) -> list[Step]:
    """The parts of an expression from inside out, each with what it was found to be."""
    chain: list[int] = []
    while True:
        e = index.facts.exprs[expr]
        chain.append(expr)
        if isinstance(e, (x.Call, x.New)):
            expr = e.func if isinstance(e, x.Call) else e.type
        elif isinstance(e, (x.Attr, x.Index, x.Await, x.Iter, x.Enter)):
            expr = e.value
        else:
            break
    evaluate = linking.context.evaluator.value
    return [Step(show.expression(index, part), show.values(linking.world, evaluate(index, part))) for part in reversed(chain)]


def _why_not(linking: Linking, index: FileIndex, site: Site) -> str:
    e = index.facts.exprs[site.expr]
    func = e.func if isinstance(e, x.Call) else e.type if isinstance(e, x.New) else site.expr
    target = index.facts.exprs[func]
    found = linking.context.evaluator.value(index, func)
    if found:
        return "it leads out of the repository, or to a function without a name"
    if isinstance(target, x.Attr):
        if target.name in index.language.builtin_methods:
            return f"the receiver's type is not known, and `{target.name}` is a method of built-in types: nothing is guessed"
        return f"the receiver's type is not known, and no method of the repository is called `{target.name}`"
    return "the name is not bound where it is read"
