"""What is shown of processes, cycles and dead code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from nexus_diff.model.answer import Answer, CycleChange, DeadCode, ProcessChange
from nexus_diff.report.ids import file_in
from nexus_diff.report.value import FlowRow

SHOWN_STEPS = 8
"""Members of a cycle that are shown."""
_SAID = {"step changed": "changed at", "step impacted": "reached at", "added": "new, from", "removed": "gone, at"}


def flow_rows(processes: Iterable[ProcessChange], name_of: Callable[[str], str]) -> list[FlowRow]:
    """One row per entry point and kind of change, in the order of the answer; with their files where several read alike. `name_of`: how a
    step is called."""
    groups: dict[tuple[str, str, str], list[ProcessChange]] = {}
    for process in processes:
        groups.setdefault((process.entry, process.change, process.name.split(" → ", 1)[0]), []).append(process)
    alike = Counter(first.name for first, *_ in groups.values())
    return [
        FlowRow(
            name=f"{first.name} ({file_in(first.entry)})" if alike[first.name] > 1 and file_in(first.entry) else first.name,
            said=_SAID.get(first.change, first.change),
            step=name_of(first.touched_step or first.entry),
            more=len(rest),
        )
        for first, *rest in groups.values()
    ]


def new_cycles(answer: Answer) -> list[CycleChange]:
    """The cycles that the change brings; of one that runs through files and their packages, both."""
    return [cycle for cycle in answer.cycles if cycle.status == "new"]


def newly_dead(answer: Answer) -> list[DeadCode]:
    """What the change makes dead."""
    return [dead for dead in answer.dead_code if dead.status == "new"]


def ring(cycle: CycleChange) -> list[str]:
    """The members of a cycle that are shown, and how many more there are."""
    members = list(cycle.members)
    return members if len(members) <= SHOWN_STEPS else [*members[:SHOWN_STEPS], f"and {len(members) - SHOWN_STEPS} more"]
