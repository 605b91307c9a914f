"""Changed files that decide about whole test runs: they are not followed, they select all tests at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from nexus_diff.languages import REGISTRY, by_suffix
from nexus_diff.model.changes import FileChange
from nexus_diff.model.graph import FileEntry

LOCKS = re.compile(
    r"(requirements[^/]*|constraints[^/]*)\.(txt|in)|Pipfile(\.lock)?|(poetry|uv|pdm|pixi|conda-lock|Cargo|deno|bun|gradle|flake)\.lock(file)?"
    r"|conda-lock\.ya?ml|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb|go\.(sum|work|work\.sum)"
    r"|packages\.lock\.json|\.(python|node)-version|\.nvmrc|\.tool-versions|rust-toolchain(\.toml)?|global\.json",
)
"""Which versions of everything else are there."""
BUILD = re.compile(
    r"pyproject\.toml|setup\.(py|cfg)|environment\.ya?ml|package\.json|deno\.jsonc?|pnpm-workspace\.yaml|lerna\.json|nx\.json|turbo\.json|[tj]sconfig[^/]*\.json"
    r"|(vite|webpack|rollup|babel|esbuild|tsup|metro|next|nuxt|svelte)\.config\.[cm]?[jt]sx?|\.babelrc(\.json)?|\.swcrc"
    r"|go\.mod|pom\.xml|(build|settings)\.gradle(\.kts)?|gradle\.properties|Cargo\.toml|CMakeLists\.txt|[^/]*\.cmake|meson\.build"
    r"|meson_options\.txt|BUILD(\.bazel)?|WORKSPACE(\.bazel)?|MODULE\.bazel|conanfile\.(txt|py)|[^/]*\.(cs|vb|fs)proj|Directory\.[^/]*\.(props|targets)",
)
"""How the code is built and found."""
RUNNERS = re.compile(
    r"tox\.ini|pytest\.ini|\.pytest\.ini|noxfile\.py|\.coveragerc|(jest|vitest|karma|playwright|cypress|ava|wdio)\.(config|conf|setup)[^/]*"
    r"|vitest\.workspace\.[^/]*|\.mocharc[^/]*|testng\.xml|phpunit\.xml(\.dist)?|\.gitlab-ci\.yml|\.travis\.yml|azure-pipelines\.yml|Jenkinsfile|appveyor\.yml",
)
"""How tests are run."""
_PIPELINES = re.compile(r"\.github/(workflows|actions)/.*|\.circleci/.*|\.gitlab/ci/.*|\.buildkite/.*")
_ABOUT_TESTS = re.compile(r"test|(^|\W)ci(\W|$)|build|check|main|unit|integration|^config\.yml$|action\.ya?ml", re.IGNORECASE)
"""Names of pipelines that run tests; others publish, label, lint."""
_SILENT = re.compile(
    r".*\.(md|rst|adoc|txt|png|jpe?g|gif|svg|ico|webp|avif|woff2?|ttf|eot|otf|pdf|po|pot|mo|css|scss|less|map|log|mp[34]|license)"
    r"|(LICEN[CS]E|AUTHORS|NOTICE|CHANGES|CHANGELOG|HISTORY|CONTRIBUTING|CODEOWNERS|MAINTAINERS|README)[^/]*"
    r"|\.(gitignore|gitattributes|mailmap|editorconfig|pre-commit-config\.yaml|git-blame-ignore-revs|readthedocs\.ya?ml|dockerignore|npmignore"
    r"|prettierrc[^/]*|prettierignore|eslintrc[^/]*|eslintignore|flake8|pylintrc|codecov\.yml|gitmodules)|eslint\.config\.[^/]*",
    re.IGNORECASE,
)
"""Files that no test depends on, as a rule: prose, pictures, translations, what tools for people read."""
_QUIET_FOLDERS = frozenset({"docs", "doc", ".github", ".vscode", ".idea", "changelog", "changelogs", "newsfragments", "news"})
_FOREIGN = re.compile(
    r".*\.(c|cc|cpp|cxx|h|hh|hpp|hxx|go|java|kts?|scala|rs|cs|rb|php|swift|mm?|py[xdi]|pxd|pxi|vue|svelte|exs?|erl|clj|lua|pl|sh|sql|proto|graphql)"
)


class Steer(msgspec.Struct, frozen=True, order=True):
    """`folder`: whose tests are all affected, "" for the whole repository. `why`: as it reads in a test's reason."""

    folder: str
    why: str
    file: str = ""


def steering(changes: Iterable[FileChange], entries: Mapping[str, FileEntry]) -> tuple[list[Steer], list[str]]:
    """What the changed files decide, and those of them that are no code and decide nothing we know of. `entries`: the files of head."""
    test_folders = {path.rpartition("/")[0] for path, entry in entries.items() if "test" in entry.marks} - {""}
    steers: set[Steer] = set()
    unfollowed: list[str] = []
    for change in changes:
        entry = entries.get(change.path)
        why = _whole_run(change.path, entry)
        if why is not None:
            steers.add(why)
        elif entry is None or not entry.skipped or _quiet(change.path):
            continue
        elif folder := _above(change.path, test_folders):
            steers.add(Steer(folder, f"{change.path} changed: test data that is not followed", change.path))
        else:
            unfollowed.append(change.path)
    return sorted(steers), sorted(unfollowed)


def _whole_run(path: str, entry: FileEntry | None) -> Steer | None:
    folder, _, name = path.rpartition("/")
    if _PIPELINES.fullmatch(path) and _ABOUT_TESTS.search(name):
        return Steer("", f"{path} changed: it decides how tests run", path)
    for pattern, what in ((RUNNERS, "how tests run"), (LOCKS, "what is installed"), (BUILD, "how the code is built")):
        if pattern.fullmatch(name):
            return Steer(folder, f"{path} changed: it decides {what}", path)
    language = REGISTRY.get(entry.language) if entry is not None else by_suffix(path)
    if language is not None and name in language.fixture_files:
        return Steer(folder, f"{path} changed: the tests below its folder see its fixtures", path)
    if entry is not None and entry.skipped and not entry.skipped.startswith("excluded"):
        code = by_suffix(path) is not None or _FOREIGN.fullmatch(name) or "submodule" in entry.skipped
        if code and not _quiet(path):
            return Steer("", f"{path} changed: code that was not parsed ({entry.skipped})", path)
    return None


def _quiet(path: str) -> bool:
    """Whether no test depends on a file, as a rule."""
    folders, _, name = path.rpartition("/")
    return bool(_SILENT.fullmatch(name)) or not _QUIET_FOLDERS.isdisjoint(folders.split("/"))


def _above(path: str, folders: set[str]) -> str:
    """The nearest of the folders around a file, "" for none."""
    folder = path.rpartition("/")[0]
    while folder and folder not in folders:
        folder = folder.rpartition("/")[0]
    return folder
