"""What differs between the two sides of one matched symbol, or of one file."""

# For maintainers. A hash that is equal proves that nothing but comments and layout changed. A hash that differs does not say where: the
# hash of a container (or of a file's module code) moves when a member without a body, such as a constant, changes. Such a change is the
# member's, so the parts that belong to no member are compared: statements, imports, and definitions that are no symbols (fields).

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set

import msgspec

from nexus_diff.impact.imports import export_differences, exports_lost, import_differences, imports_reordered
from nexus_diff.impact.lines import Range, new_lines, old_lines, overlap, uncovered
from nexus_diff.impact.pairing import Matching, Side
from nexus_diff.impact.signature import differences, typed, unnamed_difference
from nexus_diff.impact.values import FileSymbols, Symbol
from nexus_diff.impact.written import shown, written
from nexus_diff.languages import REGISTRY
from nexus_diff.model.facts import NONE, Definition, FileFacts

MODULE_CODE = "module code changed"
_VISIBILITY = (" exported", " private")
"""Ends of the details that a new name alone may bring about, where names decide who sees what."""
_FOR_COMPILERS = frozenset({"readonly", "sealed"})
"""Modifiers of which a compiler alone takes notice."""


def edited(matching: Matching, old: Symbol, new: Symbol) -> tuple[set[str], list[str]]:
    """The kinds of change that hold for a matched symbol, and their details."""
    base, head = matching.base.home[old.node.id], matching.head.home[new.node.id]
    kinds: set[str] = set()
    details: list[str] = []
    if base.file.file_path != head.file.file_path or not matching.same_parent(old, new):
        kinds.add("moved")
        details.append(_whence(matching, old, new))
    if old.node.name != new.node.name:
        kinds.add("renamed")
        details.append(f"was `{old.node.name}`")
    elif not kinds and matching.base.name_inside(old) != matching.head.name_inside(new):
        kinds.add("renamed")
        details.append(f"was `{old.node.qualified_name}`")
    if same(old, new):
        return kinds, details
    found = differences(base, old, head, new)
    if [text for text in found if not ("renamed" in kinds and text.endswith(_VISIBILITY))]:
        kinds.add("signature")
    elif "renamed" not in kinds and old.span.signature_hash != new.span.signature_hash:
        kinds.add("signature")
        found.append(unnamed_difference(new))
    if own_code_changed(matching, old, new):
        kinds.add("modified")
        found += _fields(matching, old, new) + _values(base.facts, old, head.facts, new)
    return kinds, details + found


def same(old: Symbol, new: Symbol) -> bool:
    """Whether all hashes and modifiers are equal."""
    was, now = old.span, new.span
    return (
        was.body_hash == now.body_hash
        and was.signature_hash == now.signature_hash
        and was.own_hash == now.own_hash
        and old.kind == new.kind
        and old.definition.modifiers == new.definition.modifiers
        and len(old.definition.decorators) == len(new.definition.decorators)
    )


def idle(old: Symbol, new: Symbol, kinds: Set[str], details: Sequence[str]) -> bool:
    """Whether a matched symbol differs only in what may be written or extended, or in that more code may use it: nothing that runs does.
    `kinds`, `details`: from `edited`."""
    was, now = old.definition.modifiers, new.definition.modifiers
    if not more_open(was - now - _FOR_COMPILERS, now - was - _FOR_COMPILERS):
        return False
    told = all(param.name and param.default == NONE for param in new.definition.params)
    if kinds == {"signature"} and len(details) == len(was ^ now) and told:
        return True
    return same(old, msgspec.structs.replace(new, definition=msgspec.structs.replace(new.definition, modifiers=was)))


def more_open(gone: Set[str], come: Set[str]) -> bool:
    """Whether modifiers that went and came let more code use what they stand at, or are none."""
    opened = {"exported", "protected"} if "private" in gone else {"exported"}
    return gone <= {"private", "protected"} and come <= opened


def _whence(matching: Matching, old: Symbol, new: Symbol) -> str:
    if matching.same_parent(old, new):
        container = matching.head.symbols.get(new.parent)
        return f"moved with `{container.node.name}`" if container else "moved with its file"
    if old.node.file_path != new.node.file_path:
        return f"moved from {old.node.file_path}"
    container = matching.base.symbols.get(old.parent)
    return f"moved out of `{container.node.name}`" if container else "moved from module level"


def own_code_changed(matching: Matching, old: Symbol, new: Symbol) -> bool:
    """Whether code of the symbol itself changed, leaving out symbols nested in it and its declaration."""
    if old.span.body_hash == new.span.body_hash:
        return False
    inner_old, inner_new = matching.base.children.get(old.node.id, []), matching.head.children.get(new.node.id, [])
    if not inner_old and not inner_new:
        return old.span.own_hash != new.span.own_hash or _inner(matching.base, old) != _inner(matching.head, new)
    if old.span.own_hash == new.span.own_hash:
        return False
    plain = old.span.signature_hash == new.span.signature_hash and not _counted_in_full(old, new)
    if plain and _faces(inner_old) == _faces(inner_new):
        return True
    if old.kind in ("function", "method") or new.kind in ("function", "method"):
        hunks = matching.file_hunks(old, new)
        return hunks is None or any(
            _touches(old_lines(hunk), old, inner_old) or _touches(new_lines(hunk), new, inner_new) for hunk in hunks
        )
    return _own_parts(matching.base, old) != _own_parts(matching.head, new)


