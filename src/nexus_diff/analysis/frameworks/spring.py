"""Spring: controllers with mappings, scheduled methods, listeners."""

from __future__ import annotations

from collections.abc import Mapping

from nexus_diff.analysis.frameworks.annotations import Arguments, below, element, marks, members, module_key, texts
from nexus_diff.analysis.frameworks.reading import Reading
from nexus_diff.analysis.frameworks.records import Entry, Route, Thing
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.model import expr as x
from nexus_diff.model.facts import Definition

_CONTROLLERS = frozenset({"Controller", "RestController", "RepositoryRestController", "BasePathAwareController"})
_MAPPING = "RequestMapping"
_VERBS: Mapping[str, str] = {f"{name}Mapping": name.upper() for name in ("Get", "Post", "Put", "Patch", "Delete")}
_OTHERS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "Scheduled": ("task", ()),
    "EventListener": ("event", ()),
    "TransactionalEventListener": ("event", ()),
    "KafkaListener": ("event", ("topics", "topicPattern")),
    "RabbitListener": ("event", ("queues",)),
    "JmsListener": ("event", ("destination",)),
    "SqsListener": ("event", ("", "queueNames")),
    "MessageMapping": ("event", ("",)),
}
"""Annotation → kind of entry point, elements that name it."""


def _paths(reading: Reading, args: Arguments) -> list[str]:
    return texts(reading, element(args, "", "path")) or [""]


def _verbs(reading: Reading, args: Arguments) -> tuple[str, ...]:
    """`method = {RequestMethod.GET, RequestMethod.POST}`."""
    found = (reading.expr(item) for item in reading.items(element(args, "method")))
    return tuple(e.name for e in found if isinstance(e, (x.Name, x.Attr))) or ("ANY",)


def _file(reading: Reading) -> None:
    for definition in reading.facts.definitions:
        if definition.kind not in ("class", "interface"):
            continue
        found = list(marks(reading, definition))
        _others(reading, definition)
        if any(name in _CONTROLLERS for name, _ in found):
            prefixes = [path for name, args in found if name == _MAPPING for path in _paths(reading, args)] or [""]
            _controller(reading, definition, prefixes)


def _controller(reading: Reading, controller: Definition, prefixes: list[str]) -> None:
    key = module_key(reading.path, "spring")
    for position, method in members(reading, controller):
        for name, args in marks(reading, method):
            verbs = (_VERBS[name],) if name in _VERBS else _verbs(reading, args) if name == _MAPPING else ()
            for prefix in prefixes if verbs else ():
                for path in _paths(reading, args):
                    line = reading.facts.spans[position].line
                    reading.add(Thing(key, "spring"))
                    reading.add(Route((key,), verbs, below(prefix, path), reading.defined(position), line, "spring", ("spring",)))


def _others(reading: Reading, cls: Definition) -> None:
    for position, method in members(reading, cls):
        for name, args in marks(reading, method):
            kind, elements = _OTHERS.get(name, ("", ()))
            for given in (texts(reading, element(args, *elements)) or [method.qualified]) if kind else ():
                reading.add(Entry(reading.defined(position), kind, given, "spring", reading.facts.spans[position].line))


SPRING = Framework(name="spring", group="java", file=_file, style="node")
