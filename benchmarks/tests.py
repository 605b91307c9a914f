"""How good the affected tests are, against recorded runs: `python benchmarks/tests.py TRACES CLONES [NAME …]`.

TRACES: folder with score.py and data/NAME.json.gz (functions that tests execute), data/NAME.mut.json.gz (tests that break). CLONES: folder
of clones by NAME; each is asked at the commit its truth was recorded at. Bars: micro recall 0.97 at a selected share no larger than that of
the true calls followed backwards; every affected test listed for 0.80 of the functions, every file for 0.95; a failing test among the
first ten for 0.80 of the mutants.
"""

from __future__ import annotations

import argparse
import gzip
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

NAMES = ("click", "flask", "rich")


def run(*command: str, cwd: Path | None = None) -> str:
    """Standard output of a command that must go well."""
    return subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True).stdout


def measure(traces: Path, clone: Path, name: str, folder: Path) -> dict[str, Any]:
    """The scorer's figures for our lists, and the selected share of the true calls."""
    truth = traces / "data" / f"{name}.json.gz"
    mutants = traces / "data" / f"{name}.mut.json.gz"
    score = [sys.executable, str(traces / "score.py"), str(truth)]
    symbols, answers = folder / f"{name}.symbols", folder / f"{name}.jsonl"
    run(*score, "--symbols-out", str(symbols))
    with gzip.open(truth, "rt", encoding="utf-8") as stream:
        commit = json.load(stream)["meta"]["commit"]
    ask = [sys.executable, "-m", "nexus_diff", "impact", "--symbols-from", str(symbols), "--format", "jsonl", "--output", str(answers)]
    common = ["--repo", str(clone), "--rev", commit, "--index-dir", str(folder / name), "--quiet"]
    began = time.perf_counter()
    run(*ask, *common)
    seconds = time.perf_counter() - began
    found: dict[str, Any] = json.loads(run(*score, "--answers", str(answers), *(["--mutation", str(mutants)] if mutants.exists() else [])))
    oracle = json.loads(run(*score, "--baseline", "oracle:all"))
    found["true_calls_select"] = oracle["tests_executing"]["inf"]["mean_selected_share"]
    found["seconds"] = round(seconds, 1)
    return found


def main() -> None:
    """Measures and prints one line per project."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("traces", type=Path)
    parser.add_argument("clones", type=Path)
    parser.add_argument("names", nargs="*", default=NAMES)
    parser.add_argument("--json", type=Path, help="also write all figures there")
    arguments = parser.parse_args()
    figures = {}
    print(f"{'':8}{'recall':>8}{'selected':>10}{'(true)':>8}{'complete':>10}{'files':>8}{'breaking':>10}{'first 10':>10}{'seconds':>9}")
    with tempfile.TemporaryDirectory(prefix="nexus-diff-tests-") as name_of_folder:
        for name in arguments.names:
            found = figures[name] = measure(arguments.traces, arguments.clones / name, name, Path(name_of_folder))
            lists, breaking = found["tests_executing"]["answers"], found.get("tests_breaking", {}).get("answers", {})
            print(
                f"{name:8}{lists['micro_recall']:8.3f}{lists['mean_selected_share']:10.3f}{found['true_calls_select']:8.3f}"
                f"{lists['functions_with_full_recall']:10.3f}{found['every_test_file_listed']:8.3f}"
                f"{breaking.get('micro_recall', float('nan')):10.3f}{found.get('failing_test_in_first_10', float('nan')):10.3f}"
                f"{found['seconds']:9.1f}",
                flush=True,
            )
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
