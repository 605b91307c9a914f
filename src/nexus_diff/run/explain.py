"""`nexus-diff explain FILE:LINE`: how the calls there were resolved."""

from __future__ import annotations

import re

import msgspec

from nexus_diff.index.progress import Progress
from nexus_diff.link.explain import Explanation
from nexus_diff.model.errors import NexusDiffError
from nexus_diff.model.graph import UNSUPPORTED, Hub
from nexus_diff.run.request import Place, asked_path
from nexus_diff.run.workspace import Workspace

LONGEST_SHOWN = 80


class Explained(msgspec.Struct, frozen=True):
    """`hubs`: the groups of targets that the explanations name, by id."""

    file: str
    line: int
    sites: tuple[Explanation, ...]
    hubs: dict[str, Hub]
    notices: tuple[str, ...]


def explain(place: Place, where: str, revision: str = "HEAD", progress: Progress | None = None) -> Explained:
    """Explains the sites on one line of a revision; `where` reads FILE:LINE. Raises NexusDiffError when there is no such place."""
    path, line = _place_of(where)
    workspace = Workspace(place)
    files, commit = workspace.revision(revision)
    with workspace.indexer(workspace.config_at(files), progress) as indexer:
        side = indexer.side(indexer.find(files.key) or indexer.snapshot(files, commit), files)
        entry = side.tree.files().get(path)
        if entry is None:
            raise NexusDiffError(f"{path}: no such file in {revision}; give its path from the top of the repository")
        facts = side.tree.facts(path)
        if entry.skipped or facts is None:
            raise NexusDiffError(f"{path}: not parsed ({entry.skipped or UNSUPPORTED})")
        if line > facts.line_count:
            raise NexusDiffError(f"{path}:{line}: the file has {facts.line_count} lines")
        from nexus_diff.link.explain import explain as sites_of
        from nexus_diff.link.names import blob_key, decode
        from nexus_diff.link.session import deep_stack
        from nexus_diff.link.tree import Linking

        reader, tree = side.reader, side.tree
        linking = Linking(tree.files(), tree.facts, tree.manifest, lambda group, name: decode(reader.blob("name", blob_key((group, name)))))
        linking.world.session.begin()
        with deep_stack():
            found = tuple(sites_of(linking, path, line))
        # a group without members says nothing
        hubs = {use.hub: hub for site in found for use in site.hubs if (hub := reader.hub(use.hub)) is not None and hub.k}
    return Explained(path, line, found, hubs, workspace.notices)


def _place_of(where: str) -> tuple[str, int]:
    path, colon, line = where.rpartition(":")
    if not colon or not path or re.fullmatch(r"0*[1-9][0-9]{0,8}", line) is None:
        shown = where if len(where) <= LONGEST_SHOWN else f"{where[:LONGEST_SHOWN]}…"
        raise NexusDiffError(f"{shown!r} is not a place; write FILE:LINE, such as src/app.py:42")
    return asked_path(path), int(line)
