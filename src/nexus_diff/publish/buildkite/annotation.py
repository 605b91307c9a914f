"""The annotation at the top of a build. The agent's program keeps its own access token: none of ours is needed."""

from __future__ import annotations

import shutil
import subprocess

from nexus_diff.programs import finished
from nexus_diff.publish.sticky import project_id
from nexus_diff.publish.value import Check, Comment, Done, PublishError

PROGRAM = "buildkite-agent"
SECONDS = 20.0
MOST_BYTES = 1 << 20
"""Of an annotation (Buildkite's limit)."""
_STYLES = {"failure": "error", "neutral": "warning", "success": "info"}


def publish_annotation(comment: Comment, check: Check) -> Done:
    """Replaces our annotation; none is made when there is nothing to say. Raises PublishError."""
    if comment.silent and check.conclusion == "success":
        return Done(what="silent")
    program = shutil.which(PROGRAM)
    if program is None:
        raise PublishError("missing", f"{PROGRAM} is not there; the report is in the log")
    context = f"nexus-diff-{project_id(comment.project)}"
    body = comment.body.encode("utf-8", "backslashreplace")
    if len(body) > MOST_BYTES:
        raise PublishError("refused", "the annotation would be larger than 1 MiB")
    arguments = [program, "annotate", "--style", _STYLES[check.conclusion], "--context", context]
    try:
        done = finished(arguments, SECONDS, given=body)
    except subprocess.TimeoutExpired:
        raise PublishError("unreachable", f"{PROGRAM} did not end within {SECONDS:.0f} s") from None
    except OSError as error:
        raise PublishError("refused", f"{PROGRAM} cannot be started ({error.strerror})") from None
    if done.returncode:
        raise PublishError("refused", f"{PROGRAM} ended with {done.returncode}")
    return Done(what="created")
