"""`nexus-diff ci`: the main job inside a CI service."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from nexus_diff.cli.guard import DONE, FAILED, FINDINGS
from nexus_diff.cli.outputs import write_stdout
from nexus_diff.cli.talk import Talk
from nexus_diff.report.escape import visible
from nexus_diff.run.request import Place


def describe(
    parser: argparse.ArgumentParser, *, share: Callable[[str], float], positive: Callable[[str], int], fail_on: Callable[[str], str]
) -> None:
    """The arguments."""
    parser.add_argument("service", choices=("github",), help="github: reads GITHUB_EVENT_PATH and the other variables of a workflow")
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
    how = parser.add_argument_group("how")
    how.add_argument(
        "--fail-on", metavar="WHAT", type=fail_on, action="append", default=[], help="exit 1 on these findings (default: never)"
    )
    how.add_argument("--strict", action="store_true", help="exit 2 when something could not be done")
    how.add_argument("--time-budget", metavar="SECONDS", type=_budget, default=600.0, help="0: no limit (default: 600)")
    how.add_argument("--min-confidence", type=share, metavar="0..1", help="smallest confidence of a relation that the walk follows")
    how.add_argument("--depth", type=positive, metavar="N", help="longest path of the walk")
    how.add_argument("--timings", action="store_true", help="add seconds per step to the report")
    how.add_argument("--answer", metavar="DIR", default="", help="publish the report.json of another run (workflow_run)")


def ci(arguments: argparse.Namespace) -> int:
    """One run. Exit 1 for findings that --fail-on names, 2 only with --strict."""
    from nexus_diff.run.ci.github import github
    from nexus_diff.run.ci.request import CiRequest

    with Talk(arguments) as talk:
        ended = github(
            CiRequest(
                place=Place(repo=arguments.repo, index_dir=arguments.index_dir, config=arguments.config),
                fail_on=",".join(arguments.fail_on) or "never",
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
            ),
            progress=talk,
        )
        talk.end()
        talk.notices(ended.said)
    write_stdout("".join(line + "\n" for line in ended.commands))
    if ended.warning and not any(line.startswith("::warning title=nexus-diff::") for line in ended.commands):
        print(f"nexus-diff: warning: {visible(ended.warning)}", file=sys.stderr)
    if ended.reached:
        return FINDINGS
    return FAILED if ended.warning and arguments.strict else DONE


def _budget(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 86_400.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return value
