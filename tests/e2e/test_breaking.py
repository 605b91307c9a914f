"""Breaking call sites as a user sees them: in every format, first, and as the exit code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

OLD = "def charge(amount):\n    return amount\n\n\ndef refund(amount):\n    return -amount\n"
USE = "from pay import charge\n\n\ndef checkout(cart):\n    return charge(cart.total)\n"
TEST = "import pay\n\n\ndef test_refund():\n    assert pay.refund(1) == -1\n"


@pytest.fixture
def till(repo: Any) -> Any:
    repo.commit({"pay.py": OLD, "shop.py": USE, "test_pay.py": TEST})
    return repo


def test_what_breaks_is_said_first(till: Any) -> None:
    till.write({"pay.py": OLD.replace("charge(amount)", "charge(amount, currency)").replace("def refund", "def give_back")})
    answer = till.ask()
    told = [(site["file"], site["line"], site["caller"], site["kind"], site["in_diff"]) for site in answer["breaking_call_sites"]]
    assert told == [("shop.py", 5, "checkout", "arguments", False), ("test_pay.py", 5, "test_refund", "gone", False)]
    assert answer["summary"]["breaking_call_sites"] == 2
    assert not any("breaking" in notice for notice in answer["notices"])
    text = till.run("--format", "text").out.splitlines()
    first = text.index("Breaking call sites (2)")
    assert not any(line.startswith(("Changed", "Reaches", "Tests")) for line in text[:first])
    assert text[first + 1].split("  ")[1:] == ["shop.py:5", "`charge(cart.total)` does not fit `charge`: it needs `currency`"]
    assert "- **Breaks** `shop.py:5`" in till.run("--format", "markdown").out.split("<details>")[0]


def test_the_exit_code(till: Any) -> None:
    assert till.run("--fail-on", "breaking").code == 0
    till.write({"pay.py": OLD.replace("charge(amount)", "charge(amount, currency)")})
    assert till.run("--fail-on", "breaking").code == 1
    assert till.run().code == 0


def test_what_the_change_updates_is_no_break(till: Any) -> None:
    till.write({"pay.py": OLD.replace("charge(amount)", "charge(amount, currency)"), "shop.py": USE.replace("total)", "total, 'EUR')")})
    assert till.ask()["breaking_call_sites"] == []


def test_an_old_call_put_back_is_in_the_diff(till: Any, tmp_path: Path) -> None:
    till.write({"pay.py": OLD.replace("charge(amount)", "charge(amount, currency)"), "shop.py": USE.replace("cart.total", "cart.sum")})
    assert [(site["line"], site["in_diff"]) for site in till.ask()["breaking_call_sites"]] == [(5, True)]


SCRIPT = "export function charge(amount{0}) {{\n  return amount\n}}\n\nexport function refund(amount{0}) {{\n  return -amount\n}}\n"
SHOP = "import {{ charge }} from './pay'\n\nexport function checkout(cart{}) {{\n  return charge(cart.total)\n}}\n"
BACK = "import * as pay from './pay'\n\nexport const give = () => pay.refund(1)\n"


@pytest.mark.parametrize(("suffix", "typed", "told"), [("ts", ": any", ["arguments", "gone"]), ("js", "", ["gone"])])
def test_the_same_in_scripts(repo: Any, suffix: str, typed: str, told: list[str]) -> None:
    old = SCRIPT.format(typed)
    repo.commit({f"pay.{suffix}": old, f"shop.{suffix}": SHOP.format(typed), f"back.{suffix}": BACK})
    new = old.replace(f"charge(amount{typed})", f"charge(amount{typed}, currency{typed})").replace("function refund", "function giveBack")
    repo.write({f"pay.{suffix}": new})
    answer = repo.ask()
    found = {site["kind"]: (site["file"], site["line"], site["message"]) for site in answer["breaking_call_sites"]}
    assert sorted(found) == told
    gone = "`pay.refund(number)` uses `refund`, which `pay." + suffix + "` no longer has: it is `giveBack` now"
    assert found["gone"] == (f"back.{suffix}", 3, gone)
    if "arguments" in found:
        assert found["arguments"] == (f"shop.{suffix}", 4, "`charge(cart.total)` does not fit `charge`: it needs `currency`")