def _faces(inner: Iterable[Symbol]) -> list[tuple[str, str, str, str]]:
    """What the hash of a container holds of its members: the declarations, and those without a body of their own in full."""
    return sorted(
        (symbol.node.qualified_name, symbol.kind, symbol.span.signature_hash, symbol.span.body_hash if symbol.definition.body < 0 else "")
        for symbol in inner
    )


def _counted_in_full(old: Symbol, new: Symbol) -> bool:
    """Whether the own hash is that of the whole body, so that it moves with every nested symbol."""
    return old.span.own_hash == old.span.body_hash and new.span.own_hash == new.span.body_hash


def _touches(lines: Range | None, symbol: Symbol, inner: Iterable[Symbol]) -> bool:
    inside = overlap(lines, (symbol.span.start, symbol.span.end))
    return uncovered(inside, [(nested.span.doc, nested.span.end) for nested in inner])


def _own_parts(side: Side, symbol: Symbol) -> tuple[Counter[str], Counter[tuple[str, str, str]]]:
    return _statements_beside(side, symbol, []), _inner(side, symbol)


def _inner(side: Side, symbol: Symbol) -> Counter[tuple[str, str, str]]:
    """Definitions directly inside that are no symbols (fields, declarations of what is defined elsewhere), as (words, hashes)."""
    facts = side.home[symbol.node.id].facts
    known = {nested.index for nested in side.children.get(symbol.node.id, ())}
    return Counter(
        (f"{_inside(symbol, definition)} `{definition.name}`", span.body_hash, span.signature_hash)
        for index, (definition, span) in enumerate(zip(facts.definitions, facts.spans, strict=True))
        if definition.scope == symbol.definition.body and index not in known
    )


def _fields(matching: Matching, old: Symbol, new: Symbol) -> list[str]:
    if old.kind in ("function", "method") or old.definition.body < 0 or new.definition.body < 0:
        return []
    return list(_come_and_gone(_inner(matching.base, old), _inner(matching.head, new)))


def only_fields(matching: Matching, old: Symbol, new: Symbol) -> bool:
    """Whether a class differs in nothing of its own but fields that came or went: private ones, or any where a compiler looks up who uses
    them (elsewhere, an object may be of the type by its fields); or in fields that were private and are others now."""
    was, now = _inner(matching.base, old), _inner(matching.head, new)
    gone, come = {name for name, _, _ in was - now}, {name for name, _, _ in now - was}
    if not gone | come or _field_lines(matching.base, old, gone & come, False) is None:
        return False
    seen = REGISTRY[matching.head.home[new.node.id].facts.language].compiled
    left, right = _field_lines(matching.base, old, gone, seen), _field_lines(matching.head, new, come - gone, seen)
    others = _field_lines(matching.head, new, gone & come, True)
    if left is None or right is None or others is None:
        return False
    return _statements_beside(matching.base, old, left) == _statements_beside(matching.head, new, [*right, *others])


def _field_lines(side: Side, symbol: Symbol, words: set[str], seen: bool) -> list[Range] | None:
    """The lines of fields of a class, None if any is something else or, unless `seen`, can be seen from outside."""
    facts = side.home[symbol.node.id].facts
    found: list[Range] = []
    for definition, span in zip(facts.definitions, facts.spans, strict=True):
        if definition.scope == symbol.definition.body and f"{_inside(symbol, definition)} `{definition.name}`" in words:
            if definition.kind != "field" or not (seen or "private" in definition.modifiers):
                return None
            found.append((span.start, span.end))
    return found


def _statements_beside(side: Side, symbol: Symbol, fields: list[Range]) -> Counter[str]:
    holes = [(nested.span.start, nested.span.end) for nested in side.children.get(symbol.node.id, ())]
    facts = side.home[symbol.node.id].facts
    return statements(facts, _blocks_in(facts, symbol.definition.body), [*holes, *fields])


def _blocks_in(facts: FileFacts, body: int) -> set[int]:
    """The scope of a body and those of blocks in it, which are no definitions' (initializers of a class, lambdas)."""
    found = {body}
    for number, scope in enumerate(facts.scopes[body + 1 :] if body >= 0 else (), body + 1):
        if scope.parent in found and scope.definition == NONE:
            found.add(number)
    return found


