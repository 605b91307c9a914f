"""The table of bare names: which definitions bear a name, for guesses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from nexus_diff.languages import REGISTRY
from nexus_diff.languages.base import Language
from nexus_diff.link import confidence
from nexus_diff.link.arity import bounds, own_params
from nexus_diff.link.nodes import last_name, qualified_names
from nexus_diff.model.expr import Apply, Held, Name
from nexus_diff.model.facts import NONE, Definition, FileFacts
from nexus_diff.model.graph import FileEntry, Hub, Node

NameTable = dict[tuple[str, str], tuple[str, ...]]
"""(group, name) → candidates, sorted. Groups: `<language group>.m` methods, `.f` functions and classes of modules, `.p` properties; a
candidate reads `id\tleast\tmost`: the least and greatest number of positional arguments. Groups `.q` (definitions by their name in full),
`.l` (those local to a file), `.x` (members that stand outside of the type of that last name), `.e` (methods called on their first
argument), `.s` (files of a package or namespace) and `.i` (interfaces that are met by their methods, under the first of their own): a
candidate reads `path\tqualified name`."""
INTERFACES = ".i"
LOCAL = ".l"
"""End of the groups of what is local to a file, by its name in full."""
FOR_ALL = "*"
"""Stands before the name of a trait, among what stands outside of types, for the blocks that give the trait to all types."""
FOR_BORROWED = "&"
"""The same for the blocks that give it to references to whatever type has it, and to boxes of such (`impl T for &mut X`)."""
OF_TRAIT = "."
"""Stands before the name of a method there, for the traits that have it."""
SPACES = ".s"
TRANSPARENT = ".t"
"""End of the groups of namespaces that only macros open: what they hold is found outside of them."""
OPENED = ".o"
"""End of the group of what opens such namespaces, all under the name `ANYWHERE`; a candidate reads `path\tname in full`."""
ANYWHERE = "*"
EVERYWHERE = ".u"
"""End of the group of files whose imports hold in all files of a folder, by that folder."""
WHOLE = (".q", LOCAL, ".x", ".e", INTERFACES, OPENED, EVERYWHERE)
"""Ends of the groups whose candidates are all looked at by whoever asks."""
MANY = "*"
"""Name under which interfaces stand that have no methods but those of others that they embed."""

GLOBAL = "global"
"""Flag of imports that hold in all files of a project."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(tuple[str, ...]).decode


def names_of(entry: FileEntry, facts: FileFacts, nodes: Sequence[Node | None]) -> dict[tuple[str, str], list[str]]:
    """Candidates that one file adds."""
    found: dict[tuple[str, str], list[str]] = {}
    language = REGISTRY[entry.language]
    group = language.group
    first = language.receiver == "first-param"
    for node, definition in zip(nodes, facts.definitions, strict=True):
        if node is None or node.label not in ("Function", "Class", "Method"):
            continue
        scope = facts.scopes[definition.scope]
        guessable = scope.kind != "object" and not (language.contextual and "test" in entry.marks)
        bound = node.label == "Method" and first and "static" not in definition.modifiers
        least, most = (0, 1 << 20) if node.label == "Class" else bounds(own_params(definition, bound))
        if not first:
            least, most = 0, 1 << 20
        candidate = f"{node.id}\t{least}\t{most}"
        if node.label == "Method":
            if guessable:
                found.setdefault((f"{group}.m", definition.name), []).append(candidate)
            if "property" in definition.modifiers:
                found.setdefault((f"{group}.p", definition.name), []).append(node.id)
        elif (
            guessable
            and not (language.includes and "local" in definition.modifiers)
            and (scope.kind in ("module", "namespace") or (scope.definition == NONE and scope.kind == "block"))
        ):
            found.setdefault((f"{group}.f", definition.name), []).append(candidate)
    if language.package_of is not None or language.outside_members:
        _in_full(found, entry, facts, language)
    return found


def _in_full(found: dict[tuple[str, str], list[str]], entry: FileEntry, facts: FileFacts, language: Language) -> None:
    """What other files find by its name in full, or by the type that it belongs to."""
    group = language.group
    names = qualified_names(facts)
    if language.global_imports is not None and any(GLOBAL in imp.flags for imp in facts.imports):
        found[f"{group}{EVERYWHERE}", language.global_imports(entry.path)] = [entry.path]
    outside = _outside(facts) if language.includes else frozenset()
    prefix = language.package_of(entry.path, facts) if language.package_of is not None else None
    spaces = {prefix} if prefix else set()
    for position, definition in enumerate(facts.definitions):
        candidate = f"{entry.path}\t{names[position]}"
        if definition.kind == "extension":
            found.setdefault((f"{group}.x", definition.name), []).append(candidate)
            for trait in _given_to_all(facts, definition) if language.monomorphic else ():
                found.setdefault((f"{group}.x", trait), []).append(candidate)
        if language.monomorphic and _of_trait(facts, definition):
            found.setdefault((f"{group}.x", OF_TRAIT + definition.name), []).append(candidate)
        if "extension" in definition.modifiers:
            found.setdefault((f"{group}.e", definition.name), []).append(candidate)
        text = language.includes and "macro" in definition.modifiers
        named = definition.kind in _NAMED or position in outside
        if prefix is None or not named or not (text or _open(facts, definition.scope)):
            continue
        if definition.kind == "interface" and language.structural_interfaces and (asked := _first_method(facts, definition)):
            found.setdefault((f"{group}{INTERFACES}", asked), []).append(candidate)
        full = in_full(prefix, definition, language)
        if definition.kind == "namespace" and "open" in definition.modifiers:
            spaces.add(full)
            if "transparent" in definition.modifiers:
                found.setdefault((f"{group}{TRANSPARENT}", full), []).append(entry.path)
                found.setdefault((f"{group}{OPENED}", ANYWHERE), []).append(f"{entry.path}\t{full}")
        elif "local" not in definition.modifiers and not text:
            found.setdefault((f"{group}.q", full), []).append(candidate)
        elif language.includes:
            found.setdefault((f"{group}{LOCAL}", full), []).append(candidate)
    for space in spaces:
        parts = space.split(".")
        for length in range(1, len(parts) + 1):
            found.setdefault((f"{group}{SPACES}", ".".join(parts[:length])), []).append(entry.path)
    if language.outside_members:
        for binding in facts.bindings:
            owner = last_name(facts, binding.attr_of) if binding.attr_of != NONE and binding.definition != NONE else ""
            if owner:
                found.setdefault((f"{group}.x", owner), []).append(f"{entry.path}\t{names[binding.definition]}")


