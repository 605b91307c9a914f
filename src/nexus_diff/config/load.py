"""From the text of configuration files to one frozen Config, or one error that lists every mistake."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nexus_diff.config.schema import Config

OWN_FILE = "nexus-diff.toml"
SHARED_FILE = "pyproject.toml"
CONFIG_FILES = (OWN_FILE, SHARED_FILE)
"""Looked for at the top of the repository; the first that configures nexus-diff wins."""

ReadFile = Callable[[str], "bytes | None"]
"""Content of a file by its path from the top of the repository, None if there is no such file."""


def load(texts: Mapping[str, str | bytes]) -> Config:
    """The configuration that the given files hold, by path. A file named pyproject.toml is asked for `[tool.nexus-diff]`; any other is
    configuration as a whole and wins over it. No file or no section: the defaults. Raises ConfigError with every mistake."""
    return Config()


def load_from(read_file: ReadFile) -> Config:
    """The configuration of a tree (a snapshot or the working tree), whose files `read_file` hands out."""
    texts = {path: data for path in CONFIG_FILES if (data := read_file(path)) is not None}
    return load(texts)
