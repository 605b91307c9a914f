"""C#."""

from __future__ import annotations

import tree_sitter_c_sharp

from nexus_diff.languages import library_bases
from nexus_diff.languages.base import Language
from nexus_diff.languages.csharp_expressions import EXPRESSIONS
from nexus_diff.languages.csharp_members import CONVERSION
from nexus_diff.languages.csharp_mend import mend
from nexus_diff.languages.csharp_names import (
    BUILTINS,
    CALLBACKS,
    CONVERSIONS,
    ELEMENT_MEMBERS,
    GENERICS,
    METHOD_RESULTS,
    METHODS,
    NAMED_RESULTS,
    RESULTS,
    STANDARD,
    SYNONYMS,
    VALUES,
)
from nexus_diff.languages.csharp_statements import STATEMENTS
from nexus_diff.languages.layout import without_words
from nexus_diff.languages.library_classes import Library
from nexus_diff.model.facts import INIT, Definition, FileFacts


def _package_of(path: str, facts: FileFacts) -> str:
    """Names are given by namespaces alone, which stand in the file."""
    return ""


def _project_of(path: str) -> str:
    """The folder around the file, not the one that projects keep for what is no code of any part of them."""
    folder = path.rpartition("/")[0]
    around, _, last = folder.rpartition("/")
    return around if last == "Properties" else folder


def _listing() -> str:
    from nexus_diff.languages.dotnet import CLASSES  # large, and of use where C# is linked

    return CLASSES


def _is_test(definition: Definition, around: tuple[Definition, ...]) -> bool:
    return "test" in definition.modifiers


CSHARP = Language(
    name="csharp",
    exports_members=True,
    compiled=True,
    library_bases=library_bases.CSHARP,
    interface_prefix="I",
    reach={"private": "class"},
    override_marks=frozenset({"override"}),
    suffixes=(".cs",),
    grammar=tree_sitter_c_sharp.language,
    statements=STATEMENTS,
    expressions=EXPRESSIONS,
    mend=mend,
    comments=frozenset({"comment", "preproc_region", "preproc_endregion", "preproc_pragma"}),
    layout={"modifier": without_words(b"readonly", b"sealed")},
    final="sealed",
    modifier_words={"exported": "public"},
    names=frozenset(),
    strings=frozenset(
        {"string_literal", "verbatim_string_literal", "raw_string_literal", "interpolated_string_expression", "character_literal"}
    ),
    blocks=frozenset(
        {"compilation_unit", "declaration_list", "block", "switch_section", "enum_member_declaration_list", "accessor_list", "switch_body"}
    ),
    branches=frozenset(
        {
            "if_statement",
            "for_statement",
            "foreach_statement",
            "while_statement",
            "do_statement",
            "switch_section",
            "catch_clause",
            "conditional_expression",
            "switch_expression_arm",
        }
    ),
    receiver="this",
    constructors=(INIT,),
    conversion_member=CONVERSION,
    implicit_constructors=True,
    builtin_names=BUILTINS,
    builtin_methods=METHODS,
    builtin_results=RESULTS,
    standard_modules=STANDARD,
    generics=GENERICS,
    named_results=NAMED_RESULTS,
    library=Library(
        _listing,
        root="object",
        enums_are=("Enum", "ValueType"),
        array="Array",
        arrays_are=("IList", "ICollection", "IReadOnlyList", "IEnumerable"),
        sequence="IEnumerable",
        of_sequences="Enumerable",
    ),
    awaitables=("Task", "ValueTask"),
    synonyms=SYNONYMS,
    protocols={"getitem": ("this[]",), "iter": ("GetEnumerator",)},
    operators={
        op: (f"operator {op}", f"r:operator {op}") for op in ("+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=", "&", "|", "^")
    },
    package_of=_package_of,
    namespaced_names=True,
    runs_on_import=False,
    imports_files=False,
    imports_tell=False,
    qualified_imports=True,
    global_imports=_project_of,
    relative_imports=True,
    declared_slots=True,
    whole_type_args=True,
    arities=True,
    implicit_members=True,
    outside_members=True,
    undeclared_types=True,
    extension_methods=True,
    exact_functions=True,
    accessor_overrides=False,
    inherited_interfaces=True,
    element_members=ELEMENT_MEMBERS,
    boxes={name: f"{name}?" for name in VALUES},
    callback_params=CALLBACKS,
    result_types=METHOD_RESULTS,
    differences={"DateTime": "TimeSpan", "DateTimeOffset": "TimeSpan"},
    number_types=("int", "uint", "long", "ulong", "float", "double", "decimal"),
    marking_decorators=True,
    class_code=True,
    initialisers_in_constructors=True,
    contextual=True,
    overloads="merge",
    unreplaced=frozenset({"private", "static"}),
    conversions=CONVERSIONS,
    bare_members=False,
    rest_as_written=True,
    is_test=_is_test,
)
"""C#."""
