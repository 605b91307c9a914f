"""Every way to say what is compared, on a small shop in Python and TypeScript."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

HIGHER = {"shop/prices.py": "def net(price):\n    return price * 2\n\n\ndef gross(price, rate=0.2):\n    return net(price) * (1 + rate)\n"}


def changed(answer: Any) -> list[tuple[str, str]]:
    return [(symbol["qualified_name"], symbol["change"]) for symbol in answer["changed_symbols"]]


def impacted(answer: Any) -> set[str]:
    """Functions and classes only: files are impacted by what they import."""
    return {symbol["qualified_name"] for symbol in answer["impacted"] if symbol["kind"] != "file"}


EVERYTHING = {"gross", "Cart.total", "checkout", "test_total"}


@pytest.fixture
def branch(shop: Any) -> Any:
    """Branch `dearer` changes net(); main has moved on since."""
    shop.git("checkout", "--quiet", "-b", "dearer")
    shop.commit(HIGHER, "dearer")
    shop.git("checkout", "--quiet", "main")
    shop.commit({"shop/other.py": "def other():\n    pass\n"}, "other")
    shop.git("checkout", "--quiet", "dearer")
    return shop


@pytest.mark.parametrize("text", ["main..HEAD", "main...HEAD", "main..dearer", "main..", "HEAD", "dearer", "HEAD~1..HEAD"])
def test_what_the_branch_adds(branch: Any, text: str) -> None:
    answer = branch.ask(text)
    assert changed(answer) == [("net", "modified")]
    assert impacted(answer) == EVERYTHING
    assert answer["base"] == branch.git("merge-base", "main", "HEAD")
    assert answer["head"] == branch.git("rev-parse", "HEAD")
    assert answer["base_kind"] == "merge-base"


def test_direct_compares_the_two_trees(branch: Any) -> None:
    answer = branch.ask("main..HEAD", "--direct")
    assert set(changed(answer)) >= {("net", "modified"), ("other", "deleted")}
    assert (answer["base"], answer["base_kind"]) == (branch.git("rev-parse", "main"), "direct")


def test_nothing_means_the_working_tree_against_the_merge_base(branch: Any) -> None:
    branch.write({"shop/new.py": "from shop.checkout import checkout\n\n\ndef new():\n    return checkout(None)\n"})
    answer = branch.ask()
    assert ("net", "modified") in changed(answer)
    assert ("new", "added") in changed(answer)
    assert answer["head"] == ""
    assert answer["base"] == branch.git("merge-base", "main", "HEAD")
    assert "new" not in impacted(answer)


def test_on_the_default_branch_nothing_means_uncommitted_changes(shop: Any) -> None:
    assert shop.ask()["changed_symbols"] == []
    shop.write(HIGHER)
    assert changed(shop.ask()) == [("net", "modified")]


def test_ignored_files_do_not_count(shop: Any) -> None:
    shop.commit({".gitignore": "build/\n"})
    shop.write({"build/x.py": "def x(): pass\n"})
    assert shop.ask()["changed_symbols"] == []


def test_staged(shop: Any) -> None:
    shop.write(HIGHER)
    assert shop.ask("--staged")["changed_symbols"] == []
    shop.git("add", "--all")
    shop.write({"shop/prices.py": "def unstaged(): pass\n"})
    answer = shop.ask("--staged")
    assert changed(answer) == [("net", "modified")]
    assert impacted(answer) == EVERYTHING
    assert answer["head"] == "index"


def test_a_patch_from_a_file_and_from_stdin(shop: Any, tmp_path: Path) -> None:
    shop.write(HIGHER)
    patch = (shop.git("diff") + "\n").encode()
    shop.git("checkout", "--quiet", ".")
    (tmp_path / "p.diff").write_bytes(patch)
    from_file = shop.ask("--patch", str(tmp_path / "p.diff"))
    assert changed(from_file) == [("net", "modified")]
    assert impacted(from_file) == EVERYTHING
    assert shop.ask("--patch", "-", data=patch) == from_file
    assert from_file["head"] == "patch"


def test_row_17_a_renamed_file_keeps_its_symbols(shop: Any) -> None:
    shop.git("mv", "shop/prices.py", "shop/tariff.py")
    shop.commit({"shop/cart.py": (shop.path / "shop/cart.py").read_text().replace("shop.prices", "shop.tariff")})
    answer = shop.ask("HEAD~1..HEAD")
    moved = {symbol["qualified_name"]: symbol for symbol in answer["changed_symbols"]}
    assert moved["gross"]["change"] == "moved"
    assert moved["gross"]["old"]["file"] == "shop/prices.py"


def test_a_merge_commit_is_compared_with_its_first_parent(branch: Any) -> None:
    branch.git("checkout", "--quiet", "main")
    branch.git("merge", "--quiet", "--no-ff", "-m", "merge", "dearer")
    assert changed(branch.ask("HEAD")) == [("net", "modified")]


def test_the_first_commit_adds_everything(shop: Any) -> None:
    answer = shop.ask("HEAD")
    assert {change for _, change in changed(answer)} == {"added"}
    assert answer["base"] == ""


def test_across_languages_of_one_family(shop: Any) -> None:
    shop.commit({"web/lib/format.ts": "export function money(value: number): string {\n  return value.toFixed(3);\n}\n"})
    answer = shop.ask("HEAD")
    assert changed(answer) == [("money", "modified")]
    assert impacted(answer) == {"Page"}
    (page,) = [symbol for symbol in answer["impacted"] if symbol["kind"] != "file"]
    assert (page["file"], page["distance"], page["path"][0]["line"]) == ("web/page.tsx", 1, 4)


def test_a_branch_called_like_a_command(shop: Any) -> None:
    shop.git("checkout", "--quiet", "-b", "status")
    shop.commit(HIGHER)
    assert changed(shop.ask("diff", "status")) == [("net", "modified")]
    assert changed(shop.ask("main..status")) == [("net", "modified")]


def test_a_bare_repository(branch: Any, tmp_path: Path) -> None:
    bare = branch.clone(tmp_path / "bare.git", "--bare")
    answer = bare.ask("main..dearer")
    assert changed(answer) == [("net", "modified")]
    assert impacted(answer) == EVERYTHING


def test_a_partial_clone_fetches_what_it_needs(branch: Any, tmp_path: Path) -> None:
    branch.git("config", "uploadpack.allowFilter", "true")
    here = branch.ask("main..dearer")
    partial = branch.clone(tmp_path / "partial", "--filter=blob:none", "--no-checkout")
    assert partial.ask("origin/main..origin/dearer") == here


def test_a_folder_below_and_another_place(branch: Any, tmp_path: Path) -> None:
    here = branch.ask("main..HEAD")
    assert branch.ask("main..HEAD", cwd=branch.path / "shop") == here
    assert branch.ask("main..HEAD", "--repo", str(branch.path), cwd=tmp_path) == here


def test_worktrees_share_the_index(branch: Any, tmp_path: Path) -> None:
    branch.ask("main..HEAD")
    before = branch.snapshots()
    branch.git("worktree", "add", "--quiet", str(tmp_path / "other"), "main")
    branch.ask("main..dearer", cwd=tmp_path / "other")
    assert branch.snapshots() == before


def test_the_depth_and_the_confidence_bound_the_walk(branch: Any) -> None:
    near = branch.ask("main..HEAD", "--depth", "1")
    assert impacted(near) == {"gross"}
    assert near["cut"]
    assert impacted(branch.ask("main..HEAD", "--min-confidence", "1")) == set()


def test_every_impacted_symbol_has_a_path_that_ends_in_a_changed_one(branch: Any) -> None:
    answer = branch.ask("main..HEAD")
    ids = {symbol["id"] for symbol in answer["changed_symbols"]}
    assert answer["impacted"]
    for symbol in answer["impacted"]:
        assert symbol["via"] in ids
        assert len(symbol["path"]) == symbol["distance"] > 0
        assert symbol["path"][0]["id"] == symbol["id"]
        assert all(hop["line"] > 0 and hop["reason"] and 0 < hop["confidence"] <= 1 for hop in symbol["path"])


def test_row_18_same_input_same_bytes(branch: Any) -> None:
    first = branch.run("main..HEAD", "--format", "json", env={"PYTHONHASHSEED": "1"})
    again = branch.run("main..HEAD", "--format", "json", env={"PYTHONHASHSEED": "2"})
    assert first.out == again.out
    fresh = branch.run("main..HEAD", "--format", "json", "--index-dir", str(branch.path.parent / "fresh"))
    assert fresh.out == first.out
