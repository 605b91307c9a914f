"""What each stage of a cold index costs on a given clone: `python benchmarks/stages.py CLONE [--revision REV] [--profile STAGE]`.

CPU is user + system of this process and of the processes that it started, memory is that of this process: the peak so far, and what it
holds when the stage ends. `syntax` is the share of the parse stage that tree-sitter takes, measured apart. --profile prints where one
stage (of this process) spends its time. The index goes to a temporary folder; the clone is only read.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import resource
import sys
import tempfile
import time

from nexus_diff.extract.parser import tables
from nexus_diff.git import Snapshot
from nexus_diff.index.scan import scan
from nexus_diff.languages import REGISTRY
from nexus_diff.run.request import Place
from nexus_diff.run.workspace import Workspace

_SCALE = 1 if sys.platform == "darwin" else 1024


def cpu() -> float:
    """CPU seconds of this process and of its children that have ended."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def peak() -> float:
    """Most megabytes that this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _SCALE / 1e6


def held() -> float:
    """Megabytes that this process holds now, where the system says so."""
    try:
        with open("/proc/self/statm") as stream:
            return int(stream.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return float("nan")


class Meter:
    """A progress that prints what the phase before cost, when the next one begins."""

    def __init__(self, profiled: str) -> None:
        self._profiled = profiled
        self._profile = cProfile.Profile()
        self._name = ""
        self._began = (0.0, 0.0)
        self._sum = (0.0, 0.0)

    def phase(self, name: str, total: int = 0) -> None:
        """Ends the phase before, begins this one."""
        now = time.perf_counter(), cpu()
        if self._name == self._profiled:
            self._profile.disable()
        if self._name:
            wall, used = now[0] - self._began[0], now[1] - self._began[1]
            self._sum = self._sum[0] + wall, self._sum[1] + used
            print(f"{self._name:12}{wall:9.2f}{used:9.2f}{held():9.0f}{peak():9.0f}", flush=True)
        self._name, self._began = name, (time.perf_counter(), cpu())
        if name == self._profiled:
            self._profile.enable()

    def at(self, done: int, total: int) -> None:
        """Pieces of work are not metered."""

    def end(self) -> None:
        """Ends the last phase; the sums, and the profile."""
        self.phase("")
        print(f"{'all':12}{self._sum[0]:9.2f}{self._sum[1]:9.2f}{'':9}{peak():9.0f}")
        if self._profiled:
            pstats.Stats(self._profile).sort_stats("tottime").print_stats(40)


def syntax(workspace: Workspace, files: Snapshot) -> float:
    """CPU seconds that tree-sitter alone takes for the files of a revision."""
    entries = scan(files, workspace.config_at(files)).values()
    wanted = [(REGISTRY[e.language], files.read(e.oid)) for e in entries if e.language in REGISTRY and not e.skipped]
    began = time.process_time()
    for language, data in wanted:
        tables(language).parser.parse(data)
    return time.process_time() - began


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clone", help="a clone of the repository to measure on")
    parser.add_argument("--revision", default="HEAD")
    parser.add_argument("--profile", default="", metavar="STAGE", choices=("scan", "structure", "parse", "link", "load"))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nexus-diff-stages-") as folder:
        workspace = Workspace(Place(repo=arguments.clone, index_dir=folder))
        files, _ = workspace.revision(arguments.revision)
        meter = Meter(arguments.profile)
        print(f"{'':12}{'wall s':>9}{'CPU s':>9}{'held MB':>9}{'peak MB':>9}")
        with workspace.indexer(workspace.config_at(files), meter) as indexer:
            snapshot = indexer.build(files)
            meter.end()
        counts = ", ".join(f"{value:,} {name}" for name, value in snapshot.seal.counts.items())
        print(f"syntax      {'':9}{syntax(workspace, files):9.2f}\n{counts}")


if __name__ == "__main__":
    main()
