"""Programs that are ended in time, with all that they started."""

from __future__ import annotations

import subprocess
import time

import pytest

from nexus_diff.programs import finished


def test_code_output_and_what_it_reads() -> None:
    done = finished(["sh", "-c", "cat; echo said >&2; exit 3"], 20, given=b"text")
    assert (done.returncode, done.stdout, done.stderr) == (3, b"text", b"said\n")
    assert finished(["cat"], 20).stdout == b""


@pytest.mark.parametrize("script", ["sleep 30", "sleep 30 & wait", "sleep 30 &", "trap '' TERM; sleep 30; sleep 30"])
def test_it_ends_with_the_children_that_keep_its_output(script: str) -> None:
    start = time.monotonic()
    with pytest.raises(subprocess.TimeoutExpired):
        finished(["sh", "-c", script], 0.2)
    assert time.monotonic() - start < 20


def test_what_cannot_be_started() -> None:
    with pytest.raises(OSError, match="nowhere"):
        finished(["/nowhere/program"], 1)
