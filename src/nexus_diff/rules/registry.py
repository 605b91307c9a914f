"""Kinds of rules by their key in the configuration."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from nexus_diff.config.architecture import Rule
from nexus_diff.rules.acyclic import Acyclic
from nexus_diff.rules.externals import Externals
from nexus_diff.rules.forbid import Forbid
from nexus_diff.rules.independent import Independent
from nexus_diff.rules.kind import Kind
from nexus_diff.rules.layers import Layers
from nexus_diff.rules.protect import Protect
from nexus_diff.rules.public_only import PublicOnly
from nexus_diff.rules.require import Require

KINDS: Mapping[str, Callable[[Rule], Kind]] = {
    "layers": Layers,
    "independent": Independent,
    "public_only": PublicOnly,
    "protect": Protect,
    "forbid": Forbid,
    "require": Require,
    "externals": Externals,
    "acyclic": Acyclic,
}


def kinds_of(rules: Iterable[Rule]) -> list[Kind]:
    """Each rule, ready to judge."""
    return [KINDS[rule.kind](rule) for rule in rules]
