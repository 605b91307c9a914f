"""TypeScript, TSX and JavaScript (with JSX): one family, one set of handlers, three grammars."""

# For maintainers. The handlers stand in `ecmascript_*.py`, by kind of syntax; the JavaScript grammar is a subset of the TypeScript
# one but for a few node names, so they serve all. `this` and `super` are names; members live in scopes of kind "class" or "object",
# which the linker does not search for bare names.

from __future__ import annotations

from dataclasses import replace

import tree_sitter_javascript
import tree_sitter_typescript

from nexus_diff.languages.base import Language
from nexus_diff.languages.ecmascript_expressions import EXPRESSIONS
from nexus_diff.languages.ecmascript_layout import LAYOUT
from nexus_diff.languages.ecmascript_mend import mend
from nexus_diff.languages.ecmascript_modules import MODULES
from nexus_diff.languages.ecmascript_names import CALLBACKS, ERROR_MEMBERS, ERRORS, GENERICS, GLOBALS, METHODS, NODE_MODULES, RESULTS
from nexus_diff.languages.ecmascript_resolve import resolve
from nexus_diff.languages.ecmascript_statements import ASSIGNMENTS, STATEMENTS
from nexus_diff.languages.ecmascript_types import TYPES

TYPESCRIPT = Language(
    name="typescript",
    suffixes=(".ts", ".mts", ".cts"),
    grammar=tree_sitter_typescript.language_typescript,
    statements={**STATEMENTS, **MODULES},
    expressions={**EXPRESSIONS, **ASSIGNMENTS, **TYPES},
    mend=mend,
    layout=LAYOUT,
    comments=frozenset({"comment", "html_comment"}),
    names=frozenset({"identifier", "shorthand_property_identifier", "type_identifier", "this", "super", "this_type", "predefined_type"}),
    strings=frozenset({"string", "regex"}),
    blocks=frozenset(
        {"program", "statement_block", "class_body", "switch_case", "switch_default", "interface_body", "object_type", "enum_body"}
    ),
    branches=frozenset(
        {
            "if_statement",
            "for_statement",
            "for_in_statement",
            "while_statement",
            "do_statement",
            "switch_case",
            "catch_clause",
            "ternary_expression",
        }
    ),
    family="js",
    receiver="this",
    constructors=("constructor",),
    builtin_names=GLOBALS,
    builtin_methods=METHODS,
    standard_modules=NODE_MODULES,
    protocols={"iter": ("[Symbol.iterator]",), "aiter": ("[Symbol.asyncIterator]",), "await": ("then",), "with": ("[Symbol.dispose]",)},
    generics=GENERICS,
    builtin_results=RESULTS,
    callback_params=CALLBACKS,
    contextual=True,
    shape_bases=True,
    rest_as_written=True,
    indexed_types=True,
    bare_members=False,
    module_objects=True,
    implicit_constructors=True,
    fewer_in_overrides=True,
    library_bases=dict.fromkeys(ERRORS, ERROR_MEMBERS),
    member_hooks=frozenset({"[]"}),
    member_writers=frozenset({"Object.assign", "Object.defineProperty", "Object.defineProperties", "Reflect.defineProperty"}),
    resolve=resolve,
    package_files=("index.ts", "index.tsx", "index.js", "index.jsx", "index.mts", "index.cts", "index.mjs", "index.cjs", "index.d.ts"),
)
"""TypeScript without JSX."""

TSX = replace(TYPESCRIPT, name="tsx", suffixes=(".tsx",), grammar=tree_sitter_typescript.language_tsx)
"""TypeScript with JSX."""

JAVASCRIPT = replace(
    TYPESCRIPT,
    name="javascript",
    suffixes=(".js", ".jsx", ".mjs", ".cjs"),
    grammar=tree_sitter_javascript.language,
    checks_arguments=False,
)
"""JavaScript, with JSX in any file."""

LANGUAGES = (TYPESCRIPT, TSX, JAVASCRIPT)
"""The family, for the registry."""
