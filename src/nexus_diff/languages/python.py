"""Python: how its syntax becomes facts and what its test runners collect. (Imports resolve in `python_resolve`.)"""

# For maintainers. Handlers are small and stand in the order of the language reference: expressions, targets, simple statements,
# compound statements, definitions, imports; the Language value is at the end. Chains (`a.b().c[d]`) and left-recursive operators are
# walked in loops, so that their length is no depth.

from __future__ import annotations

from collections.abc import Callable, Sequence

import tree_sitter_python
from tree_sitter import Node

from nexus_diff.languages.base import Language
from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.python_names import (
    BUILTIN_METHODS,
    BUILTIN_NAMES,
    BUILTIN_PROTOCOLS,
    GENERICS,
    OPERATORS,
    PROTOCOLS,
    SET_UPS,
    STANDARD_MODULES,
)
from nexus_diff.languages.python_resolve import PACKAGE_FILES, resolve
from nexus_diff.model.expr import (
    NONE,
    Arg,
    Await,
    Call,
    Cast,
    Display,
    Enter,
    Func,
    Index,
    Item,
    Iter,
    Literal,
    Op,
    Union,
    Unknown,
)  # fmt: skip
from nexus_diff.model.facts import Base, Definition, Param

REST = -1000
"""Item.position of `*rest`."""

CHAIN = frozenset({"call", "attribute", "subscript"})
SEQUENCES = frozenset(
    {"pattern_list", "tuple_pattern", "list_pattern", "tuple", "list", "expression_list", "list_splat_pattern", "list_splat"}
)
WRAPPERS = frozenset({"parenthesized_expression", "as_pattern_target"})
LEAVES = frozenset({"return_statement", "raise_statement", "continue_statement", "break_statement"})
DECORATOR_MODIFIERS = {
    "staticmethod": "static",
    "classmethod": "classmethod",
    "property": "property",
    "cached_property": "property",
    "abstractproperty": "property",
    "setter": "setter",
    "deleter": "setter",
    "abstractmethod": "abstract",
    "override": "override",
    "overload": "overload",
}


def _parts(node: Node) -> list[Node]:
    """Named children without comments."""
    return [child for child in node.named_children if not child.is_extra]


def _only(node: Node) -> Node | None:
    return next((child for child in node.named_children if not child.is_extra), None)


# ---- atoms


def _literal(type: str) -> Callable[[Builder, Node], int]:
    return lambda b, node: b.literal(type)


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
        _interpolations(b, node)
        return b.literal("str")
    return b.literal("bytes" if "b" in prefix else "str", content)


def _sole_expression(b: Builder, root: Node) -> int:
    parts = _parts(root)
    if len(parts) == 1 and parts[0].type == "expression_statement":
        inner = _parts(parts[0])
        if len(inner) == 1 and inner[0].type not in ("assignment", "augmented_assignment", "yield", "string"):
            return b.expr(inner[0])
    return NONE


def _interpolations(b: Builder, node: Node) -> None:
    for child in node.named_children:
        if child.type in ("interpolation", "format_expression"):
            inner = child.child_by_field_name("expression")
            if inner is not None:
                b.op("format", b.expr(inner), NONE, inner)
            for part in child.named_children:
                if part.type == "format_specifier" and b.enter(part):
                    _interpolations(b, part)
                    b.leave()


def _concatenated(b: Builder, node: Node) -> int:
    values = [b.get(b.expr(part)) for part in _parts(node)]
    texts = [value for value in values if isinstance(value, Literal)]
    return b.literal(texts[0].type if texts else "str", "".join(text.value for text in texts))


def _parenthesized(b: Builder, node: Node) -> int:
    return b.expr(_only(node))


# ---- chains of calls, attributes and subscripts


Link = tuple[str, list[Node], Node]


def _links(node: Node) -> tuple[Node, list[Link]]:
    """What a chain starts from, and its links, outermost first."""
    links: list[Link] = []
    kind = node.type
    while kind in CHAIN:
        children = node.children
        links.append((kind, children, node))
        node = children[0]
        kind = node.type
    return node, links


def _chain(b: Builder, node: Node) -> int:
    first, links = _links(node)
    return _follow(b, b.expr(first), first, links)


def _follow(b: Builder, index: int, last: Node, links: list[Link]) -> int:
    while links:
        kind, children, node = links.pop()
        if kind == "attribute":
            last = children[-1]
            index = b.attr(index, b.text(last))
            if not links or links[-1][0] != "call":
                b.site("attr", index, last)
        elif kind == "call":
            index = b.add(Call(index, _arguments(b, children[-1])))
            b.site("call", index, last, node)
        else:
            index = b.add(Index(index, _key(b, node, children)))
            b.site("op", index, node)
    return index


