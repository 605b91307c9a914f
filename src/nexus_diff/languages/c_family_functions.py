"""Functions of C and C++: definitions, prototypes, parameters, K&R, members written outside of their class."""

# For maintainers. A prototype is a "signature" with the modifier "declared": it stands for the definition of the same qualified
# name, wherever that is, and has no node of its own. `= 0` makes it abstract: then it is a node. A function whose name is qualified
# (`void Foo::m()`) is a member written outside of Foo, or of a namespace: the linker finds out which.

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.c_family_expressions import arguments, items
from nexus_diff.languages.c_family_names import TYPES
from nexus_diff.languages.c_family_nodes import CONTAINERS, Declared, declared, field, name_text, parts, path_of, words
from nexus_diff.languages.c_family_tests import define_test, named_test, test_macro
from nexus_diff.languages.c_family_types import base_type, is_const, layered, type_arguments
from nexus_diff.model.expr import Apply, Arg, Call, New, TypeOf, Union
from nexus_diff.model.facts import INIT, NONE, Param

CLASS = "class"
_CLASSES = frozenset({"class_specifier", "struct_specifier", "union_specifier"})
_CLAUSES = frozenset({"default_method_clause", "delete_method_clause", "pure_virtual_clause"})
_FINAL = frozenset({"override", "final"})
_CONSTRUCTED = frozenset({"type_identifier", "template_type", "qualified_identifier"})


def function_definition(b: Builder, node: Node, first: Node | None = None, type_params: Sequence[Param] = (), access: str = "") -> None:
    """A function with a body, `= default` or `= delete`."""
    what = declared(field(node, "declarator"))
    function = what.function
    if what.name is None or function is None:
        if not _by_macro(b, node, what, first):
            b.visit_children(node)
        return
    macro = test_macro(b, node, what, function)
    if macro is not None:
        define_test(b, node, field(node, "body"), macro)
        return
    body = field(node, "body") or next((child for child in node.children if child.type in _CLAUSES), None)
    modifiers = {access} if access else set()
    clause = next((child.type for child in node.children if child.type in _CLAUSES), "")
    if clause == "delete_method_clause":
        modifiers.add("deleted")
    if clause == "pure_virtual_clause":
        modifiers |= {"abstract", "virtual"}
        definition = _define(b, node, what, "signature", None, first, modifiers)
    else:
        definition = _define(b, node, what, "", body, first, modifiers)
    _run(b, node, what, function, definition, type_params)


def _by_macro(b: Builder, node: Node, what: Declared, first: Node | None) -> bool:
    """`MACRO(name) {…}`: a function, or a test, of that name."""
    kind, declarator, body = field(node, "type"), field(node, "declarator"), field(node, "body")
    if (
        kind is None
        or declarator is None
        or what.name is None
        or what.name.type != "identifier"
        or declarator.type != "parenthesized_declarator"
    ):
        return False
    name = b.text(what.name)
    if name in TYPES:
        return False
    test = named_test(b.text(kind), [name], what.name)
    if test is not None:
        define_test(b, node, body, test)
        return True
    b.site("call", b.add(Call(b.name(b.text(kind)), (Arg(b.literal("int"), "*"),))), kind)
    definition = b.define(name, "function", node, what.name, body, first=first, modifiers=("exported",))
    b.bind(name, definition=definition)
    b.open("function", definition=definition)
    if body is not None and b.enter(body):
        b.visit_children(body)
        b.leave()
    b.close()
    return True


def prototype(
    b: Builder, node: Node, declarator: Node, first: Node | None = None, type_params: Sequence[Param] = (), access: str = ""
) -> None:
    """A function that is declared without a body."""
    what = declared(declarator)
    function = what.function
    if what.name is None or function is None:
        return
    default = field(node, "default_value") or field(declarator, "value")
    pure = default is not None and default.type == "number_literal" and b.text(default) == "0"
    modifiers = {access} if access else set()
    if default is not None and default.type == "initializer_list":  # `void f() {};`
        _run(b, node, what, function, _define(b, node, what, "", default, first, modifiers), type_params)
        return
    modifiers |= {"abstract", "virtual"} if pure else {"declared"}
    definition = _define(b, node, what, "signature", None, first, modifiers)
    _run(b, node, what, function, definition, type_params)


