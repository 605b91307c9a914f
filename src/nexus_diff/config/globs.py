"""Gitignore-style globs of the configuration, as predicates over paths."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nexus_diff.config.schema import Config

Matcher = Callable[[str], bool]
"""Says whether a path (relative to the top, `/`-separated) matches."""


def matcher(patterns: Sequence[str]) -> Matcher:
    """A predicate that is true for paths that the globs match; the last glob that matches decides, `!` takes back."""
    if not patterns:
        return lambda path: False
    from pathspec import GitIgnoreSpec

    spec = GitIgnoreSpec.from_lines(patterns)
    return lambda path: bool(spec.match_file(path))


def which(patterns: Sequence[str]) -> Callable[[str], int | None]:
    """The number of the last glob that matches a path, None when none does. Takes no `!`."""
    if not patterns:
        return lambda path: None
    from pathspec import GitIgnoreSpec

    spec = GitIgnoreSpec.from_lines(patterns)
    return lambda path: spec.check_file(path).index


def included(config: Config) -> Matcher:
    """True for paths that `[index] include` and `exclude` let through, among those that the run is about."""
    wanted = matcher(config.index.include) if config.index.include else lambda path: True
    unwanted = matcher(config.index.exclude)
    if config.only:
        only = frozenset(config.only)
        return lambda path: path in only and wanted(path) and not unwanted(path)
    return lambda path: wanted(path) and not unwanted(path)


def is_test(config: Config) -> Matcher:
    """True for paths that `[tests] patterns` marks as test files."""
    return matcher(config.tests.patterns)
