"""The annotation of a build, made by a program that stands for the agent's."""

from __future__ import annotations

from pathlib import Path

import pytest

from nexus_diff.publish import Check, Comment, PublishError
from nexus_diff.publish.buildkite import annotation
from nexus_diff.publish.buildkite.annotation import publish_annotation

CHECK = Check(head="a" * 40, conclusion="success", title="t", summary="s")


@pytest.fixture
def agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the agent's program notes what it was called with."""
    program = tmp_path / "buildkite-agent"
    program.write_text('#!/bin/sh\nprintf "%s " "$@" > "$(dirname "$0")/said"\ncat >> "$(dirname "$0")/said"\nexit "${AGENT_ENDS:-0}"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return tmp_path / "said"


@pytest.mark.parametrize(("conclusion", "style"), [("success", "info"), ("neutral", "warning"), ("failure", "error")])
def test_the_style_follows_the_conclusion(agent: Path, conclusion: str, style: str) -> None:
    done = publish_annotation(Comment(body="# hello\n"), Check(head="a", conclusion=conclusion, title="t", summary="s"))
    assert done.what == "created"
    assert agent.read_text() == f"annotate --style {style} --context nexus-diff-default # hello\n"


def test_row_4_nothing_to_say(agent: Path) -> None:
    assert publish_annotation(Comment(body="x", silent=True), CHECK).what == "silent"
    assert not agent.exists()


def test_row_2_the_program_fails(agent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENT_ENDS", "3")
    with pytest.raises(PublishError, match="ended with 3"):
        publish_annotation(Comment(body="x"), CHECK)


def test_row_2_the_program_hangs(agent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (agent.parent / "buildkite-agent").write_text("#!/bin/sh\nexec sleep 20\n")
    monkeypatch.setattr(annotation, "SECONDS", 0.3)
    with pytest.raises(PublishError, match="did not end"):
        publish_annotation(Comment(body="x"), CHECK)


def test_row_2_no_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PublishError, match="is not there"):
        publish_annotation(Comment(body="x"), CHECK)


def test_row_23_projects_have_annotations_of_their_own(agent: Path) -> None:
    publish_annotation(Comment(body="x", project="web; rm"), CHECK)
    assert "--context nexus-diff-" in agent.read_text()
    assert ";" not in agent.read_text()
