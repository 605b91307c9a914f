"""argparse: functions that parsers of sub-commands name by `set_defaults(func=…)`."""

from __future__ import annotations

from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.records import Entry
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.link.values import Def
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

_KEYWORDS = frozenset({"func", "fn", "function", "handler", "callback", "command", "cmd", "run", "action", "entry_point", "main"})
_DEEPEST = 6


def _set_defaults(reading: Reading, call: Call) -> None:
    """`parser.set_defaults(func=f)`."""
    for arg in call.args:
        if arg.keyword not in _KEYWORDS:
            continue
        for value in reading.value(arg.value):
            handler = reading.node(value)
            if handler and not (isinstance(value, Def) and reading.context.classes.is_class(value)):
                reading.add(Entry(handler, "cli", _name(reading, call.receiver, 0) or "(default)", "argparse", call.line))


def _name(reading: Reading, expr: int, depth: int) -> str:
    """The sub-command that a parser is for, with those around it."""
    e = reading.expr(expr)
    if depth > _DEEPEST or e is None:
        return ""
    if type(e) is x.Name:
        scope = reading.index.scope_of_name(reading.facts.points[e.point].scope, e.name)
        bindings = reading.index.visible(scope, e.name, reading.facts.points[e.point])[0]
        return _name(reading, bindings[0].value, depth + 1) if bindings and bindings[0].value != NONE else ""
    func = reading.expr(e.func) if type(e) is x.Call else None
    if type(e) is not x.Call or type(func) is not x.Attr:
        return ""
    around = _name(reading, func.value, depth + 1)
    own = (reading.text(e.args[0].value) or "…") if func.name == "add_parser" and e.args else ""
    return f"{around} {own}".strip()


ARGPARSE = Framework(name="argparse", group="python", calls={"set_defaults": _set_defaults}, kind="cli")
