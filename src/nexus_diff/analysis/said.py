"""What a file says about its own symbols that no relation holds: names in strings, decorators. A pure function of its facts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from fnmatch import fnmatchcase

import msgspec

from nexus_diff.model.expr import GAP, NONE, Attr, Call, Literal, Name
from nexus_diff.model.facts import FileFacts

KIND = "said"
"""Kind of the stored values; their key is the path."""
SHORTEST, LONGEST = 2, 120
MOST_WORDS = 20_000
"""Names that are kept of one file; a generated table of strings holds more."""
_NAMING = re.compile(r"[\w.:/@#\-\[\]<>*{}]+\Z")
_MARKS = ("%", "{", GAP)
_PUT_IN = re.compile(r"%\(\w+\)[sdr]|%[sdr]|\{[^{}]*\}|" + GAP)
_GLOB = re.compile(r"[\w*]+")
FIXED = 4
"""Fewest characters of a glob that are no star: `%s_id` would mean half of all names."""
_WORD = re.compile(r"[^\W\d]\w*")
PRIVATE = ("_", "#")
"""How names begin that are not meant for others."""
_DEPTH = 10
_TEXT = frozenset({"str", "string"})


class Said(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """`words`: names that stand in strings, in keywords of a class (`metaclass=…`), and those of private attributes that are read, uses
    which a relation may lack; sorted. `decorated`: (qualified name, first line, names of the decorators) of each decorated definition."""

    words: tuple[str, ...] = ()
    decorated: tuple[tuple[str, int, tuple[str, ...]], ...] = ()


def said_of(facts: FileFacts) -> Said:
    """What the file says."""
    words: set[str] = set()
    for expr in facts.exprs:
        if isinstance(expr, Literal) and expr.type in _TEXT and SHORTEST <= len(expr.value) <= LONGEST:
            words.update(_names(expr.value))
        elif isinstance(expr, Attr) and expr.name.startswith(PRIVATE):
            words.add(expr.name)
    decorated = []
    for definition in facts.definitions:
        words.update(name.rpartition(".")[2] for base in definition.bases if base.keyword and (name := dotted(facts, base.expr)))
    for definition, span in zip(facts.definitions, facts.spans, strict=True):
        if definition.decorators:
            names = tuple(name for index in definition.decorators if (name := dotted(facts, index)))
            decorated.append((definition.qualified, span.start, names))
    return Said(tuple(sorted(words)[:MOST_WORDS]), tuple(decorated))


def _names(text: str) -> Iterable[str]:
    """The names that a string may mean: words (in prose, private names only), or globs where something is put in when it runs: `get_%s`
    gives `get_*`."""
    if any(mark in text for mark in _MARKS):
        globs = (re.sub(r"\*+", "*", word) for word in _GLOB.findall(_PUT_IN.sub("*", text)) if "*" in word)
        return (glob for glob in globs if len(glob.replace("*", "")) >= FIXED)
    found = _WORD.findall(text)
    return found if _NAMING.match(text) else [word for word in found if word.startswith(PRIVATE)]


def is_named(name: str, words: Collection[str], globs: Iterable[str]) -> bool:
    """Whether a string names a symbol: `words` as they stand, `globs` among them."""
    return name in words or any(fnmatchcase(name, glob) for glob in globs)


def mentioned(facts: FileFacts, qualified: str, line: int, name: str) -> bool:
    """Whether code of the file reads a name, as a variable or an attribute, outside of the definition that begins at this line; or a page
    may do so, because the file is a plain script, whose names are everybody's."""
    if not name.startswith(PRIVATE) and not (facts.imports or facts.exports or any("exported" in d.modifiers for d in facts.definitions)):
        return True
    own = next(
        (d.body for d, span in zip(facts.definitions, facts.spans, strict=True) if (d.qualified, span.start) == (qualified, line)), NONE
    )
    return any(not _within(facts, scope, own) for scope in _readers(facts, name))


def _readers(facts: FileFacts, name: str) -> Iterator[int]:
    """Scopes in which a name is read; 0 where that cannot be told."""
    for index, expr in enumerate(facts.exprs):
        if isinstance(expr, Name) and expr.name == name:
            yield facts.points[expr.point].scope
        elif isinstance(expr, Attr) and expr.name == name:
            yield _scope_of(facts, index)


def _scope_of(facts: FileFacts, index: int) -> int:
    for _ in range(_DEPTH):
        expr = facts.exprs[index] if index != NONE else None
        if isinstance(expr, Name):
            return facts.points[expr.point].scope
        if not isinstance(expr, (Attr, Call)):
            return 0
        index = expr.func if isinstance(expr, Call) else expr.value
    return 0


def _within(facts: FileFacts, scope: int, outer: int) -> bool:
    while scope >= 0:
        if scope == outer:
            return True
        scope = facts.scopes[scope].parent
    return False


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
