"""Classes, interfaces, enums, records and annotation types, with their members."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Statement
from nexus_diff.languages.java_annotations import marks
from nexus_diff.languages.java_functions import annotation_element, components, constructor, method
from nexus_diff.languages.java_nodes import annotations_of, child_of, declarators, dotted, field, first, modifiers_of, parts
from nexus_diff.languages.java_types import array_of, base_type, type_arguments, type_of, type_parameters
from nexus_diff.model.expr import Apply, Arg, Func, FuncType, New
from nexus_diff.model.facts import NONE, Base, Param

_KINDS = {
    "class_declaration": ("class", ()),
    "interface_declaration": ("interface", ("abstract",)),
    "annotation_type_declaration": ("interface", ("annotation",)),
    "enum_declaration": ("enum", ()),
    "record_declaration": ("class", ("record",)),
}  # fmt: skip
ANNOTATION = ("java", "lang", "annotation", "Annotation")
"""What every annotation type extends without saying so."""
_HOLDERS = frozenset({"interface_body", "annotation_type_body"})
ANONYMOUS = "<anonymous>"
"""Name of classes without one."""


def declaration(b: Builder, node: Node) -> None:
    """A type, at the top of the file, in another type or in a block."""
    name = field(node, "name")
    if name is None:
        return
    kind, extra = _KINDS[node.type]
    found = marks(b, annotations_of(node))
    modifiers = modifiers_of(node) | set(extra)
    if node.parent is not None and node.parent.type in _HOLDERS:
        modifiers |= {"exported", "static"}
    if node.type in ("enum_declaration", "record_declaration", "interface_declaration") and b.scope_kind() == "class":
        modifiers.add("static")
    definition = b.define(b.text(name), kind, node, name, field(node, "body"), decorators=found, modifiers=modifiers)
    b.bind(b.text(name), definition=definition)
    _inside(b, node, definition)


def _inside(b: Builder, node: Node, definition: int) -> int:
    before, b.deferred = b.deferred, True
    around = b.scope if b.scope_kind() in ("module", "class") else NONE
    scope = b.open("class", definition=definition)
    if b.enter(node):
        b.complete(definition, type_params=type_parameters(b, field(node, "type_parameters")))
        b.complete(definition, bases=_bases(b, node, around))
        for permitted in parts(field(node, "permits")):
            for type in parts(permitted) if permitted.type == "type_list" else (permitted,):
                type_of(b, type)
        if node.type == "enum_declaration":
            _enum_methods(b, node)
        given = components(b, field(node, "parameters")) if node.type == "record_declaration" else ()
        _members(b, field(node, "body"), given)
        b.leave()
    b.close()
    b.deferred = before
    return scope


def _enum_methods(b: Builder, node: Node) -> None:
    """What every enum has without saying so: `values()` and `valueOf(name)`."""
    name = field(node, "name")
    own = b.name(b.text(name)) if name is not None else NONE
    b.bind("values", type=b.add(FuncType((), array_of(b, own))))
    b.bind("valueOf", type=b.add(FuncType((b.name("String"),), own)))


def _bases(b: Builder, node: Node, around: int) -> list[Base]:
    bases: list[Base] = []
    for child in node.children:
        if child.type == "superclass":
            bases += [_base(b, type, "extends", around) for type in parts(child)]
        elif child.type in ("super_interfaces", "extends_interfaces"):
            kind = "implements" if child.type == "super_interfaces" else "extends"
            bases += [_base(b, type, kind, around) for listed in parts(child) for type in parts(listed)]
    if node.type == "annotation_type_declaration":
        bases.append(Base(_named(b, ANNOTATION), "extends"))
    return bases


def _named(b: Builder, name: tuple[str, ...]) -> int:
    found = b.name(name[0])
    for part in name[1:]:
        found = b.attr(found, part)
    return found


def _base(b: Builder, node: Node, kind: str, around: int) -> Base:
    """A base, named as the scope `around` the class knows it: the class's own members are not meant."""
    head = first(node) if node.type == "generic_type" else node
    if head is None or head.type != "type_identifier" or around == NONE:
        index = base_type(b, node)
    else:
        index = b.name_in(b.text(head), around)
        if head is not node:
            index = b.add(Apply(index, type_arguments(b, parts(node)[1])))
    b.site("base", index, node)
    return Base(index, kind)


