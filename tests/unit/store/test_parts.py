"""The store's small parts: text, look-up records, CSV, sizes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nexus_diff.model.errors import StoreError
from nexus_diff.model.graph import LinkOutput, Relation
from nexus_diff.store import GraphDelta, IndexFolder, links_lookups, write_csv
from nexus_diff.store.links_delta import update_links
from nexus_diff.store.links_read import SealedLinks
from nexus_diff.store.links_write import connect_for_writing, write_links
from nexus_diff.store.text import MARK, pack, unpack
from tests.unit.store.graphs import content, export, node

_ANY = st.text(st.one_of(st.characters(), st.sampled_from("\0\ud800\udcff\udfff\U0010f000\U0010f800\U0010f8ff\U0010f900\n")))


@given(_ANY, _ANY)
def test_text_is_packed_one_to_one(one: str, other: str) -> None:
    assert unpack(pack(one)) == one
    assert (pack(one) == pack(other)) == (one == other)
    assert "\0" not in pack(one)
    assert pack(one) != MARK
    pack(one).encode("utf-8")


@pytest.mark.parametrize("text", ["", "plain", "Grüße", "日本語", "a\\b", 'a,"b"\n\r\t'])
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert pack(text) == text


NASTY = (
    "a b.py",
    'q"uo"te.py',
    "com,ma.py",
    "line\nbreak.py",
    "re\rturn.py",
    "back\\slash.py",
    "ünï/日本.py",
    "bad\udcff\udc80.py",
    "a:b:c.py",
    "'.py",
    "\\N",
    "NULL",
    "\U0010f8ff.py",
    "$x{}[]|;.py",
    " lead ",
    "# c.py",
)


def test_nasty_names_come_back(tmp_path: Path) -> None:
    nodes = [n for path in NASTY for n in (node("File", path), node("Function", path, f"{path}\0x"), node("Method", path, "m"))]
    relations = [Relation(a.id, b.id, "CALLS", 1, path, 0.5) for path in NASTY for a in nodes[:3] for b in nodes[1::3]]
    folder = IndexFolder(tmp_path / "in \"dex\\, 'é", extractor="1")
    made = folder.write("t", "c", content(nodes, relations))
    assert export(made) == (sorted(nodes, key=lambda n: n.id), sorted(set(relations)))
    reader = made.reader()
    for n in nodes:
        assert reader.node(n.id) == n
        assert made.query("MATCH (n {id: $id}) RETURN n.name", {"id": n.id})[1] == [[n.name]]
    assert sorted(entry.path for entry in reader.files()) == sorted(NASTY)
    moved = tuple(node("Function", path, "other\n,\"\\'", 3, 4) for path in NASTY)
    delta = GraphDelta(nodes={n.file_path: (n,) for n in moved}, outputs={path: LinkOutput() for path in NASTY})
    assert export(folder.update(made, "t2", "c", delta))[0] == sorted(moved, key=lambda n: n.id)
    first, second = write_csv(tmp_path / "out", *export(made))
    assert first.read_bytes().count(b"bad\\udcff\\udc80.py") >= 3
    assert second.read_bytes().endswith(b"\n")


def test_csv_is_what_it_says(tmp_path: Path) -> None:
    nodes = [node("Function", "b.py", "f", 1, 2, test=True), node("File", "a,b.py")]
    relations = [Relation(nodes[0].id, nodes[1].id, "CALLS", 3, "why", c, 2) for c in (0.95, 1 / 3, 1)]
    first, second = write_csv(tmp_path / "new" / "out", nodes, relations)
    assert first.read_text() == (
        "id,label,name,qualifiedName,filePath,startLine,endLine,language,isExported,isTest\n"
        '"File:a,b.py",File,"a,b.py",,"a,b.py",1,1,python,true,false\n'
        "Function:b.py:f,Function,f,f,b.py,1,2,python,false,true\n"
    )
    assert second.read_text() == (
        "source,target,type,confidence,reason,line,k\n"
        'Function:b.py:f,"File:a,b.py",CALLS,0.3333333333333333,why,3,2\n'
        'Function:b.py:f,"File:a,b.py",CALLS,0.95,why,3,2\n'
        'Function:b.py:f,"File:a,b.py",CALLS,1.0,why,3,2\n'
    )
    assert sorted(path.name for path in first.parent.iterdir()) == ["nodes.csv", "relations.csv"]


def test_csv_into_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="--output"):
        write_csv(tmp_path / "file", [], [])


def test_dead_look_ups_do_not_pile_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links_lookups, "_SWEEP", 20)
    nodes = [node("File", "a.py"), node("File", "b.py")]
    write_links(tmp_path / "0", content(nodes, lookups={"a.py": (), "b.py": ("stays",)}))
    for turn in range(20):
        links = SealedLinks(tmp_path / str(turn))
        (tmp_path / str(turn + 1)).write_bytes((tmp_path / str(turn)).read_bytes())
        keys = tuple(f"{turn}.{i}" for i in range(5))
        counters = update_links(tmp_path / str(turn + 1), links, GraphDelta(outputs={"a.py": LinkOutput(lookups=keys)}))
        updated = SealedLinks(tmp_path / str(turn + 1))
        assert updated.asked(keys) == {"a.py"}
        assert updated.asked(["stays", f"{turn - 1}.0"]) == {"b.py"}
        assert counters["pairs"] == 6
    con = connect_for_writing(tmp_path / "20")
    assert con.execute("SELECT count(*) FROM lookup").fetchone()[0] <= 6 + 25


def test_kinds_of_hub_uses_are_not_relations_of_confidence_zero(tmp_path: Path) -> None:
    """A relation with k = 0 and confidence 0 is unusual, but a relation."""
    nodes = [node("File", "a.py"), node("File", "b.py")]
    odd = Relation("File:a.py", "File:b.py", "CALLS", 1, "r", 0.0, 0)
    write_links(tmp_path / "links", content(nodes, [odd]))
    assert list(SealedLinks(tmp_path / "links").incoming("File:b.py", frozenset(("CALLS",)), 0.0)) == [odd]
