"""One file's facts, arranged for look-up by name. Built once per file and run; answers nothing about other files."""

from __future__ import annotations

from nexus_diff.languages.base import Language
from nexus_diff.link.nodes import nodes_of, qualified_names
from nexus_diff.link.visibility import Entry, Visibility
from nexus_diff.model.expr import Attr, Call, Display, Func, New
from nexus_diff.model.facts import NONE, Binding, FileFacts, Param, Scope
from nexus_diff.model.graph import FileEntry, Node

MERGED_KINDS = frozenset({"interface", "type", "namespace"})
"""Kinds of declarations that leave room for others under their name."""
MEMBER_SCOPES = frozenset({"class", "object"})
"""Scopes whose names are members: a bare name inside does not mean them."""


class FileIndex(Visibility):
    """Scopes, names, class members and attribute assignments of one file."""

    __slots__ = (
        "_by_name", "_homes", "_literals", "_nodes", "_object_keys", "_positions", "_qualified",
        "_wrapping", "attached", "attributes", "entry", "exports", "objects", "path",
        "star_imports",
    )  # fmt: skip

    def __init__(self, entry: FileEntry, facts: FileFacts, language: Language, nodes: list[Node | None] | None = None) -> None:
        self.entry = entry
        self.path = entry.path
        super().__init__(facts, language)
        self._nodes = nodes
        self._qualified: list[str] = []
        self._by_name: dict[str, int] | None = None
        self.attributes: dict[int, dict[str, list[Binding]]] = {}
        """class definition → attribute → assignments through the receiver in its methods"""
        self.objects: dict[tuple[int, str], dict[str, list[Binding]]] = {}
        """(scope of the object's name, dotted object) → attribute → assignments (`app.use = …`, `Foo.prototype.bar = …`)"""
        self.attached: dict[int, Binding] = {}
        """function definition → assignment that makes it a member of an object"""
        self._literals: dict[int, list[tuple[int, str]]] | None = None
        self._object_keys: dict[int, str] = {}
        self._wrapping: dict[int, int] | None = None
        self._homes: dict[tuple[int, str], int] = {}
        self._positions: dict[int, dict[str, int]] = {}
        self.star_imports: list[int] = []
        self.exports: dict[str, str] = dict(facts.exports)
        self._arrange()

    @property
    def nodes(self) -> list[Node | None]:
        if self._nodes is None:
            self._nodes = nodes_of(self.entry, self.facts, self.language)
        return self._nodes

    def _arrange(self) -> None:
        facts = self.facts
        names = self._names = [{} for _ in facts.scopes]
        counts = [0] * len(facts.scopes)
        assigned: list[Binding] = []
        for binding in facts.bindings:
            scope = binding.scope
            ordinal = counts[scope]
            counts[scope] = ordinal + 1
            if binding.attr_of == NONE:
                names[scope].setdefault(binding.target, []).append((ordinal, binding))
            elif not binding.narrow:
                assigned.append(binding)
                if binding.definition != NONE:
                    self.attached[binding.definition] = binding
            if binding.definition != NONE and facts.definitions[binding.definition].kind in MERGED_KINDS:
                self._merged.add((scope, binding.target))
            elif binding.imported != NONE and "static" in facts.imports[binding.imported].flags:
                self._merged.add((scope, binding.target))  # beside a type of its name
        self.star_imports = [i for i, imp in enumerate(facts.imports) if imp.name == "*" and imp.alias == ""]
        self._prefer_active()
        self._merged = {(scope, name) for scope, name in self._merged if len(names[scope].get(name, ())) > 1}
        for binding in assigned:
            self._attribute(binding)

    def _prefer_active(self) -> None:
        """Of several bindings of a name, those that an ordinary build does not compile step back."""
        facts = self.facts
        inactive = {i for i, d in enumerate(facts.definitions) if "inactive" in d.modifiers}
        imports = {i for i, imp in enumerate(facts.imports) if "inactive" in imp.flags}
        if not inactive and not imports:
            return
        starred = {facts.imports[position].scope for position in self.star_imports}
        for scope, names in enumerate(self._names):
            for name, entries in list(names.items()):
                kept = [e for e in entries if e[1].definition not in inactive and e[1].imported not in imports]
                if 0 < len(kept) < len(entries):
                    names[name] = kept
                elif not kept and scope in starred and all(e[1].imported in imports for e in entries):
                    del names[name]  # a star may bring the one that is meant

    def names(self, scope: int) -> dict[str, list[Entry]]:
        return self._names[scope]

    def _attribute(self, binding: Binding) -> None:
        """Files `obj.x = v` under the class that `obj` is the receiver of, else under the object's dotted name."""
        dotted = self.dotted(binding.attr_of)
        if dotted is None:
            return
        root, _, rest = dotted.partition(".")
        if not rest:
            owner = self.receiver_class(binding.scope, root)
            if owner != NONE:
                self.attributes.setdefault(owner, {}).setdefault(binding.target, []).append(binding)
                return
        place = (self.scope_of_name(binding.scope, root), dotted)
        if root == "this" and (around := self.object_of_this(binding.scope)) is not None:
            place = (around[0], f"{around[1]}.{rest}" if rest else around[1])
        self.objects.setdefault(place, {}).setdefault(binding.target, []).append(binding)

    def home(self, scope: int) -> int:
        """The scope around that has a `this` of its own: a function (no arrow), a class body, the module."""
        scopes = self.facts.scopes
        while scope > 0 and scopes[scope].kind not in ("function", "class", "namespace"):
            scope = scopes[scope].parent
        return scope

    def object_of_this(self, scope: int) -> tuple[int, str] | None:
        """(scope of its name, dotted name) of the object that `this` is in a function made its member: `app.use = function () { this }`."""
        binding = self.attached.get(self.facts.scopes[self.home(scope)].definition)
        dotted = self.dotted(binding.attr_of) if binding is not None else None
        if binding is None or dotted is None or dotted.partition(".")[0] == "this" or dotted.endswith(".prototype"):
            return None
        return self.scope_of_name(binding.scope, dotted.partition(".")[0]), dotted

    def _class_of_this(self, scope: int) -> int:
        """The class, or function that constructs, whose instance `this` is."""
        home = self.home(scope)
        here = self.facts.scopes[home]
        if here.kind == "class":
            return here.definition
        owner = self.class_around(here) if here.kind == "function" else NONE
        if here.kind != "function" or owner != NONE or here.definition == NONE or self.facts.scopes[here.parent].kind == "object":
            return owner
        binding = self.attached.get(here.definition)
        if binding is None:
            return here.definition
        dotted = self.dotted(binding.attr_of) or ""
        name = dotted.removesuffix(".prototype")
        if name == dotted or "." in name:
            return NONE
        found = self.visible(self.scope_of_name(binding.scope, name), name, None)[0]
        return next((b.definition for b in found if b.definition != NONE), NONE)

    def object_key(self, scope: int) -> str:
        """A name for an object literal's scope that survives changes elsewhere: its definition's, else its owner's with an ordinal."""
        if not self._object_keys:
            counts: dict[int, int] = {}
            for number, here in enumerate(self.facts.scopes):
                if here.kind == "object" and here.definition != NONE:
                    self._object_keys[number] = self.qualified(here.definition)
                elif here.kind == "object":
                    order = counts[here.owner] = counts.get(here.owner, 0) + 1
                    self._object_keys[number] = f"{self.qualified(here.owner) if here.owner != NONE else ''}@{order}"
        return self._object_keys[scope]

    def owner_key(self, scope: int) -> str:
        """Qualified name of the nearest named function or class around a scope, itself included; "" for the module."""
        owner = self.facts.scopes[scope].owner if scope >= 0 else NONE
        return self.qualified(owner) if owner != NONE else ""

    def has_prototype(self, definition: int) -> bool:
        """Whether methods are assigned to the prototype of a function."""
        if definition == NONE:
            return False
        d = self.facts.definitions[definition]
        return (d.scope, f"{d.name}.prototype") in self.objects

    def names_of_literal(self, expr: int, scope: int) -> list[tuple[int, str]]:
        """(scope, dotted name) of everything that an object literal is bound to."""
        if self._literals is None:
            self._literals = {}
            for binding in self.facts.bindings if self.objects else ():
                e = self.facts.exprs[binding.value] if binding.value != NONE else None
                key = e.scope if type(e) is Func else -2 - binding.value if type(e) is Display else None
                dotted = self.dotted(binding.attr_of) if binding.attr_of != NONE else ""
                if key is not None and dotted is not None:
                    name = f"{dotted}.{binding.target}" if dotted else binding.target
                    home = self.scope_of_name(binding.scope, name.partition(".")[0])
                    self._literals.setdefault(key, []).append((home, name))
        return self._literals.get(scope if scope != NONE else -2 - expr, [])

    @property
    def wrapping(self) -> dict[int, int]:
        """call → the function definition that it is the value of, calls inside its arguments and chain included"""
        if self._wrapping is None:
            self._wrapping = {}
            exprs = self.facts.exprs
            for binding in self.facts.bindings:
                d = binding.definition
                if d == NONE or binding.value == NONE or self.facts.definitions[d].kind != "function":
                    continue
                todo = [binding.value]
                while todo:
                    here = todo.pop()
                    e = exprs[here]
                    if type(e) is Call or type(e) is New:
                        self._wrapping.setdefault(here, d)
                        todo.extend(a.value for a in e.args)
                        todo.append(e.func if type(e) is Call else NONE)
                    elif type(e) is Attr:
                        todo.append(e.value)
                    todo = [t for t in todo if t != NONE]
        return self._wrapping

    def overloads(self, definition: int) -> list[int]:
        """The signatures of a function, in source order; itself when it has one only."""
        d = self.facts.definitions[definition]
        if d.kind not in ("signature", "function", "method", "constructor"):
            return [definition]
        same = [b.definition for _, b in self._names[d.scope].get(d.name, ()) if b.definition != NONE]
        signatures = [s for s in same if self.facts.definitions[s].kind == "signature"]
        return signatures if signatures and definition in same else [definition]

    def scope_of_name(self, scope: int, name: str) -> int:
        """The scope whose binding `name` means when read in `scope`; 0 when none binds it."""
        if scope <= 0:
            return 0
        key = (scope, name)
        found = self._homes.get(key)
        if found is None:
            found = self._homes[key] = self._scope_of_name(scope, name)
        return found

    def _scope_of_name(self, scope: int, name: str) -> int:
        scopes = self.facts.scopes
        start = scope
        while scope > 0:
            here = scopes[scope]
            open_ = here.kind not in MEMBER_SCOPES or (scope == start and self.language.bare_members)
            if open_ and (name in self._names[scope] or self.parameter(scope, name) != NONE):
                return scope
            scope = here.parent
        return 0

    def parameter(self, scope: int, name: str) -> int:
        """Position of the parameter `name` of a function scope, -1 if it has none. `@2` is the third one, whatever its pattern."""
        positions = self._positions.get(scope)
        if positions is None:
            params = self.params(scope)
            positions = self._positions[scope] = {param.name: len(params) - 1 - back for back, param in enumerate(reversed(params))}
        found = positions.get(name)
        if found is None and name.startswith("@") and name[1:].isdigit():
            return int(name[1:]) if int(name[1:]) < len(self.params(scope)) else NONE
        return NONE if found is None else found

    def type_parameter(self, scope: int, name: str) -> bool:
        """Whether a scope's own definition has a type parameter of that name."""
        definition = self.facts.scopes[scope].definition
        return definition != NONE and any(p.name == name for p in self.facts.definitions[definition].type_params)

    def params(self, scope: int) -> tuple[Param, ...]:
        here = self.facts.scopes[scope]
        if here.definition != NONE and here.kind in ("function", "lambda"):
            return self.facts.definitions[here.definition].params
        return here.params

    def receiver_class(self, scope: int, name: str) -> int:
        """Index of the class whose instance (or itself, for class methods) `name` is in `scope`, -1 if it is none."""
        scopes = self.facts.scopes
        if self.language.receiver == "this":
            return self._class_of_this(scope) if name == "this" else NONE
        while scope >= 0:
            here = scopes[scope]
            if here.kind == "function" and here.definition != NONE:
                owner = self.class_around(here)
                if owner != NONE:
                    definition = self.facts.definitions[here.definition]
                    if definition.params and definition.params[0].name == name and "static" not in definition.modifiers:
                        return owner
            elif here.kind == "class":
                return NONE
            if self.parameter(scope, name) != NONE:
                return NONE
            scope = here.parent
        return NONE

    def class_around(self, scope: Scope) -> int:
        """The class definition that a function scope is a method of, -1 if it is not a method."""
        parent = scope.parent
        scopes = self.facts.scopes
        while parent >= 0 and scopes[parent].kind == "block":
            parent = scopes[parent].parent
        if parent >= 0 and scopes[parent].kind == "class":
            return scopes[parent].definition
        return NONE

    def qualified(self, definition: int) -> str:
        if not self._qualified:
            self._qualified = qualified_names(self.facts)
        return self._qualified[definition]

    def position(self, qualified: str) -> int:
        """Index of the definition that `qualified` names, -1 for none."""
        if self._by_name is None:
            self._by_name = {name: number for number, name in enumerate(qualified_names(self.facts))}
        return self._by_name.get(qualified, NONE)
