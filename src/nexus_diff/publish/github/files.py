"""The files by which a step talks to its runner: job summary and outputs."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from nexus_diff.publish.value import Done, PublishError
from nexus_diff.report.escape import output_value

MOST_SUMMARY_BYTES = 1 << 20
"""Of one step (GitHub's limit)."""
MOST_OUTPUT_BYTES = 256 << 10
"""For each value; all outputs of a job together may have 1 MB."""


def publish_summary(path: str, text: str, shorter: str = "") -> Done:
    """Adds to the job summary: `text`, or `shorter` where that would be too much. Raises PublishError."""
    try:
        before = os.stat(path).st_size if os.path.exists(path) else 0
        for candidate in (text, shorter):
            data = candidate.encode("utf-8", "backslashreplace")
            if candidate and before + len(data) < MOST_SUMMARY_BYTES:
                _append(path, data)
                return Done(what="created", why="" if candidate is text else "shortened to stay within 1 MiB")
    except OSError as error:
        raise PublishError("disk", f"the job summary cannot be written ({error.strerror or error})") from None
    raise PublishError("refused", "the job summary would be larger than 1 MiB")


def publish_outputs(path: str, values: Mapping[str, str]) -> Done:
    """Adds outputs of the step. A value that is too large is left empty. Raises PublishError."""
    parts = []
    for name, value in values.items():
        text = value if len(value.encode("utf-8", "backslashreplace")) <= MOST_OUTPUT_BYTES else ""
        parts.append(output_value(name, text, f"ghadelimiter_{secrets.token_hex(16)}"))
    try:
        _append(path, "".join(parts).encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise PublishError("disk", f"the outputs cannot be written ({error.strerror or error})") from None
    return Done(what="created")


def _append(path: str, data: bytes) -> None:
    """All or nothing, as far as a file system can."""
    with Path(path).open("ab", buffering=0) as file:
        at = file.tell()
        try:
            if file.write(data) != len(data):
                raise OSError(28, "no space left on the device")
        except OSError:
            with contextlib.suppress(OSError):
                file.truncate(at)
            raise
