"""The table of languages, which names them without loading them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from nexus_diff.languages import REGISTRY, SUFFIXES


@pytest.mark.parametrize("name", REGISTRY)
def test_each_language_is_what_the_table_says(name: str) -> None:
    language = REGISTRY[name]
    assert language.name == name
    assert set(language.suffixes) == {suffix for suffix, of in SUFFIXES.items() if of == name}


def test_unknown_names() -> None:
    assert REGISTRY.get("cobol") is None
    assert "cobol" not in REGISTRY


def test_a_language_is_loaded_when_it_is_asked_for() -> None:
    code = (
        "import sys; from nexus_diff.languages import REGISTRY, by_suffix; by_suffix('a/b.py');"
        "print(*sorted(m for m in sys.modules if m.startswith('tree_sitter_')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["tree_sitter_python"] or set(done.stdout.split()) == {
        "tree_sitter_python",
        "tree_sitter_python._binding",
    }


def test_no_module_loads_a_language_before_a_file_of_it_is_seen() -> None:
    code = (
        "import importlib, pkgutil, sys, nexus_diff;"
        "names = [m.name for m in pkgutil.walk_packages(nexus_diff.__path__, 'nexus_diff.', onerror=lambda name: None)];"
        "[importlib.import_module(n) for n in names if not n.startswith('nexus_diff.languages.') and not n.endswith('__main__')];"
        "print(*sorted(m for m in sys.modules if m.startswith('tree_sitter_')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
