"""Services with an entry of their own, which `ci auto` hands the run to."""

from __future__ import annotations

from collections.abc import MutableMapping

from nexus_diff.index.progress import Progress
from nexus_diff.run.ci.request import CiRequest, Ended
from nexus_diff.run.ci.services.plain import told
from nexus_diff.run.ci.services.value import Service


def _github(request: CiRequest, env: MutableMapping[str, str], progress: Progress | None) -> Ended:
    from nexus_diff.run.ci.github import github

    return github(request, env, progress)


def _gitlab(request: CiRequest, env: MutableMapping[str, str], progress: Progress | None) -> Ended:
    from nexus_diff.run.ci.gitlab import gitlab

    return gitlab(request, env, progress)


GITHUB = Service(name="github", title="GitHub Actions", marks={"GITHUB_ACTIONS": "true"}, told=told, start=_github)
GITLAB = Service(name="gitlab", title="GitLab CI", marks={"GITLAB_CI": "true"}, told=told, start=_gitlab)
