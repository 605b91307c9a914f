"""Commander: commands with an action."""

from __future__ import annotations

from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.records import Entry
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.link.values import Ext
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

_PACKAGES = ("commander", "@commander-js/extra-typings")
_DEEPEST = 60


def _action(reading: Reading, call: Call) -> None:
    """`program.command("serve <port>").action(f)`."""
    if call.receiver == NONE or not call.positional or not _is_commander(reading, call.receiver):
        return
    name = " ".join(reversed(list(_names(reading, call.receiver))))
    reading.add(Entry(reading.handler(call.positional[0], call), "cli", name or "(default)", "commander", call.line))


def _is_commander(reading: Reading, expr: int) -> bool:
    return any(isinstance(value, Ext) and value.name.startswith(_PACKAGES) for value in reading.value(expr)) or bool(
        reading.called(expr, {("command", "Command"): "commander"})
    )


def _names(reading: Reading, expr: int) -> list[str]:
    """Names of the commands that a chain goes through, from inside out."""
    found: list[str] = []
    for _ in range(_DEEPEST):
        e = reading.expr(expr)
        if type(e) is x.Name:
            expr = reading.bound(e)
            continue
        if type(e) is x.New:
            found.extend(_first_word(reading, e.args))
            break
        func = reading.expr(e.func) if type(e) is x.Call else None
        if type(e) is not x.Call or type(func) is not x.Attr:
            break
        if func.name == "command":
            found.extend(_first_word(reading, e.args))
        expr = func.value
    return found


def _first_word(reading: Reading, args: tuple[x.Arg, ...]) -> list[str]:
    text = reading.text(args[0].value) if args else None
    return text.split()[:1] if text else []


COMMANDER = Framework(name="commander", group="js", calls={"action": _action}, kind="cli")
