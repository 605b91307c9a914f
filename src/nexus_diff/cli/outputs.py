"""Where formats go: stdout or files, these whole or not at all."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from nexus_diff.model.errors import NexusDiffError


def targets(formats: list[str], output: str) -> list[tuple[str, str]]:
    """(format, file) pairs from `--format NAME[=FILE] …` and `--output FILE`; file "" is stdout, of which there is at most one."""
    pairs = [_pair(text) for text in formats or ["text"]]
    loose = [name for name, file in pairs if not file]
    if len(loose) > 1:
        where = output or "stdout"
        raise NexusDiffError(f"{' and '.join(loose)} both go to {where}; give one of them a file: --format {loose[-1]}=FILE")
    if output and not loose:
        raise NexusDiffError("--output has nothing to write: every --format names a file of its own")
    placed = [(name, file or output) for name, file in pairs]
    files = [os.path.realpath(file) for _, file in placed if file]
    if len(set(files)) < len(files):
        raise NexusDiffError("two formats go to the same file; name another one")
    return placed


def write_file(path: str, content: str | bytes) -> None:
    """Writes a file whole or not at all; whatever else is there (a device, a pipe) is written to."""
    target = Path(path)
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    from nexus_diff.publish.files import replace_file

    try:
        if target.exists() and not target.is_file():
            target.write_bytes(data)
            return
        replace_file(target.resolve(), data)
    except OSError as error:
        raise NexusDiffError(f"{path}: cannot be written ({error.strerror or error}); choose another file") from None


def write_stdout(text: str) -> None:
    """Writes to stdout whatever its encoding can hold; arrows and dots in ASCII where it cannot hold them, the rest as escapes."""
    stream = _stdout()
    if not text.isascii() and not speaks_unicode(stream):
        from nexus_diff.report.terminal import ASCII

        text = text.translate(ASCII)
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
    stream.write(text)
    stream.flush()


def write_data(text: str) -> None:
    """Writes JSON to stdout: whatever the encoding of the terminal, it stays JSON of the same value."""
    write_stdout(text if speaks_unicode(_stdout()) else ascii_json(text))


def write_words(words: Iterable[str]) -> None:
    """Writes paths or other words for programs: each as the bytes that it is, with a NUL behind it."""
    _stdout().flush()
    sys.stdout.buffer.write(ended(words))
    sys.stdout.buffer.flush()


def ended(words: Iterable[str]) -> bytes:
    """The words with a NUL behind each."""
    return b"".join(os.fsencode(word) + b"\0" for word in words)


def speaks_unicode(stream: IO[str]) -> bool:
    """Whether every character can be written to it."""
    return (getattr(stream, "encoding", None) or "ascii").lower().replace("-", "").startswith("utf")


def _stdout() -> IO[str]:
    if sys.stdout is None:
        raise NexusDiffError("standard output is closed; send it to a file, or to /dev/null if only the exit code is wanted")
    return sys.stdout


def json_text(value: object) -> str:
    """A value as indented JSON, fields in their order."""
    import msgspec

    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"


def write_json(value: object) -> None:
    """Writes a value to stdout as indented JSON."""
    write_data(json_text(value))


def ascii_json(text: str) -> str:
    """The same JSON value in ASCII: other characters can only stand inside strings, which have escapes for them."""
    return text if text.isascii() else "".join(char if char.isascii() else json.dumps(char)[1:-1] for char in text)


def _pair(text: str) -> tuple[str, str]:
    name, equals, file = text.partition("=")
    if equals and not file:
        raise NexusDiffError(f"--format {text}: the file name after = is missing")
    from nexus_diff.report import FORMATS

    if name not in FORMATS:
        from nexus_diff.cli.hints import choice

        raise NexusDiffError(f"unknown format {name[:40]!r}; {choice(name[:40], list(FORMATS))}")
    return name, file
