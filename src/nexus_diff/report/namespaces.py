"""Names without the namespaces in front, for people: files and lines stand beside them, and most of a long name says nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import msgspec

from nexus_diff.model.answer import Answer, ChangedSymbol, Impacted
from nexus_diff.report.ids import file_in, name_in

_OWN_PARTS = {"Method": 2, "Class": 1, "Interface": 1, "CodeElement": 1}
"""Label → how many parts of a name are not the namespace, unless a class stands in a class."""
_NAMED = {
    "changed_symbols": ("qualified_name",),
    "impacted": ("qualified_name",),
    "callees": ("qualified_name",),
    "breaking_call_sites": ("caller", "callee", "message"),
    "processes": ("name",),
    "affected_tests": ("name", "reason"),
    "test_gaps": ("name",),
    "dead_code": ("name",),
}
"""Fields of the answer, and those of their values that hold names."""


def without_namespaces(answer: Answer) -> Answer:
    """The answer with short names, of languages that write the namespace in front of every name; ids are left as they are."""
    cut = cutter(answer)
    if cut is None:
        return answer
    changes = {}
    for field, names in _NAMED.items():
        values = getattr(answer, field)
        changes[field] = tuple(msgspec.structs.replace(one, **{name: cut(getattr(one, name)) for name in names}) for one in values)
    return msgspec.structs.replace(answer, **changes)


def cutter(answer: Answer) -> Callable[[str], str] | None:
    """Takes the answer's namespaces out of a text, where a type follows and not the suffix of a file; None where it has none."""
    spaces = sorted(set(_namespaces(answer)), key=lambda space: (-len(space), space))
    if not spaces:
        return None
    pattern = re.compile(rf"(?<![\w./-])(?:{'|'.join(map(re.escape, spaces))})\.(?=[^\W\da-z])")
    return lambda text: pattern.sub("", text)


def _namespaces(answer: Answer) -> Iterator[str]:
    """Of each file those that no other begins: the rest are classes around classes."""
    from nexus_diff.languages import by_suffix  # loads tree-sitter, which completing a word need not wait for

    symbols: tuple[ChangedSymbol | Impacted, ...] = (*answer.changed_symbols, *answer.impacted, *answer.callees)
    named = [(symbol.id, symbol.qualified_name, symbol.file) for symbol in symbols]
    by_file: dict[str, set[str]] = {}
    tests = ((test.id, test.name, test.file) for test in answer.affected_tests)
    steps = (
        (step, name_in(step, file_in(step)).partition("#")[0], file_in(step)) for process in answer.processes for step in process.steps
    )
    for key, name, file in (*named, *tests, *steps):
        language = by_suffix(file)
        own = _OWN_PARTS.get(key.partition(":")[0], 0)
        if own and language is not None and language.namespaced_names:
            by_file.setdefault(file, set()).add(".".join(name.split(".")[:-own]))
    for spaces in by_file.values():
        yield from (space for space in spaces if space and not any(space.startswith(f"{other}.") for other in spaces if other))
