"""Blocks that implement a trait, and do not fit it since the change: they lack a function, or have one that it lost or changed."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.impact.breaking_case import Case, Pair
from nexus_diff.impact.breaking_members import classes_of_change, members, users_of_file
from nexus_diff.impact.breaking_overrides import asked_for, unmatched
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import Def, Inst
from nexus_diff.model.answer import BreakingCallSite
from nexus_diff.model.facts import Definition
from nexus_diff.model.graph import HERITAGE


def _traits(case: Case) -> Iterator[tuple[Pair, FileIndex, FileIndex]]:
    """The traits of changed files, with their files in base and head."""
    for pair in classes_of_change(case):
        old, new = case.base.view.file(pair.old.path), case.head.view.file(pair.new.path)
        a_trait = new is not None and new.language.trait_blocks and new.facts.definitions[pair.new.index].kind == "interface"
        if old is not None and new is not None and a_trait:
            yield pair, old, new


def unfinished_blocks(case: Case) -> Iterator[BreakingCallSite]:
    """Blocks that implement a trait, and lack a function that it asks for since the change."""
    for pair, old, new in _traits(case):
        known = members(old, pair.old.index)
        asked = sorted(d.name for d in asked_for(new, pair.new.index) if d.kind == "signature" and d.name not in known and not d.decorators)
        for index, block in _blocks(case, pair) if asked else ():
            if not index.facts.problems:
                yield from _unfinished(case, index, block, pair.name, asked)


def stray_members(case: Case) -> Iterator[BreakingCallSite]:
    """Members of blocks that implement a trait, which the trait does not have since the change."""
    for pair, old, new in _traits(case):
        lost = members(old, pair.old.index) - members(new, pair.new.index)
        for index, block in _blocks(case, pair) if lost and not case.misread(pair.old.path) else ():
            for name, inner in _written(index, block):
                if name in lost:
                    line = index.facts.spans[inner].line
                    text = f"`{index.facts.definitions[inner].qualified}` implements `{name}`, which `{pair.name}` no longer has"
                    yield case.site(index, (line, line), block.body, f"{pair.name}.{name}", "override", text)


def unmatched_members(case: Case) -> Iterator[BreakingCallSite]:
    """Members of blocks that took every call of the trait's method, and do not since that changed."""
    for pair, old, new in _traits(case):
        before, after = _functions(old, pair.old.index), _functions(new, pair.new.index)
        changed = {n for n in before.keys() & after.keys() if len(_params(old, before[n])) != len(_params(new, after[n]))}
        for index, block in _blocks(case, pair) if changed else ():
            for name, inner in _written(index, block):
                if name in changed:
                    was, now = Def(old.path, before[name]), Def(new.path, after[name])
                    yield from unmatched(case, was, now, Def(index.path, inner), f"{pair.name}.{name}")


def _functions(index: FileIndex, trait: int) -> dict[str, int]:
    body = index.facts.definitions[trait].body
    return {d.name: i for i, d in enumerate(index.facts.definitions) if d.scope == body and d.kind in ("method", "signature")}


def _params(index: FileIndex, function: int) -> tuple[object, ...]:
    return index.facts.definitions[function].params


def _blocks(case: Case, pair: Pair) -> Iterator[tuple[FileIndex, Definition]]:
    """The blocks of head that implement a trait, with their files; those for types of a library included."""
    old = case.base.view.file(pair.old.path)
    paths = dict.fromkeys([*_implementing(case, pair.new), *(users_of_file(case, old) if old is not None else ())])
    for index in filter(None, map(case.head.view.file, paths)):
        for block in index.facts.definitions:
            if block.kind == "extension" and block.body >= 0 and _implements(case, index, block, pair.new):
                yield index, block


def _written(index: FileIndex, block: Definition) -> Iterator[tuple[str, int]]:
    """The members of a block, by name; those that a macro of its file writes there included."""
    for name, entries in index.names(block.body).items():
        yield from ((name, binding.definition) for _, binding in entries if binding.definition >= 0)


def _implements(case: Case, index: FileIndex, block: Definition, trait: Def) -> bool:
    values = [value for base in block.bases for value in case.head.view.context.types.base(index, base.expr)]
    return any(isinstance(value, Inst) and Def(value.path, value.index) == trait for value in values)


def _implementing(case: Case, trait: Def) -> list[str]:
    sources = case.head.graph.incoming(case.head.view.id_of(trait), HERITAGE, 0.0)
    found = {node.file_path for relation in sources if (node := case.head.graph.node(relation.source)) is not None}
    return case.in_head(found)


def _unfinished(case: Case, index: FileIndex, block: Definition, name: str, asked: list[str]) -> Iterator[BreakingCallSite]:
    if block.decorators or any(site.scope == block.body and site.kind not in ("type", "base") for site in index.facts.sites):
        return  # a macro may write what is missing
    missing = [one for one in asked if one not in index.names(block.body)]
    if missing:
        line = index.facts.spans[index.facts.definitions.index(block)].line
        text = f"`{block.name}` does not implement `{missing[0]}`, which `{name}` asks for"
        yield case.site(index, (line, line), block.scope, block.name, "unimplemented", text)
