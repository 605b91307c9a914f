"""The commands as functions: a request in, a value out. `cli` parses and prints around them; a library user calls them as they are.

from nexus_diff.run.analyse import analyse
from nexus_diff.run.request import Request

answer = analyse(Request(range="main..HEAD")).answer
"""

# Nothing is imported here: each command pays for its own imports only.
