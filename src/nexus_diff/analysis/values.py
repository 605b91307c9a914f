"""What flows through this package."""

from __future__ import annotations

import msgspec

ENTRY_KINDS = ("http", "cli", "main", "task", "event", "api")


class EntryPoint(msgspec.Struct, frozen=True, order=True):
    """Where execution enters from outside. `id`: node id of the handler. `kind`: one of ENTRY_KINDS. `name`: how its users call it ("POST
    /orders", "flask routes", "python -m pkg"). `framework`: what calls it. `file`, `line`: where it is registered."""

    id: str
    kind: str
    name: str
    framework: str
    file: str
    line: int
