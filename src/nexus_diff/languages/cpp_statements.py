"""What C++ adds to C: classes with sections, namespaces, templates, using, lambdas, ranges, exceptions."""

# For maintainers. A namespace is a definition with the modifier "open": files add to it, and its name is the beginning of the
# qualified names inside. An anonymous one is no definition; what is in it is "local".

from __future__ import annotations

from collections.abc import Callable, Sequence

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Statement
from nexus_diff.languages.c_family_classes import define_type
from nexus_diff.languages.c_family_declarations import declaration
from nexus_diff.languages.c_family_functions import function_definition, parameters
from nexus_diff.languages.c_family_nodes import CONTAINERS, declared, field, first, name_text, parts, path_of
from nexus_diff.languages.c_family_preprocessor import conditional
from nexus_diff.languages.c_family_statements import STATEMENTS
from nexus_diff.languages.c_family_types import SPECIFIERS, base_type, copied, is_const, layered
from nexus_diff.languages.cpp_macro_blocks import block, function_or_block
from nexus_diff.model.expr import Cast, Func, Item, Iter, Unknown
from nexus_diff.model.facts import NONE, Param

_SPECIFIERS = tuple(SPECIFIERS)
_TEMPLATE_PARAMETERS = frozenset(
    {"type_parameter_declaration", "optional_type_parameter_declaration", "variadic_type_parameter_declaration"}
)
_VALUE_PARAMETERS = frozenset({"parameter_declaration", "optional_parameter_declaration", "variadic_parameter_declaration"})


def namespace(b: Builder, node: Node) -> None:
    """`namespace a::b {…}`; what is in one without a name, or in an inline one, is that of the namespace around."""
    name, body = field(node, "name"), field(node, "body")
    if body is None:
        return
    names = (
        [part for part in name.named_children if part.is_named]
        if name is not None and name.type == "nested_namespace_specifier"
        else [name]
    )
    _namespace(b, node, [part for part in names if part is not None], body)


def _namespace(b: Builder, node: Node, names: list[Node], body: Node) -> None:
    if not names:
        b.visit(body)
        return
    if any(child.type == "inline" for child in node.children):
        _namespace(b, node, names[1:], body)
        return
    text = b.text(names[0])
    definition = b.define(text, "namespace", node, names[0], body, modifiers=("open",))
    b.bind(text, definition=definition)
    b.open("namespace", definition=definition)
    _namespace(b, node, names[1:], body)
    b.close()


def namespace_alias(b: Builder, node: Node) -> None:
    """`namespace fs = std::filesystem;`."""
    name, inside = field(node, "name"), parts(node)
    if name is not None and len(inside) > 1:
        names = inside[1].named_children if inside[1].type == "nested_namespace_specifier" else path_of(inside[1])
        b.bind(b.text(name), _path(b, [name_text(b, part) for part in names]))


def _path(b: Builder, names: Sequence[str]) -> int:
    value = b.name(names[0]) if names else NONE
    for name in names[1:]:
        value = b.attr(value, name)
    return value


def using(b: Builder, node: Node) -> None:
    """`using namespace a::b;` opens a namespace, `using a::f;` binds a name."""
    target = first(node)
    if target is None:
        return
    names = [name_text(b, part) for part in path_of(target)]
    if any(child.type == "namespace" for child in node.children):
        b.import_(".".join(names), "*", "", "using")
    elif len(names) > 1 and b.scope_kind() != "class":
        b.bind(names[-1], _path(b, names))
    elif len(names) > 1:
        _inherit(b, names)


def _inherit(b: Builder, names: list[str]) -> None:
    """`using Base::f;` in a class: the inherited one stays what it is, so nothing is bound."""
    _path(b, names[:-1])


def alias(b: Builder, node: Node, first_node: Node | None = None, type_params: Sequence[Param] = ()) -> None:
    """`using A = B<int>;`."""
    name, kind = field(node, "name"), field(node, "type")
    if name is None or kind is None:
        return
    inner = field(kind, "type")
    if inner is not None and inner.type in SPECIFIERS and field(inner, "body") is not None:
        define_type(b, inner, whole=node, named=name)
        return
    modifiers = ("exported",) if b.scope_kind() in CONTAINERS else ()
    definition = b.define(b.text(name), "type", node, name, first=first_node, modifiers=modifiers, type_params=type_params)
    b.complete(definition, value=b.type(kind))
    b.bind(b.text(name), definition=definition)


def template(b: Builder, node: Node, access: str = "") -> None:
    """`template <typename T> …`."""
    listed = field(node, "parameters")
    params = _type_parameters(b, listed) if listed is not None else ()
    for child in parts(node):
        kind = child.type
        if kind == "function_definition":
            function_definition(b, child, node, params, access)
        elif kind in ("declaration", "field_declaration"):
            declaration(b, child, node, params, access)
        elif kind in _SPECIFIERS:
            define_type(b, child, whole=node, first=node, type_params=params)
        elif kind == "alias_declaration":
            alias(b, child, node, params)
        elif kind != "template_parameter_list":
            b.visit(child)


