"""Rename detection: first by equal content, then by similarity of lines, as git does (half of the larger file must be shared).

Maintainers: the measure is git's (`diffcore-delta`): bytes in common, counted over lines, divided by the size of the larger file.
It is ours and not libgit2's so that commits, index, working tree and patches all give the same answer.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from nexus_diff.git.repository import MissingBlob
from nexus_diff.git.snapshot import Snapshot
from nexus_diff.git.trees import SUBMODULE, Pair
from nexus_diff.model.changes import TreeFile

SIMILAR = 0.5
_SAME_NAME = 0.75
_LARGEST = 4 << 20
_MOST_PAIRS = 20_000

Lines = Counter[bytes]


def pair_renames(base: Snapshot, head: Snapshot, pairs: dict[str, Pair]) -> tuple[dict[str, Pair], list[str]]:
    """`pairs` with deletions and additions that belong together joined under the new path, and a notice when a limit cut the search."""
    gone = {path: old for path, (old, new) in sorted(pairs.items()) if old is not None and new is None and old.mode != SUBMODULE}
    come = {path: new for path, (old, new) in sorted(pairs.items()) if old is None and new is not None and new.mode != SUBMODULE}
    if not gone or not come:
        return pairs, []
    renames = _exact(gone, come)
    for new_path, old_path in renames.items():
        del gone[old_path], come[new_path]
    similar, cut = _similar(base, head, gone, come)
    renames |= similar
    joined = dict(pairs)
    for new_path, old_path in renames.items():
        joined[new_path] = (pairs[old_path][0], pairs[new_path][1])
        del joined[old_path]
    notice = [f"renames: {cut} pairs of files were not compared (limit {_MOST_PAIRS}); some may show as deleted and added"] if cut else []
    return joined, notice


def similarity(old: Lines, new: Lines) -> float:
    """Share of the larger file's bytes that stand in lines of both."""
    if len(old) > len(new):
        old, new = new, old
    common = sum(len(line) * min(count, new[line]) for line, count in old.items() if line in new)
    return common / max(_size(old), _size(new), 1)


def lines_of(data: bytes) -> Lines:
    """A file as a bag of lines."""
    return Counter(data.splitlines(keepends=True))


def _size(lines: Lines) -> int:
    return sum(len(line) * count for line, count in lines.items())


def _exact(gone: dict[str, TreeFile], come: dict[str, TreeFile]) -> dict[str, str]:
    """New path → old path of equal content; of several, the one with the same name, then the first."""
    by_content = defaultdict(list)
    for path, file in gone.items():
        by_content[file.oid, file.mode & 0o170000].append(path)
    renames = {}
    for same_name in (True, False):
        for path, file in come.items():
            if path in renames:
                continue
            candidates = by_content.get((file.oid, file.mode & 0o170000), [])
            found = next((old for old in candidates if not same_name or _name(old) == _name(path)), None)
            if found is not None:
                candidates.remove(found)
                renames[path] = found
    return renames


def _similar(base: Snapshot, head: Snapshot, gone: dict[str, TreeFile], come: dict[str, TreeFile]) -> tuple[dict[str, str], int]:
    """New path → old path by similarity, best first, and how many pairs a limit left unlooked at."""
    old_bags, new_bags = _bags(base, gone.values()), _bags(head, come.values())
    renames = _by_name(old_bags, new_bags)
    taken = set(renames.values())
    left = [(path, *bag) for path, bag in old_bags.items() if path not in taken]
    candidates = [
        (old, new, old_bag, new_bag)
        for new, (new_size, new_bag) in new_bags.items()
        if new not in renames
        for old, old_size, old_bag in left
        if min(old_size, new_size) >= SIMILAR * max(old_size, new_size)
    ]
    candidates.sort(key=lambda pair: _suffix(pair[0]) != _suffix(pair[1]))
    scores = [(similarity(old_bag, new_bag), old, new) for old, new, old_bag, new_bag in candidates[:_MOST_PAIRS]]
    for score, old, new in sorted(scores, key=lambda item: (-item[0], _name(item[1]) != _name(item[2]), item[1], item[2])):
        if score >= SIMILAR and old not in taken and new not in renames:
            renames[new] = old
            taken.add(old)
    return renames, max(0, len(candidates) - _MOST_PAIRS)


def _by_name(old_bags: dict[str, tuple[int, Lines]], new_bags: dict[str, tuple[int, Lines]]) -> dict[str, str]:
    """New path → old path for moves that keep a file name which occurs once on either side."""
    old_names, new_names = _unique_names(old_bags), _unique_names(new_bags)
    return {
        new_names[name]: old_names[name]
        for name in sorted(old_names.keys() & new_names.keys())
        if similarity(old_bags[old_names[name]][1], new_bags[new_names[name]][1]) >= _SAME_NAME
    }


def _unique_names(paths: Iterable[str]) -> dict[str, str]:
    by_name: dict[str, list[str]] = defaultdict(list)
    for path in paths:
        by_name[_name(path)].append(path)
    return {name: found[0] for name, found in by_name.items() if len(found) == 1}


def _bags(snapshot: Snapshot, files: Iterable[TreeFile]) -> dict[str, tuple[int, Lines]]:
    """Path → (size, lines) of the files that can be compared: regular, not empty, not huge, present."""
    bags = {}
    for file in files:
        if file.mode & 0o170000 != 0o100000 or not 0 < snapshot.size_of(file.oid) <= _LARGEST:
            continue
        try:
            data = snapshot.read(file.oid)
        except MissingBlob:
            continue
        bags[file.path] = (len(data), lines_of(data))
    return bags


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _suffix(path: str) -> str:
    return _name(path).rpartition(".")[2]
