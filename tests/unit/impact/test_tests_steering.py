"""Files that decide about whole runs: (path, entry of head, the folder whose tests run or None, whether it is reported as not followed)."""

from __future__ import annotations

import pytest

from nexus_diff.impact.tests_steering import steering
from nexus_diff.model.changes import FileChange
from nexus_diff.model.graph import FileEntry

UNKNOWN = "no supported language"
TREE = {"tests/test_a.py": FileEntry("tests/test_a.py", "0" * 40, "python", "", frozenset({"test"}))}

CASES: list[tuple[str, str, str, str | None, bool]] = [
    ("requirements.txt", "", UNKNOWN, "", False),
    ("requirements-dev.txt", "", UNKNOWN, "", False),
    ("uv.lock", "", UNKNOWN, "", False),
    ("web/package-lock.json", "", UNKNOWN, "web", False),
    ("pyproject.toml", "manifest", "", "", False),
    ("web/tsconfig.base.json", "manifest", "", "web", False),
    ("setup.py", "python", "", "", False),
    ("tox.ini", "", UNKNOWN, "", False),
    ("jest.config.ts", "typescript", "", "", False),
    (".github/workflows/test.yml", "", UNKNOWN, "", False),
    (".github/workflows/pre-commit.yaml", "", UNKNOWN, None, False),
    (".github/CODEOWNERS", "", UNKNOWN, None, False),
    ("CMakeLists.txt", "", UNKNOWN, "", False),
    ("Directory.Version.props", "", UNKNOWN, "", False),
    ("src/Directory.Build.targets", "", UNKNOWN, "src", False),
    ("tests/conftest.py", "python", "", "tests", False),
    ("src/fast.c", "", UNKNOWN, "", False),
    ("src/huge.py", "", "larger than [index] max_file_bytes", "", False),
    ("src/left_out.py", "", "excluded by configuration", None, True),
    ("libs/sub", "", "submodule", "", False),
    ("tests/data/in.json", "", UNKNOWN, "tests", False),
    ("app/templates/page.html", "", UNKNOWN, None, True),
    ("README.md", "", UNKNOWN, None, False),
    ("docs/conf.json", "", UNKNOWN, None, False),
    ("img/logo.png", "", UNKNOWN, None, False),
    ("LICENSE", "", UNKNOWN, None, False),
    ("src/shop.py", "python", "", None, False),
]


@pytest.mark.parametrize(("path", "language", "skipped", "folder", "unfollowed"), CASES, ids=[case[0] for case in CASES])
def test_what_a_file_decides(path: str, language: str, skipped: str, folder: str | None, unfollowed: bool) -> None:
    entries = {**TREE, path: FileEntry(path, "1" * 40, language, skipped)}
    steers, left = steering([FileChange("modified", path, path, "1" * 40, "2" * 40)], entries)
    assert [steer.folder for steer in steers] == ([] if folder is None else [folder])
    assert all(path in steer.why for steer in steers)
    assert left == ([path] if unfollowed else [])


def test_a_deleted_lock_file_counts() -> None:
    steers, _ = steering([FileChange("deleted", "poetry.lock", "poetry.lock", "1" * 40, "")], TREE)
    assert [steer.folder for steer in steers] == [""]
