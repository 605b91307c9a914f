"""Hand-made answers of every size."""

from __future__ import annotations

import pytest

from nexus_diff.model import answer as a

TOOL = a.Tool(version="0.1.0")
BASE, HEAD = "1a2b3c4d5e6f" + "0" * 28, "9f8e7d6c5b4a" + "0" * 28
MISSING = tuple(f"not computed: {what}" for what in ("breaking call sites", "processes", "owners"))


def changed(name: str, file: str, line: int = 10, change: str = "modified", **more: object) -> a.ChangedSymbol:
    return a.ChangedSymbol(
        id=f"Function:{file}:{name}",
        kind="function",
        name=name.rsplit(".", 1)[-1],
        qualified_name=name,
        file=file,
        start_line=line,
        end_line=line + 9,
        change=change,
        changes=(change,),
        **more,  # type: ignore[arg-type]
    )


def hop(name: str, file: str, line: int, confidence: float = 0.95, **more: str) -> a.Hop:
    values = {"side": "head", "type": "CALLS", "reason": "exact", **more}
    return a.Hop(id=f"Function:{file}:{name}", file=file, line=line, confidence=confidence, **values)  # type: ignore[arg-type]


def impacted(name: str, file: str, line: int, via: str, *path: a.Hop, is_test: bool = False) -> a.Impacted:
    confidence = 1.0
    for step in path:
        confidence *= step.confidence
    return a.Impacted(
        id=f"Function:{file}:{name}",
        kind="function",
        name=name.rsplit(".", 1)[-1],
        qualified_name=name,
        file=file,
        start_line=line,
        end_line=line + 9,
        distance=len(path),
        confidence=confidence,
        via=via,
        is_test=is_test,
        in_tests=is_test,
        path=path,
    )


def empty() -> a.Answer:
    return a.Answer(tool=TOOL, base=BASE, head=HEAD, base_kind="merge-base", notices=MISSING)


def unreached() -> a.Answer:
    symbols = (
        changed("parse", "src/parse.py"),
        changed("Parser.peek", "src/parse.py", 40, "added"),
        changed("doc", "src/a.py", 1, "comment"),
    )
    return a.Answer(tool=TOOL, base=BASE, head="", base_kind="direct", changed_symbols=symbols, notices=MISSING)


def small() -> a.Answer:
    charge = changed("charge", "src/pay.py", 10, "signature", details=("parameter currency added", "default of amount removed"))
    renamed = changed("Card.pay", "src/pay.py", 40, "renamed", old=a.OldPlace(file="src/card.py", name="do_pay", start_line=7, end_line=9))
    gone = changed("refund", "src/pay.py", 80, "deleted")
    checkout = hop("checkout", "src/shop/app.py", 14)
    return a.Answer(
        tool=TOOL,
        base=BASE,
        head=HEAD,
        base_kind="merge-base",
        changed_symbols=(gone, renamed, charge, changed("helper", "src/pay.py", 99, "comment")),
        breaking_call_sites=(
            a.BreakingCallSite(
                file="src/shop/app.py",
                line=14,
                caller="checkout",
                callee="charge",
                kind="arguments",
                message="checkout calls charge(amount) but currency is required now",
                in_diff=False,
            ),
        ),
        impacted=(
            impacted("checkout", "src/shop/app.py", 12, charge.id, checkout),
            impacted("undo", "src/shop/undo.py", 5, gone.id, hop("undo", "src/shop/undo.py", 8, 0.7, side="base", reason="name")),
            impacted("Gift", "src/gift.py", 1, renamed.id, hop("Gift", "src/gift.py", 1, 0.9, type="EXTENDS")),
            impacted("main", "src/shop/cli.py", 3, charge.id, hop("main", "src/shop/cli.py", 6), checkout),
            impacted(
                "test_checkout", "tests/test_app.py", 3, charge.id, hop("test_checkout", "tests/test_app.py", 5), checkout, is_test=True
            ),
        ),
        layer_violations=(
            a.LayerViolation(
                rule="web-not-db", status="new", severity="error", source="web", target="db", message="web/a.py imports db/b.py"
            ),
            a.LayerViolation(
                rule="web-not-db", status="fixed", severity="error", source="web", target="db", message="web/c.py imports db/b.py"
            ),
        ),
        owners=(
            a.Owner(owner="@shop/pay", files=("src/pay.py", "src/gift.py"), changed=1, impacted=1),
            a.Owner(owner="dev@example.org", files=("src/shop/app.py", "src/shop/undo.py"), changed=0, impacted=2),
        ),
        co_change=(a.CoChange(file="docs/prices.csv", with_file="src/pay.py", together=33, of=53),),
        summary=a.Summary(
            risk=a.Risk(
                level="high",
                factors=(
                    a.RiskFactor(name="breaking_call_sites", value=1.0, why="breaking call sites; raised from 1 on", raised=True),
                    a.RiskFactor(name="callers", value=3.0, why="direct users of what changed; raised from 10 on"),
                    a.RiskFactor(name="churn", value=31.0, why="recent commits; raised from 20 on", raised=True),
                ),
            )
        ),
    )


