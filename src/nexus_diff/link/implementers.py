"""Object literals that implement an interface: their methods are among what a call through the interface may reach.

The relation holds where a literal meets a declared type: a typed variable, a typed return, an argument. It is handed on as a pass to the
dispatch hub of the interface's member (see `LinkOutput.passes`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import Bound, Def, Inst, Shape, Value, Values
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

if TYPE_CHECKING:
    from nexus_diff.link.context import Context

IdOf = Callable[[Def], str | None]
Pass = tuple[str, str]


class Implementers:
    """Literals as implementers."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    def of_file(self, index: FileIndex, id_of: IdOf) -> Iterator[Pass]:
        """Passes of the literals that stand in a file, by what is expected where they stand."""
        if not index.language.contextual:
            return
        for number, scope in enumerate(index.facts.scopes):
            if scope.kind == "object":
                yield from self._passes(Shape(index.path, NONE, number), self.context.contexts.function(index, number), id_of)

    def of_call(self, index: FileIndex, value: Value, e: x.Expr, args: Sequence[x.Arg], id_of: IdOf) -> Iterator[Pass]:
        """Passes of the literals that a call hands to typed parameters."""
        if not isinstance(value, (Def, Bound)) or not isinstance(e, x.Call):
            return
        for order, arg in enumerate(args):
            shapes = [v for v in self.context.evaluator.value(index, arg.value) if isinstance(v, Shape) and v.scope != NONE]
            if shapes and not arg.keyword and not isinstance(index.facts.exprs[arg.value], x.Func):
                signatures = self.context.signatures
                for signature in signatures.called(index, value, e, arg.value):
                    wanted = signatures.parameter(signature, order)
                    for shape in shapes:
                        yield from self._passes(shape, wanted, id_of)

    def _passes(self, shape: Shape, wanted: Values, id_of: IdOf) -> Iterator[Pass]:
        types = [Def(v.path, v.index) for v in wanted if isinstance(v, Inst)]
        index = self.world.index(shape.path) if types else None
        if index is None:
            return
        self.world.part(index.path, index.object_key(shape.scope), "")
        for name, entries in index.names(shape.scope).items():
            definition = entries[-1][1].definition
            method = id_of(Def(index.path, definition)) if definition != NONE else None
            for cls in types if method is not None else ():
                for above in self.context.classes.mro(cls):
                    class_id = id_of(above) if isinstance(above, Def) else None
                    if class_id is not None and method is not None:
                        yield f"dispatch:{class_id}:{name}", method
