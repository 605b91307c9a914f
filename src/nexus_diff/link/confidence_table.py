"""Measured rates: language group → reason → share of such relations that are real.

Written by `benchmarks/fit_confidence.py`; do not edit.
"""

from __future__ import annotations

RATES: dict[str, dict[str, float]] = {}
