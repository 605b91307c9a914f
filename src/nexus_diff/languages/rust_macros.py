"""Macros of Rust: what is handed to one is read as the code that it most often is; `macro_rules!` is a function of its own."""

# For maintainers. Tokens are parsed once more by themselves, with the positions that they have. A macro that the file defines is read like
# a function: what stands behind `=>` is its body, `$x` is a name in it that every use of the macro binds to what it hands over, and
# functions written there are definitions below the macro. A use in the place of items brings them into the scope where it stands.

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Expression, Statement
from nexus_diff.languages.rust_attributes import attributes
from nexus_diff.languages.rust_flow import statements
from nexus_diff.languages.rust_macro_values import Macro
from nexus_diff.languages.rust_nodes import OWN_TYPE, first, last_name, parts, some
from nexus_diff.model.expr import Arg, Call, Display
from nexus_diff.model.facts import NONE

CONTAINERS = frozenset({"vec", "smallvec", "arrayvec", "array"})
"""Macros that give a sequence of what they are handed."""
PATTERNS = frozenset({"matches", "assert_matches", "debug_assert_matches", "let_assert", "assert_let"})
"""Macros whose second argument is a pattern."""
STRINGS = frozenset({"format", "concat", "stringify", "env", "include_str", "file", "module_path"})
TOKENS = frozenset({"quote", "quote_spanned", "parse_quote", "parse_quote_spanned", "stringify", "concat", "cfg", "env", "option_env"})
"""Macros whose tokens are not run."""
_ITEM_SCOPES = frozenset({"module", "namespace", "class"})
MOST_EDITS = 2000


def _invocation(b: Builder, node: Node) -> int:
    """`name!(…)`: a call of the macro, with what it is handed."""
    path, tokens = node.child_by_field_name("macro"), next((part for part in parts(node) if part.type == "token_tree"), None)
    name = last_name(path)
    if path is None or name is None:
        return b.literal("none")
    text = b.text(name)
    handed = _handed(b, tokens, text) if tokens is not None else []
    _use(b, text, handed)
    if text in CONTAINERS:
        return b.add(Display("Vec", tuple(handed)))
    if text in STRINGS:
        return b.literal("String")
    index = b.add(Call(_named(b, path, name), tuple(Arg(value) for value in handed)))
    b.site("call", index, name, node)
    return index


def _named(b: Builder, path: Node, name: Node) -> int:
    """The macro's name; macros have names of their own, written with the `!`."""
    text = f"{b.text(name)}!"
    inner = path.child_by_field_name("path") if path.type == "scoped_identifier" else None
    return b.name(text) if inner is None else b.attr(some(b, inner), text)


def _handed(b: Builder, tokens: Node, macro: str) -> list[int]:
    """Values of what stands between a macro's brackets."""
    found: list[int] = []

    def read(root: Node) -> int:
        found.extend(_values(b, root, macro))
        return NONE

    if macro not in TOKENS:
        braces = bool(tokens.children) and tokens.children[0].type == "{"
        b.again(tokens, (lambda root: _run(b, root)) if braces else read)
    return found


def _values(b: Builder, root: Node, macro: str) -> Iterator[int]:
    """Expressions of a parsed `(a, b)` or `[a, b]`."""
    listed = root
    while listed.named_child_count == 1 and listed.type in ("source_file", "expression_statement"):
        inner = first(listed)
        if inner is None:
            return
        listed = inner
    inside = (
        parts(listed) if listed.type in ("tuple_expression", "array_expression", "parenthesized_expression", "source_file") else [listed]
    )
    if listed.type == "unit_expression":
        return
    for position, part in enumerate(inside):
        if position and macro in PATTERNS:
            break
        if part.type == "assignment_expression":  # a named argument of a format
            yield _one(b, part.child_by_field_name("right"))
        else:
            yield _one(b, part)


def _one(b: Builder, node: Node | None) -> int:
    if node is None or node.type == "ERROR":
        return some(b, node)
    index = b.passed(node)
    return index if index >= 0 else some(b, None)


def _run(b: Builder, root: Node) -> int:
    """Statements or items that a macro is handed; items belong to the scope around it."""
    block = next((part for part in _statements_of(root) if part.type == "block"), None)
    if block is not None and b.scope_kind() in _ITEM_SCOPES:
        b.visit_children(block)
    else:
        b.visit_children(root)
    return NONE


