"""Calls of which only the name is known: the one definition that bears it, or the hub of all that do."""

from __future__ import annotations

from collections.abc import Sequence

from nexus_diff.link import confidence
from nexus_diff.link.arity import fits, own_params
from nexus_diff.link.classes import CLASS_KINDS
from nexus_diff.link.handing import Handing
from nexus_diff.link.values import Def
from nexus_diff.model import expr as x
from nexus_diff.model.facts import Site
from nexus_diff.model.graph import HubUse, Relation


class Guesses(Handing):
    """What a name and a number of arguments say."""

    def _fits(self, target: Def, args: Sequence[x.Arg], bound: bool) -> bool:
        there = self.world.index(target.path)
        if there is None:
            return False
        definition = there.facts.definitions[target.index]
        if definition.kind in CLASS_KINDS:
            return True
        self.world.part(target.path, there.qualified(target.index), "(")
        if self.index.language.spreads_results and len(args) == 1 and isinstance(self.index.facts.exprs[args[0].value], x.Call):
            return True
        this = there.language.receiver == "this"
        if there.language.includes:
            return fits(self.context.alike.params(target), args, extra_allowed=this)
        first = bound and not this and "static" not in definition.modifiers
        return fits(own_params(definition, first or (bound and "extension" in definition.modifiers)), args, extra_allowed=this)

    def _by_method_name(self, site: Site, target: x.Attr, args: Sequence[x.Arg]) -> None:
        language = self.index.language
        if target.name in language.builtin_methods or (target.name.startswith("__") and target.name.endswith("__")):
            return
        self._guess(site, f"{language.group}.m", target.name, args)

    def _by_function_name(self, site: Site, target: x.Name, args: Sequence[x.Arg]) -> None:
        scope = self.index.facts.points[target.point].scope
        bound_here = self.index.scope_of_name(scope, target.name) != 0 or target.name in self.index.names(0)
        if not bound_here and target.name not in ("this", "super"):
            self._guess(site, f"{self.index.language.group}.f", target.name, args, "global")

    def _guess(self, site: Site, group: str, name: str, args: Sequence[x.Arg], reason: str = "unique-name") -> None:
        candidates = self.world.candidates(group, name)
        if len(candidates) == 1:
            target, least, most = candidates[0].split("\t")
            positional = sum(1 for a in args if not a.keyword)
            spread = any(a.keyword for a in args)
            right = positional <= int(most) and (spread or positional >= int(least))
            reason = reason if right or reason == "global" else reason + confidence.MISFIT
            sure = confidence.of(self.index.language.group, reason)
            self.relations.add(Relation(self.owner(site.scope), target, "CALLS", site.line, reason, sure, 1))
        elif candidates:
            self.uses.add(HubUse(self.owner(site.scope), f"name:{group}:{name}", "CALLS", site.line, "bare-name"))
