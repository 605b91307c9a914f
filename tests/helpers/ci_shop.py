"""A host's repository with a pull request that breaks a caller, and one that changes words only."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ci_world

OLD = "TAX = 1\nFEE = 2\nLOW = 3\n\n\ndef charge(amount):\n    return amount\n\n\ndef quiet():\n    return 1\n"
NEW = OLD.replace("def charge(amount):\n    return amount", "def charge(amount, currency):\n    return amount, currency")
CALLER = "from shop.pay import charge\n\n\ndef buy(basket):\n    return charge(sum(basket))\n"
TEST = "from shop.app import buy\n\n\ndef test_buy():\n    assert buy([1]) == 1\n"


class Shop(ci_world.World):
    """`quiet`: head of the pull request that changes words only, `quiet_merge` its merge."""

    quiet = quiet_merge = ""


def build(repo_type: Any, place: Path) -> Shop:
    host = repo_type(place)
    host.git("config", "uploadpack.allowAnySHA1InWant", "true")
    world = Shop(host.path, host.git)
    world.fork_point = host.commit({"shop/__init__.py": "", "shop/pay.py": OLD, "shop/app.py": CALLER, "tests/test_app.py": TEST})
    host.git("checkout", "--quiet", "-b", "topic")
    world.head = host.commit({"shop/pay.py": NEW})
    host.git("checkout", "--quiet", "-b", "words", world.fork_point)
    world.quiet = host.commit({"README.md": "words\n"})
    host.git("checkout", "--quiet", "main")
    # main moves the lines of the very file that the pull request changes
    world.base = host.commit({"shop/pay.py": '"""Paying,\n\nin words.\n"""\n' + OLD})
    for name, head in (("merge", world.head), ("quiet_merge", world.quiet)):
        host.git("checkout", "--quiet", "--detach", world.base)
        host.git("merge", "--quiet", "-m", "merge", head)
        setattr(world, name, host.git("rev-parse", "HEAD"))
        host.git("update-ref", f"refs/pull/7/{name}", getattr(world, name))
    host.git("checkout", "--quiet", "main")
    return world
