"""Of which classes something that is declared as one class may be: for calls that an override answers."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.impact.breaking_case import Case, called, heirs
from nexus_diff.link.values import Def
from nexus_diff.model.graph import CALLS

_MOST_CALLS = 100


def instances(case: Case, cls: Def) -> Iterator[Def]:
    """The class if head makes instances of it, and those below of which there may be instances: made somewhere, or with none below."""
    below = heirs(case.head, cls)
    above = {base for one in below for base, _ in case.head.view.context.classes.bases(one)}
    for one in [cls, *below]:
        if one not in above or _made(case, one):
            yield one


def _made(case: Case, cls: Def) -> bool:
    """Whether some call in head makes an instance of this very class."""
    view = case.head.view
    for target in view.context.classes.constructors(cls) or [cls]:
        for number, relation in enumerate(case.head.graph.incoming(view.id_of(target), CALLS, 0.0)):
            node = case.head.graph.node(relation.source) if relation.reason.startswith("constructor") else None
            index = view.file(node.file_path) if node is not None else None
            if number >= _MOST_CALLS:
                return True
            for site in case.sites(index, relation.line) if index is not None else ():
                call = called(index.facts.exprs[site.expr]) if index is not None else None
                if index is not None and call is not None and view.sole(index, call[0]) == cls:
                    return True
    return False
