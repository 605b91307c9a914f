"""The fresh index of `verify` is made by a process of its own when the repository is large."""

from __future__ import annotations

from typing import Any

import pytest

from nexus_diff.model.errors import NexusDiffError
from nexus_diff.run import apart
from nexus_diff.run import verify as subject
from nexus_diff.run.request import Place


@pytest.fixture
def large(repo: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    repo.commit(
        {"a.py": "def f():\n    return g()\n\n\ndef g():\n    return 1\n", "b.py": "from a import f\n\n\ndef h():\n    return f()\n"}
    )
    repo.commit({"a.py": "def f():\n    return 2\n"})
    monkeypatch.setattr(subject, "WORTH_BYTES", 0)
    return repo


def _verdict(repo: Any, tmp_path: Any) -> subject.Verdict:
    return subject.verify(Place(repo=str(repo.path), index_dir=str(tmp_path / "index")), "HEAD~1..HEAD")


def test_both_ways_are_compared(large: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    built = []
    monkeypatch.setattr(
        apart.Indexer, "build", lambda self, files, build=apart.Indexer.build: (built.append(files.key), build(self, files))[1]
    )
    verdict = _verdict(large, tmp_path)
    assert (verdict.checked, verdict.difference) == (1, None)
    assert len(built) == 1


@pytest.mark.parametrize("boot", ["raise SystemExit(1)", "import os; os.abort()"])
def test_a_process_that_dies_is_made_up_for(large: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch, boot: str) -> None:
    monkeypatch.setattr(apart, "_BOOT", boot)
    assert _verdict(large, tmp_path).checked == 1


def test_what_it_cannot_get_over_is_said(large: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "_BOOT", "import sys; sys.stderr.write('no space left'); sys.exit(2)")
    with pytest.raises(NexusDiffError, match="no space left"):
        _verdict(large, tmp_path)
