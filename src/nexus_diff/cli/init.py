"""`nexus-diff init`: workflows for a CI service, ready to commit."""

from __future__ import annotations

import argparse

from nexus_diff.cli.command import Command
from nexus_diff.cli.talk import Talk

_PLACES = "github: .github/workflows/nexus-diff-*.yml; gitlab: .gitlab/nexus-diff.yml, and .gitlab-ci.yml where there is none"
_INCLUDE = ".gitlab-ci.yml stays as it is; add to it:  include: [{local: .gitlab/nexus-diff.yml}]"


def describe(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("service", choices=("github", "gitlab"), help=_PLACES)
    parser.add_argument("--overwrite", action="store_true", help="write anew what is there already")


def init(arguments: argparse.Namespace) -> int:
    """Writes what is not there yet, and says so."""
    from nexus_diff.run.init import PIPELINE
    from nexus_diff.run.init import init as run

    found = run(arguments.repo, arguments.service, overwrite=arguments.overwrite)
    talk = Talk(arguments)
    for name in found.files:
        talk.say(f"wrote {name}")
    for name in found.kept:
        talk.say(_INCLUDE if name == PIPELINE else f"{name} is there already and stays; --overwrite writes it anew")
    if found.files:
        talk.say(f"next: commit them to the default branch; docs/{arguments.service}.md tells what each is for")
    return 0


_DESCRIPTION = "Writes ready workflows into the repository: for pull requests, for the index, and for pull requests from forks."
_EXAMPLE = """\
examples:
  nexus-diff init github && git add .github/workflows
  nexus-diff init github --overwrite                   after an update: the workflows as they are now
  nexus-diff init gitlab && git add .gitlab .gitlab-ci.yml
"""
COMMANDS = {"init": Command(_DESCRIPTION, describe, init, _EXAMPLE)}
