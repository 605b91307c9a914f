"""nexus-diff.toml (or `[tool.nexus-diff]` in pyproject.toml) as one frozen Config; all mistakes reported at once."""

from nexus_diff.config.globs import Matcher, included, is_test, matcher, which
from nexus_diff.config.load import CONFIG_FILES, ReadFile, load, load_from
from nexus_diff.config.schema import (
    DEFAULT_MAX_FILE_BYTES,
    DEFAULT_TEST_PATTERNS,
    Accept,
    AnalysisConfig,
    Config,
    EntryPointsConfig,
    GitConfig,
    ImpactConfig,
    IndexConfig,
    TestsConfig,
    digest,
)

__all__ = [
    "CONFIG_FILES",
    "DEFAULT_MAX_FILE_BYTES",
    "DEFAULT_TEST_PATTERNS",
    "Accept",
    "AnalysisConfig",
    "Config",
    "EntryPointsConfig",
    "GitConfig",
    "ImpactConfig",
    "IndexConfig",
    "Matcher",
    "ReadFile",
    "TestsConfig",
    "digest",
    "included",
    "is_test",
    "load",
    "load_from",
    "matcher",
    "which",
]