def _define(b: Builder, node: Node, what: Declared, kind: str, body: Node | None, first: Node | None, modifiers: set[str]) -> int:
    """The definition of a function, bound where it is looked for."""
    assert what.name is not None
    steps = path_of(what.name)
    at = steps[-1] if steps else what.name
    name = name_text(b, at)
    inside = b.scope_kind() == CLASS
    within = [name_text(b, step) for step in steps[:-1]]
    owner = within[-1] if within else class_around(b, node) if inside else ""
    made = "constructor" if owner and name == owner else "method" if within or inside else "function"
    modifiers |= _modifiers(b, node, what, inside, bool(within))
    if kind and made == "constructor":
        modifiers.add("constructor")
    definition = b.define(name, kind or made, node, at, body, within=".".join(within), first=first, modifiers=modifiers)
    bound = INIT if made == "constructor" else name
    if within:
        b.bind(bound, definition=definition, attr_of=_owner(b, within))
    elif kind != "signature" or "abstract" in modifiers or not b.bound(bound) or inside:
        b.bind(bound, definition=definition)
    return definition


def _owner(b: Builder, names: list[str]) -> int:
    value = b.name(names[0])
    for name in names[1:]:
        value = b.attr(value, name)
    return value


def _modifiers(b: Builder, node: Node, what: Declared, inside: bool, outside: bool) -> set[str]:
    written = words(b, node)
    found = {"static"} if inside and "static" in written else set()
    if not inside and not outside and b.scope_kind() in CONTAINERS:
        found.add("local" if "static" in written or hidden(node) else "exported")
    function = what.function
    marks = {b.text(child) for child in function.children if child.type == "virtual_specifier"} if function is not None else set()
    if "virtual" in written or marks & _FINAL:
        found.add("virtual")
    if marks & _FINAL:
        found.add("override")
    if (inside or outside) and function is not None and is_const(b, function):
        found.add("const")
    if node.type != "function_definition" or what.name is None or b.text(what.name) != "main":
        return found
    return found | {"main"}


def hidden(node: Node) -> bool:
    """Whether it stands in an anonymous namespace."""
    around = node.parent
    while around is not None:
        if around.type == "namespace_definition" and field(around, "name") is None:
            return True
        around = around.parent
    return False


def class_around(b: Builder, node: Node) -> str:
    """Name of the class that a member stands in."""
    around = node.parent
    while around is not None and around.type not in _CLASSES:
        around = around.parent
    name = field(around, "name") if around is not None else None
    return name_text(b, name) if name is not None else ""


def _run(b: Builder, node: Node, what: Declared, function: Node, definition: int, type_params: Sequence[Param]) -> None:
    """The inside of a function: what its signature and its body say."""
    b.open("function", definition=definition)
    if type_params:
        b.complete(definition, type_params=type_params)
    b.parameters(parameters(b, function, node))
    b.complete(definition, returns=_result(b, node, what, function))
    for child in node.named_children:
        if child.type == "field_initializer_list":
            _initializers(b, child)
        elif child.type == "try_statement":
            b.visit_children(child)
    body = field(node, "body")
    if body is not None and b.enter(body):
        b.visit_children(body)
        b.leave()
    b.close()


def _result(b: Builder, node: Node, what: Declared, function: Node) -> int:
    """The declared return type; that of a conversion is its name."""
    if what.name is not None and what.name.type == "operator_cast":
        return b.type(field(what.name, "type"))
    for child in function.named_children:
        if child.type == "trailing_return_type":
            inner = parts(child)
            return b.type(inner[0]) if inner else NONE
    return layered(b, base_type(b, node), what, skip=1, const=is_const(b, node))


