"""The command line: arguments, output, exit codes; nothing else. Heavy imports wait until a command needs them."""

from __future__ import annotations

import sys


def main(argv: list[str] | None = None) -> int:
    """Runs one command and returns its exit code: 0 done, 1 findings at or above the threshold, 2 could not run."""
    arguments = sys.argv[1:] if argv is None else argv
    if arguments == ["--version"]:
        from nexus_diff import __version__

        print(f"nexus-diff {__version__}")
        return 0
    from nexus_diff.cli.guard import guarded

    return guarded(arguments)
