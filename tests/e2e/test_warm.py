"""A warm run does the work of the change, not of the repository."""

from __future__ import annotations

from typing import Any

import pytest

from nexus_diff.link import linking
from nexus_diff.model.errors import UpdateUnfit
from nexus_diff.run.analyse import analyse
from nexus_diff.run.request import Place, Request
from nexus_diff.run.snapshots import index
from nexus_diff.store import IndexFolder


@pytest.fixture
def many(repo: Any) -> Any:
    """Sixty files, of which many use one."""
    files = {f"pkg/m{number}.py": f"from pkg.core import core\n\n\ndef f{number}():\n    return core({number})\n" for number in range(60)}
    repo.commit({"pkg/core.py": "def core(x):\n    return x\n", **files})
    return repo


def place(repo: Any) -> Place:
    return Place(repo=str(repo.path))


def test_the_first_run_parses_everything_and_the_second_nothing(many: Any) -> None:
    many.commit({"pkg/core.py": "def core(x):\n    return x + 1\n"})
    first = analyse(Request(place=place(many), range="HEAD"))
    assert first.parsed == 62
    assert len([symbol for symbol in first.answer.impacted if symbol.kind == "function"]) == 60
    again = analyse(Request(place=place(many), range="HEAD"))
    assert again.parsed == 0
    assert again.answer == first.answer


def test_only_changed_files_are_parsed_and_linked(many: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    index(place(many))
    many.write({"pkg/m7.py": "from pkg.core import core\n\n\ndef f7():\n    return core(70)\n"})
    relinked = []
    real = linking.link_change

    def watched(*arguments: Any) -> Any:
        linked = real(*arguments)
        relinked.extend(linked.outputs)
        return linked

    monkeypatch.setattr(linking, "link_change", watched)
    outcome = analyse(Request(place=place(many)))
    assert outcome.parsed == 1
    assert relinked == ["pkg/m7.py"]


def test_a_body_edit_links_one_file_and_a_rename_links_its_users(many: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    index(place(many))
    relinked: list[set[str]] = []
    real = linking.link_change

    def watched(*arguments: Any) -> Any:
        linked = real(*arguments)
        relinked.append({path for path in linked.outputs if path})
        return linked

    monkeypatch.setattr(linking, "link_change", watched)
    many.write({"pkg/core.py": "def core(x):\n    y = x\n    return y\n"})
    analyse(Request(place=place(many)))
    many.write({"pkg/core.py": "def kernel(x):\n    return x\n"})
    analyse(Request(place=place(many)))
    assert relinked[0] == {"pkg/core.py"}
    assert len(relinked[1]) == 61


def test_an_index_starts_from_the_nearest_one(many: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    index(place(many))
    many.commit({"pkg/m1.py": "def alone():\n    pass\n"})
    monkeypatch.setattr(linking, "link_tree", lambda *arguments: pytest.fail("linked everything"))
    found = index(place(many))
    assert (found.made, found.parsed) == (True, 1)


def test_a_base_without_snapshot_is_made_from_the_heads(many: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    many.commit({"pkg/m1.py": "def alone():\n    pass\n"})
    index(place(many))
    monkeypatch.setattr(linking, "link_tree", lambda *arguments: pytest.fail("linked everything"))
    outcome = analyse(Request(place=place(many), range="HEAD"))
    assert outcome.parsed == 1
    assert {symbol.qualified_name for symbol in outcome.answer.changed_symbols} >= {"f1", "alone"}


def test_head_is_not_written(many: Any) -> None:
    many.commit({"pkg/m1.py": "def alone():\n    pass\n"})
    analyse(Request(place=place(many), range="HEAD"))
    assert len(many.snapshots()) == 1


def test_few_files_start_no_process(many: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from nexus_diff.index import pool

    index(place(many))
    monkeypatch.setattr(pool, "_Pool", lambda *arguments: pytest.fail("started a pool"))
    many.write({f"pkg/m{number}.py": "def alone():\n    pass\n" for number in range(30)})
    assert analyse(Request(place=place(many))).parsed == 1


def test_an_update_that_does_not_fit_is_an_index_from_nothing_with_a_notice(repo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit({"a.py": "def a():\n    return 1\n", "b.py": "from a import a\n\n\ndef b():\n    return a()\n", "c.py": "C = 1\n"})
    index(place(repo))

    def unfit(*arguments: Any) -> None:
        raise UpdateUnfit("node 'x' is removed, but relations or hubs still lead to it")

    monkeypatch.setattr(IndexFolder, "update", unfit)
    repo.commit({"c.py": "C = 2\n"})
    repo.commit({"a.py": "def a():\n    return 3\n"})
    outcome = analyse(Request(place=place(repo), range="HEAD"))
    assert outcome.answer.impacted[0].name == "b"
    assert ["indexing from nothing" in trouble for trouble in outcome.troubles] == [True]
