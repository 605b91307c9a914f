"""Where an import of Go leads: to a folder of a module of the repository, to a vendored package, or out of the repository."""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import dirname, normpath

from nexus_diff.languages.base import Probe, Resolved
from nexus_diff.languages.go_names import STANDARD
from nexus_diff.languages.manifests import values

EXTERNAL = Resolved("external")
MISSING = Resolved("missing")


def resolve(importer: str, source: str, probe: Probe) -> Resolved:
    """The folder that the import path `source` names in the file `importer`."""
    if not source or source == "C":
        return EXTERNAL
    if source.startswith(("./", "../")):
        return _folder(_joined(dirname(importer), source), probe) or MISSING
    homes = sorted(set(_modules(probe)), key=lambda home: (-len(home[0]), -_shared(home[1], importer), home[1]))
    for module, folder in homes:
        if source == module or source.startswith(f"{module}/"):
            found = _folder(_joined(folder, source[len(module) + 1 :]), probe)
            if found is not None:
                return found
    return _vendored(importer, source, probe) or (_by_folders(source, probe) if not homes else None) or EXTERNAL


def _modules(probe: Probe) -> Iterator[tuple[str, str]]:
    """(module path, folder) of the modules of the repository, replacements by local folders included."""
    for path, facts in probe.manifests("gomod"):
        found = values(facts)
        if found.get("module"):
            yield found["module"], dirname(path)
        for module, folder in found.get("replace", ()):
            yield module, _joined(dirname(path), folder)
    for path, facts in probe.manifests("gowork"):
        for module, folder in values(facts).get("replace", ()):
            yield module, _joined(dirname(path), folder)


def _joined(folder: str, rest: str) -> str:
    path = normpath(f"{folder}/{rest}" if folder else rest or ".")
    return "" if path == "." else path


def _shared(folder: str, importer: str) -> int:
    """How much of the importing file's path a module's folder covers; -1 for none."""
    return len(folder) if not folder or importer.startswith(f"{folder}/") else -1


def _folder(path: str, probe: Probe) -> Resolved | None:
    return Resolved("directory", path) if not path.startswith("..") and probe.directory(path) else None


def _vendored(importer: str, source: str, probe: Probe) -> Resolved | None:
    folder = dirname(importer)
    while True:
        found = _folder(_joined(folder, f"vendor/{source}"), probe)
        if found is not None or not folder:
            return found
        folder = dirname(folder)


def _by_folders(source: str, probe: Probe) -> Resolved | None:
    """Without any go.mod: the folder that ends as the path does, host and owner left out."""
    elements = source.split("/")
    if elements[0] in STANDARD or "." not in elements[0]:
        return None
    for start in range(2, len(elements)):
        found = _folder("/".join(elements[start:]), probe)
        if found is not None:
            return found
    return None
