"""What one file says about the entry points of a program, kept beside its relations until all files are joined.

An *object* is something that routes or commands are put on (an application, a blueprint, a router), named by where it is bound:
path, scope and name. Files speak of objects of other files by that name, so that none has to read another.
"""

from __future__ import annotations

import msgspec

ELSEWHERE = "…/"
"""A prefix that cannot be told; it counts for what is mounted nowhere."""


class _Record(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True, tag=True, order=True):
    pass


class Thing(_Record, frozen=True, order=True):
    """An object of framework `kind` is made here; `prefix` goes before all that is put on it."""

    key: str
    kind: str
    prefix: str = ""


class Route(_Record, frozen=True, order=True):
    """`handler` is put on one of the objects `keys`. `verbs`: HTTP methods, empty for a command. `hint`: the framework, where the object's
    type tells. `wants`: frameworks in which this call is a route, all if empty. `loose`: an object that nobody can tell counts as one of
    the most common framework."""

    keys: tuple[str, ...]
    verbs: tuple[str, ...]
    path: str
    handler: str
    line: int
    hint: str = ""
    wants: tuple[str, ...] = ()
    loose: bool = False


class Mount(_Record, frozen=True, order=True):
    """What is put on `child` is reached through `parent` as well, below `prefix`. `instead`: and not below the child's own prefix."""

    parent: str
    child: str
    prefix: str = ""
    instead: bool = False


class Alias(_Record, frozen=True, order=True):
    """Parameter `key` is handed the object `of`."""

    key: str
    of: str


class Program(_Record, frozen=True, order=True):
    """Commands put on an object are those of a program called `name`."""

    key: str
    name: str


class Entry(_Record, frozen=True, order=True):
    """An entry point that needs no other file. See EntryPoint."""

    handler: str
    kind: str
    name: str
    framework: str
    line: int


Record = Thing | Route | Mount | Alias | Program | Entry

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(tuple[Record, ...])


def encode(records: set[Record]) -> bytes:
    """The stored form of a file's records, the same whatever the order in which they were found; empty for none."""
    rows = sorted(records, key=lambda record: (type(record).__name__, record))
    return _encoder.encode(rows) if rows else b""


def decode(data: bytes) -> tuple[Record, ...]:
    """The records of one file."""
    return _decoder.decode(data)
