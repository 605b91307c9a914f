"""Java: one value that says how its syntax becomes facts, how its names resolve and what its test runners collect."""

# For maintainers. The handlers stand in the `java_*` modules, each with its own part of the tables: nodes < types < annotations <
# functions < classes < patterns, expressions, statements. Types are declared, so assignments bind nothing; what a block declares ends with
# it (scopes of kind "block"); members of classes are seen whatever their order (`deferred`).

from __future__ import annotations

import re

import tree_sitter_java

from nexus_diff.languages import java_annotations, java_classes, java_expressions, java_statements, java_types, library_bases
from nexus_diff.languages.base import Language
from nexus_diff.languages.java_library import (
    BOXES,
    CALLBACKS,
    CALLERS,
    CONSTANT_TYPES,
    CONVERSIONS,
    FACTORIES,
    GENERICS,
    MARKERS,
    NUMBERS,
    RESULT_TYPES,
    RESULTS,
)
from nexus_diff.languages.java_mend import mend
from nexus_diff.languages.java_names import BUILTIN_METHODS, BUILTIN_NAMES, STANDARD_MODULES
from nexus_diff.languages.layout import without_words
from nexus_diff.model.facts import INIT, Definition, FileFacts

_TEST_CLASS = re.compile(r"Test|.*(?:Tests?|TestCase|IT)$")


def _is_test(definition: Definition, around: tuple[Definition, ...]) -> bool:
    """What JUnit and TestNG collect: annotated methods, and those called `test…` in classes that are named or extended like tests."""
    if definition.kind == "class":
        return bool(_TEST_CLASS.match(definition.name))
    if definition.kind != "method" or "static" in definition.modifiers:
        return False
    if "test" in definition.modifiers:
        return True
    plain = definition.name.startswith("test") and "exported" in definition.modifiers and not definition.params
    return plain and bool(around) and bool(_TEST_CLASS.match(around[-1].name))


def _package_of(path: str, facts: FileFacts) -> str:
    return facts.package


# fmt: off
JAVA = Language(
    name="java",
    exports_members=True,
    compiled=True,
    library_bases=library_bases.JAVA,
    reach={"private": "outermost", "protected": "", "exported": "", "": "package"},
    suffixes=(".java",),
    grammar=tree_sitter_java.language,
    statements={**java_classes.STATEMENTS, **java_statements.STATEMENTS},
    expressions={
        **java_types.TYPES,
        **java_annotations.EXPRESSIONS,
        **java_expressions.EXPRESSIONS,
        **java_statements.EXPRESSIONS,
    },
    mend=mend,
    comments=frozenset({"line_comment", "block_comment"}),
    layout={"modifiers": without_words(b"final")},
    final="readonly",
    modifier_words={"exported": "public", "readonly": "final"},
    names=frozenset(
        {
            "identifier",
            "type_identifier",
            "this",
            "super",
            "integral_type",
            "floating_point_type",
            "boolean_type",
            "void_type",
            "underscore_pattern",
        }
    ),
    strings=frozenset({"string_literal", "character_literal"}),
    blocks=frozenset(
        {
            "program",
            "block",
            "class_body",
            "interface_body",
            "enum_body",
            "enum_body_declarations",
            "annotation_type_body",
            "constructor_body",
            "switch_block",
            "switch_block_statement_group",
        }
    ),
    branches=frozenset(
        {
            "if_statement",
            "for_statement",
            "enhanced_for_statement",
            "while_statement",
            "do_statement",
            "switch_label",
            "catch_clause",
            "ternary_expression",
        }
    ),
    receiver="this",
    package_of=_package_of,
    folder_names=True,
    runs_on_import=False,
    imports_files=False,
    qualified_imports=True,
    imports_tell=False,
    starred_names=True,
    implicit_members=True,
    overloads="merge",
    unreplaced=frozenset({"private", "static"}),
    objects_only=True,
    method_values=False,
    conversions=CONVERSIONS,
    boxes=BOXES,
    number_types=NUMBERS,
    literal_types={"string": "String"},
    result_types=RESULT_TYPES,
    constant_types=CONSTANT_TYPES,
    factories=FACTORIES,
    functional_interfaces=True,
    marker_types=MARKERS,
    marking_decorators=True,
    override_marks=frozenset({"Override"}),
    class_code=True,
    contextual=True,
    constructors=(INIT,),
    builtin_names=BUILTIN_NAMES,
    builtin_methods=BUILTIN_METHODS,
    standard_modules=STANDARD_MODULES,
    protocols={"iter": ("iterator",), "with": ("close",)},
    protocol_relation="REFERENCES",
    generics=GENERICS,
    builtin_results=RESULTS,
    callback_params=CALLBACKS,
    callers=CALLERS,
    rest_as_written=True,
    bare_members=False,
    implicit_constructors=True,
    set_ups=("setUp", "tearDown"),
    source_marks=frozenset({"MethodSource", "FieldSource"}),
    runner_calls=False,
    is_test=_is_test,
)
# fmt: on
"""Java, up to the syntax of Java 21."""
