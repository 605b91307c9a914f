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
    text = repo.run("HEAD~1..HEAD", "--format", "markdown").out
    assert "Possibly affected through data or calls in common (3)" in text
    assert "by name only" not in text
    assert "`ftp_perform` touches the same data |" in text
    assert "`ftp.c:5` shares data with `is_connected`" in text


BARE = {
    "Tank.java": (
        "class Base {\n  protected int most;\n}\n"
        "class Tank extends Base {\n  private int level, other;\n  void fill(int by) {\n    log();\n  }\n"
        "  boolean full() {\n    return level > most;\n  }\n  int rest() {\n    return other;\n  }\n"
        "  int local() {\n    int level = 2;\n    return level;\n  }\n  int given(int level) {\n    return level;\n  }\n}\n"
    ),
    "tank.h": "class Tank { public: void fill(int by); bool full(); int rest(); private: int level_, other_; };\n",
    "tank.cc": (
        '#include "tank.h"\n\nvoid Tank::fill(int by) {\n  log();\n}\n\nbool Tank::full() {\n  return level_ > 3;\n}\n\n'
        "int Tank::rest() {\n  return other_;\n}\n\nint level() {\n  int level_ = 1;\n  return level_;\n}\n"
    ),
    "Tank.cs": (
        "class Tank {\n  int level, other;\n  void Fill(int by) {\n    Log();\n  }\n  bool Full() {\n    return level > 3;\n  }\n"
        "  int Rest() {\n    return other;\n  }\n  int Local() {\n    int level = 2;\n    return level;\n  }\n}\n"
    ),
}


def test_fields_by_their_bare_names(repo):
    repo.commit(BARE)
    repo.commit(
        {
            "Tank.java": BARE["Tank.java"].replace("log();", "level += by;"),
            "tank.cc": BARE["tank.cc"].replace("log();", "level_ = by;"),
            "Tank.cs": BARE["Tank.cs"].replace("Log();", "level++;"),
        }
    )
    answer = repo.ask("HEAD~1..HEAD")
    found = [one for one in answer["impacted"] if one["possible"]]
    assert {(one["id"], one["path"][0]["reason"], one["path"][0]["line"]) for one in found} == {
        ("Method:Tank.java:Tank.full", "shared-data", 10),
        ("Method:tank.cc:Tank.full", "shared-data", 8),
        ("Method:Tank.cs:Tank.Full", "shared-data", 7),
    }


def test_inherited_fields_by_their_bare_names(repo):
    repo.commit({**BARE, "Base.java": "class Base {\n  protected int most;\n}\n", "Tank.java": BARE["Tank.java"].partition("}\n")[2]})
    repo.commit({"Tank.java": BARE["Tank.java"].partition("}\n")[2].replace("log();", "most = by;")})
    answer = repo.ask("HEAD~1..HEAD")
    assert [(one["name"], one["path"][0]["line"]) for one in answer["impacted"] if one["possible"]] == [("full", 7)]
