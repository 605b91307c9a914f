"""What a language's handlers may do: the builder seen from `languages/`.

A statement handler is `handler(b, node) -> None`, an expression handler `handler(b, node) -> int` (index into the table of
expressions, NONE for "no expression"). `extract/builder.py` implements this protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from tree_sitter import Node

from nexus_diff.model.expr import NONE, Expr
from nexus_diff.model.facts import Base, Param

END = 1 << 30
"""Value of Point.at for names that are looked up when the whole scope is known (forward references in annotations)."""


class Builder(Protocol):
    """Collects the facts of one file while a language's handlers walk its tree in source order."""

    scope: int
    """Index of the current scope."""
    block: int
    """Index of the current branch block."""
    deferred: bool
    """While true, names read get a point that sees all bindings of the scope (at = END): forward references, hoisted names."""
    in_type: bool
    """True while `type` evaluates an annotation: handlers may treat strings and operators differently then."""

    memory: dict[str, object]
    """What handlers remember of this file, by a name of their own."""

    late_types: bool
    """Set by a handler when annotations are not evaluated where they stand: `type` then defers their names."""

    # ---- nodes

    def text(self, node: Node) -> str:
        """Source text of the node."""

    def line(self, node: Node) -> int:
        """1-based line on which the node starts."""

    def embedded(self, code: bytes, at: Node, evaluate: Callable[[Node], int]) -> int:
        """Parse `code` (code that stands inside a string at node `at`) and hand its root to `evaluate`; sites in it get the line of
        `at`. NONE when it does not parse or nests too deeply. Names in it are `deferred`."""

    def package(self, name: str) -> None:
        """The file belongs to the package `name` (`FileFacts.package`)."""

    def again(self, node: Node, evaluate: Callable[[Node], int], edits: Sequence[tuple[int, bytes]] = ()) -> int:
        """Parse the text of `node` once more by itself (the tokens handed to a macro, say), with the bytes at some positions replaced and a
        semicolon behind it, and hand its root to `evaluate`. Positions stay those of the file; errors are no problems of the file. NONE
        when it nests too deeply."""

    # ---- walking

    def visit(self, node: Node) -> None:
        """Run the statement handler of the node, else its expression handler, else visit its named children."""

    def visit_children(self, node: Node) -> None:
        """Visit each named child."""

    def expr(self, node: Node | None) -> int:
        """Index of the node's expression; NONE for no node. A type without handler is Unknown, its named children are visited."""

    def value(self, node: Node | None) -> int:
        """`expr` of something used as a value (assigned, returned, default): a Name or Attr also yields a "value" site."""

    def read(self, node: Node | None) -> int:
        """`expr` of what is tested, indexed or compared: a Name that no function around binds also yields a "name" site."""

    def written(self, node: Node | None) -> int:
        """`callee` of what is assigned to or counted up: a Name that no function around binds also yields a "name_set" site."""

    def updated(self, node: Node | None) -> int:
        """`written` of a bare name, `read` of anything else: what `x++` and `x += 1` change."""

    def passed(self, node: Node | None) -> int:
        """`value` of something handed on (argument, element of a container, stored in an attribute): own parameters among it count
        as `Scope.stored`."""

    def callee(self, node: Node | None) -> int:
        """`expr` of what is called or decorated with or inherited from: the outermost Attr yields no "attr" site."""

    def type(self, node: Node | None) -> int:
        """`expr` of an annotation: one "type" site for all of it, no others."""

    def condition(self, node: Node | None) -> int:
        """`expr` of something tested for truth: yields an "op" site with Op("bool", …) unless it is a comparison, a not or a literal."""

    def tested(self, expr: int, node: Node) -> int:
        """The site of `condition`, for an expression at hand; returns it."""

    def enter(self, node: Node) -> bool:
        """For handlers that recurse by themselves: one level deeper; False (and a "too deep" problem) when that is too deep, else call
        `leave` afterwards."""

    def leave(self) -> None:
        """One level back up."""

    # ---- expressions and sites

    def add(self, expr: Expr) -> int:
        """Put an expression into the table."""

    def name(self, text: str) -> int:
        """A name read here (shared by all reads of it at the same program point)."""

    def name_in(self, text: str, scope: int) -> int:
        """A name read at the end of another open scope: what is nearer does not hide it."""

    def attr(self, value: int, name: str) -> int:
        """`value.name`, shared likewise."""

    def literal(self, type: str, value: str = "") -> int:
        """A literal, shared likewise; a string longer than 200 characters loses its text."""

    def get(self, index: int) -> Expr:
        """The expression at `index`."""

    def site(self, kind: str, expr: int, at: Node, end: Node | None = None, definition: int = NONE) -> None:
        """Record that `expr` is evaluated in the current scope. `at`: the node that gives line and column (of a call: the last
        identifier of the callee); `end`: the node whose end gives the last line (default: `at`). A "call" site also notes a called
        parameter."""

    def op(self, op: str, left: int, right: int, at: Node) -> int:
        """Op(op, left, right) with an "op" site, but no site when all operands are literals."""

    # ---- scopes and definitions

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
        """A new definition in the current scope; returns its index and binds nothing (see `bind`). `node`: all of it, with
        decorators and modifiers; `first`: where it starts, if its decorators stand before `node`; `body`: what `body_hash` covers (block
        of a function or class, value of a variable); what lies before the body, without the name, is the signature. `within`: dotted
        name of the object it becomes a member of, put before its name in `qualified` (`app.use = function …`)."""

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
        """Add to a definition what is evaluated inside its own scope (its value, or types that may name its type parameters)."""

    def parameters(self, params: Sequence[Param]) -> None:
        """Give the function whose scope is open its parameters, where their defaults and types are evaluated inside it."""

    def claim(self, node: Node, definition: int) -> None:
        """The function, class or object literal at `node`, not visited yet, is the body of that definition."""

    def claimed(self, node: Node) -> int:
        """The definition that claimed the literal at `node`, NONE for none."""

    def open(
        self,
        kind: str,
        *,
        definition: int = NONE,
        params: Sequence[Param] = (),
        modifiers: Iterable[str] = (),
        lexical: bool = False,
    ) -> int:
        """Open a scope and return its index. With `definition`, it becomes that definition's body; `params` are for anonymous
        functions (a definition's own are known). `lexical`: names of the scope around are seen as they are here. What is evaluated
        until `close` belongs to it."""

    def close(self) -> None:
        """Close the current scope."""

    def step_out(self) -> None:
        """Go on in the scope of the file, unless a function is open: for what belongs to no class or namespace, wherever it stands. Call
        `step_in` afterwards."""

    def step_in(self) -> None:
        """Go back to the scope that `step_out` left."""

    def scope_kind(self) -> str:
        """Kind of the current scope."""

    def function_scope(self) -> int:
        """Index of the nearest scope that is a function, lambda, class, namespace or the module (where hoisted names go)."""

    def outer_scope(self) -> int:
        """Index of the nearest scope that is no function, lambda or block."""

    def enclosing(self) -> tuple[str, ...]:
        """Kinds of all open scopes from outside in."""

    def returns(self, expr: int) -> None:
        """The current function returns `expr`."""

    def yields(self, expr: int) -> None:
        """The current function yields `expr`; it gets the modifier "generator"."""

    def declare_global(self, names: Iterable[str]) -> None:
        """Names of the current scope that live further out."""

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
        """`target ← value` in the current scope (or `scope`), in the current branch block. With `attr_of`, an attribute is bound
        and an own parameter in `value` counts as stored."""

    def may_bind(self, target: str, value: int, scope: int, definition: int = NONE) -> None:
        """`bind` in a scope around, from where it need not happen: in a block of its own, so that it hides no earlier value."""

    def bound(self, name: str) -> bool:
        """Whether the current scope already binds the name."""

    def scope_of(self, name: str) -> int:
        """The nearest open scope that binds the name or has such a parameter so far, classes and objects left out; NONE for none."""

    def import_(self, source: str, name: str, alias: str, kind: str, flags: Iterable[str] = (), scope: int = NONE) -> int:
        """Record an import and bind `alias` to it unless that is "" or kind is "reexport". Flags of open blocks and "lazy" (inside a
        function) are added. Returns its index."""

    def export(self, exported: str, local: str) -> None:
        """`local` is visible to other files as `exported`."""

    def all_names(self, names: Sequence[str] | None) -> None:
        """Extend the explicit list of exported names; None: it is computed, so nothing is known."""

    # ---- branches and syntax

    def group(self) -> int:
        """A new group for blocks that exclude one another."""

    def open_block(self, group: int = 0, flags: Iterable[str] = ()) -> int:
        """Enter a branch block. `flags` are added to imports inside."""

    def reopen_block(self, block: int) -> None:
        """Enter a new block below an earlier one (try … else sees what the try block bound)."""

    def close_block(self) -> None:
        """Leave the block."""

    def mark(self, position: int) -> None:
        """Make the byte position count in syntax hashes, where plain tokens would not tell two meanings apart ((a,) and (a))."""


Statement = Callable[[Builder, Node], None]
Expression = Callable[[Builder, Node], int]
