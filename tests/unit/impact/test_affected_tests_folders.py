"""Tests of code in one folder that runs code in another one, by language: (sources, what changed), a test `one` each time."""

from __future__ import annotations

import pytest
from sources import selected

CS = (
    "using NUnit.Framework;\nusing A;\nnamespace T;\n"
    "class CT { [Test] public void one() { new Top().Go(); } [Test] public void two() { } }\n"
)
JAVA = "package a; import org.junit.Test;\npublic class JT { @Test public void one() { new Top().go(); } @Test public void two() { } }\n"
CPP = '#include "gtest/gtest.h"\n#include "a/top.h"\nTEST(X, one) { go(); }\nTEST(X, two) { }\n'
CARGO = '[package]\nname = "c"\n'

CASES: dict[str, tuple[dict[str, str], str]] = {
    "c#: a namespace": (
        {"tests/CT.cs": CS, "src/a/Top.cs": "using B;\nnamespace A; public class Top { public void Go() { Low.Do(); } }\n",
         "src/b/Low.cs": "namespace B; public class Low { public static void Do() { } }\n"},
        "src/b/Low.cs:B.Low.Do",
    ),
    "c#: the same namespace": (
        {"tests/CT.cs": CS, "src/a/Top.cs": "namespace A; public class Top { public void Go() { Low.Do(); } }\n",
         "src/a/x/Low.cs": "namespace A; public class Low { public static void Do() { } }\n"},
        "src/a/x/Low.cs:A.Low.Do",
    ),
    "c#: an override": (
        {"tests/CT.cs": CS, "src/a/Top.cs": "using B;\nnamespace A; public class Top { Node n; public void Go() { n.Do(); } }\n",
         "src/b/Node.cs": "namespace B; public abstract class Node { public abstract void Do(); }\n",
         "src/b/c/Low.cs": "namespace B; public class Low : Node { public override void Do() { } }\n"},
        "src/b/c/Low.cs:B.Low.Do",
    ),
    "java: an import": (
        {"src/test/java/a/JT.java": JAVA,
         "src/main/java/a/Top.java": "package a; import b.Low; public class Top { public void go() { Low.run(); } }\n",
         "src/main/java/b/Low.java": "package b; public class Low { public static void run() { } }\n"},
        "src/main/java/b/Low.java:Low.run",
    ),
    "java: an import of all names": (
        {"src/test/java/a/JT.java": JAVA,
         "src/main/java/a/Top.java": "package a; import b.*; public class Top { public void go() { Low.run(); } }\n",
         "src/main/java/b/Low.java": "package b; public class Low { public static void run() { } }\n"},
        "src/main/java/b/Low.java:Low.run",
    ),
    "java: what another file of the package gives": (
        {"src/test/java/a/JT.java": JAVA,
         "src/main/java/a/Top.java": "package a; public class Top { public void go() { new Mid().low().run(); } }\n",
         "src/main/java/a/Mid.java": "package a; import b.Low; class Mid { Low low() { return null; } }\n",
         "src/main/java/b/Low.java": "package b; public class Low { public void run() { } }\n"},
        "src/main/java/b/Low.java:Low.run",
    ),
    "java: an implementation": (
        {"src/test/java/a/JT.java": JAVA,
         "src/main/java/a/Top.java": "package a; public class Top { b.Node n; public void go() { n.run(); } }\n",
         "src/main/java/b/Node.java": "package b; public interface Node { void run(); }\n",
         "src/main/java/b/c/Low.java": "package b.c; public class Low implements b.Node { public void run() { } }\n"},
        "src/main/java/b/c/Low.java:Low.run",
    ),
    "c++: behind a header": (
        {"tests/x_test.cc": CPP, "a/top.h": "void go();\n", "a/top.cc": '#include "b/low.h"\nvoid go() { low(); }\n',
         "b/low.h": "void low();\n", "b/low.cc": '#include "b/low.h"\nvoid low() {}\n'},
        "b/low.cc:low",
    ),
    "c: behind a header": (
        {"tests/x_test.cc": CPP, "a/top.h": "void go();\n", "a/top.c": '#include "../b/low.h"\nvoid go() { low(); }\n',
         "b/low.h": "void low(void);\n", "b/low.c": '#include "low.h"\nvoid low(void) {}\n'},
        "b/low.c:low",
    ),
    "rust": (
        {"Cargo.toml": CARGO, "src/lib.rs": "pub mod a;\npub mod b;\n", "src/b/mod.rs": "pub fn low() {}\n",
         "src/a/mod.rs": "pub fn go() { crate::b::low() }\n#[cfg(test)] mod t {\n"
         "#[test] fn one() { super::go() }\n#[test] fn two() {}\n}\n"},
        "src/b/mod.rs:low",
    ),
    "go": (
        {"go.mod": "module m.io/m\n", "b/b.go": "package b\nfunc Low() {}\n",
         "a/a.go": 'package a\nimport "m.io/m/b"\nfunc Go() { b.Low() }\n',
         "a/a_test.go": "package a\nfunc Test_one(t *testing.T) { Go() }\nfunc Test_two(t *testing.T) {}\n"},
        "b/b.go:Low",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_code_of_another_folder_runs_in_the_tests(case: str) -> None:
    sources, changed = CASES[case]
    assert [test.name[-3:] for test in selected(sources, changed)] == ["one"]
