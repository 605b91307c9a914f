"""What is computed from a whole tree belongs to that tree alone, and is there in every sealed snapshot."""

from __future__ import annotations

from pathlib import Path

import pytest

from nexus_diff.analysis.settings import Settings
from nexus_diff.config import AnalysisConfig, EntryPointsConfig
from nexus_diff.model.graph import Hub, HubUse, LinkOutput, Relation
from nexus_diff.store import GraphContent, GraphDelta, IndexFolder, OverlayReader, Snapshot
from nexus_diff.store.links_delta import update_links
from nexus_diff.store.links_read import SealedLinks
from nexus_diff.store.links_whole import Whole, add_whole, code_graph
from nexus_diff.store.links_write import write_links
from tests.unit.store.graphs import content, node

NAMES = ("a", "b", "c", "d")


def calls(*pairs: str, sure: float = 0.95) -> list[Relation]:
    return [Relation(f"Function:m.py:{p[0]}", f"Function:m.py:{p[1]}", "CALLS", at, "exact", sure) for at, p in enumerate(pairs, 1)]


def graph(*pairs: str, **more: object) -> GraphContent:
    nodes = [node("File", "m.py", end=9), *(node("Function", "m.py", name) for name in NAMES)]
    return content(nodes, calls(*pairs), **more)  # type: ignore[arg-type]


def seen(snapshot: Snapshot) -> tuple[list[str], list[str], list[list[object]]]:
    """Names of communities and processes, and the steps as the engine has them. Sorted here: by a text and a number the engine sorts
    wrongly now and then."""
    whole = snapshot.whole()
    rows = snapshot.query("MATCH (n)-[r:CodeRelation {type: 'STEP_IN_PROCESS'}]->(p:Process) RETURN p.name, r.step, n.name")[1]
    return [group.name for group in whole.communities()], [process.name for process in whole.processes()], sorted(rows)


def delta(*pairs: str) -> GraphDelta:
    return GraphDelta(outputs={"m.py": LinkOutput(tuple(sorted(calls(*pairs))))})


def test_a_snapshot_has_them(tmp_path: Path) -> None:
    snapshot = IndexFolder(tmp_path, extractor="1").write("t", "c", graph("ab", "bc"))
    assert seen(snapshot) == (["m"], ["a → b → c"], [["a → b → c", 1, "a"], ["a → b → c", 2, "b"], ["a → b → c", 3, "c"]])
    assert snapshot.whole().community_of("Function:m.py:b") == "m"
    assert snapshot.whole().community_of("Function:m.py:d") == ""
    assert snapshot.whole().community_of("Function:m.py:nobody") == ""


@pytest.mark.parametrize("pairs", [("ab", "bc", "cd"), ("dc", "cb"), (), ("ab",)])
def test_an_update_has_its_own(tmp_path: Path, pairs: tuple[str, ...]) -> None:
    folder = IndexFolder(tmp_path, extractor="1")
    base = folder.write("t", "c", graph("ab", "bc"))
    assert seen(folder.update(base, "u", "c", delta(*pairs))) == seen(folder.write("u", "fresh", graph(*pairs)))


def test_an_update_of_a_side_file_drops_those_of_its_base(tmp_path: Path) -> None:
    write_links(tmp_path / "base", graph("ab", "bc"))
    add_whole(tmp_path / "base", Settings())
    base = SealedLinks(tmp_path / "base")
    assert list(Whole(base).processes())
    (tmp_path / "copy").write_bytes((tmp_path / "base").read_bytes())
    update_links(tmp_path / "copy", base, delta("ab", "bc"))
    assert not list(Whole(SealedLinks(tmp_path / "copy")).processes())


def test_a_graph_with_a_delta_on_top_has_none_of_its_base(tmp_path: Path) -> None:
    write_links(tmp_path / "base", graph("ab", "bc"))
    add_whole(tmp_path / "base", Settings())
    base = SealedLinks(tmp_path / "base")
    assert base.blob("whole", "processes") is not None
    assert OverlayReader(base, delta("ab")).blob("whole", "processes") is None


def test_settings_count(tmp_path: Path) -> None:
    none = Settings(entry_points=EntryPointsConfig(not_names=("*",)), analysis=AnalysisConfig(resolution=2.0))
    assert seen(IndexFolder(tmp_path, extractor="1", settings=none).write("t", "c", graph("ab", "bc")))[1] == []


def test_groups_of_targets_are_expanded_and_unsure_ones_left_out(tmp_path: Path) -> None:
    uses = [HubUse("Function:m.py:a", hub, "CALLS", 5, "by name") for hub in ("dispatch:x:run", "name:go:get")]
    hubs = [
        Hub("dispatch:x:run", ("Function:m.py:c", "Function:m.py:d"), 0.9, 1),
        Hub("name:go:get", ("Function:m.py:b",), 0.48, 2),
    ]
    write_links(tmp_path / "links", graph("bc", uses=uses, hubs=hubs))
    found, numbers = code_graph(SealedLinks(tmp_path / "links"))
    names = [one.name for one in found.nodes]
    assert {(names[a], names[b], sure) for a, b, sure, _ in found.calls} == {("a", "c", 0.9), ("a", "d", 0.9), ("b", "c", 0.95)}
    assert len(set(numbers)) == len(names)


def test_a_relative_folder_will_do_for_large_graphs_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from nexus_diff.store import folder

    monkeypatch.setattr(folder, "WORTH_BYTES", 0)
    monkeypatch.setattr(folder, "load", None)
    monkeypatch.chdir(tmp_path)
    assert seen(IndexFolder(Path("here"), extractor="1").write("t", "c", graph("ab", "bc")))[1] == ["a → b → c"]


def test_rows_come_in_the_order_that_was_asked_for(tmp_path: Path) -> None:
    """With two threads the engine merged wrongly in 2 % of the runs of this query."""
    folder = IndexFolder(tmp_path, extractor="1")
    snapshot = folder.update(folder.write("t", "c", graph("ab", "bc")), "u", "c", delta("ab", "bc", "cd"))
    query = "MATCH (n)-[r:CodeRelation {type: 'STEP_IN_PROCESS'}]->(p:Process) RETURN p.id, r.step ORDER BY p.id, r.step"
    for _ in range(300):
        rows = snapshot.query(query)[1]
        assert rows == sorted(rows)
