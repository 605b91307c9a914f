"""How libraries and symbols are called in rules, by language."""

from __future__ import annotations

import pytest
from world import checked

LIBRARIES: list[tuple[str, str, list[str]]] = [
    ("a/x.c", '#include <stdio.h>\n#include <sys/types.h>\n#include <openssl/ssl.h>\n#include "gone.h"\n', ["openssl/ssl.h"]),
    ("a/x.cpp", "#include <vector>\n#include <cstdio>\n#include <stdio.h>\n#include <boost/any.hpp>\n", ["boost/any.hpp"]),
    (
        "a/x.rs",
        "use std::{io, fs};\nuse core::mem::swap;\nuse alloc::vec::Vec;\nuse serde::de::Error;\nuse ::log::info;\n",
        ["log", "serde::de"],
    ),
    ("a/x.go", 'package a\nimport (\n\t"fmt"\n\t"net/http"\n\t_ "golang.org/x/net"\n)\n', ["golang.org/x/net"]),
    ("a/X.java", "package a;\nimport java.util.List;\nimport static java.lang.Math.abs;\nimport org.junit.Test;\n", ["org.junit"]),
    (
        "a/X.cs",
        "using System.Text.Json;\nusing static System.Math;\nusing Newtonsoft.Json;\nglobal using Serilog;\n",
        ["Newtonsoft.Json", "Serilog"],
    ),
    ("a/x.py", "import os.path\nimport attrs\n", ["attrs"]),
    ("a/x.ts", "import fs from 'node:fs'\nimport path from 'path'\nimport { z } from 'zod'\n", ["zod"]),
]
CARGO = {"Cargo.toml": '[package]\nname = "a"\n[lib]\npath = "a/x.rs"\n'}


@pytest.mark.parametrize(("file", "source", "libraries"), LIBRARIES, ids=[case[0] for case in LIBRARIES])
def test_the_own_library_is_always_allowed(file: str, source: str, libraries: list[str]) -> None:
    rules = '[parts]\na = "a/**"\n[[rule]]\nid = "r"\nfrom = "a"\nexternals = []\n'
    assert sorted(v.target.partition(":")[2] for v in checked(rules, {file: source, **CARGO})) == libraries


LIBRARY_NAMES = [
    ("a/x.c", "openssl"),
    ("a/x.c", "openssl/ssl.h"),
    ("a/x.c", "stdio"),
    ("a/x.cpp", "boost"),
    ("a/x.rs", "serde"),
    ("a/x.rs", "serde::de"),
    ("a/x.ts", "node:fs"),
    ("a/x.go", "golang.org/x/net"),
    ("a/x.go", "golang.org/*"),
    ("a/X.java", "org.junit"),
    ("a/X.java", "org"),
    ("a/X.cs", "Newtonsoft"),
]


@pytest.mark.parametrize(("file", "name"), LIBRARY_NAMES)
def test_names_of_libraries(file: str, name: str) -> None:
    source = next(case[1] for case in LIBRARIES if case[0] == file)
    rules = f'[parts]\na = "a/**"\n[[rule]]\nid = "r"\nfrom = "a"\nforbid_externals = ["{name}"]\n'
    assert len(checked(rules, {file: source, **CARGO})) == 1


C_SIDES = {"store/db.h": "int run(void);\n", "store/db.c": '#include "db.h"\nint run(void) { return 1; }\n'}
SYMBOLS: list[tuple[str, dict[str, str]]] = [
    (
        "com.shop.store.Db.run",
        {
            "src/com/shop/store/Db.java": "package com.shop.store;\npublic class Db { public static void run() {} }\n",
            "web/V.java": "package web;\nimport com.shop.store.Db;\nclass V { void f() { Db.run(); } }\n",
        },
    ),
    (
        "store.Open",
        {
            "go.mod": "module shop\n",
            "store/one.go": "package store\nfunc Open() {}\n",
            "web/v.go": 'package web\nimport "shop/store"\nfunc F() { store.Open() }\n',
        },
    ),
    (
        "Shop.Store.Db.Run",
        {
            "store/Db.cs": "namespace Shop.Store;\npublic static class Db { public static void Run() {} }\n",
            "web/V.cs": "using Shop.Store;\nnamespace Shop.Web;\nclass V { void F() { Db.Run(); } }\n",
        },
    ),
    ("store.db.run", {**C_SIDES, "web/v.c": '#include "../store/db.h"\nint f(void) { return run(); }\n'}),
    ("run", {**C_SIDES, "web/v.c": '#include "../store/db.h"\nint f(void) { return run(); }\n'}),
    (
        "shop.Db.run",
        {
            "store/db.hpp": "namespace shop { struct Db { static int run() { return 1; } }; }\n",
            "web/v.cpp": '#include "../store/db.hpp"\nint f() { return shop::Db::run(); }\n',
        },
    ),
    (
        "store.db.run",
        {
            "Cargo.toml": '[package]\nname = "shop"\n[lib]\npath = "lib.rs"\n',
            "lib.rs": "pub mod store;\npub mod web;\n",
            "store/mod.rs": "pub mod db;\n",
            "store/db.rs": "pub fn run() {}\n",
            "web/mod.rs": "use crate::store::db;\nfn f() { db::run(); }\n",
        },
    ),
    (
        "store.db.Db.run",
        {
            "store/db.py": "class Db:\n    @staticmethod\n    def run(): ...\n",
            "web/v.py": "from store.db import Db\ndef f():\n    Db.run()\n",
        },
    ),
    ("store.db.run", {"store/db.py": "def run(): ...\n", "web/v.py": "from store.db import run\ndef f():\n    run()\n"}),
]
WEB = '[parts]\nweb = "web/**"\nstore = "**/store/**"\n[[rule]]\nid = "r"\n'


@pytest.mark.parametrize(
    "rule", ['from = "web"\nforbid = "symbol:{}"\n', 'protect = "symbol:{}"\nallow_from = "store"\n'], ids=["forbid", "protect"]
)
@pytest.mark.parametrize(("symbol", "sources"), SYMBOLS, ids=[f"{case[0]} {list(case[1])[-1]}" for case in SYMBOLS])
def test_symbols_are_called_as_people_call_them(symbol: str, sources: dict[str, str], rule: str) -> None:
    assert [v.source.rpartition(":")[2].rpartition(".")[2] for v in checked(f'{WEB}{rule.format(symbol)}edges = "calls"\n', sources)] in (
        ["f"],
        ["F"],
    )
    assert checked(f'{WEB}{rule.format("no." + symbol)}edges = "calls"\n', sources) == []


def test_a_neighbour_of_what_is_protected_may_not_use_it() -> None:
    rules = '[parts]\nstore = "store/**"\n[[rule]]\nid = "r"\n'
    rules += 'protect = "symbol:store.Db.run"\nallow_from = "symbol:store.Front"\nedges = "calls"\n'
    sources = {
        "store/Db.java": "package store;\nclass Db { static void run() {} static void own() { run(); } }\n",
        "store/Other.java": "package store;\nclass Other { void f() { Db.run(); } }\n",
    }
    assert [v.source for v in checked(rules, sources)] == ["Method:store/Other.java:Other.f"]
