"""What differs between a stored tree and another one, entry by entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from nexus_diff.config import Config
from nexus_diff.git import Snapshot, differing, is_attributes_file
from nexus_diff.index.parse import Parsed
from nexus_diff.index.scan import Scanner, fetch, scan, settled
from nexus_diff.link.nodes import printable
from nexus_diff.model.graph import FileEntry

Parse = Callable[[Mapping[str, FileEntry], Snapshot], Parsed]


class Changed(msgspec.Struct, frozen=True):
    """`before`, `after`: all entries by path. `paths`: those whose entry differs, sorted. `parsed`: what was parsed to know."""

    before: Mapping[str, FileEntry]
    after: Mapping[str, FileEntry]
    paths: tuple[str, ...]
    parsed: Parsed


def changed_entries(before: Mapping[str, FileEntry], base: Snapshot, head: Snapshot, config: Config, parse: Parse) -> Changed:
    """How the entries of `head` differ from `before`, the stored entries of `base`. Reads only files that differ, unless a .gitattributes
    file does: then every mark is decided again."""
    pairs = differing(base, head)
    if any(map(is_attributes_file, pairs)):
        provisional = scan(head, config)
        parsed = parse(provisional, head)
        after = {path: settled(entry, parsed.reasons) for path, entry in provisional.items()}
    else:
        fetch(head, [new for _, new in pairs.values() if new is not None])
        scanner = Scanner(head, config, filter(is_attributes_file, before))
        provisional = {printable(path): scanner.entry(new) for path, (_, new) in pairs.items() if new is not None}
        parsed = parse(provisional, head)
        gone = {printable(path) for path, (_, new) in pairs.items() if new is None}
        after = {path: entry for path, entry in before.items() if path not in gone}
        after.update((path, settled(entry, parsed.reasons)) for path, entry in provisional.items())
    paths = sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))
    return Changed(before, dict(sorted(after.items())), tuple(paths), parsed)
