"""Whether a header is C or C++, from its text alone."""

from __future__ import annotations

import re

_CPP = re.compile(
    rb"^[ \t]*(?:template[ \t]*<|namespace(?:[ \t]+[\w:]+)?[ \t\r\n]*\{|using[ \t]+[\w:]+|(?:public|private|protected)[ \t]*:"
    rb"|class[ \t]+[\w \t]+[\r\n]*[ \t:{;]|virtual[ \t]|constexpr[ \t]|explicit[ \t]|friend[ \t])"
    rb"|\b[A-Za-z_]\w*::~?\w|\boperator[ \t]*[-+*/=<>!(\[]|\bconst[ \t]+\w+[ \t]*&[ \t]{0,8}\w*[ \t]{0,8}[,)]|\bnoexcept\b",
    re.M,
)
_QUIET = re.compile(
    rb"//[^\n]*|/\*.*?(?:\*/|\Z)|\"(?:[^\"\\\n]|\\.)*\"|^[ \t]*#[ \t]*(?:define|error|pragma)\b(?:[^\n\\]|\\.)*", re.S | re.M
)


def is_cpp(blob: bytes) -> bool:
    """Whether the text has something that C has not, outside of comments, strings and macros."""
    return _CPP.search(blob) is not None and _CPP.search(_QUIET.sub(b" ", blob)) is not None
