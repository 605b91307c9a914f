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
