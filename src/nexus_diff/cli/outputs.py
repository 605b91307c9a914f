"""Where formats go: stdout or files, these whole or not at all."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec

from nexus_diff.model.errors import NexusDiffError
from nexus_diff.publish.files import replace_file


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


def write_file(path: str, text: str) -> None:
    """Writes a file whole or not at all; whatever else is there (a device, a pipe) is written to."""
    target = Path(path)
    data = text.encode("utf-8", "backslashreplace")
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(data)
            return
        replace_file(target.resolve(), data)
    except OSError as error:
        raise NexusDiffError(f"{path}: cannot be written ({error.strerror or error}); choose another file") from None


def write_stdout(text: str) -> None:
    """Writes to stdout whatever its encoding can hold; the rest as escapes."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
    sys.stdout.write(text)
    sys.stdout.flush()


def json_text(value: object) -> str:
    """A value as indented JSON, fields in their order."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"


def write_json(value: object) -> None:
    """Writes a value to stdout as indented JSON."""
    write_stdout(json_text(value))


def _pair(text: str) -> tuple[str, str]:
    name, equals, file = text.partition("=")
    if equals and not file:
        raise NexusDiffError(f"--format {text}: the file name after = is missing")
    from nexus_diff.report import FORMATS

    if name not in FORMATS:
        raise NexusDiffError(f"unknown format {name[:40]!r}; choose one of {', '.join(FORMATS)}")
    return name, file
