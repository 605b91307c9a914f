"""Arguments whose type a parameter surely does not take."""

from __future__ import annotations

from collections.abc import Sequence

from nexus_diff.impact.breaking_case import Side
from nexus_diff.impact.breaking_nothing import closed
from nexus_diff.link.costs import NEVER
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import Box, Def, Ext, Inst, Value
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Param

OTHER_TYPE = "takes another type"


def refused(side: Side, index: FileIndex, there: FileIndex, params: Sequence[Param], args: Sequence[x.Arg]) -> str:
    """Why the types of the arguments cannot be handed to these parameters, "" where they may. Asked only where inherited overloads
    compete: there types convert by inheritance alone."""
    if index.language.overloads != "merge" or any(arg.keyword for arg in args):
        return ""
    for param, arg in zip(params, args, strict=False):
        if param.kind not in ("pos", "posonly") or param.type == NONE:
            continue
        wanted, given = side.view.context.types.instances(there, param.type), side.view.sole(index, arg.value)
        if given is None or len(wanted) != 1:
            continue
        if _never(side, index, given, wanted[0]) and not _turns_into(side, index, given, wanted[0]):
            return f"`{param.name}` {OTHER_TYPE}"
    return ""


def _never(side: Side, index: FileIndex, given: Value, wanted: Value) -> bool:
    plain = {*index.language.boxes, *index.language.literal_types.values()}
    if isinstance(given, Inst) and closed(side, cls := Def(given.path, given.index)):
        if isinstance(wanted, Inst):
            return Def(wanted.path, wanted.index) not in side.view.context.classes.mro(cls)
        return isinstance(wanted, Ext) and wanted.name in plain
    if not isinstance(given, Ext) or given.name not in plain:
        return False
    if isinstance(wanted, Ext) and wanted.name in plain:
        return side.view.context.conversions.distance(index, given, wanted) >= NEVER
    return isinstance(wanted, Inst) or (isinstance(wanted, Box) and wanted.name == "Callable")


def _turns_into(side: Side, index: FileIndex, given: Value, wanted: Value) -> bool:
    """Whether one of the two types says how such an argument becomes what is wanted (C#: `implicit operator`)."""
    name, context = index.language.conversion_member, side.view.context
    for cls in (given, wanted) if name else ():
        for method in context.alike.of_class(Def(cls.path, cls.index), name) if isinstance(cls, Inst) else ():
            there, definition = side.view.file(method.path), side.view.definition(method)
            if there is None or definition is None or len(definition.params) != 1:
                continue
            taken, made = (context.types.instances(there, type) for type in (definition.params[0].type, definition.returns))
            if all(context.conversions.step(index, w, g) < NEVER for w, g in ((taken, (given,)), ((wanted,), made))):
                return True
    return False