def large() -> a.Answer:
    symbols = tuple(changed(f"mod{number}.function_{number}", f"src/mod{number}.py", number + 1) for number in range(90))
    reached = []
    for number in range(400):
        via = symbols[number % 90]
        name, file = f"caller_{number}", f"src/pkg{number % 7}/file{number}.py"
        chain = [hop(name, file, 20, 0.9)] + [hop(f"step_{level}", f"src/step{level}.py", 7, 0.9) for level in range(number % 4)]
        reached.append(impacted(name, file, number + 1, via.id, *chain))
    reached.sort(key=lambda symbol: (symbol.distance, -symbol.confidence, symbol.id))
    tests = tuple(
        a.AffectedTest(
            id=f"t{number}",
            file=f"tests/test_{number % 9}.py",
            name=f"test_{number}",
            start_line=4,
            reason="calls it",
            distance=1,
            confidence=0.9,
        )
        for number in range(60)
    )
    skipped = tuple(a.SkippedFile(file=f"dist/bundle{number}.js", reason="larger than 1000000 bytes") for number in range(33))
    return a.Answer(
        tool=TOOL,
        base=BASE,
        head=HEAD,
        base_kind="merge-base",
        changed_symbols=symbols,
        impacted=tuple(reached),
        affected_tests=tests,
        skipped=skipped,
        cut={"walk deeper than 10 hops": 12, "dispatch fans": 3},
        notices=MISSING,
    )


EVIL = (
    "</details><img src=x onerror=alert(1)>",
    "@org/team #1 GH-1 [x](https://evil.example) ![i](http://evil.example/p.png)",
    "a`b``c```d|e\\|f",
    "line\nbreak\r\n\n# heading\n- item",
    "\x1b[31mred\x1b]0;title\x07\x9b2J\u202egnp.exe\u200b\u2066",
    "[bold red]rich[/] :boom: {{ 7*7 }} {% raw %}",
    "undecodable \udcff\udc80 ü 名前",
    "x" * 1000,
)


def hostile() -> a.Answer:
    symbols = tuple(
        changed(
            name,
            f"src/{name}.py",
            details=(name, f"renamed to {name}"),
            old=a.OldPlace(file=name, name=name + "2", start_line=1, end_line=2),
        )
        for name in EVIL
    )
    return a.Answer(
        tool=TOOL,
        base=EVIL[1],
        head=EVIL[3],
        base_kind=EVIL[0],
        notices=tuple(f"the file {name} is odd" for name in EVIL) + tuple(f"not computed: {name}" for name in EVIL),
        changed_symbols=symbols,
        breaking_call_sites=tuple(
            a.BreakingCallSite(file=name, line=1, caller=name, callee=name, kind=name, message=f"calls {name}", in_diff=True)
            for name in EVIL
        ),
        impacted=tuple(
            impacted(name, name, 1, symbols[0].id, hop(name, name, 3, reason=name, type=name), is_test=number % 2 > 0)
            for number, name in enumerate(EVIL)
        ),
        layer_violations=tuple(
            a.LayerViolation(
                rule=name, status="new", severity="error" if number % 2 else name, source=name, target=name, message=f"from {name}"
            )
            for number, name in enumerate(EVIL)
        ),
        affected_tests=tuple(
            a.AffectedTest(id=name, file=name, name=name, start_line=1, reason=name, distance=1, confidence=0.5) for name in EVIL
        ),
        processes=tuple(
            a.ProcessChange(id=name, name=name, entry=name, change=change, touched_step=name, steps=(name,))
            for name, change in zip(EVIL, ("step changed", "step impacted", "added", "removed") * 2, strict=False)
        ),
        cycles=tuple(a.CycleChange(status="new", level="file", members=(name, "b"), cut=(f"{name} → b",)) for name in EVIL),
        dead_code=tuple(a.DeadCode(status="new", id=name, file=name, name=name) for name in EVIL),
        skipped=tuple(a.SkippedFile(file=name, reason=name) for name in EVIL),
        owners=tuple(a.Owner(owner=name, files=(name,), changed=1, impacted=2) for name in EVIL),
        co_change=tuple(a.CoChange(file=name, with_file=name, together=3, of=4) for name in EVIL),
        summary=a.Summary(
            risk=a.Risk(level=EVIL[0], factors=tuple(a.RiskFactor(name=name, value=1.0, why=name, raised=True) for name in EVIL))
        ),
        cut=dict.fromkeys(EVIL, 1),
    )


def noted() -> a.Answer:
    return a.Answer(
        tool=TOOL,
        base=BASE,
        head="index",
        base_kind="approximate",
        changed_symbols=(changed("readme", "src/a.py", 1, "comment"),),
        skipped=(a.SkippedFile(file="big.js", reason="larger than 1000000 bytes"), a.SkippedFile(file="x.py", reason="not valid UTF-8")),
        notices=("the snapshot of 1a2b3c4d5e6f was damaged and was rebuilt", *MISSING),
    )


SAMPLES = {make.__name__: make() for make in (empty, unreached, small, large, hostile, noted)}


@pytest.fixture
def samples() -> dict[str, a.Answer]:
    return SAMPLES


@pytest.fixture(params=SAMPLES)
def sample(request: pytest.FixtureRequest) -> tuple[str, a.Answer]:
    return request.param, SAMPLES[request.param]
