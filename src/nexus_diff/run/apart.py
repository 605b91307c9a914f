"""An index made from nothing by a process of its own: beside what this one does, and without its memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec

from nexus_diff.config import Config
from nexus_diff.git import Snapshot as Files
from nexus_diff.git import open_repository, trust
from nexus_diff.index.facts_cache import FactsCache
from nexus_diff.index.indexer import Indexer
from nexus_diff.index.version import facts_version
from nexus_diff.model.errors import NexusDiffError
from nexus_diff.store import Snapshot

_REFUSED = 2
_BOOT = "import sys; sys.path[:] = sys.argv[2:]; from nexus_diff.run.apart import main; main(sys.argv[1])"


class _Task(msgspec.Struct, frozen=True):
    """What the child is told. `folder`: where its snapshots go; `facts`: the folder of the facts cache; `tree`: what to index."""

    repo: str
    folder: str
    facts: str
    tree: str
    config: Config


class Building:
    """A build that is under way. Use it as a context manager, so that it never outlives what waits for it."""

    def __init__(self, indexer: Indexer, facts: Path, files: Files) -> None:
        self._indexer = indexer
        self._files = files
        task = _Task(str(indexer.repo.git_dir), str(indexer.folder.path), str(facts), files.key, indexer.config)
        command = [sys.executable, "-I", "-c", _BOOT, msgspec.json.encode(task).decode(), *(entry for entry in sys.path if entry)]
        try:
            self._process: subprocess.Popen[bytes] | None = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd="/"
            )
        except (OSError, ValueError):
            self._process = None

    def __enter__(self) -> Building:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            with self._process:
                self._process.kill()

    def snapshot(self) -> Snapshot:
        """What was built; built here when the child could not. Raises NexusDiffError with what the child could not get over."""
        if self._process is not None:
            said = self._process.communicate()[1]
            code, self._process = self._process.returncode, None
            if code == _REFUSED:
                raise NexusDiffError(said.decode("utf-8", "replace"))
        found = self._indexer.find(self._files.key)
        return found if found is not None else self._indexer.build(self._files)


def main(text: str) -> None:
    """The child's part."""
    task = msgspec.json.decode(text, type=_Task)
    trust(task.repo)  # it is open in the process that started this one
    repo = open_repository(task.repo)
    cache = FactsCache(Path(task.facts), facts_version(), lambda _: None)
    indexer = Indexer(repo, task.config, Path(task.folder), facts=cache)
    try:
        indexer.build(Files(repo, task.tree))
    except NexusDiffError as error:
        sys.stderr.write(str(error))
        sys.exit(_REFUSED)
    finally:
        indexer.close()
