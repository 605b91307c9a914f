from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nexus_diff.languages.base import Resolved
from nexus_diff.languages.ecmascript_resolve import resolve
from nexus_diff.languages.manifests import manifest_kind, read_manifest
from nexus_diff.model.facts import ManifestFacts


class FakeProbe:
    """`files`: path → content (JSON for manifests given as dicts). Remembers what was asked."""

    def __init__(self, files: dict[str, Any]) -> None:
        self.files = files
        self.asked: set[tuple[str, str]] = set()
        texts = {p: c if isinstance(c, str) else json.dumps(c) for p, c in files.items() if manifest_kind(p)}
        self._manifests = {p: read_manifest(manifest_kind(p), t.encode()) for p, t in texts.items()}

    def file(self, path: str) -> bool:
        assert path
        assert not path.startswith(("/", "./", "../"))
        assert "//" not in path
        self.asked.add(("file", path))
        return path in self.files

    def directory(self, path: str) -> bool:
        self.asked.add(("directory", path))
        return not path or any(p.startswith(path + "/") for p in self.files)

    def roots(self, name: str) -> tuple[str, ...]:
        raise AssertionError("not asked by this resolver")

    def manifests(self, kind: str) -> tuple[tuple[str, ManifestFacts], ...]:
        self.asked.add(("manifests", kind))
        return tuple(sorted((p, m) for p, m in self._manifests.items() if m.kind == kind))

    def manifest(self, kind: str, path: str) -> ManifestFacts | None:
        self.asked.add(("manifest", path))
        found = self._manifests.get(path)
        return found if found is not None and found.kind == kind else None


def answer(tree: dict[str, Any], importer: str, source: str) -> str:
    found = resolve(importer, source, FakeProbe(tree))
    return found.path if found.kind == "file" else found.kind


RELATIVE = [
    # files, importer, source, expected
    ("a.ts b.ts", "a.ts", "./b", "b.ts"),
    ("a.ts b.tsx", "a.ts", "./b", "b.tsx"),
    ("a.ts b.ts b.js", "a.ts", "./b", "b.ts"),
    ("a.js b.ts b.js", "a.js", "./b", "b.js"),
    ("a.ts b.ts", "a.ts", "./b.js", "b.ts"),
    ("a.ts b.tsx", "a.ts", "./b.js", "b.tsx"),
    ("a.ts b.tsx", "a.ts", "./b.jsx", "b.tsx"),
    ("a.ts b.mts", "a.ts", "./b.mjs", "b.mts"),
    ("a.ts b.cts", "a.ts", "./b.cjs", "b.cts"),
    ("a.ts b.js b.ts", "a.ts", "./b.js", "b.ts"),
    ("a.js b.js b.ts", "a.js", "./b.js", "b.js"),
    ("a.ts b.js b.d.ts", "a.ts", "./b", "b.js"),
    ("a.ts b.js b.d.ts", "a.ts", "./b.js", "b.js"),
    ("a.ts b.d.ts", "a.ts", "./b", "b.d.ts"),
    ("a.ts b.d.ts", "a.ts", "./b.js", "b.d.ts"),
    ("a.ts b.ts", "a.ts", "./b.ts", "b.ts"),
    ("a.ts b.service.ts", "a.ts", "./b.service", "b.service.ts"),
    ("a.ts b/index.ts", "a.ts", "./b", "b/index.ts"),
    ("a.ts b/index.jsx", "a.ts", "./b/", "b/index.jsx"),
    ("a.ts b.ts b/index.ts", "a.ts", "./b", "b.ts"),
    ("a.ts index.ts", "a.ts", ".", "index.ts"),
    ("x/a.ts index.ts", "x/a.ts", "..", "index.ts"),
    ("x/a.ts index.ts", "x/a.ts", "../", "index.ts"),
    ("x/y/a.ts x/b.ts", "x/y/a.ts", "../b", "x/b.ts"),
    ("x/a.ts", "x/a.ts", "../../b", "missing"),
    ("a.ts", "a.ts", "./b", "missing"),
    ("a.ts logo.svg", "a.ts", "./logo.svg?url", "logo.svg"),
    ("a.ts data.json", "a.ts", "./data.json", "data.json"),
    ("a.ts data.json", "a.ts", "./data", "missing"),
    ("x/a.ts src/b.ts", "x/a.ts", "/src/b", "src/b.ts"),
    ("a.ts", "a.ts", "fs", "external"),
    ("a.ts fs.ts", "a.ts", "node:fs", "external"),
    ("a.ts", "a.ts", "https://esm.sh/x", "external"),
    ("a.ts react.ts", "a.ts", "react", "external"),
    ("a.ts", "a.ts", "", "external"),
    ("x/src/a.ts x/src/b.ts", "x/src/a.ts", "@/b", "external"),
]


