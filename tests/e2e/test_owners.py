"""Owners by the base's CODEOWNERS, and files that usually change together, in the answer."""

from __future__ import annotations

from typing import Any

import pytest

PAY = "def charge(amount):\n    return amount\n"
SHOP = "from pay import charge\n\n\ndef checkout(cart):\n    return charge(cart)\n"


def owners(repo: Any) -> list[tuple[str, list[str], int, int]]:
    return [(row["owner"], row["files"], row["changed"], row["impacted"]) for row in repo.ask("HEAD")["owners"]]


def edit(repo: Any, **more: str) -> None:
    repo.commit({"pay.py": PAY.replace("return amount", "return amount + 1"), **more})


@pytest.mark.parametrize("place", [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"])
def test_changed_and_impacted_files_have_owners(repo: Any, place: str) -> None:
    repo.commit({"pay.py": PAY, "shop.py": SHOP, place: "*.py @all\npay.py @bank @all\n"})
    edit(repo)
    assert owners(repo) == [("@all", ["pay.py", "shop.py"], 1, 1), ("@bank", ["pay.py"], 1, 0)]
    assert not any("owners" in notice for notice in repo.ask("HEAD")["notices"])


def test_the_change_does_not_choose_its_own_owners(repo: Any) -> None:
    repo.commit({"pay.py": PAY, "shop.py": SHOP, "CODEOWNERS": "*.py @bank\n"})
    edit(repo, CODEOWNERS="*.py @me\n")
    assert owners(repo) == [("@bank", ["pay.py", "shop.py"], 1, 1)]


def test_gitlab_ci_says_that_a_file_at_the_top_is_gitlabs(repo: Any) -> None:
    repo.commit({"x/pay.py": PAY, "CODEOWNERS": "* @all\nx @folder\n", ".gitlab-ci.yml": ""})
    repo.commit({"x/pay.py": PAY + "\n\nX = 1\n"})
    assert owners(repo) == [("@all", ["x/pay.py"], 1, 0)]


def test_bad_lines_are_said_with_their_number(repo: Any) -> None:
    lines = "* @all\n" + "x nobody\n" * 5
    repo.commit({"pay.py": PAY, "CODEOWNERS": lines, "docs/CODEOWNERS": "* @other\n"})
    edit(repo)
    notices = [notice for notice in repo.ask("HEAD")["notices"] if "CODEOWNERS" in notice]
    assert notices[0] == "there are 2 CODEOWNERS files; CODEOWNERS counts"
    assert notices[1].startswith("CODEOWNERS:2: 'nobody' is no owner")
    assert notices[4] == "CODEOWNERS: 2 more lines have such mistakes"
    assert owners(repo) == [("@all", ["pay.py"], 1, 0)]


def test_a_file_that_is_too_large_or_a_link_counts_for_nothing(repo: Any) -> None:
    repo.commit({"pay.py": PAY, ".github/CODEOWNERS": "* @all\n" * 500_000})
    (repo.path / "CODEOWNERS").symlink_to("/etc/passwd")
    repo.commit()
    edit(repo)
    assert owners(repo) == []
    assert ".github/CODEOWNERS has more than 3,000,000 bytes: owners are not known" in repo.ask("HEAD")["notices"]


def history(repo: Any) -> None:
    for number in range(4):
        repo.commit({"pay.py": PAY + f"\n\nX = {number}\n", "rates.csv": str(number), f"only{number}.txt": ""})


def test_files_that_usually_change_together(repo: Any) -> None:
    history(repo)
    edit(repo)
    assert repo.ask("HEAD")["co_change"] == [{"file": "rates.csv", "with_file": "pay.py", "together": 4, "of": 4}]
    repo.write({"pay.py": PAY})
    assert [row["together"] for row in repo.ask()["co_change"]] == [4]
    repo.write({"rates.csv": "7"})
    assert repo.ask()["co_change"] == []


def test_a_shallow_clone_says_that_it_does_not_know(repo: Any, tmp_path: Any) -> None:
    history(repo)
    edit(repo)
    shallow = repo.clone(tmp_path / "shallow", "--depth=2")
    answer = shallow.ask("HEAD")
    assert answer["co_change"] == []
    assert "not computed: co_change (this clone is shallow: git fetch --unshallow)" in answer["notices"]


def test_a_change_of_many_files_says_that_it_is_too_many(repo: Any) -> None:
    files: dict[str, Any] = {f"m{number}.py": "A = 1\n" for number in range(31)}
    repo.commit(files)
    repo.commit(dict.fromkeys(files, "A = 2\n"))
    assert "not computed: co_change (more than 30 files changed)" in repo.ask("HEAD")["notices"]
