"""What a file says about its own symbols that no relation holds: names in strings, decorators. A pure function of its facts."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from nexus_diff.model.expr import NONE, Attr, Call, Literal, Name
from nexus_diff.model.facts import FileFacts

KIND = "said"
"""Kind of the stored values; their key is the path."""
SHORTEST, LONGEST = 2, 120
MOST_WORDS = 20_000
"""Names that are kept of one file; a generated table of strings holds more."""
_NAMING = re.compile(r"[\w.:/@#\-\[\]<>*{}]+\Z")
_WORD = re.compile(r"[^\W\d]\w*")
_DEPTH = 10
_TEXT = frozenset({"str", "string"})


class Said(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """`words`: names that stand in strings, sorted. `decorated`: (qualified name, first line, names of the decorators) of each decorated
    definition."""

    words: tuple[str, ...] = ()
    decorated: tuple[tuple[str, int, tuple[str, ...]], ...] = ()


def said_of(facts: FileFacts) -> Said:
    """What the file says."""
    words: set[str] = set()
    for expr in facts.exprs:
        if isinstance(expr, Literal) and expr.type in _TEXT and SHORTEST <= len(expr.value) <= LONGEST and _NAMING.match(expr.value):
            words.update(_WORD.findall(expr.value))
    decorated = []
    for definition, span in zip(facts.definitions, facts.spans, strict=True):
        if definition.decorators:
            names = tuple(name for index in definition.decorators if (name := dotted(facts, index)))
            decorated.append((definition.qualified, span.start, names))
    return Said(tuple(sorted(words)[:MOST_WORDS]), tuple(decorated))


def dotted(facts: FileFacts, index: int) -> str:
    """`app.route("/x")` and `app.route` → "app.route"; "" for what has no name."""
    return ".".join(reversed(list(_parts(facts, index))))


def _parts(facts: FileFacts, index: int) -> Iterator[str]:
    for _ in range(_DEPTH):
        expr = facts.exprs[index] if index != NONE else None
        if isinstance(expr, Call):
            index = expr.func
        elif isinstance(expr, Attr):
            yield expr.name
            index = expr.value
        else:
            if isinstance(expr, Name):
                yield expr.name
            return


encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(Said).decode
