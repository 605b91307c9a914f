"""How long rules take, against import-linter and Tach on the same rules, and in a pull request: `python benchmarks/rules.py CLONE`.

Three rules over Django's package, written for each tool in its own words: who may not import whom, layers, and independent packages. All
run warm, one after another, in one process each, with what they cache; hyperfine measures when it is installed, else a loop here. Then
the warm `HEAD~1..HEAD` of nexus-diff with these rules, and without any. The clone is copied; `--tools DIR` names the folder of the
programs lint-imports and tach.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

IMPORT_LINTER = """
[importlinter]
root_package = django
exclude_type_checking_imports = True

[importlinter:contract:1]
name = utils below db
type = forbidden
source_modules = django.utils
forbidden_modules = django.db

[importlinter:contract:2]
name = layers
type = layers
layers =
    django.contrib
    django.views
    django.db

[importlinter:contract:3]
name = apart
type = independence
modules =
    django.template
    django.dispatch
"""
TACH = """
source_roots = ["."]
exact = false

[[modules]]
path = "django.contrib"
cannot_depend_on = []

[[modules]]
path = "django.views"
cannot_depend_on = ["django.contrib"]

[[modules]]
path = "django.db"
cannot_depend_on = ["django.contrib", "django.views"]

[[modules]]
path = "django.utils"
cannot_depend_on = ["django.db"]

[[modules]]
path = "django.template"
cannot_depend_on = ["django.dispatch"]

[[modules]]
path = "django.dispatch"
cannot_depend_on = ["django.template"]
"""
OURS = """
[parts]
contrib = "django/contrib/**"
views = "django/views/**"
db = "django/db/**"
utils = "django/utils/**"
template = "django/template/**"
dispatch = "django/dispatch/**"

[[rule]]
id = "utils-below-db"
from = "utils"
forbid = "db"
through = "chain"

[[rule]]
id = "layers"
layers = ["contrib", "views", "db"]

[[rule]]
id = "apart"
independent = ["template", "dispatch"]
"""


def measured(command: list[str], folder: Path, runs: int) -> list[float]:
    """Wall seconds of warm runs; the first one, which may fill a cache, does not count."""
    if shutil.which("hyperfine"):
        result = folder.parent / "hyperfine.json"  # not in the working tree, which would not be clean
        call = ["hyperfine", "-N", "-i", "-w", "1", "-r", str(runs), "--export-json", str(result), " ".join(command)]
        subprocess.run(call, cwd=folder, check=True, capture_output=True, env=_environment(folder))
        found: list[float] = json.loads(result.read_text())["results"][0]["times"]
        return found
    times = []
    for _ in range(runs + 1):
        began = time.perf_counter()
        subprocess.run(command, cwd=folder, check=False, capture_output=True, env=_environment(folder))
        times.append(time.perf_counter() - began)
    return times[1:]


def _environment(folder: Path) -> dict[str, str]:
    """The package on the path of all three, and compiled modules for all three."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": os.pathsep.join([os.environ.get("PYTHONPATH", ""), str(folder)]).strip(os.pathsep)}


def said(command: list[str], folder: Path) -> str:
    """The last line of what a command prints, and its exit code."""
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True, env=_environment(folder))
    lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    return f"exit {done.returncode}: {lines[-1].strip() if lines else ''}"


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clone", help="a clone of Django")
    parser.add_argument("--tools", metavar="DIR", default="", help="folder of lint-imports and tach (default: where they are found)")
    parser.add_argument("--runs", type=int, default=7)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nexus-diff-rules-") as name:
        folder = Path(name) / "clone"
        subprocess.run(["git", "clone", "--quiet", "--shared", os.path.abspath(arguments.clone), str(folder)], check=True)
        for file, text in ((".importlinter", IMPORT_LINTER), ("tach.toml", TACH), ("rules.toml", OURS), ("none.toml", "")):
            (folder / file).write_text(text)
        (folder / ".git" / "info" / "exclude").write_text(
            "/.importlinter\n/tach.toml\n/rules.toml\n/none.toml\n.import_linter_cache/\n.tach/\n__pycache__/\n"
        )
        subprocess.run(["git", "status", "--short"], cwd=folder, check=True)
        index = ["--index-dir", str(Path(name) / "index"), "--quiet"]
        ours = [sys.executable, "-m", "nexus_diff"]
        for revision in ("HEAD", "HEAD~1"):
            subprocess.run([*ours, "index", revision, *index], cwd=folder, check=True)
        commands = {
            "nexus-diff rules check": [*ours, "rules", "check", *index, "--config", "rules.toml"],
            "lint-imports": [_tool("lint-imports", arguments.tools)],
            "tach check": [_tool("tach", arguments.tools), "check"],
            "HEAD~1..HEAD, rules": [*ours, "HEAD~1..HEAD", *index, "--config", "rules.toml"],
            "HEAD~1..HEAD, no rules": [*ours, "HEAD~1..HEAD", *index, "--config", "none.toml"],
        }
        show({title: measured(command, folder, arguments.runs) for title, command in commands.items()})
        for title, command in list(commands.items())[:3]:
            print(f"{title}: {said(command, folder)}")


def _tool(name: str, folder: str) -> str:
    found = str(Path(folder) / name) if folder else shutil.which(name)
    if not found:
        raise SystemExit(f"{name} is not installed; name its folder with --tools")
    return found


def show(times: dict[str, list[float]]) -> None:
    """Least and median seconds of each, and how many times as long as our check."""
    print(f"{'hyperfine' if shutil.which('hyperfine') else 'own loop':28}{'min s':>8}{'median s':>10}{'ratio':>8}")
    base = sorted(times["nexus-diff rules check"])
    for title, values in times.items():
        ordered = sorted(values)
        ratio = ordered[len(ordered) // 2] / base[len(base) // 2]
        print(f"{title:28}{ordered[0]:8.2f}{ordered[len(ordered) // 2]:10.2f}{ratio:8.2f}")


if __name__ == "__main__":
    main()
