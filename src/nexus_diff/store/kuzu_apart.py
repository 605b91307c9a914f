"""Loading a large graph into the engine in a process of its own, so that its memory does not come on top of what linking took."""

# For maintainers. What linking freed is in pieces too small for the engine: 240 MB came on top of 420 (django). Starting a process costs
# 0.2 s; a small graph is loaded here. The child is given paths only and reads the side file, as `load` does here.

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

from nexus_diff.store.kuzu_load import load
from nexus_diff.store.links_read import SealedLinks

WORTH_BYTES = 8_000_000
"""Size of a side file from which on its graph is loaded apart."""
_FAILED = 3
_BOOT = "import sys; sys.path[:] = sys.argv[4:]; from nexus_diff.store.kuzu_apart import main; main(*sys.argv[1:4])"


def load_apart(links: Path, graph: Path, scratch: Path) -> bool:
    """Writes the engine's file from a side file, like `load`. False when no process is to be had or it died, whose remains are still there.
    Raises RuntimeError with the cause when the engine or the disk refuses."""
    command = [sys.executable, "-I", "-c", _BOOT, str(links), str(graph), str(scratch), *(entry for entry in sys.path if entry)]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd="/", check=False)
    except (OSError, ValueError):
        return False
    if done.returncode == _FAILED:
        raise RuntimeError(done.stderr.decode("utf-8", "replace"))
    return done.returncode == 0


def main(links: str, graph: str, scratch: str) -> None:
    """The child's part."""
    reader = SealedLinks(Path(links))
    try:
        load(reader, Path(graph), Path(scratch))
    except (OSError, sqlite3.Error, RuntimeError) as error:
        sys.stderr.write(" ".join(str(error).split()))
        sys.exit(_FAILED)
    finally:
        reader.close()