def _outside(facts: FileFacts) -> frozenset[int]:
    """Functions under the name of something else: of a class or, which one file cannot tell, of a namespace."""
    return frozenset(b.definition for b in facts.bindings if b.attr_of != NONE and b.definition != NONE)


def _of_trait(facts: FileFacts, definition: Definition) -> bool:
    """Whether a definition is a method of a trait."""
    owner = facts.scopes[definition.scope].definition if definition.kind in ("method", "signature") else NONE
    return owner != NONE and facts.definitions[owner].kind == "interface"


def _given_to_all(facts: FileFacts, block: Definition) -> list[str]:
    """The keys of the traits that a block gives to whatever type meets a bound, or to what holds such a type."""
    e = facts.exprs[block.type] if block.type != NONE and block.type_params else None
    inside = facts.exprs[e.args[0]] if isinstance(e, Apply) and len(e.args) == 1 else None
    held = last_name(facts, e.value) if isinstance(e, Held) else inside.name if isinstance(inside, Name) else ""
    free = {p.name for p in block.type_params}
    key = FOR_BORROWED if held in free else FOR_ALL if block.name in free else ""
    return [f"{key}{last_name(facts, base.expr)}" for base in block.bases] if key else []


def _first_method(facts: FileFacts, interface: Definition) -> str:
    """The first of an interface's own methods by name, MANY when all are those of others, "" when there are none."""
    own = min((d.name for d in facts.definitions if d.scope == interface.body and d.kind == "signature"), default="")
    return own or (MANY if interface.bases else "")


_NAMED = frozenset({"function", "class", "interface", "enum", "type", "variable", "signature", "namespace"})


def joined(prefix: str, name: str) -> str:
    """A name in full."""
    return f"{prefix}.{name}" if prefix else name


def in_full(prefix: str, definition: Definition, language: Language) -> str:
    """The name in full of a definition; a macro of a language that includes text stands in no namespace."""
    return definition.name if language.includes and "macro" in definition.modifiers else joined(prefix, definition.qualified)


def _open(facts: FileFacts, scope: int) -> bool:
    """Whether what is defined in a scope has a name outside: nothing around it but classes and namespaces that other files see."""
    while scope > 0:
        here = facts.scopes[scope]
        if here.kind not in ("namespace", "class") or here.definition == NONE:
            return False
        around = facts.definitions[here.definition]
        if around.kind == "extension" or "local" in around.modifiers:
            return False
        scope = here.parent
    return True


def collect(tables: Iterable[Mapping[tuple[str, str], list[str]]]) -> NameTable:
    """One table of many files'."""
    found: dict[tuple[str, str], list[str]] = {}
    for table in tables:
        for key, candidates in table.items():
            found.setdefault(key, []).extend(candidates)
    return {key: tuple(sorted(candidates)) for key, candidates in found.items()}


def blob_key(key: tuple[str, str]) -> str:
    return f"{key[0]}:{key[1]}"


def encode(candidates: tuple[str, ...]) -> bytes:
    return _encode(candidates)


def decode(blob: bytes | None) -> tuple[str, ...]:
    return _decode(blob) if blob is not None else ()


def state(group: str, candidates: tuple[str, ...]) -> object:
    """What a file that asked for a name can have seen: none, the one, or "several"; for names in full all of them, for packages whether
    there are any."""
    if group.endswith(WHOLE):
        return candidates
    if group.endswith((SPACES, TRANSPARENT)):
        return bool(candidates)
    return candidates[0] if len(candidates) == 1 else len(candidates) > 1


def hub(hub_id: str, candidates: tuple[str, ...]) -> Hub | None:
    """The hub of a name with several candidates; None with fewer."""
    k = len(candidates)
    if k < 2:
        return None
    sure = confidence.of_name(hub_id.split(":", 2)[1].partition(".")[0], k)
    if k > confidence.NAME_FAN_LIMIT:
        return Hub(hub_id, (), sure, k, k)
    return Hub(hub_id, tuple(sorted({c.partition("\t")[0] for c in candidates})), sure, k)
