"""Architecture rules, from the configuration in a repository to the exit code."""

from __future__ import annotations

from typing import Any

import pytest

RULES = """
[parts]
web = "app/web/**"
core = "app/core/**"

[[rule]]
id = "app-layers"
layers = ["web", "core"]
why = "docs/layers.md"
"""
FILES: dict[str, str | bytes | None] = {
    "nexus-diff.toml": RULES,
    "app/__init__.py": "",
    "app/web/__init__.py": "",
    "app/web/views.py": "from app.core.orders import place\n\n\ndef show():\n    place()\n",
    "app/core/__init__.py": "",
    "app/core/orders.py": "def place():\n    pass\n",
    "app/core/old.py": "from app.web.views import show\n\n\ndef old():\n    show()\n",
}
BROKEN = "from app.web.views import show\n\n\ndef place():\n    show()\n"


@pytest.fixture
def layered(repo: Any) -> Any:
    """A repository with rules, and one violation of them from the start."""
    repo.commit(FILES)
    return repo


def test_a_new_violation_closes_the_gate(layered: Any) -> None:
    layered.commit({"app/core/orders.py": BROKEN})
    ran = layered.run("HEAD~1..HEAD", "--fail-on", "violation", "--format", "json")
    assert ran.code == 1
    assert "1 new violation of severity error" in ran.err
    (violation,) = ran.json["layer_violations"]
    assert (violation["rule"], violation["status"], violation["severity"]) == ("app-layers", "new", "error")
    assert violation["message"] == "core may not use web, which is a higher layer (docs/layers.md)"
    (hop,) = violation["path"]
    assert (hop["file"], hop["line"], hop["type"], hop["added"]) == ("app/core/orders.py", 1, "IMPORTS", True)
    summary = ran.json["summary"]
    assert [summary[f"layer_violations{name}"] for name in ("", "_fixed", "_unchanged")] == [1, 0, 1]


def test_old_violations_close_no_gate(layered: Any) -> None:
    layered.commit({"app/core/old.py": "# a note\n" + str(FILES["app/core/old.py"]), "app/core/new.py": "x = 1\n"})
    ran = layered.run("HEAD~1..HEAD", "--fail-on", "violation", "--format", "json")
    assert (ran.code, ran.json["layer_violations"], ran.json["summary"]["layer_violations_unchanged"]) == (0, [], 1)


def test_warnings_close_the_gate_when_the_configuration_says_so(layered: Any) -> None:
    warn = RULES.replace('why = "docs/layers.md"', 'severity = "warning"')
    layered.commit({"nexus-diff.toml": warn})
    layered.commit({"app/core/orders.py": BROKEN})
    assert layered.run("HEAD~1..HEAD", "--fail-on", "violation").code == 0
    layered.commit(
        {"nexus-diff.toml": warn + '[architecture]\nfail_on = "warning"\n', "app/core/orders.py": str(FILES["app/core/orders.py"])}
    )
    layered.commit({"app/core/orders.py": BROKEN})
    assert layered.run("HEAD~1..HEAD", "--fail-on", "violation").code == 1


def test_row_11_a_change_cannot_relax_its_own_rules(layered: Any) -> None:
    layered.commit({"nexus-diff.toml": "", "app/core/orders.py": BROKEN})
    ran = layered.run("HEAD~1..HEAD", "--fail-on", "violation", "--format", "json")
    assert ran.code == 1
    assert [(v["status"], v["judged_by"]) for v in ran.json["layer_violations"]] == [("new", "base")]
    assert "this change edits the architecture rules; by those of the head: 0 new, 0 fixed, 0 unchanged" in ran.json["notices"]


def test_what_the_rules_of_the_head_add_is_marked(layered: Any) -> None:
    stricter = RULES + '[[rule]]\nid = "plain"\nfrom = "core"\nexternals = []\n'
    layered.commit({"nexus-diff.toml": stricter, "app/core/orders.py": "import requests\n\n\ndef place():\n    pass\n"})
    ran = layered.run("HEAD~1..HEAD", "--fail-on", "violation", "--format", "json")
    assert ran.code == 0
    assert [(v["rule"], v["status"], v["judged_by"]) for v in ran.json["layer_violations"]] == [("plain", "new", "head")]
    assert "this change edits the architecture rules; by those of the head: 1 new, 0 fixed, 1 unchanged" in ran.json["notices"]


