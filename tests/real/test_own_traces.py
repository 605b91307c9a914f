"""The call graph of this project against what really runs: calls recorded while it analyses a small change.

A pinned floor, so that accuracy cannot fall unseen; the full benchmark is `benchmarks/accuracy.py`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from memory import link

TOP = Path(__file__).parents[2]
SOURCES = TOP / "src"

RECORDER = """
import json, sys
top = sys.argv.pop(1); out = sys.argv.pop(1)
edges = set()
def seen(frame, event, arg):
    if event == "call":
        code, back = frame.f_code, frame.f_back
        if back is not None and code.co_filename.startswith(top) and back.f_code.co_filename.startswith(top):
            caller = back.f_code
            edges.add((caller.co_filename[len(top):], caller.co_name, caller.co_firstlineno, back.f_lineno,
                       code.co_filename[len(top):], code.co_name, code.co_firstlineno))
from nexus_diff.cli import main
sys.setprofile(seen)
try:
    main(sys.argv[1:])
finally:
    sys.setprofile(None)
    files = [getattr(module, "__file__", None) or "" for module in list(sys.modules.values())]
    loaded = sorted(file[len(top):] for file in files if file.startswith(top))
    json.dump({"edges": sorted(edges), "loaded": loaded}, open(out, "w"))
"""


def recorded(tmp_path: Path) -> tuple[list[list[object]], set[str]]:
    """(calls between functions of this project while it compares two commits of a small repository, files loaded for it)."""
    repo = tmp_path / "repo"
    repo.mkdir()

    def git(*args: str) -> None:
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *args], cwd=repo, check=True, capture_output=True)

    git("init", "-q", "-b", "main")
    (repo / "a.py").write_text("class A:\n    def m(self):\n        return self\n\n\ndef make():\n    return A()\n")
    (repo / "b.py").write_text("from a import make\n\n\ndef use():\n    return make().m()\n")
    (repo / "c.ts").write_text("export interface I { m(): number }\nexport const f = (i: I) => i.m();\n")
    git("add", ".")
    git("commit", "-qm", "one")
    (repo / "a.py").write_text("class A:\n    def m(self):\n        return 1\n\n\ndef make(x=1):\n    return A()\n")
    git("commit", "-qam", "two")
    out = tmp_path / "edges.json"
    command = [sys.executable, "-c", RECORDER, f"{SOURCES}/", str(out), "HEAD~1..HEAD", "--repo", str(repo)]
    command += ["--index-dir", str(tmp_path / "index")]
    subprocess.run(command, check=True, capture_output=True)
    found = json.loads(out.read_text())
    return found["edges"], set(found["loaded"])


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> tuple[float, float]:
    """(recall of recorded calls, precision on executed lines) at confidence ≥ 0.5.

    A call into a module that was never loaded is not judged: a table of handlers reaches those of every language, and the small repository
    is written in two.
    """
    sources = {str(p.relative_to(SOURCES)): p.read_text(encoding="utf-8") for p in SOURCES.rglob("*.py")}
    record = link(sources)
    spans: dict[str, list[tuple[int, int, str, str]]] = defaultdict(list)
    nodes = {n.id: n for nodes in record.nodes.values() for n in nodes if n.label in ("Function", "Method")}
    for node in nodes.values():
        spans[node.file_path].append((node.start_line, node.end_line, node.name, node.id))

    def named(file: object, name: object, line: object) -> str | None:
        """The node of a code object; lambdas and comprehensions belong to the function around them."""
        around = [s for s in spans[str(file)] if s[0] <= int(str(line)) <= s[1]]
        exact = [s for s in around if s[2] == name and s[0] == line]
        best = max(exact or around, default=None, key=lambda s: s[0])
        return best[3] if best and (exact or str(name).startswith("<")) else None

    true: set[tuple[str, str]] = set()
    lines: dict[str, set[int]] = defaultdict(set)
    edges, loaded = recorded(tmp_path_factory.mktemp("traced"))
    for caller_file, caller, caller_line, line, file, name, first in edges:
        source, target = named(caller_file, caller, caller_line), named(file, name, first)
        if source and target and source != target:
            true.add((source, target))
            lines[source].add(int(str(line)))
    calls = [r for r in record.relations() if r.type == "CALLS" and r.confidence >= 0.5]
    said = {(r.source, r.target) for r in calls}
    judged = {
        (r.source, r.target)
        for r in calls
        if r.line in lines.get(r.source, ()) and r.target in nodes and nodes[r.target].file_path in loaded
    }
    return len(true & said) / len(true), len(judged & true) / len(judged)


def test_most_calls_that_run_are_in_the_graph(compared: tuple[float, float]) -> None:
    assert compared[0] >= 0.95, compared


def test_most_calls_in_the_graph_run(compared: tuple[float, float]) -> None:
    assert compared[1] >= 0.75, compared
