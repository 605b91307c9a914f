"""Fit the confidence of relations to truth sets, and say how well it is calibrated on projects that were left out.

    python benchmarks/fit_confidence.py --bench BENCH --clones CLONES [--write]

For every project with a truth set, and every reason for which the linker relates two symbols, the scorers say how many such relations
are real. The rate over all projects of a language group becomes the confidence (`link/confidence_table.py`, with --write). Calibration is
measured with the scored project left out of the fit: expected calibration error over fixed deciles, and the Brier score against the best
constant's.
"""

from __future__ import annotations

import argparse
import csv
import shutil
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from accuracy import SUPPORTED, commit_of, export, scored

from nexus_diff.languages import REGISTRY
from nexus_diff.link import confidence

Counts = dict[str, tuple[int, float]]
"""Reason → (relations judged, real ones)."""

LEAST = 25
"""Fewest judged relations from which a rate is taken."""
PRIOR = 4
"""Weight, in relations, of the starting value."""
UNJUDGED = frozenset({"field", "overload"})
"""Reasons that keep their starting value: for a function that a field holds, a type checker's truth names the field's declared
member, so it counts against relations that are real when the program runs; for one of several overloads its share of one says more."""
AT_RUN_TIME = frozenset({"callback", "callable", "handed-out", "attached"})
"""Reasons that only truth sets of runs judge: compilers and type checkers do not say which function a value is, what a library does with
one that it is given, nor which object `this` is in a function that was put on one whose type they do not know (`res.send = function ()
{ this.type(…) }` behind `res = Object.create(…)`)."""
SILENT = {"rust": frozenset({"override", "dunder", "called-back", "handed-out"})}
"""Language group → reasons that its truth sets say nothing about: what debug information tells of a Rust program lacks calls through trait
objects, and those of operators and by the library are left out by the scorer where they are right."""
TABLE = Path(__file__).parent.parent / "src" / "nexus_diff" / "link" / "confidence_table.py"


def reason_key(row: dict[str, str]) -> str:
    """What a rate is fitted for: the reason, and for bare names the range of candidate counts."""
    if row["reason"] == "bound":
        return confidence.bound_reason(int(row["k"]))
    return f"bare-name {confidence.bucket(int(row['k']))}" if row["reason"] == "bare-name" else row["reason"]


def judged(bench: Path, data: Path, out: Path, work: Path, group: str) -> Counts:
    """How many relations of each reason the truth set judges, and finds real."""
    with open(out / "relations.csv", newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["type"] == "CALLS"]
    found: Counts = {}
    for key in sorted({reason_key(row) for row in rows}):
        part = work / "part"
        part.mkdir(exist_ok=True)
        shutil.copy(out / "nodes.csv", part)
        with open(part / "relations.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, rows[0].keys())
            writer.writeheader()
            writer.writerows({**row, "confidence": "0.99"} for row in rows if reason_key(row) == key)
        found[key] = _scores(bench, data, part)
    unseen = AT_RUN_TIME if data.parent.parent.name != "traces" else frozenset[str]()
    unseen |= SILENT.get(group, frozenset())
    return {key: (n, real) for key, (n, real) in found.items() if n and key not in unseen}


def _scores(bench: Path, data: Path, part: Path) -> tuple[int, float]:
    if data.parent.parent.name == "traces":
        edges = scored([str(bench / "traces" / "score.py"), str(data), "--export", str(part), "--depths", "1"])["edges"]
        n = edges["static_edges_on_executed_lines"]
        return n, n * (edges["precision_on_executed_lines"] or 0.0)
    found = scored([str(bench / "calls" / "score.py"), str(data), str(part)])
    return found["edges_scored"], found["edges_right"]


def fit(projects: dict[str, tuple[str, Counts]]) -> dict[str, dict[str, float]]:
    """Language group → reason → rate; "" holds the rates of all groups together, for hubs, which serve all."""
    sums: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(lambda: [0.0, 0.0]))
    for group, counts in projects.values():
        for key, (n, real) in counts.items():
            for place in (group, "") if key not in UNJUDGED else ():
                sums[place][key][0] += n
                sums[place][key][1] += real
    rates: dict[str, dict[str, float]] = {"": {}}
    for key, (n, real) in sums[""].items():
        if n >= LEAST:
            rates[""][key] = (real + PRIOR * started(key)) / (n + PRIOR)
    for group, reasons in sums.items():
        if not group:
            continue
        rates[group] = {}
        for key, (n, real) in reasons.items():
            if n >= LEAST:
                rates[group][key] = (real + PRIOR * started(key)) / (n + PRIOR)
    return {g: {k: round(min(r, 0.99), 2) for k, r in sorted(v.items())} for g, v in sorted(rates.items())}