@pytest.mark.parametrize(("paths", "importer", "source", "expected"), RELATIVE)
def test_paths(paths: str, importer: str, source: str, expected: str) -> None:
    assert answer(dict.fromkeys(paths.split(), ""), importer, source) == expected


def options(**found: Any) -> dict[str, Any]:
    return {"compilerOptions": found}


TSCONFIG: list[tuple[dict[str, Any], str, str, str]] = [
    ({"tsconfig.json": options(paths={"@/*": ["./src/*"]}), "src/a.ts": "", "src/lib/b.ts": ""}, "src/a.ts", "@/lib/b", "src/lib/b.ts"),
    ({"tsconfig.json": options(paths={"~b": ["./b.ts"]}), "a.ts": "", "b.ts": ""}, "a.ts", "~b", "b.ts"),
    ({"tsconfig.json": options(baseUrl="src"), "src/a.ts": "", "src/lib/b.ts": ""}, "src/a.ts", "lib/b", "src/lib/b.ts"),
    (
        {"tsconfig.json": options(baseUrl="./src", paths={"#l/*": ["lib/*"]}), "a.ts": "", "src/lib/b.ts": ""},
        "a.ts",
        "#l/b",
        "src/lib/b.ts",
    ),
    ({"jsconfig.json": options(baseUrl="."), "x/a.js": "", "lib/b.js": ""}, "x/a.js", "lib/b", "lib/b.js"),
    # The longest prefix wins; several targets are tried in order.
    ({"tsconfig.json": options(paths={"@/*": ["x/*"], "@/y/*": ["z/*", "y/*"]}), "x/y/b.ts": "", "y/b.ts": ""}, "a.ts", "@/y/b", "y/b.ts"),
    # A suffix behind the star.
    ({"tsconfig.json": options(paths={"*.gen": ["gen/*.ts"]}), "gen/b.ts": ""}, "a.ts", "b.gen", "gen/b.ts"),
    # The nearest configuration counts, and it alone.
    ({"tsconfig.json": options(paths={"@/*": ["x/*"]}), "p/tsconfig.json": options(), "x/b.ts": ""}, "p/a.ts", "@x/b", "external"),
    ({"tsconfig.json": options(paths={"@x/*": ["x/*"]}), "p/tsconfig.json": options(), "x/b.ts": ""}, "p/a.ts", "@x/b", "external"),
    # Extends: relative to the file that says it; the extending file wins.
    (
        {
            "base/tsconfig.base.json": options(paths={"@x/*": ["../x/*"]}),
            "p/tsconfig.json": {"extends": "../base/tsconfig.base"},
            "x/b.ts": "",
        },
        "p/a.ts",
        "@x/b",
        "x/b.ts",
    ),
    (
        {
            "tsconfig.base.json": options(paths={"@x/*": ["old/*"]}),
            "tsconfig.json": {"extends": ["./tsconfig.base.json"]} | options(paths={"@x/*": ["x/*"]}),
            "x/b.ts": "",
            "old/b.ts": "",
        },
        "a.ts",
        "@x/b",
        "x/b.ts",
    ),
    # A cycle of extends ends.
    ({"tsconfig.json": {"extends": "./tsconfig.json"}, "b.ts": ""}, "a.ts", "b", "external"),
    # A solution file points at the projects that hold the options.
    (
        {
            "tsconfig.json": {"references": [{"path": "./tsconfig.app.json"}]},
            "tsconfig.app.json": options(paths={"@/*": ["src/*"]}),
            "src/b.ts": "",
        },
        "src/a.ts",
        "@/b",
        "src/b.ts",
    ),
    # Comments and trailing commas.
    (
        {"tsconfig.json": '{ // c\n "compilerOptions": {"paths": {"@/*": ["src/*",],}, /* " */ }, }', "src/b.ts": ""},
        "a.ts",
        "@/b",
        "src/b.ts",
    ),
    # A path alias beats a Node.js module's name, nothing else does.
    ({"tsconfig.json": options(baseUrl="src"), "src/constants.ts": ""}, "a.ts", "constants", "src/constants.ts"),
    # Nonsense is no error.
    ({"tsconfig.json": options(paths=[1], baseUrl=3)}, "a.ts", "x", "external"),
    ({"tsconfig.json": options(paths={"x": "y", "z": [1, "../../../q"]})}, "a.ts", "z", "external"),
    ({"tsconfig.json": "[["}, "a.ts", "x", "external"),
]


