"""Parsing that can be ended from outside."""

from __future__ import annotations

from tree_sitter import Parser, Tree


def parsed(parser: Parser, source: bytes) -> Tree:
    """The tree of a text. Recovering from errors may take quadratic time: every now and then Python gets its turn, so that a signal such as
    the alarm of a time limit ends it, and then the parser forgets what it was at."""
    try:
        return parser.parse(lambda offset, point: source[offset:], progress_callback=lambda offset, has_error: False)
    except BaseException as error:
        parser.reset()
        ended: BaseException = error
        while isinstance(ended, SystemError) and ended.__cause__ is not None:  # a signal that came while text was handed over
            ended = ended.__cause__
        raise ended from None
