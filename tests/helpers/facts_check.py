"""What holds for the facts of any source."""

from __future__ import annotations

from nexus_diff.model import expr as x
from nexus_diff.model.facts import FileFacts

OPERANDS: dict[type[x.Expr], tuple[str, ...]] = {
    x.Attr: ("value",), x.Call: ("func",), x.New: ("type",), x.Index: ("value", "key"), x.Item: ("value",), x.Iter: ("value",),
    x.Enter: ("value",), x.Await: ("value",), x.Cast: ("value", "type"), x.AddressOf: ("value",), x.Deref: ("value",), x.Op: ("left",),
    x.Apply: ("type",), x.TypeOf: ("value",), x.Held: ("value",),
}  # fmt: skip
"""What an expression cannot be without."""


def hangs_together(facts: FileFacts) -> None:
    """Every index points into its table, names are counted right, lines lie in the file."""
    scopes, exprs, definitions = len(facts.scopes), len(facts.exprs), len(facts.definitions)
    assert len(facts.spans) == definitions
    counts = [0] * scopes
    for b in facts.bindings:
        assert 0 <= b.scope < scopes
        assert max(b.value, b.type, b.attr_of) < exprs
        assert b.definition < definitions
        assert b.imported < len(facts.imports)
        assert 0 <= b.block < len(facts.blocks)
        counts[b.scope] += 1
    for point in facts.points:
        assert point.at <= counts[point.scope] or point.at > 1 << 20
    for index, e in enumerate(facts.exprs):
        # an operand comes first, so that none leads back to itself
        assert all(0 <= getattr(e, name) < index for name in OPERANDS.get(type(e), ())), (index, e)
        assert all(0 <= arg.value < exprs for arg in (e.args if isinstance(e, (x.Call, x.New)) else ())), (index, e)
        assert all(0 <= item < exprs for item in (e.items if isinstance(e, (x.Display, x.Union)) else ())), (index, e)
    for site in facts.sites:
        assert 0 <= site.expr < exprs
        assert 1 <= site.line <= site.end <= facts.line_count + 1
    for span in facts.spans:
        assert 1 <= span.doc <= span.start <= span.line <= span.end <= facts.line_count + 1
    for index, scope in enumerate(facts.scopes):
        assert scope.parent < index or index == 0
        assert all(r < exprs for r in (*scope.returns, *scope.yields))
