"""Functions that no call joins with the change, but a field, a constant or a function that both call."""

from __future__ import annotations

FILES = {
    "conn.h": "struct bits { int connected; int closed; };\nstruct conn { struct bits bits; int data; };\n",
    "connect.c": (
        '#include "conn.h"\n\nvoid is_connected(struct conn *c)\n{\n  c->bits.connected = 0;\n}\n\n'
        "void shut(struct conn *c)\n{\n  c->bits.closed = 1;\n}\n"
    ),
    "ftp.c": '#include "conn.h"\n\nint ftp_perform(struct conn *c)\n{\n  if(c->bits.connected)\n    return 1;\n  return 0;\n}\n',
    "drive.go": (
        'package drive\n\ntype Mount struct{ FSType string }\n\nfunc start() *Mount {\n\treturn &Mount{FSType: "iso"}\n}\n\n'
        'func add(m *Mount) string {\n\treturn m.text()\n}\n\nfunc (m *Mount) text() string {\n\treturn ""\n}\n'
    ),
    "poll.py": (
        "class Poll:\n    def feed(self, item):\n        return item\n\n    def wait(self):\n        return self.seen\n\n"
        "    def other(self):\n        return 1\n"
    ),
    "test_poll.py": "from poll import Poll\n\n\ndef test_seen():\n    assert Poll().seen is None\n",
}
CHANGED = {
    "connect.c": FILES["connect.c"].replace("connected = 0", "connected = 1;\n  c->bits.connected = 2"),
    "drive.go": FILES["drive.go"].replace("return m.text()", 'return m.text() + m.FSType + "/"'),
    "poll.py": FILES["poll.py"].replace("        return item\n", "        self.seen = item\n        return item\n"),
}


def test_fields_in_three_languages(repo):
    repo.commit(FILES)
    repo.commit(CHANGED)
    answer = repo.ask("HEAD~1..HEAD")
    found = [one for one in answer["impacted"] if one["possible"]]
    assert {(one["name"], one["via"].rpartition(":")[2], one["path"][0]["reason"], one["path"][0]["line"]) for one in found} == {
        ("ftp_perform", "is_connected", "shared-data", 5),
        ("start", "add", "shared-data", 6),
        ("wait", "Poll.feed", "shared-data", 7),
    }
