"""The documents name every language and every file ending, what they call a test is one, and their links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from nexus_diff.languages import SUFFIXES, names_for_people

TOP = Path(__file__).parents[3]
TESTS = TOP / "tests"
LANGUAGES = (TOP / "docs/languages.md").read_text()
NAMING = ("README.md", "CHANGELOG.md", "docs/languages.md", "docs/config.md", "docs/changes.md", "docs/analysis.md")
PAGES = [TOP / "README.md", TOP / "CHANGELOG.md", *sorted((TOP / "docs").glob("*.md"))]


@pytest.mark.parametrize(
    "page", ["README.md", "CHANGELOG.md", "docs/languages.md", "docs/config.md", "docs/changes.md", "docs/analysis.md"]
)
@pytest.mark.parametrize("name", names_for_people())
def test_every_language_is_named(name: str, page: str) -> None:
    assert re.search(rf"(?<![\w+#]){re.escape(name)}(?![\w+#])", (TOP / page).read_text()), f"{page} forgets {name}"


def test_every_ending_is_listed() -> None:
    table = LANGUAGES.split("\n## ", 1)[0]
    assert set(re.findall(r"`(\.[^`]+)`", table)) == set(SUFFIXES)


def test_what_is_called_a_test_is_one() -> None:
    sources = "\n".join(file.read_text() for file in TESTS.rglob("test_*.py"))
    shown = [line.rstrip(" |").rpartition("|")[2] for line in LANGUAGES.splitlines() if line.startswith("| ")]
    cases = [name.removesuffix(", …") for cell in shown for name in re.findall(r'"([^"]+)"', cell)]
    files = [name for cell in shown for name in re.findall(r"`([\w./-]+/[\w./-]+)`", cell)]
    assert len(cases) > 100
    assert [name for name in cases if f'"{name}' not in sources] == []
    assert [name for name in files if not (TESTS / name).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(), flags=re.DOTALL)
    for path, anchor in re.findall(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)", text):
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), path
        if anchor and target.suffix == ".md":
            titles = re.findall(r"^#+ (.*)$", target.read_text(), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}, f"{path}#{anchor}"
