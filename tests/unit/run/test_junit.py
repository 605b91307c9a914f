"""JUnit reports that are not what they should be."""

from __future__ import annotations

import pytest

from nexus_diff.model.errors import NexusDiffError
from nexus_diff.run import junit


def test_a_report_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(junit, "MOST_BYTES", 1_000)
    with pytest.raises(NexusDiffError, match="/dev/zero: larger than 1,000 bytes"):
        junit.failures_in(["/dev/zero"])
