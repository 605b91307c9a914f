"""Classes of a library, read from lines."""

from __future__ import annotations

import pytest

from nexus_diff.languages import REGISTRY
from nexus_diff.languages.library_classes import MANY, Library, Member

TEXT = "Kind!\nList|IList<$0> IList|Count=int Add/1=void +Sort/0-2 Join/1-=string Where@2\nPlain\n"


@pytest.mark.parametrize(
    ("name", "member", "expected"),
    [
        ("List", "Count", Member("int")),
        ("List", "Add", Member("void", True, 1, 1)),
        ("List", "Sort", Member("", True, 0, 2, newer=True)),
        ("List", "Join", Member("string", True, 1, MANY)),
        ("List", "Where", Member("", True, 2, 2, extends=True)),
        ("List", "None", None),
        ("Plain", "Count", None),
    ],
)
def test_members(name: str, member: str, expected: Member | None) -> None:
    cls = Library(lambda: TEXT).get(name)
    assert cls is not None
    assert cls.members.get(member) == expected


def test_bases_and_enums() -> None:
    library = Library(lambda: TEXT, enums_are=("Enum", "ValueType"))
    found = [library.get(name) for name in ("List", "Kind", "Plain", "Other")]
    assert [(c.bases, c.enum) if c is not None else None for c in found] == [
        (("IList<$0>", "IList"), False), (("Enum", "ValueType"), True), ((), False), None,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "member", "type"),
    [
        ("TimeSpan", "FromDays", "TimeSpan"), ("string", "Length", "int"), ("List", "Find", "$0"),
        ("Dictionary", "Keys", "ICollection<$0>"),
        ("Type", "GetMethods", "MethodInfo[]"), ("object", "ToString", "string"), ("Task", "Result", "$0"),
    ],
)  # fmt: skip
def test_the_library_of_csharp(name: str, member: str, type: str) -> None:
    library = REGISTRY["csharp"].library
    cls = library.get(name) if library is not None else None
    assert cls is not None
    assert cls.members[member].type == type
