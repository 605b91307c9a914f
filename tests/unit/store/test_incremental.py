"""Promise 1 at the level of the store: updated, overlaid and written whole are the same graph."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings

from nexus_diff.analysis.settings import Settings
from nexus_diff.model.graph import LinkOutput
from nexus_diff.store import GraphContent, IndexFolder, OverlayReader, write_csv
from nexus_diff.store.kuzu_delta import Difference, apply
from nexus_diff.store.kuzu_load import load
from nexus_diff.store.links_delta import update_links
from nexus_diff.store.links_read import SealedLinks
from nexus_diff.store.links_whole import add_whole
from nexus_diff.store.links_write import write_links
from tests.unit.store.graphs import MEMORY, difference, export, graphs, seen, walked

_QUIET = settings(deadline=None, suppress_health_check=list(HealthCheck))


@settings(_QUIET, max_examples=50)
@given(graphs(), graphs(), graphs())
def test_side_files_and_overlays_agree(first: GraphContent, second: GraphContent, third: GraphContent) -> None:
    with tempfile.TemporaryDirectory(dir=MEMORY) as name:
        folder = Path(name)
        counters = [write_links(folder / str(i), graph) for i, graph in enumerate((first, second, third))]
        links = [SealedLinks(folder / str(i)) for i in range(3)]
        overlay = OverlayReader(links[0], difference(first, second))
        assert seen(overlay) == seen(links[1])
        assert seen(OverlayReader(overlay, difference(second, third))) == seen(links[2])
        (folder / "copy").write_bytes((folder / "0").read_bytes())
        counted = update_links(folder / "copy", links[0], difference(first, second))
        updated = SealedLinks(folder / "copy")
        assert seen(updated) == seen(links[1])
        (folder / "again").write_bytes((folder / "copy").read_bytes())
        counted = update_links(folder / "again", updated, difference(second, third))
        assert seen(SealedLinks(folder / "again")) == seen(links[2])
        for name in ("files", "nodes", "relations", "hubs", "uses", "calls", "resolved", "pairs"):
            assert counted[name] == counters[2][name], name


@settings(_QUIET, max_examples=6)
@given(graphs(), graphs())
def test_export_of_an_update_equals_export_of_the_whole(first: GraphContent, second: GraphContent) -> None:
    with tempfile.TemporaryDirectory(dir=MEMORY) as name:
        folder = IndexFolder(Path(name) / "index", extractor="1")
        base = folder.write("a", "c", first)
        updated = folder.update(base, "b", "c", difference(first, second))
        whole = folder.write("b", "other", second)
        assert export(updated) == export(whole)
        assert walked(updated.reader()) == export(whole)[1]
        files = [write_csv(Path(name) / which, *export(snapshot)) for which, snapshot in (("u", updated), ("w", whole))]
        assert [path.read_bytes() for path in files[0]] == [path.read_bytes() for path in files[1]]


@settings(_QUIET, max_examples=6)
@given(graphs(), graphs())
def test_engine_rows_change_as_the_side_file_does(first: GraphContent, second: GraphContent) -> None:
    """The same, with the difference applied row by row whatever its size, against what the engine holds when loaded anew."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as name:
        folder = Path(name)
        write_links(folder / "old", first)
        (folder / "new").write_bytes((folder / "old").read_bytes())
        add_whole(folder / "old", Settings())
        old = SealedLinks(folder / "old")
        delta = difference(first, second)
        update_links(folder / "new", old, delta)
        add_whole(folder / "new", Settings())
        new = SealedLinks(folder / "new")
        for scratch in ("csv", "csv1", "csv2"):
            (folder / scratch).mkdir()
        load(old, folder / "changed.kuzu", folder / "csv")
        apply(folder / "changed.kuzu", Difference(old, new, delta), folder / "csv1")
        load(new, folder / "loaded.kuzu", folder / "csv2")
        assert _raw(folder / "changed.kuzu") == _raw(folder / "loaded.kuzu")


def _raw(path: Path) -> list[list[tuple[object, ...]]]:
    from nexus_diff.store.kuzu_engine import opened

    queries = (
        "MATCH (n) RETURN label(n), n.*",
        "MATCH (a)-[r:CodeRelation]->(b) RETURN label(a), a.no, label(b), b.no, r.*",
    )
    with opened(path, read_only=True, size=0) as connection:
        return [sorted(map(tuple, connection.execute(query).get_all()), key=repr) for query in queries]


def test_an_overlay_forgets_outputs_of_removed_files_only(tmp_path: Path) -> None:
    """A place that is not named keeps its look-ups; one that is linked again has only its new ones."""
    from tests.unit.store.graphs import content, node

    nodes = [node("File", "a.py"), node("File", "b.py")]
    base = content(nodes, lookups={"a.py": ("x", "y"), "b.py": ("x",)})
    write_links(tmp_path / "links", base)
    links = SealedLinks(tmp_path / "links")
    assert links.asked(["x"]) == {"a.py", "b.py"}
    delta = difference(base, content(nodes, lookups={"a.py": ("z",), "b.py": ("x",)}))
    assert delta.outputs == {"a.py": LinkOutput((), (), ("z",), 1, 0, 0)}
    overlay = OverlayReader(links, delta)
    assert (overlay.asked(["x"]), overlay.asked(["y"]), overlay.asked(["z"])) == ({"b.py"}, set(), {"a.py"})
