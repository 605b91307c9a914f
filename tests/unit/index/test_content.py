"""What is not worth parsing, by its content."""

from __future__ import annotations

import zlib

import msgspec
import pytest

from nexus_diff.index.content import BINARY, LFS, WIDE, Task, row_of, unreadable
from nexus_diff.model.facts import FileFacts, ManifestFacts


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", ""),
        (b"x = 1\n", ""),
        (b"x = 1\0\n", BINARY),
        ("x = 1\n".encode("utf-16"), WIDE),
        ("x = 1\n".encode("utf-32"), WIDE),
        (b"x" * 4000 + b"\n" + b"\0", BINARY),
        (b"x = 1\n" * 2000 + b"\0", ""),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", LFS),
        (b"x" * 50_000 + b"\n" + b"y\n" * 100, ""),
        (b"x" * 50_001 + b"\n" + b"y\n" * 100, "minified (a line of 50,001 bytes)"),
        ((b"x" * 6_000 + b"\n") * 4, "minified (a line of 6,000 bytes)"),
        (b"y\n" * 100_000, ""),
    ],
)
def test_reasons(data: bytes, reason: str) -> None:
    assert unreadable(data) == reason


def test_a_row_holds_the_facts_of_its_language() -> None:
    row = row_of(Task("a" * 40, "python", b"def f(): pass\n"))
    facts = msgspec.msgpack.decode(zlib.decompress(row.data), type=FileFacts)
    assert [definition.name for definition in facts.definitions] == ["f"]


def test_a_row_holds_the_facts_of_a_manifest() -> None:
    row = row_of(Task("a" * 40, "manifest:package", b'{"name": "x"}'))
    assert msgspec.msgpack.decode(zlib.decompress(row.data), type=ManifestFacts) == ManifestFacts("package", '{"name":"x"}')
