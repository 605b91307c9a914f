"""Errors that end a command. Everything else that goes wrong is data (a notice, a skipped file)."""

from __future__ import annotations


class NexusDiffError(Exception):
    """Root of all errors shown to users: one line that says what, where and what to do. Exit code 2."""


class ConfigError(NexusDiffError):
    """The configuration is wrong; the message lists every error with file, line and fix, one per line."""


class GitError(NexusDiffError):
    """Not a repository, an unknown revision, or history that is missing from a shallow clone."""


class PatchError(NexusDiffError):
    """A patch file that cannot be read or does not apply to HEAD."""


class StoreError(NexusDiffError):
    """The index folder cannot be written or read (disk full, no permission)."""


class SnapshotDamaged(Exception):  # noqa: N818 - a state that callers recover from, not a failure
    """A snapshot does not match its seal, or was written by another version. Callers rebuild it with a notice."""


class UpdateUnfit(ValueError):  # noqa: N818 - a state that callers recover from, not a failure
    """An update does not fit the snapshot it is for: something in it would lead nowhere. Callers build the whole instead, with a notice."""


class SnapshotOutdated(SnapshotDamaged):
    """A snapshot that another version of the program wrote: nothing is wrong with it, but it is not read."""
