"""Which queries are run: those that do nothing but read the graph."""

# For maintainers. The database is opened read-only, so the engine itself refuses to change the graph. It does not refuse to read other
# files (`LOAD FROM`), to write some (`COPY … TO`, also behind PROFILE and EXPLAIN), to open other databases or to change its settings.

from __future__ import annotations

import re

from nexus_diff.model.errors import NexusDiffError

READING = ("MATCH", "OPTIONAL", "RETURN", "WITH", "UNWIND", "CALL")
"""How a query may begin; EXPLAIN and PROFILE may stand before it."""
LONGEST = 10_000
"""Characters of a query: the engine's parser has no limit of its own, and takes exponential time for nested parentheses."""
DEEPEST = 24
SECONDS = 120
"""Time that a query may take."""
_ORDERS = re.compile(r"\border\s+by\b", re.IGNORECASE)
_SPEAKING = ("EXPLAIN", "PROFILE", "LOGICAL")
_TOKEN = re.compile(r"""/\*.*?(?:\*/|\Z)|//[^\n\r]*|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`[^`]*`|\w+|[^\s\w]""", re.DOTALL)


class QueryError(NexusDiffError):
    """A query that the graph engine refuses, or that would do more than read."""


def check(cypher: str) -> None:
    """Raises QueryError for a query that would do more than read the graph, or that is too large to be read."""
    if len(cypher) > LONGEST:
        raise QueryError(f"the query has {len(cypher):,} characters; at most {LONGEST:,} are taken")
    words = [token.upper() for token in _TOKEN.findall(cypher) if not token.startswith(("/*", "//"))]
    _check_depth(words)
    spoken = 0
    while spoken < len(words) and words[spoken] in _SPEAKING:
        spoken += 1
    first = words[spoken] if spoken < len(words) else "nothing"
    if first not in READING:
        raise QueryError(f"only reading queries are run: one that begins with {', '.join(READING)}, not with {first}")
    for word, after, third in zip(words, [*words[1:], ""], [*words[2:], "", ""], strict=False):
        if word == "LOAD" and after in ("FROM", "WITH"):
            raise QueryError("only the graph is read: LOAD FROM would read another file")
        if word == "CALL" and third == "=":
            raise QueryError("only reading queries are run: CALL … = would change a setting of the engine")


def orders(cypher: str) -> bool:
    """Whether a query asks for an order. The engine merges what its threads have sorted wrongly now and then, when a text comes before a
    number: such queries get one thread."""
    return _ORDERS.search(cypher) is not None


def _check_depth(words: list[str]) -> None:
    depth = 0
    for word in words:
        depth += (word in "([{") - (word in ")]}")
        if depth > DEEPEST:
            raise QueryError(f"the query is nested more than {DEEPEST} levels deep")
