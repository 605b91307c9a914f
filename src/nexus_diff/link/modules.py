"""What an import leads to, and which names a module exports: re-exports, barrels, stars, default exports, CommonJS, submodules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nexus_diff.languages.base import Resolved
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import NOTHING, Def, Ext, Mod, Pack, Space, Values, union
from nexus_diff.model.facts import NONE, Import

if TYPE_CHECKING:
    from nexus_diff.link.context import Context

_MISSING = Resolved("missing")


class Modules:
    """Imports and exports of files."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    def resolve(self, index: FileIndex, source: str) -> Resolved:
        """Where the import text `source` in this file leads."""
        resolver = index.language.resolve
        if resolver is None:
            return _MISSING
        return self.world.session.ask(("resolve", index.path, source), lambda: resolver(index.path, source, self.world), _MISSING)

    def source(self, index: FileIndex, imp: Import) -> Values:
        """What the source of an import names."""
        return self.context.paths.follow(index, imp) if index.language.path_roots else self.target(index, imp.source)

    def target(self, index: FileIndex, source: str) -> Values:
        """The module an import text names, as a value."""
        resolved = self.resolve(index, source)
        if resolved.kind == "file":
            return (Mod(resolved.path),)
        if resolved.kind == "directory":
            return (Space(index.language.group, resolved.path),) if index.language.imports_folders else (Pack(resolved.path),)
        return (Ext(source),) if resolved.kind == "external" else NOTHING

    def imported(self, index: FileIndex, imp: Import) -> Values:
        """What an import binds."""
        if self.context.packages.by_name(index, imp):
            return self.context.packages.imported(index, imp)
        if index.language.path_roots:
            return self.context.paths.imported(index, imp)
        modules = self.target(index, imp.source)
        if not modules:
            return NOTHING
        module = modules[0]
        if imp.name == "" and imp.kind == "import" and imp.alias and index.language.submodules:
            return self._dotted_import(index, imp, module)
        if imp.name in ("", "*"):
            return modules
        if isinstance(module, Ext):
            return (Ext(f"{module.name}.{imp.name}"),)
        if imp.name == "=":
            return self.whole(module.path) if isinstance(module, Mod) else modules
        if imp.name == "default" and isinstance(module, Mod):
            return self.default(module.path)
        return self.member(module.path, imp.name) if isinstance(module, Mod) else self.submodule(module, imp.name)

    def _dotted_import(self, index: FileIndex, imp: Import, module: object) -> Values:
        """`import a.b.c` binds `a`; `import a.b.c as x` binds the module itself."""
        first = imp.source.partition(".")[0]
        if imp.alias != first or "." not in imp.source:
            return self.target(index, imp.source)
        found = self.target(index, first)
        return found or ((module,) if isinstance(module, (Mod, Pack, Ext)) else NOTHING)

    def default(self, path: str) -> Values:
        """The default export; for CommonJS files read by `import x from`, the whole `module.exports`."""
        found = self.member(path, "default")
        return found or self.whole(path, fallback=False)

    def whole(self, path: str, fallback: bool = True) -> Values:
        """`module.exports` of a CommonJS file, else the module itself."""
        index = self._open(path)
        if index is None:
            return NOTHING
        self.world.part(path, "", "module.exports")
        assigned = index.objects.get((0, "module"), {}).get("exports", ())
        values = union(*(self.context.evaluator.binding(index, b) for b in assigned))
        found = tuple(v for v in values if not isinstance(v, Ext))
        return found or ((Mod(path),) if fallback else NOTHING)

    def of_whole(self, value: Def, name: str) -> Values:
        """`name` of a function that is what its CommonJS file exports as a whole: `exports = module.exports = f; exports.name = …`."""
        index = self.world.index(value.path)
        if index is None or value not in self.whole(value.path, fallback=False):
            return NOTHING
        found: list[Values] = []
        for dotted in ("exports", "module.exports"):
            self.world.part(value.path, "", f"{dotted}.{name}")
            assigned = index.objects.get((0, dotted), {}).get(name, ())
            found.extend(self.context.evaluator.binding(index, b) for b in assigned)
        return union(*found)

    def _open(self, path: str) -> FileIndex | None:
        return self.world.index(path) if self.world.file(path) else None

    def submodule(self, package: object, name: str) -> Values:
        """`package.name` where that is a file or folder below a package."""
        if isinstance(package, Pack):
            folder, importer = package.path, f"{package.path}/_" if package.path else "_"
        elif isinstance(package, Mod):
            folder, importer = package.path.rpartition("/")[0], package.path
            if package.path.rpartition("/")[2] not in self._package_files(package.path):
                return NOTHING
        else:
            return NOTHING
        for suffix in self._suffixes(importer):
            path = f"{folder}/{name}" if folder else name
            for candidate in (*(f"{path}/{base}" for base in self._package_files(importer) or ()), path + suffix):
                if self.world.file(candidate):
                    return (Mod(candidate),)
        path = f"{folder}/{name}" if folder else name
        return (Pack(path),) if self.world.directory(path) else NOTHING

    def _package_files(self, path: str) -> tuple[str, ...]:
        index = self.world.index(path)
        return index.language.package_files if index is not None else ("__init__.py",)

    def _suffixes(self, path: str) -> tuple[str, ...]:
        index = self.world.index(path)
        return index.language.suffixes if index is not None else (".py", ".pyi")

    def member(self, path: str, name: str) -> Values:
        """What another file gets for `name` of module `path`."""
        return self.world.session.ask(("member", path, name), lambda: self._member(path, name), NOTHING)

    def _member(self, path: str, name: str) -> Values:
        index = self._open(path)
        if index is None:
            return NOTHING
        self.world.part(path, "", name)
        local = index.exports.get(name)
        values = self._exported(index, name if local is None else local)
        if values:
            return values
        if index.language.submodules:
            values = self.submodule(Mod(path), name)
            if values:
                return values
        self.world.part(path, "", "*")
        if index.language.path_roots:
            return self.context.paths.member(index, name)
        values = self._through_stars(index, name)
        if values:
            return values
        if not index.language.module_objects:
            return NOTHING
        for part in ("module.exports", f"exports.{name}", f"module.exports.{name}"):
            self.world.part(path, "", part)
        return self._common_js(index, name)

    def _exported(self, index: FileIndex, name: str) -> Values:
        evaluator = self.context.evaluator
        self.world.part(index.path, "", name)
        values = union(*(evaluator.binding(index, b) for b in index.visible(0, name, None)[0]))
        if values:
            return values
        for imp in index.facts.imports:
            if imp.kind == "reexport" and imp.alias == name:
                return self.imported(index, imp)
        if name == "default":
            for position, definition in enumerate(index.facts.definitions):
                if "default" in definition.modifiers and definition.scope == 0:
                    return (Def(index.path, position),)
        return NOTHING

    def _through_stars(self, index: FileIndex, name: str) -> Values:
        found: Values = NOTHING
        for position in index.star_imports:
            imp = index.facts.imports[position]
            for module in self.target(index, imp.source):
                if isinstance(module, Mod) and (name != "default"):
                    found = self.star_member(module.path, name) or found
            if found and imp.kind == "reexport":
                break
        return found

    def star_member(self, path: str, name: str) -> Values:
        """`name` as `from path import *` would give it."""
        index = self._open(path)
        if index is None:
            return NOTHING
        self.world.part(path, "", "*")
        listed = index.facts.all_names
        if listed is not None and name not in listed:
            return NOTHING
        if listed is None and index.language.exports_by_default and name.startswith("_"):
            return NOTHING
        return self.member(path, name)

    def _common_js(self, index: FileIndex, name: str) -> Values:
        """`exports.name = …`, `module.exports.name = …`, or a property of the object given to `module.exports`."""
        evaluator = self.context.evaluator
        for dotted in ("exports", "module.exports"):
            assigned = index.objects.get((0, dotted), {}).get(name)
            if assigned:
                return union(*(evaluator.binding(index, b) for b in assigned if b.value != NONE or b.definition != NONE))
        if not index.objects.get((0, "module"), {}).get("exports"):
            return NOTHING
        return union(*(evaluator.attribute(value, name) for value in self.whole(index.path, fallback=False)))
