"""What a call relates to beside what it calls: declarations that this implements, what a library may run in return, a type converted to."""

from __future__ import annotations

from nexus_diff.link import confidence
from nexus_diff.link.classes import CLASS_KINDS
from nexus_diff.link.handing import Handing
from nexus_diff.link.hierarchy import LIBRARY
from nexus_diff.link.values import Def, Ext, Inst, Values
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Site
from nexus_diff.model.graph import CREATES, HubUse


class Beside(Handing):
    """Further relations of calls."""

    def _converts(self, site: Site, values: Values) -> None:
        """Calling a type makes a value of it, where that runs nothing."""
        for value in values if self.index.language.calls_convert else ():
            there = self.world.index(value.path) if isinstance(value, Def) else None
            if there is not None and isinstance(value, Def) and there.facts.definitions[value.index].kind in (*CLASS_KINDS, "type"):
                self._add(site, value, "REFERENCES", CREATES, confidence.CERTAIN)

    def _through_library(self, site: Site, target: x.Attr) -> None:
        """A call through an interface of a library, or through one of ours that embeds such: whatever meets it may be called."""
        language = self.index.language
        for value in self.evaluator.value(self.index, target.value) if language.structural_interfaces else ():
            if isinstance(value, Inst):
                self._dispatch(site, Def(value.path, value.index), target.name)
            name = value.name if isinstance(value, Ext) and value.name not in language.uncounted_interfaces else ""
            if target.name in language.library_interfaces.get(name, ()):
                self.uses.add(HubUse(self.owner(site.scope), f"dispatch:{LIBRARY}{name}:{target.name}", "CALLS", site.line, "override"))

    def _declared(self, site: Site, target: Def) -> None:
        """The declarations that a called method implements are called too: of the traits of the block that it stands in."""
        there = self.world.index(target.path)
        if there is None:
            return
        definition = there.facts.definitions[target.index]
        scope = there.facts.scopes[definition.scope]
        block = there.facts.definitions[scope.definition] if scope.kind == "class" and scope.definition != NONE else None
        if block is None or block.kind != "extension" or not block.bases:
            return
        self.world.part(target.path, there.qualified(scope.definition), "")
        for base in block.bases:
            for value in self.context.types.base(there, base.expr):
                method = self.context.classes.method(Def(value.path, value.index), definition.name) if isinstance(value, Inst) else None
                if method is not None:
                    self._add(site, method, "CALLS", "declared")

    def _framework(self, site: Site, target: x.Attr) -> None:
        """A library's method called on an instance of ours: it may call what we override there."""
        for value in self.evaluator.value(self.index, target.value):
            if isinstance(value, Inst):
                for method in self.context.classes.framework_methods(Def(value.path, value.index)):
                    self._add(site, method, "CALLS", "framework")
