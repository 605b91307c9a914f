"""A walk over the side file and a walk in the engine reach the same."""

from __future__ import annotations

import random
from pathlib import Path

from nexus_diff.model.graph import Hub, HubUse, Relation
from nexus_diff.store import IndexFolder
from tests.unit.store.graphs import content, node

_CALLS = frozenset(("CALLS",))


def test_side_file_and_cypher_walks_agree(tmp_path: Path) -> None:
    chance = random.Random(11)
    nodes = [node("Function", f"d{i % 7}/f{i % 40}.py", f"g{i}", i, i) for i in range(300)]
    ids = [n.id for n in nodes]
    relations = []
    for i in range(500):
        kind = chance.choice((("CALLS", 0.95), ("CALLS", 0.3), ("IMPORTS", 1.0)))
        relations.append(Relation(chance.choice(ids), chance.choice(ids), kind[0], i, "r", kind[1]))
    hubs = [Hub(f"dispatch:{i}:m", tuple(sorted(chance.sample(ids, 4))), 0.9, 1) for i in range(10)]
    hubs += [Hub(f"name:{i}", tuple(sorted(chance.sample(ids, 4))), 0.25, 4) for i in range(10)]
    uses = [HubUse(chance.choice(ids), chance.choice(hubs).id, "CALLS", i, "h") for i in range(60)]
    made = IndexFolder(tmp_path, extractor="1").write("t", "c", content(nodes, relations, uses, hubs))
    reader = made.reader()
    walk = "-[r:CodeRelation* SHORTEST 1..30 (r, _ | WHERE r.type = 'CALLS' AND r.confidence >= 0.5)]->"
    for start in chance.sample(ids, 8):
        reached, edge = {start: 0}, [start]
        while edge:
            following = sorted({r.source for target in edge for r in reader.incoming(target, _CALLS, 0.5)} - reached.keys())
            reached.update(dict.fromkeys(following, reached[edge[0]] + 1))
            edge = following
        rows = made.query(f"MATCH (c:Function){walk}(n:Function {{id: $id}}) RETURN c.id, length(r)", {"id": start})[1]
        assert {node_id: length for node_id, length in rows if node_id != start} == {k: v for k, v in reached.items() if v}
