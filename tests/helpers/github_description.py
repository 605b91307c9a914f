"""GitHub's published descriptions of its API, cut down to what we call: github.com's and, below /ghes, Enterprise Server's."""

from __future__ import annotations

import json
import tarfile
from pathlib import Path
from typing import Any

USED = {
    "/repos/{owner}/{repo}/pulls": ("get",),
    "/repos/{owner}/{repo}/pulls/{pull_number}": ("get",),
    "/repos/{owner}/{repo}/issues/{issue_number}/comments": ("get", "post"),
    "/repos/{owner}/{repo}/issues/comments/{comment_id}": ("patch", "delete"),
    "/repos/{owner}/{repo}/check-runs": ("post",),
    "/repos/{owner}/{repo}/check-runs/{check_run_id}": ("patch",),
}
GHES = "/ghes"
_SOURCES = {"": "api.github.com.json", GHES: "ghes-3.17.json"}
_LOOSE = ("examples", "example", "x-github", "externalDocs", "description", "tags", "summary")


def description(package: Path) -> dict[str, Any]:
    """The cut-down document, from the npm package @octokit/openapi as packed."""
    merged: dict[str, Any] = {"openapi": "3.0.3", "info": {"title": "GitHub, in part", "version": "1"}, "paths": {}, "components": {}}
    with tarfile.open(package) as archive:
        for prefix, name in _SOURCES.items():
            file = archive.extractfile(f"package/generated/{name}")
            assert file is not None
            _add(merged, json.load(file), prefix)
    return merged


def _add(merged: dict[str, Any], whole: dict[str, Any], prefix: str) -> None:
    wanted: list[str] = []
    for path, verbs in USED.items():
        known = whole["paths"][path]
        kept = {verb: known[verb] for verb in verbs}
        if "parameters" in known:
            kept["parameters"] = known["parameters"]
        merged["paths"][prefix + path] = _copied(kept, prefix, wanted)
    seen = set()
    while wanted:
        pointer = wanted.pop()
        if pointer in seen:
            continue
        seen.add(pointer)
        kind, name = pointer.split("/")[2:4]
        renamed = _renamed(name, prefix)
        merged["components"].setdefault(kind, {})[renamed] = _copied(whole["components"][kind][name], prefix, wanted)


def _copied(value: Any, prefix: str, wanted: list[str], inside_properties: bool = False) -> Any:
    """The value with its references renamed and noted, without words for people."""
    if isinstance(value, list):
        return [_copied(item, prefix, wanted) for item in value]
    if not isinstance(value, dict):
        return value
    reference = value.get("$ref")
    if isinstance(reference, str):
        wanted.append(reference)
        kind, name = reference.split("/")[2:4]
        return {"$ref": f"#/components/{kind}/{_renamed(name, prefix)}"}
    found = {}
    for key, item in value.items():
        if inside_properties or key not in _LOOSE:
            found[key] = _copied(item, prefix, wanted, inside_properties=key == "properties" and not inside_properties)
    if "content" in found and "schema" not in found and not inside_properties:
        found.setdefault("description", "")
    if _is_response(value):
        found["description"] = ""
    return found


def _is_response(value: dict[str, Any]) -> bool:
    return isinstance(value.get("description"), str) and (
        "content" in value or "headers" in value or set(value) <= {"description", "x-github"}
    )


def _renamed(name: str, prefix: str) -> str:
    return ("ghes-" + name) if prefix else name


def sample(document: dict[str, Any], schema: dict[str, Any], depth: int = 0) -> Any:
    """The smallest value that fits a schema."""
    if "$ref" in schema:
        kind, name = schema["$ref"].split("/")[2:4]
        return sample(document, document["components"][kind][name], depth + 1)
    if schema.get("nullable") and depth > 3:
        return None
    if "allOf" in schema:
        merged: dict[str, Any] = {}
        for part in schema["allOf"]:
            value = sample(document, part, depth + 1)
            merged.update(value if isinstance(value, dict) else {})
        return merged
    for choice in ("oneOf", "anyOf"):
        if choice in schema and "properties" not in schema:
            return sample(document, schema[choice][0], depth + 1)
    if "enum" in schema:
        return schema["enum"][0]
    return _plain(document, schema, depth)


def _plain(document: dict[str, Any], schema: dict[str, Any], depth: int) -> Any:
    kind = schema.get("type", "object" if "properties" in schema else "null")
    if kind == "object":
        known = schema.get("properties", {})
        return {name: sample(document, known.get(name, {}), depth + 1) for name in schema.get("required", ())}
    if kind == "string":
        formats = {"uri": "https://example.org/x", "date-time": "2026-01-01T00:00:00Z", "date": "2026-01-01", "email": "a@example.org"}
        return formats.get(schema.get("format", ""), "x" * max(1, schema.get("minLength", 1)))
    return {"integer": schema.get("minimum", 1), "number": 1, "boolean": False, "array": [], "null": None}[kind]
