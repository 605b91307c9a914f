"""The preprocessor: includes, macros, conditional sections."""

# For maintainers. All sections of `#if` are read. The arms of one `#if` exclude one another, as those of an `if` do; a section
# without an alternative (include guards, features) is read as if it were always there. A function-like macro is a function whose
# body is parsed as if it were one; where that fails (it pastes names, or is part of a statement), the calls in it are found by their
# looks. Macros know no scopes: those that stand in a class or namespace (flags beside the field that holds them) are the file's.

from __future__ import annotations

import re
from collections.abc import Callable

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.c_family_nodes import CONTAINERS, field, parts
from nexus_diff.languages.c_family_tests import visit_outside
from nexus_diff.model.expr import Arg, Call
from nexus_diff.model.facts import NONE, Param

_ALTERNATIVES = frozenset({"preproc_else", "preproc_elif", "preproc_elifdef"})
_CALL = re.compile(rb"(?<![\w.>#\"'])([A-Za-z_]\w*)[ \t]*\(")
_KEYWORDS = frozenset(
    b"if while for switch return sizeof defined do else case typeof __typeof__ alignof decltype asm __asm__ __attribute__ "
    b"catch new delete throw static_cast const_cast dynamic_cast reinterpret_cast noexcept".split()
)
_DEFINES = re.compile(rb"\b(?:struct|class|union|enum|namespace|template)\b[^;()]*\{")
_NAMESPACE = re.compile(rb"(?<!inline )\bnamespace[ \t]+([A-Za-z_]\w*)[ \t]*\{")
LONGEST_MACRO = 20_000


def include(b: Builder, node: Node) -> None:
    """`#include "x.h"` (source `x.h`) and `#include <x.h>` (source `<x.h>`)."""
    path = field(node, "path")
    if path is None or path.type not in ("string_literal", "system_lib_string"):
        return
    text = b.text(path)
    source = text.strip('"') if path.type == "string_literal" else text
    if source:
        b.import_(source, "", "", "include", scope=0)


def conditional(b: Builder, node: Node, visit: Callable[[Node], None] | None = None) -> None:
    """`#if … #elif … #else … #endif`. `visit`: what is done with what stands in it."""
    condition, name = field(node, "condition"), field(node, "name")
    alternative = field(node, "alternative")
    group = b.group() if alternative is not None else 0
    if b.enter(node):
        _section(b, node, (condition, name, alternative), group, visit)
        b.leave()
    while alternative is not None and alternative.type in _ALTERNATIVES:
        condition, name = field(alternative, "condition"), field(alternative, "name")
        following = field(alternative, "alternative")
        if b.enter(alternative):
            _section(b, alternative, (condition, name, following), group, visit)
            b.leave()
        alternative = following


def _section(b: Builder, node: Node, without: tuple[Node | None, ...], group: int, visit: Callable[[Node], None] | None) -> None:
    left_out = {other.id for other in without if other is not None}
    if group:
        b.open_block(group)
    inside = [child for child in node.named_children if child.id not in left_out]
    if visit is None and b.scope_kind() in CONTAINERS:
        visit_outside(b, inside)
    else:
        for child in inside:
            (visit or b.visit)(child)
    if group:
        b.close_block()


def constant(b: Builder, node: Node) -> None:
    """`#define NAME value`; one without a value (an include guard) defines nothing."""
    name, value = field(node, "name"), field(node, "value")
    if name is None or value is None:
        return
    text = b.text(name)
    if (opened := _NAMESPACE.findall(value.text or b"")) and b.scope_kind() in CONTAINERS:
        _namespaces(b, node, name, opened)
        return
    b.step_out()
    definition = b.define(text, "variable", node, name, value, modifiers=("exported", "macro"))
    made = NONE
    code = _code(value)
    if code is not None:
        made = b.embedded(b"int _ = " + code + b";", value, lambda root: _initializer(b, root))
    b.bind(text, made, definition=definition)
    b.step_in()


def _namespaces(b: Builder, node: Node, name: Node, opened: list[bytes]) -> None:
    """A macro that opens namespaces. Where it is used, no text says which: what they hold stands outside of them, and they lead there."""
    names = [text.decode("utf-8", "replace") for text in opened]
    for position, text in enumerate(opened):
        b.import_(".".join(names[: position + 1]), "*", "", "using", scope=0)
        b.define(text.decode("utf-8", "replace"), "namespace", node, name, modifiers=("open", "transparent"))


def _initializer(b: Builder, root: Node) -> int:
    declaration = root.named_children[0] if root.named_child_count == 1 else None
    declarator = field(declaration, "declarator") if declaration is not None else None
    value = field(declarator, "value") if declarator is not None else None
    return b.expr(value) if value is not None else NONE


def macro(b: Builder, node: Node) -> None:
    """`#define NAME(x, y) body`."""
    name, value = field(node, "name"), field(node, "value")
    if name is None:
        return
    b.step_out()
    definition = b.define(b.text(name), "function", node, name, value, modifiers=("exported", "macro"))
    b.bind(b.text(name), definition=definition)
    b.open("function", definition=definition)
    listed = field(node, "parameters")
    names = [b.text(child) for child in listed.children if child.is_named or child.type == "..."] if listed is not None else []
    b.parameters([Param("", "*") if name == "..." else Param(name) for name in names])
    code = _code(value) if value is not None else None
    if value is not None and code is not None:
        found = b.embedded(b"void _(void) { " + code + b"; }", value, lambda root: _body(b, root))
        if found == NONE:
            _calls_by_looks(b, value, code, set(names))
    b.close()
    b.step_in()


def _code(value: Node) -> bytes | None:
    """The text of a macro with its lines joined; None when it is too long or defines types."""
    text = value.text
    if text is None or len(text) > LONGEST_MACRO or _DEFINES.search(text):
        return None
    return text.replace(b"\\\r\n", b"   ").replace(b"\\\n", b"  ")


def _body(b: Builder, root: Node) -> int:
    function = root.named_children[0] if root.named_child_count else None
    body = field(function, "body") if function is not None and root.named_child_count == 1 else None
    if body is None:
        return NONE
    b.deferred = False  # inside of a function everything outside is seen anyway, and its parameters are to be
    inside = [child for child in parts(body) if child.type != "expression_statement" or child.named_child_count]
    if len(inside) == 1 and inside[0].type == "expression_statement":
        b.returns(b.expr(inside[0].named_children[0]))
    else:
        b.visit_children(body)
    return b.literal("int")


def _calls_by_looks(b: Builder, value: Node, code: bytes, own: set[str]) -> None:
    """A call for each `name(` in code that does not parse by itself."""
    seen: set[bytes] = set()
    for match in _CALL.finditer(code):
        name = match[1]
        text = name.decode("utf-8", "replace")
        if name in _KEYWORDS or name in seen or text in own:
            continue
        seen.add(name)
        b.site("call", b.add(Call(b.name(text), (Arg(b.literal("int"), "*"),))), value)


def macro_use(b: Builder, node: Node) -> None:
    """`MACRO(x)` that stands for a declaration, which the grammar takes for a type."""
    name = field(node, "name")
    if name is not None:
        b.site("call", b.add(Call(b.name(b.text(name)), (Arg(b.literal("int"), "*"),))), name, node)


def ignored(b: Builder, node: Node) -> None:
    """`#pragma`, `#error` and the like."""
