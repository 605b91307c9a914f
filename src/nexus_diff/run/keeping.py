"""How much of an index `gc` keeps when nothing else is asked for. Help texts and completion name it, so it stands apart from the work."""

from __future__ import annotations

KEEP_DAYS = 14.0
KEEP_BYTES = 500_000_000
"""Of the snapshots, and again of the facts."""
