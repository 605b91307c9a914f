"""Text of the analysed repository made harmless. Names, paths and messages are hostile until they went through here."""

# For maintainers. Three facts decide the Markdown side (measured with GitHub's own renderer): `&#64;` and `\@` come out as a live `@`,
# so only a code span keeps a mention out of the text; a code span holds if its fence is longer than every run of backticks inside; in a
# table a pipe splits the cell even inside a code span unless written `\|`, which elsewhere would show its backslash. So everything from
# outside becomes a code span, or prose of plain words, each in a flavour for tables. One function per kind of output; each of them
# begins with `visible`, so that nothing else has to think of control characters, bidi marks and bytes that are no text.

from __future__ import annotations

import html
import re
from urllib.parse import quote

# Printable by Python's account, yet drawn as nothing: Hangul fillers, the empty Braille cell, joiners, variation selectors.
_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
_BACKTICKS = re.compile("`+")
_QUOTED = re.compile(r"(?<!\S)`([^`]+)`([,.;:]?)(?!\S)")
_PLAIN_WORD = re.compile(r"(?:\(?[A-Za-z]+(?:['-][a-z]+)*\)?[,.;:]?|\d{1,6}[,;:]?|\(\d{1,6}\)?[,;:]?)\Z")
"""No `1.` and no `1)`, which would begin a list."""
_LOOKS_LIKE_NAME = re.compile(r"\(?(?!GitHub|GitLab|JavaScript|TypeScript)[A-Za-z]*[a-z][A-Z]")
_LOOKS_LIKE_COMMIT = re.compile(r"\(?[0-9a-f]{7,}\W*\Z")
# What a CI service takes for a command in a log: `::name::` where a line begins; `##[name]`, `##vso[name]` and `##teamcity[name]` anywhere.
# The last character is escaped.
_COMMAND = re.compile(r"\A\s*::|##\w{0,20}\[")
_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_OWN_WORD = re.compile(r"\(?[A-Za-z]+(?:['/-][a-z]+)*[,.;:)]*|\(?\d{1,6}(?:\.\d{1,3})?%?[,;:]*|\(\d{1,6}\)[,.;:]*|…?")
_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\x1b": "\\x1b"}


def visible(text: str) -> str:
    """The text on one line, with every character that would move the cursor, reorder or hide something written as an escape,
    and one of every sequence that a CI service takes for a command.
    Undecodable bytes of paths (surrogate escapes) are written as that byte: `\\xff`."""
    if not text.isprintable() or (not text.isascii() and _BLANK.search(text)):
        text = "".join(char if char.isprintable() and not _BLANK.match(char) else _escape(char) for char in text)
    return _COMMAND.sub(_spelled, text) if "::" in text or "##" in text else text


def _spelled(match: re.Match[str]) -> str:
    return f"{match[0][:-1]}\\x{ord(match[0][-1]):02x}"


def _escape(char: str) -> str:
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if code <= 0xFF:
        return _ESCAPES.get(char) or f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def short(text: str, limit: int, dots: str = "…") -> str:
    """At most `limit` characters, the middle given up first: both ends of a path tell more."""
    if len(text) <= limit:
        return text
    tail = (limit - len(dots)) // 2
    return text[: limit - len(dots) - tail] + dots + text[len(text) - tail :]


class Markdown(str):
    """Text that already is harmless Markdown."""

    __slots__ = ()


def md_code(text: str, limit: int = 160) -> Markdown:
    """The text as a code span that nothing in it can end."""
    return _span(short(visible(text), limit))


def _span(text: str) -> Markdown:
    """A code span of text that is visible already."""
    inner = text or " "
    fence = "`" * (max((len(run) for run in _BACKTICKS.findall(inner)), default=0) + 1)
    pad = " " if inner.startswith("`") or inner.endswith("`") else ""
    return Markdown(f"{fence}{pad}{inner}{pad}{fence}")


def md_prose(text: str, limit: int = 400) -> Markdown:
    """A sentence that may hold names: plain words stay, everything else becomes code spans. What stands in backticks, between spaces, is
    a name already."""
    shown = short(visible(text), limit)
    parts: list[str] = []
    at = 0
    for match in _QUOTED.finditer(shown):
        parts += [_prose(shown[at : match.start()]), _span(match[1]) + match[2]]
        at = match.end()
    return Markdown(" ".join(filter(None, [*parts, _prose(shown[at:])])))


def _prose(text: str) -> str:
    parts: list[str] = []
    pending: list[str] = []
    for word in [*text.split(" "), ""]:
        named = _LOOKS_LIKE_COMMIT.match(word) or _LOOKS_LIKE_NAME.match(word)
        plain = not word or bool(_PLAIN_WORD.match(word) and not named)
        if not plain:
            pending.append(word)
            continue
        if pending:
            parts.append(_span(" ".join(pending)))
            pending = []
        if word:
            parts.append(word)
    return " ".join(parts)


