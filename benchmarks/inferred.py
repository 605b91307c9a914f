"""How often the findings without configuration speak: `python benchmarks/inferred.py CLONE [--commits 500] [--read 20]`.

Walks the first-parent history, oldest first, compares the imports between packages of each commit with those of its first parent, and
counts commits with a first dependency of one package on another, a new pair that depends on one another, a new circle. Imports are
resolved as in a real run, but nothing else is linked, and files are parsed once. `--read N` prints N findings, evenly spread, to judge.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Mapping

import pygit2

from nexus_diff.config import DEFAULT_TEST_PATTERNS, matcher
from nexus_diff.config.architecture import ArchitectureConfig, InferredConfig
from nexus_diff.extract import extract
from nexus_diff.languages import REGISTRY, language_of
from nexus_diff.languages.manifests import manifest_kind, read_manifest
from nexus_diff.link.context import Context
from nexus_diff.link.values import Mod
from nexus_diff.link.world import World
from nexus_diff.model.facts import FileFacts, ManifestFacts
from nexus_diff.model.graph import IMPORT, TYPE_IMPORT, FileEntry, FileImport, FileLinks, Node, Relation
from nexus_diff.rules.inferred import inferred
from nexus_diff.rules.moves import Moves
from nexus_diff.rules.parts import Parts
from nexus_diff.rules.values import Finding
from nexus_diff.rules.view import View

IS_TEST = matcher(DEFAULT_TEST_PATTERNS)


class Blobs:
    """Facts and manifests of blobs, each read once."""

    def __init__(self, repo: pygit2.Repository) -> None:
        self.repo = repo
        self.facts: dict[tuple[str, str], FileFacts] = {}
        self.manifests: dict[str, ManifestFacts] = {}

    def of(self, entry: FileEntry) -> FileFacts:
        key = (entry.oid, entry.language)
        if key not in self.facts:
            self.facts[key] = extract(self.repo[entry.oid].data, REGISTRY[entry.language])
        return self.facts[key]

    def manifest(self, entry: FileEntry) -> ManifestFacts:
        if entry.oid not in self.manifests:
            kind = manifest_kind(entry.path)
            assert kind is not None
            self.manifests[entry.oid] = read_manifest(kind, self.repo[entry.oid].data)
        return self.manifests[entry.oid]


class ImportsOnly:
    """`rules.values.Code` of one tree, with imports alone."""

    def __init__(self, blobs: Blobs, entries: Mapping[str, FileEntry], before: ImportsOnly | None) -> None:
        self.entries = entries
        world = World(
            entries,
            lambda path: blobs.of(entries[path]) if entries[path].language in REGISTRY else None,
            lambda path: blobs.manifest(entries[path]),
            lambda group, name: (),
        )
        context = Context(world)
        same = before is not None and before.entries.keys() == entries.keys()
        self._links: dict[str, FileLinks] = {}
        for path in sorted(self.files()):
            if same and before is not None and before.entries[path] == entries[path]:
                self._links[path] = before._links[path]
                continue
            index = world.index(path)
            found = set()
            for imp, line in zip(index.facts.imports, index.facts.import_lines, strict=True) if index is not None else ():
                reason = TYPE_IMPORT if "type_only" in imp.flags else IMPORT
                modules = context.modules.target(index, imp.source)
                below = context.modules.submodule(modules[0], imp.name) if modules and imp.name not in ("", "*") else ()
                found |= {FileImport(m.path, line, reason) for m in (below or modules) if isinstance(m, Mod) and m.path != path}
            self._links[path] = FileLinks(tuple(sorted(found)))

    def files(self) -> Iterable[str]:
        return [path for path, entry in self.entries.items() if entry.language in REGISTRY]

    def manifests(self) -> Iterable[str]:
        return [path for path, entry in self.entries.items() if entry.language == "manifest"]

    def is_test(self, path: str) -> bool:
        return "test" in self.entries[path].marks

    def links(self) -> Mapping[str, FileLinks]:
        return self._links

    def relations(self, path: str) -> Iterable[Relation]:
        return ()

    def node(self, node_id: str) -> Node | None:
        return None

    def nodes_in(self, path: str) -> Iterable[Node]:
        return ()

    def incoming(self, node_id: str, types: frozenset[str], min_confidence: float) -> Iterable[Relation]:
        return ()

    def outgoing(self, node_id: str, types: frozenset[str], min_confidence: float) -> Iterable[Relation]:
        return ()


def entries_of(repo: pygit2.Repository, tree: pygit2.Tree, folder: str = "") -> dict[str, FileEntry]:
    """Code and manifests of a tree."""
    found: dict[str, FileEntry] = {}
    for item in tree:
        path = folder + str(item.name)
        if isinstance(item, pygit2.Tree):
            found |= entries_of(repo, item, path + "/")
        elif isinstance(item, pygit2.Blob) and item.filemode in (0o100644, 0o100755) and item.size < 1_000_000:
            language = language_of(path, b"")
            name = language.name if language is not None else ("manifest" if manifest_kind(path) else "")
            if name:
                found[path] = FileEntry(path, str(item.id), name, "", frozenset({"test"}) if IS_TEST(path) else frozenset())
    return found


def renames(repo: pygit2.Repository, parent: pygit2.Commit, commit: pygit2.Commit) -> dict[str, str]:
    """Files that git sees as moved."""
    diff = repo.diff(parent, commit, context_lines=0)
    diff.find_similar()
    moved = [d for d in (patch.delta for patch in diff) if d.status == pygit2.enums.DeltaStatus.RENAMED]
    return {f"File:{d.old_file.path}": f"File:{d.new_file.path}" for d in moved}


def history(repo: pygit2.Repository, most: int) -> list[pygit2.Commit]:
    """First-parent commits that touch code, oldest first, each after its parent."""
    found = []
    commit: pygit2.Commit = repo.head.peel(pygit2.Commit)
    while len(found) < most and commit.parents:
        found.append(commit)
        commit = commit.parents[0]
    return found[::-1]


def main() -> None:
    """Walks and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clone")
    parser.add_argument("--commits", type=int, default=500)
    parser.add_argument("--read", type=int, default=20)
    arguments = parser.parse_args()
    repo = pygit2.Repository(arguments.clone)
    blobs = Blobs(repo)
    commits = history(repo, arguments.commits)
    speaking: Counter[str] = Counter()
    listed: list[tuple[str, Finding]] = []
    touching = 0
    before: ImportsOnly | None = None
    for commit in commits:
        parent = commit.parents[0]
        if before is None:
            before = ImportsOnly(blobs, entries_of(repo, parent.tree), None)
        entries = entries_of(repo, commit.tree)
        if entries == before.entries:
            continue
        touching += any(entries.get(p) != before.entries.get(p) and not IS_TEST(p) for p in entries.keys() | before.entries.keys())
        after = ImportsOnly(blobs, entries, before)
        views = [View(code, Parts(()), ArchitectureConfig()) for code in (before, after)]
        found = inferred(views[0], views[1], InferredConfig(), Moves(renames(repo, parent, commit)))
        speaking.update({finding.rule for finding in found} | ({"any"} if found else set()))
        listed += [(f"{str(commit.id)[:10]} {commit.message.splitlines()[0][:60]}", finding) for finding in found]
        before = after
    print(f"{len(commits)} commits, {touching} touch code that is no test; {len(listed)} findings")
    for rule, count in sorted(speaking.items()):
        print(f"  {rule:28} {count:4} commits, {100 * count / max(touching, 1):.1f} % of those that touch code")
    for title, finding in listed[:: max(1, len(listed) // arguments.read)][: arguments.read]:
        print(
            f"{title}\n    {finding.rule}: {finding.message}\n    "
            + "; ".join(f"{e.file}:{e.line} → {e.target[5:]}" for e in finding.edges)
        )


if __name__ == "__main__":
    main()
