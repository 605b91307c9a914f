"""Names as people and their languages write them: `ns::Foo::bar`, `Foo#bar`, `org.shop.Foo.bar(int)`, `Foo->bar`."""

from __future__ import annotations

import re
from collections.abc import Iterator

_BETWEEN = re.compile(r"::|->|(?<=\w)#(?=\w)")
_ARGUMENTS = re.compile(r"(?<!operator)\([^()]*\)\Z")
MOST_PARTS = 40


def spellings(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What a name may be in the graph, the likeliest first: as it is, with dots, and without packages or namespaces in front; with these
    parts, which the path of the file has to hold."""
    yield text, ()
    plain = _BETWEEN.sub(".", _ARGUMENTS.sub("", text))
    if plain != text:
        yield plain, ()
    parts = plain.split(".")
    if all(parts) and len(parts) <= MOST_PARTS:
        for number in range(1, len(parts)):
            yield ".".join(parts[number:]), tuple(parts[:number])


def lies_in(path: str, parts: tuple[str, ...]) -> bool:
    """Whether the folders of a path, and its file without the suffix, hold these parts in this order."""
    folders = iter([*path.split("/")[:-1], path.rpartition("/")[2].partition(".")[0]])
    return all(part in folders for part in parts)
