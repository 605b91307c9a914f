"""Look-up records of a side file, after places were linked again."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from nexus_diff.model.graph import LinkOutput
from nexus_diff.store.links_read import SealedLinks
from nexus_diff.store.links_schema import decode_ints, encode, lookup_key

_SWEEP = 100_000
"""Dead records that may stay, whatever their share."""


def update_lookups(con: sqlite3.Connection, base: SealedLinks, counters: dict[str, int], outputs: Mapping[int, LinkOutput | None]) -> None:
    """Forgets what these places asked, and records what their new outputs did. Counts in `pairs`, `dead`; takes numbers from `link`."""
    dead: set[int] = set()
    asked: dict[int, list[int]] = {}
    for place, output in outputs.items():
        head = base.output_head(place)
        if head is not None:
            dead.add(head[3])
            counters["pairs"] -= head[4]
            counters["dead"] += head[4]
        if output is None:
            continue
        link = counters["link"]
        counters["link"] += 1
        con.execute("INSERT INTO link VALUES (?,?)", (link, place))
        con.execute("UPDATE output SET link=? WHERE place=?", (link, place))
        counters["pairs"] += len(set(output.lookups))
        for key in {lookup_key(key) for key in output.lookups}:
            asked.setdefault(key, []).append(link)
    con.executemany("DELETE FROM link WHERE no=?", ((link,) for link in dead))
    for key, links in sorted(asked.items()):
        row = con.execute("SELECT links FROM lookup WHERE key=?", (key,)).fetchone()
        old = decode_ints(row[0]) if row else []
        kept = [link for link in old if link not in dead]
        counters["dead"] -= len(old) - len(kept)
        con.execute("REPLACE INTO lookup VALUES (?,?)", (key, encode(kept + links)))
    if counters["dead"] > max(_SWEEP, counters["pairs"]):
        sweep(con)
        counters["dead"] = 0


def sweep(con: sqlite3.Connection) -> None:
    """Drops every record of a linking that was replaced."""
    live = {row[0] for row in con.execute("SELECT no FROM link")}
    for key, links in con.execute("SELECT key, links FROM lookup").fetchall():
        old = decode_ints(links)
        kept = [link for link in old if link in live]
        if not kept:
            con.execute("DELETE FROM lookup WHERE key=?", (key,))
        elif len(kept) < len(old):
            con.execute("UPDATE lookup SET links=? WHERE key=?", (encode(kept), key))
