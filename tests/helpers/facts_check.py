"""What holds for the facts of any source."""

from __future__ import annotations

from nexus_diff.model.facts import FileFacts


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
    for site in facts.sites:
        assert 0 <= site.expr < exprs
        assert 1 <= site.line <= site.end <= facts.line_count + 1
    for span in facts.spans:
        assert 1 <= span.doc <= span.start <= span.line <= span.end <= facts.line_count + 1
    for index, scope in enumerate(facts.scopes):
        assert scope.parent < index or index == 0
        assert all(r < exprs for r in (*scope.returns, *scope.yields))
