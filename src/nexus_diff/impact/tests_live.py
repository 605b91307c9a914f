"""Which code can run in which tests, as far as imports tell."""

# For maintainers. A framework calls what was registered with it: through a callback or an override, code of examples, plug-ins and other
# packages is called by the core, and from there every test of the core would seem to run it. But whoever runs it must have imported it.
# So a call into a package that the caller's file does not import, directly or not, is replaced by the imports of the file. Inside one
# package nothing is dropped: much of it is loaded by name (commands, template tags). Nor is anything where imports do not lead to the files
# that hold the code (C, C++, C#, Java).

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.languages import REGISTRY
from nexus_diff.languages.base import Language
from nexus_diff.model.graph import IMPORTS, GraphReader


class Packages:
    """Packages of the files of one graph, and who imports them."""

    def __init__(self, graph: GraphReader) -> None:
        self._graph = graph
        self._roots: dict[str, str] = {}
        self._importers: dict[str, frozenset[str]] = {}
        self._folders: dict[str, list[str]] | None = None

    def foreign(self, source: str, target: str) -> bool:
        """Whether code in file `source` can have code of file `target` only from someone else: another package, not imported."""
        if source == target or self.root(source) == self.root(target):
            return False
        language = self._language(target)
        return (language is None or language.imports_tell) and source not in self._importing(target)

    def root(self, path: str) -> str:
        """The outermost folder of the package that a file is in; its own folder if it is in none."""
        folder = path.rpartition("/")[0]
        found = self._roots.get(folder)
        if found is None:
            found = self._roots[folder] = self._climb(folder, self._inits(path))
        return found

    def _language(self, path: str) -> Language | None:
        node = self._graph.node("File:" + path)
        return REGISTRY.get(node.language) if node is not None else None

    def _inits(self, path: str) -> tuple[str, ...]:
        language = self._language(path)
        return language.package_files if language is not None else ()

    def _climb(self, folder: str, inits: tuple[str, ...]) -> str:
        while folder:
            above = folder.rpartition("/")[0]
            if not above or all(self._graph.node(f"File:{above}/{name}") is None for name in inits):
                break
            folder = above
        return folder

    def _importing(self, path: str) -> frozenset[str]:
        """Files that import this one, directly or not."""
        found = self._importers.get(path)
        if found is None:
            seen, queue = {path}, [path]
            for here in queue:
                for source in (*self._importers_of(here), *self._beside(here)):
                    if source not in seen:
                        seen.add(source)
                        queue.append(source)
            found = self._importers[path] = frozenset(seen)
        return found

    def _importers_of(self, path: str) -> Iterator[str]:
        return (relation.source[5:] for relation in self._graph.incoming("File:" + path, IMPORTS, 0.0))

    def _beside(self, path: str) -> list[str]:
        """The other files of a package that is imported as a whole."""
        language = self._language(path)
        if language is None or not language.imports_folders:
            return []
        if self._folders is None:
            self._folders = {}
            for entry in self._graph.files():
                if entry.language == language.name:
                    self._folders.setdefault(entry.path.rpartition("/")[0], []).append(entry.path)
        return self._folders.get(path.rpartition("/")[0], [])
