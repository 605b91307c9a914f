"""What each command prints, writes and returns."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

KEYS = {
    *("schema_version", "tool", "base", "head", "base_kind", "notices", "summary", "changed_symbols", "breaking_call_sites", "impacted"),
    *("callees", "processes", "layer_violations", "affected_tests", "test_gaps", "owners", "co_change", "cycles", "dead_code"),
    *("skipped", "cut", "timings"),
}


@pytest.fixture
def edited(shop: Any) -> Any:
    """The shop with one uncommitted edit."""
    shop.write(
        {"shop/prices.py": "def net(price):\n    return price + 1\n\n\ndef gross(price, rate=0.2):\n    return net(price) * (1 + rate)\n"}
    )
    return shop


def test_version(repo: Any) -> None:
    ran = repo.run("--version")
    assert (ran.code, ran.out.split()[0], ran.err) == (0, "nexus-diff", "")
    assert repo.run("index", "--version").out == ran.out


def test_row_18_text_is_the_default_and_data_only(edited: Any) -> None:
    ran = edited.run()
    assert ran.code == 0
    assert "shop/prices.py" in ran.out
    assert "\x1b" not in ran.out
    assert ran.err == ""


def test_json_has_every_key_and_nothing_is_missing(edited: Any) -> None:
    answer = edited.ask()
    assert answer.keys() == KEYS
    assert answer["timings"] == {}
    assert not any(text.startswith("not computed: ") for text in answer["notices"])
    assert answer["summary"]["risk"]["level"] == "low"
    assert 0 < answer["summary"]["resolved_call_share"] <= 1
    assert answer["summary"]["impacted"] == len(answer["impacted"]) - answer["summary"]["possible"] >= 4


def test_timings_only_on_request(edited: Any) -> None:
    assert edited.ask("--timings")["timings"].keys() >= {"range", "diff", "scan", "link", "reach"}


def test_several_formats_at_once(edited: Any, tmp_path: Path) -> None:
    files = [tmp_path / "a.json", tmp_path / "a.md"]
    ran = edited.run("--format", "text", "--format", f"json={files[0]}", "--format", f"markdown={files[1]}")
    assert ran.code == 0
    assert "net" in ran.out
    assert json.loads(files[0].read_text()) == edited.ask()
    assert "net" in files[1].read_text()
    assert edited.run("--format", "json", "--output", str(tmp_path / "b.json")).out == ""
    assert (tmp_path / "b.json").read_text() == files[0].read_text()


def test_row_18_the_talk_is_on_stderr_and_can_be_switched_off(edited: Any) -> None:
    ran = edited.run("--format", "json")
    assert ran.err.startswith("nexus-diff: 1 changed symbol")
    assert edited.run("--format", "json", "--quiet").err == ""


def test_a_reader_that_goes_away_ends_the_run_without_a_word(edited: Any) -> None:
    command = f"{sys.executable} -m nexus_diff --format json | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], cwd=edited.path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr.count("rror")) == ("141\n", 0)


def test_row_18_color_follows_the_conventions(edited: Any) -> None:
    assert "\x1b[" in edited.run(env={"FORCE_COLOR": "1"}).out
    assert "\x1b[" not in edited.run(env={"FORCE_COLOR": "1", "NO_COLOR": "1"}).out


def test_index_says_what_it_did(shop: Any) -> None:
    assert shop.run("index").out.startswith("already indexed ")
    shop.commit({"shop/more.py": "def more():\n    pass\n"})
    ran = shop.run("index")
    assert ran.code == 0
    assert ran.out.startswith("indexed ")
    assert "1 parsed" in ran.out
    assert len(shop.snapshots()) == 2
    assert shop.run("index", "HEAD~1").out.startswith("already indexed ")
    assert shop.run("index", "--quiet").out == ""


def test_export(shop: Any, tmp_path: Path) -> None:
    ran = shop.run("export", "--format", "csv", "--output", str(tmp_path / "out"))
    assert ran.code == 0
    assert ran.out == ""
    nodes = list(csv.DictReader((tmp_path / "out/nodes.csv").open(newline="")))
    relations = list(csv.DictReader((tmp_path / "out/relations.csv").open(newline="")))
    assert list(nodes[0]) == [
        "id",
        "label",
        "name",
        "qualifiedName",
        "filePath",
        "startLine",
        "endLine",
        "language",
        "isExported",
        "isTest",
    ]
    assert list(relations[0]) == ["source", "target", "type", "confidence", "reason", "line", "k"]
    ids = [node["id"] for node in nodes]
    assert len(set(ids)) == len(ids)
    assert {"File:README.md", "Folder:shop", "Function:shop/prices.py:net", "Method:shop/cart.py:Cart.total"} <= set(ids)
    calls = {(row["source"], row["target"]) for row in relations if row["type"] == "CALLS"}
    assert ("Function:shop/prices.py:gross", "Function:shop/prices.py:net") in calls
    assert ("Function:web/page.tsx:Page", "Function:web/lib/format.ts:money") in calls


def test_export_is_the_same_from_run_to_run(shop: Any, tmp_path: Path) -> None:
    for name, seed in (("a", "1"), ("b", "2")):
        done = shop.run(
            "export", "--output", str(tmp_path / name), "--index-dir", str(tmp_path / f"index-{name}"), env={"PYTHONHASHSEED": seed}
        )
        assert done.code == 0, done
    for file in ("nodes.csv", "relations.csv"):
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()


def test_cypher(shop: Any) -> None:
    query = "MATCH (c:Function)-[:CodeRelation {type:'CALLS'}]->(n:Function {name:'net'}) RETURN c.name AS caller, c.startLine AS line"
    table = shop.run("cypher", query)
    assert table.code == 0
    assert table.out.splitlines()[0].split() == ["caller", "line"]
    assert "(1 row)" in table.out
    assert shop.run("cypher", query, "--json").json == [{"caller": "gross", "line": 5}]
    nodes = shop.run("cypher", "MATCH (n:Function {name:'net'}) RETURN n", "--json")
    assert nodes.json[0]["n"]["filePath"] == "shop/prices.py"


@pytest.mark.parametrize(
    "query",
    ["MATCH (n:Function) DELETE n", "CREATE (n:File {id: 'x'})", "DROP TABLE File", "MATCH (n:File) SET n.name = 'x'", "nonsense", ""],
)
def test_queries_that_write_or_are_wrong_are_refused(shop: Any, query: str) -> None:
    before = {path: path.read_bytes() for path in shop.index.rglob("*") if path.is_file() and "facts" not in path.name}
    ran = shop.run("cypher", query)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("nexus-diff: ")
    assert {path: path.read_bytes() for path in before} == before


def test_status(shop: Any) -> None:
    ran = shop.run("status")
    assert ran.code == 0
    for text in ("1 snapshot", "python", "typescript", "call sites", "indexed", ".md 1", str(shop.index)):
        assert text in ran.out
    found = shop.run("status", "--json").json
    assert found["snapshots"][0]["head"] is True
    assert found["unsupported"] == {".md": 1}
    languages = {line["language"]: line for line in found["languages"]}
    assert languages["python"]["files"] == 5
    assert 0 < languages["python"]["resolved"] <= languages["python"]["calls"]


def test_status_builds_nothing(repo: Any) -> None:
    repo.commit({"a.py": "def a(): pass\n"})
    ran = repo.run("status")
    assert ran.code == 0
    assert "not indexed" in ran.out
    assert not repo.index.exists()


def test_status_tells_why_files_are_skipped(repo: Any) -> None:
    repo.commit({"big.py": "x = 1\n" * 300_000, "a.py": "def a(): pass\n"})
    os.symlink("a.py", repo.path / "link.py")
    repo.commit()
    repo.run("index")
    ran = repo.run("status")
    assert "big.py: larger than [index] max_file_bytes" in ran.out
    assert "link.py: symbolic link" in ran.out


def test_verify_finds_both_ways_equal(shop: Any) -> None:
    shop.commit({"shop/prices.py": "def net(price, extra=0):\n    return price\n\n\ndef gross(price):\n    return net(price)\n"})
    shop.commit({"shop/prices.py": None, "shop/tariff.py": "from shop.cart import Cart\n\n\ndef net(price):\n    return Cart()\n"})
    before = shop.snapshots()
    ran = shop.run("verify", "HEAD~2..HEAD")
    assert ran.code == 0, ran
    assert ran.out.startswith("equal: 2 commits")
    assert shop.snapshots() == before


def test_config_check(shop: Any) -> None:
    assert shop.run("config", "check").out == "no configuration: the defaults hold\n"
    shop.write({"nexus-diff.toml": "[impact]\ndepth = 3\n"})
    assert shop.run("config", "check").out == "nexus-diff.toml: ok\n"
    shop.write({"nexus-diff.toml": "[impact]\ndepth = 'x'\n[indx]\n"})
    ran = shop.run("config", "check")
    assert (ran.code, ran.out) == (2, "")
    assert "nexus-diff.toml:2" in ran.err
    assert "nexus-diff.toml:3" in ran.err


def test_row_11_the_configuration_of_the_base_judges_a_change(shop: Any) -> None:
    shop.commit({"nexus-diff.toml": "[impact]\ndepth = 1\n"})
    shop.git("checkout", "--quiet", "-b", "work")
    shop.commit(
        {"nexus-diff.toml": "[impact]\ndepth = 9\n", "shop/prices.py": "def net(p):\n    return 1\n\n\ndef gross(p):\n    return net(p)\n"}
    )
    answer = shop.ask("main..HEAD")
    assert {symbol["distance"] for symbol in answer["impacted"]} == {1}
    assert any("edits the configuration" in text for text in answer["notices"])


def test_a_broken_configuration_in_the_base_can_be_mended(shop: Any) -> None:
    shop.commit({"nexus-diff.toml": "nonsense"})
    shop.commit({"nexus-diff.toml": "[impact]\ndepth = 1\n"})
    ran = shop.run("HEAD", "--format", "json")
    assert ran.code == 0, ran
    assert any("broken" in text for text in ran.json["notices"])


def test_excluded_files_are_not_in_the_graph(shop: Any) -> None:
    shop.commit({"nexus-diff.toml": "[index]\nexclude = ['web/']\n"})
    rows = shop.run("cypher", "MATCH (n:Function) RETURN DISTINCT n.filePath AS f ORDER BY f", "--json").json
    assert all(not row["f"].startswith("web/") for row in rows)
    assert rows


def test_nothing_is_written_but_the_index_folder(shop: Any) -> None:
    def state() -> dict[str, tuple[int, int]]:
        found = {}
        for path in shop.path.rglob("*"):
            if path.is_file() and shop.index not in path.parents:
                found[str(path)] = (path.stat().st_mtime_ns, path.stat().st_size)
        return found

    before = state()
    shop.write({"shop/new.py": "def new(): pass\n"})
    before |= {str(shop.path / "shop/new.py"): ((shop.path / "shop/new.py").stat().st_mtime_ns, 16)}
    for arguments in ((), ("index",), ("HEAD",), ("status",), ("cypher", "MATCH (n:File) RETURN n.id"), ("verify", "HEAD")):
        assert shop.run(*arguments).code == 0
    assert state() == before


def test_the_index_folder_can_be_elsewhere(repo: Any, tmp_path: Path) -> None:
    repo.commit({"a.py": "def a(): pass\n"})
    assert repo.run("index", "--index-dir", str(tmp_path / "one")).code == 0
    assert repo.run("index", env={"NEXUS_DIFF_INDEX_DIR": str(tmp_path / "two")}).code == 0
    assert not repo.index.exists()
    assert list((tmp_path / "one").glob("graph-*"))
    assert list((tmp_path / "two").glob("graph-*"))


def test_explain(shop: Any) -> None:
    lines = (shop.path / "shop/prices.py").read_text().splitlines()
    line = next(number for number, text in enumerate(lines, 1) if "return net(price)" in text)
    ran = shop.run("explain", f"shop/prices.py:{line}")
    assert ran.code == 0
    assert "net  is  function net (shop/prices.py:" in ran.out
    assert "→ CALLS Function:shop/prices.py:net" in ran.out
    assert shop.run("explain", f"shop/prices.py:{line}", "--json").json["sites"][0]["relations"]


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("shop/prices.py", "not a place"),
        ("shop/prices.py:0", "not a place"),
        ("nowhere.py:1", "no such file"),
        ("README.md:1", "not parsed"),
        ("shop/prices.py:9999", "the file has"),
    ],
)
def test_explain_says_what_is_wrong(shop: Any, place: str, said: str) -> None:
    ran = shop.run("explain", place)
    assert ran.code == 2
    assert said in ran.err
    assert len(ran.err.strip().splitlines()) == 1
