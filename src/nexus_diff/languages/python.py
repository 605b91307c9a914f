"""Python: one value that says how its syntax becomes facts, how its imports resolve and what its test runners collect."""

# For maintainers. The handlers stand in the `python_*` modules, each with its own part of the tables: nodes < chains < targets <
# narrowing < operators, expressions < assignments, statements, match, definitions, imports. Chains (`a.b().c[d]`) and left-recursive
# operators are walked in loops, so that their length is no depth.

from __future__ import annotations

import tree_sitter_python
from tree_sitter import Node

from nexus_diff.languages import (
    python_assignments,
    python_chains,
    python_definitions,
    python_expressions,
    python_imports,
    python_layout,
    python_match,
    python_mend,
    python_operators,
    python_statements,
)
from nexus_diff.languages.base import Language
from nexus_diff.languages.python_names import (
    BUILTIN_METHODS,
    BUILTIN_NAMES,
    BUILTIN_PROTOCOLS,
    CALLERS,
    CARRIERS,
    DUCK_METHODS,
    GENERICS,
    LIBRARY_BASES,
    OPERATORS,
    PROTOCOLS,
    SET_UPS,
    STANDARD_MODULES,
    TRANSPARENT_DECORATORS,
)
from nexus_diff.languages.python_resolve import PACKAGE_FILES, resolve
from nexus_diff.model.facts import Definition


def _is_docstring(node: Node) -> bool:
    return node.type == "expression_statement" and node.named_child_count == 1 and node.named_children[0].type == "string"


def _is_test(definition: Definition, around: tuple[Definition, ...]) -> bool:
    """What pytest and unittest collect by their default names."""
    if definition.kind == "class":
        return definition.name.startswith("Test") or definition.name.endswith(("Test", "Tests", "TestCase"))
    if definition.kind not in ("function", "method") or any(outer.kind not in ("class",) for outer in around):
        return False
    return definition.name.startswith("test")


# fmt: off
PYTHON = Language(
    name="python",
    exports_members=True,
    suffixes=(".py", ".pyi", ".pyw"),
    grammar=tree_sitter_python.language,
    statements={
        **python_assignments.STATEMENTS,
        **python_statements.STATEMENTS,
        **python_match.STATEMENTS,
        **python_definitions.STATEMENTS,
        **python_imports.STATEMENTS,
    },
    expressions={
        **python_chains.EXPRESSIONS,
        **python_operators.EXPRESSIONS,
        **python_expressions.EXPRESSIONS,
    },
    strings=frozenset({"string"}),
    blocks=frozenset({"module", "block"}),
    is_docstring=_is_docstring,
    mend=python_mend.mend,
    layout=python_layout.LAYOUT,
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
    callers=CALLERS,
    carriers=CARRIERS,
    duck_methods=DUCK_METHODS,
    duck_typed=True,
    structural_bases=frozenset({"Protocol"}),
    fixture_decorators=frozenset({"fixture", "yield_fixture"}),
    fixture_files=("conftest.py",),
    set_ups=SET_UPS,
    transparent_decorators=TRANSPARENT_DECORATORS,
    library_bases=LIBRARY_BASES,
    member_hooks=frozenset({"__getattr__", "__getattribute__"}),
    member_writers=frozenset({"setattr", "exec", "vars", "locals", "__dict__"}),
    module_hooks=frozenset({"__getattr__"}),
    is_test=_is_test,
)
# fmt: on
