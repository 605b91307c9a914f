"""The seal: what a snapshot is made of, and whether it is still that."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import msgspec

from nexus_diff.model.errors import SnapshotDamaged, SnapshotOutdated

SCHEMA = 2
SEAL = "seal.json"
LINKS = "links.sqlite"
GRAPH = "graph.kuzu"


class SealedFile(msgspec.Struct, frozen=True):
    """Size in bytes and SHA-256 (hex) of one file of a snapshot."""

    size: int
    sha256: str


class Seal(msgspec.Struct, frozen=True, kw_only=True):
    """`schema`: of the store. `tool`, `extractor`, `engines` (name → version): what wrote it. `tree`: tree oid, or another key that names
    the content. `config`: digest of the settings that change contents. `created`: seconds since 1970. `counts`: files, nodes, relations,
    hubs, uses, calls, resolved, lookups. `files`: name → SealedFile."""

    schema: int = SCHEMA
    tool: str
    extractor: str
    engines: dict[str, str]
    tree: str
    config: str
    created: int
    counts: dict[str, int]
    files: dict[str, SealedFile]

    @property
    def size(self) -> int:
        """Bytes of the sealed files."""
        return sum(file.size for file in self.files.values())


class _Sealed(msgspec.Struct, frozen=True):
    seal: Seal
    sha256: str


def _canonical(seal: Seal) -> bytes:
    return msgspec.json.encode(seal, order="sorted")


def measure(path: Path) -> SealedFile:
    """Size and digest of a file as it is now."""
    digest = hashlib.sha256()
    size = 0
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
            size += len(block)
    return SealedFile(size, digest.hexdigest())


def sync(path: Path) -> None:
    """Makes a file or folder survive a loss of power."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_seal(folder: Path, seal: Seal) -> None:
    """Writes the seal of a folder whose files are final, and makes all of it durable."""
    text = msgspec.json.encode(_Sealed(seal, hashlib.sha256(_canonical(seal)).hexdigest()), order="sorted")
    (folder / SEAL).write_bytes(msgspec.json.format(text, indent=2) + b"\n")
    for name in (*seal.files, SEAL):
        sync(folder / name)
    sync(folder)


def read_seal(folder: Path) -> Seal:
    """The seal of a snapshot. Raises SnapshotDamaged when it is missing, not whole, of another schema, or when files have other sizes."""
    try:
        sealed = msgspec.json.decode((folder / SEAL).read_bytes(), type=_Sealed)
        seal = sealed.seal
        if hashlib.sha256(_canonical(seal)).hexdigest() != sealed.sha256:
            raise SnapshotDamaged(f"{folder.name}: the seal was altered")
        if seal.schema != SCHEMA:
            raise SnapshotOutdated(f"{folder.name}: written by another version (schema {seal.schema}, not {SCHEMA})")
        if set(seal.files) != {LINKS, GRAPH}:
            raise SnapshotDamaged(f"{folder.name}: the seal names other files")
        for name, file in seal.files.items():
            if (folder / name).stat().st_size != file.size:
                raise SnapshotDamaged(f"{folder.name}: {name} does not have its sealed size")
    except FileNotFoundError as error:
        raise SnapshotDamaged(f"{folder.name}: {Path(error.filename).name} is missing") from error
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise SnapshotDamaged(f"{folder.name}: the seal cannot be read ({error})") from error
    return seal


def check_file(folder: Path, seal: Seal, name: str) -> Path:
    """The path of a sealed file, read through once. Raises SnapshotDamaged when it is not what was sealed."""
    path = folder / name
    try:
        if measure(path) != seal.files[name]:
            raise SnapshotDamaged(f"{folder.name}: {name} was altered")
    except OSError as error:
        raise SnapshotDamaged(f"{folder.name}: {name} cannot be read ({error.strerror})") from error
    return path
