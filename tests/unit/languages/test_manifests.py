from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nexus_diff.languages import manifests
from nexus_diff.languages.manifests import manifest_kind, read_manifest, tolerant_json


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("package.json", "package"),
        ("a/b/package.json", "package"),
        ("tsconfig.json", "tsconfig"),
        ("x/jsconfig.json", "tsconfig"),
        ("tsconfig.base.json", "tsconfig"),
        ("tsconfig-build.json", "tsconfig"),
        ("app.tsconfig.json", "tsconfig"),
        ("pnpm-workspace.yaml", "pnpm-workspace"),
        ("pyproject.toml", "pyproject"),
        ("package-lock.json", ""),
        ("mytsconfig.json", ""),
        ("tsconfig.ts", ""),
        ("a.py", ""),
    ],
)
def test_kinds(path: str, kind: str) -> None:
    assert manifest_kind(path) == kind


READ: list[tuple[str, str, dict[str, Any]]] = [
    ("package", '{"name":"a","version":"1","main":"x.js","scripts":{"t":"u"}}', {"name": "a", "main": "x.js"}),
    ("package", '{"workspaces":["a",1]}', {"workspaces": ["a"]}),
    ("package", '{"workspaces":{"packages":["a"],"nohoist":["b"]}}', {"workspaces": ["a"]}),
    ("package", '{"name":3,"exports":null,"dependencies":{"a":"^1","b":"file:../b","c":"link:c"}}', {"local": {"b": "../b", "c": "c"}}),
    ("package", '{"exports":{".":{"import":"./a.mjs"}}}', {"exports": {".": {"import": "./a.mjs"}}}),
    ("package", "[]", {}),
    ("tsconfig", '{"compilerOptions":{"strict":true,"baseUrl":"."}}', {"baseUrl": "."}),
    ("tsconfig", '{"extends":"./b"}', {"extends": ["./b"]}),
    ("tsconfig", '{"compilerOptions":{"paths":{"a":"b","c":["d",1]}}}', {"paths": {"a": ["b"], "c": ["d"]}}),
    ("tsconfig", '{"references":[{"path":"x"},{"path":1},2]}', {"references": ["x"]}),
    ("pnpm-workspace", "packages: ['a/*', b]\n", {"workspaces": ["a/*", "b"]}),
    ("pnpm-workspace", "onlyBuilt:\n  - x\npackages:\n- a\n\n- b # c\nother: 1\n- c\n", {"workspaces": ["a", "b"]}),
    ("pyproject", "[project]\nname='p'\nversion='1'\n[project.scripts]\nx='p.m:main'\n", {"name": "p", "scripts": {"x": "p.m:main"}}),
    ("pyproject", "[tool.setuptools.packages.find]\nwhere=['src']\n", {"where": ["src"]}),
    (
        "pyproject",
        "[tool.setuptools]\npackages=['a']\n[tool.setuptools.package-dir]\n''='lib'\n",
        {"packages": ["a"], "package_dir": {"": "lib"}},
    ),
    ("pyproject", "[tool.hatch.build.targets.wheel]\npackages=['src/p']\n", {"packages": ["src/p"]}),
    ("pyproject", "[tool.pytest.ini_options]\npythonpath='src'\ntestpaths=['t']\n", {"pythonpath": ["src"], "testpaths": ["t"]}),
    ("pyproject", "[tool.poetry]\npackages=[{include='p',from='src'}]\n", {"poetry": [{"include": "p", "from": "src"}]}),
]


@pytest.mark.parametrize(("kind", "text", "values"), READ)
def test_keeps_what_resolution_needs(kind: str, text: str, values: dict[str, Any]) -> None:
    facts = read_manifest(kind, text.encode())
    assert json.loads(facts.values) == values
    assert facts.values == json.dumps(values, sort_keys=True, separators=(",", ":"))
    assert facts.problems == ()


@pytest.mark.parametrize(
    ("kind", "data", "problem"),
    [
        ("package", b"{", "syntax"),
        ("package", b"\xff\xfe{}", "encoding"),
        ("tsconfig", b"[" * 200_000, "too deep"),
        ("tsconfig", b" " * (manifests.MAX_BYTES + 1), "truncated"),
        ("tsconfig", b'{"a": "b', "syntax"),
        ("pyproject", b"a = [", "syntax"),
        ("pyproject", b"a." * 400_000 + b"a = 1", "too deep"),
        ("pyproject", b"a = " + b"[" * 400_000, "too deep"),
    ],
)
def test_what_cannot_be_read_is_a_problem(kind: str, data: bytes, problem: str) -> None:
    facts = read_manifest(kind, data)
    assert facts.values == "{}"
    assert [p.kind for p in facts.problems] == [problem]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1, // b\n}', {"a": 1}),
        ('/* x */ {"a": [1, 2, /* 3 */ ], }', {"a": [1, 2]}),
        ('{"a": "// no", "b": "/* no */", "c": ",}",}', {"a": "// no", "b": "/* no */", "c": ",}"}),
        ('{"a": "\\"//", }', {"a": '"//'}),
        ('{"a/*": ["b/*"], "c": "**/x",}', {"a/*": ["b/*"], "c": "**/x"}),
    ],
)
def test_comments_and_trailing_commas(text: str, value: object) -> None:
    assert tolerant_json(text) == value


def test_hostile_quotes_take_no_quadratic_time() -> None:
    facts = read_manifest("tsconfig", b'"\\' * 400_000)
    assert facts.problems


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(["package", "tsconfig", "pnpm-workspace", "pyproject"]), st.binary(max_size=60) | st.text(max_size=60).map(str.encode)
)
def test_never_raises(kind: str, data: bytes) -> None:
    json.loads(read_manifest(kind, data).values)
