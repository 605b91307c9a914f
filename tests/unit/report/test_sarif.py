"""SARIF: valid by the official schema, acceptable to code scanning, stable when lines move, and harmless."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import jsonschema
import msgspec
import oracles
import pytest
from hostile_answer import answer_of
from hostile_names import NAMES

from nexus_diff.model import answer as a
from nexus_diff.report import Options, prepare, render
from nexus_diff.report.sarif_format import MOST_NOTIFICATIONS, MOST_RESULTS
from nexus_diff.report.sarif_rules import RULES

Samples = dict[str, a.Answer]


def run_of(answer: a.Answer, options: Options | None = None) -> Any:
    (run,) = json.loads(render(prepare(answer), "sarif", options or Options()))["runs"]
    return run


def answer(**more: object) -> a.Answer:
    return a.Answer(tool=a.Tool(version="0.1.0"), base="b", head="h", base_kind="direct", **more)  # type: ignore[arg-type]


def hop(file: str, line: int, side: str = "head", added: bool = False) -> a.ViolationHop:
    return a.ViolationHop(
        added=added, id=f"Function:{file}:f", file=file, line=line, side=side, type="IMPORTS", confidence=0.95, reason="exact"
    )


CHARGE = a.ChangedSymbol(
    id="Function:src/pay.py:charge", kind="function", name="charge", qualified_name="charge", file="src/pay.py", start_line=10, end_line=20,
    change="signature",
)  # fmt: skip
CALL = a.BreakingCallSite(
    file="src/shop/app.py", line=14, caller="checkout", callee="charge", kind="arguments", message="currency is required now", in_diff=False
)
VIOLATION = a.LayerViolation(
    rule="web-not-db", status="new", severity="error", source="web", target="db", message="web must not use db",
    path=(hop("web/a.py", 3), hop("shared/b.py", 7)),
)  # fmt: skip
CYCLE = a.CycleChange(status="new", level="file", members=("b.py", "a.py"), cut=("a.py → b.py (a.py:7)",))
DEAD = a.DeadCode(status="new", id=CHARGE.id, file="src/pay.py", name="charge")
GAP = a.TestGap(id=CHARGE.id, file="src/pay.py", name="charge", why="no test reaches it")


@pytest.mark.parametrize(
    ("section", "row", "rule", "level", "place", "message"),
    [
        (
            "breaking_call_sites",
            CALL,
            "breaking-call-site",
            "error",
            ("src/shop/app.py", 14),
            "currency is required now. See [what changed](1).",
        ),
        ("layer_violations", VIOLATION, "architecture-violation", "error", ("web/a.py", 3), "web must not use db (rule web-not-db)"),
        (
            "layer_violations",
            msgspec.structs.replace(VIOLATION, severity="loud"),
            "architecture-violation",
            "warning",
            ("web/a.py", 3),
            "web must not use db (rule web-not-db)",
        ),
        (
            "cycles",
            CYCLE,
            "dependency-cycle",
            "warning",
            ("a.py", 7),
            "New cycle of 2 files: b.py, a.py; without a.py → b.py (a.py:7) there is none",
        ),
        (
            "cycles",
            msgspec.structs.replace(CYCLE, level="package", members=("x", "y"), cut=()),
            "dependency-cycle",
            "warning",
            ("x", 1),
            "New cycle of 2 packages: x, y",
        ),
        ("dead_code", DEAD, "dead-code", "note", ("src/pay.py", 10), "Nothing reaches charge any more"),
        ("test_gaps", GAP, "untested-change", "note", ("src/pay.py", 10), "charge changed: no test reaches it"),
    ],
)
def test_each_kind_of_finding(section: str, row: object, rule: str, level: str, place: tuple[str, int], message: str) -> None:
    run = run_of(answer(changed_symbols=(CHARGE,), **{section: (row,)}))
    (result,) = run["results"]
    assert (result["ruleId"], result["level"], result["message"]["text"]) == (rule, level, message)
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == rule
    (location,) = result["locations"]
    physical = location["physicalLocation"]
    assert (physical["artifactLocation"]["uri"], physical["region"]["startLine"]) == place
    assert "suppressions" not in result


@pytest.mark.parametrize(
    "more",
    [
        {"layer_violations": (msgspec.structs.replace(VIOLATION, status="fixed"), msgspec.structs.replace(VIOLATION, status="unchanged"))},
        {"cycles": (msgspec.structs.replace(CYCLE, status="fixed"), msgspec.structs.replace(CYCLE, status="unchanged"))},
        {"dead_code": (msgspec.structs.replace(DEAD, status="fixed"),)},
        {"cycles": (msgspec.structs.replace(CYCLE, members=()),)},
    ],
)
def test_what_the_change_does_not_bring_is_no_finding(more: dict[str, object]) -> None:
    assert run_of(answer(**more))["results"] == []


def test_evidence_is_a_flow_and_a_related_location() -> None:
    call, violation = run_of(answer(changed_symbols=(CHARGE,), breaking_call_sites=(CALL,), layer_violations=(VIOLATION,)))["results"]
    (related,) = call["relatedLocations"]
    assert related["id"] == 1
    assert related["physicalLocation"]["artifactLocation"]["uri"] == "src/pay.py"
    assert related["message"]["text"] == "Definition of charge"
    ((flow,),) = (thread["threadFlows"] for thread in violation["codeFlows"])
    assert [step["location"]["physicalLocation"]["region"]["startLine"] for step in flow["locations"]] == [3, 7]
    assert flow["locations"][0]["location"]["message"]["text"] == "imports (0.95 exact)"


def test_a_violation_stands_where_the_change_adds_it() -> None:
    chain = (hop("web/a.py", 3), hop("shared/b.py", 7, added=True))
    told = msgspec.structs.replace(VIOLATION, path=chain)
    (result,) = run_of(answer(layer_violations=(told, msgspec.structs.replace(told, judged_by="head"))))["results"]
    physical = result["locations"][0]["physicalLocation"]
    assert (physical["artifactLocation"]["uri"], physical["region"]["startLine"]) == ("shared/b.py", 7)


def test_a_deleted_definition_is_not_linked_to() -> None:
    gone = msgspec.structs.replace(CHARGE, change="deleted")
    (result,) = run_of(answer(changed_symbols=(gone,), breaking_call_sites=(CALL,)))["results"]
    assert "relatedLocations" not in result
    assert result["message"]["text"] == "currency is required now"


def test_a_violation_without_a_line_is_counted() -> None:
    run = run_of(
        answer(
            layer_violations=(msgspec.structs.replace(VIOLATION, path=()), msgspec.structs.replace(VIOLATION, path=(hop("a", 1, "base"),)))
        )
    )
    assert run["results"] == []
    (notification,) = run["invocations"][0]["toolExecutionNotifications"]
    assert notification["message"]["text"].startswith("2 violations without a line")


def test_accepted_findings_are_suppressed_or_left_out() -> None:
    fine = msgspec.structs.replace(CALL, accepted="the caller goes next week", line=1)
    told = answer(breaking_call_sites=(fine, CALL))
    counts, accepted = run_of(told)["results"]
    assert "suppressions" not in counts
    assert accepted["suppressions"] == [{"kind": "external", "status": "accepted", "justification": "the caller goes next week"}]
    assert (counts["level"], accepted["level"]) == ("error", "note")
    assert len(run_of(told, Options(accepted=False))["results"]) == 1


def shifted(told: a.Answer, by: int) -> a.Answer:
    """The same findings, `by` lines further down."""
    text = re.sub(r'"(line|start_line|end_line)":(\d+)', lambda m: f'"{m[1]}":{int(m[2]) + by}', msgspec.json.encode(told).decode())
    return msgspec.json.decode(text, type=a.Answer)


def marks(told: a.Answer) -> list[tuple[str, str]]:
    return [(result["ruleId"], result["partialFingerprints"]["primaryLocationLineHash"]) for result in run_of(told)["results"]]


def everything() -> a.Answer:
    twins = tuple(msgspec.structs.replace(CALL, line=line) for line in (14, 99, 15))
    other = msgspec.structs.replace(CALL, caller="main")
    return answer(
        changed_symbols=(CHARGE,), breaking_call_sites=(*twins, other), layer_violations=(VIOLATION,), cycles=(CYCLE,), dead_code=(DEAD,),
        test_gaps=(GAP,),
    )  # fmt: skip


def test_fingerprints_are_unique_and_do_not_move_with_lines() -> None:
    found = marks(everything())
    assert len(set(found)) == len(found) == 8
    assert marks(shifted(everything(), 17)) == found
    assert len({mark for _, mark in found}) == len(found)
    for result in run_of(everything())["results"]:
        assert set(result["partialFingerprints"].values()) == {result["partialFingerprints"]["nexusDiff/v1"]}


def test_a_finding_more_leaves_the_others_as_they_are() -> None:
    more = msgspec.structs.replace(
        everything(), breaking_call_sites=(*everything().breaking_call_sites, msgspec.structs.replace(CALL, file="z.py"))
    )
    assert set(marks(everything())) < set(marks(more))


def test_severe_findings_come_first_and_what_is_left_out_is_counted() -> None:
    many = tuple(msgspec.structs.replace(CALL, line=n, caller=f"caller_{n}", message="x" * 900) for n in range(1, MOST_RESULTS + 101))
    gaps = tuple(msgspec.structs.replace(GAP, id=f"Function:f.py:{n}") for n in range(100))
    text = render(prepare(answer(changed_symbols=(CHARGE,), breaking_call_sites=many, test_gaps=gaps)), "sarif")
    (run,) = json.loads(text)["runs"]
    assert len(run["results"]) == MOST_RESULTS
    assert {result["level"] for result in run["results"]} == {"error"}
    assert run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"].startswith("200 more findings")
    assert len(gzip.compress(text.encode())) < 10_000_000


def test_long_evidence_is_cut() -> None:
    chain = msgspec.structs.replace(VIOLATION, path=tuple(hop("a.py", n) for n in range(1, 2_000)))
    ring = msgspec.structs.replace(CYCLE, members=tuple(f"m{n}.py" for n in range(2_000)))
    violation, cycle = run_of(answer(layer_violations=(chain,), cycles=(ring,)))["results"]
    assert len(violation["codeFlows"][0]["threadFlows"][0]["locations"]) <= 100
    assert len(cycle["relatedLocations"]) <= 100
    assert len(cycle["message"]["text"]) <= 1_000


def test_skipped_files_and_notices_are_notifications() -> None:
    skipped = tuple(a.SkippedFile(file=f"{n}.js", reason="too large") for n in range(MOST_NOTIFICATIONS + 5))
    notifications = run_of(answer(skipped=skipped, notices=("the base is odd",)))["invocations"][0]["toolExecutionNotifications"]
    assert len(notifications) == MOST_NOTIFICATIONS + 1
    assert notifications[0]["message"]["text"] == "0.js was not analysed: too large"
    assert notifications[-1]["message"]["text"].startswith("6 more notices")
    foreign = tuple(a.SkippedFile(file=f"{n}.md", reason="no supported language") for n in range(9))
    (only,) = run_of(answer(skipped=foreign))["invocations"][0]["toolExecutionNotifications"]
    assert only["message"]["text"] == "9 files in no supported language"


def test_rules_say_what_they_mean() -> None:
    for rule in RULES:
        assert rule.level in ("error", "warning", "note")
        assert all(text.endswith(".") and len(text) < 255 for text in (rule.text, rule.help))
    assert len({rule.id for rule in RULES}) == len(RULES)


@pytest.fixture(scope="module")
def validator() -> Any:
    schema = oracles.sarif_schema()
    return jsonschema.validators.validator_for(schema)(schema)


def test_the_official_schema_holds(sample: tuple[str, a.Answer], validator: Any) -> None:
    validator.validate(json.loads(render(prepare(sample[1]), "sarif")))


def test_no_name_does_anything(validator: Any) -> None:
    for at, name in enumerate(NAMES):
        for told in (answer_of(name), answer_of(name, *NAMES[at + 1 : at + 4])):
            text = render(prepare(told), "sarif")
            assert all(char.isprintable() or char == "\n" for char in text)
            assert not re.search(r"(?m)^\s*::|##\[", text)
            log = json.loads(text)
            validator.validate(log)
            for result in log["runs"][0]["results"]:
                check_result(result)


def check_result(result: Any) -> None:
    """Links in the message lead to locations of ours, and every place is a path of the repository."""
    bare = re.sub(r"\\[\\\[\]]", "", result["message"]["text"])
    assert re.findall(r"\[([^\]]*)\]\(([^)]*)\)", bare) in ([], [("what changed", "1")])
    places = [*result["locations"], *result.get("relatedLocations", [])]
    places += [step["location"] for flow in result.get("codeFlows", []) for step in flow["threadFlows"][0]["locations"]]
    for place in places:
        uri = place["physicalLocation"]["artifactLocation"]["uri"]
        assert re.fullmatch(r"[A-Za-z0-9._~/%-]+", uri)
        assert not uri.startswith("/")
        assert ".." not in unquote(uri).split("/")
        assert "[" not in re.sub(r"\\[\\\[\]]", "", place.get("message", {}).get("text", "")) or "](" not in place["message"]["text"]


@pytest.mark.parametrize("name", ["everything", "hostile"])
def test_row_22_code_scanning_takes_it(name: str, tmp_path: Path) -> None:
    """By Sarif.Multitool with GitHub's rules. The one warning: the project names no address in its driver."""
    file = tmp_path / "log.sarif"
    told = everything() if name == "everything" else answer_of(*NAMES[20:24])
    file.write_text(render(prepare(told), "sarif"))
    found = oracles.sarif_findings(file)
    assert [result for result in found if result.get("level") == "error"] == []
    assert [result["ruleId"] for result in found if result["ruleId"].startswith("GH")] == []
    assert {result["ruleId"] for result in found if result.get("level", "warning") == "warning"} <= {"SARIF2005"}
