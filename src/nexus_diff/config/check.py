"""Checks a parsed configuration against the keys there are, and collects every mistake."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

from nexus_diff.config.accept import accepts, unknown_findings
from nexus_diff.config.architecture import SEVERITIES, ArchitectureConfig, InferredConfig
from nexus_diff.config.rule_values import edge, flag, several
from nexus_diff.config.rules_check import Checked
from nexus_diff.config.schema import (
    DEFAULT_MAX_FILE_BYTES,
    AnalysisConfig,
    Config,
    EntryPointsConfig,
    GitConfig,
    ImpactConfig,
    IndexConfig,
    TestsConfig,
)
from nexus_diff.config.values import (
    Checker,
    Fault,
    branch,
    described,
    fraction,
    globs,
    name_globs,
    nearest,
    number,
    one_of,
    shown,
    whole_number,
)

_HANDLING = one_of("index", "skip")
_SAID = one_of(*SEVERITIES, "off")

SECTIONS: Mapping[str, Mapping[str, Checker]] = {
    "index": {
        "include": globs,
        "exclude": globs,
        "max_file_bytes": whole_number(1, 100_000_000, "bytes", DEFAULT_MAX_FILE_BYTES),
        "generated": _HANDLING,
        "vendored": _HANDLING,
    },
    "impact": {"min_confidence": fraction, "depth": whole_number(1, 100, "hops", 10)},
    "tests": {"patterns": globs},
    "git": {"default_branch": branch},
    "architecture": {
        "judge": one_of("introduced", "all"),
        "edges": several(edge, "kinds of dependency"),
        "min_confidence": fraction,
        "fail_on": one_of(*SEVERITIES, "never"),
        "type_only": flag,
    },
    "inferred": {
        "first_direction": _SAID,
        "new_two_way": _SAID,
        "new_cycle": _SAID,
        "min_edges": whole_number(0, 1_000_000, "imports", 20),
    },
    "analysis": {"resolution": number(0.01, 100), "tests": flag},
    "entry_points": {
        "names": name_globs,
        "paths": globs,
        "decorators": name_globs,
        "not_names": name_globs,
        "not_paths": globs,
        "not_decorators": name_globs,
    },
}
"""Every section and key, with what its value may be."""

LISTS: Mapping[str, Checker] = {"accept": accepts}
"""What is written as [[name]], once for each entry, with what the whole list may be."""

_TYPES: Mapping[str, Callable[..., object]] = {
    "index": IndexConfig,
    "impact": ImpactConfig,
    "tests": TestsConfig,
    "git": GitConfig,
    "architecture": ArchitectureConfig,
    "inferred": InferredConfig,
    "analysis": AnalysisConfig,
    "entry_points": EntryPointsConfig,
}
RULE_LISTS = ("parts", "rule", "allow")
"""What `rules_check` looks at, in the order in which it needs them."""


def check(data: Mapping[str, object], source: str) -> tuple[Config, list[Fault]]:
    """The Config that `data` describes. With faults it holds defaults in the place of what is wrong."""
    faults: list[Fault] = []
    parts: dict[str, object] = {}
    rules = Checked()
    for name, take in zip(RULE_LISTS, (rules.take_parts, rules.take_rules, rules.take_allow), strict=True):
        if name in data:
            take(data[name])
    faults.extend(rules.faults)
    for name, section in data.items():
        if name in RULE_LISTS:
            continue
        if name in LISTS:
            good_list, wrong = LISTS[name](section)
            wrong += unknown_findings(section, rules.ids)
            faults.extend(((name, *where), f"[[{name}]] {what}") for where, what in wrong)
            parts[name] = () if wrong else good_list
        elif name not in SECTIONS:
            faults.append(((name,), _unknown_section(name, section)))
        elif not isinstance(section, dict):
            faults.append(((name,), f"{name} must be a table, not {described(section)}; write [{name}] on a line of its own"))
        else:
            good, wrong = _check_section(name, section)
            faults.extend(wrong)
            parts[name] = _TYPES[name](**good)
    found = Config(**parts, source=source)  # type: ignore[arg-type]
    return msgspec.structs.replace(found, parts=tuple(rules.parts), rules=tuple(rules.rules), allow=tuple(rules.allow)), faults


def _check_section(name: str, section: Mapping[str, object]) -> tuple[dict[str, object], list[Fault]]:
    good: dict[str, object] = {}
    faults: list[Fault] = []
    for key, value in section.items():
        checker = SECTIONS[name].get(key)
        if checker is None:
            faults.append(((name, key), _unknown_key(name, key)))
            continue
        result, wrong = checker(value)
        faults.extend(((name, key, *where), f"[{name}] {key} {what}") for where, what in wrong)
        if not wrong:
            good[key] = result
    return good, faults


def _unknown_section(name: str, section: object) -> str:
    if name == "tool":
        return "section 'tool' belongs into pyproject.toml; here write [index], not [tool.nexus-diff.index]"
    kind = "section" if isinstance(section, dict) else "key"
    if not isinstance(section, dict) and (homes := list(_sections_with(name))):
        return f"key {shown(name)} stands outside of any section; move it below [{homes[0]}]"
    return f"unknown {kind} {shown(name)}; {nearest(name, (*SECTIONS, *LISTS, *RULE_LISTS), 'sections are')}"


def _unknown_key(section: str, key: str) -> str:
    homes = [f"[{home}]" for home in _sections_with(key)]
    if homes:
        return f"unknown key {shown(key)} in [{section}]; it belongs below {homes[0]}"
    return f"unknown key {shown(key)} in [{section}]; {nearest(key, SECTIONS[section], f'[{section}] has')}"


def _sections_with(key: str) -> Iterator[str]:
    return (name for name, keys in SECTIONS.items() if key in keys)
