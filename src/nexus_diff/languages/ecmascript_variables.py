"""`const`, `let`, `var` and `using`: variables, functions and classes under a variable's name, CommonJS imports."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.ecmascript_classes import define_class
from nexus_diff.languages.ecmascript_functions import define_function, destructure, run_function
from nexus_diff.languages.ecmascript_names import ITERATION
from nexus_diff.languages.ecmascript_nodes import (
    FUNCTIONS,
    cast_types,
    dotted,
    field,
    has_functions,
    is_function,
    key_name,
    parts,
    required,
    string_text,
    unwrap,
)
from nexus_diff.languages.ecmascript_types import type_of
from nexus_diff.model.expr import Cast, Enter
from nexus_diff.model.facts import NONE

_TOP = ("module", "namespace")


def variables(b: Builder, node: Node, outer: Node, modifiers: Iterable[str]) -> None:
    """One declaration statement; `outer` is the `export` or `declare` around it."""
    declarators = [part for part in node.named_children if part.type == "variable_declarator"]
    hoisted = node.type == "variable_declaration"
    using = node.type == "using_declaration"
    for declarator in declarators:
        whole = outer if len(declarators) == 1 else declarator
        _Declarator(b, declarator, whole, tuple(modifiers), b.function_scope() if hoisted else b.scope, using).run()


class _Declarator:
    """One `name: type = value`."""

    def __init__(self, b: Builder, node: Node, whole: Node, modifiers: tuple[str, ...], scope: int, using: bool) -> None:
        self.b = b
        self.node = node
        self.whole = whole
        self.modifiers = modifiers
        self.scope = scope
        self.using = using
        self.value = field(node, "value")
        self.bare = unwrap(self.value)
        self.type = NONE
        self.top = b.scope_kind() in _TOP

    def run(self) -> None:
        """Bind, and define where the name is a symbol."""
        name = field(self.node, "name")
        if name is None:
            self.b.visit_children(self.node)
        elif name.type != "identifier":
            self._pattern(name)
        else:
            self._name(name, self.b.text(name))

    def _name(self, node: Node, name: str) -> None:
        b, bare = self.b, self.bare
        source = required(b, bare)
        if source is not None:
            self._required(node, name, source, "=")
            return
        self.type = type_of(b, field(self.node, "type"))
        if bare is not None and bare.type in FUNCTIONS:
            self._function(node, name, bare)
        elif bare is not None and bare.type == "class" and self.whole is not None:
            define_class(b, bare, name, node, self.whole, self.modifiers)
        elif bare is not None and self.top and (inner := wrapped(b, bare)) is not None:
            self._wrapped(node, name, inner)
        elif bare is not None and (member := _member_of_required(b, bare)) is not None:
            self._required(node, name, *member)
        elif self.top or (bare is not None and bare.type == "object" and has_functions(bare)):
            self._variable(node, name)
        else:
            b.bind(name, self._value(), type=self.type, scope=self.scope)

    def _value(self) -> int:
        index = self.b.value(self.value)
        return self.b.add(Enter(index)) if self.using and index >= 0 else index

    def _required(self, node: Node, name: str, source: Node, imported: str) -> None:
        self.b.import_(string_text(self.b, source), imported, name, "require", scope=self.scope)

    def _function(self, node: Node, name: str, function: Node) -> None:
        b = self.b
        for cast in cast_types(self.value):
            type = type_of(b, cast)
            self.type = type if self.type < 0 else self.type
        definition = define_function(
            b, name, "function", self.node, node, function, type=self.type, modifiers=self.modifiers, begin=self.whole
        )
        b.bind(name, definition=definition, type=self.type, scope=self.scope)
        run_function(b, function, definition)

    def _wrapped(self, node: Node, name: str, function: Node) -> None:
        """`const f = wrap(() => …)`: the function under the wrapper is what f is about."""
        b = self.b
        definition = define_function(
            b, name, "function", self.node, node, function, type=self.type, modifiers=self.modifiers, begin=self.whole
        )
        b.claim(function, definition)
        index = b.value(self.value)
        b.complete(definition, value=index)
        b.bind(name, index, type=self.type, definition=definition)

    def _variable(self, node: Node, name: str) -> None:
        b = self.b
        definition = b.define(name, "variable", self.node, node, self.value, type=self.type, modifiers=self.modifiers, first=self.whole)
        if self.bare is not None and self.bare.type == "object":
            b.claim(self.bare, definition)
        index = self._value()
        b.complete(definition, value=index)
        b.bind(name, index, type=self.type, definition=definition, scope=self.scope)

    def _pattern(self, pattern: Node) -> None:
        b = self.b
        source = required(b, self.bare)
        names = _plain_properties(b, pattern) if source is not None else None
        if source is not None and names is not None:
            for imported, local in names:
                b.import_(string_text(b, source), imported, local, "require", scope=self.scope)
            return
        type = type_of(b, field(self.node, "type"))
        value = self._value()
        if type >= 0:
            value = b.add(Cast(value, type))
        destructure(b, pattern, value, self._bind)

    def _bind(self, b: Builder, node: Node, name: str, value: int) -> None:
        definition = NONE
        if self.top and name:
            definition = b.define(name, "variable", self.node, node, self.value, value=value, modifiers=self.modifiers)
        b.bind(name, value, definition=definition, scope=self.scope)


def _plain_properties(b: Builder, pattern: Node) -> list[tuple[str, str]] | None:
    """(property, local name) of `{a, b: c}`; None when the pattern holds anything more."""
    if pattern.type != "object_pattern":
        return None
    found: list[tuple[str, str]] = []
    for part in parts(pattern):
        if part.type == "shorthand_property_identifier_pattern":
            found.append((b.text(part), b.text(part)))
            continue
        key, local = (field(part, "key"), field(part, "value")) if part.type == "pair_pattern" else (None, None)
        if key is None or local is None or local.type != "identifier":
            return None
        found.append((key_name(b, key), b.text(local)))
    return found


def _member_of_required(b: Builder, node: Node) -> tuple[Node, str] | None:
    """Source and name of `require("x").name`."""
    if node.type != "member_expression":
        return None
    source, name = required(b, field(node, "object")), field(node, "property")
    return (source, b.text(name)) if source is not None and name is not None else None


def wrapped(b: Builder, node: Node, depth: int = 4) -> Node | None:
    """The one function literal among the arguments of a call (`memo(forwardRef(() => …))`), None when there is none or several, or when
    the call is the end of a fluent chain: then the value is what the chain builds."""
    arguments, callee = field(node, "arguments"), field(node, "function")
    if node.type != "call_expression" or arguments is None or callee is None or arguments.type != "arguments":
        return None
    method = field(callee, "property") if callee.type == "member_expression" else None
    if method is not None and (b.text(method) in ITERATION or not dotted(b, callee)):
        return None
    found: list[Node] = []
    for argument in parts(arguments):
        bare = unwrap(argument)
        if bare is not None and is_function(bare):
            found.append(bare)
        elif bare is not None and depth and (inner := wrapped(b, bare, depth - 1)) is not None:
            found.append(inner)
    return found[0] if len(found) == 1 else None
