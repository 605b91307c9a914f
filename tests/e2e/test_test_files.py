"""The tests of every language are known for tests without any configuration."""

from __future__ import annotations

from typing import Any

import pytest

CASES = {
    "go": (
        {"go.mod": "module example.org/shop\n", "pay.go": "package shop\n\nfunc Net(n int) int { return n }\n"},
        {"pay_test.go": 'package shop\n\nimport "testing"\n\nfunc TestNet(t *testing.T) { Net(2) }\n'},
    ),
    "java": (
        {"src/main/java/shop/Pay.java": "package shop;\npublic class Pay {\n  public static int net(int n) { return n; }\n}\n"},
        {
            "src/test/java/shop/PayTest.java": "package shop;\nimport org.junit.Test;\n"
            "public class PayTest {\n  @Test public void nets() { Pay.net(2); }\n}\n"
        },
    ),
    "c": (
        {"pay.h": "int net(int n);\n", "pay.c": '#include "pay.h"\nint net(int n) { return n; }\n'},
        {"test/pay_test.c": '#include "../pay.h"\nvoid test_net(void) { net(2); }\n'},
    ),
    "cpp": (
        {"pay.hpp": "int net(int n);\n", "pay.cc": '#include "pay.hpp"\nint net(int n) { return n; }\n'},
        {"pay_unittest.cc": '#include "pay.hpp"\nTEST(Pay, Nets) { net(2); }\n'},
    ),
    "csharp": (
        {"Shop/Pay.cs": "namespace Shop;\npublic static class Pay {\n  public static int Net(int n) { return n; }\n}\n"},
        {
            "Shop.Tests/Pay.cs": "using NUnit.Framework;\nnamespace Shop.Tests;\n"
            "public class PayFixture {\n  [Test] public void Nets() { Shop.Pay.Net(2); }\n}\n"
        },
    ),
    "rust": (
        {"Cargo.toml": '[package]\nname = "shop"\n', "src/lib.rs": "pub fn net(n: i32) -> i32 {\n    n\n}\n"},
        {"tests/pay.rs": "#[test]\nfn nets() {\n    shop::net(2);\n}\n"},
    ),
}


@pytest.mark.parametrize("language", CASES)
def test_tests_are_found(language: str, repo: Any) -> None:
    code, tests = CASES[language]
    repo.commit({**code, **tests})
    path = next(reversed(code))
    repo.commit({path: code[path].replace("return n", "return n + 1").replace("    n\n", "    n + 1\n")})
    answer = repo.ask("HEAD~1..HEAD")
    assert [symbol["name"].lower() for symbol in answer["changed_symbols"]] == ["net"]
    assert {test["file"] for test in answer["affected_tests"]} == set(tests)
