"""Where the selection of tests starts."""

from __future__ import annotations

import pytest

from nexus_diff.impact import Change, Comparison, Seed
from nexus_diff.model.answer import ChangedSymbol
from nexus_diff.run.tests import starts


@pytest.mark.parametrize(
    ("path", "details", "expected"),
    [
        ("a_test.go", ("import of `fmt` as `fmt` added",), []),
        ("a_test.go", ("import of `fmt` as `fmt` added", "module code changed"), ["File:a_test.go"]),
        ("tests/A.java", ("import of `B` from `b` removed",), []),
        ("tests/a.rs", ("import of `b` added",), []),
        ("tests/a.cs", ("import of `b` added",), []),
        ("tests/a.c", ("import of `b.h` added",), ["File:tests/a.c"]),
        ("tests/a.c", ("import of `<stdio.h>` added", "import of `<sys/stat.h>` removed"), []),
        ("tests/a.cc", ("import of `<own/b.h>` added",), ["File:tests/a.cc"]),
        ("tests/a.cc", ("import of `<map>` added", "declaration `f` added"), ["File:tests/a.cc"]),
        ("test_a.py", ("import of `fmt` added",), ["File:test_a.py"]),
        ("a.test.ts", ("import of `fmt` added",), ["File:a.test.ts"]),
    ],
)
def test_imports_that_only_name_things_select_nothing(path: str, details: tuple[str, ...], expected: list[str]) -> None:
    key = f"File:{path}"
    symbol = ChangedSymbol(
        id=key,
        kind="file",
        name=path,
        qualified_name=path,
        file=path,
        start_line=1,
        end_line=9,
        change="modified",
        changes=("modified",),
        details=details,
    )
    found = starts(Comparison((Change(symbol),), {}, (Seed(key, key, key),)))
    assert [start.head for start in found] == expected
