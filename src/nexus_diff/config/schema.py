"""The configuration as a frozen value, its defaults and the digest of what changes the contents of a snapshot."""

# For maintainers: a new key is a field here plus one line in `check.SECTIONS` and one row in docs/config.md. Ask whether it changes
# what a snapshot holds (then it belongs into `digest`) or only how a snapshot is read (then it must stay out).

from __future__ import annotations

import hashlib
from datetime import date
from typing import ClassVar

import msgspec

from nexus_diff.config.architecture import Allow, ArchitectureConfig, InferredConfig, Part, Rule

DEFAULT_MAX_FILE_BYTES = 1_000_000
"""A 20 MB one-line JavaScript file took 107 s and 3.7 GB to parse: 5 s and 185 MB for each MB in the worst case. Written by hand,
source files above 1 MB are very rare; each one that is skipped is listed."""

_SCRIPT_ENDINGS = ("js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts")

DEFAULT_TEST_PATTERNS: tuple[str, ...] = (
    # Python. Not `test/` anywhere: packages ship test helpers in folders of that name (django/test/client.py is no test).
    "test_*.py",
    "*_test.py",
    "tests.py",
    "conftest.py",
    "/test/**/*.py",
    # TypeScript, JavaScript
    *(f"*.test.{ending}" for ending in _SCRIPT_ENDINGS),
    *(f"*.spec.{ending}" for ending in _SCRIPT_ENDINGS),
    *(f"**/test/**/*.{ending}" for ending in _SCRIPT_ENDINGS),
    "__tests__/",
    # Go
    "*_test.go",
    # C, C++ and C#: their endings begin with c or h, but for those of code that a header puts in
    *(f"{name}.[ch]*" for name in ("test", "test_*", "*_test", "*-test", "*_tests", "*_unittest", "*Test", "*Tests")),
    *(f"**/{folder}/**/*.[ch]*" for folder in ("[Tt]est", "Tests", "*Tests", "*.Test", "unittest", "unittests", "unit_tests")),
    "**/test/**/*.i[pn][pl]",
    # Java: what surefire and failsafe run, and the source sets of tests; a package of production code may be called `test`
    *(f"{name}.java" for name in ("Test[A-Z]*", "*Test", "*Tests", "*TestCase", "*[a-z0-9]IT")),
    "**/[Tt]est/**/*.java",
    "!**/src/main/**/*.java",
    "**/src/*[Tt]est*/**/*.java",
    # Rust
    *(f"{name}.rs" for name in ("tests", "*_test", "*_tests")),
    "**/benches/**/*.rs",
    # any language
    "tests/",
)


class IndexConfig(msgspec.Struct, frozen=True, kw_only=True):
    """What is indexed. `include`, `exclude`: gitignore-style globs; an empty `include` means every file. `generated`, `vendored`:
    "index" parses such files and marks them, "skip" lists them as skipped."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    max_file_bytes: int = DEFAULT_MAX_FILE_BYTES
    generated: str = "index"
    vendored: str = "index"


class ImpactConfig(msgspec.Struct, frozen=True, kw_only=True):
    """How the blast radius is walked: relations of at least `min_confidence`, at most `depth` hops."""

    min_confidence: float = 0.5
    depth: int = 10


class TestsConfig(msgspec.Struct, frozen=True, kw_only=True):
    """`patterns`: gitignore-style globs of the files that hold tests."""

    __test__: ClassVar[bool] = False

    patterns: tuple[str, ...] = DEFAULT_TEST_PATTERNS


class GitConfig(msgspec.Struct, frozen=True, kw_only=True):
    """`default_branch`: "" finds it (origin/HEAD, main, master)."""

    default_branch: str = ""


class Accept(msgspec.Struct, frozen=True, kw_only=True):
    """A finding that is known and accepted. `finding`: what it is called. `where`: a glob of files, or the name of a symbol. `until`: the
    last day on which that holds, None for ever."""

    finding: str
    where: str
    why: str
    until: date | None = None


class AnalysisConfig(msgspec.Struct, frozen=True, kw_only=True):
    """How communities are found. `resolution`: higher gives more and smaller ones. `tests`: whether tests belong to communities too."""

    resolution: float = 1.0
    tests: bool = False


class EntryPointsConfig(msgspec.Struct, frozen=True, kw_only=True):
    """Functions that are entry points beyond those found, and (`not_…`, which wins) those that are none. `names`, `decorators`: globs over
    dotted names; `paths`: gitignore-style globs."""

    names: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    decorators: tuple[str, ...] = ()
    not_names: tuple[str, ...] = ()
    not_paths: tuple[str, ...] = ()
    not_decorators: tuple[str, ...] = ()


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """All settings of one run. `source`: the file they come from, "" for the defaults. `notices`: what the user should know about it.
    `only`: the paths to look at, none for all; not a setting, but what a run that has no time for more asks for."""

    index: IndexConfig = IndexConfig()
    impact: ImpactConfig = ImpactConfig()
    tests: TestsConfig = TestsConfig()
    git: GitConfig = GitConfig()
    accept: tuple[Accept, ...] = ()
    architecture: ArchitectureConfig = ArchitectureConfig()
    inferred: InferredConfig = InferredConfig()
    parts: tuple[Part, ...] = ()
    rules: tuple[Rule, ...] = ()
    allow: tuple[Allow, ...] = ()
    analysis: AnalysisConfig = AnalysisConfig()
    entry_points: EntryPointsConfig = EntryPointsConfig()
    source: str = ""
    notices: tuple[str, ...] = ()
    only: tuple[str, ...] = ()


def digest(config: Config) -> str:
    """12 hex digits over the settings that change what a snapshot holds: what is indexed, what is a test, how the whole is analysed."""
    contents = {"index": msgspec.to_builtins(config.index), "tests": list(config.tests.patterns)}
    if (config.analysis, config.entry_points) != (AnalysisConfig(), EntryPointsConfig()):
        contents["whole"] = msgspec.to_builtins([config.analysis, config.entry_points])
    if config.only:
        contents["only"] = [path.encode("utf-8", "surrogateescape").hex() for path in config.only]
    return hashlib.sha256(msgspec.json.encode(contents, order="sorted")).hexdigest()[:12]
