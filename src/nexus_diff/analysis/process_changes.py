"""What a change does to processes: which have a changed step, which lead to one, which appear and which vanish."""

# For maintainers. The base's processes are stored. Head has none of its own yet and needs none: a flow can only differ where code differs,
# so its entry point is changed or reached by the change. From those entry points, and new ones, head is walked; all other flows are as
# they were. A path that is there or not because a breadth-first walk came by in another order is neither new nor gone: a process is new
# when one of its calls was not followed in base, and gone when one of its calls is not followed in head.

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from nexus_diff.analysis.entry_points import SCORED, Entries, is_special, score
from nexus_diff.analysis.followed import Followed
from nexus_diff.analysis.processes import PER_ENTRY, Windows, made, trace
from nexus_diff.analysis.values import EntryPoint, Process
from nexus_diff.model.answer import ProcessChange
from nexus_diff.model.graph import GraphReader, Node

CHANGED, ADDED, REMOVED, IMPACTED = "step changed", "added", "removed", "step impacted"
ORDER = (CHANGED, ADDED, REMOVED, IMPACTED)
MOST_TRACED = 400
"""Entry points from which head is walked."""
_ALIKE = 0.5
"""Share of steps that two processes of one entry point have in common if one is the other, changed."""

Steps = tuple[str, ...]
Key = tuple[str, str, str]
"""Entry point: id in head (in base if it is gone), kind, name."""


class Touched(msgspec.Struct, frozen=True):
    """What changed, by head's ids but for `deleted` (base's). `changed`: without mere comments; `added` is a part of it. `impacted`: id →
    distance from the change. `renames`: base id → head id of what has another one."""

    changed: frozenset[str] = frozenset()
    added: frozenset[str] = frozenset()
    deleted: frozenset[str] = frozenset()
    impacted: Mapping[str, int] = {}
    renames: Mapping[str, str] = {}

    def here(self, node_id: str) -> str:
        """Head's id of a base node."""
        return self.renames.get(node_id, node_id)

    def touches(self, node_id: str) -> bool:
        """Whether a function of head may call other functions than it did."""
        return node_id in self.changed or node_id in self.impacted


class Flows(msgspec.Struct, frozen=True):
    """The processes of base, and what its entry points were."""

    processes: Sequence[Process]
    entries: Entries


class Changes(msgspec.Struct, frozen=True):
    """`cut`: entry points that were not walked from."""

    found: tuple[ProcessChange, ...] = ()
    cut: int = 0


def process_changes(
    base: GraphReader, head: GraphReader, flows: Flows, known: Iterable[EntryPoint], allowed: Callable[[Node], bool], touched: Touched
) -> Changes:
    """What becomes of the base's processes, and which are new. `known`: the entry points that frameworks name in head. `allowed`: whether
    the configuration lets a function of head be one. Ordered by kind of change, then by how near the touched step is to the change, then
    by name."""
    return _Comparison(Followed(base), Followed(head), flows, known, allowed, touched).run()


