"""`externals`, `forbid_externals`: libraries from outside the repository that a part may, or may not, import."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.config.architecture import Rule
from nexus_diff.link.nodes import file_id
from nexus_diff.model.graph import External
from nexus_diff.rules.kind import Kind
from nexus_diff.rules.parts import Selector
from nexus_diff.rules.values import Edge, Finding
from nexus_diff.rules.view import View


class Externals(Kind):
    """A name means the library and all its modules. The language's own library is always allowed unless it is forbidden by name."""

    def __init__(self, rule: Rule) -> None:
        super().__init__(rule)
        self._sources = Selector(rule.sources)

    def local(self, view: View, path: str) -> Iterator[Finding]:
        place = view.place(path)
        if place.unchecked or not self._sources.whole(place):
            return
        seen = set()
        for external in view.links(path).externals:
            if external.module in seen or (external.type_only and not view.settings.type_only) or not self._wrong(external):
                continue
            seen.add(external.module)
            target = f"external:{external.module}"
            if view.allowances.of(self.rule.id) and view.allowances.allowed(
                self.rule.id, (path, place.name), (external.module, external.module)
            ):
                continue
            edge = Edge(file_id(path), target, "IMPORTS", path, external.line, 1.0, "external")
            only = f"; only {', '.join(self.rule.modules) or 'the standard library'} may be" if self.rule.allowed_only else ""
            yield self.found(edge, f"{external.module} may not be imported by {place.label}{only}")

    def _wrong(self, external: External) -> bool:
        listed = any(_within(external.module, name) for name in self.rule.modules)
        if self.rule.allowed_only:
            return not listed and not external.standard
        return listed


def _within(module: str, name: str) -> bool:
    """Whether a module is the named library or a part of it; a `*` at the end takes whatever begins so."""
    if name.endswith("*"):
        return module.startswith(name[:-1])
    return module == name or module.startswith((f"{name}.", f"{name}/", f"{name}::"))
