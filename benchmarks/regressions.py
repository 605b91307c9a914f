"""How much of later repairs an answer names: `python benchmarks/regressions.py PAIRS CLONES [--language python …] [--save-dir ANSWERS]`.

PAIRS: a file with one culprit/fix pair a line (culprit, base, functions that the fix repaired elsewhere, tests that it touched). CLONES:
folder of clones with full history as `owner+name`. Every pair is asked as `base..culprit --depth 2`. Bars: functions in other files,
any for 0.45 and all for 0.30 of the pairs at a median share of 1 % of all functions and a lift of 15; in the same file any for 0.50 at
1 %; a test file that the fix touched among the first 5 % of the test files for 0.70. Pairs of one repository are asked by date, so that
each index is an update of the last one; with --save-dir answers are kept there, and those that are there are not asked for again.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

COARSE = {"file", "folder", "class", "interface", "namespace", "enum"}
CLASSES = ("cross-file", "same-file-elsewhere")
LISTS = ("changed_symbols", "impacted", "callees")
FIRST = 0.05


def ask(pair: dict[str, Any], clones: Path, index: Path, saved: Path | None) -> dict[str, Any]:
    """The answer for one culprit."""
    kept = saved / f"{pair['id']}.json" if saved else None
    if kept and kept.exists():
        return dict(json.loads(kept.read_bytes()))
    clone = clones / pair["repo"].replace("/", "+")
    command = [sys.executable, "-m", "nexus_diff", f"{pair['base']}..{pair['culprit']}", "--depth", "2", "--format", "json"]
    command += ["--repo", str(clone), "--index-dir", str(index / clone.name)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"{pair['id']}: {done.stderr.strip()[-200:]}", file=sys.stderr)
        return {}
    if kept:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(done.stdout, encoding="utf-8")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def functions_in(pair: dict[str, Any], clones: Path) -> None:
    """Tells the pair how many functions the culprit's tree has where it does not say (Go: lines that begin with `func`)."""
    if not pair.get("functions_total") and pair["language"] == "go":
        clone = clones / pair["repo"].replace("/", "+")
        command = ["git", "-C", str(clone), "grep", "-hc", "^func ", pair["culprit"], "--", "*.go"]
        counted = subprocess.run(command, capture_output=True, text=True, check=True)
        pair["functions_total"] = sum(map(int, counted.stdout.split()))


def hits(pair: dict[str, Any], symbols: Iterable[dict[str, Any]]) -> tuple[int, int]:
    """How many of the functions repaired elsewhere are named, and how many functions are named at all."""
    named = [symbol for symbol in symbols if symbol["kind"] not in COARSE]
    found = sum(
        any(s["file"] == w["file"] and s["start_line"] <= w["end"] and s["end_line"] >= w["start"] for s in named)
        for w in pair["elsewhere_fixed"]
    )
    return found, len({(symbol["file"], symbol["start_line"], symbol["qualified_name"]) for symbol in named})


def missed(pair: dict[str, Any], answer: dict[str, Any]) -> Iterator[str]:
    """The repaired functions that the whole answer does not name."""
    named = [symbol for part in LISTS for symbol in answer.get(part, ())]
    for wanted in pair["elsewhere_fixed"]:
        if not hits({"elsewhere_fixed": [wanted]}, named)[0]:
            yield f"{pair['id']} {pair['class']}: {wanted['file']}:{wanted['start']} {wanted['qualname']}\n"


def test_hit(pair: dict[str, Any], answer: dict[str, Any]) -> bool | None:
    """Whether a test file that the fix touched is among the first; None where it touched none that was there."""
    wanted = {test["file"] for test in pair["tests_touched"] if test["exists_at_culprit"] and test.get("code", True)}
    files = list(dict.fromkeys(test["file"] for test in answer.get("affected_tests", ())))
    limit = max(1, int((pair.get("test_files_total") or len(files) * 2) * FIRST))
    return not wanted.isdisjoint(files[:limit]) if wanted else None


def rows(pairs: list[dict[str, Any]], answers: list[dict[str, Any]], callees: bool) -> Iterator[str]:
    """One line per class of pairs."""
    for name in CLASSES:
        found = []
        for pair, answer in zip(pairs, answers, strict=True):
            if pair["class"] == name and pair["elsewhere_fixed"]:
                hit, size = hits(pair, (symbol for part in LISTS[: 2 + callees] for symbol in answer.get(part, ())))
                found.append((hit / len(pair["elsewhere_fixed"]), size / pair["functions_total"] if pair.get("functions_total") else None))
        shares = [share for _, share in found if share is not None]
        if found and shares:
            recall, mean = statistics.mean(hit for hit, _ in found), statistics.mean(shares)
            some, full = sum(hit > 0 for hit, _ in found) / len(found), sum(hit == 1 for hit, _ in found) / len(found)
            yield f"{name:22}{len(found):4}{some:8.2f}{full:8.2f}{statistics.median(shares):9.2%}{recall / mean:8.1f}"


def main() -> None:
    """Asks for every pair and prints the figures, without and with what the changed code calls."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("clones", type=Path)
    parser.add_argument("--half", default="dev")
    parser.add_argument("--language", nargs="*", default=["python", "javascript", "typescript"])
    parser.add_argument("--index-dir", type=Path, required=True)
    parser.add_argument("--save-dir", type=Path)
    parser.add_argument("--misses", action="store_true", help="name what no answer named")
    arguments = parser.parse_args()
    lines = arguments.pairs.read_text(encoding="utf-8").splitlines()
    pairs = [pair for pair in map(json.loads, lines) if pair["half"] == arguments.half and pair["language"] in arguments.language]
    pairs.sort(key=lambda pair: (pair["repo"], pair["culprit_date"], pair["id"]))
    answers = [ask(pair, arguments.clones, arguments.index_dir, arguments.save_dir) for pair in pairs]
    for pair in pairs:
        functions_in(pair, arguments.clones)
    for callees in (False, True):
        print(f"{'with callees' if callees else 'impacted':22}{'n':>4}{'any':>8}{'all':>8}{'share':>9}{'lift':>8}")
        print("\n".join(rows(pairs, answers, callees)))
    tests = [hit for pair, answer in zip(pairs, answers, strict=True) if (hit := test_hit(pair, answer)) is not None]
    print(f"touched test file among the first {FIRST:.0%}: {sum(tests)} of {len(tests)}")
    for pair, answer in zip(pairs, answers, strict=True) if arguments.misses else ():
        print(*missed(pair, answer), sep="", end="")


if __name__ == "__main__":
    main()