def parameters(b: Builder, function: Node, node: Node) -> list[Param]:
    """The parameters of a function declarator; for K&R definitions their types stand behind it."""
    listed = field(function, "parameters")
    found: list[Param] = []
    children = parts(listed) if listed is not None else []
    old = _old_types(b, node) if children and all(child.type == "identifier" for child in children) else {}
    for child in children:
        kind = child.type
        if kind == "identifier":
            found.append(Param(b.text(child), type=old.get(b.text(child), NONE)))
        elif kind == "variadic_parameter":
            found.append(Param("", "*"))
        elif kind.endswith("parameter_declaration"):
            param = _parameter(b, child)
            if param is not None:
                found.append(param)
    if listed is not None and any(child.type == "..." for child in listed.children):
        found.append(Param("", "*"))
    return found


def _parameter(b: Builder, node: Node) -> Param | None:
    what = declared(field(node, "declarator"))
    kind = field(node, "type")
    if what.name is None and not what.layers and kind is not None and b.text(kind) == "void":
        return None
    default = field(node, "default_value")
    name = b.text(what.name) if what.name is not None else ""
    type = layered(b, base_type(b, node), what, const=is_const(b, node))
    spread = "*" if node.type == "variadic_parameter_declaration" else "pos"
    made = _made_of_nothing(b, node, what, default)
    return Param(name, spread, made if made != NONE else b.value(default), type, default is not None)


def _made_of_nothing(b: Builder, node: Node, what: Declared, default: Node | None) -> int:
    """The object that `const Foo& x = {}` makes where nothing is handed over."""
    kind = field(node, "type")
    pointer = any(layer.children and layer.children[0].type == "*" for layer in what.layers)
    written = field(default, "type") if default is not None else None
    listed = field(default, "value") if default is not None and written is not None and written.is_missing else default
    if listed is None or listed.type != "initializer_list" or kind is None or kind.type not in _CONSTRUCTED or pointer:
        return NONE
    made = b.add(New(base_type(b, node), items(b, listed)))
    b.site("call", made, kind, node)
    return made


def _old_types(b: Builder, node: Node) -> dict[str, int]:
    """Parameter → type, from the declarations between `f(a, b)` and its body."""
    found: dict[str, int] = {}
    for child in node.named_children:
        if child.type == "declaration":
            base = base_type(b, child)
            for declarator in child.children_by_field_name("declarator"):
                what = declared(declarator)
                if what.name is not None:
                    found[b.text(what.name)] = layered(b, base, what, const=is_const(b, child))
    return found


def _initializers(b: Builder, node: Node) -> None:
    """`: a(1), Base(2), c{3}`."""
    for child in parts(node):
        inside = parts(child)
        if child.type != "field_initializer" or not inside:
            continue
        listed = inside[-1]
        values = items(b, listed) if listed.type == "initializer_list" else arguments(b, listed)
        name = inside[0]
        made = b.add(New(_constructed(b, name), values))
        b.site("call", made, name, child)
        if name.type == "field_identifier" and len(values) == 1 and _is_field(b, name, node):
            b.bind(b.text(name), values[0].value, attr_of=b.name("this"))


def _constructed(b: Builder, name: Node) -> int:
    """What an initialiser constructs: a base or the class itself, where the name is that of a class, else the class of the member."""
    of = field(name, "name") if name.type == "template_method" else None
    if of is not None:
        return b.add(Apply(b.name(b.text(of)), type_arguments(b, field(name, "arguments"))))
    if name.type != "field_identifier":
        return b.expr(name)
    text = b.text(name)
    return b.add(Union((b.name(text), b.add(TypeOf(b.attr(b.name("this"), text), "class")))))


def _is_field(b: Builder, name: Node, node: Node) -> bool:
    """Whether an initialiser surely is that of a member: its name is no class's by convention, nor one of the bases or the class itself."""
    around = node.parent
    while around is not None and around.type not in _CLASSES:
        around = around.parent
    bases = next((child for child in around.children if child.type == "base_class_clause"), None) if around is not None else None
    text = b.text(name)
    return not text[:1].isupper() and not (bases is not None and any(b.text(base).startswith(text) for base in parts(bases)))