@pytest.mark.parametrize(("tree", "importer", "source", "expected"), TSCONFIG)
def test_tsconfig(tree: dict[str, Any], importer: str, source: str, expected: str) -> None:
    assert answer(tree, importer, source) == expected


def monorepo(manifest: dict[str, Any], *paths: str) -> dict[str, Any]:
    return {"package.json": {"workspaces": ["packages/*"]}, "packages/b/package.json": {"name": "@s/b"} | manifest, "a.ts": ""} | (
        dict.fromkeys(("packages/b/" + p for p in paths), "")
    )


PACKAGES: list[tuple[dict[str, Any], str, str]] = [
    (monorepo({"main": "./dist/index.js"}, "src/index.ts"), "@s/b", "src/index.ts"),
    (monorepo({"main": "dist"}, "src/index.ts"), "@s/b", "src/index.ts"),
    (monorepo({"exports": "./dist"}, "index.ts"), "@s/b", "index.ts"),
    (monorepo({"main": "./dist/index.js"}, "src/index.ts", "dist/index.js"), "@s/b", "src/index.ts"),
    (monorepo({"main": "./lib/x.js"}, "src/x.ts", "lib/x.js"), "@s/b", "lib/x.js"),
    (monorepo({"main": "lib/x"}, "lib/x.js"), "@s/b", "lib/x.js"),
    (monorepo({"types": "dist/types/index.d.ts"}, "src/index.tsx"), "@s/b", "src/index.tsx"),
    (monorepo({"source": "src/main.ts", "main": "dist/index.js"}, "src/main.ts", "src/index.ts"), "@s/b", "src/main.ts"),
    (monorepo({}, "index.js"), "@s/b", "index.js"),
    (monorepo({}, "src/index.ts"), "@s/b", "src/index.ts"),
    (monorepo({"exports": "./src/m.ts"}, "src/m.ts"), "@s/b", "src/m.ts"),
    (monorepo({"exports": {"import": "./dist/m.mjs", "types": "./dist/m.d.ts"}}, "src/m.ts"), "@s/b", "src/m.ts"),
    (monorepo({"exports": {".": {"node": {"require": "./c.cjs"}}}}, "c.cts"), "@s/b", "c.cts"),
    (monorepo({"exports": {".": "./x.js", "./sub": "./dist/deep/sub.js"}}, "src/deep/sub.ts"), "@s/b/sub", "src/deep/sub.ts"),
    (monorepo({"exports": {"./*": "./dist/*/index.js"}}, "src/u/index.ts"), "@s/b/u", "src/u/index.ts"),
    (monorepo({"exports": {"./*": "./f/*", "./p/*": None}}, "f/u.ts"), "@s/b/u", "f/u.ts"),
    (monorepo({}, "src/u.ts"), "@s/b/src/u", "src/u.ts"),
    (monorepo({}, "src/u.ts"), "@s/b/u", "src/u.ts"),
    (monorepo({}, "u/index.ts"), "@s/b/u", "u/index.ts"),
    (monorepo({"exports": {".": ["./a.js", "./b.js"]}}, "b.ts"), "@s/b", "b.ts"),
]


@pytest.mark.parametrize(("tree", "source", "expected"), PACKAGES)
def test_workspace_packages(tree: dict[str, Any], source: str, expected: str) -> None:
    assert answer(tree, "a.ts", source) == "packages/b/" + expected
    assert answer(tree, "packages/b/src/self.ts", source) == "packages/b/" + expected


