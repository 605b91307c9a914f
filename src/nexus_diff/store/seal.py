"""The seal: what a snapshot is made of, and whether it is still that."""

from __future__ import annotations

import msgspec

SCHEMA = 1


class SealedFile(msgspec.Struct, frozen=True):
    """Size in bytes and SHA-256 (hex) of one file of a snapshot."""

    size: int
    sha256: str


class Seal(msgspec.Struct, frozen=True, kw_only=True):
    """`tree`: tree oid, or another key that names the content. `config`: digest of the settings that change contents. `engines`: name →
    version. `created`: seconds since 1970. `files`: name → SealedFile. `counts`: files, nodes, relations, hubs, …"""

    schema: int = SCHEMA
    tool: str
    extractor: str
    engines: dict[str, str]
    tree: str
    config: str
    created: int
    counts: dict[str, int]
    files: dict[str, SealedFile]
