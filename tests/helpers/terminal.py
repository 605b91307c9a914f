"""The command on a real terminal (a pseudo-terminal of the system), as somebody at a keyboard sees it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path


class Screen:
    """A program whose stdout, and stdin unless it is closed, are a terminal of so many columns; stderr too if asked for."""

    def __init__(
        self, command: Sequence[str], cwd: Path, env: Mapping[str, str], *, columns: int = 100, errors: bool = False, keyboard: bool = False
    ) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        self.child = subprocess.Popen(
            command,
            cwd=cwd,
            env=dict(env),
            stdin=slave if keyboard else subprocess.DEVNULL,
            stdout=slave,
            stderr=slave if errors else subprocess.PIPE,
            start_new_session=True,
            preexec_fn=(lambda: fcntl.ioctl(1, termios.TIOCSCTTY, 0) and None) if keyboard else None,
        )
        os.close(slave)
        self.text = ""

    def type(self, text: str) -> None:
        """Presses keys."""
        os.write(self._master, text.encode())

    def wait_for(self, sign: str, seconds: float = 20) -> str:
        """Everything that was shown until `sign` was."""
        ends = time.monotonic() + seconds
        while sign not in self.text and time.monotonic() < ends and self._read(0.1):
            pass
        assert sign in self.text, self.text
        return self.text

    def end(self, seconds: float = 60) -> tuple[int, str, str]:
        """Exit code, what stood on the terminal, and stderr."""
        ends = time.monotonic() + seconds
        while self._read(0.1) and time.monotonic() < ends:
            if self.child.poll() is not None and not select.select([self._master], [], [], 0)[0]:
                break
        errors = self.child.stderr.read().decode() if self.child.stderr else ""
        code = self.child.wait(timeout=seconds)
        os.close(self._master)
        return code, self.text.replace("\r\n", "\n"), errors

    def close(self) -> None:
        """Ends the program, whatever it does."""
        with contextlib.suppress(ProcessLookupError):
            self.child.kill()
        self.child.wait()
        with contextlib.suppress(OSError):
            os.close(self._master)

    def _read(self, seconds: float) -> bool:
        if not select.select([self._master], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self._master, 65_536)
        except OSError:  # the other end was closed
            return False
        self.text += data.decode("utf-8", "replace")
        return bool(data)
