"""A repository as resolvers of imports see it: paths, and the manifests among them."""

from __future__ import annotations

from collections.abc import Mapping

from nexus_diff.languages.manifests import manifest_kind, read_manifest
from nexus_diff.model.facts import ManifestFacts


class Tree:
    """A probe over path → text; the manifests among them are read. `asked`: how many files were asked for."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = files
        self.asked = 0

    def file(self, path: str) -> bool:
        self.asked += 1
        return path in self.files

    def directory(self, path: str) -> bool:
        return any(file.startswith(f"{path}/") or not path for file in self.files)

    def roots(self, name: str) -> tuple[str, ...]:
        found = set()
        for path in self.files:
            steps = path.split("/")
            for at, step in enumerate(steps):
                if step == name or (at == len(steps) - 1 and step.partition(".")[0] == name):
                    found.add("/".join(steps[:at]))
        return tuple(sorted(found))

    def manifests(self, kind: str) -> tuple[tuple[str, ManifestFacts], ...]:
        found = sorted((path, text) for path, text in self.files.items() if manifest_kind(path) == kind)
        return tuple((path, read_manifest(kind, text.encode())) for path, text in found)

    def manifest(self, kind: str, path: str) -> ManifestFacts | None:
        return next((facts for p, facts in self.manifests(kind) if p == path), None)


def tree_of(*paths: str) -> Tree:
    """Files whose text does not matter."""
    return Tree(dict.fromkeys(paths, ""))
