"""How right the call graph is, against run-time traces, compilers and the PyCG micro-benchmark.

    python benchmarks/accuracy.py --bench BENCH --clones CLONES [--only NAME …] [--markdown FILE]

BENCH holds truth sets and their scorers (`traces/`, `calls/`); CLONES holds clones of the scored repositories under their short names
(`flask`, `hono`, `PyCG` …) with the truths' commits. Each repository is indexed from nothing at its truth's commit and exported as CSV; the
scorers do the rest. Prints one table per kind of truth.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

SUPPORTED = {"typescript", "javascript", "python", "c", "cpp", "java", "go", "rust", "csharp"}
Row = dict[str, Any]


def export(clone: Path, commit: str, out: Path, index: Path) -> None:
    """Index `clone` at `commit` from nothing and write its CSV export to `out`."""
    command = [sys.executable, "-m", "nexus_diff", "export", "--format", "csv", "--output", str(out), "--rev", commit]
    subprocess.run([*command, "--repo", str(clone), "--index-dir", str(index), "--quiet"], check=True)


def scored(command: list[str]) -> Row:
    """The last line that a scorer prints, as JSON."""
    done = subprocess.run([sys.executable, *command], check=True, capture_output=True, text=True)
    found: Row = json.loads(done.stdout.strip().splitlines()[-1])
    return found


def commit_of(data: Path) -> tuple[str, str]:
    """(commit, language) of a truth file; traces are of Python."""
    with gzip.open(data, "rt", encoding="utf-8") as file:
        truth = json.load(file)
    meta = truth.get("meta", truth)
    return meta["commit"], truth.get("language", "python")


def traces(bench: Path, clones: Path, name: str, work: Path) -> Row:
    """Scores of one Python project against its traces."""
    data = bench / "traces" / "data" / f"{name}.json.gz"
    commit, _ = commit_of(data)
    out = work / name
    export(clones / name, commit, out, work / "index")
    found = scored([str(bench / "traces" / "score.py"), str(data), "--export", str(out), "--depths", "inf"])
    edges, tests = found["edges"], found["tests_executing"]["inf"]
    return {
        "repository": name,
        "commit": commit[:10],
        "named calls": edges["recall_named"],
        "all edges": edges["recall"],
        "precision": edges["precision_on_executed_lines"],
        "tests, micro recall": tests["micro_recall"],
        "tests, micro precision": tests["micro_precision"],
        "missed by kind": ", ".join(f"{k} {n - hit}" for k, (hit, n) in edges["by_group"].items() if n > hit),
    }


def calls(bench: Path, clones: Path, name: str, work: Path) -> Row | None:
    """Scores of one project against its compiler; None for languages that are not parsed."""
    data = bench / "calls" / "data" / f"{name}.json.gz"
    commit, language = commit_of(data)
    if language not in SUPPORTED:
        return None
    out = work / name
    export(clones / name, commit, out, work / "index")
    found = scored([str(bench / "calls" / "score.py"), str(data), str(out), "--forms"])
    return {"repository": name, "commit": commit[:10], "language": language, **found, **imports(data, out)}


def imports(data: Path, out: Path) -> Row:
    """Imports between files (for Go: of folders), those of files in the truth: recall, and what the truth lacks. Of C and C++ the truth has
    few headers, so precision says nothing there."""
    with gzip.open(data, "rt", encoding="utf-8") as file:
        truth = json.load(file)
    pairs = {(source, target) for source, target, _ in truth["imports"]}
    if not pairs:
        return {}
    whole = any(kind == "package" for _, _, kind in truth["imports"])
    ours: set[tuple[str, str]] = set()
    with (out / "relations.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["type"] == "IMPORTS":
                source, target = (row[end].split(":", 2)[1] for end in ("source", "target"))
                ours.add((source, (target.rpartition("/")[0] or ".") if whole else target))
    known = set(truth["files"])
    beyond = [pair for pair in ours - pairs if pair[0] in known]
    return {"imports recall": round(len(pairs & ours) / len(pairs), 4), "imports": len(pairs), "imports beyond the truth": len(beyond)}


def micro(bench: Path, clones: Path, work: Path) -> Row:
    """Scores on the PyCG micro-benchmark."""
    snippets = clones / "PyCG" / "micro-benchmark" / "snippets"
    command = f"{sys.executable} -m nexus_diff export --format csv --output {{out}} --repo {{dir}} --index-dir {work}/pycg --quiet"
    return scored([str(bench / "calls" / "pycg_bench.py"), str(snippets), "--cmd", command])


def table(rows: list[Row], columns: list[str]) -> str:
    """A Markdown table."""
    lines = ["| " + " | ".join(columns) + " |", "|" + " --- |" * len(columns)]
    lines += ["| " + " | ".join(str(row.get(c, "")) for c in columns) + " |" for row in rows]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", type=Path, required=True)
    parser.add_argument("--clones", type=Path, required=True)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--markdown", type=Path)
    args = parser.parse_args()
    bench, clones = args.bench.resolve(), args.clones.resolve()
    work = Path(tempfile.mkdtemp(prefix="nexus-diff-accuracy-"))

    def wanted(name: str) -> bool:
        return (not args.only or name in args.only) and (clones / name).is_dir()

    parts: list[str] = []
    try:
        names = sorted(p.name.removesuffix(".json.gz") for p in (bench / "traces" / "data").glob("*.json.gz") if ".mut." not in p.name)
        rows = [traces(bench, clones, name, work) for name in names if wanted(name)]
        if rows:
            parts.append("Run-time traces (Python)\n\n" + table(rows, list(rows[0])))
        names = sorted(p.name.removesuffix(".json.gz") for p in (bench / "calls" / "data").glob("*.json.gz"))
        found = [row for name in names if wanted(name) and (row := calls(bench, clones, name, work)) is not None]
        if found:
            plain = [{k: v for k, v in row.items() if not isinstance(v, (dict, list))} for row in found]
            parts.append("Compilers\n\n" + table(plain, list(plain[0])))
            parts += [f"{row['repository']}, calibration: {json.dumps(row['calibration'])}" for row in found if "calibration" in row]
        if wanted("PyCG"):
            row = micro(bench, clones, work)
            columns = ["cases", "no_missing", "no_false", "exact", "recall", "precision"]
            parts.append("PyCG micro-benchmark\n\n" + table([row], columns))
    finally:
        shutil.rmtree(work, ignore_errors=True)
    text = "\n\n".join(parts) + "\n"
    print(text)
    if args.markdown:
        args.markdown.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
