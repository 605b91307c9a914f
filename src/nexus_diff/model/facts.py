"""What extraction yields for one blob. A pure function of (bytes, language): no path, no revision, no clock.

`FileFacts` is the unit of caching and of incremental work. Lines are 1-based and inclusive. Everything with a position
stands in `spans` and `sites`; the rest (scopes, definitions, imports, bindings, expressions) is position-free, so moving
code by a line changes no look-up of any other file.
"""

from __future__ import annotations

import msgspec

from nexus_diff.model.expr import NONE as NONE
from nexus_diff.model.expr import Expr

INIT = "<init>"
"""Name under which a constructor stands among the members of its class that is written with the name of the class (Java, C#, C++)."""


class _Fact(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    pass


class Param(_Fact, frozen=True):
    """`kind`: "pos" (positional or keyword), "posonly", "kwonly", "*" (rest), "**". `default`, `type`: expression or -1.
    `optional`: TS `x?`. `prop`: TS parameter property (also a field). A destructured parameter's name is "" and its names are
    bindings of the body scope whose value is Item(Name("@<position>"))."""

    name: str
    kind: str = "pos"
    default: int = NONE
    type: int = NONE
    optional: bool = False
    prop: bool = False


class Base(_Fact, frozen=True):
    """A base of a class: `kind` is "extends" or "implements" (Python: always "extends"; keywords such as metaclass= are
    `keyword`)."""

    expr: int
    kind: str = "extends"
    keyword: str = ""


class Definition(_Fact, frozen=True):
    """One definition.

    `kind`: "function", "method", "class", "interface", "enum", "type", "namespace", "variable", "field", "property" (getter),
    "signature" (overload signature or declaration without a body), "constructor", "extension" (a block of members and bases for the type
    `type`, defined elsewhere; its name is the last name of that type).
    `qualified`: dotted names of the enclosing definitions and its own (`Outer.method`, `func.inner`).
    `scope`: scope it is defined in; `body`: its own scope, -1 for none. `value`: initialiser of variables, aliased type of "type".
    `type`: declared type of variables/fields. `returns`: declared return type. `modifiers`: any of exported, default, static,
    abstract, async, generator, readonly, private, protected, classmethod, property, setter, overload, declare, test, override,
    main, accessor, optional, open (a namespace that other files may continue), local (seen by its own file only), partial (a class with
    further parts), extension (a static method called on its first argument), inactive (behind a condition that an ordinary build does
    not meet), macro, declared (a declaration of what is defined elsewhere: it gets no node), constructor (a signature that declares
    one), virtual, deleted, const (a method that leaves its object as it is), mutable (a field that changes in constant objects too).
    """

    name: str
    kind: str
    qualified: str
    scope: int
    body: int = NONE
    params: tuple[Param, ...] = ()
    returns: int = NONE
    type: int = NONE
    value: int = NONE
    bases: tuple[Base, ...] = ()
    decorators: tuple[int, ...] = ()
    type_params: tuple[Param, ...] = ()
    modifiers: frozenset[str] = frozenset()


class Span(_Fact, frozen=True):
    """Where a definition stands; parallel to `FileFacts.definitions`. `start`: first decorator/annotation/modifier line, or the
    `def` line; `doc`: first line of its comment above (= start when none); `line`: the line of its name; `end`: last line.
    `body_hash`, `signature_hash`: 16 hex digits over the syntax (node types and token texts; comments, docstrings and white
    space left out). `own_hash`: for classes and other containers, the same without nested definitions' bodies; = body_hash else.
    `complexity`: 1 + branch nodes (McCabe), functions only."""

    start: int
    end: int
    line: int
    doc: int
    body_hash: str
    signature_hash: str
    own_hash: str = ""
    complexity: int = 1


class Scope(_Fact, frozen=True):
    """`kind`: "module", "function", "class", "lambda", "object" (object literal with named members), "comprehension", "block"
    (TS/JS `{}` with its own lexical names), "namespace". `definition`: index of the definition whose body this is, -1 for
    anonymous ones. `owner`: nearest enclosing *named* function/method/class definition index (-1: the file); calls in this scope
    belong to the nearest function or method there (a class body's to the function around it, else to the file).
    `returns`, `yields`: expressions, in order. `params`: for anonymous functions (named ones: see Definition).
    `globals`: names declared global/nonlocal. `called`: own parameter names that the body calls; `stored`: those it stores in an
    attribute, container or passes on. `at`: where names of the scope around are seen as they are when this one opens (languages in which a
    later binding of the same name is another variable): number of its bindings so far, in its branch block `at_block`; -1 elsewhere."""

    kind: str
    parent: int = NONE
    definition: int = NONE
    owner: int = NONE
    returns: tuple[int, ...] = ()
    yields: tuple[int, ...] = ()
    params: tuple[Param, ...] = ()
    globals: tuple[str, ...] = ()
    modifiers: frozenset[str] = frozenset()
    called: tuple[str, ...] = ()
    stored: tuple[str, ...] = ()
    at: int = NONE
    at_block: int = 0


class Import(_Fact, frozen=True):
    """One imported name.

    `source`: text of the module ("..pkg.mod", "./x", "react"). `name`: imported name; "" for the module itself, "*" for all names,
    "default" for a default import, "=" for CommonJS `require(...)` as a value. `alias`: the local name ("" for side-effect
    imports and for `from x import *`). `kind`: "import", "from", "require", "dynamic", "reexport" (nothing bound locally;
    `alias` is the exported name; name "*" and alias "" is `export *`, name "*" and alias "ns" is `export * as ns`).
    `scope`: where it is bound. `flags`: type_only, conditional (in try/if), attempted (in try/except: it may fail), lazy
    (inside a function).
    """

    source: str
    name: str
    alias: str
    kind: str
    scope: int
    flags: frozenset[str] = frozenset()


class Binding(_Fact, frozen=True):
    """`target ← value` in `scope`, in source order within that scope.

    `target`: a local name, or "self.x"-like receiver attribute as attr_of/name pair: `attr_of` is the expression of the object
    (-1 for plain names) and `target` the attribute. `value`: expression; -1 when only `type` is known. `type`: annotation.
    `block`: branch block it stands in (index into FileFacts.blocks). `narrow`: an isinstance-like narrowing, seen only from its own
    block. `definition`/`imported`: index of the definition or import that binds the name instead of an expression.
    """

    target: str
    scope: int
    value: int = NONE
    type: int = NONE
    attr_of: int = NONE
    block: int = 0
    narrow: bool = False
    definition: int = NONE
    imported: int = NONE


class Point(_Fact, frozen=True):
    """A program point: names read there see the first `at` bindings of `scope` (of `FileFacts.bindings_of(scope)` order), from
    within branch `block`. Names of outer scopes are seen as at their end (functions run later), except from class bodies,
    comprehensions and blocks, which see `outer_at` bindings of the scope around them."""

    scope: int
    at: int
    block: int = 0
    outer_at: int = NONE


class Site(_Fact, frozen=True):
    """Something that may become a relation: expression `expr` evaluated in `scope` at `line`.

    `kind`: "call" (Call/New), "decorator" (the expression applied to the next definition, `definition`), "attr" (attribute read; may
    be a property), "attr_set", "value" (a name or attribute passed, stored or returned as a value), "name" (a name of no function around
    that is tested, indexed or compared), "name_set" (such a name that is assigned to or counted up), "type" (a type annotation), "op",
    "iter", "with", "del", "raise" (a name or attribute raised without a call), "await" (expr is the Op/Iter/Enter/... entry), "base",
    "forward" (the name of a type that is declared and not defined), "new" (made without a call: a composite literal of a type), "convert"
    (New of one argument, run unless that is of its type already), "string" (a Literal that may name something: route, getattr key,
    fixture), "jsx" (component use). `end`: last line of the expression. `column`: 0-based column of the callee's name, for order and
    highlighting only."""

    expr: int
    scope: int
    line: int
    kind: str = "call"
    end: int = 0
    definition: int = NONE
    column: int = 0


class Problem(_Fact, frozen=True):
    """`kind`: "syntax" (the parser recovered), "encoding", "too deep", "truncated". `line` 0 when it concerns the whole file."""

    kind: str
    line: int = 0
    detail: str = ""


class FileFacts(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """All facts of one blob. `scopes[0]` is the module. `blocks[i]` is the parent block of branch block i (blocks[0] == -1);
    two blocks exclude one another when `block_groups` gives them the same non-zero group. `exports`: names exported otherwise than by
    a modifier (`__all__`, `export {a as b}` as (b, a), `module.exports = x` as ("=", …) through a binding named "module.exports").
    `globals_used` is empty unless a language needs it. `line_count`: lines of the file. `file_hash`: over the syntax of the module
    code outside definitions."""

    language: str
    line_count: int
    file_hash: str = ""
    scopes: tuple[Scope, ...] = ()
    definitions: tuple[Definition, ...] = ()
    imports: tuple[Import, ...] = ()
    bindings: tuple[Binding, ...] = ()
    exports: tuple[tuple[str, str], ...] = ()
    blocks: tuple[int, ...] = (NONE,)
    block_groups: tuple[int, ...] = (0,)
    points: tuple[Point, ...] = ()
    exprs: tuple[Expr, ...] = ()
    spans: tuple[Span, ...] = ()
    sites: tuple[Site, ...] = ()
    all_names: tuple[str, ...] | None = None
    problems: tuple[Problem, ...] = ()
    import_lines: tuple[int, ...] = ()
    """Line of the statement of each import; parallel to `imports`."""
    package: str = ""
    """The package that the file says it belongs to (Java, Go)."""


class ManifestFacts(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """Facts of a file that steers import resolution: tsconfig/jsconfig.json, package.json (later go.mod, pom.xml, Cargo.toml).
    `kind`: "tsconfig", "package", "pyproject". `values`: JSON text of the parts that matter, canonical (sorted keys)."""

    kind: str
    values: str
    problems: tuple[Problem, ...] = ()
