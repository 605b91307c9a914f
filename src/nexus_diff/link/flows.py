"""What flows into parameters: the members of param hubs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from nexus_diff.link import confidence
from nexus_diff.model.graph import Hub

Pass = tuple[str, str]
"""(hub, member): see `LinkOutput.passes`."""
BOUND = "^"
"""Start of a member that says which class all others extend (see `link/instances.py`)."""
_PLAIN = ("=", BOUND)
Blobs = dict[tuple[str, str], bytes | None]
BlobOf = Callable[[str, str], bytes | None]

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(tuple[tuple[str, str], ...]).decode


def _pairs(blob: bytes | None) -> tuple[tuple[str, str], ...]:
    return _decode(blob) if blob is not None else ()


class Flows:
    """Who hands what to which parameter. Entries of a hub are (path of the file that hands, member)."""

    def __init__(self, blob: BlobOf | None = None) -> None:
        self._blob = blob
        self._entries: dict[str, set[tuple[str, str]]] = {}
        self._into: dict[str, set[str]] = {}
        self._touched: set[str] = set()
        self._by_path: dict[str, tuple[Pass, ...]] = {}

    def replace(self, path: str, passes: tuple[Pass, ...]) -> None:
        """What a file hands out now, in place of what is stored for it."""
        before = _pairs(self._blob("passes", path)) if self._blob is not None else ()
        if before == passes:
            return
        self._by_path[path] = passes
        for hub, member in set(before) ^ set(passes):
            if (hub, member) in before:
                self.entries(hub).discard((path, member))
            else:
                self.entries(hub).add((path, member))
            self._touched.add(hub)
            if member[0] in "@=^":
                self.into(member.removeprefix("@")).add(hub)

    def entries(self, hub: str) -> set[tuple[str, str]]:
        found = self._entries.get(hub)
        if found is None:
            found = self._entries[hub] = set(_pairs(self._blob("flow", hub))) if self._blob is not None else set()
        return found

    def into(self, hub: str) -> set[str]:
        """Hubs that take over this hub's members, those that did so before included."""
        found = self._into.get(hub)
        if found is None:
            stored = _pairs(self._blob("into", hub)) if self._blob is not None else ()
            found = self._into[hub] = {target for target, _ in stored}
        return found

    def stale(self, classes: Iterable[str] = ()) -> set[str]:
        """Hubs whose members may differ from the stored ones, given the classes whose methods may differ."""
        found: set[str] = set()
        todo = [*self._touched, *(hub for c in sorted(classes) for hub in self.into(f"={c}"))]
        while todo:
            hub = todo.pop()
            if hub not in found:
                found.add(hub)
                todo.extend(self.into(hub))
        return found

    def hub(self, hub_id: str) -> Hub:
        """Members of a param hub, handed over directly or through other parameters."""
        members = {m for m in self._closure(hub_id) if m[0] not in _PLAIN}
        return Hub(hub_id, tuple(sorted(members)), confidence.of("", "callback"), 1)

    def classes(self, hub_id: str) -> set[str]:
        """Ids of the classes whose instances flow into a hub."""
        return {m[1:] for m in self._closure(hub_id) if m[0] == "="}

    def bounds(self, hub_id: str) -> set[str]:
        """Ids of the classes that everything in a hub extends."""
        return {m[1:] for _, m in self.entries(hub_id) if m[0] == BOUND}

    def _closure(self, hub_id: str) -> set[str]:
        members: set[str] = set()
        seen: set[str] = set()
        todo = [hub_id]
        while todo:
            here = todo.pop()
            if here in seen:
                continue
            seen.add(here)
            for _, member in self.entries(here):
                if member.startswith("@"):
                    todo.append(member[1:])
                else:
                    members.add(member)
        return members

    def asked(self, uses: Iterable[str]) -> Blobs:
        """Remember which methods are called on what flows into a hub: `member:<hub>:<method>` ids. Names are never forgotten."""
        names: dict[str, set[str]] = {}
        for use in uses:
            if use.startswith("member:"):
                base, _, name = use.removeprefix("member:").rpartition(":")
                names.setdefault(base, set()).add(name)
        found: Blobs = {}
        for base in sorted(names):
            before = self.methods(base)
            if not names[base] <= before:
                found["members", base] = _encode(sorted((name, "") for name in names[base] | before))
        return found

    def methods(self, base: str) -> set[str]:
        """Methods that are called on what flows into a hub."""
        return {name for name, _ in _pairs(self._blob("members", base))} if self._blob is not None else set()

    def blobs(self) -> Blobs:
        """Stored form of all that changed."""
        found: Blobs = {("passes", path): _encode(passes) if passes else None for path, passes in sorted(self._by_path.items())}
        for hub in sorted(self._touched):
            entries = self.entries(hub)
            found["flow", hub] = _encode(sorted(entries)) if entries else None
        for hub in sorted(self._into):
            live = sorted((target, "") for target in self._into[hub] if any(m in (f"@{hub}", hub) for _, m in self.entries(target)))
            found["into", hub] = _encode(live) if live else None
        return found


def collect(outputs: Mapping[str, Iterable[Pass]]) -> Flows:
    """The flows of a whole tree."""
    flows = Flows()
    for path, passes in outputs.items():
        flows.replace(path, tuple(passes))
    return flows
