"""Real releases of a package, committed one after the other: updating equals indexing from nothing."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

PACKAGE = "click"
RELEASES = ("7.0", "7.1", "7.1.2", "8.0.0", "8.0.1", "8.1.0", "8.1.2")
"""Steps of every size: two major ones, a minor one, three that mend."""


def download(version: str, folder: Path) -> Path:
    """The source distribution; nothing of it is built or run."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", "--dest"]
    done = subprocess.run([*command, str(folder), f"{PACKAGE}=={version}"], capture_output=True, text=True, check=False, timeout=120)
    found = sorted(folder.glob(f"*{version}.tar.gz"))
    if not found:
        pytest.skip(f"no package registry: {done.stderr.strip().splitlines()[-1:]}")
    return found[0]


@pytest.mark.network
def test_every_release_updates_to_what_a_fresh_index_holds(repo: Any, tmp_path: Path) -> None:
    for version in RELEASES:
        with tarfile.open(download(version, tmp_path / "sdists")) as archive:
            members = [member for member in archive.getmembers() if member.isfile() and ".." not in member.name.split("/")]
            files: dict[str, bytes | None] = {}
            for member in members:
                stream = archive.extractfile(member)
                assert stream is not None
                files[member.name.partition("/")[2]] = stream.read()
        gone = {path: None for path in repo.git("ls-files").splitlines() if path not in files}
        repo.commit({**files, **gone}, version)
    ran = repo.run("verify", f"HEAD~{len(RELEASES) - 1}..HEAD")
    assert ran.code == 0, ran
    assert f"equal: {len(RELEASES) - 1} commits" in ran.out
