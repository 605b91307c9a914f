"""Questions about the rules of one state of the code: what breaks them, which speak of a file, which files no part holds; first rules."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from nexus_diff import __version__
from nexus_diff.config import Config, load
from nexus_diff.config.lines import TooDeep
from nexus_diff.index.progress import Progress
from nexus_diff.model.answer import Answer, LayerViolation, Tool
from nexus_diff.model.errors import ConfigError, NexusDiffError
from nexus_diff.rules.judge import check
from nexus_diff.rules.parts import Parts
from nexus_diff.rules.view import View
from nexus_diff.run.gate import severities
from nexus_diff.run.request import Place, asked_path
from nexus_diff.run.rule_code import IndexedCode
from nexus_diff.run.rules import allow_notices, in_force, part_notices
from nexus_diff.run.state import State, opened
from nexus_diff.run.workspace import Workspace

if TYPE_CHECKING:
    from nexus_diff.rules.explain import Explained
    from nexus_diff.rules.proposal import Proposal

LARGEST_FILE = 1_000_000
"""Bytes of a configuration that rules are taken from."""
MOST_ROUNDS = 5


class Checked(msgspec.Struct, frozen=True):
    """All violations of one state. `failing`: how many of them are as severe as `[architecture] fail_on` says and not accepted."""

    violations: tuple[LayerViolation, ...]
    rules: int
    failing: int
    notices: tuple[str, ...]


def _view(state: State, config: Config) -> View:
    """The state under a configuration, with the exceptions that hold today."""
    allow = in_force(config, datetime.now(timezone.utc).date())
    return View(IndexedCode(state.side), Parts(config.parts), config.architecture, allow, config.rules)


def check_rules(place: Place, revision: str, progress: Progress | None = None) -> Checked:
    """Everything that breaks a rule, whatever brought it."""
    with opened(Workspace(place), revision, progress) as state:
        config = state.config
        if not config.rules:
            state.workspace.notice("there are no rules; write some below [[rule]], or start with `nexus-diff rules init`")
        view = _view(state, config)
        found = check(view, config.rules)
        state.workspace.notice(*allow_notices(config, list(view.allowances.entries), view), *part_notices(config, view))
        answer = Answer(tool=Tool(version=__version__), base="", head="", base_kind="direct", layer_violations=tuple(found))
        from nexus_diff.run.accept import accepted_in

        accepted = accepted_in(answer, config, state.side, state.files, None)
        violations = accepted.answer.layer_violations
        counting = severities(config.architecture.fail_on)
        failing = sum(violation.severity in counting and not violation.accepted for violation in violations)
        return Checked(violations, len(config.rules), failing, state.workspace.notices)


def explain_rules(place: Place, what: str, revision: str, progress: Progress | None = None) -> tuple[Explained, tuple[str, ...]]:
    """The part of a file or symbol, and the rules that speak of it."""
    from nexus_diff.impact import Limits
    from nexus_diff.rules.explain import explain, named
    from nexus_diff.run.ask import Asked

    with opened(Workspace(place), revision, progress) as state:
        view = _view(state, state.config)
        path = asked_path(what)
        if path in set(view.files()):
            return explain(view, path), state.workspace.notices
        try:
            node = Asked(state.side, Limits(), "up").find(what)[0]
        except NexusDiffError:
            if (found := named(view, what)) is None:
                raise
            return explain(view, *found), state.workspace.notices
        return explain(view, node.file_path, view.symbol_name(node.id)), state.workspace.notices


def unassigned_files(place: Place, revision: str, progress: Progress | None = None) -> tuple[list[str], tuple[str, ...]]:
    """Files that belong to no part."""
    from nexus_diff.rules.explain import unassigned

    with opened(Workspace(place), revision, progress) as state:
        if not state.config.parts:
            state.workspace.notice("there are no parts; write some below [parts], or start with `nexus-diff rules init`")
        return unassigned(_view(state, state.config)), state.workspace.notices


def init_rules(place: Place, source: str, progress: Progress | None = None) -> str:
    """A configuration to start with, from today's dependencies or (`source`) from that of another tool. What it would find wrong today
    stands in it as exceptions."""
    from nexus_diff.rules.levels import propose
    from nexus_diff.rules.proposal import to_toml

    with opened(Workspace(place), "", progress) as state:
        view = _view(state, Config())
        proposal = adopted(source, list(view.files())) if source else propose(view)
        for _ in range(MOST_ROUNDS):
            text = to_toml(proposal)
            config = _sound(text, source or "rules init")
            found = check(_view(state, config), config.rules)
            more = [entry for entry in _exceptions(found) if entry not in proposal.allow]
            if not more:
                break
            proposal = msgspec.structs.replace(proposal, allow=[*proposal.allow, *more])
        return text


def _sound(text: str, source: str) -> Config:
    try:
        return load({"nexus-diff.toml": text})
    except ConfigError as error:
        first = str(error).splitlines()[0].removeprefix("nexus-diff.toml:").partition(": ")[2]
        raise ConfigError(f"{source}: makes no sound rules here ({first[:200]}); mend it, or write the rules by hand") from None


def adopted(source: str, files: list[str]) -> Proposal:
    """Rules that mean what a configuration of another tool means."""
    path = Path(source)
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST_FILE + 1).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise ConfigError(f"{source}: cannot be read ({reason}); name a file that exists") from None
    if len(text) > LARGEST_FILE:
        raise ConfigError(f"{source}: larger than {LARGEST_FILE} bytes; name a configuration file")
    try:
        return _by_name(path, text, files)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, TooDeep) as error:
        raise ConfigError(f"{source}: cannot be understood ({str(error)[:100]}); mend it, or write the rules by hand") from None


def _by_name(path: Path, text: str, files: list[str]) -> Proposal:
    from nexus_diff.config.toml import read_toml
    from nexus_diff.rules import adopt_depcruise, adopt_importlinter, adopt_tach

    if path.suffix == ".json":
        return adopt_depcruise.adopt(msgspec.json.decode(text), files)
    if path.suffix != ".toml":
        return adopt_importlinter.adopt(adopt_importlinter.read_ini(text), files)
    data = read_toml(text)
    tool = data.get("tool", {})
    if "importlinter" in tool:
        return adopt_importlinter.adopt(tool["importlinter"], files)
    if "tach" in tool or path.name == "tach.toml":
        return adopt_tach.adopt(tool.get("tach", data), files)
    raise NexusDiffError(f"{path}: holds neither [tool.importlinter] nor [tool.tach]; name the file with the rules")


def _exceptions(found: list[LayerViolation]) -> Iterator[dict[str, str]]:
    """What lets each violation pass; a chain is cut at its first step. Circles and missing dependencies have no exceptions."""
    seen = set()
    for violation in found:
        hop = violation.path[0] if violation.path else None
        if hop is None or violation.path[-1].target == violation.path[0].id or hop.type == "REQUIRES":
            continue
        entry = (violation.rule, hop.file, _place(hop.target))
        if entry not in seen:
            seen.add(entry)
            yield {"rule": entry[0], "from": entry[1], "to": entry[2], "why": "was there when the rules were written"}


def _place(node_id: str) -> str:
    label, _, rest = node_id.partition(":")
    return rest if label in ("external", "File") else rest.partition(":")[0]
