"""The risk of real changes: in the answer, in the reports, and as a gate."""

from __future__ import annotations

from typing import Any

import pytest

PAY = "def charge(amount):\n    return amount\n\n\ndef _round(amount):\n    return amount\n"
SHOP = "from pay import charge\n\n\ndef checkout(cart):\n    return charge(cart)\n"
TEST = "from shop import checkout\n\n\ndef test_checkout():\n    assert checkout(1) == 1\n"
LINE = "high; breaking call sites: 1, exported symbols gone or with another signature: 1"


@pytest.fixture
def till(repo: Any) -> Any:
    repo.commit({"pay.py": PAY, "shop.py": SHOP, "test_shop.py": TEST, "README.md": "x", "setup.cfg": "x"})
    return repo


@pytest.mark.parametrize(
    ("files", "level", "raised"),
    [
        ({"README.md": "y"}, "none", []),
        ({"pay.py": "# a comment\n" + PAY}, "none", []),
        ({"test_shop.py": TEST.replace("== 1", "== 2")}, "none", []),
        ({"setup.cfg": "y"}, "low", []),
        ({"engine.kt": "package main\n"}, "unknown", []),
        ({"pay.py": PAY.replace("return amount\n\n", "return amount + 1\n\n")}, "low", []),
        ({"pay.py": PAY.replace("charge(amount)", "charge(amount, tax=0)")}, "medium", ["public_api"]),
        ({"pay.py": PAY.replace("charge(amount)", "charge(amount, tax)")}, "high", ["breaking_call_sites", "public_api"]),
        ({"pay.py": PAY.replace("_round(amount):", "_round(amount, digits=2):")}, "low", []),
        ({"new.py": "".join(f"def f{number}():\n    pass\n\n\n" for number in range(3))}, "low", []),
        ({"new.py": "".join(f"def f{number}():\n    pass\n\n\n" for number in range(5))}, "medium", ["untested", "size"]),
    ],
)
def test_levels_and_what_raises_them(till: Any, files: dict[str, str], level: str, raised: list[str]) -> None:
    till.write(files)
    risk = till.ask()["summary"]["risk"]
    assert (risk["level"], [factor["name"] for factor in risk["factors"] if factor["raised"]]) == (level, raised)
    assert all(factor["why"] for factor in risk["factors"])


MEMBERS = {
    "a.go": ("package a\n\ntype %s struct{}\n\nfunc (x %s) %s(a int) {}\n", ("A", "A", "F"), ("b", "b", "F"), ("A", "A", "f")),
    "src/lib.rs": ("pub mod m {\n%sstruct A;\nimpl A {\n%sfn f(a: u8) {}\n}\n}\n", ("pub ", "pub "), ("", "pub "), ("pub ", "")),
    "A.java": ("%sclass A { %svoid f(int a) {} }\n", ("public ", "public "), ("", "public "), ("public ", "")),
    "a.cs": ("%sclass A { %svoid f(int a) {} }\n", ("public ", "public "), ("", "public "), ("public ", "private ")),
    "a.py": ("class %s:\n    def %s(self, a):\n        pass\n", ("A", "f"), ("_A", "f"), ("A", "_f")),
    "a.ts": ("%sclass A { %sf(a: number) {} }\n", ("export ", ""), ("", ""), ("", "public ")),
}
"""File → a class with a method; how they are written when both are exported, the method alone, the class alone."""


@pytest.mark.parametrize("file", MEMBERS)
@pytest.mark.parametrize("which", [0, 1, 2])
def test_a_member_is_for_users_when_it_and_its_class_are(repo: Any, file: str, which: int) -> None:
    text, *forms = MEMBERS[file]
    code = text % forms[which]
    repo.commit({file: code})
    repo.write(
        {file: code.replace("a int", "a string").replace("a: u8", "a: u16").replace("int a", "long a").replace("self, a", "self, b")}
    )
    if file.endswith(".ts"):
        repo.write({file: code.replace("a: number", "a: string")})
    (changed,) = (one for one in repo.ask()["changed_symbols"] if one["kind"] == "method")
    assert changed["change"] == "signature"
    factors = {factor["name"]: factor["value"] for factor in repo.ask()["summary"]["risk"]["factors"]}
    assert factors["public_api"] == (0 if which else 1)


def test_reports_and_gates(till: Any) -> None:
    till.write({"pay.py": PAY.replace("charge(amount)", "charge(amount, tax)")})
    ran = till.run("--fail-on", "risk:medium")
    assert (ran.code, f"Risk: {LINE}" in ran.out) == (1, True)
    assert "--fail-on: risk high" in ran.err
    assert f"- **Risk**: {LINE}" in till.run("--format", "markdown").out
    till.write({"shop.py": SHOP.replace("charge(cart)", "charge(cart)  # nexus-diff: allow(breaking) the tax comes tomorrow")})
    assert till.run("--fail-on", "risk:high").code == 0
    assert till.run("--fail-on", "risk:low").code == 1


def test_files_that_the_configuration_leaves_out_are_not_unknown(till: Any) -> None:
    till.commit({"nexus-diff.toml": '[index]\nexclude = ["old/"]\n'})
    till.write({"old/a.py": "def f():\n    return 1\n", "old/b.py": ""})
    assert till.ask()["summary"]["risk"]["level"] == "none"
