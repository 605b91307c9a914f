"""Scopes, definitions, bindings, imports and branch blocks of one file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tree_sitter import Node

from nexus_diff.extract.core import Core
from nexus_diff.extract.state import DefinitionState, ScopeState, extent_of
from nexus_diff.model.expr import NONE, Name
from nexus_diff.model.facts import Base, Binding, Import, Param

FUNCTIONS = frozenset({"function", "lambda"})
MEMBERS = frozenset({"class", "object"})
LOCAL = frozenset({"function", "lambda", "block"})
HOISTING = frozenset({"module", "function", "lambda", "class", "namespace"})


class Scoping(Core):
    """Core plus everything that binds names. See `languages/builder_protocol.py` for the promises."""

    def __init__(self, source: bytes) -> None:
        super().__init__(source)
        self.imports: list[Import] = []
        self.import_lines: list[int] = []
        self.statement: Node | None = None
        """The innermost statement being handled."""
        self.bindings: list[Binding] = []
        self.exports: list[tuple[str, str]] = []
        self.blocks: list[int] = [NONE]
        self.block_groups: list[int] = [0]
        self.explicit_names: list[str] | None = None
        self.names_unknown = False
        self._groups = 0
        self._block_stack: list[tuple[int, frozenset[str]]] = []
        self._flags: frozenset[str] = frozenset()
        self._outer_stack: list[dict[str, ScopeState]] = []
        self._left: list[tuple[int, dict[str, ScopeState]]] = []
        self._claims: dict[int, int] = {}
        self.open("module")

    # ---- definitions and scopes

    def define(
        self,
        name: str,
        kind: str,
        node: Node,
        name_node: Node,
        body: Node | None = None,
        *,
        params: Sequence[Param] = (),
        returns: int = NONE,
        type: int = NONE,
        value: int = NONE,
        bases: Sequence[Base] = (),
        decorators: Sequence[int] = (),
        type_params: Sequence[Param] = (),
        modifiers: Iterable[str] = (),
        within: str = "",
        first: Node | None = None,
    ) -> int:
        """A new definition in the current scope."""
        owner = self.scopes[self.scope].owner
        qualified = f"{within}.{name}" if within else name
        if owner >= 0:
            qualified = f"{self.definitions[owner].qualified}.{qualified}"
        fields = (name, kind, qualified, self.scope, params, returns, type, value, bases, decorators, type_params)
        extent = extent_of(node, name_node, body, first)
        if self.within is not None:
            extent.cut(self.within)
        self.definitions.append(DefinitionState(*fields, modifiers=set(modifiers), extent=extent))
        return len(self.definitions) - 1

    def complete(
        self,
        definition: int,
        *,
        returns: int = NONE,
        value: int = NONE,
        bases: Sequence[Base] = (),
        type_params: Sequence[Param] = (),
        type: int = NONE,
    ) -> None:
        """Add to a definition what is evaluated inside its own scope."""
        made = self.definitions[definition]
        made.returns = returns if returns >= 0 else made.returns
        made.type = type if type >= 0 else made.type
        made.value = value if value >= 0 else made.value
        made.bases = bases or made.bases
        made.type_params = type_params or made.type_params

    def parameters(self, params: Sequence[Param]) -> None:
        """Give the function whose scope is open the parameters that were evaluated inside it."""
        state = self.scopes[self.scope]
        state.params = tuple(params)
        state.names = frozenset([param.name for param in params if param.name])
        if state.definition >= 0:
            self.definitions[state.definition].params = state.params
        self._hide(None, state.names)

    def claim(self, node: Node, definition: int) -> None:
        """The function, class or object literal at `node` is the body of that definition."""
        self._claims[node.start_byte] = definition

    def claimed(self, node: Node) -> int:
        """The definition that claimed the literal at `node`."""
        return self._claims.get(node.start_byte, NONE)

    def open(
        self,
        kind: str,
        *,
        definition: int = NONE,
        params: Sequence[Param] = (),
        modifiers: Iterable[str] = (),
        lexical: bool = False,
    ) -> int:
        """Open a scope and return its index."""
        index = len(self.scopes)
        parent = self.scopes[self.scope] if self.scope >= 0 else None
        owner = parent.owner if parent is not None else NONE
        if definition >= 0:
            owner = definition
            made = self.definitions[definition]
            made.body = index
            params = made.params
        names = frozenset([param.name for param in params]) if params else frozenset()
        around = parent.function if parent is not None else None
        state = ScopeState(index, kind, self.scope, definition, owner, tuple(params), names, around, None, set(modifiers))
        if lexical and parent is not None:
            state.at, state.at_block = parent.count, self.block
        self._outer_stack.append(self._outer)
        if kind in FUNCTIONS:
            state.function, state.around = state, around
            self._hide(around, names)
        self.scopes.append(state)
        self.scope = index
        self._point = NONE
        return index

    def _hide(self, around: ScopeState | None, names: frozenset[str]) -> None:
        """Parameters of the function around become outer ones; own parameters hide those of the same name."""
        if around is not None and around.names:
            self._outer = {**self._outer, **dict.fromkeys(around.names, around)}
        if self._outer and names:
            self._outer = {name: scope for name, scope in self._outer.items() if name not in names}

    def close(self) -> None:
        """Close the current scope."""
        self.scope = self.scopes[self.scope].parent
        self._outer = self._outer_stack.pop()
        self._point = NONE

    def step_out(self) -> None:
        """Go on in the scope of the file, unless a function is open."""
        here = self.scopes[self.scope]
        self._left.append((self.scope, self._outer))
        if here.function is None:
            self.scope, self._outer = 0, {}
            self._point = NONE

    def step_in(self) -> None:
        """Go back to where `step_out` left off."""
        self.scope, self._outer = self._left.pop()
        self._point = NONE

    def scope_kind(self) -> str:
        """Kind of the current scope."""
        return self.scopes[self.scope].kind

    def function_scope(self) -> int:
        """The scope that hoisted names go to."""
        scope = self.scopes[self.scope]
        while scope.kind not in HOISTING:
            scope = self.scopes[scope.parent]
        return scope.index

    def outer_scope(self) -> int:
        """The nearest scope that is no function, lambda or block."""
        scope = self.scopes[self.scope]
        while scope.kind in LOCAL:
            scope = self.scopes[scope.parent]
        return scope.index

    def enclosing(self) -> tuple[str, ...]:
        """Kinds of all open scopes from outside in."""
        kinds = []
        scope = self.scope
        while scope >= 0:
            kinds.append(self.scopes[scope].kind)
            scope = self.scopes[scope].parent
        return tuple(reversed(kinds))

    def returns(self, expr: int) -> None:
        """The current function returns `expr`."""
        function = self.scopes[self.scope].function
        if function is not None and expr >= 0:
            function.returns.append(expr)

    def yields(self, expr: int) -> None:
        """The current function yields `expr`."""
        function = self.scopes[self.scope].function
        if function is None:
            return
        function.modifiers.add("generator")
        if function.definition >= 0:
            self.definitions[function.definition].modifiers.add("generator")
        if expr >= 0:
            function.yields.append(expr)

    def declare_global(self, names: Iterable[str]) -> None:
        """Names of the current scope that live further out."""
        self.scopes[self.scope].globals.update(dict.fromkeys(names))

    # ---- bindings, imports, exports

    def bind(
        self,
        target: str,
        value: int = NONE,
        *,
        type: int = NONE,
        attr_of: int = NONE,
        narrow: bool = False,
        definition: int = NONE,
        imported: int = NONE,
        scope: int = NONE,
    ) -> None:
        """`target ← value`."""
        index = scope if scope >= 0 else self.scope
        state = self.scopes[index]
        self.bindings.append(Binding(target, index, value, type, attr_of, self.block, narrow, definition, imported))
        state.count += 1
        self._point = NONE
        if attr_of >= 0:
            if not narrow:
                self._note_stored(value)
        elif not narrow:
            self._note_alias(state, target, value)
            state.bound.add(target)

    def may_bind(self, target: str, value: int, scope: int, definition: int = NONE) -> None:
        """`target ← value`, perhaps."""
        self.open_block()
        self.bind(target, value, definition=definition, scope=scope)
        self.close_block()

    def _note_alias(self, state: ScopeState, target: str, value: int) -> None:
        function = state.function
        if function is None or value < 0:
            return
        expr = self.exprs[value]
        if isinstance(expr, Name):
            source = expr.name if expr.name in function.names else function.aliases.get(expr.name)
            if source is not None and source != target:
                function.aliases[target] = source

    def bound(self, name: str) -> bool:
        """Whether the current scope already binds the name."""
        return name in self.scopes[self.scope].bound

    def scope_of(self, name: str) -> int:
        """The nearest open scope in which a read of `name` would find it bound so far."""
        index = self.scope
        while index >= 0:
            state = self.scopes[index]
            if (name in state.bound or name in state.names) and state.kind not in MEMBERS:
                return index
            index = state.parent
        return NONE

    def import_(self, source: str, name: str, alias: str, kind: str, flags: Iterable[str] = (), scope: int = NONE) -> int:
        """Record an import and bind its alias."""
        index = len(self.imports)
        where = scope if scope >= 0 else self.scope
        marks = self._flags.union(flags)
        if self.scopes[where].function is not None:
            marks |= {"lazy"}
        self.imports.append(Import(source, name, alias, kind, where, marks))
        self.import_lines.append(self._fixed_line or (self.statement.start_point[0] + 1 if self.statement is not None else 1))
        if alias and kind != "reexport":
            self.bind(alias, imported=index, scope=where)
        return index

    def export(self, exported: str, local: str) -> None:
        """`local` is visible as `exported`."""
        self.exports.append((exported, local))

    def all_names(self, names: Sequence[str] | None) -> None:
        """Extend the explicit list of exported names."""
        if names is None:
            self.names_unknown = True
        elif self.explicit_names is None:
            self.explicit_names = list(names)
        else:
            self.explicit_names.extend(names)

    # ---- branches and syntax

    def group(self) -> int:
        """A new group for blocks that exclude one another."""
        self._groups += 1
        return self._groups

    def open_block(self, group: int = 0, flags: Iterable[str] = ()) -> int:
        """Enter a branch block."""
        return self._enter(self.block, group, self._flags.union(flags))

    def reopen_block(self, block: int) -> None:
        """Enter a new block below an earlier one."""
        self._enter(block, 0, self._flags)

    def _enter(self, parent: int, group: int, flags: frozenset[str]) -> int:
        self._block_stack.append((self.block, self._flags))
        self.block = len(self.blocks)
        self.blocks.append(parent)
        self.block_groups.append(group)
        self._flags = flags
        self._point = NONE
        return self.block

    def close_block(self) -> None:
        """Leave the block."""
        self.block, self._flags = self._block_stack.pop()
        self._point = NONE

    def mark(self, position: int) -> None:
        """Make the byte position count in syntax hashes."""
        self.marks.append(position)