def _statements_of(root: Node) -> list[Node]:
    return [inner for part in parts(root) for inner in (parts(part) if part.type == "expression_statement" else [part])]


# Definitions


def _definition(b: Builder, node: Node) -> None:
    """`macro_rules! name { (pattern) => { code } … }`."""
    name = node.child_by_field_name("name")
    if name is None:
        return
    seen = attributes(b, node)
    text = b.text(name)
    definition = b.define(text, "function", node, name, node, modifiers=[*seen.modifiers, "macro"], first=seen.first)
    b.bind(f"{text}!", definition=definition)
    macro = Macro(b.open("function", definition=definition))
    b.memory[f"macro {text}"] = b.memory["macro"] = macro
    for rule in parts(node):
        left, right = rule.child_by_field_name("left"), rule.child_by_field_name("right")
        if rule.type == "macro_rule" and left is not None and right is not None:
            variables = _variables(b, left)
            if variables is not None:
                macro.rules.append(variables)
            b.again(right, lambda root: _body(b, root), list(_edits(right)))
    b.memory["macro"] = None
    b.close()


def _variables(b: Builder, pattern: Node) -> tuple[list[str], str] | None:
    """The variables of a pattern that is a list of them, and the one that is repeated; None for any other pattern."""
    names: list[str] = []
    rest = ""
    for part in pattern.children[1:-1]:
        if part.type == "token_binding_pattern" and not rest:
            name = part.child_by_field_name("name")
            names.append(b.text(name) if name is not None else "")
        elif part.type == "token_repetition_pattern":
            repeated = [inner for inner in parts(part) if inner.type == "token_binding_pattern"]
            name = repeated[0].child_by_field_name("name") if len(repeated) == 1 and not rest else None
            rest = b.text(name) if name is not None else rest
        elif part.type not in (",", ";"):
            return None
    return names, rest


def _use(b: Builder, text: str, handed: list[int]) -> None:
    """A macro of this file is used: its variables stand for what it is handed, and what it defines is defined here."""
    macro = b.memory.get(f"macro {text}")
    if not isinstance(macro, Macro):
        return
    for names, rest in macro.rules:
        if len(handed) == len(names) or (rest and len(handed) >= len(names)):
            for name, value in zip([*names, *[rest] * (len(handed) - len(names))], handed, strict=True):
                b.may_bind(name, value, macro.scope)
            break
    if b.scope_kind() == "class":
        b.may_bind(OWN_TYPE, b.name("Self"), macro.scope)
    for source, imported, alias, kind, flags in macro.imports if b.scope_kind() != "lambda" else ():
        b.import_(source, imported, alias, kind, flags)
    for name, definition in macro.members if b.scope_kind() != "lambda" else ():
        b.bind(name, definition=definition)


def _body(b: Builder, root: Node) -> int:
    for part in parts(root):
        inner = first(part) if part.type == "expression_statement" else part
        if inner is not None and inner.type == "block":
            b.returns(statements(b, inner))
        elif inner is not None:
            b.visit(inner)
    return NONE


def _edits(tokens: Node) -> Iterator[tuple[int, bytes]]:
    """What makes the right side of a rule code that can be parsed: braces around it, and no `$( … )*` around what is repeated."""
    yield tokens.start_byte, b"{"
    yield tokens.end_byte - 1, b"}"
    todo, count = [tokens], 0
    while todo and count < MOST_EDITS:
        node = todo.pop()
        count += 1
        for child in node.children:
            if child.type == "token_repetition":
                yield from _unfold(child)
            if child.child_count:
                todo.append(child)


def _unfold(node: Node) -> Iterator[tuple[int, bytes]]:
    """`$(`, `)` and `*` of a repetition as white space."""
    inside = node.children
    closing = max((at for at, child in enumerate(inside) if child.type == ")"), default=len(inside))
    for at, child in enumerate(inside):
        separator = at == closing + 1 and child.type in (",", ";")
        if (at < 2 or at >= closing) and not separator:
            yield child.start_byte, b" " * (child.end_byte - child.start_byte)


EXPRESSIONS: dict[str, Expression] = {"macro_invocation": _invocation}

STATEMENTS: dict[str, Statement] = {"macro_definition": _definition}