def _members(b: Builder, body: Node | None, given: tuple[Param, ...]) -> None:
    for member in parts(body):
        if member.type == "compact_constructor_declaration":
            constructor(b, member, given)
        elif member.type == "enum_body_declarations":
            _members(b, member, given)
        else:
            handler = _MEMBERS.get(member.type)
            if handler is not None:
                handler(b, member)
            else:
                b.visit(member)


def _fields(b: Builder, node: Node) -> None:
    """`private int a = 1, b;`: each is a field of its own; a field that stands alone has the whole statement."""
    annotated = marks(b, annotations_of(node))
    modifiers = modifiers_of(node)
    if node.parent is not None and node.parent.type in _HOLDERS:
        modifiers |= {"static", "exported", "readonly"}
    all_of_them = list(declarators(node))
    for declarator, name in all_of_them:
        type = type_of(b, field(node, "type"), field(declarator, "dimensions"))
        value = field(declarator, "value")
        whole = node if len(all_of_them) == 1 else declarator
        definition = b.define(b.text(name), "field", whole, name, value, type=type, decorators=annotated, modifiers=modifiers)
        index = b.value(value)
        b.complete(definition, value=index)
        b.bind(b.text(name), index, type=type, definition=definition)


def _initializer(b: Builder, node: Node) -> None:
    """`{…}` and `static {…}` in a class: code that runs with the fields."""
    before, b.deferred = b.deferred, False
    b.open("lambda", modifiers={"static"} if node.type == "static_initializer" else ())
    block = node if node.type == "block" else child_of(node, "block")
    if block is not None:
        b.visit_children(block)
    b.close()
    b.deferred = before


def _constant(b: Builder, node: Node) -> None:
    """`A(1) {…}`: an instance of the enum, or of a class of its own that extends it."""
    name = field(node, "name")
    enum = _around(node, "enum_declaration")
    if name is None or enum is None:
        return
    found = marks(b, annotations_of(node))
    owner = b.name(b.text(field(enum, "name") or name))
    arguments = tuple(Arg(b.value(part)) for part in parts(field(node, "arguments")))
    body = field(node, "body")
    definition = b.define(b.text(name), "field", node, name, type=owner, decorators=found, modifiers={"static", "readonly", "exported"})
    if body is not None:
        anonymous(b, node, body, owner)
    made = b.add(New(owner, arguments))
    b.complete(definition, value=made)
    b.site("call", made, name, node)
    b.bind(b.text(name), made, type=owner, definition=definition)


def _around(node: Node, kind: str) -> Node | None:
    holder = node.parent
    while holder is not None and holder.type != kind:
        holder = holder.parent
    return holder


def anonymous(b: Builder, node: Node, body: Node, base: int) -> int:
    """A class made in place, which extends or implements what `base` names; its value."""
    definition = b.define(ANONYMOUS, "class", node, body.children[0], body, modifiers={"anonymous"})
    before, b.deferred = b.deferred, True
    scope = b.open("class", definition=definition)
    b.complete(definition, bases=[Base(base)])
    b.site("base", base, body)
    if b.enter(body):
        _members(b, body, ())
        b.leave()
    b.close()
    b.deferred = before
    return b.add(Func(scope))


_MEMBERS: dict[str, Callable[[Builder, Node], None]] = {
    "field_declaration": _fields,
    "constant_declaration": _fields,
    "method_declaration": method,
    "constructor_declaration": constructor,
    "annotation_type_element_declaration": annotation_element,
    "enum_constant": _constant,
    "static_initializer": _initializer,
    "block": _initializer,
}


def _package(b: Builder, node: Node) -> None:
    name = next((part for part in parts(node) if part.type in ("scoped_identifier", "identifier")), None)
    b.package(dotted(b, name))


def _import(b: Builder, node: Node) -> None:
    """`import a.b.C`, `import static a.b.C.m`, `import a.b.*`."""
    name = next((part for part in parts(node) if part.type in ("scoped_identifier", "identifier")), None)
    text = dotted(b, name)
    flags = ["static"] if child_of(node, "static") is not None else []
    if child_of(node, "asterisk") is not None:
        b.import_(text, "*", "", "import", flags)
    elif text:
        source, _, last = text.rpartition(".")
        b.import_(source, last, last, "import", flags)


def _nothing(b: Builder, node: Node) -> None:
    """`module-info.java` names packages and services, no code."""


STATEMENTS: dict[str, Statement] = {
    **dict.fromkeys(_KINDS, declaration),
    "package_declaration": _package,
    "import_declaration": _import,
    "module_declaration": _nothing,
    "method_declaration": method,
    "constructor_declaration": constructor,
}
"""Handlers of declarations."""
