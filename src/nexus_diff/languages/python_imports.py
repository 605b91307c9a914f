"""Import statements of Python."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Statement
from nexus_diff.languages.python_nodes import parts_of


def _import(b: Builder, node: Node) -> None:
    for part in parts_of(node):
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


STATEMENTS: dict[str, Statement] = {
    "import_statement": _import,
    "import_from_statement": _import_from,
    "future_import_statement": _import_from,
}
