"""What is known about classes for certain: which make ordinary instances, and what a construction without a written constructor takes."""

from __future__ import annotations

from nexus_diff.impact.breaking_open import assigns
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import Box, Def, Ext, Inst, Value
from nexus_diff.link.view import View
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Base, Binding, Definition, Param


def last_name(facts_exprs: tuple[x.Expr, ...], expr: int) -> str:
    """Last name of `a.b.c` or `a.b.c(…)`, "" for anything else."""
    e = facts_exprs[expr]
    while isinstance(e, x.Call):
        e = facts_exprs[e.func]
    if isinstance(e, x.Attr):
        return e.name
    return e.name if isinstance(e, x.Name) else ""


def undecorated(view: View, function: Def) -> bool:
    """Whether callers see the function's own parameters: no decorator but those known to leave them alone, one definition of its name."""
    index = view.file(function.path)
    if index is None:
        return False
    definition = index.facts.definitions[function.index]
    if not all(_transparent(view, index, one) for one in definition.decorators):
        return False
    if definition.type != NONE:
        return False
    same = [b for _, b in index.names(definition.scope).get(definition.name, ()) if b.definition != function.index]
    kinds = {index.facts.definitions[b.definition].kind if b.definition != NONE else "" for b in same}
    return kinds <= {"signature", "function", "method", "constructor"} if index.language.receiver == "this" else not same


def _transparent(view: View, index: FileIndex, decorator: int) -> bool:
    name = last_name(index.facts.exprs, decorator)
    if name not in index.language.transparent_decorators:
        return False
    e = index.facts.exprs[decorator]
    values = view.value(index, e.func if isinstance(e, x.Call) else decorator)
    return all(isinstance(value, Ext) for value in values)


def plain_class(view: View, cls: Def) -> bool:
    """Whether creating an instance does what the class itself says: no metaclass, no decorator that is not known, no hook."""
    for here in view.context.classes.mro(cls):
        index = view.file(here.path) if isinstance(here, Def) else None
        if index is None or not isinstance(here, Def):
            continue
        definition = index.facts.definitions[here.index]
        if not all(_plain_base(index, base) for base in definition.bases):
            return False
        if not all(_known_class_decorator(index, one) for one in definition.decorators):
            return False
    return True


def _plain_base(index: FileIndex, base: Base) -> bool:
    if base.keyword == "metaclass":
        return last_name(index.facts.exprs, base.expr) == "ABCMeta"
    return base.keyword not in ("*", "**")


def member_of(view: View, cls: Def, name: str, after: Def | None = None) -> Def | None:
    """The class in the repository that gives instances of `cls` the member; `after`: look behind that class."""
    mro = view.context.classes.mro(cls)
    for here in mro[mro.index(after) + 1 :] if after in mro else mro:
        if not isinstance(here, Def):
            continue
        index = view.file(here.path)
        assigned = index is not None and not index.language.compiled and view.context.classes.assigned(here, name)
        if view.context.classes.own(here, name) or assigned or view.context.members.beside(here, name):
            return here
    return None


def _known_class_decorator(index: FileIndex, decorator: int) -> bool:
    return last_name(index.facts.exprs, decorator) in index.language.transparent_decorators


def closed_class(view: View, cls: Def, name: str) -> bool:
    """Whether what can be read of the class tells if it has a member of that name: all of it in the repository but for library classes
    whose members are known, without metaclass or attribute hooks."""
    for here in view.context.classes.mro(cls):
        index = view.file(here.path) if isinstance(here, Def) else None
        if index is None or not isinstance(here, Def):
            continue
        definition = index.facts.definitions[here.index]
        if definition.kind == "function" and _handed_on(index, definition):
            return False
        names = index.names(definition.body) if definition.body != NONE else {}
        if any(hook in names for hook in index.language.member_hooks) or assigns(index, here.index, name):
            return False
        if not all(_known_class_decorator(index, one) for one in definition.decorators if index.language.receiver == "first-param"):
            return False
        if not all(_plain_base(index, base) and _gives_no(view, index, base, name) for base in definition.bases):
            return False
    return True


