"""Click: commands and groups, by decorators and `add_command`; Flask's own commands."""

# For maintainers. Every command is an object that hangs below its group, so that its name has the names of all groups before it.

from __future__ import annotations

from nexus_diff.analysis.frameworks import flask
from nexus_diff.analysis.frameworks.keys import defined_key, key_of
from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.records import Mount, Route, Thing
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

_PACKAGES = ("click", "rich_click", "asyncclick", "flask")
OBJECTS = {
    (package, name): "click"
    for package in _PACKAGES
    for name in ("Command", "Group", "MultiCommand", "CommandCollection", "AppGroup", "FlaskGroup")
}
_MAKERS = {(package, name): name for package in _PACKAGES for name in ("command", "group")}


def _prefix(reading: Reading, call: Call) -> str:
    """`AppGroup("user")`, `Command("x", callback=f)`."""
    name = reading.text(call.arg(0, "name")) or ""
    handler = reading.function(call.arg(-1, "callback"))
    for key in reading.keys(call.expr) if handler else ():
        reading.add(Route((key,), (), "", handler, call.line, wants=("click",)))
    return name


def command_name(reading: Reading, call: Call) -> str:
    """The name given, else that of the function."""
    given = reading.text(call.arg(0, "name"))
    return given if given is not None else reading.facts.definitions[call.decorates].name.replace("_", "-").lower()


def _made(reading: Reading, call: Call) -> None:
    """`@click.command()`, `@group.command("x")`, `@app.cli.command()`."""
    if call.decorates == NONE:
        return
    own = defined_key(reading.index, call.decorates)
    parents = ("",) if reading.called(call.func, _MAKERS) else _groups(reading, call.receiver)
    for parent in parents:
        if parent:
            reading.add(Mount(parent, own))
    if parents:
        kind = () if parents == ("",) else parents
        reading.add(Thing(own, "click" if not kind else "", command_name(reading, call)))
        reading.add(Route((own,), (), "", reading.defined(call.decorates), call.line, wants=("click",)))


def _groups(reading: Reading, expr: int) -> tuple[str, ...]:
    """Keys of the group that an expression means; that of Flask's commands for `app.cli`."""
    e = reading.expr(expr)
    if type(e) is x.Attr and e.name == "cli" and reading.called(e.value, flask.OBJECTS):
        key = key_of(reading.path, "", "@flask")
        reading.add(Thing(key, "click", "flask"))
        return (key,)
    return reading.keys(expr)


def _add(reading: Reading, call: Call) -> None:
    """`group.add_command(command, "x")`."""
    name = reading.text(call.arg(1, "name"))
    for parent in _groups(reading, call.receiver):
        for child in reading.keys(call.arg(0, "cmd")):
            if parent != child:
                reading.add(Mount(parent, child, name or "", name is not None))


CLICK = Framework(
    name="click",
    group="python",
    objects=OBJECTS,
    prefix=_prefix,
    calls={"add_command": _add},
    decorators={"command": _made, "group": _made},
    kind="cli",
    style="words",
)