def _type_parameters(b: Builder, node: Node) -> tuple[Param, ...]:
    found = []
    for child in parts(node):
        if child.type in _TEMPLATE_PARAMETERS:
            name = field(child, "name") or first(child)
            default = field(child, "default_type")
            if name is not None:
                found.append(Param(b.text(name), "*" if child.type.startswith("variadic") else "pos", b.type(default)))
        elif child.type in _VALUE_PARAMETERS:
            what = declared(field(child, "declarator"))
            if what.name is not None:
                found.append(Param(b.text(what.name), "kwonly"))
        elif child.type == "template_template_parameter_declaration":
            inner = [part for part in parts(child) if part.type in _TEMPLATE_PARAMETERS]
            name = first(inner[-1]) if inner else None
            if name is not None:
                found.append(Param(b.text(name)))
    return tuple(found)


def members(b: Builder, node: Node) -> None:
    """The body of a class: its sections give their members `private` or `protected`."""
    holder = node.parent
    inside = _Members(b, "private" if holder is not None and holder.type == "class_specifier" else "")
    for child in node.named_children:
        inside.visit(child)


class _Members:
    """The members of one class, from one access specifier to the next; `#if` opens no section of its own."""

    def __init__(self, b: Builder, access: str) -> None:
        self._b, self._access = b, access

    def visit(self, child: Node) -> None:
        b, kind = self._b, child.type
        if kind == "access_specifier":
            text = b.text(child).rstrip(":").strip()
            self._access = "" if text == "public" else text
        elif kind == "function_definition":
            function_definition(b, child, access=self._access)
        elif kind in ("field_declaration", "declaration"):
            declaration(b, child, access=self._access)
        elif kind == "template_declaration":
            template(b, child, self._access)
        elif kind in ("preproc_if", "preproc_ifdef"):
            conditional(b, child, self.visit)
        else:
            b.visit(child)


def friend(b: Builder, node: Node) -> None:
    """`friend` functions with a body; others are declared elsewhere."""
    for child in node.named_children:
        if child.type == "function_definition":
            b.visit(child)


def lambda_expression(b: Builder, node: Node) -> int:
    """`[x, y = f()](int a) {…}`."""
    captures = field(node, "captures")
    given: list[tuple[str, int]] = []
    for capture in parts(captures) if captures is not None else ():
        if capture.type == "lambda_capture_initializer":
            left, right = field(capture, "left"), field(capture, "right")
            if left is not None and right is not None:
                given.append((b.text(left), b.value(right)))
    scope = b.open("lambda")
    if b.enter(node):
        function = field(node, "declarator")
        if function is not None:
            b.parameters(parameters(b, function, node))
            _returns(b, function)
        for name, value in given:
            b.bind(name, value)
        body = field(node, "body")
        if body is not None:
            b.visit_children(body)
        b.leave()
    b.close()
    return b.add(Func(scope))


def _returns(b: Builder, function: Node) -> None:
    for child in function.named_children:
        if child.type == "trailing_return_type":
            inner = first(child)
            if inner is not None:
                b.returns(b.add(Cast(b.add(Unknown()), b.type(inner))))


def range_loop(b: Builder, node: Node) -> None:
    """`for (auto& x : xs) …`."""
    b.open("block")
    right = field(node, "right")
    values = b.value(right)
    element = b.add(Iter(values))
    if right is not None:
        b.site("iter", element, right)
    what = declared(field(node, "declarator"))
    if what.name is not None and what.name.type == "structured_binding_declarator":
        for position, part in enumerate(parts(what.name)):
            b.bind(b.text(part), b.add(Item(element, position)))
    elif what.name is not None:
        b.bind(b.text(what.name), copied(b, node, element, what), type=layered(b, base_type(b, node), what, const=is_const(b, node)))
    body = field(node, "body")
    if body is not None:
        b.visit(body)
    b.close()


def try_statement(b: Builder, node: Node) -> None:
    """`try {…} catch (E& e) {…}`."""
    group = b.group()
    for child in parts(node):
        b.open_block(group if child.type == "catch_clause" else 0)
        if child.type == "catch_clause":
            block(b, field(child, "parameters"), field(child, "body"))
        else:
            b.visit(child)
        b.close_block()


def throw(b: Builder, node: Node) -> None:
    """`throw E(x);`."""
    value = first(node)
    if value is not None:
        b.value(value)


def instantiation(b: Builder, node: Node) -> None:
    """`template class Foo<int>;` defines nothing new."""


CPP_STATEMENTS: dict[str, Statement] = {
    **STATEMENTS,
    "function_definition": function_or_block,
    "declaration": declaration,
    "field_declaration": declaration,
    "class_specifier": STATEMENTS["struct_specifier"],
    "field_declaration_list": members,
    "friend_declaration": friend,
    "namespace_definition": namespace,
    "namespace_alias_definition": namespace_alias,
    "using_declaration": using,
    "alias_declaration": alias,
    "template_declaration": template,
    "template_instantiation": instantiation,
    "for_range_loop": range_loop,
    "try_statement": try_statement,
    "throw_statement": throw,
    "access_specifier": instantiation,
}

CPP_EXPRESSIONS: dict[str, Callable[[Builder, Node], int]] = {"lambda_expression": lambda_expression}
