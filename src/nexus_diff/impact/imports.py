"""What a file imports and exports otherwise than by the definitions themselves, and how that differs, in words."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.model.facts import FileFacts, Import

_Key = tuple[str, str, str, str]


def import_differences(old: FileFacts, new: FileFacts) -> Iterator[str]:
    """Imports of module code that one side has only, and those that are for types on one side only."""
    was, now = _imports(old), _imports(new)
    yield from (f"{_told(key)} removed" for key in sorted(was.keys() - now.keys()))
    yield from (f"{_told(key)} added" for key in sorted(now.keys() - was.keys()))
    for key in sorted(was.keys() & now.keys()):
        if was[key] != now[key]:
            yield f"{_told(key)} is {'now' if now[key] else 'no longer'} for types only"


def imports_reordered(old: FileFacts, new: FileFacts) -> bool:
    """Whether both sides have the same imports in another order."""
    was, now = list(map(_key, old.imports)), list(map(_key, new.imports))
    return was != now and sorted(was) == sorted(now)


def _imports(facts: FileFacts) -> dict[_Key, bool]:
    return {_key(imp): "type_only" in imp.flags for imp in facts.imports if facts.scopes[imp.scope].owner < 0}


def _key(imp: Import) -> _Key:
    return imp.source, imp.name, imp.alias, imp.kind


def _told(key: _Key) -> str:
    source, name, alias, kind = key
    what = "re-export" if kind == "reexport" else "import"
    if name in ("", "="):
        return f"{what} of `{source}`{_as(alias, source)}"
    if name == "*":
        return f"{what} of everything from `{source}`{_as(alias, '')}"
    if name == "default":
        return f"{what} of the default of `{source}`{_as(alias, '')}"
    return f"{what} of `{name}` from `{source}`{_as(alias, name)}"


def _as(alias: str, name: str) -> str:
    return f" as `{alias}`" if alias and alias not in (name, name.rpartition(".")[2], name.partition(".")[0]) else ""


def export_differences(old: FileFacts, new: FileFacts) -> Iterator[str]:
    """Names that are exported by a list on one side only."""
    was, now = _exports(old), _exports(new)
    yield from (f"export of {_listed(pair)} removed" for pair in sorted(was - now))
    yield from (f"export of {_listed(pair)} added" for pair in sorted(now - was))


def exports_lost(old: FileFacts, new: FileFacts) -> bool:
    """Whether a name that was exported by a list or from elsewhere is so no longer, or stands for something else."""
    return bool(_exports(old) - _exports(new) or _passed_on(old) - _passed_on(new))


def _passed_on(facts: FileFacts) -> set[tuple[str, str, str]]:
    return {(imp.source, imp.name, imp.alias) for imp in facts.imports if imp.kind == "reexport"}


def _exports(facts: FileFacts) -> set[tuple[str, str]]:
    return {(name, local) for name, local in facts.exports if name != "="}


def _listed(pair: tuple[str, str]) -> str:
    name, local = pair
    return f"`{local}` as `{name}`" if local and local != name else f"`{name}`"
