"""Methods, constructors, lambdas and their parameters."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.java_annotations import marks, roles
from nexus_diff.languages.java_nodes import annotations_of, child_of, field, modifiers_of, parts
from nexus_diff.languages.java_types import array_of, type_of, type_parameters
from nexus_diff.model.expr import Func, Unknown
from nexus_diff.model.facts import INIT, NONE, Param


def method(b: Builder, node: Node) -> None:
    """A method; binds its name."""
    name = field(node, "name")
    if name is not None:
        define_function(b, node, "method", name, b.text(name))


def constructor(b: Builder, node: Node, components: Iterable[Param] = ()) -> None:
    """A constructor under its class's name. `components`: parameters of a record's compact one."""
    name = field(node, "name")
    if name is not None:
        define_function(b, node, "constructor", name, INIT, tuple(components))


def define_function(b: Builder, node: Node, kind: str, name: Node, member: str, params: tuple[Param, ...] = ()) -> None:
    """A definition with its body, bound as `member` in the class around."""
    body = field(node, "body")
    marked = marks(b, annotations_of(node))
    modifiers = _modifiers(node, body) | roles(b, annotations_of(node))
    definition = b.define(b.text(name), kind, node, name, body, decorators=marked, modifiers=modifiers)
    b.bind(member, definition=definition)
    before, b.deferred = b.deferred, False
    b.open("function", definition=definition)
    if b.enter(node):
        b.complete(definition, type_params=type_parameters(b, field(node, "type_parameters")))
        b.parameters(params or parameters(b, field(node, "parameters")))
        b.complete(definition, returns=type_of(b, field(node, "type"), field(node, "dimensions")))
        for thrown in parts(child_of(node, "throws")):
            type_of(b, thrown)
        if body is not None:
            b.visit_children(body)
        b.leave()
    b.close()
    b.deferred = before


def _modifiers(node: Node, body: Node | None) -> set[str]:
    """Members of an interface are public, and abstract where they have no body."""
    found = modifiers_of(node)
    holder = node.parent
    if holder is not None and holder.type in ("interface_body", "annotation_type_body"):
        found |= {"exported"} if "private" not in found else set()
        found |= {"abstract"} if body is None else set()
    return found - {"default"}


def parameters(b: Builder, node: Node | None) -> tuple[Param, ...]:
    """Parameters in order; a receiver parameter is none."""
    found = []
    for part in parts(node):
        if part.type in ("formal_parameter", "spread_parameter"):
            marks(b, annotations_of(part))
            found.append(_parameter(b, part))
        elif part.type == "identifier":
            found.append(Param(b.text(part)))
    return tuple(found)


def _parameter(b: Builder, node: Node) -> Param:
    if node.type == "formal_parameter":
        name = field(node, "name")
        type = type_of(b, field(node, "type"), field(node, "dimensions"))
        return Param(b.text(name) if name is not None else "", type=type)
    declared = [part for part in parts(node) if part.type not in ("modifiers", "variable_declarator", "annotation", "marker_annotation")]
    declarator = child_of(node, "variable_declarator")
    name = field(declarator, "name")
    type = type_of(b, declared[0] if declared else None, field(declarator, "dimensions"))
    return Param(b.text(name) if name is not None else "", "*", type=array_of(b, type) if type != NONE else NONE)


def lambda_value(b: Builder, node: Node) -> int:
    """`x -> …`: a function made in place."""
    written = field(node, "parameters")
    before, b.deferred = b.deferred, False
    scope = b.open("lambda")
    if b.enter(node):
        if written is not None and written.type == "identifier":
            b.parameters((Param(b.text(written)),))
        else:
            b.parameters(parameters(b, written))
        body = field(node, "body")
        if body is not None and body.type == "block":
            b.visit_children(body)
            if _throws(body):
                b.returns(b.add(Unknown()))
        elif body is not None:
            b.returns(b.value(body))
        b.leave()
    b.close()
    b.deferred = before
    return b.add(Func(scope))


def _throws(block: Node) -> bool:
    """Whether a block ends by throwing: then it may stand for any result."""
    statements = parts(block)
    return bool(statements) and statements[-1].type == "throw_statement"


def annotation_element(b: Builder, node: Node) -> None:
    """A member of an annotation type: a method without parameters or body."""
    name = field(node, "name")
    if name is None:
        return
    definition = b.define(b.text(name), "method", node, name, modifiers={"abstract", "exported"})
    b.bind(b.text(name), definition=definition)
    b.open("function", definition=definition)
    b.complete(definition, returns=type_of(b, field(node, "type"), field(node, "dimensions")))
    value = field(node, "value")
    if value is not None:
        b.expr(value)
    b.close()


def components(b: Builder, node: Node | None) -> tuple[Param, ...]:
    """The components of a record: parameters of its constructor, fields, and accessors of the same names."""
    found = parameters(b, node)
    written = [part for part in parts(node) if part.type in ("formal_parameter", "spread_parameter")]
    for param, part in zip(found, written, strict=True):
        name = field(part, "name") or field(child_of(part, "variable_declarator"), "name")
        if name is not None:
            definition = b.define(param.name, "field", part, name, type=param.type, modifiers={"accessor", "readonly"})
            b.bind(param.name, type=param.type, definition=definition)
    return found
