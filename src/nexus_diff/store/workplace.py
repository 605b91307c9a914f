"""Private folders in which snapshots are written, and the removal of those whose writer died."""

# For maintainers. Whether a writer lives is told by a lock on `tmp-….lock`, not by its process id: ids mean nothing across containers that
# share a volume. The lock is taken before the folder is made, and taken again if a cleaner removed the file in between.

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_PREFIX = "tmp-"
_LOCK = ".lock"


def _lock(path: Path) -> int | None:
    """A locked handle of the file, or None when somebody else has it or took it away."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.stat(path).st_ino == os.fstat(handle).st_ino:
            return handle
    except OSError:
        pass
    os.close(handle)
    return None


@contextmanager
def workplace(folder: Path) -> Iterator[Path]:
    """A new private folder inside folder, gone at the end, whatever happens."""
    folder.mkdir(parents=True, exist_ok=True)
    handle = None
    while handle is None:
        name = _PREFIX + secrets.token_hex(8)
        handle = _lock(folder / (name + _LOCK))
    place = folder / name
    try:
        place.mkdir()
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)
        with suppress(OSError):
            os.unlink(folder / (name + _LOCK))
        os.close(handle)


def clean(folder: Path) -> None:
    """Removes what dead writers left. Never raises."""
    with suppress(OSError):
        stale = {entry.name.removesuffix(_LOCK) for entry in os.scandir(folder) if entry.name.startswith(_PREFIX)}
        for name in sorted(stale):
            handle = _lock(folder / (name + _LOCK))
            if handle is not None:
                shutil.rmtree(folder / name, ignore_errors=True)
                with suppress(OSError):
                    os.unlink(folder / (name + _LOCK))
                os.close(handle)


def remove(folder: Path, name: str) -> None:
    """Removes a snapshot at once: it is moved away first, so that nobody finds half of it."""
    with workplace(folder) as place, suppress(FileNotFoundError):
        os.rename(folder / name, place / name)