def test_exceptions(layered: Any) -> None:
    entry = '[[allow]]\nrule = "app-layers"\nfrom = "core.{}"\nto = "web.views.show"\nwhy = "issue 1"\n'
    layered.commit(
        {
            "nexus-diff.toml": RULES
            + entry.format("orders.place")
            + entry.format("gone.f")
            + entry.format("old.old")
            + "until = 2020-01-01\n"
        }
    )
    layered.commit({"app/core/orders.py": BROKEN})
    ran = layered.run("HEAD~1..HEAD", "--fail-on", "violation", "--format", "json")
    assert (ran.code, ran.json["layer_violations"]) == (0, [])
    notices = "\n".join(ran.json["notices"])
    assert "nexus-diff.toml:15: the exception for rule app-layers (core.gone.f → web.views.show) is not needed; remove it" in notices
    assert "nexus-diff.toml:20: the exception for rule app-layers ended on 2020-01-01; remove it, or mend core.old.old" in notices
    assert "orders" not in notices


def test_a_comment_in_the_code(layered: Any) -> None:
    layered.commit({"app/core/orders.py": BROKEN.replace("show\n", "show  # nexus-diff: allow(app-layers) issue 7\n", 1)})
    ran = layered.run("HEAD~1..HEAD", "--fail-on", "violation", "--format", "json")
    assert ran.code == 0
    assert [v["accepted"] != "" for v in ran.json["layer_violations"]] == [True]


def test_the_page_shows_the_chain(layered: Any) -> None:
    layered.commit({"app/core/orders.py": BROKEN})
    text = layered.run("HEAD~1..HEAD").out
    assert "app/core/orders.py:1 app/core/orders.py -[added IMPORTS 0.95]→ app/web/views.py" in text
    assert "violations of rules: 1 new, 0 fixed, 1 unchanged" in text


def test_check_of_the_whole_revision(layered: Any) -> None:
    ran = layered.run("rules", "check")
    assert ran.code == 1
    assert ran.out.splitlines()[0] == "error  app-layers  core may not use web, which is a higher layer (docs/layers.md)"
    assert "1 rule, 1 violation" in ran.out
    (violation,) = layered.run("rules", "check", "HEAD", "--json").json
    assert violation["path"][0]["file"] == "app/core/old.py"
    layered.write({"app/core/old.py": "x = 1\n"})
    assert layered.run("rules", "check").code == 0
    assert layered.run("rules", "check", "HEAD").code == 1


def test_explain(layered: Any) -> None:
    out = layered.run("rules", "explain", "app/core/orders.py").out
    assert "part core (app/core/**)" in out
    assert "layer 2 of 2; may not use web (docs/layers.md)" in out
    assert layered.run("rules", "explain", "place").out.startswith("app/core/orders.py  app.core.orders.place: part core")
    for dotted in ("core.orders.place", "app.core.orders.place"):
        assert layered.run("rules", "explain", dotted).out.startswith("app/core/orders.py  app.core.orders.place: part core")
    assert layered.run("rules", "explain", "nothing_of_the_kind").code == 2
    assert layered.run("rules", "explain").code == 2


def test_unassigned(layered: Any) -> None:
    assert layered.run("rules", "unassigned").out == "app/__init__.py\n"


def test_first_rules_hold(layered: Any) -> None:
    text = layered.run("rules", "init").out
    layered.write({"nexus-diff.toml": text})
    ran = layered.run("rules", "check")
    assert (ran.code, ran.out) == (0, "1 rule, 0 violations\n")
    assert layered.run("config", "check").code == 0


def test_rules_of_another_tool(layered: Any, tmp_path: Any) -> None:
    contracts = tmp_path / ".importlinter"
    contracts.write_text(
        "[importlinter]\nroot_package = app\n[importlinter:contract:a]\nname = a\ntype = layers\nlayers =\n    app.web\n    app.core\n"
    )
    text = layered.run("rules", "init", "--from", str(contracts)).out
    assert 'from = "app/core/old.py"' in text
    layered.write({"nexus-diff.toml": text})
    assert layered.run("rules", "check").code == 0
    for content in ("[importlinter", "x"):
        contracts.write_text(content)
        ran = layered.run("rules", "init", "--from", str(contracts))
        assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert layered.run("rules", "init", "--from", str(tmp_path / "gone.json")).code == 2
