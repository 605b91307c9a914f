"""Ready workflows for a repository: copied from the files that the tests run, with the repository's own default branch."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from nexus_diff.git import Repository, find_default_branch, open_repository
from nexus_diff.model.errors import GitError, NexusDiffError
from nexus_diff.report.templates import shipped

_PLAIN = re.compile(r"[A-Za-z0-9._/-]+")
_BRANCHES = "branches: [main]"
_NO_TEXT = frozenset({"true", "false", "yes", "no", "on", "off", "y", "n", "null"})
"""Words that YAML reads as something else than text."""


class Written(msgspec.Struct, frozen=True):
    """`files`: written, from the top of the repository. `kept`: there already, and left as they were."""

    files: tuple[str, ...]
    kept: tuple[str, ...]


def _github(branch: str) -> Iterator[tuple[str, str]]:
    """One workflow for each example."""
    for example in sorted((shipped("examples") / "github").glob("*.yml")):
        text = example.read_text(encoding="utf-8")
        yield f".github/workflows/nexus-diff-{example.name}", text.replace(_BRANCHES, f"branches: [{branch}]")


def _gitlab(branch: str) -> Iterator[tuple[str, str]]:
    """The jobs, and a pipeline that includes them, for a repository that has none."""
    yield ".gitlab/nexus-diff.yml", (shipped("ci") / "gitlab" / "nexus-diff.yml").read_text(encoding="utf-8")
    yield PIPELINE, "include:\n  - local: .gitlab/nexus-diff.yml\n"


_FILES = {"github": _github, "gitlab": _gitlab}
"""Service → its files, by path and text."""
PIPELINE = ".gitlab-ci.yml"


def init(place: str, service: str, *, overwrite: bool = False) -> Written:
    """Writes the workflows of a service into the working tree. Files that are there stay, unless `overwrite`; a pipeline of the user's own
    always does. Raises NexusDiffError where there is no working tree or a file cannot be written."""
    repo = open_repository(place)
    if repo.workdir is None:
        raise NexusDiffError("a bare repository has no working tree to write workflows into; run this in a clone")
    wanted = dict(_FILES[service](_branch(repo)))
    folders = {part for name in wanted for part in Path(name).parents}
    link = next((part for part in sorted(folders) if part != Path() and (repo.workdir / part).is_symlink()), None)
    if link is not None:
        raise NexusDiffError(f"{link} is a link, which is not followed; make it a folder, or write the workflows where it leads")
    files: list[str] = []
    kept: list[str] = []
    for name, text in wanted.items():
        target = repo.workdir / name
        if target.is_symlink() or (target.exists() and (not overwrite or name == PIPELINE or not target.is_file())):
            kept.append(name)
            continue
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        except OSError as error:
            raise NexusDiffError(f"{name}: cannot be written ({error.strerror}); make its folder writable") from None
        files.append(name)
    return Written(tuple(files), tuple(kept))


def _branch(repo: Repository) -> str:
    """The default branch, `main` while there is none or where its name would need quotes."""
    try:
        name = find_default_branch(repo)[0].removeprefix("origin/")
    except GitError:
        return "main"
    if not _PLAIN.fullmatch(name):
        return "main"
    return name if name[0].isalpha() and name.lower() not in _NO_TEXT else f'"{name}"'
