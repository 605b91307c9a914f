"""The commands around snapshots: what is indexed, what a graph holds, whether it is right; and the check of the configuration."""

from __future__ import annotations

import argparse
from pathlib import Path

from nexus_diff.cli.command import Command, place_of
from nexus_diff.cli.outputs import write_data, write_json, write_stdout
from nexus_diff.cli.pager import show
from nexus_diff.cli.talk import Talk


def _describe_index(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rev", metavar="REV", nargs="?", default="HEAD", help="revision to index (default: HEAD)")


def index(arguments: argparse.Namespace) -> int:
    """Builds or refreshes a snapshot."""
    with Talk(arguments) as talk:
        from nexus_diff.cli import views
        from nexus_diff.run.snapshots import index as run

        found = run(place_of(arguments), arguments.rev, talk)
        talk.end()
        talk.notices(found.notices)
        if not talk.quiet:
            write_stdout(views.indexed_text(found))
    return 0


def _describe_export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=["csv"], default="csv", help="csv")
    parser.add_argument("--output", metavar="DIR", required=True, help="folder to write to, made if absent")
    parser.add_argument("--rev", metavar="REV", default="HEAD", help="revision to export (default: HEAD)")


def export(arguments: argparse.Namespace) -> int:
    """Writes a graph as CSV."""
    with Talk(arguments) as talk:
        from nexus_diff.run.snapshots import export as run

        found = run(place_of(arguments), Path(arguments.output), arguments.rev, talk)
        talk.end()
        talk.notices(found.notices)
        for file in found.files:
            talk.say(f"wrote {file}")
    return 0


def _describe_cypher(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", metavar="QUERY", help="a Cypher query; one that writes is refused")
    parser.add_argument("--rev", metavar="REV", default="HEAD", help="revision to ask (default: HEAD)")
    parser.add_argument("--json", action="store_true", help="a JSON list of objects instead of a table")


def cypher(arguments: argparse.Namespace) -> int:
    """Runs a read-only query."""
    with Talk(arguments) as talk:
        from nexus_diff.cli import views
        from nexus_diff.run.snapshots import query

        table = query(place_of(arguments), arguments.query, arguments.rev, talk)
        talk.end()
        talk.notices(table.notices)
        if arguments.json:
            write_data(views.table_json(table))
        else:
            show(views.table_text(table), arguments)
    return 0


def _describe_status(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON")


def status(arguments: argparse.Namespace) -> int:
    """Says what is indexed."""
    from nexus_diff.cli import views
    from nexus_diff.run.status import status as run

    found = run(place_of(arguments))
    Talk(arguments).notices(found.notices)
    if arguments.json:
        write_json(found)
    else:
        show(views.status_text(found, arguments.verbose), arguments)
    return 0


def _describe_verify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("range", metavar="RANGE", help="A..B or REV")


def verify(arguments: argparse.Namespace) -> int:
    """Checks that updating equals indexing from nothing."""
    with Talk(arguments) as talk:
        from nexus_diff.cli import views
        from nexus_diff.run.verify import verify as run

        def told(commit: str, number: int, of: int) -> None:
            talk.say(f"commit {number} of {of}: {commit[:12]}")

        verdict = run(place_of(arguments), arguments.range, told=told)
        talk.notices(verdict.notices)
        write_stdout(views.verdict_text(verdict))
    return 0 if verdict.difference is None else 1


def _describe_explain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("place", metavar="FILE:LINE", help="path from the top of the repository, and a line")
    parser.add_argument("--rev", metavar="REV", default="HEAD", help="revision to explain (default: HEAD)")
    parser.add_argument("--json", action="store_true", help="JSON instead of text")


def explain(arguments: argparse.Namespace) -> int:
    """Says how calls were resolved."""
    with Talk(arguments) as talk:
        from nexus_diff.cli import views
        from nexus_diff.run.explain import explain as run

        found = run(place_of(arguments), arguments.place, arguments.rev, talk)
        talk.end()
        talk.notices(found.notices)
        if arguments.json:
            write_json(found)
        else:
            show(views.explained_text(found), arguments)
    return 0


def _describe_config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=["check"], help="check")


def config(arguments: argparse.Namespace) -> int:
    """Checks the configuration on disk."""
    from nexus_diff.run.workspace import Workspace

    found = Workspace(place_of(arguments)).config_on_disk()
    Talk(arguments).notices(found.notices)
    write_stdout(f"{found.source}: ok\n" if found.source else "no configuration: the defaults hold\n")
    return 0


COMMANDS = {
    "index": Command(
        "Builds or refreshes the snapshot of a revision; does nothing when it is there and sound.",
        _describe_index,
        index,
        """\
examples:
  nexus-diff index                        HEAD, ahead of the first question
  nexus-diff index v1.0                   a release
  nexus-diff index --index-dir graph/     into a folder that a CI job caches
""",
    ),
    "export": Command(
        "Writes a revision's graph as CSV: nodes, relations, communities with members, processes with steps.",
        _describe_export,
        export,
        """\
examples:
  nexus-diff export --output graph/                the graph of HEAD as CSV files
  nexus-diff export --output graph/ --rev v1.0     of a release
""",
    ),
    "cypher": Command(
        "Runs a read-only query on the graph of a revision.",
        _describe_cypher,
        cypher,
        """\
examples:
  nexus-diff cypher 'MATCH (f:Function) RETURN f.id LIMIT 5'
  nexus-diff cypher "MATCH (a)-[r:CodeRelation {type: 'CALLS'}]->(b {name: 'save'}) RETURN a.filePath, r.line"
  nexus-diff cypher 'MATCH (n:Class) RETURN n.name AS name' --rev v1.0 --json | jq -r '.[].name'
""",
    ),
    "status": Command(
        "Says what is indexed, sizes, versions, and what was skipped and why. Builds nothing.",
        _describe_status,
        status,
        """\
examples:
  nexus-diff status              sizes, versions, share of resolved calls, skipped files
  nexus-diff status --verbose    with every skipped file
  nexus-diff status --json | jq -r '.snapshots[].tree'
""",
    ),
    "verify": Command(
        "For each commit of a range: the index updated from its parent's must equal an index made from nothing. Exit 1 if not.",
        _describe_verify,
        verify,
        """\
examples:
  nexus-diff verify HEAD             of the last commit
  nexus-diff verify HEAD~2..HEAD     of each of the last two
""",
    ),
    "explain": Command(
        "How each call on a line was resolved, step by step, or why it was not.",
        _describe_explain,
        explain,
        """\
examples:
  nexus-diff explain src/app.py:5              every call on that line, and where it leads
  nexus-diff explain src/app.py:5 --rev v1.0 --json
""",
    ),
    "config": Command(
        "Checks nexus-diff.toml, or [tool.nexus-diff] in pyproject.toml; lists every mistake.",
        _describe_config,
        config,
        """\
examples:
  nexus-diff config check                            the repository's own
  nexus-diff config check --config nexus-diff.toml   that file, wherever it is
""",
    ),
}
