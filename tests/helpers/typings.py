"""As much of TypeScript's declarations as says which fields and values an API knows."""

from __future__ import annotations

import re


def fields(text: str, name: str) -> set[str]:
    """Fields of an interface, with those of what it extends."""
    begin = re.search(rf"interface {name}(?: extends (\w+))? {{", text)
    assert begin is not None, name
    body = text[begin.end() : text.index("\n}", begin.end())]
    inherited = fields(text, begin[1]) if begin[1] else set()
    return inherited | set(re.findall(r"^    (?:readonly )?(\w+)\??:", body, re.MULTILINE))


def enum(text: str, name: str) -> set[str]:
    """Values of an enum, as its JSON has them."""
    begin = text.index(f"enum {name} {{")
    names = re.findall(r"^    (\w+) = ", text[begin : text.index("\n}", begin)], re.MULTILINE)
    return {one[0].lower() + one[1:] for one in names}


def schema(text: str, name: str) -> str:
    """A schema among the components of declarations made by openapi-typescript."""
    begin = text.index(f"        readonly {name}: {{\n")
    return text[begin : text.index("\n        readonly ", begin + 1 + len(name))]


def choices(text: str, name: str) -> set[str]:
    """Values that a field of a schema may have."""
    found = re.search(rf"readonly {name}\?: ([^;]+);", text)
    assert found is not None, name
    return set(re.findall(r'"(\w+)"', found[1]))