def _arguments(b: Builder, node: Node) -> tuple[Arg, ...]:
    if node.type == "generator_expression":
        return (Arg(b.expr(node)),)
    arguments = []
    for child in node.named_children:
        kind = child.type
        if kind == "keyword_argument":
            children = child.children
            arguments.append(Arg(b.passed(children[-1]), b.text(children[0])))
        elif kind == "list_splat":
            arguments.append(Arg(b.passed(_only(child)), "*"))
        elif kind == "dictionary_splat":
            arguments.append(Arg(b.passed(_only(child)), "**"))
        elif kind != "comment":
            arguments.append(Arg(b.passed(child)))
    return tuple(arguments)


def _key(b: Builder, node: Node, children: list[Node]) -> int:
    keys = [child for child in children[1:] if child.is_named and not child.is_extra]
    if children[-2].type == ",":
        b.mark(children[-1].start_byte)
    elif len(keys) == 1:
        return b.passed(keys[0])
    return b.add(Display("tuple", tuple(b.passed(key) for key in keys)))


def _slice(b: Builder, node: Node) -> int:
    return b.add(Display("slice", tuple(b.expr(part) for part in _parts(node))))


# ---- operators


def _left_chain(node: Node) -> tuple[Node, list[Node]]:
    """The leftmost operand and the operators over it, outermost first, of `a + b + c`."""
    kind = node.kind_id
    links = []
    while node.kind_id == kind:
        links.append(node)
        node = node.children[0]
    return node, links


def _operator(node: Node) -> str:
    found = node.child_by_field_name("operator")
    return found.type if found is not None else ""


def _binary(b: Builder, node: Node) -> int:
    first, links = _left_chain(node)
    index = b.expr(first)
    if b.in_type:
        return b.add(Union((index, *(b.expr(link.children[-1]) for link in reversed(links)))))
    for link in reversed(links):
        index = b.op(_operator(link), index, b.expr(link.children[-1]), link)
    return index


def _boolean(b: Builder, node: Node) -> int:
    left, links = _left_chain(node)
    index = b.tested(b.value(left), left)
    blocks = 0
    while links:
        link = links.pop()
        op = _operator(link)
        narrowed = _narrowings(b, left, True) if op == "and" else []
        if narrowed:
            b.open_block()
            blocks += 1
            _narrow(b, narrowed)
        left = link.children[-1]
        right = b.value(left)
        if links:
            b.tested(right, left)
        index = b.add(Op(op, index, right))
    for _ in range(blocks):
        b.close_block()
    return index


def _not(b: Builder, node: Node) -> int:
    argument = node.child_by_field_name("argument")
    return b.add(Op("not", b.condition(argument)))


def _unary(b: Builder, node: Node) -> int:
    op = _operator(node)
    return b.op(op if op == "~" else f"u{op}", b.expr(node.children[-1]), NONE, node)


def _comparison(b: Builder, node: Node) -> int:
    op = ""
    left = result = NONE
    for child in node.children:
        if not child.is_named:
            op = f"{op} {child.type}" if op in ("is", "not") and child.type in ("not", "in") else child.type
        elif not child.is_extra:
            right = b.expr(child)
            if left >= 0:
                one = b.add(Op(op, left, right)) if op.startswith("is") else b.op(op, left, right, node)
                result = one if result < 0 else b.add(Op("and", result, one))
            left, op = right, ""
    return result if result >= 0 else left


def _conditional(b: Builder, node: Node) -> int:
    parts = _parts(node)
    if len(parts) != 3:
        b.visit_children(node)
        return b.add(Unknown())
    body, test, other = parts
    b.condition(test)
    narrowed = _narrowings(b, test, True)
    if narrowed:
        b.open_block()
        _narrow(b, narrowed)
    yes = b.value(body)
    if narrowed:
        b.close_block()
    return b.add(Union((yes, b.value(other))))


def _await(b: Builder, node: Node) -> int:
    index = b.add(Await(b.expr(_only(node))))
    b.site("await", index, node)
    return index


def _yield(b: Builder, node: Node) -> int:
    inner = _only(node)
    if any(child.type == "from" for child in node.children):
        b.yields(_iterate(b, inner) if inner is not None else NONE)
    else:
        b.yields(b.passed(inner))
    return b.add(Unknown())


def _named(b: Builder, node: Node) -> int:
    target, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    index = b.value(value)
    if target is not None:
        scope = b.function_scope() if b.scope_kind() == "comprehension" else b.scope
        b.bind(b.text(target), index, scope=scope)
    return index


# ---- displays, comprehensions, lambda


def _display(type: str) -> Callable[[Builder, Node], int]:
    def handle(b: Builder, node: Node) -> int:
        items = []
        for child in node.named_children:
            kind = child.type
            if kind == "list_splat":
                inner = _only(child)
                items.append(_iterate(b, inner) if inner is not None else NONE)
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
            items.append(b.passed(_only(child)))
    return b.add(Display("dict", tuple(items), tuple(keys)))


