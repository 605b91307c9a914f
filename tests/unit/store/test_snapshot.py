"""Writing, finding and reading snapshots."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from nexus_diff.model.errors import StoreError
from nexus_diff.model.graph import Hub, HubUse, LinkOutput, Relation
from nexus_diff.store import GraphContent, GraphDelta, IndexFolder, QueryError, Snapshot
from tests.unit.store.graphs import ALL, content, export, node, seen, walked

A, B, C = "Function:a.py:f", "Function:b.py:g", "Method:b.py:K.m"
DISPATCH, NAME = "dispatch:Class:b.py:K:m", "name:m"


def small() -> GraphContent:
    nodes = [node("Folder", ""), node("File", "a.py", end=9), node("File", "b.py", end=9), node("Function", "a.py", "f", 1, 3)]
    nodes += [node("Function", "b.py", "g", 2, 4, test=True), node("Method", "b.py", "K.m", 5, 6)]
    relations = [Relation("Folder:", "File:a.py", "CONTAINS", 0, "", 1.0), Relation(A, B, "CALLS", 2, "exact", 0.95)]
    relations += [Relation(B, A, "REFERENCES", 3, "value", 0.9, 2)]
    hubs = [Hub(DISPATCH, (B, C), 0.9, 1), Hub(NAME, (A, C), 0.48, 2, 7)]
    uses = [HubUse(A, DISPATCH, "CALLS", 3, "override"), HubUse(B, NAME, "CALLS", 4, "by name")]
    return content(nodes, relations, uses, hubs, {"a.py": ("k1", "k2"), "b.py": ("k2",)}, {("part", "a.py"): b"\0\xff"})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> IndexFolder:
    made = IndexFolder(tmp_path_factory.mktemp("store") / "index", extractor="7")
    made.write("tree1", "conf", small())
    return made


@pytest.fixture
def snapshot(folder: IndexFolder) -> Snapshot:
    found = folder.find("tree1", "conf")
    assert found is not None
    return found


def test_what_was_written_is_read(snapshot: Snapshot) -> None:
    reader = snapshot.reader()
    assert [entry.path for entry in reader.files()] == ["a.py", "b.py"]
    assert [n.id for n in reader.nodes_in("b.py")] == ["File:b.py", B, C]
    assert reader.node(B) == node("Function", "b.py", "g", 2, 4, test=True)
    assert reader.node("Function:b.py:other") is reader.node("nonsense") is reader.node("") is None
    assert reader.blob("part", "a.py") == b"\0\xff"
    assert reader.blob("part", "b.py") is None
    assert (reader.asked(["k1"]), reader.asked(["k1", "k2"]), reader.asked(["k3"]), reader.asked([])) == (
        {"a.py"},
        {"a.py", "b.py"},
        set(),
        set(),
    )
    assert reader.meta == {"m": "1"}
    assert reader.output("a.py") == LinkOutput((small().outputs["a.py"].relations), small().outputs["a.py"].hub_uses, (), 2, 1, 0)
    assert reader.output("nowhere") is None
    assert reader.hub(NAME) == Hub(NAME, (A, C), 0.48, 2, 7)
    assert list(reader.uses(NAME)) == [HubUse(B, NAME, "CALLS", 4, "by name")]


def test_hubs_are_expanded_by_walks(snapshot: Snapshot) -> None:
    reader = snapshot.reader()
    through_name = Relation(B, C, "CALLS", 4, "by name", 0.48, 2)
    through_fan = Relation(A, C, "CALLS", 3, "override", 0.9, 1)
    assert list(reader.incoming(C, ALL, 0.0)) == [through_fan, through_name]
    assert list(reader.incoming(C, ALL, 0.5)) == [through_fan]
    assert list(reader.incoming(C, frozenset(("IMPORTS",)), 0.0)) == []
    assert list(reader.outgoing(B, frozenset(("CALLS",)), 0.0)) == [Relation(B, A, "CALLS", 4, "by name", 0.48, 2), through_name]
    assert list(reader.incoming("unknown", ALL, 0.0)) == list(reader.outgoing("unknown", ALL, 0.0)) == []


def test_the_engine_holds_the_same_graph(snapshot: Snapshot) -> None:
    nodes, relations = export(snapshot)
    assert nodes == sorted(small().nodes, key=lambda n: n.id)
    assert relations == walked(snapshot.reader())


def test_queries_written_for_gitnexus_run(snapshot: Snapshot) -> None:
    query = "MATCH (c:Function)-[:CodeRelation {type:'CALLS'}]->(n:Function {id:$id}) "
    query += "RETURN c.name AS caller, c.filePath, c.startLine ORDER BY c.startLine"
    columns, rows = snapshot.query(query, {"id": B})
    assert columns == ["caller", "c.filePath", "c.startLine"]
    assert rows == [["f", "a.py", 1], ["f", "a.py", 1]]
    assert snapshot.query("MATCH (h:Hub)-[r:CodeRelation {type:'CANDIDATE'}]->(n) RETURN h.name, h.kind, h.cut, n.id ORDER BY n.id")[1] == [
        ["m", "name", 7, A],
        ["m", "name", 7, C],
    ]


@pytest.mark.parametrize(
    "query",
    [
        "",
        "CREATE (n:Folder {no: 99})",
        "MATCH (n) DETACH DELETE n",
        "MATCH (n",
        "MATCH (n:Nothing) RETURN n",
        "RETURN 1; CHECKPOINT",
        "DROP TABLE Hub",
        "LOAD FROM 'FILE' RETURN *",
        "MATCH (n:File) LOAD FROM 'FILE' RETURN *",
        "UNWIND [1] AS x load/* */from 'FILE' RETURN *",
        "RETURN '\\'' AS x // '\nUNION LOAD WITH HEADERS (a STRING) FROM 'FILE' RETURN a",
        "COPY (MATCH (n) RETURN n.id) TO 'FILE'",
        "PROFILE COPY (MATCH (n) RETURN n.id) TO 'FILE'",
        "explain logical COPY (MATCH (n) RETURN n.id) TO 'FILE'",
        "/* */ EXPORT DATABASE 'FILE'",
        "ATTACH 'FILE' AS x (dbtype kuzu)",
        "IMPORT DATABASE 'FILE'",
        "INSTALL httpfs",
        "CALL threads=1",
        "CALL progress_bar = true",
        "RETURN " + "(" * 100 + "1" + ")" * 100,
        "RETURN 1" + " + 1" * 10_000,
    ],
)
def test_queries_that_write_or_are_wrong_are_refused(snapshot: Snapshot, query: str, tmp_path: Path) -> None:
    file = tmp_path / "other.csv"
    file.write_text("a,b\n1,2\n")
    with pytest.raises(QueryError) as caught:
        snapshot.query(query.replace("FILE", str(file)))
    assert "\n" not in str(caught.value)
    assert file.read_text() == "a,b\n1,2\n"
    assert len(export(snapshot)[0]) == 6


@pytest.mark.parametrize(
    "query",
    [
        "RETURN 'LOAD FROM x; (((' AS `COPY TO`",
        "/* LOAD FROM */ match (n) RETURN count(n) AS load",
        "CALL show_tables() RETURN name",
        "EXPLAIN MATCH (n) RETURN n",
        "RETURN '\ud800\\'' AS x;",
    ],
)
def test_queries_that_only_look_like_more_are_run(snapshot: Snapshot, query: str) -> None:
    assert snapshot.query(query)[1]


def test_a_query_without_end_is_ended(snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nexus_diff.store.query.SECONDS", 1)
    with pytest.raises(QueryError, match="longer than 1 seconds"):
        snapshot.query("UNWIND range(1, 20000) AS x UNWIND range(1, 1000000) AS y WITH x + y AS z WHERE z % 7 = 0 RETURN sum(z)")


def test_reading_changes_no_byte(snapshot: Snapshot) -> None:
    def state() -> dict[str, str]:
        return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in snapshot.path.iterdir()}

    before = state()
    snapshot.query("MATCH (a)-[r]->(b) RETURN count(*)")
    seen(snapshot.reader())
    snapshot.close()
    assert state() == before


def test_walking_does_not_import_the_engine(snapshot: Snapshot) -> None:
    code = (
        "import sys; from pathlib import Path; from nexus_diff.store import IndexFolder;"
        f"reader = IndexFolder(Path({str(snapshot.path.parent)!r}), extractor='7').find('tree1', 'conf').reader();"
        f"assert list(reader.incoming({C!r}, frozenset(('CALLS',)), 0.0)); assert 'kuzu' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_restored_snapshot_opens(folder: IndexFolder) -> None:
    found = folder.find("tree1", "conf", restored=True)
    assert found is not None
    assert found.query("MATCH (n:Function) RETURN count(n)")[1] == [[2]]


def test_find_says_none_for_what_is_not_there(folder: IndexFolder, tmp_path: Path) -> None:
    assert folder.find("tree2", "conf") is None
    assert IndexFolder(tmp_path / "none", extractor="7").find("tree1", "conf") is None
    assert IndexFolder(tmp_path / "none", extractor="7").seals() == []
    with pytest.raises(ValueError, match="folder's name"):
        folder.find("../x", "conf")


def test_update_leaves_the_base_alone(folder: IndexFolder, snapshot: Snapshot) -> None:
    before = export(snapshot)
    delta = GraphDelta(outputs={"b.py": LinkOutput()}, nodes={"b.py": tuple(n for n in small().nodes if n.file_path == "b.py")})
    updated = folder.update(snapshot, "tree3", "conf", delta)
    assert export(snapshot) == before
    assert len(export(updated)[1]) < len(before[1])
    assert updated.seal.counts["relations"] == snapshot.seal.counts["relations"] - 1
    folder.discard("tree3", "conf")
    assert folder.find("tree3", "conf") is None


F = node("File", "a.py")


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        (content([F, F]), "two nodes"),
        (
            GraphContent(files=[], nodes=[F], outputs={"a.py": LinkOutput((Relation(F.id, "File:b.py", "CALLS", 1, "", 1.0),))}),
            "unknown node",
        ),
        (GraphContent(files=[], nodes=[F], outputs={"a.py": LinkOutput((), (HubUse(F.id, "name:x", "CALLS", 1, ""),))}), "unknown hub"),
        (GraphContent(files=[], nodes=[F], outputs={"b.py": LinkOutput((Relation(F.id, F.id, "CALLS", 1, "", 1.0),))}), "does not own"),
        (GraphContent(files=[], nodes=[F], outputs={}, hubs=[Hub("name:x", ("File:b.py",), 0.3, 1)]), "unknown node"),
        (GraphContent(files=[], nodes=[F], outputs={}, hubs=[Hub("h", (), 0.3, 1)] * 2), "two hubs"),
    ],
)
def test_content_that_does_not_hold_together_is_refused(tmp_path: Path, graph: GraphContent, message: str) -> None:
    folder = IndexFolder(tmp_path, extractor="1")
    with pytest.raises(ValueError, match=message):
        folder.write("t", "c", graph)
    assert list(tmp_path.iterdir()) == []


def test_a_delta_that_leaves_loose_ends_is_refused(folder: IndexFolder, snapshot: Snapshot) -> None:
    nodes = tuple(n for n in small().nodes if n.file_path == "b.py" and n.id != B)
    with pytest.raises(ValueError, match="still lead to it"):
        folder.update(snapshot, "t", "c", GraphDelta(nodes={"b.py": nodes}, outputs={"b.py": LinkOutput()}))
    with pytest.raises(ValueError, match="still used"):
        folder.update(snapshot, "t", "c", GraphDelta(hubs={NAME: None}))
    assert folder.find("t", "c") is None


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"file/index.*--index-dir"):
        IndexFolder(tmp_path / "file" / "index", extractor="1").write("t", "c", content([]))


def test_an_empty_graph_is_a_graph(tmp_path: Path) -> None:
    made = IndexFolder(tmp_path, extractor="1").write("t", "c", content([]))
    assert export(made) == ([], [])
    assert list(made.reader().files()) == []
