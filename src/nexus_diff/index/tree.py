"""A tree as the linker sees it: entries, and facts that are loaded when they are asked for."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import TypeVar

import msgspec

from nexus_diff.git import Snapshot
from nexus_diff.index.content import Task
from nexus_diff.index.facts_cache import FactsCache, Key, unpack
from nexus_diff.index.scan import MANIFEST_LANGUAGE, key_of
from nexus_diff.index.worker import guarded_row
from nexus_diff.model.facts import FileFacts, ManifestFacts
from nexus_diff.model.graph import FileEntry

Facts = TypeVar("Facts", FileFacts, ManifestFacts)

_KEEP = 200
_files = msgspec.msgpack.Decoder(FileFacts)
_manifests = msgspec.msgpack.Decoder(ManifestFacts)


class LinkTree:
    """`link.Tree` over entries and the facts cache. Keeps the facts used last; what the cache has lost is parsed again."""

    def __init__(self, entries: Mapping[str, FileEntry], cache: FactsCache, snapshot: Snapshot) -> None:
        self._entries = entries
        self._cache = cache
        self._snapshot = snapshot
        self._recent: OrderedDict[Key, FileFacts] = OrderedDict()

    def files(self) -> Mapping[str, FileEntry]:
        return self._entries

    def facts(self, path: str) -> FileFacts | None:
        key = self._key(path)
        if key is None or self._entries[path].language == MANIFEST_LANGUAGE:
            return None
        found = self._recent.get(key)
        if found is None:
            found = self._load(key, _files)
            if found is not None:
                self._recent[key] = found
                if len(self._recent) > _KEEP:
                    self._recent.popitem(last=False)
        else:
            self._recent.move_to_end(key)
        return found

    def manifest(self, path: str) -> ManifestFacts | None:
        key = self._key(path)
        if key is None or self._entries[path].language != MANIFEST_LANGUAGE:
            return None
        return self._load(key, _manifests)

    def _key(self, path: str) -> Key | None:
        entry = self._entries.get(path)
        return None if entry is None else key_of(entry)

    def _load(self, key: Key, decoder: msgspec.msgpack.Decoder[Facts]) -> Facts | None:
        data = self._cache.load(*key)
        if data is not None:
            try:
                return decoder.decode(data)
            except msgspec.DecodeError:  # another shape of facts under the same version: as good as absent
                pass
        row = guarded_row(Task(*key, self._snapshot.read(key[0])))
        self._cache.store([row])
        return None if row.reason else decoder.decode(unpack(row.data))
