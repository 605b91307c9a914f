"""What belongs to a whole large tree, and the engine's file, made in a process of their own: not on top of the memory that linking took."""

# For maintainers. What linking freed is in pieces too small for the engine: 240 MB came on top of 420 (django). Starting a process costs
# 0.2 s; a small graph is loaded here. The child is given paths only and reads the side file, as `load` does here.

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import msgspec

from nexus_diff.analysis.settings import Settings
from nexus_diff.store.kuzu_load import load
from nexus_diff.store.links_read import SealedLinks
from nexus_diff.store.links_whole import add_whole

WORTH_BYTES = 8_000_000
"""Size of a side file from which on its graph is loaded apart."""
_FAILED = 3
_BOOT = "import sys; sys.path[:] = sys.argv[5:]; from nexus_diff.store.kuzu_apart import main; main(*sys.argv[1:5])"


def load_apart(links: Path, graph: Path, scratch: Path, settings: Settings | None) -> bool:
    """Completes a side file (`add_whole`, unless `settings` is None) and writes the engine's file from it, like `load`. False when no
    process is to be had or it died, whose remains are still there. Raises RuntimeError with the cause when engine or disk refuse."""
    given = msgspec.json.encode(settings).decode()
    paths = (str(path.absolute()) for path in (links, graph, scratch))
    command = [sys.executable, "-I", "-c", _BOOT, *paths, given, *(entry for entry in sys.path if entry)]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd="/", check=False)
    except (OSError, ValueError):
        return False
    if done.returncode == _FAILED:
        raise RuntimeError(done.stderr.decode("utf-8", "replace"))
    return done.returncode == 0


def main(links: str, graph: str, scratch: str, given: str) -> None:
    """The child's part."""
    settings = msgspec.json.decode(given, type=Settings | None)
    try:
        if settings is not None:
            add_whole(Path(links), settings)
        reader = SealedLinks(Path(links))
        try:
            load(reader, Path(graph), Path(scratch))
        finally:
            reader.close()
    except (OSError, sqlite3.Error, RuntimeError) as error:
        sys.stderr.write(" ".join(str(error).split()))
        sys.exit(_FAILED)
