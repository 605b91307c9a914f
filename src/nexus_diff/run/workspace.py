"""The repository, the index folder and the configuration that one command works with."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nexus_diff.config import CONFIG_FILES, Config, load, load_from
from nexus_diff.config.load import MAX_BYTES
from nexus_diff.git import EMPTY_TREE, MissingBlob, Range, Snapshot, commit_of, commit_snapshot, open_repository
from nexus_diff.index.indexer import Indexer
from nexus_diff.index.progress import Progress
from nexus_diff.model.errors import ConfigError, StoreError
from nexus_diff.run.request import Place

FOLDER = "nexus-diff"
"""Name of the index folder under the git directory that all worktrees share."""
ENVIRONMENT = "NEXUS_DIFF_INDEX_DIR"


class Workspace:
    """One opened repository. `notices`: what the user should know, in the order it came up, each once."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.repo = open_repository(place.repo)
        self._notices: dict[str, None] = {}
        self._troubles: dict[str, None] = {}
        self.folder = self._index_folder()

    @property
    def notices(self) -> tuple[str, ...]:
        """What was said so far."""
        return tuple(self._notices)

    @property
    def troubles(self) -> tuple[str, ...]:
        """Those of the notices that tell of something which did not work as it should: a damaged cache, a process that died."""
        return tuple(self._troubles)

    def trouble(self, text: str) -> None:
        """Keeps a notice of that kind."""
        self._troubles[text] = None
        self.notice(text)

    def notice(self, *texts: str) -> None:
        """Keeps what should be said."""
        self._notices.update(dict.fromkeys(texts))

    @contextmanager
    def indexer(self, config: Config, progress: Progress | None = None, workers: int | None = None) -> Iterator[Indexer]:
        """An indexer under this configuration, closed at the end."""
        self.notice(*config.notices)
        indexer = Indexer(self.repo, config, self.folder, progress=progress, notice=self.notice, trouble=self.trouble, workers=workers)
        try:
            yield indexer
        finally:
            indexer.close()

    def revision(self, name: str) -> tuple[Snapshot, str]:
        """The files of a revision and its commit id; without a commit in the repository HEAD has no files, and the id is ""."""
        if self.repo.is_empty and name == "HEAD":
            self.notice("the repository is empty: there is no commit yet")
            return Snapshot(self.repo, EMPTY_TREE), ""
        commit = commit_of(self.repo, name)
        return commit_snapshot(self.repo, commit), commit

    def config_at(self, files: Snapshot) -> Config:
        """The configuration of a revision, unless the user named a file."""
        return self._config_given() or load_from(lambda path: _content(files, path))

    def config_on_disk(self) -> Config:
        """The configuration of the working tree, unless the user named a file; HEAD's in a bare repository."""
        given = self._config_given()
        if given is not None:
            return given
        top = self.repo.workdir
        if top is None:
            return load_from(lambda path: _content(self.revision("HEAD")[0], path))
        return load_from(lambda path: _on_disk(top / path))

    def config_for(self, compared: Range) -> Config:
        """The configuration that judges a range: the base's, so that a change cannot relax its own rules; the one on disk for what is not
        committed. A base whose configuration is broken is judged by head's, if that one is sound."""
        if self.place.config or compared.revisions.head in ("", "index"):
            return self.config_on_disk()
        if any(compared.base.get(path) != compared.head.get(path) and _mentions_us(compared, path) for path in CONFIG_FILES):
            self.notice("this change edits the configuration of nexus-diff; the one of the base revision is used")
        try:
            return self.config_at(compared.base)
        except ConfigError as error:
            config = self.config_at(compared.head)
            self.notice(f"the configuration of the base revision is broken ({str(error).splitlines()[0]}); the one of the head is used")
            return config

    def file_for(self, compared: Range, path: str) -> bytes | None:
        """A file of ours that judges or reports a range: the base's, or the one on disk for what is not committed."""
        if compared.revisions.head in ("", "index") and self.repo.workdir is not None:
            return _on_disk(self.repo.workdir / path)
        return _content(compared.base, path)

    def _config_given(self) -> Config | None:
        if not self.place.config:
            return None
        path = Path(self.place.config)
        try:
            with path.open("rb") as file:
                return load({str(path): file.read(MAX_BYTES + 1)})
        except OSError as error:
            raise ConfigError(f"{path}: cannot be read ({error.strerror}); pass --config a file that exists") from None

    def _index_folder(self) -> Path:
        chosen = self.place.index_dir or os.environ.get(ENVIRONMENT, "")
        if chosen:
            return Path(chosen)
        folder = self.repo.common_dir / FOLDER
        if os.access(folder if folder.exists() else self.repo.common_dir, os.W_OK):
            return folder
        return self._user_folder(folder)

    def _user_folder(self, wanted: Path) -> Path:
        """A folder among the user's caches, for repositories that cannot be written."""
        home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        name = hashlib.sha256(os.fsencode(os.path.realpath(self.repo.common_dir))).hexdigest()[:16]
        folder = Path(home) / FOLDER / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            raise StoreError(f"{wanted} cannot be written; pass a folder that can with --index-dir") from None
        self.notice(f"{wanted} cannot be written; the index is kept in {folder}")
        return folder


def _content(files: Snapshot, path: str) -> bytes | None:
    file = files.get(path)
    if file is None or file.mode & 0o170000 != 0o100000:
        return None
    try:
        return files.read(file.oid)
    except MissingBlob:
        return None


def _on_disk(path: Path) -> bytes | None:
    try:
        return path.read_bytes() if path.is_file() and not path.is_symlink() else None
    except OSError as error:
        raise ConfigError(f"{path.name}: cannot be read ({error.strerror})") from None


def _mentions_us(compared: Range, path: str) -> bool:
    if path == CONFIG_FILES[0]:
        return True
    return any(b"nexus-diff" in (_content(side, path) or b"") for side in (compared.base, compared.head))
