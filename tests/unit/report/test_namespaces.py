"""Namespaces are left out of what people read, and stay in what programs do."""

from __future__ import annotations

from typing import Any

import pytest

from nexus_diff.model import answer as model
from nexus_diff.model.answer import Answer, BreakingCallSite, ChangedSymbol, ProcessChange, Tool
from nexus_diff.report.namespaces import cutter, without_namespaces
from nexus_diff.report.prepare import prepare
from nexus_diff.report.registry import render


def symbol(key: str, file: str) -> ChangedSymbol:
    label, name = key.split(":")
    return ChangedSymbol(
        id=f"{label}:{file}:{name}", kind=label.lower(), name=name.rpartition(".")[2], qualified_name=name, file=file,
        start_line=1, end_line=2, change="modified", changes=("modified",),
    )  # fmt: skip


def answer(*symbols: ChangedSymbol, **more: Any) -> Answer:
    return Answer(tool=Tool(version="1"), base="a" * 40, head="b" * 40, base_kind="direct", changed_symbols=symbols, **more)


@pytest.mark.parametrize(
    ("file", "keys", "expected"),
    [
        ("a.cs", ["Method:Shop.Pay.Card.Charge", "Class:Shop.Pay.Card"], ["Card.Charge", "Card"]),
        ("a.cs", ["Method:Shop.Pay.Card.Charge", "Method:Shop.Pay.Card.Limit.Of"], ["Card.Charge", "Card.Limit.Of"]),
        ("a.cs", ["CodeElement:Shop.Pay.Kind"], ["Kind"]),
        ("a.cs", ["Method:Card.Charge", "Class:Card"], ["Card.Charge", "Card"]),
        ("a.cs", ["Function:Shop.Pay.Card.Charge.Once"], ["Shop.Pay.Card.Charge.Once"]),
        ("a.py", ["Method:Outer.Inner.charge"], ["Outer.Inner.charge"]),
        ("a.cc", ["Method:shop.Card.charge"], ["shop.Card.charge"]),
    ],
)
def test_names(file: str, keys: list[str], expected: list[str]) -> None:
    assert [one.qualified_name for one in without_namespaces(answer(*(symbol(key, file) for key in keys))).changed_symbols] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("calls Shop.Pay.Card.Charge", "calls Card.Charge"),
        ("test/Shop.Pay.Tests/Shop.Pay.Tests.csproj changed", "test/Shop.Pay.Tests/Shop.Pay.Tests.csproj changed"),
        ("src/Shop.Pay/Shop.Pay.csproj changed", "src/Shop.Pay/Shop.Pay.csproj changed"),
        ("Shop.Pay.csproj changed", "Shop.Pay.csproj changed"),
    ],
)
def test_paths_are_left_as_they_are(text: str, expected: str) -> None:
    cut = cutter(answer(symbol("Class:Shop.Pay.Card", "a.cs")))
    assert cut is not None
    assert cut(text) == expected


def test_namespaces_of_which_only_a_flow_tells() -> None:
    steps = ("Method:App.cs:Shop.App.Run", "Method:Card.cs:Shop.Pay.Card.Charge#2")
    flow = ProcessChange(id="p", name="Shop.App.Run → Shop.Pay.Card.Charge", entry=steps[0], change="added", steps=steps)
    assert without_namespaces(answer(processes=(flow,))).processes[0].name == "App.Run → Card.Charge"


def test_wherever_names_stand_and_nowhere_else() -> None:
    name = "Shop.Pay.Card.Charge"
    whole = answer(
        symbol("Method:" + name, "Shop.Pay/Card.cs"),
        breaking_call_sites=(
            BreakingCallSite(
                file="Shop.Pay/App.cs",
                line=3,
                caller="Shop.Pay.App.Run",
                callee=name,
                kind="call",
                message=f"`x.Charge()` misses `{name}`",
                in_diff=False,
            ),
        ),
        processes=(ProcessChange(id="p", name=f"Shop.Pay.App.Run → MyShop.Pay.X → {name}", entry="e", change="added"),),
        test_gaps=(model.TestGap(id="g", file="Shop.Pay/Card.cs", name=name, why="no test reaches it"),),
    )
    short = without_namespaces(whole)
    assert (short.breaking_call_sites[0].caller, short.breaking_call_sites[0].message) == ("App.Run", "`x.Charge()` misses `Card.Charge`")
    assert short.processes[0].name == "App.Run → MyShop.Pay.X → Card.Charge"
    assert (short.test_gaps[0].name, short.test_gaps[0].file) == ("Card.Charge", "Shop.Pay/Card.cs")
    report = prepare(whole)
    assert "Shop.Pay.Card" not in render(report, "text")
    assert name in render(report, "json")
