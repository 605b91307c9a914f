"""Signals of Django and of others that connect like them: receivers and `connect`."""

from __future__ import annotations

from collections.abc import Sequence

from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.records import Entry
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.link.values import Ext
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

OBJECTS = {("django", "Signal"): "signal", ("django", "ModelSignal"): "signal"}
OBJECTS |= {("blinker", "Signal"): "signal", ("blinker", "signal"): "signal"}


def _is_signal(reading: Reading, expr: int) -> bool:
    if reading.called(expr, OBJECTS):
        return True
    return any(isinstance(value, Ext) and ".signals." in value.name for value in reading.value(expr))


def _note(reading: Reading, signals: Sequence[int], handler: str, call: Call) -> None:
    for signal in signals:
        e = reading.expr(signal)
        if handler and isinstance(e, (x.Name, x.Attr)):
            reading.add(Entry(handler, "event", e.name, "signal", call.line))


def _receiver(reading: Reading, call: Call) -> None:
    """`@receiver(post_save, sender=…)`."""
    if reading.called(call.func, {("django", "receiver"): "receiver"}):
        _note(reading, reading.items(call.arg(0, "signal")), reading.defined(call.decorates), call)


def _connect(reading: Reading, call: Call) -> None:
    """`post_save.connect(handler)`, `@task_prerun.connect`."""
    if call.receiver == NONE or not _is_signal(reading, call.receiver):
        return
    handler = reading.defined(call.decorates) if call.decorates != NONE else reading.function(call.arg(0, "receiver"))
    _note(reading, [call.receiver], handler, call)


SIGNAL = Framework(
    name="signal",
    group="python",
    objects=OBJECTS,
    calls={"connect": _connect},
    decorators={"receiver": _receiver, "connect": _connect, "connect_via": _connect},
    kind="event",
)
