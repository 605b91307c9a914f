"""Where modules and crates of Rust lie, and what is kept of Cargo.toml."""

from __future__ import annotations

import json

import pytest
from probe_tree import Tree

from nexus_diff.languages.manifests import read_manifest
from nexus_diff.languages.rust_resolve import resolve

PACKAGE = '[package]\nname = "my-shop"\n'
ONE = {
    "Cargo.toml": PACKAGE + '[dependencies]\nlog = "0.4"\nother = { path = "../other" }\n',
    "src/lib.rs": "", "src/main.rs": "", "src/a.rs": "", "src/a/b.rs": "", "src/c/mod.rs": "", "src/c/d.rs": "", "src/bin/tool.rs": "",
    "src/bin/big/main.rs": "", "src/bin/big/part.rs": "", "tests/t.rs": "", "tests/util/mod.rs": "", "build.rs": "", "odd/x.rs": "",
}  # fmt: skip
NAMED = {
    "Cargo.toml": PACKAGE + '[lib]\nname = "shop"\npath = "source/root.rs"\n',
    "source/root.rs": "",
    "source/a.rs": "",
    "tests/t.rs": "",
}
MANY = {
    "Cargo.toml": '[workspace]\nmembers = ["a", "b"]\n[workspace.dependencies]\nb = { path = "b" }\n',
    "a/Cargo.toml": '[package]\nname = "a"\n[dependencies]\nb = { workspace = true }\n[dev-dependencies]\nc-lib = { path = "../c" }\n',
    "a/src/lib.rs": "",
    "b/Cargo.toml": '[package]\nname = "b"\n',
    "b/src/lib.rs": "",
    "c/Cargo.toml": '[package]\nname = "c-lib"\n',
    "c/src/lib.rs": "",
}
BARE = {"x/src/main.rs": "", "x/src/a.rs": "", "y.rs": ""}

CASES: list[tuple[dict[str, str], str, str, tuple[str, ...] | str]] = [
    (ONE, "src/a.rs", "crate", ("src/lib.rs", "src/main.rs")),
    (ONE, "src/a/b.rs", "super", ("src/a.rs",)),
    (ONE, "src/a.rs", "super", ("src/lib.rs", "src/main.rs")),
    (ONE, "src/c/d.rs", "super", ("src/c/mod.rs",)),
    (ONE, "src/c/mod.rs", "super", ("src/lib.rs", "src/main.rs")),
    (ONE, "src/lib.rs", "super", "missing"),
    (ONE, "src/lib.rs", "mod a", ("src/a.rs",)),
    (ONE, "src/lib.rs", "mod c", ("src/c/mod.rs",)),
    (ONE, "src/a.rs", "mod b", ("src/a/b.rs",)),
    (ONE, "src/c/mod.rs", "mod d", ("src/c/d.rs",)),
    (ONE, "src/lib.rs", "mod none", "missing"),
    (ONE, "src/lib.rs", "path ../odd/x.rs", ("odd/x.rs",)),
    (ONE, "src/lib.rs", "path ../../odd/x.rs", "missing"),
    (ONE, "src/bin/tool.rs", "crate", ("src/bin/tool.rs",)),
    (ONE, "src/bin/big/part.rs", "crate", ("src/bin/big/main.rs",)),
    (ONE, "tests/t.rs", "crate", ("tests/t.rs",)),
    (ONE, "tests/t.rs", "mod util", ("tests/util/mod.rs",)),
    (ONE, "build.rs", "crate", ("build.rs",)),
    (ONE, "tests/t.rs", "my_shop", ("src/lib.rs",)),
    (ONE, "src/a.rs", "log", "external"),
    (ONE, "src/a.rs", "std", "external"),
    (ONE, "src/a.rs", "other", "external"),
    (ONE, "src/a.rs", "unknown", "missing"),
    (NAMED, "tests/t.rs", "shop", ("source/root.rs",)),
    (NAMED, "tests/t.rs", "my_shop", "missing"),
    (NAMED, "source/a.rs", "crate", ("source/root.rs",)),
    (MANY, "a/src/lib.rs", "b", ("b/src/lib.rs",)),
    (MANY, "a/src/lib.rs", "c_lib", ("c/src/lib.rs",)),
    (BARE, "x/src/a.rs", "crate", ("x/src/main.rs",)),
    (BARE, "y.rs", "crate", ("y.rs",)),
    (BARE, "y.rs", "serde", "missing"),
]


@pytest.mark.parametrize(("files", "path", "source", "expected"), CASES)
def test_resolve(files: dict[str, str], path: str, source: str, expected: tuple[str, ...] | str) -> None:
    found = resolve(path, source, Tree(files))
    assert ((found.path, *found.also) if found.kind == "file" else found.kind) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", {}),
        (PACKAGE, {"package": "my-shop", "lib_name": "my_shop"}),
        (
            PACKAGE + '[[bin]]\nname = "x"\npath = "x.rs"\n[[test]]\npath = "t.rs"\n[target."cfg(unix)".dependencies]\nlibc = "1"\n',
            {
                "package": "my-shop",
                "lib_name": "my_shop",
                "bin_paths": ["x.rs"],
                "test_paths": ["t.rs"],
                "dependencies": {"libc": {"package": "libc"}},
            },
        ),
        ("package = 1\ndependencies = [1]\nbin = 3\nlib = []\n", {}),
    ],
)
def test_cargo(text: str, expected: object) -> None:
    assert json.loads(read_manifest("cargo", text.encode()).values) == expected
