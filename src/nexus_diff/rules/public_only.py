"""`public_only`: parts are entered by their public files only."""

from __future__ import annotations

from nexus_diff.rules.kind import Kind
from nexus_diff.rules.parts import Place


class PublicOnly(Kind):
    """Other values of the same part's captures count as outside."""

    def forbids(self, source: Place, target: Place) -> str:
        if target.part not in self.rule.targets or target.public or source.label == target.label:
            return ""
        return f"{source.label} uses {target.name}, which is not public in {target.label}"