def _comprehension(type: str) -> Callable[[Builder, Node], int]:
    def handle(b: Builder, node: Node) -> int:
        parts = _parts(node)
        opened = False
        for clause in parts[1:]:
            if clause.type == "for_in_clause":
                source = clause.child_by_field_name("right")
                element = _iterate(b, source, clause.children[0].type == "async") if source is not None else NONE
                if not opened:
                    b.open("comprehension")
                    opened = True
                _assign(b, clause.child_by_field_name("left"), element)
            elif clause.type == "if_clause":
                test = _only(clause)
                b.condition(test)
                _narrow(b, _narrowings(b, test, True))
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


def _iterate(b: Builder, node: Node, awaited: bool = False) -> int:
    index = b.add(Iter(b.expr(node), awaited))
    b.site("iter", index, node)
    return index


def _lambda(b: Builder, node: Node) -> int:
    params = _params(b, node.child_by_field_name("parameters"))
    scope = b.open("lambda", params=params)
    b.returns(b.value(node.child_by_field_name("body")))
    b.close()
    return b.add(Func(scope))


# ---- annotations


def _type(b: Builder, node: Node) -> int:
    return b.expr(_only(node))


def _generic(b: Builder, node: Node) -> int:
    parts = _parts(node)
    if len(parts) < 2:
        return b.expr(_only(node))
    base = b.expr(parts[0])
    in_type = b.in_type
    if b.text(parts[0]).rpartition(".")[2] == "Literal":
        b.in_type = False
    keys = [b.expr(key) for key in _parts(parts[1])]
    b.in_type = in_type
    key = keys[0] if len(keys) == 1 else b.add(Display("tuple", tuple(keys)))
    return b.add(Index(base, key))


def _union_type(b: Builder, node: Node) -> int:
    return b.add(Union(tuple(b.expr(part) for part in _parts(node))))


def _member_type(b: Builder, node: Node) -> int:
    parts = _parts(node)
    index = b.expr(parts[0]) if parts else b.add(Unknown())
    for part in parts[1:]:
        index = b.attr(index, b.text(part))
    return index


# ---- narrowing


def _narrowings(b: Builder, test: Node | None, holds: bool) -> list[tuple[Node, Node]]:
    """(what, its class) pairs that are known when the test holds (or does not)."""
    while test is not None and test.type in ("not_operator", "parenthesized_expression"):
        if test.type == "not_operator":
            holds = not holds
        test = _only(test)
    if test is None:
        return []
    if test.type == "call":
        return _isinstance(b, test) if holds else []
    pairs: list[tuple[Node, Node]] = []
    if test.type == "boolean_operator" and b.enter(test):
        first, links = _left_chain(test)
        wanted = "and" if holds else "or"
        if all(_operator(link) == wanted for link in links):
            for operand in (first, *(link.children[-1] for link in reversed(links))):
                pairs += _narrowings(b, operand, holds)
        b.leave()
    return pairs


def _isinstance(b: Builder, call: Node) -> list[tuple[Node, Node]]:
    function, arguments = call.children[0], call.children[-1]
    if function.type == "identifier" and arguments.type == "argument_list" and b.text(function) == "isinstance":
        parts = _parts(arguments)
        if len(parts) == 2 and (parts[0].type == "identifier" or _is_own_attribute(parts[0])):
            return [(parts[0], parts[1])]
    return []


def _is_own_attribute(node: Node) -> bool:
    return node.type == "attribute" and node.children[0].type == "identifier"


def _narrow(b: Builder, pairs: Sequence[tuple[Node, Node]]) -> None:
    for what, wanted in pairs:
        before, b.in_type = b.in_type, True
        known, seen = b.expr(what), _class_or_classes(b, wanted)
        b.in_type = before
        _bind_narrow(b, what, b.add(Cast(known, seen)))


def _bind_narrow(b: Builder, what: Node, value: int) -> None:
    if what.type == "identifier":
        b.bind(b.text(what), value, narrow=True)
    elif _is_own_attribute(what):
        children = what.children
        b.bind(b.text(children[-1]), value, attr_of=b.expr(children[0]), narrow=True)


def _class_or_classes(b: Builder, node: Node) -> int:
    if node.type in ("tuple", "list"):
        return b.add(Union(tuple(b.expr(part) for part in _parts(node))))
    return b.expr(node)


# ---- targets and assignments


def _assign(b: Builder, target: Node | None, value: int, type: int = NONE) -> None:
    """Bind whatever stands left of `=` (or in for, with, as) to a value."""
    if target is None:
        return
    kind = target.type
    if kind == "identifier":
        b.bind(b.text(target), value, type=type)
    elif kind in ("attribute", "subscript"):
        _assign_part(b, target, b.expr(target.children[0]), value, type)
    elif kind in SEQUENCES or kind in WRAPPERS:
        if b.enter(target):
            _destructure(b, target, value, type)
            b.leave()
    else:
        b.visit(target)


def _assign_part(b: Builder, target: Node, owner: int, value: int, type: int = NONE) -> None:
    """Bind an attribute or an element of `owner`."""
    children = target.children
    if target.type == "attribute":
        name = b.text(children[-1])
        b.bind(name, value, type=type, attr_of=owner)
        b.site("attr_set", b.attr(owner, name), children[-1])
    else:
        _key(b, target, children)
        b.op("[]=", owner, value, target)


