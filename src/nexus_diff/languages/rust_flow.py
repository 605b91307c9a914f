"""Blocks and control flow of Rust, most of which have a value; `let`."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Expression, Statement
from nexus_diff.languages.rust_cfg import holds
from nexus_diff.languages.rust_nodes import attributes_of, field, first, parts, read, some
from nexus_diff.languages.rust_patterns import bind_pattern, is_variable
from nexus_diff.languages.rust_types import typed
from nexus_diff.model.expr import Cast, Iter, Union
from nexus_diff.model.facts import NONE


def block(b: Builder, node: Node | None) -> int:
    """The value of a block: of its last expression, where no semicolon ends it."""
    if node is None:
        return NONE
    b.open("block", lexical=True, modifiers=("inactive",) if _is_left_out(b, node) else ())
    value = statements(b, node)
    b.close()
    return value


def _is_left_out(b: Builder, node: Node) -> bool:
    """Whether a block stands behind a condition that does not hold in an ordinary build (`#[cfg(windows)] { … }`)."""
    statement = node.parent if node.parent is not None and node.parent.type == "expression_statement" else node
    if statement.parent is None or statement.parent.type != "block":
        return False
    for item in attributes_of(statement):
        inner = first(item)
        tokens = inner.child_by_field_name("arguments") if inner is not None else None
        name = first(inner) if inner is not None else None
        if name is not None and tokens is not None and b.text(name) == "cfg" and not holds(b, tokens):
            return True
    return False


def statements(b: Builder, node: Node) -> int:
    """Run the statements of a block in the current scope."""
    inside = parts(node)
    for part in inside[:-1]:
        b.visit(part)
    if not inside:
        return b.literal("none")
    tail = _tail(inside[-1])
    if tail is None:
        b.visit(inside[-1])
        return b.literal("none")
    b.mark(tail.start_byte)  # a semicolon behind it would be another meaning
    return b.value(tail)


def _tail(node: Node) -> Node | None:
    """The expression that a block's last part is the value of."""
    if node.type == "expression_statement":
        return None if node.children and node.children[-1].type == ";" else first(node)
    return None if node.type in STATEMENT_KINDS else node


STATEMENT_KINDS = frozenset(
    {
        "let_declaration", "empty_statement", "function_item", "struct_item", "enum_item", "union_item", "trait_item", "impl_item",
        "mod_item",
        "const_item", "static_item", "type_item", "use_declaration", "extern_crate_declaration", "macro_definition", "attribute_item",
        "inner_attribute_item", "foreign_mod_item", "function_signature_item", "associated_type", "ERROR",
    }
)  # fmt: skip


def _block(b: Builder, node: Node) -> int:
    return block(b, node)


def _inner_block(b: Builder, node: Node) -> int:
    """`unsafe { … }`, `async { … }`, `const { … }`."""
    return some(b, next((part for part in parts(node) if part.type == "block"), None))


def _if(b: Builder, node: Node) -> int:
    b.open("block", lexical=True)
    condition(b, field(node, "condition"))
    values = [some(b, field(node, "consequence"))]
    b.close()
    otherwise = field(node, "alternative")
    if otherwise is not None:
        values.append(some(b, first(otherwise)))
    return union(b, values)


def union(b: Builder, values: list[int]) -> int:
    """Any of these values; one of them when it is the only one."""
    kept = list(dict.fromkeys(value for value in values if value != NONE))
    if not kept:
        return b.literal("none")
    return kept[0] if len(kept) == 1 else b.add(Union(tuple(kept)))


def condition(b: Builder, node: Node | None) -> None:
    """What `if` and `while` test; binds what `let` in it binds."""
    if node is None:
        return
    if node.type == "let_condition":
        value = b.value(field(node, "value"))
        bind_pattern(b, field(node, "pattern"), value)
    elif (node.type == "let_chain" or _joins_lets(node)) and b.enter(node):
        for part in parts(node):
            condition(b, part)
        b.leave()
    else:
        b.read(node)


def _joins_lets(node: Node) -> bool:
    return node.type == "binary_expression" and any(child.type == "let_condition" for child in node.named_children)


def _let_condition(b: Builder, node: Node) -> int:
    """`let` in a condition that is written without `if`, as a macro may hand it on."""
    condition(b, node)
    return b.literal("bool")


def _match(b: Builder, node: Node) -> int:
    subject = b.value(field(node, "value"))
    body = field(node, "body")
    values = []
    for arm in parts(body) if body is not None else ():
        if arm.type != "match_arm":
            b.visit(arm)
            continue
        pattern = field(arm, "pattern")
        b.open("block", lexical=True)
        bind_pattern(b, pattern, subject)
        condition(b, field(pattern, "condition") if pattern is not None else None)
        values.append(b.value(field(arm, "value")))
        b.close()
    return union(b, values)


def _while(b: Builder, node: Node) -> int:
    b.open("block", lexical=True)
    condition(b, field(node, "condition"))
    b.expr(field(node, "body"))
    b.close()
    return b.literal("none")


def _for(b: Builder, node: Node) -> int:
    subject = field(node, "value")
    value = read(b, subject)
    element = b.add(Iter(value))
    b.site("iter", element, subject or node)
    b.open("block", lexical=True)
    bind_pattern(b, field(node, "pattern"), element)
    b.expr(field(node, "body"))
    b.close()
    return b.literal("none")


def _loop(b: Builder, node: Node) -> int:
    b.expr(field(node, "body"))
    return b.literal("none")


def _let(b: Builder, node: Node) -> None:
    """`let p: T = e else { … };`."""
    type = typed(b, field(node, "type"))
    value = b.value(field(node, "value"))
    otherwise = field(node, "alternative")
    if otherwise is not None:
        b.expr(otherwise)
    pattern = field(node, "pattern")
    if value == NONE and type == NONE:
        return
    if pattern is not None and (pattern.type in ("identifier", "mut_pattern", "ref_pattern") or is_variable(pattern)):
        bind_pattern(b, pattern, value, type)
    else:
        bind_pattern(b, pattern, b.add(Cast(value, type)) if type != NONE and value != NONE else value)


def _nothing(b: Builder, node: Node) -> None:
    """No code: attributes, empty statements."""


EXPRESSIONS: dict[str, Expression] = {
    "block": _block,
    "unsafe_block": _inner_block,
    "async_block": _inner_block,
    "gen_block": _inner_block,
    "try_block": _inner_block,
    "const_block": _inner_block,
    "if_expression": _if,
    "let_condition": _let_condition,
    "match_expression": _match,
    "while_expression": _while,
    "for_expression": _for,
    "loop_expression": _loop,
}

STATEMENTS: dict[str, Statement] = {
    "let_declaration": _let,
    "attribute_item": _nothing,
    "inner_attribute_item": _nothing,
    "empty_statement": _nothing,
}
