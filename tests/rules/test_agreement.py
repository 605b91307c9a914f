"""Verdicts equal import-linter's on contracts over its own package; `benchmarks/rules_agreement.py` compares many more."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import importlinter
import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "rules_agreement.py"


def test_agreement() -> None:
    if not SCRIPT.exists():
        pytest.skip("the benchmarks are not part of this distribution")
    folder = Path(importlinter.__file__).resolve().parent.parent
    command = [sys.executable, str(SCRIPT), "--count", "12", f"{folder}:importlinter"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 disagreements" in done.stdout
    assert "importlinter: 12 contracts" in done.stdout or "importlinter: 11 contracts" in done.stdout
