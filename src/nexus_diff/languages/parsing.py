"""Parsing that can be ended from outside."""

from __future__ import annotations

from tree_sitter import Parser, Tree


def parsed(parser: Parser, source: bytes, known: Tree | None = None) -> Tree:
    """The tree of a text; `known`: an edited tree of what the text was before, of which what did not change is taken. Recovering from
    errors may take quadratic time: every now and then Python gets its turn, so that a signal such as that of a time limit ends it,
    and then the parser forgets what it was at."""
    try:
        if known is None:
            return parser.parse(lambda offset, point: source[offset:], progress_callback=lambda offset, has_error: False)
        return parser.parse(lambda offset, point: source[offset:], known, progress_callback=lambda offset, has_error: False)
    except BaseException as error:
        parser.reset()
        ended: BaseException = error
        while isinstance(ended, SystemError) and ended.__cause__ is not None:  # a signal that came while text was handed over
            ended = ended.__cause__
        raise ended from None


def reparsed(parser: Parser, before: bytes, tree: Tree, after: bytes) -> Tree:
    """The tree of a text that differs from `before` in some lines, which are as long as they were."""
    known = tree.copy()
    start = 0
    for row, (old, new) in enumerate(zip(before.split(b"\n"), after.split(b"\n"), strict=True)):
        end = start + len(old)
        if old != new:
            known.edit(start, end, end, (row, 0), (row, len(old)), (row, len(old)))
        start = end + 1
    return parsed(parser, after, known)