def _handed_on(index: FileIndex, function: Definition) -> bool:
    """Whether the prototype of a function may get members that are not written as such: it is replaced, or given to some call."""
    own, prototype = function.name, f"{function.name}.prototype"
    objects = index.objects
    if "prototype" in objects.get((function.scope, own), ()) or "__proto__" in objects.get((function.scope, prototype), ()):
        return True
    calls = [e for e in index.facts.exprs if isinstance(e, (x.Call, x.New))]
    return any(index.dotted(arg.value) in (own, prototype) for call in calls for arg in call.args)


def _gives_no(view: View, index: FileIndex, base: Base, name: str) -> bool:
    """Whether a base is a class of the repository, or a known one of the library that lacks the member."""
    if base.keyword or base.kind == "implements":
        return True
    if isinstance(index.facts.exprs[base.expr], (x.Union, x.Op)):
        return False
    found = view.context.types.base(index, base.expr) or view.value(index, base.expr)
    return bool(found) and all(isinstance(value, Inst) or _lacks(index, value, name) for value in found)


def _lacks(index: FileIndex, value: Value, name: str) -> bool:
    if not isinstance(value, (Ext, Box)):
        return False
    library, _, last = value.name.removesuffix("[]").rpartition(".")
    known = index.language.library_bases.get(last)
    standard = not library or library.partition(".")[0] in index.language.standard_modules
    return standard and known is not None and name not in known


def fields_as_params(view: View, cls: Def) -> tuple[Param, ...] | None:
    """Parameters of the constructor that a dataclass or named tuple is given; None for other classes and where they cannot be told."""
    index = view.file(cls.path)
    if index is None or index.language.receiver != "first-param":
        return None
    definition = index.facts.definitions[cls.index]
    named = _named_tuple(index, definition)
    if not named and not _dataclass(index, definition):
        return None
    found: dict[str, Param] = {}
    for here in reversed(view.context.classes.mro(cls)):
        there = view.file(here.path) if isinstance(here, Def) else None
        if there is None or not isinstance(here, Def):
            if not (named and isinstance(here, Ext)):
                return None
            continue
        own = there.facts.definitions[here.index]
        if own.body == NONE or "__init__" in there.names(own.body) or "__new__" in there.names(own.body):
            return None
        if not (named or _dataclass(there, own)):
            continue
        if not _add_fields(there, own, found):
            return None
    return tuple(found.values())


def _named_tuple(index: FileIndex, definition: Definition) -> bool:
    return any(not base.keyword and last_name(index.facts.exprs, base.expr) == "NamedTuple" for base in definition.bases)


def _dataclass(index: FileIndex, definition: Definition) -> bool:
    """Decorated with `dataclass`, and with nothing that changes what its constructor takes."""
    if len(definition.decorators) != 1 or last_name(index.facts.exprs, definition.decorators[0]) != "dataclass":
        return False
    e = index.facts.exprs[definition.decorators[0]]
    return not isinstance(e, x.Call) or not any(arg.keyword in ("init", "kw_only", "**") for arg in e.args)


def _add_fields(index: FileIndex, definition: Definition, found: dict[str, Param]) -> bool:
    """The fields of one class, in order; whether all of them can be told."""
    for binding in index.facts.bindings:
        if binding.scope != definition.body or binding.type == NONE or binding.attr_of != NONE or binding.narrow:
            continue
        e = index.facts.exprs[binding.type]
        kind = last_name(index.facts.exprs, e.value if isinstance(e, x.Index) else binding.type)
        if kind == "KW_ONLY" or binding.block or isinstance(e, x.Literal):
            return False
        if kind == "ClassVar":
            continue
        default = _default(index, binding)
        if default is None:
            return False
        found[binding.target] = Param(binding.target, "pos", default, NONE)
    return True


def _default(index: FileIndex, binding: Binding) -> int | None:
    """The default of a field (-1: none); None when its call of `field` says more than that."""
    if binding.value == NONE:
        return NONE
    e = index.facts.exprs[binding.value]
    if not isinstance(e, x.Call) or last_name(index.facts.exprs, binding.value) != "field":
        return binding.value
    keywords = {arg.keyword for arg in e.args}
    if keywords & {"init", "kw_only", "**"}:
        return None
    return binding.value if keywords & {"default", "default_factory"} else NONE
