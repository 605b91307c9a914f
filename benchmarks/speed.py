"""How long the main job takes on a given clone, and how much memory: `python benchmarks/speed.py CLONE [--json FILE]`.

Cold index of BASE, warm runs of HEAD~1..HEAD and HEAD~20..HEAD with the snapshot of their base present, each in processes of their own.
CPU is user + system of all processes; the peak is that of the largest process. The index goes to a temporary folder; the clone is only
read.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

RANGES = ("HEAD~1..HEAD", "HEAD~20..HEAD")

# The meter runs one command as its only child, so that what the kernel counts for children is what that command and its own
# children used; ru_maxrss of children is that of the largest process among them.
METER = """
import json, resource, subprocess, sys, time
began = time.perf_counter()
done = subprocess.run(sys.argv[2:], stdout=subprocess.DEVNULL)
wall = time.perf_counter() - began
used = resource.getrusage(resource.RUSAGE_CHILDREN)
scale = 1 if sys.platform == "darwin" else 1024
found = {"code": done.returncode, "wall": wall, "cpu": used.ru_utime + used.ru_stime, "peak": used.ru_maxrss * scale}
json.dump(found, open(sys.argv[1], "w"))
"""


def measured(arguments: list[str], folder: Path) -> dict[str, float]:
    """Wall seconds, CPU seconds and peak bytes of one run of nexus-diff."""
    result = folder / "meter.json"
    command = [sys.executable, "-c", METER, str(result), sys.executable, "-m", "nexus_diff", *arguments]
    subprocess.run(command, check=True)
    found: dict[str, float] = json.loads(result.read_text())
    if found["code"] != 0:
        raise SystemExit(f"nexus-diff {' '.join(arguments)}: exit code {found['code']}")
    return found


def warm(clone: str, text: str, folder: Path, repeat: int) -> dict[str, Any]:
    """The best of several runs of a range whose base is indexed, and the steps of that run."""
    common = ["--repo", clone, "--index-dir", str(folder / "index"), "--quiet"]
    measured([text, *common], folder)
    runs = []
    for number in range(repeat):
        answer = folder / f"{number}.json"
        run: dict[str, Any] = dict(measured([text, *common, "--timings", "--format", f"json={answer}"], folder))
        found = json.loads(answer.read_text())
        run |= {"steps": found["timings"], "summary": found["summary"]}
        runs.append(run)
    return min(runs, key=lambda run: float(run["wall"]))


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clone", help="a clone of the repository to measure on")
    parser.add_argument("--json", metavar="FILE", help="also write the figures there")
    parser.add_argument("--repeat", type=int, default=3, help="warm runs; the best counts (default: 3)")
    arguments = parser.parse_args()
    clone = os.path.abspath(arguments.clone)
    with tempfile.TemporaryDirectory(prefix="nexus-diff-speed-") as name:
        folder = Path(name)
        figures: dict[str, Any] = {"start": measured(["--version"], folder)}
        index = ["index", "--repo", clone, "--index-dir", str(folder / "index"), "--quiet"]
        figures["cold index"] = measured(index, folder)
        figures["index again"] = measured(index, folder)
        for text in RANGES:
            figures[text] = warm(clone, text, folder, arguments.repeat)
        figures["disk"] = sum(path.stat().st_size for path in (folder / "index").rglob("*") if path.is_file())
    show(figures)
    if arguments.json:
        Path(arguments.json).write_text(json.dumps({"clone": os.path.basename(clone), "at": int(time.time()), **figures}, indent=2) + "\n")


def show(figures: dict[str, Any]) -> None:
    """A table of runs, then the budget of each step."""
    print(f"{'':24}{'wall s':>9}{'CPU s':>9}{'peak MB':>9}")
    for name, run in figures.items():
        if isinstance(run, dict):
            print(f"{name:24}{run['wall']:9.2f}{run['cpu']:9.2f}{run['peak'] / 1e6:9.0f}")
    print(f"{'index folder':24}{figures['disk'] / 1e6:27.0f}")
    steps = sorted({step for text in RANGES for step in figures[text]["steps"]})
    print(f"\n{'seconds per step':24}" + "".join(f"{text:>16}" for text in RANGES))
    for step in steps:
        print(f"{step:24}" + "".join(f"{figures[text]['steps'].get(step, 0.0):16.3f}" for text in RANGES))
    rest = [figures[text]["wall"] - sum(figures[text]["steps"].values()) for text in RANGES]
    print(f"{'start, report, end':24}" + "".join(f"{value:16.3f}" for value in rest))


if __name__ == "__main__":
    main()
