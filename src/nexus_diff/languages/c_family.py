"""C and C++: one family, one set of handlers, two grammars."""

# For maintainers. The handlers stand in `c_family_*.py`, what only C++ has in `cpp_*.py`. Everything that the linker reads is the same for
# both, because a header is listed as C by its suffix and may be C++ by its text (`dialect`).

from __future__ import annotations

from dataclasses import replace

import tree_sitter_c
import tree_sitter_cpp

from nexus_diff.languages.base import Language
from nexus_diff.languages.c_family_dialect import is_cpp
from nexus_diff.languages.c_family_expressions import EXPRESSIONS
from nexus_diff.languages.c_family_headers import STANDARD
from nexus_diff.languages.c_family_mend import ends_macro, mender, prepare
from nexus_diff.languages.c_family_names import (
    CONVERSIONS,
    CPP_NAMES,
    FUNCTIONS,
    GENERICS,
    MEMBER_TYPES,
    METHODS,
    RESULT_TYPES,
    RESULTS,
    SYNONYMS,
    TYPES,
)
from nexus_diff.languages.c_family_operators import plain_binary
from nexus_diff.languages.c_family_resolve import resolve
from nexus_diff.languages.c_family_statements import ASSIGNMENT, STATEMENTS
from nexus_diff.languages.c_family_tests import is_test
from nexus_diff.languages.cpp_statements import CPP_EXPRESSIONS, CPP_STATEMENTS
from nexus_diff.model.facts import INIT


def _dialect(blob: bytes) -> Language | None:
    return CPP if is_cpp(blob) else None


C = Language(
    name="c",
    compiled=True,
    scope_sign="::",
    tags=True,
    unlisted_params=True,
    suffixes=(".c", ".h"),
    grammar=tree_sitter_c.language,
    statements=STATEMENTS,
    expressions={**EXPRESSIONS, **ASSIGNMENT, "binary_expression": plain_binary},
    dialect=_dialect,
    prepare=prepare,
    spared=ends_macro,
    mend=mender(tree_sitter_c.language),
    names=frozenset({"identifier", "type_identifier", "primitive_type", "namespace_identifier", "this", "field_identifier"}),
    strings=frozenset({"string_literal", "raw_string_literal", "system_lib_string", "char_literal", "preproc_arg"}),
    blocks=frozenset({"translation_unit", "compound_statement", "field_declaration_list", "declaration_list", "case_statement"}),
    branches=frozenset(
        {
            "if_statement",
            "for_statement",
            "for_range_loop",
            "while_statement",
            "do_statement",
            "case_statement",
            "catch_clause",
            "conditional_expression",
        }
    ),
    family="c",
    receiver="this",
    constructors=(INIT,),
    builtin_names=TYPES | FUNCTIONS | CPP_NAMES,
    builtin_methods=METHODS,
    standard_modules=STANDARD,
    generics=GENERICS,
    builtin_results=RESULTS,
    argument_lookup=True,
    injected_names=True,
    converting_constructors=True,
    conversions=CONVERSIONS,
    package_of=lambda path, facts: "",
    implicit_members=True,
    overloads="hide",
    outside_members=True,
    override_marks=frozenset({"override"}),
    includes=True,
    imports_tell=False,
    runs_on_import=False,
    functions_in_fields=True,
    indexed_pointers=True,
    opaque_types=frozenset({"va_list"}),
    declared_results=True,
    virtual_only=True,
    member_types=MEMBER_TYPES,
    synonyms=SYNONYMS,
    result_types=RESULT_TYPES,
    hoisting=False,
    protocols={"getitem": ("operator[]",), "call": ("operator()",), "deref": ("operator->", "operator*")},
    resolve=resolve,
    is_test=is_test,
)
"""C, and headers of either language."""

CPP: Language = replace(
    C,
    name="cpp",
    compiled=True,
    tags=False,
    unlisted_params=False,
    suffixes=(".cc", ".cpp", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".h++", ".ipp", ".inl", ".tcc"),
    grammar=tree_sitter_cpp.language,
    statements=CPP_STATEMENTS,
    expressions={**EXPRESSIONS, **ASSIGNMENT, **CPP_EXPRESSIONS},
    dialect=None,
    mend=mender(tree_sitter_cpp.language),
)
"""C++."""

LANGUAGES = (C, CPP)
"""The family, for the registry."""
