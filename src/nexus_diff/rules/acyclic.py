"""`acyclic`: the files and folders that a pattern matches, and with `depth` those below them, must not depend on one another in circles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from nexus_diff.config.architecture import Rule
from nexus_diff.rules.cycles import Groups
from nexus_diff.rules.kind import Kind
from nexus_diff.rules.parts import compiled
from nexus_diff.rules.view import View


class Acyclic(Kind):
    """Imports decide. At each further level of `depth`, only siblings in one folder are compared."""

    def __init__(self, rule: Rule) -> None:
        super().__init__(rule)
        self._patterns = [(pattern.rstrip("/"), pattern.rstrip("/").count("/") + 1) for pattern in rule.targets]

    def circles(self, view: View) -> Iterator[tuple[str, Groups]]:
        for level in range(self.rule.depth):
            yield f"{self.rule.id}:{level}" if level else self.rule.id, self._groups(level)

    def _groups(self, level: int) -> Groups:
        @cache
        def group(path: str) -> str:
            names = path.split("/")
            for pattern, length in self._patterns:
                if len(names) >= length + level and compiled(pattern + "/**").fullmatch("/".join(names[:length]) + "/x"):
                    return "/".join(names[: length + level])
            return ""

        return Groups(group, (lambda name: name.rpartition("/")[0]) if level else (lambda name: ""))
