"""Expressions of C and C++: names, members, calls, creation and literals."""

# For maintainers. `->` and `.` are both Attr; what stands before `->` is a Deref, which the linker passes through unless the
# receiver is of a class with an `operator->`. `this->m` is Attr(this, m).

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.c_family_names import MAKERS
from nexus_diff.languages.c_family_nodes import field, first, name_text, parts, path_of
from nexus_diff.languages.c_family_operators import OPERATORS
from nexus_diff.languages.c_family_types import TEXT, TYPES, type_arguments
from nexus_diff.model.expr import AddressOf, Apply, Arg, Call, Cast, Deref, Display, New
from nexus_diff.model.facts import NONE

CASTS = frozenset({"static_cast", "dynamic_cast", "const_cast", "reinterpret_cast"})
_SIZES = {"unsigned": "unsigned int", "signed": "int", "long": "long", "short": "short"}
"""Types of one word that are no types to the grammar here → what they are."""
_PLAIN_TYPES = frozenset({"primitive_type", "sized_type_specifier"})
TEMPLATES = frozenset({"template_function", "template_method", "template_type"})


def arguments(b: Builder, node: Node | None) -> tuple[Arg, ...]:
    """The arguments of a call; `args...` is spread."""
    if node is None:
        return ()
    found = []
    for child in parts(node):
        if child.type == "parameter_pack_expansion":
            found.append(Arg(b.passed(field(child, "pattern")), "*"))
        elif child.type not in ("type_descriptor", "compound_statement"):
            found.append(Arg(b.passed(child)))
        else:
            b.visit(child)
    return tuple(found)


def last_name(node: Node) -> Node:
    """The node that names what is called."""
    while True:
        inner = field(node, "field") or field(node, "name")
        if inner is None and node.type == "dependent_name":
            inner = first(node)
        if inner is None:
            return node
        node = inner


def call(b: Builder, node: Node) -> int:
    """`f(x)`, and the casts that are written like calls."""
    function = field(node, "function")
    if function is None:
        b.visit_children(node)
        return b.add(Call(NONE))
    name = last_name(function)
    holder = name.parent
    types = field(holder, "arguments") if holder is not None and holder.type in TEMPLATES else None
    if types is not None and b.text(name) in CASTS:
        inside = type_arguments(b, types)
        listed = field(node, "arguments")
        value = b.read(first(listed)) if listed is not None else NONE
        return b.add(Cast(value, inside[0])) if inside else value
    if types is not None and b.text(name) in MAKERS:
        return _made(b, node, function, types)
    if function.type in _PLAIN_TYPES or b.text(function) in _SIZES:
        return _converted(b, node, function)
    callee = b.callee(function)
    type_args = type_arguments(b, types)
    made = b.add(Call(callee, arguments(b, field(node, "arguments")), type_args))
    b.site("call", made, name, node)
    return made


def _converted(b: Builder, node: Node, kind: Node) -> int:
    """`int(x)`."""
    values = arguments(b, field(node, "arguments"))
    value = values[0].value if values else b.literal("int")
    word = _SIZES.get(b.text(kind))
    return b.add(Cast(value, b.name(word) if word is not None else b.type(kind)))


def _made(b: Builder, node: Node, function: Node, types: Node) -> int:
    """`std::make_unique<Foo>(x)`: a Foo."""
    kind = first(types)
    b.callee(function)
    made = b.add(New(b.type(kind), arguments(b, field(node, "arguments"))))
    b.site("call", made, last_name(types), node)
    return b.add(AddressOf(made))


def member(b: Builder, node: Node) -> int:
    """`x.m`, `p->m`, `p->Base::m`."""
    value = b.expr(field(node, "argument"))
    name = field(node, "field")
    operator = field(node, "operator")
    if operator is not None and operator.type == "->" and not _is_this(node):
        value = b.add(Deref(value))
    if name is None:
        return value
    steps = path_of(name)
    for step in steps:
        value = b.attr(value, name_text(b, step))
    b.site("attr", value, last_name(name))
    return value


def _is_this(node: Node) -> bool:
    value = field(node, "argument")
    return value is not None and value.type == "this"


def qualified(b: Builder, node: Node) -> int:
    """`a::b::c`; `::c` is c."""
    steps = path_of(node)
    if not steps:
        return NONE
    value = _first(b, node, steps)
    for step in steps[1:]:
        value = b.attr(value, name_text(b, step))
        if step.type == "template_type":
            value = b.add(Apply(value, type_arguments(b, field(step, "arguments"))))
    if len(steps) > 1:
        b.site("attr", value, last_name(steps[-1]))
    return value


