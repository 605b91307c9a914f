"""What a Tab offers. The shells' own scripts (`nexus-diff completion`) ask here, so that all of them offer the same."""

# For maintainers. This runs on every Tab: it imports one command at most, and asks git only where a revision may stand. The first line of
# the answer says what else may stand there ("files", "folders", or nothing); every other line is a word and, after a tab, what it means.

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence

from nexus_diff.cli.table import TABLE

Offers = list[tuple[str, str]]
FILES, FOLDERS = "files", "folders"
MOST_REFS = 1000
_REVISIONS = frozenset({"REV", "RANGE"})
_FILES = frozenset({"FILE", "FILE:LINE", "SYMBOL", "A", "B"})
_LONGEST = 70
_SPECIAL = re.compile(r"[^\w@%+=:,./^~-]")
"""What a shell could take for more than a part of a word."""
_DOTS = re.compile(r"(?P<left>.*?)(?P<dots>\.{2,3})(?P<right>.*)")


def main(words: list[str]) -> int:
    """`nexus-diff __complete zsh|fish WORD...`: the words of the line up to the cursor, the one that is completed last; or `nexus-diff
    __complete bash BREAKS LINE`: $COMP_WORDBREAKS, and the line up to the cursor. Says nothing when it fails: who presses Tab wants no
    error message."""
    try:
        lines = _for_bash(*words[1:]) if words[0] == "bash" else _for_others(words[1:])
        sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"))
        sys.stdout.flush()
    except (Exception, SystemExit):
        return 1
    return 0


def _for_others(words: Sequence[str]) -> list[str]:
    place, offers = offered(words)
    return [place, *(f"{word}\t{says}" for word, says in offers)]


def _for_bash(breaks: str, line: str) -> list[str]:
    """bash completes what stands behind the last of its breaks, and takes words as they are: a branch may be called `a;b`."""
    words = _split(line)[1:]
    place, offers = offered(words)
    cut = max((words[-1].rfind(sign) for sign in breaks if sign in "=:"), default=-1) + 1
    return [place, *(_SPECIAL.sub(r"\\\g<0>", word[cut:]) for word, _ in offers)]


def _split(line: str) -> list[str]:
    """The words of a line that is not finished: a quote may be open, and a space at its end begins a word."""
    for end in ("", '"', "'"):
        try:
            words = shlex.split(line + end)
        except ValueError:
            continue
        return [*words, ""] if not end and line[-1:].isspace() else words
    return ["", ""]


def offered(words: Sequence[str]) -> tuple[str, Offers]:
    """What may stand in place of the last word: files or folders, and words with their meaning."""
    from nexus_diff.cli.arguments import parser_of, split_command

    *before, current = words
    name, rest = split_command(list(before))
    named = len(rest) < len(before)
    parser = parser_of(name)
    options = {option: action for action in parser._actions for option in action.option_strings}
    waiting = options.get(rest[-1]) if rest else None
    if waiting is not None and waiting.nargs != 0:
        return _values(waiting, current, before)
    option, equals, value = current.partition("=")
    if equals and option in options and options[option].nargs != 0:
        place, offers = _values(options[option], value, before)
        return place, [(f"{option}={word}", says) for word, says in offers]
    ended = "--" in before
    if current.startswith("-") and not ended:
        return "", _matching(((option, action.help or "") for option, action in options.items()), current)
    given = _given(rest, options)
    place, offers = _positional(parser, given, current, before)
    if not (named or given or ended):
        offers = [*_matching(((name, entry.summary) for name, entry in TABLE.items() if name != "diff"), current), *offers]
    return place, offers


def _given(rest: Iterable[str], options: dict[str, argparse.Action]) -> int:
    """How many words are no options, nor values of options."""
    count, skip = 0, False
    for word in rest:
        if skip:
            skip = False
        elif word in options:
            skip = options[word].nargs != 0
        elif not word.startswith("-") or word == "-":
            count += 1
    return count


def _positional(parser: argparse.ArgumentParser, given: int, current: str, before: Sequence[str]) -> tuple[str, Offers]:
    actions = [action for action in parser._actions if not action.option_strings]
    if actions and actions[-1].nargs in ("*", "+"):
        given = min(given, len(actions) - 1)
    return _values(actions[given], current, before) if given < len(actions) else ("", [])


def _values(action: argparse.Action, current: str, before: Sequence[str]) -> tuple[str, Offers]:
    if action.choices is not None:
        return "", _matching(((str(choice), "") for choice in action.choices), current)
    own = _OWN.get(action.dest)
    if own is not None:
        return own(current)
    metavar = str(action.metavar)
    if metavar == "WHAT":
        metavar = "FILE" if "explain" in before else "REV"
    place = FOLDERS if metavar == "DIR" else FILES if metavar in _FILES else ""
    return place, _revisions(current, before) if metavar in _REVISIONS else []


def _formats(current: str) -> tuple[str, Offers]:
    from nexus_diff.report.registry import FORMATS

    if "=" in current:
        return FILES, []
    return "", _matching(((name, "") for name in FORMATS), current)


def _conditions(current: str) -> tuple[str, Offers]:
    from nexus_diff.run.gate import CHOICES

    head, comma, last = current.rpartition(",")
    return "", [(f"{head}{comma}{word}", says) for word, says in _matching(((name, "") for name in CHOICES), last)]


def _topics(current: str) -> tuple[str, Offers]:
    from nexus_diff.cli.topics import TOPICS

    offers = [(name, entry.summary) for name, entry in TABLE.items()] + [(name, topic.summary) for name, topic in TOPICS.items()]
    return "", _matching(offers, current)


_OWN: dict[str, Callable[[str], tuple[str, Offers]]] = {"format": _formats, "fail_on": _conditions, "topic": _topics}


def _matching(offers: Iterable[tuple[str, str]], current: str) -> Offers:
    return [(word, _short(says)) for word, says in offers if word.startswith(current)]


def _short(text: str) -> str:
    line = text.split(";")[0].split("(default")[0].strip()
    return line if len(line) <= _LONGEST else line[: _LONGEST - 3] + "..."


def _revisions(current: str, before: Sequence[str]) -> Offers:
    """Branches and tags; after the dots of a range, those of its other end. Nothing without anything typed: there may be thousands."""
    range_ = _DOTS.fullmatch(current)
    begin, typed = (range_["left"] + range_["dots"], range_["right"]) if range_ else ("", current)
    if not typed and not begin:
        return [("HEAD", "")]
    return [(begin + name, "") for name in _references(typed, _repo(before))]


def _repo(before: Sequence[str]) -> str:
    after = [before[at + 1] for at, word in enumerate(before[:-1]) if word == "--repo"]
    joined = [word.removeprefix("--repo=") for word in before if word.startswith("--repo=")]
    return os.path.expanduser((after or joined or ["."])[-1])


def _references(typed: str, repo: str) -> Iterator[str]:
    if "HEAD".startswith(typed):
        yield "HEAD"
    prefix = re.sub(r"[*?\[\\]", "", typed)
    patterns = [f"refs/{kind}/{prefix}{rest}" for kind in ("heads", "tags", "remotes") for rest in ("*", "*/**")]
    command = ["git", "-C", repo, "for-each-ref", f"--count={MOST_REFS}", "--format=%(refname:strip=2)", *patterns]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False, timeout=2)
    yield from dict.fromkeys(done.stdout.decode("utf-8", "surrogateescape").splitlines())
