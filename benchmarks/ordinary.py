"""Labelled ordinary commits: those without meaning must reach nothing, and files that move must be said to move.

    python benchmarks/ordinary.py COMMITS.jsonl CLONES [--repository OWNER/NAME=PATH …] [--index-dir FOLDER] [--only OWNER/NAME …]

A line of COMMITS holds `repo` ("owner/name"), `base`, `head`, `label` and `files` (each with `path`, `status` and, for "R", `old`).
CLONES holds one clone a repository, as `NAME`, `OWNER+NAME` or `OWNER+NAME/repo`. Nothing is written to them.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nexus_diff.languages import by_suffix
from nexus_diff.model.answer import Answer
from nexus_diff.run.analyse import analyse
from nexus_diff.run.request import Place, Request

HARMLESS = ("comment-only", "docs-only", "formatting-only")
MOVES = ("move", "rename")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commits", type=Path)
    parser.add_argument("clones", type=Path)
    parser.add_argument("--repository", action="append", default=[], help="OWNER/NAME=PATH of a clone that stands elsewhere")
    parser.add_argument("--index-dir", default="")
    parser.add_argument("--only", nargs="*", default=[])
    arguments = parser.parse_args()
    elsewhere = dict(text.split("=", 1) for text in arguments.repository)
    counts: dict[str, Counter[str]] = {}
    for line in arguments.commits.read_text(encoding="utf-8").splitlines():
        commit = json.loads(line)
        if commit["label"] not in HARMLESS + MOVES or (arguments.only and commit["repo"] not in arguments.only):
            continue
        count = counts.setdefault(commit["label"], Counter())
        clone = _clone(commit, arguments.clones, elsewhere)
        if clone is None:
            count["not cloned"] += 1
            continue
        place = Place(repo=str(clone), index_dir=arguments.index_dir)
        answer = analyse(Request(place=place, range=f"{commit['base']}..{commit['head']}", direct=True)).answer
        right, all_, wrong = _judged(commit, answer)
        count.update(commits=1, right=right, of=all_)
        kinds = dict(Counter(symbol.change for symbol in answer.changed_symbols))
        print(f"{commit['repo']} {commit['head'][:10]} {commit['label']}: {right} of {all_}; {kinds}", flush=True)
        for text in wrong:
            print(f"    {text}")
    for label, count in sorted(counts.items()):
        what = "files reported as moved or renamed" if label in MOVES else "with an empty blast radius"
        done = f"{count['commits']:>3} commits  {count['right']:>3} of {count['of']:>3} {what}"
        print(f"{label:<16} {done}; {count['not cloned']} not cloned")
    return 0


def _clone(commit: dict[str, Any], clones: Path, elsewhere: dict[str, str]) -> Path | None:
    """A clone that holds both ends of the commit."""
    owner, _, name = commit["repo"].partition("/")
    places = [Path(elsewhere.get(commit["repo"], "")), clones / f"{owner}+{name}" / "repo", clones / f"{owner}+{name}", clones / name]
    return next((place for place in places if place.name and all(_holds(place, commit[end]) for end in ("base", "head"))), None)


def _holds(place: Path, revision: str) -> bool:
    found = place.is_dir() and subprocess.run(["git", "-C", str(place), "cat-file", "-e", revision], capture_output=True, check=False)
    return bool(found) and found.returncode == 0  # type: ignore[union-attr]


def _judged(commit: dict[str, Any], answer: Answer) -> tuple[int, int, list[str]]:
    """(what is right, of how many, what is wrong)."""
    if commit["label"] in HARMLESS:
        wrong = [f"reaches {len(answer.impacted)} symbols"] if answer.impacted else []
        wrong += [f"breaks {site.file}:{site.line} {site.message}" for site in answer.breaking_call_sites]
        changed = [symbol for symbol in answer.changed_symbols if symbol.change != "comment"]
        return int(not wrong), 1, [*wrong, *(f"{s.change} {s.file} {s.qualified_name} {', '.join(s.details)}" for s in changed)]
    told = {(s.file, s.old.file) for s in answer.changed_symbols if s.kind == "file" and s.old is not None}
    moved = list(_moved(commit))
    missing = [f"{old} → {new} is not reported" for new, old in moved if (new, old) not in told]
    return len(moved) - len(missing), len(moved), missing


def _moved(commit: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for file in commit["files"]:
        if file["status"].startswith("R") and by_suffix(file["path"]) is not None:
            yield file["path"], file["old"]


if __name__ == "__main__":
    sys.exit(main())
