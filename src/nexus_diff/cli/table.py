"""Every command in one line each: where it lives, which group it stands in, and what it is for."""

# For maintainers. Loading this table costs nothing, so that help, completion and a broken installation can ask it; a command's own module
# is imported when the command is run or described.

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Entry(NamedTuple):
    """`module`: of `nexus_diff.cli`, whose COMMANDS hold the command. `summary`: a few words for lists."""

    module: str
    group: str
    summary: str


CHANGE, CODE, INDEX, PLACES, HELP = "A change", "The code as it is", "The index", "CI, hooks, configuration", "Help"
GROUPS = (CHANGE, CODE, INDEX, PLACES, HELP)
"""In the order of help texts."""
TABLE = {
    "diff": Entry("diff", CHANGE, "what a change reaches and what it can break (the default)"),
    "impact": Entry("tests", CHANGE, "if I change this, what breaks? (SYMBOL, FILE or FILE:LINE)"),
    "shadow": Entry("tests", CHANGE, "which failures of a real run the test selection would have missed"),
    "audit": Entry("audit", CODE, "communities, processes, dead code and cycles of a revision"),
    "communities": Entry("audit", CODE, "symbols that belong together"),
    "processes": Entry("audit", CODE, "flows from entry points along calls"),
    "dead-code": Entry("audit", CODE, "private code that nothing uses"),
    "cycles": Entry("audit", CODE, "cycles of imports, with a smallest cut"),
    "path": Entry("audit", CODE, "how A gets to B: imports between files, calls between symbols"),
    "rules": Entry("rules", CODE, "architecture rules: check, explain, unassigned, init"),
    "explain": Entry("snapshots", CODE, "how the calls on a line were resolved, or why not"),
    "cypher": Entry("snapshots", CODE, "a query on the graph"),
    "export": Entry("snapshots", CODE, "the graph as CSV"),
    "index": Entry("snapshots", INDEX, "build or refresh the snapshot of a revision"),
    "status": Entry("snapshots", INDEX, "what is indexed, sizes, versions, what was skipped and why"),
    "verify": Entry("snapshots", INDEX, "check that an updated index equals a fresh one"),
    "gc": Entry("gc", INDEX, "a smaller index folder"),
    "ci": Entry("ci", PLACES, "the main job inside a CI service"),
    "hook": Entry("hook", PLACES, "the main job as a git hook: brief, at most ten seconds"),
    "init": Entry("init", PLACES, "ready workflows for a CI service"),
    "config": Entry("snapshots", PLACES, "check nexus-diff.toml"),
    "doctor": Entry("doctor", HELP, "what is in order here, what is not, and what to do about it"),
    "completion": Entry("completion", HELP, "completion for bash, zsh and fish"),
    "help": Entry("help", HELP, "a command, or a topic such as ranges or exit-codes"),
}
"""Name → entry, each group in the order of help texts."""


def listing() -> Iterator[str]:
    """The commands by group, a line each, for a terminal."""
    width = max(map(len, TABLE))
    for group in GROUPS:
        yield f"{group}:"
        yield from (f"  {name:{width}}  {entry.summary}" for name, entry in TABLE.items() if entry.group == group)
