"""Which hashes of which definitions differ between two sources."""

from __future__ import annotations

from nexus_diff.extract import extract
from nexus_diff.languages import REGISTRY


def changed(language: str, old: str, new: str) -> str:
    """`NAME: body`, `NAME: signature` or `NAME: both` of each definition whose hashes differ, by name; the definitions are the same."""
    before, after = (_hashes(language, text) for text in (old, new))
    assert before.keys() == after.keys()
    words = {(True, False): "body", (False, True): "signature", (True, True): "both"}
    found = {name: tuple(a != b for a, b in zip(before[name], after[name], strict=True)) for name in before}
    return ", ".join(f"{name}: {words[parts]}" for name, parts in sorted(found.items()) if any(parts))


def _hashes(language: str, text: str) -> dict[str, tuple[str, str]]:
    facts = extract(text.encode(), REGISTRY[language])
    spans = zip(facts.definitions, facts.spans, strict=True)
    return {made.qualified: (span.body_hash, span.signature_hash) for made, span in spans}
