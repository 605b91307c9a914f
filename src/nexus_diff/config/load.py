"""From the text of configuration files to one frozen Config, or one error that lists every mistake."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from nexus_diff.config.check import LISTS, RULE_LISTS, SECTIONS, check
from nexus_diff.config.lines import MAX_DEPTH, Path, TooDeep, key_lines, line_of
from nexus_diff.config.schema import Config
from nexus_diff.config.toml import read_toml
from nexus_diff.config.values import described
from nexus_diff.model.errors import ConfigError

OWN_FILE = "nexus-diff.toml"
SHARED_FILE = "pyproject.toml"
CONFIG_FILES = (OWN_FILE, SHARED_FILE)
"""Looked for at the top of the repository; the first that configures nexus-diff wins."""

MAX_BYTES = 1_000_000
MAX_ERRORS = 50
"""Shown at once; the rest is counted."""

ReadFile = Callable[[str], "bytes | None"]
"""Content of a file by its path from the top of the repository, None if there is no such file."""

_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_SECTION = "tool.nexus-diff"


def load(texts: Mapping[str, str | bytes]) -> Config:
    """The configuration that the given files hold, by path. A file named pyproject.toml is asked for `[tool.nexus-diff]`; any other is
    configuration as a whole and wins over it. No file or no section: the defaults. Raises ConfigError with every mistake."""
    own = {path: text for path, text in texts.items() if not _is_shared(path)}
    shared = {path: text for path, text in texts.items() if _is_shared(path) and _mentions_us(text)}
    for path, text in own.items():
        config = _checked(path, _parse(path, text), "", text)
        notices = tuple(_overruled(other, path) for other, content in shared.items() if _configures(other, content))
        return msgspec.structs.replace(config, notices=notices)
    for path, text in shared.items():
        section = _shared_section(_parse(path, text))
        if section is not None:
            return _checked(path, section, _SECTION, text)
    return Config()


def load_from(read_file: ReadFile) -> Config:
    """The configuration of a tree (a snapshot or the working tree), whose files `read_file` hands out."""
    texts = {path: data for path in CONFIG_FILES if (data := read_file(path)) is not None}
    return load(texts)


def _is_shared(path: str) -> bool:
    return path.replace("\\", "/").rsplit("/", 1)[-1] == SHARED_FILE


def _mentions_us(text: str | bytes) -> bool:
    """Most pyproject.toml files do not: these are not even parsed, whatever else is wrong with them."""
    return b"nexus-diff" in text if isinstance(text, bytes) else "nexus-diff" in text


def _shared_section(data: Mapping[str, Any]) -> Any:
    tool = data.get("tool")
    return tool.get("nexus-diff") if isinstance(tool, dict) else None


def _configures(path: str, text: str | bytes) -> bool:
    try:
        return _shared_section(_parse(path, text)) is not None
    except ConfigError:
        return False


def _overruled(other: str, winner: str) -> str:
    return f"[{_SECTION}] in {_name(other)} is ignored because {_name(winner)} exists"


def _checked(path: str, data: object, section: str, text: str | bytes) -> Config:
    lines = key_lines(_decode(path, text))
    prefix: Path = tuple(section.split(".")) if section else ()
    if not isinstance(data, dict):
        fault = f"{section} must be a table, not {described(data)}; write [{section}.index] and so on"
        raise ConfigError(f"{_name(path)}:{line_of(lines, prefix)}: {fault}")
    config, faults = check(data, path)
    if not faults:
        placed_allow = (msgspec.structs.replace(a, line=line_of(lines, (*prefix, "allow", n))) for n, a in enumerate(config.allow))
        return msgspec.structs.replace(config, allow=tuple(placed_allow))
    placed = sorted((line_of(lines, prefix + where), number, what) for number, (where, what) in enumerate(faults))
    messages = [f"{_name(path)}:{line}: {_in_section(what, section)}" for line, _, what in placed[:MAX_ERRORS]]
    if len(placed) > MAX_ERRORS:
        messages.append(f"{_name(path)}: and {len(placed) - MAX_ERRORS} more mistakes; mend those above first")
    raise ConfigError("\n".join(messages))


def _in_section(what: str, section: str) -> str:
    """The message with section names as they stand in the file."""
    return re.sub(rf"\[({'|'.join([*SECTIONS, *LISTS, *RULE_LISTS])})\]", rf"[{section}.\1]", what) if section else what


def _parse(path: str, text: str | bytes) -> dict[str, Any]:
    decoded = _decode(path, text)
    try:
        return read_toml(decoded)
    except TooDeep as error:
        raise ConfigError(f"{_name(path)}:{error.line}: nested more than {MAX_DEPTH} levels deep; flatten it") from None
    except RecursionError:
        raise ConfigError(f"{_name(path)}:1: nested too deeply; flatten it") from None
    except ValueError as error:
        line, message = _syntax_error(error, decoded)
        raise ConfigError(f"{_name(path)}:{line}: not valid TOML, {message}; mend the syntax of this line") from None


def _syntax_error(error: ValueError, text: str) -> tuple[int, str]:
    message = str(error)
    if "integer string conversion" in message:
        message = "it holds a number with thousands of digits"
    place = _PLACE.search(message)
    line = 1 if place is None else int(place.group(1) or text.rstrip("\n").count("\n") + 1)
    reason = _PLACE.sub("", message).splitlines()[0][:200] if message else "it cannot be read"
    return line, "".join(char if char.isprintable() else "?" for char in reason[:1].lower() + reason[1:])


def _decode(path: str, text: str | bytes) -> str:
    if len(text) > MAX_BYTES:
        raise ConfigError(f"{_name(path)}:1: has more than {MAX_BYTES} bytes; a configuration is a few lines")
    if isinstance(text, str):
        return text
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{_name(path)}:{line}: byte 0x{text[error.start]:02x} is not UTF-8; save the file as UTF-8") from None


def _name(path: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in path)[-200:]
