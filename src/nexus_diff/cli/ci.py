"""`nexus-diff ci`: the main job inside a CI service."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from nexus_diff.cli.command import Command, place_of
from nexus_diff.cli.guard import DONE, FAILED, FINDINGS
from nexus_diff.cli.options import add_fail_on, add_walk, fail_on, number
from nexus_diff.cli.outputs import write_stdout
from nexus_diff.cli.talk import Talk

if TYPE_CHECKING:
    from nexus_diff.run.ci.request import Ended

_BUDGET = number(0.0, 86_400.0, "a number of seconds")


def describe(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument(
        "service",
        choices=("auto", "github", "gitlab"),
        help="auto: finds out by the environment (docs/ci.md); github, gitlab: reads the variables of a job there",
    )
    what = parser.add_argument_group("what is published")
    what.add_argument(
        "--comment", choices=("on", "off", "delete"), default="on", help="one comment, edited in place; delete: gone when silent"
    )
    for name, text in (
        ("check", "a check run"),
        ("annotations", "findings on changed lines"),
        ("summary", "the job summary"),
        ("sarif", "report.sarif among the reports"),
    ):
        what.add_argument(f"--{name}", choices=("on", "off"), default="on", help=f"{text} (default: on)")
    what.add_argument("--output-dir", metavar="DIR", default="", help="folder of the full reports (default: in $RUNNER_TEMP)")
    what.add_argument(
        "--project", metavar="NAME", default="default", help="which comment is ours, where several runs comment on one pull request"
    )
    what.add_argument("--comment-author", metavar="LOGIN", default="", help="who our comments are made by, if not to be found out")
    lab = parser.add_argument_group("on GitLab")
    lab.add_argument("--discussions", choices=("on", "off"), default="off", help="one on each changed line with a finding (default: off)")
    lab.add_argument("--code-quality", metavar="FILE", default="", help="where that report goes (default: gl-code-quality-report.json)")
    lab.add_argument("--dotenv", metavar="FILE", default="", help="where the outputs go (default: nexus-diff.env)")
    how = parser.add_argument_group("how")
    add_fail_on(how)
    how.add_argument("--strict", action="store_true", help="exit 2 when something could not be done")
    how.add_argument("--time-budget", metavar="SECONDS", type=_BUDGET, default=600.0, help="0: no limit (default: 600)")
    how.add_argument(
        "--base", metavar="REV", default="", help="compare with the merge base of this commit or branch (default: what the service tells)"
    )
    how.add_argument("--head", metavar="REV", default="", help="the commit or branch that is compared (default: what the service tells)")
    add_walk(how)
    how.add_argument("--timings", action="store_true", help="add seconds per step to the report")
    how.add_argument("--answer", metavar="DIR", default="", help="publish the report.json of another run (workflow_run)")


def ci(arguments: argparse.Namespace) -> int:
    """One run. Exit 1 for findings that --fail-on names, 2 only with --strict."""
    from nexus_diff.run.ci.request import CiRequest

    with Talk(arguments) as talk:
        ended = _entry(arguments.service)(
            CiRequest(
                place=place_of(arguments),
                fail_on=fail_on(arguments),
                min_confidence=arguments.min_confidence,
                depth=arguments.depth,
                timings=arguments.timings,
                comment=arguments.comment,
                check=arguments.check == "on",
                annotations=arguments.annotations == "on",
                summary=arguments.summary == "on",
                sarif=arguments.sarif == "on",
                output_dir=arguments.output_dir,
                project=arguments.project,
                author=arguments.comment_author,
                seconds=arguments.time_budget,
                strict=arguments.strict,
                answer=arguments.answer,
                base=arguments.base,
                head=arguments.head,
                discussions=arguments.discussions == "on",
                code_quality=arguments.code_quality,
                dotenv=arguments.dotenv,
            ),
            progress=talk,
        )
        talk.end()
        talk.notices(ended.said)
    write_stdout(ended.report + "".join(line + "\n" for line in ended.commands))
    if ended.warning and not ended.told:
        from nexus_diff.report.escape import visible

        print(f"nexus-diff: warning: {visible(ended.warning)}", file=sys.stderr)
    if ended.reached:
        return FINDINGS
    return FAILED if ended.warning and arguments.strict else DONE


def _entry(service: str) -> Callable[..., Ended]:
    """Where the run of a service begins."""
    if service == "github":
        from nexus_diff.run.ci.github import github

        return github
    if service == "gitlab":
        from nexus_diff.run.ci.gitlab import gitlab

        return gitlab
    from nexus_diff.run.ci.auto import auto

    return auto


_EXAMPLES = """\
examples, as steps of a job (nexus-diff init writes whole workflows):
  nexus-diff ci github                                              comment, check run, annotations, job summary
  nexus-diff ci github --fail-on breaking                           the job fails when a call site breaks
  nexus-diff ci gitlab                                              a Code Quality report; a note, where there is a token
  nexus-diff ci auto --output-dir out                               whatever the service is that runs the job
"""
COMMANDS = {"ci": Command("The main job inside a CI service; exit 0 whatever goes wrong, unless --strict.", describe, ci, _EXAMPLES)}