def _come_and_gone(was: Counter[tuple[str, str, str]], now: Counter[tuple[str, str, str]]) -> Iterator[str]:
    gone, come = {name for name, _, _ in was - now}, {name for name, _, _ in now - was}
    for name in sorted(gone | come):
        yield f"{name} {'changed' if name in gone and name in come else 'removed' if name in gone else 'added'}"


def _inside(symbol: Symbol, definition: Definition) -> str:
    """What something directly inside of a symbol is called: what an enum lists is no field of it."""
    listed = definition.type == NONE or {"static", "readonly"} <= definition.modifiers
    return "member" if symbol.definition.kind == "enum" and definition.kind == "field" and listed else _word(definition.kind)


def _word(kind: str) -> str:
    return {"signature": "declaration", "extension": "implementation", "variant": "variant"}.get(kind, "field")


def _values(base: FileFacts, old: Symbol, head: FileFacts, new: Symbol) -> list[str]:
    """What a constant holds, or a type stands for."""
    if old.kind != new.kind or new.kind not in ("constant", "type"):
        return []
    if new.kind == "type":
        return list(typed("type", shown(base, old.definition.value), shown(head, new.definition.value)))
    return ["value changed"]


def statements(facts: FileFacts, scopes: set[int], holes: Sequence[Range]) -> Counter[str]:
    """What code in these scopes does outside the line ranges, as texts to compare."""
    found = Counter[str]()
    lines = {line for start, end in holes for line in range(start, end + 1)}
    for site in facts.sites:
        if site.scope in scopes and site.line not in lines:
            found[f"{site.kind} {written(facts, site.expr)}"] += 1
    return found


def file_edited(base: FileSymbols, head: FileSymbols) -> tuple[set[str], list[str], bool]:
    """The kinds of change of a file's module code with their details, and whether more than its imports changed."""
    old_folder, _, old_name = base.file.file_path.rpartition("/")
    new_folder, _, new_name = head.file.file_path.rpartition("/")
    kinds = {kind for kind, holds in (("moved", old_folder != new_folder), ("renamed", old_name != new_name)) if holds}
    details = [f"was {base.file.file_path}"] if kinds else []
    outside = list(_come_and_gone(_outside(base), _outside(head)))
    if outside:
        kinds.add("modified")
        details += outside
    if base.facts.file_hash == head.facts.file_hash:
        return kinds, details, False
    imports = [*import_differences(base.facts, head.facts), *export_differences(base.facts, head.facts)]
    empty = not (base.facts.line_count and head.facts.line_count)
    language = REGISTRY[head.facts.language]
    sorted_anew = not language.runs_on_import and not language.includes and imports_reordered(base.facts, head.facts)
    explained = empty or bool(imports) or bool(outside) or sorted_anew or _bodiless(base) != _bodiless(head)
    runs = not explained or _module_statements(base) != _module_statements(head)
    if imports or runs:
        kinds.add("modified")
    reaches = runs and language.runs_on_import
    return kinds, details + imports + ([MODULE_CODE] if runs else []), reaches or exports_lost(base.facts, head.facts)


def _outside(file: FileSymbols) -> Counter[tuple[str, str, str]]:
    """Declarations and implementations of what is defined elsewhere, which are no symbols and no module code."""
    facts, known = file.facts, {symbol.index for symbol in file.symbols}
    found: Counter[tuple[str, str, str]] = Counter()
    for index, (definition, span) in enumerate(zip(facts.definitions, facts.spans, strict=True)):
        top = facts.scopes[definition.scope].kind in ("module", "namespace")
        if index not in known and top and definition.kind in ("signature", "extension"):
            bases = ", ".join(shown(facts, base.expr) for base in definition.bases)
            told = f"implementation of `{bases}` for" if bases else _word(definition.kind)
            found[f"{told} `{definition.name}`", "" if definition.body >= 0 else span.body_hash, span.signature_hash] += 1
        elif index not in known and _in_extension(facts, definition):
            told = "constant" if definition.kind == "field" else "type"
            found[f"{told} `{definition.qualified}`", span.body_hash, span.signature_hash] += 1
    return found


def _in_extension(facts: FileFacts, definition: Definition) -> bool:
    """Whether a definition is a constant or type in a block of members."""
    around = facts.scopes[definition.scope].definition
    return definition.kind in ("field", "type") and around >= 0 and facts.definitions[around].kind == "extension"


def _bodiless(file: FileSymbols) -> list[tuple[str, str, str, str]]:
    """Symbols that the hash of the module code holds: constants, types, declarations."""
    return _faces(symbol for symbol in file.symbols if symbol.definition.body < 0)


def _module_statements(file: FileSymbols) -> Counter[str]:
    facts = file.facts
    scopes = {index for index, scope in enumerate(facts.scopes) if scope.owner < 0}
    declared = (span for definition, span in zip(facts.definitions, facts.spans, strict=True) if definition.kind == "signature")
    spans = [*(symbol.span for symbol in file.symbols), *declared]
    return statements(facts, scopes, [(span.start, span.end) for span in spans])