def _destructure(b: Builder, node: Node, value: int, type: int) -> None:
    if node.type in WRAPPERS:
        _assign(b, _only(node), value, type)
        return
    targets = _parts(node)
    rest = next((at for at, target in enumerate(targets) if target.type in ("list_splat_pattern", "list_splat")), None)
    for at, target in enumerate(targets):
        if at == rest:
            _assign(b, _only(target), b.add(Item(value, REST)))
        else:
            position = at if rest is None or at < rest else at - len(targets)
            _assign(b, target, b.add(Item(value, position)))


def _assignment(b: Builder, node: Node) -> None:
    targets: list[tuple[Node | None, Node | None]] = []
    right: Node | None = node
    while right is not None and right.type == "assignment":
        targets.append((right.child_by_field_name("left"), right.child_by_field_name("type")))
        right = right.child_by_field_name("right")
    types = [b.type(type) for _, type in targets]
    kept = all(target is None or target.type == "identifier" for target, _ in targets)
    value = b.value(right) if kept else b.passed(right)
    for (target, _), type in zip(targets, types, strict=True):
        if target is not None and target.type == "identifier" and b.scope_kind() in ("module", "class"):
            _constant(b, node, target, right, value, type)
        else:
            _assign(b, target, value, type)


def _constant(b: Builder, node: Node, target: Node, right: Node | None, value: int, type: int) -> None:
    """A name of a module or class: its first assignment is its definition."""
    name = b.text(target)
    definition = NONE
    in_class = b.scope_kind() == "class"
    if not b.bound(name):
        kind = "field" if in_class else "variable"
        definition = b.define(name, kind, node, target, right, type=type, value=value, modifiers=_visibility(b, name))
    b.bind(name, value, type=type, definition=definition)
    if name == "__all__" and not in_class and right is not None:
        b.all_names(_strings(b, right))


def _augmented(b: Builder, node: Node) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        b.visit_children(node)
        return
    current = b.expr(left)
    result = b.op(_operator(node), current, b.passed(right), left)
    if left.type == "attribute":
        b.site("attr_set", current, left.children[-1])
    elif left.type == "subscript":
        b.op("[]=", b.expr(left.children[0]), result, left)
    elif b.scope_kind() == "module" and b.text(left) == "__all__":
        b.all_names(_strings(b, right))


def _strings(b: Builder, node: Node) -> list[str] | None:
    """The strings of a list or tuple display, or of a sum of such; None when it is anything else."""
    while node.type == "parenthesized_expression":
        inner = _only(node)
        if inner is None:
            return None
        node = inner
    if node.type == "binary_operator":
        first, links = _left_chain(node)
        lists = [_display_strings(b, part) for part in (first, *(link.children[-1] for link in reversed(links)))]
        return None if None in lists else [name for names in lists for name in names or ()]
    return _display_strings(b, node)


def _display_strings(b: Builder, node: Node) -> list[str] | None:
    if node.type not in ("list", "tuple", "expression_list"):
        return None
    names = []
    for part in _parts(node):
        value = b.get(b.expr(part)) if part.type in ("string", "concatenated_string") else None
        if not isinstance(value, Literal):
            return None
        names.append(value.value)
    return names


def _call_statement(b: Builder, node: Node) -> None:
    b.expr(node)
    function, arguments = node.children[0], node.children[-1]
    if b.scope != 0 or function.type != "attribute" or b.text(function.children[0]) != "__all__":
        return
    parts = _parts(arguments)
    method = b.text(function.children[-1])
    if method == "extend" and len(parts) == 1:
        b.all_names(_strings(b, parts[0]))
    elif method == "append" and len(parts) == 1:
        value = b.get(b.expr(parts[0]))
        b.all_names([value.value] if isinstance(value, Literal) else None)
    else:
        b.all_names(None)


# ---- other simple statements


def _return(b: Builder, node: Node) -> None:
    inner = _only(node)
    if inner is not None:
        b.returns(b.value(inner))


def _raise(b: Builder, node: Node) -> None:
    for part in _parts(node):
        b.value(part)


def _assert(b: Builder, node: Node) -> None:
    parts = _parts(node)
    if parts:
        b.condition(parts[0])
    for part in parts[1:]:
        b.expr(part)
    if parts:
        _narrow(b, _narrowings(b, parts[0], True))


def _delete(b: Builder, node: Node) -> None:
    for part in _parts(node):
        _delete_target(b, part)


def _delete_target(b: Builder, node: Node) -> None:
    if node.type == "attribute":
        children = node.children
        b.site("del", b.attr(b.expr(children[0]), b.text(children[-1])), children[-1])
    elif node.type == "subscript":
        children = node.children
        container = b.expr(children[0])
        b.site("del", b.add(Index(container, _key(b, node, children))), node)
    elif node.type != "identifier" and b.enter(node):
        for part in _parts(node):
            _delete_target(b, part)
        b.leave()


