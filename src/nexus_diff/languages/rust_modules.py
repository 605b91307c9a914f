"""Modules of Rust: `mod`, `use`, `extern crate`."""

# For maintainers. A path is written down as it stands; the linker follows it member by member. A module in a file of its own is an import
# of kind "module", with the source "mod name" or "path file".

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Statement
from nexus_diff.languages.rust_attributes import attributes
from nexus_diff.languages.rust_macro_values import Macro
from nexus_diff.languages.rust_nodes import field, parts, path_text

DEEPEST_USE = 40


def _module(b: Builder, node: Node) -> None:
    """`mod x;` and `mod x { … }`."""
    name, body = field(node, "name"), field(node, "body")
    if name is None:
        return
    text = b.text(name)
    seen = attributes(b, node)
    public = any(child.type == "visibility_modifier" for child in node.named_children)
    if body is None:
        source = f"path {seen.path}" if seen.path else f"mod {text}"
        flags = [*(["public"] if public else []), *seen.modifiers]
        b.import_(source, "", text, "module", flags)
        b.import_(source, "*", "", "macros", flags)  # exported ones are the crate's, others are seen where `macro_use` stands
        return
    modifiers = {*seen.modifiers, *(["exported"] if public else []), *(["test"] if seen.tests else [])}
    definition = b.define(text, "namespace", node, name, body, modifiers=modifiers, first=seen.first)
    b.bind(text, definition=definition)
    b.open("namespace", definition=definition)
    b.visit_children(body)
    b.close()
    b.import_(f"self::{text}", "*", "", "macros")


def _use(b: Builder, node: Node) -> None:
    argument = field(node, "argument")
    public = any(child.type == "visibility_modifier" for child in node.named_children)
    if argument is not None:
        flags = [*(["public"] if public else []), *attributes(b, node).modifiers]
        _clause(b, argument, [], flags, 0)


def _clause(b: Builder, node: Node, prefix: list[str], flags: list[str], depth: int) -> None:
    """One part of a `use` tree, below a path."""
    if depth > DEEPEST_USE:
        return
    kind = node.type
    if kind == "use_as_clause":
        alias = field(node, "alias")
        _import(b, [*prefix, *_segments(b, field(node, "path"))], b.text(alias) if alias is not None else "", flags)
    elif kind == "use_list":
        for part in parts(node):
            _clause(b, part, prefix, flags, depth + 1)
    elif kind == "scoped_use_list":
        listed = field(node, "list")
        if listed is not None:
            _clause(b, listed, [*prefix, *_segments(b, field(node, "path"))], flags, depth + 1)
    elif kind == "use_wildcard":
        inside = parts(node)
        _note(b, source_of([*prefix, *(_segments(b, inside[0]) if inside else [])]), "*", "", flags)
    else:
        _import(b, [*prefix, *_segments(b, node)], None, flags)


def _segments(b: Builder, node: Node | None) -> list[str]:
    if node is None:
        return []
    text = path_text(b, node)
    return text.split("::") if text else []


def _import(b: Builder, segments: list[str], alias: str | None, flags: list[str]) -> None:
    if len(segments) > 1 and segments[-1] == "self":
        segments = segments[:-1]
    if not segments:
        return
    name = segments[-1]
    local = name if alias is None else "" if alias == "_" else alias
    if len(segments) == 1:
        whole = name in ("self", "super", "crate")
        _note(b, source_of(segments), "", "" if whole and alias is None else local, flags)
        return
    _note(b, source_of(segments[:-1]), name, local, flags)


def _note(b: Builder, source: str, name: str, alias: str, flags: list[str]) -> None:
    """Record an import; one that a macro makes is made by each use of the macro."""
    b.import_(source, name, alias, "import", flags)
    macro = b.memory.get("macro")
    if isinstance(macro, Macro) and macro.scope == b.scope:
        macro.imports.append((source, name, alias, "import", tuple(flags)))


def source_of(segments: list[str]) -> str:
    """The text of a path."""
    return "::".join("crate" if segment == "$crate" else segment for segment in segments)


def _extern(b: Builder, node: Node) -> None:
    """`extern crate a as b;`."""
    name, alias = field(node, "name"), field(node, "alias")
    if name is None:
        return
    text = b.text(name)
    local = b.text(alias) if alias is not None else text
    flags = ["macros"] if attributes(b, node).macros else []
    source = "crate" if text == "self" else f"::{text}"
    b.import_(source, "", "" if local == "_" else local, "import", flags)


STATEMENTS: dict[str, Statement] = {
    "mod_item": _module,
    "use_declaration": _use,
    "extern_crate_declaration": _extern,
}
