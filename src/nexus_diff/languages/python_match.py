"""The match statement of Python: what each pattern binds, and what it says about the subject."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Statement
from nexus_diff.languages.python_nodes import REST, dotted, only_part, parts_of
from nexus_diff.model.expr import NONE, Cast, Display, Index, Item, Union


def _match(b: Builder, node: Node) -> None:
    subjects = node.children_by_field_name("subject")
    values = [b.value(subject) for subject in subjects]
    subject = values[0] if len(values) == 1 else b.add(Display("tuple", tuple(values)))
    name = subjects[0] if len(subjects) == 1 and subjects[0].type == "identifier" else None
    group = b.group()
    body = node.child_by_field_name("body")
    for clause in parts_of(body) if body is not None else ():
        if clause.type == "case_clause":
            b.open_block(group, ("conditional",))
            _case(b, clause, subject, name)
            b.close_block()


def _case(b: Builder, clause: Node, subject: int, name: Node | None) -> None:
    patterns = [part for part in parts_of(clause) if part.type == "case_pattern"]
    if len(patterns) == 1:
        seen = _pattern(b, patterns[0], subject)
        if name is not None and seen != subject:
            b.bind(b.text(name), seen, narrow=True)
    else:
        _pattern_items(b, patterns, subject)
    guard = clause.child_by_field_name("guard")
    if guard is not None:
        b.condition(only_part(guard))
    body = clause.child_by_field_name("consequence")
    if body is not None:
        b.visit(body)


def _pattern(b: Builder, node: Node, subject: int) -> int:
    """Bind what the pattern captures of the subject; returns the subject as the pattern sees it."""
    if not b.enter(node):
        return subject
    handler = PATTERNS.get(node.type)
    if handler is not None:
        subject = handler(b, node, subject)
    else:
        b.visit(node)
    b.leave()
    return subject


def _inner_pattern(b: Builder, node: Node, subject: int) -> int:
    inner = only_part(node)
    return subject if inner is None else _pattern(b, inner, subject)


def _name_pattern(b: Builder, node: Node, subject: int) -> int:
    if len(parts_of(node)) == 1:
        b.bind(b.text(node), subject)
    else:
        b.site("attr", dotted(b, node), node.children[-1])
    return subject


def _as_pattern(b: Builder, node: Node, subject: int) -> int:
    parts = parts_of(node)
    seen = _pattern(b, parts[0], subject)
    if len(parts) > 1:
        b.bind(b.text(parts[-1]), seen)
    return seen


def _union_pattern(b: Builder, node: Node, subject: int) -> int:
    parts = parts_of(node)
    seen = [_pattern(b, part, subject) for part in parts]
    known = [index for index in seen if index != subject]
    return b.add(Union(tuple(known))) if known and len(known) == len(seen) else subject


def _class_pattern(b: Builder, node: Node, subject: int) -> int:
    parts = parts_of(node)
    wanted = dotted(b, parts[0])
    b.site("value", wanted, parts[0].children[-1])
    seen = b.add(Cast(subject, wanted))
    for position, part in enumerate(parts[1:]):
        inner = only_part(part)
        if inner is None:
            continue
        if inner.type == "keyword_pattern":
            names = parts_of(inner)
            _pattern(b, names[-1], b.attr(seen, b.text(names[0])))
        else:
            _pattern(b, inner, b.add(Item(seen, position)))
    return seen


def _sequence_pattern(b: Builder, node: Node, subject: int) -> int:
    _pattern_items(b, parts_of(node), subject)
    return subject


def _pattern_items(b: Builder, parts: list[Node], subject: int) -> None:
    inner = [only_part(part) if part.type == "case_pattern" else part for part in parts]
    rest = next((at for at, part in enumerate(inner) if part is not None and part.type == "splat_pattern"), None)
    for at, part in enumerate(inner):
        if part is None:
            continue
        if at == rest:
            name = only_part(part)
            if name is not None:
                b.bind(b.text(name), b.add(Item(subject, REST)))
        else:
            _pattern(b, part, b.add(Item(subject, at if rest is None or at < rest else at - len(parts))))


def _dict_pattern(b: Builder, node: Node, subject: int) -> int:
    key = NONE
    for part in parts_of(node):
        if part.type == "case_pattern":
            _pattern(b, part, b.add(Index(subject, key)) if key >= 0 else subject)
        elif part.type == "splat_pattern":
            name = only_part(part)
            if name is not None:
                b.bind(b.text(name), subject)
        else:
            key = dotted(b, part) if part.type == "dotted_name" else b.expr(part)
    return subject


PATTERNS: dict[str, Callable[[Builder, Node, int], int]] = {
    "case_pattern": _inner_pattern,
    "dotted_name": _name_pattern,
    "class_pattern": _class_pattern,
    "list_pattern": _sequence_pattern,
    "tuple_pattern": _sequence_pattern,
    "dict_pattern": _dict_pattern,
    "as_pattern": _as_pattern,
    "union_pattern": _union_pattern,
}


STATEMENTS: dict[str, Statement] = {
    "match_statement": _match,
}