def _global(b: Builder, node: Node) -> None:
    b.declare_global(b.text(part) for part in _parts(node))


def _nothing(b: Builder, node: Node) -> None:
    """Comments: no facts."""


def _string_statement(b: Builder, node: Node) -> None:
    """A bare string is documentation; only what it interpolates counts."""
    _interpolations(b, node)


# ---- compound statements


def _if(b: Builder, node: Node) -> None:
    group = b.group()
    test, body = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
    b.condition(test)
    _arm(b, body, group, _narrowings(b, test, True), "type_only" if test is not None and _type_checking(b, test) else "conditional")
    otherwise = _narrowings(b, test, False)
    alternatives = node.children_by_field_name("alternative")
    for alternative in alternatives:
        if alternative.type == "elif_clause":
            test = alternative.child_by_field_name("condition")
            b.condition(test)
            _arm(b, alternative.child_by_field_name("consequence"), group, _narrowings(b, test, True), "conditional")
        else:
            _arm(b, alternative.child_by_field_name("body"), group, otherwise, "conditional")
    if otherwise and not alternatives and body is not None and _leaves(body):
        _narrow(b, otherwise)


def _arm(b: Builder, body: Node | None, group: int, narrowed: list[tuple[Node, Node]], flag: str = "") -> int:
    block = b.open_block(group, (flag,) if flag else ())
    _narrow(b, narrowed)
    if body is not None:
        b.visit(body)
    b.close_block()
    return block


def _type_checking(b: Builder, test: Node) -> bool:
    return test.type in ("identifier", "attribute") and b.text(test).rpartition(".")[2] == "TYPE_CHECKING"


def _leaves(body: Node) -> bool:
    parts = _parts(body)
    return bool(parts) and parts[-1].type in LEAVES


def _while(b: Builder, node: Node) -> None:
    test = node.child_by_field_name("condition")
    b.condition(test)
    _arm(b, node.child_by_field_name("body"), 0, _narrowings(b, test, True))
    _else(b, node)


def _else(b: Builder, node: Node) -> None:
    alternative = node.child_by_field_name("alternative")
    if alternative is not None:
        b.visit_children(alternative)


def _for(b: Builder, node: Node) -> None:
    source = node.child_by_field_name("right")
    element = _iterate(b, source, node.children[0].type == "async") if source is not None else NONE
    b.open_block()
    _assign(b, node.child_by_field_name("left"), element)
    body = node.child_by_field_name("body")
    if body is not None:
        b.visit(body)
    b.close_block()
    _else(b, node)


def _try(b: Builder, node: Node) -> None:
    group = b.group()
    attempt = _arm(b, node.child_by_field_name("body"), group, [], "conditional")
    for child in node.named_children:
        if child.type in ("except_clause", "except_group_clause"):
            b.open_block(group, ("conditional",))
            _except(b, child)
            b.close_block()
        elif child.type == "else_clause":
            b.reopen_block(attempt)
            b.visit_children(child)
            b.close_block()
        elif child.type == "finally_clause":
            b.visit_children(child)


def _except(b: Builder, clause: Node) -> None:
    for part in _parts(clause):
        if part.type == "block":
            b.visit(part)
            continue
        caught, alias = part, None
        if part.type == "as_pattern":
            alias = part.child_by_field_name("alias")
            caught = part.children[0]
        nodes = _parts(caught) if caught.type == "tuple" else [caught]
        classes = [b.value(node) for node in nodes]
        if alias is not None:
            raised = [b.add(Call(index)) for index in classes]
            _assign(b, alias, raised[0] if len(raised) == 1 else b.add(Union(tuple(raised))))


def _with(b: Builder, node: Node) -> None:
    awaited = node.children[0].type == "async"
    for clause in _parts(node):
        if clause.type != "with_clause":
            continue
        for item in _parts(clause):
            value = item.child_by_field_name("value")
            if value is None:
                continue
            alias = None
            if value.type == "as_pattern":
                alias = value.child_by_field_name("alias")
                value = value.children[0]
            entered = b.add(Enter(b.expr(value), awaited))
            b.site("with", entered, value)
            _assign(b, alias, entered)
    body = node.child_by_field_name("body")
    if body is not None:
        b.visit(body)


# ---- match


def _match(b: Builder, node: Node) -> None:
    subjects = node.children_by_field_name("subject")
    values = [b.value(subject) for subject in subjects]
    subject = values[0] if len(values) == 1 else b.add(Display("tuple", tuple(values)))
    name = subjects[0] if len(subjects) == 1 and subjects[0].type == "identifier" else None
    group = b.group()
    body = node.child_by_field_name("body")
    for clause in _parts(body) if body is not None else ():
        if clause.type == "case_clause":
            b.open_block(group, ("conditional",))
            _case(b, clause, subject, name)
            b.close_block()


