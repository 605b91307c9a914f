"""A tree as the linker sees it: entries, and facts that are loaded when they are asked for."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import TypeVar

import msgspec

from nexus_diff.analysis.said import Said, said_of
from nexus_diff.git import Snapshot
from nexus_diff.index.content import Task
from nexus_diff.index.facts_cache import FactsCache, Key, unpack
from nexus_diff.index.scan import key_of
from nexus_diff.index.worker import guarded_row
from nexus_diff.model.facts import FileFacts, ManifestFacts
from nexus_diff.model.graph import MANIFEST_LANGUAGE, FileEntry

Facts = TypeVar("Facts", FileFacts, ManifestFacts)

_files = msgspec.msgpack.Decoder(FileFacts)
_manifests = msgspec.msgpack.Decoder(ManifestFacts)


class FactsLoader:
    """Facts by key, from the cache; what that has lost is parsed again. Both trees of a comparison share one, so that the files which
    they have in common are decoded once. `keep`: how many are kept at hand."""

    def __init__(self, cache: FactsCache, keep: int) -> None:
        self._cache = cache
        self._keep = keep
        self._recent: OrderedDict[Key, FileFacts] = OrderedDict()

    def facts(self, key: Key, snapshot: Snapshot) -> FileFacts | None:
        """Facts of a blob of `snapshot`, None if it cannot be parsed."""
        found = self._recent.get(key)
        if found is not None:
            self._recent.move_to_end(key)
            return found
        found = self._load(key, snapshot, _files)
        if found is not None and self._keep:
            self._recent[key] = found
            if len(self._recent) > self._keep:
                self._recent.popitem(last=False)
        return found

    def manifest(self, key: Key, snapshot: Snapshot) -> ManifestFacts | None:
        """What a manifest of `snapshot` says."""
        return self._load(key, snapshot, _manifests)

    def _load(self, key: Key, snapshot: Snapshot, decoder: msgspec.msgpack.Decoder[Facts]) -> Facts | None:
        data = self._cache.load(*key)
        if data is not None:
            try:
                return decoder.decode(data)
            except msgspec.DecodeError:  # another shape of facts under the same version: as good as absent
                pass
        row = guarded_row(Task(*key, snapshot.read(key[0])))
        self._cache.store([row])
        return None if row.reason else decoder.decode(unpack(row.data))


class LinkTree:
    """`link.Tree` over the entries of one snapshot. `said`: what the files that were asked for say of themselves."""

    def __init__(self, entries: Mapping[str, FileEntry], loader: FactsLoader, snapshot: Snapshot, *, listen: bool = False) -> None:
        self._entries = entries
        self._loader = loader
        self._snapshot = snapshot
        self._listen = listen
        self.said: dict[str, Said] = {}

    def files(self) -> Mapping[str, FileEntry]:
        return self._entries

    def facts(self, path: str) -> FileFacts | None:
        entry = self._entries.get(path)
        key = key_of(entry) if entry is not None and entry.language != MANIFEST_LANGUAGE else None
        found = None if key is None else self._loader.facts(key, self._snapshot)
        if self._listen and found is not None and path not in self.said:
            self.said[path] = said_of(found)
        return found

    def manifest(self, path: str) -> ManifestFacts | None:
        entry = self._entries.get(path)
        key = key_of(entry) if entry is not None and entry.language == MANIFEST_LANGUAGE else None
        return None if key is None else self._loader.manifest(key, self._snapshot)
