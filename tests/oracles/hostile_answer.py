"""Answers in which every text of the repository is a name that was chosen to do harm."""

from __future__ import annotations

from nexus_diff.model import answer as a


def answer_of(*names: str) -> a.Answer:
    """The first name in every place that shows text of the repository, the others in turn."""
    n = [*names, *names, *names, *names]
    hop = a.Hop(id=n[0], file=n[1], line=3, side="base", type=n[2], confidence=0.5, reason=n[3])
    rule_hop = a.ViolationHop(id=n[0], file=n[1], line=3, side="head", type=n[2], confidence=0.5, reason=n[3], target=n[1], added=True)
    ids = [f"Function:{name}:{number}" for number, name in enumerate(n[:4])]
    symbol = {"kind": n[1], "name": n[2], "qualified_name": n[3], "file": n[0], "start_line": 1, "end_line": 2}
    paths = {False: (hop, a.Hop(id=ids[2], file=n[2], line=0, side="head", type="CALLS", confidence=0.5, reason="exact")), True: (hop, hop)}
    return a.Answer(
        tool=a.Tool(name=n[1], version=n[0]),
        base=n[0],
        head=n[1],
        base_kind=n[2],
        notices=(n[0], f"the file {n[1]} is odd", f"not computed: {n[2]}"),
        changed_symbols=(
            a.ChangedSymbol(
                **symbol,  # type: ignore[arg-type]
                id=ids[0],
                change=n[1],
                details=(n[0], n[1]),
                old=a.OldPlace(file=n[2], name=n[3], start_line=1, end_line=2),
            ),
        ),
        breaking_call_sites=(
            a.BreakingCallSite(file=n[0], line=1, caller=n[1], callee=n[2], kind=n[3], message=n[0], in_diff=True),
            a.BreakingCallSite(file=n[0], line=1, caller=n[1], callee=n[2], kind=n[3], message=n[0], in_diff=True, accepted=n[1] or "x"),
        ),
        impacted=tuple(
            a.Impacted(**symbol, id=node, distance=2, confidence=0.25, via=ids[0], is_test=tests, path=paths[tests])  # type: ignore[arg-type]
            for node, tests in ((ids[1], False), (ids[3], True))
        ),
        layer_violations=(
            a.LayerViolation(rule=n[0], status="new", severity=n[1], source=n[2], target=n[3], message=n[1], path=(rule_hop,)),
        ),
        affected_tests=(
            a.AffectedTest(id=n[0], file=n[1], name=n[2], start_line=1, reason=n[3], distance=1, confidence=0.5),
            a.AffectedTest(id=n[0], file=n[1] + ".py", name="test_" + n[2], start_line=1, reason=n[3], distance=1, confidence=0.5),
        ),
        test_gaps=(a.TestGap(id=n[0], file=n[1], name=n[2], why=n[3]),),
        cycles=(a.CycleChange(status="new", level=n[1], members=(n[2], n[3]), cut=(n[0],)),),
        dead_code=(a.DeadCode(status="new", id=n[0], file=n[1], name=n[2]),),
        processes=(a.ProcessChange(id=n[0], name=n[1], entry=n[2], change=n[3], touched_step=n[0], steps=(n[1], n[2])),),
        owners=(a.Owner(owner=n[0], files=(n[1],), changed=1, impacted=2),),
        co_change=(a.CoChange(file=n[0], with_file=n[1], together=3, of=4),),
        skipped=(a.SkippedFile(file=n[0], reason=n[1]),),
        cut={n[0]: 1},
        timings={n[1]: 0.5},
        summary=a.Summary(risk=a.Risk(level="high", factors=(a.RiskFactor(name=n[0], value=0.5, why=n[1]),))),
    )