def _case(b: Builder, clause: Node, subject: int, name: Node | None) -> None:
    patterns = [part for part in _parts(clause) if part.type == "case_pattern"]
    if len(patterns) == 1:
        seen = _pattern(b, patterns[0], subject)
        if name is not None and seen != subject:
            b.bind(b.text(name), seen, narrow=True)
    else:
        _pattern_items(b, patterns, subject)
    guard = clause.child_by_field_name("guard")
    if guard is not None:
        b.condition(_only(guard))
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
    inner = _only(node)
    return subject if inner is None else _pattern(b, inner, subject)


def _name_pattern(b: Builder, node: Node, subject: int) -> int:
    if len(_parts(node)) == 1:
        b.bind(b.text(node), subject)
    else:
        b.site("attr", _dotted(b, node), node.children[-1])
    return subject


def _as_pattern(b: Builder, node: Node, subject: int) -> int:
    parts = _parts(node)
    seen = _pattern(b, parts[0], subject)
    if len(parts) > 1:
        b.bind(b.text(parts[-1]), seen)
    return seen


def _union_pattern(b: Builder, node: Node, subject: int) -> int:
    parts = _parts(node)
    seen = [_pattern(b, part, subject) for part in parts]
    known = [index for index in seen if index != subject]
    return b.add(Union(tuple(known))) if known and len(known) == len(seen) else subject


def _class_pattern(b: Builder, node: Node, subject: int) -> int:
    parts = _parts(node)
    wanted = _dotted(b, parts[0])
    b.site("value", wanted, parts[0].children[-1])
    seen = b.add(Cast(subject, wanted))
    for position, part in enumerate(parts[1:]):
        inner = _only(part)
        if inner is None:
            continue
        if inner.type == "keyword_pattern":
            names = _parts(inner)
            _pattern(b, names[-1], b.attr(seen, b.text(names[0])))
        else:
            _pattern(b, inner, b.add(Item(seen, position)))
    return seen


def _sequence_pattern(b: Builder, node: Node, subject: int) -> int:
    _pattern_items(b, _parts(node), subject)
    return subject


def _pattern_items(b: Builder, parts: list[Node], subject: int) -> None:
    inner = [_only(part) if part.type == "case_pattern" else part for part in parts]
    rest = next((at for at, part in enumerate(inner) if part is not None and part.type == "splat_pattern"), None)
    for at, part in enumerate(inner):
        if part is None:
            continue
        if at == rest:
            name = _only(part)
            if name is not None:
                b.bind(b.text(name), b.add(Item(subject, REST)))
        else:
            _pattern(b, part, b.add(Item(subject, at if rest is None or at < rest else at - len(parts))))


def _dict_pattern(b: Builder, node: Node, subject: int) -> int:
    key = NONE
    for part in _parts(node):
        if part.type == "case_pattern":
            _pattern(b, part, b.add(Index(subject, key)) if key >= 0 else subject)
        elif part.type == "splat_pattern":
            name = _only(part)
            if name is not None:
                b.bind(b.text(name), subject)
        else:
            key = _dotted(b, part) if part.type == "dotted_name" else b.expr(part)
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


def _dotted(b: Builder, node: Node) -> int:
    parts = [part for part in _parts(node) if part.type == "identifier"]
    if not parts:
        return b.expr(node) if node.type == "identifier" else b.add(Unknown())
    index = b.name(b.text(parts[0]))
    for part in parts[1:]:
        index = b.attr(index, b.text(part))
    return index


# ---- definitions


def _visibility(b: Builder, name: str) -> list[str]:
    dunder = name.startswith("__") and name.endswith("__") and len(name) > 4
    if name.startswith("_") and not dunder:
        return ["private"]
    return ["exported"] if "function" not in b.enclosing() else []


def _decorated(b: Builder, node: Node) -> None:
    decorators: list[tuple[int, Node]] = []
    modifiers = []
    for child in node.named_children:
        if child.type == "decorator":
            inner = _only(child)
            if inner is not None:
                decorators.append((b.callee(inner), inner))
                modifiers.append(DECORATOR_MODIFIERS.get(_last_name(b, inner), ""))
    made = node.child_by_field_name("definition")
    kept = [modifier for modifier in modifiers if modifier]
    if made is not None and made.type == "class_definition":
        _class(b, made, node, decorators)
    elif made is not None:
        _function(b, made, node, decorators, kept)


def _last_name(b: Builder, node: Node) -> str:
    while node.type == "call":
        node = node.children[0]
    return b.text(node.children[-1] if node.type == "attribute" else node)


def _decorator_sites(b: Builder, decorators: Sequence[tuple[int, Node]], definition: int) -> None:
    for index, node in decorators:
        at = node
        while at.type in ("call", "attribute"):
            at = at.children[0] if at.type == "call" else at.children[-1]
        b.site("decorator", index, at, node, definition)


def _function_handler(b: Builder, node: Node) -> None:
    _function(b, node, node, (), [])


