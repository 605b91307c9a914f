"""What an expression may stand for: the abstract values of the evaluator.

A result is a tuple of values, ordered and without repeats; the empty tuple means "nothing is known". `Ext` means "known to lie outside the
repository", which is knowledge too: a call on it is never guessed by name.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec


class _Value(msgspec.Struct, frozen=True, gc=False):
    pass


class Def(_Value, frozen=True):
    """The definition itself: a function, a class, a type alias … `path` and index into its definitions."""

    path: str
    index: int


class Inst(_Value, frozen=True):
    """An instance of a class of the repository. `args`: values of its type arguments, in order of the type parameters. `exact`: made by a
    constructor call in view, so that no subclass can be meant. `held`: how it is held (see `held`)."""

    path: str
    index: int
    args: tuple[Values, ...] = ()
    exact: bool = False
    held: int = 0


class Bound(_Value, frozen=True):
    """A method got from a receiver; `receiver` is the values of the receiver (one)."""

    path: str
    index: int
    receiver: Value


class Func(_Value, frozen=True):
    """A function made in place (lambda, arrow, function expression): scope index in its file."""

    path: str
    scope: int


class Mod(_Value, frozen=True):
    """A file as a module."""

    path: str


class Pack(_Value, frozen=True):
    """A directory without an init file, as a package."""

    path: str


class Space(_Value, frozen=True):
    """A package or namespace, by its name in full, of languages of `group`."""

    group: str
    name: str


class Super(_Value, frozen=True):
    """`super()` inside class (path, index): look-up starts after that class in the MRO of the receiver."""

    path: str
    index: int
    bound: bool = True


class Box(_Value, frozen=True):
    """An instance of a built-in generic: "list", "dict", "tuple", "Promise", … `args`: element values (dict: keys, values; tuple: one per
    position; "Callable": what calling it gives)."""

    name: str
    args: tuple[Values, ...] = ()
    held: int = 0


class Ext(_Value, frozen=True):
    """Something outside the repository. `name`: dotted, as far as known ("os.path.join", "str"), for reasons and explanations."""

    name: str
    held: int = 0


class Alias(_Value, frozen=True):
    """A type written as a value: `Handler = Callable[[int], str]`; expression `expr` of file `path`."""

    path: str
    expr: int


class TypeParam(_Value, frozen=True):
    """A type parameter named `name`, to be replaced at use. `bound`: instances of its bound. `origin`: the hub of the types that it is
    used with, where those are followed."""

    name: str
    bound: Values = ()
    origin: str = ""
    held: int = 0


class Param(_Value, frozen=True):
    """Whatever callers hand to parameter `name` of function (path, index); what that is, the whole graph knows (param hubs)."""

    path: str
    index: int
    name: str


class Slot(_Value, frozen=True):
    """Whatever is put into the container `name` of class (path, index), or of the module (index -1): its elements, at any depth."""

    path: str
    index: int
    name: str


class Shape(_Value, frozen=True):
    """An object type or object literal in file `path`: expression index of the ObjectType/Display, or the scope of a
    literal with methods. `given`: what type parameters in it stand for, by name."""

    path: str
    expr: int
    scope: int = -1
    given: tuple[tuple[str, Values], ...] = ()


class Partial(_Value, frozen=True):
    """`functools.partial(f, …)`, a bound JS function: calling it calls `inner`. `how`: reason of such a call; "behind-type" for a function
    that a declared function type hides."""

    inner: Value
    how: str = "partial"


Value = Def | Inst | Bound | Func | Mod | Pack | Space | Super | Box | Ext | Alias | TypeParam | Param | Slot | Shape | Partial
Values = tuple[Value, ...]

NOTHING: Values = ()
MAX_VALUES = 12
"""Largest set of alternatives that is followed; what goes beyond is cut, in order of appearance."""


CALLABLE = (Def, Bound, Func, Partial, Param, Slot)
"""Values that say which function something is: no annotation can say that."""


def typed(declared: Values, found: Values) -> Values:
    """Values of something with a declared type: what the type says, and which functions they are, which it cannot say."""
    return union(declared, tuple(v for v in found if isinstance(v, CALLABLE))) if declared else found


def foreign(value: Value) -> bool:
    """Whether a declared type names a library's class only (built-in types have no dot), or a container of such."""
    if isinstance(value, Ext):
        return "." in value.name
    return (
        isinstance(value, Box)
        and bool(value.args)
        and value.name != "Callable"
        and all(foreign(v) for a in value.args for v in a)
        and any(value.args)
    )


def behind(values: Values) -> Values:
    """The functions among values, as what a declared function type hides."""
    return tuple(v if isinstance(v, Partial) else Partial(v, "behind-type") for v in values if isinstance(v, (Def, Bound, Func, Partial)))


def bounded(values: Values) -> Values:
    """The values, without what is written inside of those that have become too large to follow (a type that grows whenever it is used)."""
    for value in values:
        if type(value) in _NESTING and _too_large(value):
            return union(tuple(_shortened(v, _KEPT) if type(v) in _NESTING and _too_large(v) else v for v in values))
    return values


def _parts(value: Value) -> Iterator[Values]:
    if isinstance(value, (Inst, Box)):
        yield from value.args
    elif isinstance(value, Shape):
        for _, values in value.given:
            yield values
    elif isinstance(value, Bound):
        yield (value.receiver,)
    elif isinstance(value, Partial):
        yield (value.inner,)
    elif isinstance(value, TypeParam):
        yield value.bound


def _too_large(value: Value) -> bool:
    count, level, depth = 0, [value], 0
    while level:
        depth += 1
        count += len(level)
        if depth > _DEEPEST or count > _LARGEST:
            return True
        level = [v for outer in level for values in _parts(outer) for v in values]
    return False


def _shortened(value: Value, levels: int) -> Value:
    """A value with at most so many levels of values inside."""

    def inner(values: Values) -> Values:
        return tuple(_shortened(v, levels - 1) for v in values[: levels * 2])

    if isinstance(value, Inst):
        return Inst(value.path, value.index, tuple(inner(a) for a in value.args) if levels else (), value.exact, value.held)
    if isinstance(value, Box):
        return Box(value.name, tuple(inner(a) for a in value.args) if levels else (), value.held)
    if isinstance(value, Shape):
        return Shape(value.path, value.expr, value.scope, tuple((n, inner(v)) for n, v in value.given) if levels else ())
    if isinstance(value, TypeParam):
        return TypeParam(value.name, inner(value.bound) if levels else (), value.origin, value.held)
    if isinstance(value, Bound):
        return Bound(value.path, value.index, _shortened(value.receiver, max(levels - 1, 0)))
    if isinstance(value, Partial):
        return Partial(_shortened(value.inner, levels - 1), value.how) if levels else value.inner
    return value


_NESTING = frozenset({Inst, Box, Shape, Bound, Partial, TypeParam})
_DEEPEST = 12
_LARGEST = 400
_KEPT = 3


def union(*many: Values) -> Values:
    """All values, each once, in order of first appearance, at most MAX_VALUES."""
    found = [values for values in many if values]
    if not found:
        return NOTHING
    if len(found) == 1:
        return found[0]
    seen: dict[Value, None] = {}
    for values in found:
        for value in values:
            seen[value] = None
    return tuple(seen)[:MAX_VALUES]
