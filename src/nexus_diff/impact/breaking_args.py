"""Arguments against parameters: what is wrong with a call, and which arguments mean something else now."""

from __future__ import annotations

from collections.abc import Sequence

from nexus_diff.languages.base import Language
from nexus_diff.model.expr import Arg
from nexus_diff.model.facts import NONE, Definition, Param

SPREADS = ("*", "**")
POSITIONAL = ("pos", "posonly")


def taken(definition: Definition, language: Language, how: str) -> tuple[Param, ...]:
    """The parameters that a caller fills. `how`: "plain"; called on an "instance", a "class" or "super", or by an
    "operator"; "new" for a construction."""
    params = definition.params
    receives = how in ("instance", "super", "new", "operator") or (how == "class" and "classmethod" in definition.modifiers)
    if language.receiver != "first-param" or not receives or "static" in definition.modifiers:
        return params
    return params[1:] if params and params[0].kind in POSITIONAL else params


def required(param: Param) -> bool:
    """Whether a call has to fill it."""
    return param.kind not in SPREADS and param.default == NONE and not param.optional


def positional(params: Sequence[Param]) -> list[Param]:
    """Those that a position may fill."""
    return [param for param in params if param.kind in POSITIONAL]


def misfit(params: Sequence[Param], args: Sequence[Arg]) -> str:
    """Why the arguments cannot be bound, "" if they can. What a spread argument holds is taken to fit."""
    given = sum(1 for arg in args if not arg.keyword)
    keywords = {arg.keyword for arg in args if arg.keyword and arg.keyword not in SPREADS}
    places = positional(params)
    if given > len(places) and not any(param.kind == "*" for param in params):
        return f"it takes {_count(len(places))}, not {given}"
    named = {param.name for param in params if param.kind in ("pos", "kwonly")}
    unknown = sorted(keywords - named)
    if unknown and not any(param.kind == "**" for param in params):
        return f"it takes no `{unknown[0]}`"
    twice = [param.name for param in places[:given] if param.kind == "pos" and param.name in keywords]
    if twice:
        return f"`{twice[0]}` is given by position and by name"
    if any(arg.keyword in SPREADS for arg in args):
        return ""
    missing = [
        param.name
        for param in params
        if required(param) and param not in places[:given] and (param.kind == "posonly" or param.name not in keywords)
    ]
    return f"it needs {_names(missing)}" if missing else ""


def _count(number: int) -> str:
    if not number:
        return "no argument by position" if number else "no arguments"
    return f"{number} argument{'s' if number > 1 else ''} at most"


def _names(names: Sequence[str]) -> str:
    shown = [f"`{name}`" if name else "one more argument" for name in names]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def shifted(old: Sequence[Param], new: Sequence[Param], args: Sequence[Arg]) -> str:
    """Which argument by position fills another parameter than before, "" if none does. A parameter under a new name stays what it was."""
    if any(arg.keyword == "*" for arg in args):
        return ""
    given = sum(1 for arg in args if not arg.keyword)
    before, after = {param.name for param in old}, {param.name for param in new}
    for position, (was, now) in enumerate(zip(positional(old)[:given], positional(new), strict=False), 1):
        if was.name and now.name and was.name != now.name and (was.name in after or now.name in before):
            return f"argument {position} was `{was.name}` and is `{now.name}` now"
    return ""
