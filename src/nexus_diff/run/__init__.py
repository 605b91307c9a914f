"""The commands as functions: a request in, a value out. `cli` parses and prints around them; a library user calls them as they are.

answer = analyse(Request(range="main..HEAD")).answer
"""

from nexus_diff.run.analyse import Outcome, analyse
from nexus_diff.run.request import Place, Request
from nexus_diff.run.snapshots import Exported, Indexed, Table, export, index, query
from nexus_diff.run.status import Status, status
from nexus_diff.run.verify import Difference, Verdict, verify
from nexus_diff.run.workspace import Workspace

__all__ = [
    "Difference",
    "Exported",
    "Indexed",
    "Outcome",
    "Place",
    "Request",
    "Status",
    "Table",
    "Verdict",
    "Workspace",
    "analyse",
    "export",
    "index",
    "query",
    "status",
    "verify",
]
