"""What of the configuration decides about communities and entry points: part of what a snapshot holds."""

from __future__ import annotations

import msgspec

from nexus_diff.config import AnalysisConfig, Config, EntryPointsConfig


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The sections of the configuration that decide here."""

    analysis: AnalysisConfig = AnalysisConfig()
    entry_points: EntryPointsConfig = EntryPointsConfig()


def settings_of(config: Config) -> Settings:
    """The part of a configuration that decides here."""
    return Settings(analysis=config.analysis, entry_points=config.entry_points)
