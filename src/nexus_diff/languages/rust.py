"""Rust: one value that says how its syntax becomes facts, how its paths resolve and what its test runner collects."""

# For maintainers. The handlers stand in the `rust_*` modules: nodes < types < patterns < expressions < flow < attributes < items, modules,
# macros. A `let` is a narrow binding in a scope of kind "block", so that shadowing is lexical. Names of macros end with "!". `Self`,
# `self::`, `super::` and `crate` are names whose meaning depends on where they stand (`Language.module_paths`).

from __future__ import annotations

import tree_sitter_rust

from nexus_diff.languages import (
    library_bases,
    rust_expressions,
    rust_flow,
    rust_inherent,
    rust_items,
    rust_macros,
    rust_modules,
    rust_names,
    rust_types,
)
from nexus_diff.languages.base import Language
from nexus_diff.languages.rust_nodes import CRATE, SELF, SUPER
from nexus_diff.languages.rust_resolve import resolve
from nexus_diff.model.facts import Definition


def _is_test(definition: Definition, around: tuple[Definition, ...]) -> bool:
    """What `cargo test` and `cargo bench` run, and modules that are compiled for them alone."""
    return definition.kind in ("function", "namespace") and "test" in definition.modifiers


# fmt: off
RUST = Language(
    name="rust",
    exports_members=True,
    compiled=True,
    library_bases=library_bases.RUST,
    instance_bases=frozenset({"Deref", "DerefMut"}),
    deref_members={name: frozenset(members) for name, members in rust_names.DEREF_MEMBERS.items()},
    reach={"exported": "", "": "module"},
    literal_fields=True,
    suffixes=(".rs",),
    grammar=tree_sitter_rust.language,
    statements={
        **rust_flow.STATEMENTS,
        **rust_items.STATEMENTS,
        **rust_modules.STATEMENTS,
        **rust_macros.STATEMENTS,
    },
    expressions={
        **rust_types.TYPES,
        **rust_expressions.EXPRESSIONS,
        **rust_flow.EXPRESSIONS,
        **rust_macros.EXPRESSIONS,
    },
    comments=frozenset({"line_comment", "block_comment"}),
    modifier_words={"exported": "public"},
    names=frozenset(
        {"identifier", "type_identifier", "primitive_type", "self", "metavariable", "shorthand_field_identifier"}
    ),
    strings=frozenset({"string_literal", "raw_string_literal", "char_literal"}),
    blocks=frozenset({"source_file", "block", "declaration_list", "match_block", "field_declaration_list", "enum_variant_list"}),
    branches=frozenset(
        {"if_expression", "match_arm", "for_expression", "while_expression", "try_expression"}
    ),
    receiver="first-param",
    builtin_names=rust_names.GLOBALS,
    builtin_methods=rust_names.METHODS,
    standard_modules=rust_names.STANDARD,
    operators=rust_names.OPERATORS,
    protocols=rust_names.PROTOCOLS,
    generics=rust_names.GENERICS,
    builtin_results=rust_names.RESULTS,
    callback_params=rust_names.CALLBACKS,
    callers=rust_names.CALLERS,
    bare_members=False,
    outside_members=True,
    contextual=True,
    path_roots={CRATE: "crate", SELF: "self", SUPER: "super"},
    ranges={"": "[T]", "bytes": "[T]", "Vec": "[T]", "String": "str"},
    trait_blocks=True,
    borrows=True,
    own_type="Self",
    overloads="blocks",
    scope_sign="::",
    conversions=rust_names.CONVERSIONS,
    wrappers=rust_names.WRAPPERS,
    makers=rust_names.MAKERS,
    result_types=rust_names.RESULT_TYPES,
    named_results=rust_names.NAMED_RESULTS,
    same_methods=rust_names.SAME,
    fields_apart=True,
    own_methods=rust_inherent.INHERENT,
    runs_on_import=False,
    monomorphic=True,
    declared_calls=True,
    fallback_relation="REFERENCES",
    resolve=resolve,
    package_files=("mod.rs", "lib.rs", "main.rs"),
    is_test=_is_test,
    tests_anywhere=True,
)
# fmt: on
