"""Imports, exports, declarations and namespaces of TypeScript and JavaScript."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Statement
from nexus_diff.languages.ecmascript_classes import define_alias, define_class, define_enum, define_interface
from nexus_diff.languages.ecmascript_functions import define_function, run_function, signature
from nexus_diff.languages.ecmascript_nodes import COMMENTS, field, first, has_functions, has_token, is_function, parts, string_text, unwrap
from nexus_diff.languages.ecmascript_variables import variables, wrapped

_VARIABLES = frozenset({"lexical_declaration", "variable_declaration", "using_declaration"})
_FUNCTIONS = frozenset({"function_declaration", "generator_function_declaration"})
_CLASSES = frozenset({"class_declaration", "abstract_class_declaration"})
_DEEPEST_NAMESPACE = 20
_NAMESPACES = frozenset({"internal_module", "module"})


# Declarations


def declare(b: Builder, node: Node, outer: Node, modifiers: Iterable[str]) -> None:
    """One declaration; `outer` is all of it, with the `export` or `declare` around it."""
    kind = node.type
    if kind in _VARIABLES:
        variables(b, node, outer, modifiers)
    elif kind in _FUNCTIONS:
        _function(b, node, outer, modifiers)
    elif kind == "function_signature":
        _overload(b, node, outer, modifiers)
    elif kind in _CLASSES:
        name = field(node, "name")
        define_class(b, node, b.text(name) if name is not None else "default", name or node, outer, modifiers)
    elif kind == "interface_declaration":
        define_interface(b, node, outer, modifiers)
    elif kind == "type_alias_declaration":
        define_alias(b, node, outer, modifiers)
    elif kind == "enum_declaration":
        define_enum(b, node, outer, modifiers)
    elif kind in _NAMESPACES:
        _namespace(b, node, outer, modifiers)
    elif kind == "ambient_declaration":
        _ambient(b, node, outer, modifiers)
    elif kind == "import_alias":
        _import_alias(b, node, exported="exported" in modifiers)
    else:
        b.visit(node)


def _declaration(b: Builder, node: Node) -> None:
    declare(b, node, node, ())


def _function(b: Builder, node: Node, outer: Node, modifiers: Iterable[str]) -> None:
    name_node = field(node, "name")
    name = b.text(name_node) if name_node is not None else "default"
    definition = define_function(b, name, "function", outer, name_node or node, node, modifiers=modifiers)
    b.bind(name, definition=definition)
    run_function(b, node, definition)


def _overload(b: Builder, node: Node, outer: Node, modifiers: Iterable[str]) -> None:
    """`function f(a: string): void;` — an overload, or a declaration without a body."""
    name_node = field(node, "name")
    if name_node is None:
        return
    marks = {*modifiers, "overload" if _implemented(b, outer, b.text(name_node)) else "declare"}
    definition = define_function(b, b.text(name_node), "signature", outer, name_node, node, modifiers=marks)
    b.bind(b.text(name_node), definition=definition)
    b.open("function", definition=definition)
    signature(b, node, definition)
    b.close()


def _implemented(b: Builder, outer: Node, name: str) -> bool:
    """Whether a body for that name follows, after further signatures of it."""
    following = outer.next_named_sibling
    while following is not None:
        inner = field(following, "declaration") if following.type == "export_statement" else following
        own = field(inner, "name") if inner is not None else None
        if inner is not None and inner.type in _FUNCTIONS and own is not None:
            return b.text(own) == name
        if following.type not in COMMENTS and (inner is None or inner.type != "function_signature"):
            return False
        following = following.next_named_sibling
    return False


def _ambient(b: Builder, node: Node, outer: Node, modifiers: Iterable[str]) -> None:
    for child in parts(node):
        if child.type == "statement_block":
            b.visit_children(child)
        else:
            declare(b, child, outer, {*modifiers, "declare"})


def _namespace(b: Builder, node: Node, outer: Node, modifiers: Iterable[str]) -> None:
    """`namespace A.B {}` and `declare module "m" {}`."""
    name_node, body = field(node, "name"), field(node, "body")
    if name_node is None:
        return
    names = [string_text(b, name_node)] if name_node.type == "string" else b.text(name_node).split(".", _DEEPEST_NAMESPACE)
    for position, name in enumerate(names):
        marks = set(modifiers) if position == 0 else {"exported"}
        definition = b.define(name.strip(), "namespace", outer, name_node, body, modifiers=marks)
        b.bind(name.strip(), definition=definition)
        b.open("namespace", definition=definition)
    if body is not None:
        b.visit_children(body)
    for _ in names:
        b.close()


# Imports


def _import(b: Builder, node: Node) -> None:
    source = field(node, "source")
    clauses = [part for part in parts(node) if part.type in ("import_clause", "import_require_clause")]
    flags = ["type_only"] if has_token(node, "type") or has_token(node, "typeof") else []
    if not clauses:
        if source is not None:
            b.import_(string_text(b, source), "", "", "import", flags)
        return
    clause = clauses[0]
    if clause.type == "import_require_clause":
        _import_require(b, clause, flags)
    elif source is not None:
        _import_clause(b, clause, string_text(b, source), flags)


def _import_require(b: Builder, clause: Node, flags: list[str], exported: bool = False) -> None:
    name, source = first(clause), field(clause, "source")
    if name is not None and source is not None:
        b.import_(string_text(b, source), "=", b.text(name), "require", flags)
        if exported:
            b.export(b.text(name), b.text(name))


def _import_clause(b: Builder, clause: Node, source: str, flags: list[str]) -> None:
    for part in parts(clause):
        if part.type == "identifier":
            b.import_(source, "default", b.text(part), "from", flags)
        elif part.type == "namespace_import" and (name := first(part)) is not None:
            b.import_(source, "*", b.text(name), "from", flags)
        elif part.type == "named_imports":
            if not parts(part):  # `import {} from "m"`
                b.import_(source, "", "", "import", flags)
            for specifier in parts(part):
                _import_specifier(b, specifier, source, flags)


def _import_specifier(b: Builder, node: Node, source: str, flags: list[str]) -> None:
    name, alias = field(node, "name"), field(node, "alias")
    if name is not None:
        only = ["type_only"] if node.children[0].type == "type" else []
        b.import_(source, _specified(b, name), b.text(alias or name), "from", flags + only)


def _specified(b: Builder, node: Node) -> str:
    return string_text(b, node) if node.type == "string" else b.text(node)


def _import_alias(b: Builder, node: Node, exported: bool = False) -> None:
    """`import A = B.C`."""
    inside = parts(node)
    if len(inside) > 1:
        name = b.text(inside[0])
        b.bind(name, b.expr(inside[1]))
        if exported:
            b.export(name, name)


# Exports


def _export(b: Builder, node: Node) -> None:
    source, declaration, value = field(node, "source"), field(node, "declaration"), field(node, "value")
    if source is not None:
        _reexport(b, node, string_text(b, source))
    elif has_token(node, "="):
        _export_assignment(b, node)
    elif has_token(node, "default"):
        _export_default(b, node, declaration if declaration is not None else value)
    elif declaration is not None:
        declare(b, declaration, node, ("exported",))
    elif not has_token(node, "namespace"):
        for clause in parts(node):
            if clause.type == "export_clause":
                _export_list(b, clause)
            else:
                b.visit(clause)


def _reexport(b: Builder, node: Node, source: str) -> None:
    flags = ["type_only"] if has_token(node, "type") else []
    for part in parts(node):
        if part.type == "namespace_export" and (name := first(part)) is not None:
            b.import_(source, "*", _specified(b, name), "reexport", flags)
        elif part.type == "export_clause":
            for specifier in parts(part):
                name, alias = field(specifier, "name"), field(specifier, "alias")
                if name is not None:
                    b.import_(source, _specified(b, name), _specified(b, alias or name), "reexport", flags)
    if has_token(node, "*"):
        b.import_(source, "*", "", "reexport", flags)


def _export_list(b: Builder, clause: Node) -> None:
    for specifier in parts(clause):
        name, alias = field(specifier, "name"), field(specifier, "alias")
        if name is not None:
            b.export(_specified(b, alias or name), _specified(b, name))


def _export_assignment(b: Builder, node: Node) -> None:
    """`export = x` is `module.exports = x`."""
    value = first(node)
    b.bind("exports", b.value(value), attr_of=b.name("module"))
    b.export("=", b.text(value) if value is not None and value.type == "identifier" else "module.exports")


def _export_default(b: Builder, node: Node, value: Node | None) -> None:
    if value is None:
        return
    bare = unwrap(value)
    named = field(value, "name")
    if value.type in _FUNCTIONS or value.type in _CLASSES or value.type in ("function_signature", "interface_declaration"):
        declare(b, value, node, ("exported", "default"))
        if named is None:
            b.export("default", "default")
        return
    b.export("default", b.text(bare) if bare is not None and bare.type == "identifier" else "default")
    if bare is not None and is_function(bare):
        name_node = field(bare, "name")
        name = b.text(name_node) if name_node is not None else "default"
        definition = define_function(b, name, "function", node, name_node or node.children[0], bare, modifiers=("exported", "default"))
        b.bind("default", definition=definition)
        run_function(b, bare, definition)
    elif bare is not None and bare.type == "class":
        name_node = field(bare, "name")
        name = b.text(name_node) if name_node is not None else "default"
        definition = define_class(b, bare, name, name_node or node.children[0], node, ("exported", "default"))
        if name != "default":
            b.bind("default", definition=definition)
    else:
        _default_value(b, node, value, bare)


def _default_value(b: Builder, node: Node, value: Node, bare: Node | None) -> None:
    function = wrapped(b, bare) if bare is not None else None
    if function is not None:
        definition = define_function(b, "default", "function", node, node.children[0], function, modifiers=("exported", "default"))
        b.claim(function, definition)
        b.bind("default", b.value(value), definition=definition)
    elif bare is not None and bare.type == "object" and has_functions(bare):
        definition = b.define("default", "variable", node, node.children[0], value, modifiers=("exported", "default"))
        b.claim(bare, definition)
        index = b.value(value)
        b.complete(definition, value=index)
        b.bind("default", index, definition=definition)
    else:
        b.bind("default", b.value(value))


_DECLARATIONS = (
    *_FUNCTIONS, *_CLASSES, *_NAMESPACES, "function_signature", "interface_declaration", "type_alias_declaration", "enum_declaration",
    "ambient_declaration", "import_alias",
)  # fmt: skip

MODULES: dict[str, Statement] = {
    **dict.fromkeys(_DECLARATIONS, _declaration),
    "import_statement": _import,
    "export_statement": _export,
}
"""Handlers of declarations, imports and exports."""
