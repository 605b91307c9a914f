"""Expressions as extraction sees them: small, language-neutral, without positions.

A file's expressions stand in one table (`FileFacts.exprs`); a child is the index of an earlier or later entry, -1 for none.
So the size is linear in the source, every expression is evaluated once, and a line shift changes nothing here.
Lines live beside them, in `FileFacts.sites`.
"""

# For maintainers. The forms were chosen by encoding hard call forms of nine languages by hand (docs/architecture.md,
# "Expressions"). A method value (`obj.m` not called), a Go embedded promotion, a C++ implicit `this` call and a C# extension
# call are all plain Attr/Name/Call: what differs is the look-up, which belongs to the linker. Overloads by type need the
# argument expressions: Call.args holds them. Operator calls are Op; the callee is the dunder/operator method of the left
# operand's type (or of the right operand's reflected one).

from __future__ import annotations

import msgspec

NONE = -1
"""Index meaning "no expression"."""


REFERENCE, REFERENCE_MUT = "ref", "ref mut"
"""`Held.how` of Rust's references, by which a value is read, or changed too."""
GAP = "\0"
"""Stands in the text of a string for what is put in when it runs (`f"/users/{id}"`)."""


class _Expr(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True, tag_field="form"):
    pass


class Arg(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """One argument: `value`; `keyword` is the name, "*" for a spread sequence, "**" for a spread mapping, "" if positional."""

    value: int
    keyword: str = ""


class Name(_Expr, frozen=True, tag=0):
    """An identifier read at program point `point` (index into FileFacts.points). `this`/`self`/`super` are plain names
    ("this", "super"); a private `#x` keeps its `#`."""

    name: str
    point: int = 0


class Attr(_Expr, frozen=True, tag=1):
    """`value.name`; optional chaining and `->`, `::` on values are Attr too."""

    value: int
    name: str


class Call(_Expr, frozen=True, tag=2):
    """`func(args)`. A tagged template is a Call; JSX `<C a={x}/>` is Call(C, [Arg(x, "a")]). `type_args`: explicit generics."""

    func: int
    args: tuple[Arg, ...] = ()
    type_args: tuple[int, ...] = ()


class New(_Expr, frozen=True, tag=3):
    """`new T(args)` / composite literal `T{…}` with the type expression `type`. Python's `C()` is a Call."""

    type: int
    args: tuple[Arg, ...] = ()


class Func(_Expr, frozen=True, tag=4):
    """A function or class made in place: lambda, arrow, function/class expression. `scope` indexes FileFacts.scopes;
    the scope's `definition` says whether it also is a named symbol."""

    scope: int


class Index(_Expr, frozen=True, tag=5):
    """`value[key]`, for values and for generics in type position (`Dict[str, Foo]`, key is a Display of two)."""

    value: int
    key: int


class Item(_Expr, frozen=True, tag=6):
    """Destructuring: element `position` of value (`a, b = e`; -1 and below count from the end), or property `key` of it
    (`{key: a} = e`). `*rest` and `...rest` are Item with position -1000 (a sequence of the rest)."""

    value: int
    position: int = 0
    key: str = ""


class Iter(_Expr, frozen=True, tag=7):
    """An element of iterating `value` (for loops, comprehensions, yield from); `awaited` for async iteration."""

    value: int
    awaited: bool = False


class Enter(_Expr, frozen=True, tag=8):
    """What `with value as x` (or `using`) binds; `awaited` for async with."""

    value: int
    awaited: bool = False


class Await(_Expr, frozen=True, tag=9):
    value: int


class Cast(_Expr, frozen=True, tag=10):
    """`value` seen as `type`: `as`, `satisfies`, type assertion, `cast(T, x)`, isinstance/instanceof narrowing."""

    value: int
    type: int


class Apply(_Expr, frozen=True, tag=11):
    """A type with type arguments where the grammar says so (`Foo<Bar>`)."""

    type: int
    args: tuple[int, ...]


class Op(_Expr, frozen=True, tag=12):
    """Operator `op` as written ("+", "in", "[]=", "not", "==", "and", "or", "??"). Left of "[]=" stands the Index, or the container alone
    where an element is changed in place. `and`/`or`/`??` evaluate to both sides."""

    op: str
    left: int
    right: int = NONE


class AddressOf(_Expr, frozen=True, tag=13):
    """`&value`. `how`: "mut" where the value may be changed through it (Rust)."""

    value: int
    how: str = ""


class Deref(_Expr, frozen=True, tag=14):
    value: int


class Literal(_Expr, frozen=True, tag=15):
    """A literal: `type` is the language's own type name ("str", "int", "float", "bool", "none", "bytes", "regex", "string",
    "number", "boolean", "null", "undefined", ...). `value` is kept for strings of at most 200 characters (getattr, routes,
    dispatch keys), a longer one reads GAP. Of a string with parts that are put in, the rest with a GAP for each, when it is short and
    holds no white space, as routes do; else GAP alone."""

    type: str
    value: str = ""


class Display(_Expr, frozen=True, tag=16):
    """A container written out. `type`: "list", "tuple", "set", "dict", "array", "object", "generator" (comprehensions hold one item).
    For dict/object `keys` is parallel to `items` (-1: spread); for others it is empty. An object with methods or a class-like
    literal has a scope of its own instead (Func)."""

    type: str
    items: tuple[int, ...] = ()
    keys: tuple[int, ...] = ()


class Union(_Expr, frozen=True, tag=17):
    """Any of these: `a if c else b`, `A | B` in type position, intersection members (`intersection=True`)."""

    items: tuple[int, ...]
    intersection: bool = False


class FuncType(_Expr, frozen=True, tag=18):
    """A function type in type position: `(x: A) => B`, `Callable[[A], B]` is left as Index for the linker. `params` are types."""

    params: tuple[int, ...]
    returns: int = NONE


class ObjectType(_Expr, frozen=True, tag=19):
    """An object type written in place: `{ a: A; m(): B }`. Members' types are parallel to `names`."""

    names: tuple[str, ...]
    types: tuple[int, ...]


class TypeOf(_Expr, frozen=True, tag=20):
    """`typeof x`, `keyof`-like operators on values in type position; `op` names it. "class": the class of a value, whose constructor is
    called (C++ `: member(1)`). "wanted": the type that the place of a New asks for, `value` nothing (C# `new()`)."""

    value: int
    op: str = "typeof"


class Held(_Expr, frozen=True, tag=22):
    """A type, or a value of a type that is left to it, as `how` holds it: "const", "*" (by pointer), "&" and "&&" (by reference), ""
    (a copy); REFERENCE and REFERENCE_MUT for Rust's references, which values do not keep (see `link/layers.py`)."""

    value: int
    how: str


class Unknown(_Expr, frozen=True, tag=21):
    """Something whose value is not described; its sub-expressions still stand in the table and among the sites."""


Expr = (
    Name | Attr | Call | New | Func | Index | Item | Iter | Enter | Await | Cast | Apply | Op | AddressOf | Deref
    | Literal | Display | Union | FuncType | ObjectType | TypeOf | Unknown | Held
)  # fmt: skip
