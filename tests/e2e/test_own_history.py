"""The project on its own history."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from nexus_diff.run.analyse import analyse
from nexus_diff.run.request import Place, Request
from nexus_diff.run.verify import verify

TOP = Path(__file__).parents[2]
COMMITS = 3
VERIFIED = 2
"""The second is updated from what was updated itself; test_releases goes further."""


def git(*arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(TOP), *arguments], capture_output=True, text=True, check=False)
    return done.stdout.strip()


pytestmark = pytest.mark.skipif(
    git("rev-parse", "--is-shallow-repository") != "false" or int(git("rev-list", "--count", "--first-parent", "HEAD") or 0) <= COMMITS,
    reason=f"needs a clone of this project with more than {COMMITS} commits",
)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for both, so that every file is parsed once."""
    return tmp_path_factory.mktemp("index")


def test_the_last_commits_are_answered(index: Path) -> None:
    for number in range(COMMITS):
        revision = git("rev-parse", f"HEAD~{number}")
        answer = analyse(Request(place=Place(repo=str(TOP), index_dir=str(index)), range=revision)).answer
        assert answer.head == revision
        changed = {symbol.id for symbol in answer.changed_symbols}
        assert all(symbol.path and symbol.via in changed for symbol in answer.impacted)
        assert answer.summary.resolved_call_share is not None
        assert answer.summary.resolved_call_share > 0.5


def test_updating_equals_indexing_from_nothing(index: Path) -> None:
    verdict = verify(Place(repo=str(TOP), index_dir=str(index)), f"HEAD~{VERIFIED}..HEAD")
    assert verdict.difference is None, verdict
    assert verdict.checked == VERIFIED