def _first(b: Builder, node: Node, steps: list[Node]) -> int:
    """The leftmost name: behind a leading `::` one of no namespace, before a `::` never a variable."""
    step = steps[0]
    if step.type == "decltype":
        return b.expr(step)
    text = name_text(b, step)
    if node.children[0].type == "::":
        value = b.name_in(text, 0)
    elif len(steps) > 1 and b.scope_of(text) > 0:
        value = b.name_in(text, b.outer_scope())
    elif step.type in TEMPLATES:
        return b.expr(step)
    else:
        return b.name(text)
    return b.add(Apply(value, type_arguments(b, field(step, "arguments")))) if step.type == "template_type" else value


def template_name(b: Builder, node: Node) -> int:
    """`f<T>`: the arguments go to the call."""
    if not (node.parent is not None and node.parent.type in ("call_expression", "qualified_identifier", "field_expression")):
        type_arguments(b, field(node, "arguments"))
    return b.name(name_text(b, node))


def destructor_name(b: Builder, node: Node) -> int:
    """`~Foo`."""
    return b.name(name_text(b, node))


def new(b: Builder, node: Node) -> int:
    """`new T(x)`: the address of what is made."""
    kind = field(node, "type")
    placement = field(node, "placement")
    if placement is not None:
        arguments(b, placement)
    listed = field(node, "arguments")
    made = b.add(New(b.type(kind), arguments(b, listed)))
    if kind is not None:
        b.site("call", made, last_name(kind), node)
    return b.add(AddressOf(made))


def construct(b: Builder, node: Node) -> int:
    """`T{x}` and C's `(T){x}`."""
    kind, value = field(node, "type"), field(node, "value")
    made = b.add(New(b.type(kind), items(b, value)))
    if value is not None:
        b.site("new", made, value)
    if kind is not None and node.child_count and node.children[0].type != "(":
        b.site("call", made, last_name(kind), node)
    return made


def items(b: Builder, node: Node | None) -> tuple[Arg, ...]:
    """What stands between braces, as arguments: `{1, .open = f}`."""
    found = []
    for child in parts(node) if node is not None else ():
        if child.type == "initializer_pair":
            found.append(Arg(b.passed(field(child, "value")), _designated(b, child)))
        else:
            found.append(Arg(b.passed(child)))
    return tuple(found)


def _designated(b: Builder, pair: Node) -> str:
    names = []
    for designator in pair.children_by_field_name("designator"):
        inner = first(designator)
        if designator.type == "field_designator" and inner is not None:
            names.append(b.text(inner))
        elif designator.type == "field_identifier":
            names.append(b.text(designator))
        elif inner is not None:
            b.expr(inner)
    return names[-1] if names else ""


def braces(b: Builder, node: Node) -> int:
    """`{a, b}` whose type the context knows."""
    return b.add(Display("array", tuple(item.value for item in items(b, node))))


def delete(b: Builder, node: Node) -> int:
    """`delete p` runs the destructor."""
    value = b.read(first(node))
    b.site("del", value, node)
    return NONE


def text(b: Builder, node: Node) -> int:
    """A string; neighbours are one."""
    inside = [b.text(part) for part in node.named_children if part.type == "string_content"]
    if node.type == "concatenated_string":
        inside = [b.text(p) for part in node.named_children for p in part.named_children if p.type == "string_content"]
    return b.literal(TEXT, "".join(inside))


def number(b: Builder, node: Node) -> int:
    """A number, of the type that its form and its suffix say."""
    written = b.text(node)
    kept = written if len(written) < 6 and written.isdigit() else ""
    return b.literal(number_type(written.lower().replace("'", "")), kept)


def number_type(written: str) -> str:
    """The type of a number as it is written, in lower case."""
    base = written.rstrip("ulf") if not written.startswith("0x") else written.rstrip("ul")
    suffix = written[len(base) :]
    if not written.startswith("0x") and any(c in base for c in ".e"):
        return "float" if "f" in suffix else "double"
    size = "long long" if "ll" in suffix else "long" if "l" in suffix else ""
    return f"unsigned {size or 'int'}" if "u" in suffix else size or "int"


def _constant(kind: str) -> Callable[[Builder, Node], int]:
    return lambda b, node: b.literal(kind)


EXPRESSIONS: dict[str, Callable[[Builder, Node], int]] = {
    **TYPES,
    **OPERATORS,
    "call_expression": call,
    "field_expression": member,
    "qualified_identifier": qualified,
    "template_function": template_name,
    "destructor_name": destructor_name,
    "new_expression": new,
    "compound_literal_expression": construct,
    "initializer_list": braces,
    "delete_expression": delete,
    "string_literal": text,
    "raw_string_literal": text,
    "concatenated_string": text,
    "char_literal": _constant("char"),
    "number_literal": number,
    "true": _constant("bool"),
    "false": _constant("bool"),
    "null": _constant("null"),
}