def started(key: str) -> float:
    """Confidence before anything was measured."""
    return confidence.start(key) if not key.startswith("bare-name") else confidence.MANY_NAMES / 2


def predicted(rates: dict[str, dict[str, float]], group: str, key: str) -> float:
    """Confidence that a table gives: the rate of the group, else of all groups; the starting value where it says nothing."""
    found = rates.get(group, {}).get(key)
    if found is None:
        found = rates.get("", {}).get(key)
    if found is None:
        return {"2": 0.48, "3-5": 0.25, "6-20": 0.1, "21+": 0.03}[key.split()[1]] if key.startswith("bare-name") else confidence.start(key)
    return min(confidence.MANY_NAMES, found) if key.startswith("bare-name") or key == "bound 3+" else found


def calibration(rates: dict[str, dict[str, float]], group: str, counts: Counts) -> tuple[float, float, float]:
    """(expected calibration error over fixed deciles, Brier score, Brier score of the best constant)."""
    bins: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
    brier = total = hits = 0.0
    for key, (n, real) in counts.items():
        sure = predicted(rates, group, key)
        bins[min(9, int(sure * 10))][0] += n * sure
        bins[min(9, int(sure * 10))][1] += real
        brier += real * (1 - sure) ** 2 + (n - real) * sure**2
        total += n
        hits += real
    share = hits / total
    return sum(abs(said - real) for said, real in bins.values()) / total, brier / total, share * (1 - share)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", type=Path, required=True)
    parser.add_argument("--clones", type=Path, required=True)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    bench, clones = args.bench.resolve(), args.clones.resolve()
    work = Path(tempfile.mkdtemp(prefix="nexus-diff-fit-"))
    projects: dict[str, tuple[str, Counts]] = {}
    for data in sorted([*(bench / "traces" / "data").glob("*.json.gz"), *(bench / "calls" / "data").glob("*.json.gz")]):
        name = data.name.removesuffix(".json.gz")
        if ".mut" in name or not (clones / name).is_dir():
            continue
        commit, language = commit_of(data)
        if language in SUPPORTED:
            export(clones / name, commit, work / name, work / "index")
            group = REGISTRY[language].group
            projects[name] = (group, judged(bench, data, work / name, work, group))
    shutil.rmtree(work, ignore_errors=True)
    for name, (group, counts) in projects.items():
        rates = fit({other: found for other, found in projects.items() if other != name})
        error, brier, constant = calibration(rates, group, counts)
        print(f"{name}: left out of the fit: calibration error {error:.3f}, Brier {brier:.4f} (best constant {constant:.4f})")
        for key, (n, real) in sorted(counts.items(), key=lambda item: -item[1][0]):
            print(f"    {key:16} {n:6} judged, {real / n:.3f} real, {predicted(rates, group, key):.2f} said")
    if args.write:
        head, _, _ = TABLE.read_text(encoding="utf-8").partition("RATES")
        body = "".join(
            f'    "{group}": {{\n' + "".join(f'        "{key}": {rate},\n' for key, rate in reasons.items()) + "    },\n"
            for group, reasons in fit(projects).items()
        )
        TABLE.write_text(f"{head}RATES: dict[str, dict[str, float]] = {{\n{body}}}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