def _function(b: Builder, node: Node, outer: Node, decorators: Sequence[tuple[int, Node]], modifiers: list[str]) -> None:
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        b.visit_children(node)
        return
    name = b.text(name_node)
    modifiers += _visibility(b, name)
    if node.children[0].type == "async":
        modifiers.append("async")
    definition = b.define(
        name,
        "method" if b.scope_kind() == "class" else "function",
        outer,
        name_node,
        body,
        type_params=_type_params(b, node.child_by_field_name("type_parameters")),
        params=_params(b, node.child_by_field_name("parameters")),
        returns=b.type(node.child_by_field_name("return_type")),
        decorators=[index for index, _ in decorators],
        modifiers=modifiers,
    )
    _decorator_sites(b, decorators, definition)
    b.open("function", definition=definition)
    if body is not None:
        b.visit(body)
    b.close()
    b.bind(name, definition=definition)


def _params(b: Builder, node: Node | None) -> list[Param]:
    params: list[Param] = []
    kind = "pos"
    for child in _parts(node) if node is not None else ():
        if child.type == "keyword_separator":
            kind = "kwonly"
        elif child.type == "positional_separator":
            params = [Param(param.name, "posonly", param.default, param.type) for param in params]
        else:
            param = _param(b, child, kind)
            params.append(param)
            if param.kind == "*":
                kind = "kwonly"
    return params


def _param(b: Builder, node: Node, kind: str) -> Param:
    type = b.type(node.child_by_field_name("type"))
    default = b.value(node.child_by_field_name("value"))
    named: Node | None = node.child_by_field_name("name")
    if named is None:
        named = _only(node) if node.type == "typed_parameter" else node
    if named is not None and named.type in ("list_splat_pattern", "dictionary_splat_pattern"):
        kind = "*" if named.type == "list_splat_pattern" else "**"
        named = _only(named)
    return Param(b.text(named) if named is not None and named.type == "identifier" else "", kind, default, type)


def _type_params(b: Builder, node: Node | None) -> list[Param]:
    params = []
    for child in _parts(node) if node is not None else ():
        inner, bound, kind = _only(child), NONE, "pos"
        if inner is not None and inner.type == "constrained_type":
            parts = _parts(inner)
            inner, bound = _only(parts[0]), b.type(parts[-1])
        if inner is not None and inner.type == "splat_type":
            kind = "**" if inner.children[0].type == "**" else "*"
            inner = _only(inner)
        if inner is not None:
            params.append(Param(b.text(inner), kind, NONE, bound))
    return params


def _class_handler(b: Builder, node: Node) -> None:
    _class(b, node, node, ())


def _class(b: Builder, node: Node, outer: Node, decorators: Sequence[tuple[int, Node]]) -> None:
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        b.visit_children(node)
        return
    name = b.text(name_node)
    type_params = _type_params(b, node.child_by_field_name("type_parameters"))
    bases = _bases(b, node.child_by_field_name("superclasses"))
    definition = b.define(
        name,
        "class",
        outer,
        name_node,
        body,
        type_params=type_params,
        bases=[base for base, _ in bases],
        decorators=[index for index, _ in decorators],
        modifiers=_visibility(b, name),
    )
    _decorator_sites(b, decorators, definition)
    for base, at in bases:
        if base.keyword in ("", "*", "metaclass"):
            b.site("base", base.expr, at, definition=definition)
    b.open("class", definition=definition)
    if body is not None:
        b.visit(body)
    b.close()
    b.bind(name, definition=definition)


def _bases(b: Builder, node: Node | None) -> list[tuple[Base, Node]]:
    bases = []
    for child in _parts(node) if node is not None else ():
        if child.type == "keyword_argument":
            children = child.children
            bases.append((Base(b.callee(children[-1]), keyword=b.text(children[0])), children[-1]))
        elif child.type in ("list_splat", "dictionary_splat"):
            inner = _only(child)
            if inner is not None:
                bases.append((Base(b.callee(inner), keyword="*" if child.type == "list_splat" else "**"), inner))
        else:
            bases.append((Base(b.callee(child)), child))
    return bases


def _type_alias(b: Builder, node: Node) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    named = _only(left) if left is not None else None
    if named is not None and named.type in CHAIN:
        _class_assignment(b, node, named, right)
        return
    type_params: list[Param] = []
    if named is not None and named.type == "generic_type":
        parts = _parts(named)
        named, type_params = parts[0], _type_params(b, parts[-1])
    if named is None:
        b.visit_children(node)
        return
    before, b.late_types = b.late_types, True
    value = b.type(right)
    b.late_types = before
    name = b.text(named)
    definition = b.define(name, "type", node, named, right, value=value, type_params=type_params, modifiers=_visibility(b, name))
    b.bind(name, definition=definition)


def _class_assignment(b: Builder, node: Node, target: Node, right: Node | None) -> None:
    """`type(x).a = v`, which the grammar takes for a type alias of `(x).a`."""
    value = b.passed(_only(right)) if right is not None else NONE
    first, links = _links(target)
    called = b.add(Call(b.name("type"), (Arg(b.passed(first)),)))
    b.site("call", called, node.children[0], first)
    if target.type == "call":
        _follow(b, called, first, links)
    else:
        _assign_part(b, target, _follow(b, called, first, links[1:]), value)


