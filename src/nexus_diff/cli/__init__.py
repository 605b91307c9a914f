"""The command line: arguments, output, exit codes; nothing else. Heavy imports wait until a command needs them."""

from __future__ import annotations

import sys

_BY_SIGNAL = {130: 2, 141: 13, 143: 15}
"""Exit codes that stand for the end by a signal → its number."""


def main(argv: list[str] | None = None) -> int:
    """Runs one command and returns its exit code: 0 done, 1 findings at or above the threshold, 2 could not run. A process that was
    interrupted, terminated or whose reader went away ends by that signal, as shells expect; called with `argv`, 130, 143 or 141 is
    returned instead."""
    arguments = sys.argv[1:] if argv is None else argv
    code = _run(arguments)
    if argv is None and code in _BY_SIGNAL:
        _end_by(_BY_SIGNAL[code])
    return code


def _run(arguments: list[str]) -> int:
    if arguments == ["--version"] and sys.stdout is not None:
        from nexus_diff import __version__

        try:
            print(f"nexus-diff {__version__}", flush=True)
            return 0
        except OSError:
            pass  # said below, as for everything else
    if arguments[:1] == ["__complete"]:
        from nexus_diff.cli.completing import main as complete

        return complete(arguments[1:])
    from nexus_diff.cli.guard import guarded

    return guarded(arguments)


def _end_by(number: int) -> None:
    """A shell that runs us in a loop, or git that runs us as a hook, has to see the signal itself to stop as well."""
    import os
    import signal

    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
