"""GitLab's Code Quality report as its documentation describes it: https://docs.gitlab.com/ci/testing/code_quality/."""

from __future__ import annotations

import json
from typing import Any

import jsonschema

_LINE = {"type": "integer", "minimum": 1}
SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "additionalProperties": False,
        "properties": {
            "description": {"type": "string", "minLength": 1, "pattern": r"^[^\r\n]+$"},
            "check_name": {"type": "string", "pattern": "^nexus-diff/[a-z-]+$"},
            "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path"],
                "additionalProperties": False,
                "oneOf": [{"required": ["lines"]}, {"required": ["positions"]}],
                "properties": {
                    "path": {"type": "string", "minLength": 1, "not": {"pattern": r"^\./"}},
                    "lines": {"type": "object", "required": ["begin"], "properties": {"begin": _LINE}},
                    "positions": {
                        "type": "object",
                        "required": ["begin"],
                        "properties": {"begin": {"type": "object", "required": ["line"], "properties": {"line": _LINE}}},
                    },
                },
            },
        },
    },
}
"""What is required, and of the rest what we write; GitLab reads over more."""


def read_report(data: bytes) -> list[dict[str, Any]]:
    """The entries of a report; fails unless GitLab would take it, with every entry an entry of its own."""
    assert not data.startswith(b"\xef\xbb\xbf")
    found: list[dict[str, Any]] = json.loads(data.decode("utf-8"))
    jsonschema.validate(found, SCHEMA)
    marks = [entry["fingerprint"] for entry in found]
    assert len(set(marks)) == len(marks)
    return found
