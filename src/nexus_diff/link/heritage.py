"""Relations that are no calls: imports, inheritance, overrides, values and types; and what a test runner calls."""

from __future__ import annotations

from nexus_diff.link import confidence
from nexus_diff.link.alike import may_be_same, parameter_names
from nexus_diff.link.classes import CLASS_KINDS
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.handing import Handing
from nexus_diff.link.hierarchy import GENERIC, LIBRARY, block_id
from nexus_diff.link.method_keys import method_key
from nexus_diff.link.names import joined
from nexus_diff.link.nodes import file_id, printable
from nexus_diff.link.paths import MACROS, MODULE
from nexus_diff.link.values import Bound, Def, Ext, Inst, Mod, Space, Values
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Base, Definition, Import, Site
from nexus_diff.model.graph import AROUND, IMPORT, PARENT_IMPORT, TYPE_IMPORT, External, FileImport, Relation


class Heritage(Handing):
    """Imports, heritage and references of one file."""

    def _import(self, position: int) -> None:
        """IMPORTS between files, REFERENCES to the definition that an import names; or an import out of the repository."""
        imp, line = self.index.facts.imports[position], self.index.facts.import_lines[position]
        found = self.context.modules.source(self.index, imp)
        named: Values = ()
        if imp.name not in ("", "*"):
            named = self.context.modules.imported(self.index, imp)
        if self.context.packages.by_name(self.index, imp):
            found = self._files_of(imp, named)
        elif self.index.language.path_roots:
            found = tuple(Mod(v.path) if isinstance(v, Def) else v for v in found)
        found = tuple(v for module in found for v in (self._used(module, imp.alias) if isinstance(module, Space) else (module,)))
        type_only = "type_only" in imp.flags
        for module in {*found, *named}:
            if isinstance(module, Mod) and module.path != self.index.path:
                source, target = file_id(self.index.path), file_id(module.path)
                parent = module in found and self._as_parent(position, module, named)
                reason = TYPE_IMPORT if type_only else PARENT_IMPORT if parent else IMPORT
                self.relations.add(Relation(source, target, "IMPORTS", line, reason, confidence.CERTAIN, 1))
                self.imports.add(FileImport(printable(module.path), line, reason))
            elif isinstance(module, Ext) and module in found:
                standard = _is_standard(imp.source, self.index.language.standard_modules)
                self.externals.add(External(imp.source.strip("<>").removeprefix("::"), line, standard, type_only))
        for value in named:
            target_id = self._id(value) if isinstance(value, Def) else None
            if target_id is not None:
                owner = self.owner(imp.scope)
                self.relations.add(Relation(owner, target_id, "REFERENCES", line, "import", confidence.CERTAIN, 1))

    def _files_of(self, imp: Import, named: Values) -> Values:
        """Where an import by a name in full leads: the files of what it names, or out of the repository."""
        if imp.name in ("", "*"):
            named = self.context.packages.imported(self.index, imp)
        found = tuple(Mod(v.path) for v in named if isinstance(v, (Def, Bound)))
        if not found and imp.name not in ("", "*"):  # a field: the file of its class
            found = tuple(Mod(owner.path) for owner in self.context.packages.all_named(self.index.language.group, imp.source)[:1])
        return found or tuple(v for v in named if isinstance(v, Ext))

    def _used(self, package: Space, alias: str) -> Values:
        """The files of a package that a file uses through an import: those with the names that it reads."""
        if self._read is None:
            exprs = self.index.facts.exprs
            roots = ((exprs[e.value], e.name) for e in exprs if isinstance(e, x.Attr))
            self._read = {}
            for root, name in roots:
                if isinstance(root, x.Name):
                    self._read.setdefault(root.name, {})[name] = None
        found: dict[Mod, None] = {}
        for name in self._read.get(alias, ()):
            for definition in self.context.packages.all_named(package.group, joined(package.name, name)):
                found[Mod(definition.path)] = None
        return tuple(found)

    def _as_parent(self, position: int, module: Mod, named: Values) -> bool:
        """Whether a package is loaded on the way to a submodule only: `from package import submodule`, `import package.submodule`."""
        imports = self.index.facts.imports
        imp = imports[position]
        if imp.kind in (MODULE, MACROS):
            return True
        if any(isinstance(value, Mod) and value != module and _is_submodule(module.path, imp.name, value.path) for value in named):
            return True
        after = imports[position + 1] if imp.kind == "import" and position + 1 < len(imports) else None
        dotted = after is not None and after.kind == "import" and not after.alias and after.source.startswith(imp.source + ".")
        return dotted and imp.alias == imp.source

    def _heritage(self) -> None:
        facts, nodes = self.index.facts, self.index.nodes
        own_file = file_id(self.index.path)
        for position, definition in enumerate(facts.definitions):
            node = nodes[position]
            if node is None:
                if definition.kind == "extension" and self.index.language.monomorphic:
                    self._block(position)
                continue
            self.relations.add(Relation(own_file, node.id, "DEFINES", node.start_line, "structure", confidence.STRUCTURE, 1))
            if definition.kind in CLASS_KINDS:
                self._class(Def(self.index.path, position), node.id)
            elif definition.kind in ("method", "constructor", "property", "signature"):
                self._method(position, node.id)
            if self.context.fixtures.applies(self.index, position):
                self._runner(position, node.id)

    def _block(self, position: int) -> None:
        """A block of members for a type that is no class of the repository stands in the hierarchy by itself."""
        block = Def(self.index.path, position)
        if self.context.members.home(self.index, position) != block:
            return
        own = block_id(self.index, position)
        for base, _ in self.context.classes.bases(block):
            target = self._id(base) if isinstance(base, Def) else None
            if target is not None:
                self.meets.add((own, target))
        facts = self.index.facts
        body = facts.definitions[position].body
        for entries in self.index.names(body).values() if body != NONE else ():
            definition = entries[-1][1].definition
            method_id = self._id(Def(self.index.path, definition)) if definition != NONE else None
            if method_id is not None:
                self.members.add((own, method_key(self.index.language, facts, facts.definitions[definition]), method_id))

    def _runner(self, position: int, node_id: str) -> None:
        """What the test runner calls for a test or fixture."""
        line = self.index.facts.spans[position].line
        for target, reason in self.context.fixtures.used(self.index, position).items():
            target_id = self._id(target)
            if target_id is not None:
                kind = "REFERENCES" if reason == AROUND or not self.index.language.runner_calls else "CALLS"
                self.relations.add(Relation(node_id, target_id, kind, line, reason, confidence.of(self.index.language.group, reason), 1))

    def _class(self, cls: Def, class_id: str) -> None:
        line = self.index.facts.spans[cls.index].line
        if self.context.members.home(self.index, cls.index) != cls:
            return
        for part in (cls, *self.context.members.parts(cls)):
            there = self.world.index(part.path)
            for base in there.facts.definitions[part.index].bases if there is not None else ():
                if there is not None and not base.keyword and not self._is_interface(cls):
                    self._base(class_id, there, base, line)
        for method in self.context.members.methods(cls):
            there, method_id = self.world.index(method.path), self._id(method)
            if there is not None and method_id is not None:
                self.world.part(method.path, there.qualified(method.index), "()")
                self.members.add((class_id, method_key(there.language, there.facts, there.facts.definitions[method.index]), method_id))
        if self.index.language.structural_interfaces and self.index.facts.definitions[cls.index].kind == "class":
            self._implements(cls, class_id, line)

    def _implements(self, cls: Def, class_id: str, line: int) -> None:
        """IMPLEMENTS: to the interfaces that a type meets. Of a generic one it meets an instance only, and a library's has no node."""
        structural = self.context.structural
        for interface in structural.implemented(cls):
            target, there = self._id(interface), self.world.index(interface.path)
            if target is not None and there is not None and there.facts.definitions[interface.index].type_params:
                self.meets.add((class_id, f"{GENERIC}{target}"))
            elif target is not None:
                self.relations.add(Relation(class_id, target, "IMPLEMENTS", line, "structural", confidence.CERTAIN, 1))
        self.meets.update((class_id, f"{LIBRARY}{name}") for name in structural.of_library(cls))

    def _is_interface(self, cls: Def) -> bool:
        """Whether a class is an interface that says by embedding others which methods it has, and no more (it inherits nothing)."""
        return self.index.language.structural_interfaces and self.index.facts.definitions[cls.index].kind == "interface"

    def _base(self, class_id: str, there: FileIndex, base: Base, line: int) -> None:
        for value in self.context.types.base(there, base.expr):
            target = self._id(Def(value.path, value.index)) if isinstance(value, Inst) else None
            if isinstance(value, Inst) and target is not None and target != class_id:
                kind = "IMPLEMENTS" if base.kind == "implements" else "EXTENDS"
                self.relations.add(Relation(class_id, target, kind, line, "base", confidence.CERTAIN, 1))
                self._names(value.path, kind, "base")
                if kind == "IMPLEMENTS" and self.index.language.inherited_interfaces:
                    self._implied(class_id, Def(value.path, value.index), line)

    def _implied(self, class_id: str, interface: Def, line: int) -> None:
        """What an interface extends is implemented with it."""
        for above in self.context.classes.mro(interface)[1:]:
            target = self._id(above) if isinstance(above, Def) else None
            if target is not None and target.startswith("Interface:"):
                self.relations.add(Relation(class_id, target, "IMPLEMENTS", line, "base", confidence.CERTAIN, 1))

    def _method(self, position: int, method_id: str) -> None:
        """OVERRIDES: to the nearest ancestor's method of the same name."""
        facts = self.index.facts
        definition = facts.definitions[position]
        cls = self._class_of(position)
        if self.index.language.structural_interfaces:
            self._meets(position, method_id, cls)
            return
        for base in self.context.classes.mro(cls)[1:] if cls is not None else ():
            if isinstance(base, Ext):
                continue
            for above in self._of_name(base, definition):
                target = self._id(above)
                if target is not None and (not self.index.language.virtual_only or self.context.alike.is_virtual(above)):
                    line = facts.spans[position].line
                    self.relations.add(Relation(method_id, target, "OVERRIDES", line, "override", confidence.CERTAIN, 1))
                    self._take_over(position, method_id, target)
                    return

    def _meets(self, position: int, method_id: str, cls: Def | None) -> None:
        """OVERRIDES: to the methods of interfaces that the type meets with this one."""
        name, line = self.index.facts.definitions[position].name, self.index.facts.spans[position].line
        structural = self.context.structural
        for interface in structural.implemented(cls) if cls is not None and self.index.facts.definitions[position].kind == "method" else ():
            above = structural.methods(interface).get(name)
            target = self._id(above) if isinstance(above, Def) else None
            if target is not None:
                self.relations.add(Relation(method_id, target, "OVERRIDES", line, "override", confidence.CERTAIN, 1))
                self._take_over(position, method_id, target)

    def _class_of(self, method: int) -> Def | None:
        """The class that a method is a member of."""
        scope = self.index.facts.scopes[self.index.facts.definitions[method].scope]
        if scope.kind == "class" and scope.definition != NONE:
            return self.context.members.home(self.index, scope.definition)
        return self.context.members.owner_of(self.index, method) if self.index.language.outside_members else None

    def _of_name(self, base: Def, definition: Definition) -> list[Def]:
        """The methods of a class that a method of a class below would override: of the same name and, with overloads, as many parameters;
        those of the same types first."""
        language = self.index.language
        if not language.overloads:
            found = [Def(base.path, b.definition) for b in self.context.classes.own(base, definition.name) if b.definition != NONE]
            beside = self.context.members.beside(base, definition.name) if not found else None
            return found or [Def(beside.path, b.definition) for b in beside.own if b.definition != NONE] if beside is not None else found
        taken = parameter_names(self.index, definition)
        alike: list[tuple[int, Def]] = []
        for method in self.context.alike.of_class(base, definition.name):
            there = self.world.index(method.path)
            d = there.facts.definitions[method.index] if there is not None else None
            if there is not None and d is not None and len(d.params) == len(definition.params):
                self.world.part(method.path, there.qualified(method.index), "()")
                own = parameter_names(there, d)
                alike.append((0 if own == taken else 1 if may_be_same(own, taken) else 2, method))
        return [method for _, method in sorted(alike, key=lambda entry: entry[0])]

    def _constants(self, site: Site) -> None:
        """REFERENCES to the module variables that a site uses."""
        e = self._expr(site)
        for operand in (e.left, e.right) if isinstance(e, x.Op) else (site.expr,):
            for target in self._variables_of(operand) if operand != NONE else ():
                owner = self.owner(site.scope)
                if owner != file_id(self.index.path) or not target.startswith(f"CodeElement:{printable(self.index.path)}:"):
                    self.relations.add(Relation(owner, target, "REFERENCES", site.line, "constant", confidence.CERTAIN, 1))

    def _variables_of(self, expr: int) -> tuple[str, ...]:
        found = self._roots.get(expr)
        if found is None:
            root = self.context.constants.root(self.index, expr)
            if root is not None and root not in self._variables:
                used = self.context.constants.named(self.index, *root)
                self._variables[root] = tuple(i for d in used if (i := self._id(d)) is not None)
            found = self._roots[expr] = self._variables[root] if root is not None else ()
        return found

    def _value(self, site: Site) -> None:
        for value in self.context.references.value(self.index, site.expr):
            target = Def(value.path, value.index) if isinstance(value, (Def, Bound)) else None
            if target is not None:
                self._add(site, target, "REFERENCES", "value", confidence.CERTAIN)

    def _type(self, site: Site) -> None:
        for value in self._type_parts(site.expr):
            self._add(site, value, "REFERENCES", "type", confidence.CERTAIN)

    def _type_arguments(self, site: Site, e: x.Call | x.New) -> None:
        """REFERENCES to what a call or construction writes as type arguments: `get<A>()`, `new Box<A>()`, `Box<A>.of()`."""
        exprs = self.index.facts.exprs
        written = list(e.type_args) if isinstance(e, x.Call) else []
        named = exprs[e.func if isinstance(e, x.Call) else e.type]
        while isinstance(named, x.Attr):
            named = exprs[named.value]
        for argument in (*written, *(named.args if isinstance(named, x.Apply) else ())):
            for value in self._type_parts(argument) if argument != NONE else ():
                self._add(site, value, "REFERENCES", "type", confidence.CERTAIN)

    def _type_parts(self, expr: int) -> list[Def]:
        """Definitions named anywhere in a type expression."""
        e = self.index.facts.exprs[expr]
        if isinstance(e, (x.Name, x.Attr)):
            return [v for v in self.context.types.meant(self.index, expr) if isinstance(v, Def)]
        parts: list[int] = []
        if isinstance(e, x.Index):
            parts = [e.value, e.key]
        elif isinstance(e, x.Apply):
            made = self.context.types.of_arity(self.index, tuple(self._type_parts(e.type)), len(e.args))
            return [*(v for v in made if isinstance(v, Def)), *(d for a in e.args if a != NONE for d in self._type_parts(a))]
        elif isinstance(e, (x.Union, x.Display)):
            parts = list(e.items)
        elif isinstance(e, x.Op):
            parts = [e.left, *([e.right] if e.right != NONE else [])]
        elif isinstance(e, x.FuncType):
            parts = [*e.params, *([e.returns] if e.returns != NONE else [])]
        elif isinstance(e, x.ObjectType):
            parts = list(e.types)
        elif isinstance(e, (x.TypeOf, x.Held)):
            parts = [e.value]
        return [d for part in parts if part != NONE for d in self._type_parts(part)]


def _is_submodule(package: str, name: str, path: str) -> bool:
    """Whether `path` is the file of `name` below the folder of a package's own file."""
    folder = package.rpartition("/")[0]
    if folder and not path.startswith(f"{folder}/"):
        return False
    return path[len(folder) :].lstrip("/").partition("/")[0].partition(".")[0] == name


def _is_standard(module: str, standard: frozenset[str]) -> bool:
    return module.startswith("node:") or module in standard or any(module.partition(mark)[0] in standard for mark in (".", "/", "::"))