# ---- imports


def _import(b: Builder, node: Node) -> None:
    for part in _parts(node):
        if part.type == "aliased_import":
            source, alias = part.child_by_field_name("name"), part.child_by_field_name("alias")
            if source is not None and alias is not None:
                b.import_(_module(b, source), "", b.text(alias), "import")
        elif part.type == "dotted_name":
            source_text = _module(b, part)
            top = source_text.partition(".")[0]
            b.import_(top, "", top, "import")
            if top != source_text:
                b.import_(source_text, "", "", "import")


def _module(b: Builder, node: Node) -> str:
    text = b.text(node)
    return text if text.isidentifier() else "".join(text.replace("\\", " ").split())


def _import_from(b: Builder, node: Node) -> None:
    source_node = node.child_by_field_name("module_name")
    source = _module(b, source_node) if source_node is not None else "__future__"
    for part in node.children_by_field_name("name"):
        if part.type == "aliased_import":
            name, alias = part.child_by_field_name("name"), part.child_by_field_name("alias")
            if name is not None and alias is not None:
                b.import_(source, _module(b, name), b.text(alias), "from")
        else:
            name_text = _module(b, part)
            b.import_(source, name_text, name_text, "from")
            if source == "__future__" and name_text == "annotations":
                b.late_types = True
    if any(child.type == "wildcard_import" for child in node.named_children):
        b.import_(source, "*", "", "from")


# ---- documentation, tests


def _is_docstring(node: Node) -> bool:
    return node.type == "expression_statement" and node.named_child_count == 1 and node.named_children[0].type == "string"


def _is_test(definition: Definition, around: tuple[Definition, ...]) -> bool:
    """What pytest and unittest collect by their default names."""
    if definition.kind == "class":
        return definition.name.startswith("Test") or definition.name.endswith(("Test", "Tests", "TestCase"))
    if definition.kind not in ("function", "method") or any(outer.kind not in ("class",) for outer in around):
        return False
    return definition.name.startswith("test")


# ---- the value


# fmt: off
PYTHON = Language(
    name="python",
    suffixes=(".py", ".pyi", ".pyw"),
    grammar=tree_sitter_python.language,
    statements={
        "comment": _nothing,
        "string": _string_statement,
        "call": _call_statement,
        "assignment": _assignment,
        "augmented_assignment": _augmented,
        "return_statement": _return,
        "raise_statement": _raise,
        "assert_statement": _assert,
        "delete_statement": _delete,
        "global_statement": _global,
        "nonlocal_statement": _global,
        "import_statement": _import,
        "import_from_statement": _import_from,
        "future_import_statement": _import_from,
        "if_statement": _if,
        "while_statement": _while,
        "for_statement": _for,
        "try_statement": _try,
        "with_statement": _with,
        "match_statement": _match,
        "function_definition": _function_handler,
        "class_definition": _class_handler,
        "decorated_definition": _decorated,
        "type_alias_statement": _type_alias,
    },
    expressions={
        "integer": _literal("int"),
        "float": _literal("float"),
        "true": _literal("bool"),
        "false": _literal("bool"),
        "none": _literal("none"),
        "ellipsis": _literal("ellipsis"),
        "string": _string,
        "concatenated_string": _concatenated,
        "parenthesized_expression": _parenthesized,
        "call": _chain,
        "attribute": _chain,
        "subscript": _chain,
        "slice": _slice,
        "binary_operator": _binary,
        "boolean_operator": _boolean,
        "not_operator": _not,
        "unary_operator": _unary,
        "comparison_operator": _comparison,
        "conditional_expression": _conditional,
        "await": _await,
        "yield": _yield,
        "named_expression": _named,
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
    },
    strings=frozenset({"string"}),
    blocks=frozenset({"module", "block"}),
    is_docstring=_is_docstring,
    branches=frozenset(
        {
            "if_statement", "elif_clause", "for_statement", "while_statement", "except_clause", "except_group_clause", "case_clause",
            "conditional_expression", "boolean_operator", "for_in_clause", "if_clause", "assert_statement",
        }
    ),
    constructors=("__new__", "__init__", "__post_init__", "__attrs_post_init__"),
    builtin_names=BUILTIN_NAMES,
    builtin_methods=BUILTIN_METHODS,
    standard_modules=STANDARD_MODULES,
    operators=OPERATORS,
    protocols=PROTOCOLS,
    builtin_protocols=BUILTIN_PROTOCOLS,
    generics=GENERICS,
    resolve=resolve,
    submodules=True,
    package_files=PACKAGE_FILES,
    exports_by_default=True,
    test_patterns=("test_*.py", "*_test.py", "tests.py", "conftest.py", "test/", "tests/", "testing/"),
    fixture_decorators=frozenset({"fixture", "yield_fixture"}),
    fixture_files=("conftest.py",),
    set_ups=SET_UPS,
    is_test=_is_test,
)
# fmt: on
