"""Reads one linked file with every recogniser of its language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from nexus_diff.analysis.frameworks.library import Names
from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.records import Alias, Thing, encode
from nexus_diff.analysis.frameworks.registry import Framework, Handler
from nexus_diff.analysis.frameworks.verbs import USUAL_NAMES
from nexus_diff.link.context import Context
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import Bound, Def, Func, Partial
from nexus_diff.model import expr as x
from nexus_diff.model.facts import FileFacts, Site

_LONGEST = 60
"""Arguments of a call that are looked at."""


_REQUIRED = "require()"
"""Stands for the name of what is called in `require("x")()`."""


@dataclass(frozen=True)
class Tables:
    """The recognisers of one language group, by what is called."""

    objects: Names
    names: frozenset[str]
    packages: frozenset[str]
    prefixes: Mapping[str, Framework]
    calls: Mapping[str, tuple[Handler, ...]]
    decorators: Mapping[str, tuple[Handler, ...]]
    files: tuple[Framework, ...]


def tables(frameworks: Iterable[Framework]) -> Tables:
    """Tables over some frameworks of one group."""
    frameworks = tuple(frameworks)
    objects = {key: name for framework in frameworks for key, name in framework.objects.items()}
    calls: dict[str, tuple[Handler, ...]] = {}
    decorators: dict[str, tuple[Handler, ...]] = {}
    for framework in frameworks:
        for into, given in ((calls, framework.calls), (decorators, framework.decorators)):
            for name, handler in given.items():
                into[name] = (*into.get(name, ()), handler)
    return Tables(
        objects,
        frozenset(member for _, member in objects if member),
        frozenset(package for package, _ in objects),
        {framework.name: framework for framework in frameworks},
        calls,
        decorators,
        tuple(framework for framework in frameworks if framework.file is not None),
    )


def scan(context: Context, index: FileIndex, found: Tables) -> bytes:
    """What the file says about entry points; empty for nothing."""
    reading = Reading(context, index, found.objects)
    for framework in found.files:
        assert framework.file is not None
        framework.file(reading)
    makers = found.names | _aliases(index.facts, found.packages) | {_REQUIRED}
    decorating = {site.expr for site in index.facts.sites if site.kind == "decorator"}
    for site in index.facts.sites:
        if site.kind == "decorator":
            for handler in found.decorators.get(_name(index.facts, site), ()):
                handler(reading, Call(index, site))
        elif site.kind in ("call", "new") and site.expr not in decorating:
            name = _name(index.facts, site)
            if name in makers:
                _make(reading, Call(index, site), found)
            for handler in found.calls.get(name, ()):
                handler(reading, Call(index, site))
    if reading.records or not USUAL_NAMES.isdisjoint(_parameters(index.facts)):
        _hand_on(reading)
    return encode(reading.records)


def _aliases(facts: FileFacts, packages: frozenset[str]) -> frozenset[str]:
    return frozenset(imp.alias for imp in facts.imports if imp.alias and imp.source in packages)


def _parameters(facts: FileFacts) -> Iterable[str]:
    for definition in facts.definitions:
        yield from (param.name for param in definition.params)
    for scope in facts.scopes:
        yield from (param.name for param in scope.params)


def _name(facts: FileFacts, site: Site) -> str:
    """Last name of what a site calls."""
    e = facts.exprs[site.expr]
    target = facts.exprs[e.func] if type(e) is x.Call else facts.exprs[e.type] if type(e) is x.New else e
    if type(target) is x.Apply:
        target = facts.exprs[target.type]
    if type(target) is x.Call:
        inner = facts.exprs[target.func]
        return _REQUIRED if type(inner) is x.Name and inner.name == "require" else ""
    return target.name if isinstance(target, (x.Name, x.Attr)) else ""


def _make(reading: Reading, call: Call, found: Tables) -> None:
    kind = reading.kind(call.func)
    if kind:
        reading.thing(call, kind, found.prefixes[kind].prefix(reading, call))


def _hand_on(reading: Reading) -> None:
    """Objects that are handed to functions of the repository."""
    things = {record.key for record in reading.records if isinstance(record, Thing)}
    for site in reading.facts.sites:
        if site.kind != "call":
            continue
        call = Call(reading.index, site)
        for position, arg in enumerate(call.positional[:_LONGEST]):
            if isinstance(reading.expr(arg), (x.Name, x.Attr)) and (_is_object(reading, arg) or things.intersection(reading.keys(arg))):
                keys = reading.keys(arg)
                for value in reading.value(call.func):
                    if keys and isinstance(value, (Def, Bound, Func, Partial)) and (key := reading.objects.parameter(value, position)):
                        for of in keys:
                            reading.add(Alias(key, of))


def _is_object(reading: Reading, expr: int) -> bool:
    """Whether an argument may be an object: by its type, or a name that such parameters usually have."""
    e = reading.expr(expr)
    return (isinstance(e, (x.Name, x.Attr)) and e.name in USUAL_NAMES) or bool(reading.kind(expr))
