"""Expressions as short text, for details and for telling whether two of them are the same."""

# For maintainers. Program points are left out, so the text of an expression does not change when code around it does. The value of a
# literal other than a string is not among the facts: `1` and `2` both read "int". Where that matters the hashes decide, not this text.

from __future__ import annotations

import re

from nexus_diff.languages import REGISTRY
from nexus_diff.model import expr as e
from nexus_diff.model.facts import Definition, FileFacts, Param

_IN_SCOPE = re.compile(r"(?<=[\w>])\.(?=\w)")
_DEPTH = 12
_WIDTH = 60
_BORROWED = {e.REFERENCE: "&", e.REFERENCE_MUT: "&mut "}
"""How references are written that stand before what they lead to."""
_QUOTED = frozenset({"str", "string", "bytes", "char*"})


def shown(facts: FileFacts, index: int) -> str:
    """A type, base or decorator for a person, cut to a readable length."""
    text = written(facts, index)
    sign = REGISTRY[facts.language].scope_sign
    text = _IN_SCOPE.sub(sign, text) if sign != "." else text
    return text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "…"


def written(facts: FileFacts, index: int, depth: int = 0) -> str:
    """The expression at `index`, "" for none; what is nested too deeply reads "…"."""
    if index < 0 or index >= len(facts.exprs):
        return ""
    if depth > _DEPTH:
        return "…"
    expr = facts.exprs[index]
    if isinstance(expr, e.Name):
        return expr.name
    if isinstance(expr, e.Literal):
        return _literal(expr)
    if isinstance(expr, e.Attr):
        holder = facts.exprs[expr.value] if 0 <= expr.value < len(facts.exprs) else None
        if isinstance(holder, e.Deref):
            return f"{written(facts, holder.value, depth + 1)}->{expr.name}"
        return f"{written(facts, expr.value, depth + 1)}.{expr.name}"
    if isinstance(expr, e.Call | e.New):
        return _call(facts, expr, depth)
    return _composite(facts, expr, depth)


def _literal(expr: e.Literal) -> str:
    if not expr.value:
        return "None" if expr.type == "none" else expr.type
    return repr(expr.value.replace(e.GAP, "…")) if expr.type in _QUOTED else expr.value


def _call(facts: FileFacts, expr: e.Call | e.New, depth: int) -> str:
    args = ", ".join(_argument(arg.keyword, written(facts, arg.value, depth + 1)) for arg in expr.args)
    if isinstance(expr, e.New):
        return f"new {written(facts, expr.type, depth + 1)}({args})"
    types = _many(facts, expr.type_args, depth)
    return f"{written(facts, expr.func, depth + 1)}{f'<{types}>' if types else ''}({args})"


def _argument(keyword: str, value: str) -> str:
    if keyword in ("", "*", "**"):
        return keyword + value
    return f"{keyword}={value}"


def _many(facts: FileFacts, indexes: tuple[int, ...], depth: int, separator: str = ", ") -> str:
    return separator.join(written(facts, index, depth + 1) for index in indexes)


def _composite(facts: FileFacts, expr: e.Expr, depth: int) -> str:
    def at(index: int) -> str:
        return written(facts, index, depth + 1)

    if isinstance(expr, e.Index):
        key = facts.exprs[expr.key] if 0 <= expr.key < len(facts.exprs) else None
        inner = _many(facts, key.items, depth) if isinstance(key, e.Display) and key.type in ("", "tuple") else at(expr.key)
        return f"{at(expr.value)}[{inner}]"
    if isinstance(expr, e.Apply):
        return f"{at(expr.type)}<{_many(facts, expr.args, depth)}>"
    if isinstance(expr, e.Union):
        return _many(facts, expr.items, depth, " & " if expr.intersection else " | ")
    if isinstance(expr, e.Op):
        return f"{at(expr.left)} {expr.op} {at(expr.right)}" if expr.right >= 0 else f"{expr.op} {at(expr.left)}"
    if isinstance(expr, e.FuncType):
        return f"({_many(facts, expr.params, depth)}) => {at(expr.returns)}"
    if isinstance(expr, e.ObjectType):
        return "{" + ", ".join(f"{name}: {at(index)}" for name, index in zip(expr.names, expr.types, strict=False)) + "}"
    if isinstance(expr, e.Display):
        keys = [f"{at(key)}: " if key >= 0 else "" for key in expr.keys] or [""] * len(expr.items)
        return f"{expr.type}(" + ", ".join(key + at(item) for key, item in zip(keys, expr.items, strict=False)) + ")"
    return _wrapped(facts, expr, depth)


def _wrapped(facts: FileFacts, expr: e.Expr, depth: int) -> str:
    if isinstance(expr, e.Func):
        return "function"
    if isinstance(expr, e.Unknown):
        return "…"
    if isinstance(expr, e.AddressOf | e.Deref):
        return f"{'&' if isinstance(expr, e.AddressOf) else '*'}{written(facts, expr.value, depth + 1)}"
    if isinstance(expr, e.Held):
        inner = written(facts, expr.value, depth + 1)
        if expr.how in _BORROWED:
            return f"{_BORROWED[expr.how]}{inner}"
        return f"const {inner}" if expr.how == "const" else f"{inner}{expr.how}"
    if isinstance(expr, e.TypeOf):
        return f"{expr.op} {written(facts, expr.value, depth + 1)}"
    if isinstance(expr, e.Cast):
        return f"({written(facts, expr.type, depth + 1)}) {written(facts, expr.value, depth + 1)}".rstrip()
    extra = f" {expr.key or expr.position}" if isinstance(expr, e.Item) else ""
    value: int = getattr(expr, "value", e.NONE)
    return f"{type(expr).__name__.lower()}({written(facts, value, depth + 1)}{extra})"


def parameter(facts: FileFacts, param: Param) -> tuple[str, str, str, str, bool]:
    """A parameter as (name, kind, default, type, optional) for comparing."""
    return (param.name, param.kind, written(facts, param.default), written(facts, param.type), param.optional)


def signature(facts: FileFacts, definition: Definition) -> tuple[object, ...]:
    """What callers and heirs see of a definition but for its name, for comparing."""
    return (
        definition.kind,
        tuple(parameter(facts, param) for param in definition.params),
        tuple(parameter(facts, param) for param in definition.type_params),
        written(facts, definition.returns),
        written(facts, definition.type),
        tuple((base.kind, base.keyword, written(facts, base.expr)) for base in definition.bases),
    )
