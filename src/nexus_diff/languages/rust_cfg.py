"""Conditions of `#[cfg(…)]`: whether an ordinary build or test run on Linux compiles what stands behind them."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.rust_nodes import string_text

ON = frozenset({"test", "unix", "debug_assertions", "doc", "panic", "overflow_checks"})
VALUES = {
    "target_os": "linux",
    "target_family": "unix",
    "target_arch": "x86_64",
    "target_pointer_width": "64",
    "target_endian": "little",
    "target_env": "gnu",
    "panic": "unwind",
    "target_has_atomic": "ptr",
}
"""Of options that have one value in such a build; a feature is taken to be on."""
UNSTABLE = frozenset({"nightly", "unstable", "specialization"})
"""Features that an ordinary compiler does not take."""
DEEPEST = 20


def holds(b: Builder, tokens: Node, depth: int = 0) -> bool:
    """Whether all conditions between the brackets hold."""
    return all(_terms(b, tokens, depth))


def _terms(b: Builder, tokens: Node, depth: int) -> list[bool]:
    found: list[bool] = []
    inside = tokens.children[1:-1]
    at = 0
    while at < len(inside):
        part = inside[at]
        following = inside[at + 1] if at + 1 < len(inside) else None
        if part.type not in ("identifier", "metavariable"):
            at += 1
        elif following is not None and following.type == "token_tree":
            found.append(_group(b, b.text(part), following, depth))
            at += 2
        elif following is not None and following.type == "=" and at + 2 < len(inside):
            found.append(_option(b.text(part), string_text(b, inside[at + 2])))
            at += 3
        else:
            found.append(b.text(part) in ON)
            at += 1
    return found


def _group(b: Builder, name: str, tokens: Node, depth: int) -> bool:
    if depth > DEEPEST:
        return True
    terms = _terms(b, tokens, depth + 1)
    if name == "not":
        return not all(terms)
    return any(terms) if name == "any" else all(terms)


def _option(name: str, value: str) -> bool:
    return (name == "feature" and value not in UNSTABLE) or name.startswith("target_has") or VALUES.get(name) == value


def for_tests(b: Builder, tokens: Node) -> bool:
    """Whether the conditions hold in builds of tests alone: `test`, `all(test, …)`."""
    inside = tokens.children[1:-1]
    for part, following in zip(inside, [*inside[1:], None], strict=False):
        if part.type == "identifier" and b.text(part) == "test" and (following is None or following.type == ","):
            return True
        if part.type == "identifier" and b.text(part) == "all" and following is not None and following.type == "token_tree":
            return any(one.type == "identifier" and b.text(one) == "test" for one in following.children)
    return False