def in_table(text: Markdown) -> Markdown:
    """The same for a table cell."""
    return Markdown(text.replace("|", "\\|"))


def md_words(text: str) -> Markdown:
    """Words of our own as they are; anything in them that could be more than words is treated like prose of the repository."""
    if isinstance(text, Markdown):
        return text
    own = all(_OWN_WORD.fullmatch(word) and not _LOOKS_LIKE_COMMIT.match(word) for word in text.split(" "))
    return Markdown(text) if own else md_prose(text)


def md_link(text: str, url: str, limit: int = 160) -> Markdown:
    """A code span that links to an address made by `blob_url`. `[…]: …` would be the definition of a link, which shows nothing."""
    code = md_code(text, limit).replace("]:", r"\x5d:")
    return Markdown(f"[{code}]({url})")


def blob_url(root: str, revision: str, path: str, line: int = 0) -> str:
    """Where a file of a revision is shown: `root` is the address before the revision, such as https://github.com/owner/repository/blob.
    Nothing in the path can end the address: all but letters, digits and -._~/ is written as %XX."""
    anchor = f"#L{line}" if line > 0 else ""
    return f"{root.rstrip('/')}/{quote(revision.encode('utf-8', 'backslashreplace'), safe='')}/{uri_path(path)}{anchor}"


def uri_path(path: str) -> str:
    """A path of the repository as a relative reference; undecodable bytes (surrogate escapes) as those bytes. Parts that would lead
    upwards, which no real path has, are written so that they lead nowhere."""
    parts = path.encode("utf-8", "surrogateescape" if _only_bytes(path) else "backslashreplace").lstrip(b"/").split(b"/")
    return "/".join("%252E" * len(part) if part in (b".", b"..") else quote(part, safe="") for part in parts) or "%20"


def _only_bytes(path: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" and not "\udc80" <= char <= "\udcff" for char in path)


def lines_visible(text: str, limit: int = 64_000) -> str:
    """Plain text of several lines, such as the message of an annotation: each line as `visible` shows it, at most `limit` bytes in all."""
    shown = "\n".join(visible(line) for line in _LINE_ENDS.split(text))
    if len(shown.encode()) <= limit:
        return shown
    return shown.encode()[: limit - len("…".encode())].decode("utf-8", "ignore") + "…"


def command_data(text: str) -> str:
    """The message of a GitHub workflow command (`::warning::…`): lines stay lines, nothing in it begins another command."""
    return lines_visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def command_property(text: str) -> str:
    """The value of a property of a workflow command (`::warning file=…,line=…::`)."""
    return command_data(text).replace(":", "%3A").replace(",", "%2C")


def output_value(name: str, value: str, token: str) -> str:
    """One entry of the file behind GITHUB_OUTPUT. The value is kept as it is, whatever lines it holds; `token` must be random, and new
    for every entry. `name` is one of our own."""
    if not _NAME.fullmatch(name) or not token or token in value:
        raise ValueError("the name of an output is no name, or its token occurs in the value")
    return f"{name}<<{token}\n{value}\n{token}\n"


def dotenv_line(name: str, value: str) -> str:
    """One line of a dotenv report (GitLab): the value on one line, without spaces around it."""
    if not _NAME.fullmatch(name):
        raise ValueError("the name of a variable is no name")
    return f"{name}={visible(value).strip()}\n"


def sarif_text(text: str, limit: int = 1_000) -> str:
    """A plain text message of SARIF, in which `[text](1)` would be a link to a related location. May stand beside other texts."""
    shown = short(visible(text), limit)
    if "](" in shown or _has_loose_bracket(shown):
        shown = shown.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
    return shown


def _has_loose_bracket(text: str) -> bool:
    """Whether a bracket has no partner within the text, and might find one in the text beside it."""
    depth = 0
    for char in text:
        depth += (char == "[") - (char == "]")
        if depth < 0:
            return True
    return depth > 0


def mermaid_label(text: str, limit: int = 48) -> str:
    """Text inside the double quotes of a Mermaid label: all but letters, digits, spaces and -./ between them is written as its code."""
    shown = short(visible(text), limit)
    plain = [char.isalnum() or (char in " -./" and 0 < at < len(shown) - 1) for at, char in enumerate(shown)]
    if shown[:1].isdigit():
        plain[0] = False  # "1. x" would be a list
    return "".join(char if keep else f"#{ord(char)};" for char, keep in zip(shown, plain, strict=True)) or "#32;"


def html_text(text: str, limit: int = 10_000) -> str:
    """Text or an attribute's value in double quotes, in HTML or XML."""
    return html.escape(short(visible(text), limit))
