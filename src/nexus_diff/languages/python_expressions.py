"""Atoms, displays, comprehensions, lambda and annotations of Python."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Expression
from nexus_diff.languages.gaps import with_gaps
from nexus_diff.languages.python_chains import links_of, unpacked
from nexus_diff.languages.python_definitions import parameters_of
from nexus_diff.languages.python_narrowing import narrow, narrowings_of
from nexus_diff.languages.python_nodes import CHAIN, only_part, parts_of
from nexus_diff.languages.python_targets import assign, iterate
from nexus_diff.model.expr import GAP, NONE, Display, Func, Index, Literal, Union, Unknown


def _integer(b: Builder, node: Node) -> int:
    """Small numbers keep their text: they choose elements."""
    text = b.text(node)
    return b.literal("int", text if len(text) <= 3 and text.isdigit() else "")


def _literal(type: str, value: str = "") -> Callable[[Builder, Node], int]:
    return lambda b, node: b.literal(type, value)


def _string(b: Builder, node: Node) -> int:
    text = b.text(node)
    if text[0] == '"' and text[1:2] != '"' and not b.in_type:
        return b.literal("str", text[1:-1])
    start = 0
    while start < len(text) and text[start] not in "'\"":
        start += 1
    prefix = text[:start].lower()
    quotes = 3 if text[start : start + 3] in ("'''", '"""') else 1
    content = text[start + quotes : -quotes]
    if b.in_type and prefix in ("", "r"):
        found = b.embedded(content.strip().encode(), node, lambda root: _sole_expression(b, root))
        if found >= 0:
            return found
    if "f" in prefix or "t" in prefix:
        interpolations(b, node)
        return b.literal("str", _gapped(b, node))
    return b.literal("bytes" if "b" in prefix else "str", content)


def _sole_expression(b: Builder, root: Node) -> int:
    parts = parts_of(root)
    if len(parts) == 1 and parts[0].type == "expression_statement":
        inner = parts_of(parts[0])
        if len(inner) == 1 and inner[0].type not in ("assignment", "augmented_assignment", "yield", "string"):
            return b.expr(inner[0])
    return NONE


def _gapped(b: Builder, node: Node) -> str:
    """What an f-string says by itself."""
    content = [child for child in node.named_children if child.type in ("string_content", "interpolation")]
    if not any(child.type == "interpolation" for child in content):
        return "".join(b.text(child) for child in content)
    return with_gaps(GAP if child.type == "interpolation" else b.text(child) for child in content)


def interpolations(b: Builder, node: Node) -> None:
    for child in node.named_children:
        if child.type in ("interpolation", "format_expression"):
            inner = child.child_by_field_name("expression")
            if inner is not None:
                b.op("format", b.expr(inner), NONE, inner)
            for part in child.named_children:
                if part.type == "format_specifier" and b.enter(part):
                    interpolations(b, part)
                    b.leave()


def _concatenated(b: Builder, node: Node) -> int:
    values = [b.get(b.expr(part)) for part in parts_of(node)]
    texts = [value for value in values if isinstance(value, Literal)]
    return b.literal(texts[0].type if texts else "str", "".join(text.value for text in texts))


def _parenthesized(b: Builder, node: Node) -> int:
    return b.expr(only_part(node))


def _display(type: str) -> Callable[[Builder, Node], int]:
    def handle(b: Builder, node: Node) -> int:
        items = []
        for child in node.named_children:
            kind = child.type
            if kind == "list_splat":
                inner = only_part(child)
                items.append(iterate(b, inner) if inner is not None else NONE)
            elif kind in CHAIN and unpacked(links_of(child)[0]) is not None:
                items.append(iterate(b, child))
            elif kind != "comment":
                items.append(b.passed(child))
        if type == "tuple" and len(items) == 1:
            b.mark(node.end_byte - 1)
        return b.add(Display(type, tuple(items)))

    return handle


def _dictionary(b: Builder, node: Node) -> int:
    keys, items = [], []
    for child in node.named_children:
        if child.type == "pair":
            children = child.children
            keys.append(b.passed(children[0]))
            items.append(b.passed(children[-1]))
        elif child.type == "dictionary_splat":
            keys.append(NONE)
            items.append(b.passed(only_part(child)))
    return b.add(Display("dict", tuple(items), tuple(keys)))


def _comprehension(type: str) -> Callable[[Builder, Node], int]:
    def handle(b: Builder, node: Node) -> int:
        parts = parts_of(node)
        opened = False
        for clause in parts[1:]:
            if clause.type == "for_in_clause":
                source = clause.child_by_field_name("right")
                element = iterate(b, source, clause.children[0].type == "async") if source is not None else NONE
                if not opened:
                    b.open("comprehension")
                    opened = True
                assign(b, clause.child_by_field_name("left"), element)
            elif clause.type == "if_clause":
                test = only_part(clause)
                b.condition(test)
                narrow(b, narrowings_of(b, test, True))
        body = parts[0] if parts else None
        keys: tuple[int, ...] = ()
        if body is not None and body.type == "pair":
            keys = (b.passed(body.children[0]),)
            body = body.children[-1]
        item = b.passed(body)
        if opened:
            b.close()
        return b.add(Display(type, (item,), keys))

    return handle


def _lambda(b: Builder, node: Node) -> int:
    params = parameters_of(b, node.child_by_field_name("parameters"))
    scope = b.open("lambda", params=params)
    b.returns(b.value(node.child_by_field_name("body")))
    b.close()
    return b.add(Func(scope))


def _type(b: Builder, node: Node) -> int:
    return b.expr(only_part(node))


def _generic(b: Builder, node: Node) -> int:
    parts = parts_of(node)
    if len(parts) < 2:
        return b.expr(only_part(node))
    base = b.expr(parts[0])
    in_type = b.in_type
    if b.text(parts[0]).rpartition(".")[2] == "Literal":
        b.in_type = False
    keys = [b.expr(key) for key in parts_of(parts[1])]
    b.in_type = in_type
    key = keys[0] if len(keys) == 1 else b.add(Display("tuple", tuple(keys)))
    return b.add(Index(base, key))


def _union_type(b: Builder, node: Node) -> int:
    return b.add(Union(tuple(b.expr(part) for part in parts_of(node))))


def _member_type(b: Builder, node: Node) -> int:
    parts = parts_of(node)
    index = b.expr(parts[0]) if parts else b.add(Unknown())
    for part in parts[1:]:
        index = b.attr(index, b.text(part))
    return index


EXPRESSIONS: dict[str, Expression] = {
    "integer": _integer,
    "float": _literal("float"),
    "true": _literal("bool", "True"),
    "false": _literal("bool", "False"),
    "none": _literal("none"),
    "ellipsis": _literal("ellipsis"),
    "string": _string,
    "concatenated_string": _concatenated,
    "parenthesized_expression": _parenthesized,
    "list": _display("list"),
    "tuple": _display("tuple"),
    "expression_list": _display("tuple"),
    "set": _display("set"),
    "dictionary": _dictionary,
    "list_comprehension": _comprehension("list"),
    "set_comprehension": _comprehension("set"),
    "generator_expression": _comprehension("generator"),
    "dictionary_comprehension": _comprehension("dict"),
    "lambda": _lambda,
    "type": _type,
    "generic_type": _generic,
    "union_type": _union_type,
    "member_type": _member_type,
    "splat_type": _parenthesized,
}
