"""How a declaration differs, in words: parameters, types, bases, decorators, modifiers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from nexus_diff.impact.values import FileSymbols, Symbol
from nexus_diff.impact.written import shown, written
from nexus_diff.languages import REGISTRY
from nexus_diff.model.facts import Definition, FileFacts, Param

_SILENT = frozenset({"test", "main", "declare", "overload", "accessor"})
"""Modifiers that say nothing about how a symbol may be used."""

_KINDS = {
    "pos": "positional or keyword",
    "posonly": "positional only",
    "kwonly": "keyword only",
    "*": "the rest of the arguments",
    "**": "the rest of the keywords",
}


def differences(base: FileSymbols, old: Symbol, head: FileSymbols, new: Symbol) -> list[str]:
    """Every way in which the declaration differs that the facts can name; the name itself left out."""
    was, now = old.definition, new.definition
    found: list[str] = []
    if old.kind != new.kind:
        found.append(f"was {_article(old.kind)}, is {_article(new.kind)}")
    found += _parameters(base.facts, was.params, head.facts, now.params)
    found += _declared(base.facts, was, head.facts, now)
    found += _lists(base.facts, was, head.facts, now)
    found += _modifiers(was.modifiers, now.modifiers, REGISTRY[head.facts.language].modifier_words)
    return found


def unnamed_difference(new: Symbol) -> str:
    """Words for a declaration whose syntax differs in what the facts do not hold, such as the value of a number."""
    defaults = [param.name for param in new.definition.params if param.default >= 0]
    if not defaults:
        return "declaration changed"
    return f"default of parameter `{defaults[0]}` changed" if len(defaults) == 1 and defaults[0] else "a default value changed"


def _article(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _named(params: Sequence[Param]) -> dict[str, tuple[int, Param]]:
    return {param.name or f"@{position}": (position, param) for position, param in enumerate(params)}


def _mark(name: str, param: Param) -> str:
    return f"`{param.kind if param.kind in ('*', '**') else ''}{name}`"


def _parameters(base: FileFacts, old: Sequence[Param], head: FileFacts, new: Sequence[Param]) -> Iterator[str]:
    was, now = _named(old), _named(new)
    gone = [name for name in was if name not in now]
    come = [name for name in now if name not in was]
    renamed = _renamed(base, was, gone, head, now, come)
    for name in gone:
        if name in renamed:
            yield f"parameter {_mark(name, was[name][1])} renamed to {_mark(renamed[name], now[renamed[name]][1])}"
        else:
            yield f"parameter {_mark(name, was[name][1])} removed"
    for name in come:
        if name not in renamed.values():
            yield f"parameter {_mark(name, now[name][1])} added{_how(now[name][1])}"
    for name, (_, param) in was.items():
        if name in now:
            yield from _parameter(name, base, param, head, now[name][1])
    before = [name for name in was if name in now]
    after = [name for name in now if name in was]
    if before != after:
        yield f"parameters reordered: `{', '.join(before)}` is now `{', '.join(after)}`"


def _renamed(
    base: FileFacts,
    was: dict[str, tuple[int, Param]],
    gone: list[str],
    head: FileFacts,
    now: dict[str, tuple[int, Param]],
    come: list[str],
) -> dict[str, str]:
    """A parameter that goes and one that comes at the same position, alike in all but the name."""
    arrived = {now[name][0]: name for name in come}
    found: dict[str, str] = {}
    for name in gone:
        position, param = was[name]
        other = arrived.get(position)
        if other is not None and not list(_parameter(name, base, param, head, now[other][1])):
            found[name] = other
    return found


def _how(param: Param) -> str:
    if param.kind in ("*", "**"):
        return ""
    if param.optional:
        return " as optional"
    return " with default" if param.default >= 0 else " without default"


def _parameter(name: str, base: FileFacts, old: Param, head: FileFacts, new: Param) -> Iterator[str]:
    if old.kind != new.kind:
        yield f"parameter `{name}` is now {_KINDS.get(new.kind, new.kind)}"
    if (old.default >= 0) != (new.default >= 0):
        yield f"default of parameter `{name}` {'added' if new.default >= 0 else 'removed'}"
    elif written(base, old.default) != written(head, new.default):
        yield f"default of parameter `{name}` changed"
    yield from typed(f"type of parameter `{name}`", shown(base, old.type), shown(head, new.type))
    if old.optional != new.optional:
        yield f"parameter `{name}` is {'now' if new.optional else 'no longer'} optional"


def typed(what: str, old: str, new: str) -> Iterator[str]:
    """How a type that is written on either side, "" for none, differs."""
    if old == new:
        return
    if not old or not new:
        yield f"{what} {f'`{new}` added' if new else f'`{old}` removed'}"
    else:
        yield f"{what} changed from `{old}` to `{new}`"


def _declared(base: FileFacts, was: Definition, head: FileFacts, now: Definition) -> Iterator[str]:
    yield from typed("return type", shown(base, was.returns), shown(head, now.returns))
    yield from typed("type", shown(base, was.type), shown(head, now.type))
    old = [(param.name, written(base, param.type), written(base, param.default)) for param in was.type_params]
    new = [(param.name, written(head, param.type), written(head, param.default)) for param in now.type_params]
    if old != new:
        yield "type parameters changed"


def _lists(base: FileFacts, was: Definition, head: FileFacts, now: Definition) -> Iterator[str]:
    old = [f"{item.keyword}={shown(base, item.expr)}" if item.keyword else shown(base, item.expr) for item in was.bases]
    new = [f"{item.keyword}={shown(head, item.expr)}" if item.keyword else shown(head, item.expr) for item in now.bases]
    yield from _members("base", old, new)
    yield from _members("decorator", [shown(base, index) for index in was.decorators], [shown(head, index) for index in now.decorators])


def _members(what: str, old: list[str], new: list[str]) -> Iterator[str]:
    gone, come = Counter(old) - Counter(new), Counter(new) - Counter(old)
    yield from (f"{what} `{name}` removed" for name in gone.elements())
    yield from (f"{what} `{name}` added" for name in come.elements())
    if not gone and not come and old != new:
        yield f"{what}s reordered"


def _modifiers(old: frozenset[str], new: frozenset[str], words: Mapping[str, str]) -> Iterator[str]:
    for name in sorted((old ^ new) - _SILENT):
        word = "a generator" if name == "generator" else words.get(name, name)
        yield f"is {'now' if name in new else 'no longer'} {word}"
