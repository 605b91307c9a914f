"""What a module offers to other files, as far as that can be told."""

# For maintainers. A wrong "no" becomes a wrong finding: what may offer a name that is not written down (`__getattr__`, `globals()`,
# `module.exports = …`, a star of something unknown) gives None, never False.

from __future__ import annotations

from nexus_diff.impact.breaking_case import Side, called
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import Mod
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

_WRITES_NAMES = frozenset({"globals", "vars", "exec", "eval", "setattr", "locals"})
"""Calls that may give a module names which are not written there."""
_DEPTH = 8


def offers(side: Side, path: str, name: str, depth: int = 0) -> bool | None:
    """Whether other files can get `name` from a module; None when that cannot be told."""
    index = side.view.file(path)
    if index is None or depth > _DEPTH or _unreadable(index):
        return None
    if name in index.exports or name in common_js(index) or _written(index, name):
        return True
    if index.language.submodules and side.view.context.modules.submodule(Mod(path), name):
        return True
    for position in index.star_imports:
        imp = index.facts.imports[position]
        if imp.kind != "reexport" and not index.language.exports_by_default:
            continue
        target = side.view.module(index, imp.source)
        found = offers(side, target, name, depth + 1) if target is not None else None
        if found is not False:
            return found
    return False


def _written(index: FileIndex, name: str) -> bool:
    """Whether the module itself binds the name for others."""
    facts = index.facts
    if any(imp.kind == "reexport" and imp.alias == name for imp in facts.imports):
        return True
    bound = [binding for _, binding in index.names(0).get(name, ())]
    if index.language.exports_by_default:
        return bool(bound) or any(name in scope.globals for scope in facts.scopes)
    marked = any("exported" in d.modifiers for d in facts.definitions if d.scope == 0 and d.name == name)
    default = name == "default" and any("default" in d.modifiers for d in facts.definitions)
    return marked or default or any(b.definition == NONE and b.imported == NONE for b in bound)


def common_js(index: FileIndex) -> frozenset[str]:
    """Names given to `exports` one by one."""
    return frozenset(name for dotted in ("exports", "module.exports") for name in index.objects.get((0, dotted), ()))


def _unreadable(index: FileIndex) -> bool:
    """Whether the module may offer names that are not written in it."""
    if any(hook in index.names(0) for hook in index.language.module_hooks) or computed(index):
        return True
    if not index.language.exports_by_default and index.objects.get((0, "module")):
        return True  # `module.exports = …`: an object that may get its members anywhere
    if index.path.endswith(".d.ts"):
        return True  # declarations are exported without a word
    return bool(index.facts.problems) or any(d.kind == "namespace" and d.scope == 0 for d in index.facts.definitions)


def computed(index: FileIndex) -> bool:
    """Whether module code may bind names that are not written in it."""
    for site in index.facts.sites:
        if site.scope != 0 or site.kind != "call":
            continue
        call = called(index.facts.exprs[site.expr])
        func = index.facts.exprs[call[0]] if call is not None else None
        if isinstance(func, x.Name) and func.name in _WRITES_NAMES:
            return True
    return False
