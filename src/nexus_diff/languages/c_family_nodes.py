"""Small questions about C and C++ syntax nodes; above all what a declarator declares."""

from __future__ import annotations

from dataclasses import dataclass

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder

COMMENTS = frozenset({"comment"})
POINTERS = frozenset({"pointer_declarator", "reference_declarator", "abstract_pointer_declarator", "abstract_reference_declarator"})
ARRAYS = frozenset({"array_declarator", "abstract_array_declarator"})
FUNCTIONS = frozenset({"function_declarator", "abstract_function_declarator"})
_LAYERS = POINTERS | ARRAYS | FUNCTIONS
_NAMES = frozenset(
    {
        "identifier",
        "field_identifier",
        "type_identifier",
        "namespace_identifier",
        "qualified_identifier",
        "destructor_name",
        "operator_name",
        "operator_cast",
        "template_function",
        "template_method",
        "template_type",
        "structured_binding_declarator",
        "primitive_type",
    }
)
_PASSED = frozenset(
    {
        "parenthesized_declarator",
        "abstract_parenthesized_declarator",
        "init_declarator",
        "attributed_declarator",
        "variadic_declarator",
        "dependent_name",
    }
)
CONTAINERS = frozenset({"module", "namespace"})
"""Scopes whose functions and variables every file may see."""


def field(node: Node, name: str) -> Node | None:
    """The child in that field."""
    return node.child_by_field_name(name)


def parts(node: Node) -> list[Node]:
    """Named children without comments."""
    return [child for child in node.named_children if child.type not in COMMENTS]


def first(node: Node) -> Node | None:
    """The first named child that is no comment."""
    for child in node.named_children:
        if child.type not in COMMENTS:
            return child
    return None


@dataclass(frozen=True, slots=True)
class Declared:
    """One declarator: the node of its name (None for abstract ones) and the layers around it, from outside in: `*f(int)` is a
    pointer around a function, so a function that gives a pointer; `(*f)(int)` a function around a pointer."""

    name: Node | None
    layers: tuple[Node, ...]

    @property
    def function(self) -> Node | None:
        """The function declarator, when it is a function that is declared."""
        return self.layers[-1] if self.layers and self.layers[-1].type in FUNCTIONS else None

    @property
    def indirect(self) -> bool:
        """Whether it declares a pointer, reference or array rather than the thing itself."""
        return bool(self.layers)


def declared(node: Node | None) -> Declared:
    """What a declarator declares."""
    layers: list[Node] = []
    while node is not None:
        kind = node.type
        if kind in _NAMES:
            return _operator_cast(node, layers) if kind == "operator_cast" else Declared(node, tuple(layers))
        if kind in _LAYERS:
            layers.append(node)
        elif kind not in _PASSED:
            break
        node = field(node, "declarator") or _inside(node)
    return Declared(None, tuple(layers))


def _operator_cast(node: Node, layers: list[Node]) -> Declared:
    """`operator T*() const`: a function whose name holds its type."""
    inner = declared(field(node, "declarator"))
    functions = tuple(layer for layer in inner.layers if layer.type in FUNCTIONS)
    return Declared(node, (*layers, *functions))


def _inside(node: Node) -> Node | None:
    for child in node.named_children:
        if child.type in _NAMES or child.type in _LAYERS or child.type in _PASSED:
            return child
    return None


def path_of(node: Node) -> list[Node]:
    """The parts of a qualified name from left to right: `A<int>::B::f` → A<int>, B, f. A leading `::` leaves no part."""
    found: list[Node] = []
    here: Node | None = node
    while here is not None and here.type == "qualified_identifier":
        scope = field(here, "scope")
        if scope is not None:
            found.append(scope)
        here = field(here, "name")
    if here is not None:
        found.append(here)
    return found


def name_text(b: Builder, node: Node) -> str:
    """The name that a name node stands for, without type arguments: `~Foo`, `operator==`, `operator bool`."""
    kind = node.type
    if kind in ("template_function", "template_method", "template_type"):
        inner = field(node, "name")
        return b.text(inner) if inner is not None else b.text(node)
    if kind == "dependent_name":
        inner = first(node)
        return name_text(b, inner) if inner is not None else b.text(node)
    if kind == "operator_cast":
        made = field(node, "type")
        return "operator " + (" ".join(b.text(made).split()) if made is not None else "")
    if kind in ("operator_name", "destructor_name"):
        text = " ".join(b.text(node).split())
        return text if text.startswith("operator ") and text[9:10].isalpha() else text.replace(" ", "")
    if kind == "qualified_identifier":
        return name_text(b, path_of(node)[-1])
    return b.text(node)


def words(b: Builder, node: Node) -> set[str]:
    """Storage classes, qualifiers and specifiers written before or behind the declarators of a declaration."""
    found: set[str] = set()
    for child in node.children:
        kind = child.type
        if kind in ("storage_class_specifier", "type_qualifier", "explicit_function_specifier", "virtual"):
            found.add(b.text(child))
        elif kind == "virtual_function_specifier":
            found.add("virtual")
    return found
