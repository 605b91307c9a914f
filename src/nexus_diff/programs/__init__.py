"""Other programs, ended in time with all that they started."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence


def finished(
    command: Sequence[str],
    seconds: float,
    *,
    given: bytes = b"",
    cwd: str | os.PathLike[str] | None = None,
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """A program's code and output. `given`: what it reads. Raises OSError where it cannot be started, and TimeoutExpired after `seconds`:
    then it has ended, and so have its children, which might keep its output open (a wrapper around git, a helper of a remote)."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE if given else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=cwd,
        env=env,
        start_new_session=True,
    )
    try:
        out, said = process.communicate(given or None, timeout=seconds)
    except BaseException:
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise
    return subprocess.CompletedProcess(command, process.returncode, out, said)
