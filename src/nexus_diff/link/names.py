"""The table of bare names: which definitions bear a name, for guesses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from nexus_diff.languages import REGISTRY
from nexus_diff.link import confidence
from nexus_diff.link.arity import bounds, own_params
from nexus_diff.model.facts import NONE, FileFacts
from nexus_diff.model.graph import FileEntry, Hub, Node

NameTable = dict[tuple[str, str], tuple[str, ...]]
"""(group, name) → candidates, sorted. Groups: `<language group>.m` methods, `.f` functions and classes of modules, `.p` properties.
A candidate reads `id\tleast\tmost`: the least and greatest number of positional arguments."""

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
        elif guessable and (scope.kind in ("module", "namespace") or (scope.definition == NONE and scope.kind == "block")):
            found.setdefault((f"{group}.f", definition.name), []).append(candidate)
    return found


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


def state(candidates: tuple[str, ...]) -> object:
    """What a file that asked for a name can have seen: none, the one, or "several"."""
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
