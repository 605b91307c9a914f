"""Does the risk level tell commits that broke something from ordinary ones? Prints the ROC AUC of the level, of each factor, and of a naive
baseline, the number of changed lines.

    python benchmarks/risk.py PAIRS.jsonl ORDINARY.jsonl CLONES [--answers DIR] [--index-dir DIR] [--config FILE] [--neighbours 1]
        [--score-only]

PAIRS: one JSON object a line with `repo`, `base` and `culprit` (commits); ORDINARY: with `repo`, `base` and `head`. CLONES: a folder with
clones named `owner+name` (the git directory itself, or `repo` in it); pairs of other repositories are left out. `--neighbours`: so many
commits shortly before each culprit that touch code count as ordinary, too. Answers are kept in a folder: a run can be taken up again.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

CODE = (".py", ".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs")
LEVELS = ("none", "low", "unknown", "medium", "high")
"""In the order in which they are taken to grow: what is unknown stands in the middle."""
KINDS = ("culprit", "ordinary", "neighbour")

Case = tuple[str, str, str, str]
"""Kind, repository, base, head."""


def main() -> int:
    arguments = _arguments()
    cases = list(_cases(arguments))
    answers = Path(arguments.answers)
    answers.mkdir(parents=True, exist_ok=True)
    rows = []
    for kind, repo, base, head in cases:
        file = answers / f"{repo.replace('/', '+')}-{head}.json"
        if not file.exists() and not arguments.score_only:
            _run(_clone(arguments.clones, repo), base, head, file, arguments)
        if file.exists() and file.stat().st_size:
            rows.append((kind, repo, json.loads(file.read_text()), _lines(_clone(arguments.clones, repo), base, head)))
    print(f"{len(rows)} of {len(cases)} commits analysed: " + ", ".join(f"{sum(r[0] == kind for r in rows)} {kind}" for kind in KINDS))
    for others in (("ordinary",), ("neighbour",), ("ordinary", "neighbour")):
        _report([row for row in rows if row[0] == "culprit"], [row for row in rows if row[0] in others], " + ".join(others))
    return 0


def _cases(arguments: argparse.Namespace) -> Iterator[Case]:
    """Commits by repository and date, so that each index is made from a near one."""
    found: list[tuple[str, int, Case]] = []
    for line in Path(arguments.pairs).read_text().splitlines():
        pair = json.loads(line)
        found += _dated(arguments, ("culprit", pair["repo"], pair["base"], pair["culprit"]))
        for base, head in _neighbours(arguments, pair["repo"], pair["base"]):
            found += _dated(arguments, ("neighbour", pair["repo"], base, head))
    for line in Path(arguments.ordinary).read_text().splitlines():
        one = json.loads(line)
        found += _dated(arguments, ("ordinary", one["repo"], one["base"], one["head"]))
    culprits = {case[3] for _, _, case in found if case[0] == "culprit"}
    yield from (case for _, _, case in sorted(found) if case[0] == "culprit" or case[3] not in culprits)


def _dated(arguments: argparse.Namespace, case: Case) -> list[tuple[str, int, Case]]:
    clone = _clone(arguments.clones, case[1])
    date = _git(clone, "log", "-1", "--format=%ct", case[3]) if clone.is_dir() else ""
    return [(case[1], int(date), case)] if date.strip() else []


def _neighbours(arguments: argparse.Namespace, repo: str, base: str) -> list[tuple[str, str]]:
    """Commits among the thirty before the base that touch code, with their parents."""
    clone = _clone(arguments.clones, repo)
    if not clone.is_dir() or not arguments.neighbours:
        return []
    lines = _git(clone, "log", "-30", "--no-merges", "--format=%P %H", base, "--", *(f"*{ending}" for ending in CODE)).splitlines()
    commits = [tuple(line.split()) for line in lines if len(line.split()) == 2]
    return random.Random(base).sample(commits, min(arguments.neighbours, len(commits)))  # type: ignore[return-value]


def _run(clone: Path, base: str, head: str, file: Path, arguments: argparse.Namespace) -> None:
    where = ["--index-dir", f"{arguments.index_dir}/{clone.parent.name}"] if arguments.index_dir else []
    where += ["--config", arguments.config] if arguments.config else []
    command = [sys.executable, "-m", "nexus_diff", "--repo", str(clone), f"{base}..{head}", "--format", "json", "--quiet", *where]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode == 0:
        file.write_bytes(done.stdout)
    else:
        print(f"{clone} {head}: {done.stderr.decode().strip()}", file=sys.stderr)


def _report(culprits: list[Any], others: list[Any], name: str) -> None:
    if not culprits or not others:
        return
    print(f"\n{len(culprits)} culprits against {len(others)} {name}")
    print(f"  {'level':<22} {_auc(culprits, others, lambda row: LEVELS.index(_risk(row)['level'])):.2f}   share by level:")
    for level in LEVELS:
        shares = [sum(_risk(row)["level"] == level for row in rows) / len(rows) for rows in (culprits, others)]
        print(f"    {level:<20} {shares[0]:5.0%} {shares[1]:5.0%}")
    for factor in [factor["name"] for factor in _risk(culprits[0])["factors"]]:
        auc = _auc(culprits, others, lambda row, name=factor: _factor(row, name)["value"])
        raised = [sum(_factor(row, factor)["raised"] for row in rows) / len(rows) for rows in (culprits, others)]
        print(f"  {factor:<22} {auc:.2f}   raised {raised[0]:4.0%} {raised[1]:4.0%}")
    print(f"  {'raised factors':<22} {_auc(culprits, others, lambda row: sum(one['raised'] for one in _risk(row)['factors'])):.2f}")
    print(f"  {'changed lines':<22} {_auc(culprits, others, lambda row: row[3]):.2f}   (baseline)")


def _risk(row: Any) -> Any:
    return row[2]["summary"]["risk"]


def _factor(row: Any, name: str) -> Any:
    return next((one for one in _risk(row)["factors"] if one["name"] == name), {"value": 0.0, "raised": False})


def _auc(ones: Iterable[Any], zeros: Iterable[Any], key: Callable[[Any], float]) -> float:
    """Chance that a culprit has the larger value than an ordinary commit; equals count half."""
    high, low = [key(row) for row in ones], [key(row) for row in zeros]
    return sum((a > b) + (a == b) / 2 for a in high for b in low) / (len(high) * len(low))


def _lines(clone: Path, base: str, head: str) -> int:
    rows = (line.split("\t") for line in _git(clone, "diff", "--no-renames", "--numstat", base, head).splitlines())
    return sum(int(number) for row in rows for number in row[:2] if number.isdigit())


def _clone(folder: str, repo: str) -> Path:
    place = Path(folder) / repo.replace("/", "+")
    return place / "repo" if (place / "repo").is_dir() else place


def _git(clone: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(clone), *arguments], capture_output=True, check=False)
    return done.stdout.decode("utf-8", "replace")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("pairs", "ordinary", "clones"):
        parser.add_argument(name)
    parser.add_argument("--answers", default="answers")
    parser.add_argument("--index-dir", default="")
    parser.add_argument("--config", default="")
    parser.add_argument("--neighbours", type=int, default=0)
    parser.add_argument("--score-only", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
