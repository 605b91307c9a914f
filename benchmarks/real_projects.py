"""What reading whole projects costs and loses: `python benchmarks/real_projects.py CLONE... [--ctags ctags] [--codegraph codegraph]`.

For each clone, one row of the table in docs/languages.md: files of our languages, files with syntax errors that are left after mending,
symbols, CPU seconds of a cold index of HEAD, functions that universal-ctags finds and we do not, and CPU seconds and symbols of
@optave/codegraph on the same checkout. Clones are only read; indexes go to temporary folders.
`--lost N` lists up to N lost functions and files with errors of a clone.
"""

from __future__ import annotations

import argparse
import csv
import json
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from speed import METER, measured

from nexus_diff.extract import extract
from nexus_diff.languages import REGISTRY

LANGUAGES = ("java", "go", "c", "cpp", "csharp", "rust")
FUNCTIONS = frozenset({"function", "method", "func"})
"""Kinds of universal-ctags. What it calls after a macro (`TEST_F`) or makes up for a lambda (`__anon…`) is no name of a function."""
SYMBOLS = frozenset({"Function", "Method", "Class", "Interface", "Enum", "Struct", "CodeElement"})


def files_of(clone: Path) -> dict[str, str]:
    """Path → language of the files that these languages read."""
    listed = subprocess.run(["git", "-C", str(clone), "ls-files"], capture_output=True, text=True, check=True).stdout.splitlines()
    suffixes = {suffix: name for name in LANGUAGES for suffix in REGISTRY[name].suffixes}
    return {path: suffixes[suffix] for path in listed if (suffix := Path(path).suffix) in suffixes and (clone / path).is_file()}


def problems(clone: Path, files: dict[str, str]) -> dict[str, int]:
    """Path → syntax errors that are left."""
    found = {}
    for path, language in files.items():
        facts = extract((clone / path).read_bytes(), REGISTRY[language])
        if facts.problems:
            found[path] = len(facts.problems)
    return found


def indexed(clone: Path, folder: Path) -> tuple[float, list[dict[str, str]]]:
    """CPU seconds of a cold index of HEAD, and the nodes."""
    common = ["--repo", str(clone), "--index-dir", str(folder / "index"), "--quiet"]
    used = measured(["index", *common], folder)
    export = [sys.executable, "-m", "nexus_diff", "export", "--format", "csv", "--output", str(folder / "out"), *common]
    subprocess.run(export, check=True)
    with (folder / "out" / "nodes.csv").open(newline="") as file:
        return used["cpu"], list(csv.DictReader(file))


def by_ctags(ctags: str, clone: Path, files: dict[str, str]) -> set[tuple[str, str]]:
    """(path, name) of the functions that ctags finds."""
    command = [ctags, "--output-format=json", "--fields=+Kl", "-L", "-", "-f", "-"]
    done = subprocess.run(command, input="\n".join(files), capture_output=True, text=True, cwd=clone, errors="replace", check=True)
    found = set()
    for line in done.stdout.splitlines():
        tag = json.loads(line)
        name = tag["name"].rpartition("::")[2].rpartition(".")[2].lstrip("~").replace("operator ", "operator")
        if tag.get("kind") in FUNCTIONS and not name.startswith("__anon") and not name.isupper():
            found.add((tag["path"], name))
    return found


def lost(nodes: list[dict[str, str]], theirs: set[tuple[str, str]]) -> list[tuple[str, str]]:
    """Functions of ctags that are no symbol of ours in the same file."""
    ours = {(node["filePath"], node["name"].rpartition(".")[2].lstrip("~").replace("operator ", "operator")) for node in nodes}
    return sorted(theirs - ours)


def by_codegraph(codegraph: str, clone: Path, folder: Path) -> tuple[float, int]:
    """CPU seconds of `codegraph build` on a copy of the checkout, and its symbols."""
    copy = folder / "copy"
    subprocess.run(["git", "clone", "-q", "--shared", str(clone), str(copy)], check=True)
    meter = folder / "codegraph.json"
    subprocess.run([sys.executable, "-c", METER, str(meter), codegraph, "build", str(copy)], check=True, stderr=subprocess.DEVNULL)
    kinds = Counter(dict(sqlite3.connect(copy / ".codegraph" / "graph.db").execute("SELECT kind, count(*) FROM nodes GROUP BY kind")))
    symbols = sum(count for kind, count in kinds.items() if kind not in ("file", "directory", "parameter"))
    return json.loads(meter.read_text())["cpu"], symbols


def row(clone: Path, options: argparse.Namespace) -> str:
    """One row of the table."""
    commit = subprocess.run(["git", "-C", str(clone), "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
    files = files_of(clone)
    wrong = problems(clone, files)
    folder = Path(tempfile.mkdtemp())
    try:
        cpu, nodes = indexed(clone, folder)
        symbols = sum(node["label"] in SYMBOLS for node in nodes)
        theirs = by_ctags(options.ctags, clone, files) if options.ctags else set()
        missing = lost(nodes, theirs)
        cells = [f"{clone.name} {commit}", len(files), len(wrong), symbols, f"{cpu:.1f}"]
        cells.append(f"{len(missing)} of {len(theirs)}" if theirs else "")
        if options.codegraph:
            other, count = by_codegraph(options.codegraph, clone, folder)
            cells += [count, f"{other:.1f}"]
    finally:
        shutil.rmtree(folder)
    for path, name in missing[: options.lost]:
        print(f"  lost {path} {name}", file=sys.stderr)
    for path, count in sorted(wrong.items(), key=lambda item: -item[1])[: options.lost]:
        print(f"  {count} errors {path}", file=sys.stderr)
    return "| " + " | ".join(map(str, cells)) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clones", nargs="+", type=Path)
    parser.add_argument("--ctags", default=shutil.which("ctags"))
    parser.add_argument("--codegraph", help="path of the codegraph command")
    parser.add_argument("--lost", type=int, default=0)
    options = parser.parse_args()
    print("| project | files | with errors left | symbols | CPU s | functions lost (ctags) | codegraph: symbols | CPU s |")
    print("|---|---|---|---|---|---|---|---|")
    for clone in options.clones:
        print(row(clone, options), flush=True)


if __name__ == "__main__":
    main()
