"""Operators: what type an operation gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import NOTHING, Box, Def, Ext, Inst, Value, Values, union
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

if TYPE_CHECKING:
    from nexus_diff.languages.base import Language
    from nexus_diff.link.calls import Calls
    from nexus_diff.link.context import Context


class Operations:
    """Results of operators."""

    context: Context
    calls: Calls

    if TYPE_CHECKING:

        def value(self, index: FileIndex, expr: int) -> Values: ...

        def unwrapped(self, index: FileIndex, values: Values, position: int) -> Values: ...

    def _names_type(self, index: FileIndex, e: x.Expr, value: Value) -> bool:
        """Whether an index or `|` expression is a type: `Callable[…]`, `A | B`."""
        if isinstance(e, x.Index):
            return isinstance(value, Ext) and value.name.endswith("[]") and value.name[:-2].rpartition(".")[2] in index.language.generics
        return isinstance(e, x.Op) and e.op == "|" and isinstance(value, Def)

    def _op(self, index: FileIndex, e: x.Op) -> Values:
        if e.op in ("and", "or", "??", "||", "&&"):
            left = self.value(index, e.left) if e.op not in ("and", "&&") else NOTHING
            right = self.value(index, e.right)
            return union(left, self.context.signatures.alternative(index, left, right))
        if e.op in ("==", "!=", "<", ">", "<=", ">=", "in", "not in", "is", "is not", "not", "!", "instanceof", "===", "!=="):
            return (Ext("bool"),)
        left = self.value(index, e.left)
        if e.op in ("?", "Err"):
            return self.unwrapped(index, left, 0 if e.op == "?" else 1)
        for name in index.language.operators.get(e.op, ()):
            for value in left:
                if isinstance(value, Inst) and not name.startswith("r:"):
                    method = self.context.classes.method(Def(value.path, value.index), name)
                    if method is not None:
                        return self.calls.result(method, value)
        if index.language.number_types:
            return self._arithmetic(index, e, left, self.value(index, e.right) if e.right != NONE else left)
        return tuple(v for v in left if isinstance(v, (Ext, Box)) or (e.op == "|" and isinstance(v, Def)))

    def _arithmetic(self, index: FileIndex, e: x.Op, left: Values, right: Values) -> Values:
        """The type of an operation on numbers, or of text with something added."""
        language = index.language
        text = language.literal_types.get("string", "string")
        names = [language.unboxed(v.name) for v in (*left, *right) if isinstance(v, Ext)]
        if e.op == "+" and text in names:
            return (Ext(text),)
        if e.op in ("&", "|", "^") and "boolean" in names:
            return (Ext("boolean"),)
        if not left or not right:
            return NOTHING
        if language.library is not None and not any(name in language.number_types for name in names):
            return self._of_library_operator(language, e, left, right)
        if len(names) < len(left) + len(right) or any(name.endswith("()") for name in names):
            return NOTHING
        wide = [language.number_types.index(name) for name in names if name in language.number_types]
        return (Ext(language.number_types[max(wide, default=0)]),)

    def _of_library_operator(self, language: Language, e: x.Op, left: Values, right: Values) -> Values:
        """Operations on types that are no numbers mostly give the type on their left: two flags, two spans of time, a date and a span."""
        if e.op == "-" and e.right != NONE and left == right:
            apart = tuple(Ext(language.differences[v.name]) for v in left if isinstance(v, Ext) and v.name in language.differences)
            if apart:
                return apart
        return tuple(v for v in left if isinstance(v, (Ext, Inst)))