class _Comparison:
    def __init__(
        self, base: Followed, head: Followed, flows: Flows, known: Iterable[EntryPoint], allowed: Callable[[Node], bool], touched: Touched
    ) -> None:
        self.base, self.head, self.flows = base, head, flows
        self.allowed, self.touched = allowed, touched
        self.old_ids = {new: old for old, new in touched.renames.items()}
        self.known = {self._key_of(entry, entry.id): entry for entry in known if self._allowed(entry.id)}
        self.before = {self._key_of(entry, touched.here(entry.id)): entry for entry in flows.entries.known}
        self.configured = {key: entry for key, entry in self.before.items() if entry.framework == "configuration"}

    def run(self) -> Changes:
        """The changes of all processes."""
        kept: dict[Key, list[Process]] = {}
        gone: dict[Key, list[Process]] = {}
        for process in self.flows.processes:
            key = (self.touched.here(process.entry), process.kind, process.entered)
            (kept if self._lives(process, key) else gone).setdefault(key, []).append(process)
        starts = list(self._starts())
        new = self._new(starts[:MOST_TRACED])
        found = [
            change
            for key, processes in kept.items()
            for process in processes
            if (change := self._longer(process, new.get(key, [])) or self._as_it_was(process)) is not None
        ]
        for key, processes in sorted(gone.items()):
            found += self._vanished(key, processes, new.get(key, []))
        found += [self._added(process) for processes in new.values() for process in processes]
        return Changes(tuple(sorted(found, key=self._order)), max(0, len(starts) - MOST_TRACED))

    # What was there

    def _lives(self, process: Process, key: Key) -> bool:
        """Whether the flow is still there: its entry point is one, and every call on the way is still followed."""
        if not (self._enterable(key) and self.touched.deleted.isdisjoint(process.steps)):
            return False
        steps = self._here(process.steps)
        return all(not self.touched.touches(caller) or callee in self.head.callees(caller) for caller, callee in pairwise(steps))

    def _enterable(self, key: Key) -> bool:
        """Whether what was an entry point still is one."""
        registered = key[1] == SCORED or key in self.known or key in self.configured
        return registered and self._allowed(key[0])

    def _as_it_was(self, process: Process) -> ProcessChange | None:
        """A process that is still there, if the change touches it."""
        steps = self._here(process.steps)
        step = next((step for step in steps if step in self.touched.changed), None)
        if step is not None:
            return self._change(process, steps, CHANGED, step)
        reached = [step for step in steps if step in self.touched.impacted]
        nearest = min(reached, key=lambda step: (self.touched.impacted[step], steps.index(step)), default=None)
        return self._change(process, steps, IMPACTED, nearest) if nearest is not None else None

    def _longer(self, process: Process, new: list[Process]) -> ProcessChange | None:
        """A process that goes on where it ended before (it is taken from `new`)."""
        steps = self._here(process.steps)
        heir = next((other for other in new if other.steps[: len(steps)] == steps), None)
        if heir is None:
            return None
        new.remove(heir)
        return self._change(heir, heir.steps, CHANGED, self._first_new(heir.steps))

    def _vanished(self, key: Key, processes: Sequence[Process], new: list[Process]) -> Iterator[ProcessChange]:
        """Processes that are not there any more: changed into a new one of the same entry point (which is taken from `new`), cut short, or
        gone."""
        for process in processes:
            steps = self._here(process.steps)
            heir = max(new, key=lambda other: (self._likeness(steps, other.steps), other.id), default=None)
            if heir is not None and self._likeness(steps, heir.steps) >= _ALIKE:
                new.remove(heir)
                yield self._change(heir, heir.steps, CHANGED, self._first_new(heir.steps))
                continue
            left = self._left(steps)
            short = self._enterable(key) and left >= _ALIKE * len(steps)
            broken = (step for step in steps if step in self.touched.deleted or step in self.touched.changed)
            yield self._change(process, steps, CHANGED if short else REMOVED, next(broken, steps[min(left, len(steps) - 1)]))

    def _left(self, steps: Steps) -> int:
        """How many steps of a path can still be gone."""
        calls = enumerate(pairwise(steps), 1)
        return next((at for at, (caller, callee) in calls if callee not in self.head.callees(caller)), len(steps))

    @staticmethod
    def _likeness(steps: Steps, others: Steps) -> float:
        return len(set(steps) & set(others)) / max(len(steps), len(others))

    # What is new

    def _starts(self) -> Iterator[tuple[Key, EntryPoint | None]]:
        """Entry points of head whose flows may be new, in the order of `processes`."""
        for key, entry in sorted((self.known | self.configured).items(), key=lambda item: item[1]):
            if key not in self.before or self.touched.touches(key[0]):
                yield key, entry
        for node_id in map(self.touched.here, self.flows.entries.scored):
            if self.touched.touches(node_id) and self._allowed(node_id):
                yield (node_id, SCORED, ""), None
        taken = {key[0] for key in self.known}
        for node_id in sorted(self.touched.added):
            if node_id not in taken and self._enters(node_id):
                yield (node_id, SCORED, ""), None

    def _enters(self, node_id: str) -> bool:
        """Whether a new function scores as high as the entry points of base."""
        node = self.head.node(node_id)
        if node is None or not self._allowed(node_id) or is_special(node) or self.head.is_inner(node):
            return False
        callees, callers = self.head.degrees(node_id)
        return callees > 0 and score(node, callees, callers) >= self.flows.entries.least

    def _new(self, starts: Sequence[tuple[Key, EntryPoint | None]]) -> dict[Key, list[Process]]:
        """Flows of head one of whose calls was not followed in base, by entry point."""
        paths = {key: trace(key[0], self.head.callees)[:PER_ENTRY] for key, _ in starts}
        windows = Windows([*(path for found in paths.values() for path in found), *(self._here(p.steps) for p in self.flows.processes)])
        new: dict[Key, list[Process]] = {}
        for key, entry in starts:
            for path in paths[key]:
                nodes = [node for step in path if (node := self.head.node(step)) is not None]
                is_new = (key not in self.before and entry is not None) or self._is_new(path)
                if is_new and (entry is not None or not windows.inside_another(path)):
                    new.setdefault(key, []).append(made(entry, nodes))
        return new

    def _is_new(self, path: Steps) -> bool:
        return any(self.touched.touches(caller) and not self._was_followed(caller, callee) for caller, callee in pairwise(path))

    def _was_followed(self, caller: str, callee: str) -> bool:
        return self.old_ids.get(callee, callee) in self.base.callees(self.old_ids.get(caller, caller))

    def _first_new(self, steps: Steps) -> str:
        changed = next((step for step in steps if step in self.touched.changed), None)
        return changed or next((callee for caller, callee in pairwise(steps) if not self._was_followed(caller, callee)), steps[0])

    def _added(self, process: Process) -> ProcessChange:
        return self._change(process, process.steps, ADDED, self._first_new(process.steps))

    # Parts

    def _here(self, steps: Steps) -> Steps:
        return tuple(map(self.touched.here, steps))

    def _allowed(self, node_id: str) -> bool:
        node = self.head.node(node_id)
        return node is not None and self.head.usable(node_id) and self.allowed(node)

    @staticmethod
    def _key_of(entry: EntryPoint, node_id: str) -> Key:
        return node_id, entry.kind, entry.name

    @staticmethod
    def _change(process: Process, steps: Steps, change: str, step: str | None) -> ProcessChange:
        return ProcessChange(id=process.id, name=process.name, entry=steps[0], change=change, touched_step=step, steps=steps)

    def _order(self, change: ProcessChange) -> tuple[int, int, str, str]:
        distance = self.touched.impacted.get(change.touched_step or "", 0)
        return ORDER.index(change.change), distance, change.name, change.id
