"""Parsers and dispatch tables, one set per process and language."""

from __future__ import annotations

from dataclasses import dataclass

import tree_sitter

from nexus_diff.languages.base import Language
from nexus_diff.languages.builder_protocol import Expression, Statement


@dataclass(frozen=True, slots=True)
class Tables:
    """A language ready to run: its handlers by the grammar's numbers (cheaper to look up than names), its parser, its query."""

    language: Language
    parser: tree_sitter.Parser
    statements: dict[int, Statement]
    expressions: dict[int, Expression]
    names: frozenset[int]
    query: tree_sitter.Query


_tables: dict[str, Tables] = {}


def tables(language: Language) -> Tables:
    """The tables of the language, made at its first use in this process."""
    known = _tables.get(language.name)
    if known is None or known.language is not language:
        known = _tables[language.name] = _make(language)
    return known


def _make(language: Language) -> Tables:
    grammar = tree_sitter.Language(language.grammar())
    kinds: dict[str, list[int]] = {}
    for kind in range(grammar.node_kind_count):
        if grammar.node_kind_is_named(kind):
            kinds.setdefault(grammar.node_kind_for_id(kind) or "", []).append(kind)
    _add_tokens(grammar, language, kinds)
    return Tables(
        language=language,
        parser=tree_sitter.Parser(grammar),
        statements={kind: handler for name, handler in language.statements.items() for kind in kinds.get(name, ())},
        expressions={kind: handler for name, handler in language.expressions.items() for kind in kinds.get(name, ())},
        names=frozenset(kind for name in language.names for kind in kinds.get(name, ())),
        query=tree_sitter.Query(grammar, _query(language, kinds)),
    )


def _add_tokens(grammar: tree_sitter.Language, language: Language, kinds: dict[str, list[int]]) -> None:
    """Handlers may be for keywords that are no nodes with a name in the grammar (`this`)."""
    for name in language.expressions:
        kind = grammar.id_for_node_kind(name, False) if name not in kinds else None
        if kind:
            kinds[name] = [kind]


def _query(language: Language, kinds: dict[str, list[int]]) -> str:
    captures = {
        "comment": language.comments,
        "string": language.strings,
        "block": language.blocks,
        "branch": language.branches,
        "layout": language.layout,
    }
    lines = ["(ERROR) @error (MISSING) @error"]
    for capture, names in captures.items():
        lines.extend(f"({name}) @{capture}" for name in sorted(names) if name in kinds)
    return "\n".join(lines)
