"""Attributes of Rust items: `#[test]`, `#[cfg(test)]`, `#[derive(…)]`, `#[path = "…"]`, routes."""

from __future__ import annotations

from dataclasses import dataclass, field

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.rust_cfg import for_tests, holds
from nexus_diff.languages.rust_nodes import attributes_of, parts, path_text, string_text
from nexus_diff.model.expr import Arg, Call

_TESTS = frozenset({"test", "rstest", "test_case", "bench", "quickcheck", "wasm_bindgen_test", "proptest", "test_log"})
"""Last names of the attributes that make a function a test."""
_PLAIN = frozenset(
    {
        "inline", "cfg", "cfg_attr", "allow", "warn", "deny", "forbid", "expect", "doc", "must_use", "repr", "cold", "track_caller",
        "non_exhaustive", "rustfmt", "clippy", "deprecated", "ignore", "should_panic", "target_feature", "automatically_derived", "path",
    }
)  # fmt: skip
"""Attributes that no framework reads."""


@dataclass(slots=True)
class Attributes:
    """What the attributes before an item say."""

    first: Node | None = None
    modifiers: set[str] = field(default_factory=set)
    expressions: list[int] = field(default_factory=list)
    """Of the attributes that frameworks and derive macros read: a name, or a call with the strings and names in it."""
    path: str = ""
    macros: bool = False
    tests: bool = False
    """Compiled for tests alone."""


def attributes(b: Builder, node: Node) -> Attributes:
    """The attributes that stand before an item."""
    seen = Attributes()
    for item in attributes_of(node):
        seen.first = seen.first or item
        inner = next((part for part in parts(item) if part.type == "attribute"), None)
        if inner is not None:
            _read(b, inner, seen)
    return seen


def _read(b: Builder, node: Node, seen: Attributes) -> None:
    inside = parts(node)
    name = path_text(b, inside[0]) if inside else ""
    last = name.rpartition("::")[2]
    tokens = node.child_by_field_name("arguments")
    if last in _TESTS:
        seen.modifiers.add("test")
    elif name == "cfg" and tokens is not None:
        if not holds(b, tokens):
            seen.modifiers.add("inactive")
        seen.tests = seen.tests or for_tests(b, tokens)
    elif name == "path":
        seen.path = string_text(b, node.child_by_field_name("value"))
    elif name == "macro_use":
        seen.macros = True
    elif name in ("macro_export", "no_mangle", "export_name", "proc_macro", "proc_macro_attribute", "proc_macro_derive"):
        seen.modifiers.add("exported")
    if name and last not in _PLAIN and name.partition("::")[0] not in _PLAIN:
        seen.expressions.append(_expression(b, name, tokens))


def _expression(b: Builder, name: str, tokens: Node | None) -> int:
    segments = name.split("::")
    index = b.name(segments[0])
    for segment in segments[1:]:
        index = b.attr(index, segment)
    if tokens is None:
        return index
    args = [Arg(found) for part in parts(tokens) if (found := _argument(b, part)) >= 0]
    return b.add(Call(index, tuple(args)))


def _argument(b: Builder, node: Node) -> int:
    if node.type == "string_literal":
        return b.literal("str", string_text(b, node))
    return b.name(b.text(node)) if node.type == "identifier" else -1
