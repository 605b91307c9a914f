"""What a kind of rule is: it looks at edges of one file at a time, or at a whole revision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nexus_diff.config.architecture import Rule
from nexus_diff.rules.cycles import Groups
from nexus_diff.rules.parts import Place
from nexus_diff.rules.values import Edge, Finding
from nexus_diff.rules.view import View

CHAIN = "CHAIN"
"""Type in the key of a finding about a chain between two parts."""


class Kind:
    """One rule. A kind overrides `forbids` (and `means`, when it looks at symbols), or `local`, or `whole`."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule

    def forbids(self, source: Place, target: Place) -> str:
        """Why a file may not depend on another one, "" when it may. Depends on the two places only."""
        return ""

    def concerns(self, source: Place) -> bool:
        """Whether `forbids` can ever say something about this source: most files need no closer look."""
        return True

    def means(self, view: View, edge: Edge) -> bool:
        """Whether the rule is about the symbols of an edge between two files that `forbids` named."""
        return True

    def local(self, view: View, path: str) -> Iterator[Finding]:
        """What is wrong with one file's own dependencies. Depends on that file and on places only."""
        source = view.place(path)
        if source.unchecked or not self.concerns(source):
            return
        types = view.types(self.rule)
        for target_path, type_ in view.pairs(path, types):
            target = view.place(target_path)
            message = self.forbids(source, target)
            for edge in view.edges(path, target_path, type_) if message else ():
                if self.means(view, edge) and not allowed(view, self.rule, edge):
                    yield self.found(edge, message)

    def whole(self, view: View) -> Iterable[Finding]:
        """What is wrong with the revision as a whole: chains."""
        return ()

    def circles(self, view: View) -> Iterable[tuple[str, Groups]]:
        """Groups of files that must not depend on one another in circles, each with a name."""
        return ()

    def found(self, edge: Edge, message: str) -> Finding:
        """A finding about one edge."""
        rule = self.rule
        return Finding(rule.id, rule.severity, (rule.id, edge.type, edge.source, edge.target), edge.source, edge.target, message, (edge,))

    def found_chain(self, source: str, target: str, message: str, edges: tuple[Edge, ...]) -> Finding:
        """A finding about a chain between two parts."""
        rule = self.rule
        key = (rule.id, CHAIN, source, target)
        return Finding(rule.id, rule.severity, key, edges[0].source, edges[-1].target, message, edges)


def allowed(view: View, rule: Rule, edge: Edge) -> bool:
    """Whether an exception lets the edge pass."""
    if not view.allowances.of(rule.id):
        return False
    source, target = view.path_of(edge.source), view.path_of(edge.target)
    return view.allowances.allowed(rule.id, (source, view.symbol_name(edge.source)), (target, view.symbol_name(edge.target)))
