"""From anything that can go wrong to one line on stderr and an exit code."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import sys
from types import FrameType

from nexus_diff.model.errors import NexusDiffError

DONE, FINDINGS, FAILED = 0, 1, 2
INTERRUPTED, UNREAD, TERMINATED = 130, 141, 143
"""Ended from outside: by Ctrl-C, because the reader of the output went away, by SIGTERM. Said with the exit code alone."""


FORGIVING = frozenset({"hook", "ci"})
"""Commands that stand in the way of other people's work: what they could not do is one line and exit 0, unless --strict."""


def guarded(argv: list[str]) -> int:
    """Runs the command that `argv` names. Never raises, but for what argparse exits with (0 for --help, 2 for wrong arguments)."""
    try:
        code = _guarded(argv)
    except SystemExit as left:
        if left.code != FAILED or not _forgiving(argv):
            raise
        code = FAILED
    return _forgiven(argv, code) if code > FINDINGS and _forgiving(argv) else code


class _TerminatedError(KeyboardInterrupt):
    """SIGTERM, handled where Ctrl-C is."""


def _forgiven(argv: list[str], code: int) -> int:
    """A job that stays green although it could not even begin says so where people look: an option with a slip of the pen in it would
    switch the gate off for good."""
    if code == UNREAD:
        return DONE
    if code != FAILED:
        _fail("interrupted; nothing was left half-written", argv, expected=True)
    if "ci" in argv and os.environ.get("GITHUB_ACTIONS") == "true":
        with contextlib.suppress(OSError):
            print("::warning title=nexus-diff::nothing was analysed; the log of this step says why", file=sys.stderr)
    elif "ci" in argv:
        _warn_there()
    return DONE


def _warn_there() -> None:
    """As the CI service marks a warning; a broken installation has done what it could."""
    with contextlib.suppress(Exception):
        from nexus_diff.run.ci.services import recognised

        warn = recognised(os.environ).warn
        if warn is not None:
            print(warn("nothing was analysed; the log of this step says why"), file=sys.stderr)


def _forgiving(argv: list[str]) -> bool:
    from nexus_diff.cli.arguments import split_command

    return split_command(argv)[0] in FORGIVING and "--strict" not in argv


def _guarded(argv: list[str]) -> int:
    before = signal.getsignal(signal.SIGTERM)
    try:
        signal.signal(signal.SIGTERM, _interrupt)
    except ValueError:
        before = None  # not the main thread: whoever runs us handles signals
    try:
        return _run(argv)
    except BrokenPipeError:
        _forget_stdout()
        return UNREAD
    except _TerminatedError:
        return TERMINATED
    except KeyboardInterrupt:
        exec("pass")  # else an interrupt within code of a string (as dataclasses are made of) ends `python -m` by the signal after all
        return INTERRUPTED
    except NexusDiffError as error:
        return _fail(str(error), argv, expected=True)
    except MemoryError:
        return _fail("out of memory; exclude large files with [index] exclude or max_file_bytes", argv, expected=True)
    except Exception as error:
        return _fail(_unexpected(error), argv, expected=isinstance(error, OSError) and error.errno == errno.ENOSPC)
    finally:
        if before is not None:
            signal.signal(signal.SIGTERM, before)


def _run(argv: list[str]) -> int:
    from nexus_diff.cli.arguments import parse
    from nexus_diff.cli.commands import command

    arguments = parse(argv)
    code = command(arguments.command).run(arguments)
    sys.stdout.flush()
    return code


def _interrupt(signum: int, frame: FrameType | None) -> None:
    raise _TerminatedError


def _fail(message: str, argv: list[str], *, expected: bool) -> int:
    from nexus_diff.report.escape import visible

    verbose = "--verbose" in argv
    if verbose and not expected:
        import traceback

        traceback.print_exc()
    try:
        for line in message.splitlines() or [""]:
            print(f"nexus-diff: {visible(line)}", file=sys.stderr)
    except OSError:
        pass
    return FAILED


def _unexpected(error: Exception) -> str:
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        _forget_stdout()
        where = f" for {error.filename}" if error.filename else ""
        return f"no space left on the device{where}; free some, or keep the index elsewhere with --index-dir"
    if isinstance(error, PermissionError):
        return f"permission denied: {error.filename}"
    place = _place(error)
    cause = f"{type(error).__name__}: {error}".splitlines()[0]
    return f"internal error: {cause}{place}; this is a bug in nexus-diff: please report it with the output of --verbose"


def _place(error: Exception) -> str:
    trace = error.__traceback__
    if trace is None:
        return ""
    while trace.tb_next is not None:
        trace = trace.tb_next
    return f" ({os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno})"


def _forget_stdout() -> None:
    """Whoever read our output has gone, or has no room: keep Python from complaining about it at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