@pytest.mark.parametrize(
    ("globs", "folder", "member"),
    [
        (["packages/*"], "packages/b", True),
        (["./packages/*/"], "packages/b", True),
        (["packages/*"], "packages/x/b", False),
        (["packages/**"], "packages/x/b", True),
        (["**"], "q/b", True),
        (["*"], "b", True),
        (["{apps,packages}/*"], "apps/b", True),
        (["packages/*", "!packages/b"], "packages/b", False),
        (["packages/b-?"], "packages/b-1", True),
        (["packages/*"], "fixtures/b", False),
        ({"packages": ["libs/b"]}, "libs/b", True),
        (["**/*"], "node_modules/b", False),
    ],
)
def test_workspace_globs(globs: Any, folder: str, member: bool) -> None:
    tree = {"package.json": {"workspaces": globs}, f"{folder}/package.json": {"name": "b"}, f"{folder}/index.ts": "", "x/a.ts": ""}
    assert answer(tree, "x/a.ts", "b") == (f"{folder}/index.ts" if member else "external")


def test_pnpm_workspace() -> None:
    tree = {
        "pnpm-workspace.yaml": "# all\npackages:\n  - 'packages/*' # here\n  - \"!**/test/**\"\ncatalog:\n  - x\n",
        "packages/b/package.json": {"name": "b"},
        "packages/b/src/index.ts": "",
    }
    assert answer(tree, "packages/a/x.ts", "b") == "packages/b/src/index.ts"


def test_local_dependency() -> None:
    tree = {"app/package.json": {"dependencies": {"b": "file:../b"}}, "b/package.json": {"name": "b", "main": "m.js"}, "b/m.js": ""}
    assert answer(tree, "app/x/a.js", "b") == "b/m.js"


def test_a_fixture_with_a_library_s_name_is_not_the_library() -> None:
    tree = {"package.json": {"name": "root"}, "test/react/package.json": {"name": "react"}, "test/react/index.js": ""}
    assert answer(tree, "src/a.ts", "react") == "external"


def test_package_imports() -> None:
    package = {"name": "p", "imports": {"#dep": {"node": "dep-native", "default": "./dist/dep.js"}, "#internal/*": "./src/internal/*.js"}}
    tree = {"package.json": package, "src/dep.ts": "", "src/internal/z.ts": ""}
    assert answer(tree, "src/x/a.ts", "#internal/z") == "src/internal/z.ts"
    assert answer(tree, "src/x/a.ts", "#dep") == "src/dep.ts"
    assert answer(tree, "src/x/a.ts", "#other") == "external"


def test_folder_with_a_manifest() -> None:
    tree = {"a.js": "", "d/package.json": {"main": "lib/m"}, "d/lib/m.js": "", "d/index.js": ""}
    assert answer(tree, "a.js", "./d") == "d/lib/m.js"


def test_conventional_alias_without_configuration() -> None:
    tree = {"p/package.json": {"name": "p"}, "p/src/b.ts": "", "p/c.ts": ""}
    assert answer(tree, "p/src/x/a.ts", "@/b") == "p/src/b.ts"
    assert answer(tree, "p/src/x/a.ts", "~/c") == "p/c.ts"


def test_absent_files_are_asked_for_so_that_they_can_appear() -> None:
    probe = FakeProbe({"a.ts": "", "b.js": ""})
    assert resolve("a.ts", "./b", probe) == Resolved("file", "b.js")
    assert ("file", "b.ts") in probe.asked


NAMES = st.sampled_from(["a", "b", "src", "dist", "index", "@s", "..", ".", "*", "b.js", "x.d.ts", "#i", ""])
SOURCES = st.lists(NAMES, min_size=1, max_size=4).map("/".join)
JSON = st.recursive(
    SOURCES | st.none() | st.integers(), lambda c: st.lists(c, max_size=3) | st.dictionaries(SOURCES, c, max_size=3), max_leaves=8
)


@settings(max_examples=150, deadline=None)
@given(
    st.dictionaries(st.sampled_from(["name", "main", "exports", "imports", "workspaces", "dependencies"]), JSON),
    st.dictionaries(
        st.sampled_from(["extends", "compilerOptions", "references"]), JSON | st.fixed_dictionaries({"paths": JSON, "baseUrl": JSON})
    ),
    SOURCES,
)
def test_never_raises_and_leads_to_files_that_exist(package: dict[str, Any], tsconfig: dict[str, Any], source: str) -> None:
    tree = {"package.json": package, "src/tsconfig.json": tsconfig, "src/index.ts": "", "src/a.ts": "", "b.js": "", "a/b/index.js": ""}
    found = resolve("src/a.ts", source, FakeProbe(tree))
    assert found.kind in ("file", "external", "missing")
    assert (found.path in tree) == (found.kind == "file")
