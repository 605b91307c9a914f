"""Go: one value that says how its syntax becomes facts, how its imports resolve and what `go test` runs."""

# For maintainers. The handlers stand in the `go_*` modules: nodes < types < functions < expressions < literals, declarations < statements.
# A method stands outside of its type: it is bound with `attr_of` its receiver's type, and the receiver is its first parameter. A package is
# a folder: names of other files of it are found by their name in full.

from __future__ import annotations

from posixpath import dirname

import tree_sitter_go

from nexus_diff.languages import library_bases
from nexus_diff.languages.base import Language
from nexus_diff.languages.go_declarations import DECLARATIONS
from nexus_diff.languages.go_expressions import EXPRESSIONS
from nexus_diff.languages.go_functions import FUNCTIONS
from nexus_diff.languages.go_library import INTERFACES
from nexus_diff.languages.go_literals import LITERALS
from nexus_diff.languages.go_mend import mend
from nexus_diff.languages.go_names import BUILTIN_METHODS, BUILTIN_NAMES, CALLERS, GENERICS, STANDARD, SUITE_METHODS
from nexus_diff.languages.go_resolve import resolve
from nexus_diff.languages.go_statements import STATEMENTS
from nexus_diff.languages.go_types import TYPES
from nexus_diff.model.facts import Definition, FileFacts

TEST_PACKAGE = ":test"
"""Stands behind the folder of a package for the tests that see it from outside (`package foo_test`)."""


def package_of(path: str, facts: FileFacts) -> str:
    """A package is a folder; tests in a package of their own are one beside it."""
    outside = path.endswith("_test.go") and facts.package.endswith("_test")
    return dirname(path) + (TEST_PACKAGE if outside else "")


def _is_test(definition: Definition, around: tuple[Definition, ...]) -> bool:
    """What `go test` runs: the word is the whole name, or no lower-case letter follows it."""
    if definition.kind != "function" or around:
        return False
    for word in ("Test", "Benchmark", "Fuzz", "Example"):
        rest = definition.name.removeprefix(word)
        if rest != definition.name and not rest[:1].islower():
            return definition.name != "TestMain"
    return False


# fmt: off
GO = Language(
    name="go",
    exports_members=True,
    compiled=True,
    library_bases=library_bases.GO,
    literal_fields=True,
    suffixes=(".go",),
    grammar=tree_sitter_go.language,
    statements={**DECLARATIONS, **FUNCTIONS, **STATEMENTS},
    expressions={**EXPRESSIONS, **LITERALS, **TYPES},
    mend=mend,
    names=frozenset({"identifier", "type_identifier", "package_identifier"}),
    strings=frozenset({"interpreted_string_literal", "raw_string_literal", "rune_literal"}),
    blocks=frozenset(
        {
            "source_file", "statement_list", "block", "field_declaration_list", "interface_type", "import_spec_list", "var_spec_list",
            "const_declaration", "type_declaration", "literal_value",
        }
    ),
    branches=frozenset({"if_statement", "for_statement", "expression_case", "type_case", "communication_case"}),
    builtin_names=BUILTIN_NAMES,
    builtin_methods=BUILTIN_METHODS,
    standard_modules=STANDARD,
    generics=GENERICS,
    bare_members=False,
    package_of=package_of,
    folder_names=True,
    runs_on_import=False,
    imports_files=False,
    outside_members=True,
    structural_interfaces=True,
    library_interfaces=INTERFACES,
    uncounted_interfaces=frozenset({"error"}),
    imports_folders=True,
    nearest_first=True,
    hoisting=False,
    calls_convert=True,
    spreads_results=True,
    resolve=resolve,
    callers=CALLERS,
    duck_methods=frozenset(name for methods in INTERFACES.values() for name in methods) | SUITE_METHODS,
    is_test=_is_test,
    set_ups=("TestMain",),
)
# fmt: on
