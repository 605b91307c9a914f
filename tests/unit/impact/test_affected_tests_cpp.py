"""Which tests a change in C or C++ may affect: (sources, what changed, the tests by name)."""

from __future__ import annotations

import pytest
from sources import selected

CASES: dict[str, tuple[dict[str, str], str, set[str]]] = {
    "through a function of another folder": (
        {
            "src/dwarf/line.h": "int seek(int);\n",
            "src/dwarf/line.c": '#include "line.h"\nint seek(int n) { return n; }\n',
            "src/main.h": "int process(int);\n",
            "src/main.c": '#include "main.h"\n#include "dwarf/line.h"\nint process(int n) { return seek(n); }\n',
            "tests/test_main.c": '#include "../src/main.h"\nvoid test_process(void) { process(1); }\nvoid test_other(void) { other(); }\n',
        },
        "src/dwarf/line.c:seek",
        {"test_process"},
    ),
    "through a method of another folder": (
        {
            "src/dwarf/line.h": "class Line { public: int seek(int n); };\n",
            "src/dwarf/line.cc": '#include "line.h"\nint Line::seek(int n) { return n; }\n',
            "src/main.h": "int process(int);\n",
            "src/main.cc": '#include "main.h"\n#include "dwarf/line.h"\nint process(int n) { Line line; return line.seek(n); }\n',
            "tests/main_test.cc": '#include "../src/main.h"\nTEST(Main, Process) { process(1); }\nTEST(Main, Other) { other(); }\n',
        },
        "src/dwarf/line.cc:Line.seek",
        {"Main.Process"},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_selection(case: str) -> None:
    sources, changed, expected = CASES[case]
    assert {test.name for test in selected(sources, changed)} == expected
