"""Every package that is installed with this one has a row in docs/licences.md, and says of itself what stands there."""

from __future__ import annotations

import re
from importlib import metadata

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from project_files import PROJECT, TOP, locked

EXTRAS = [name for name in PROJECT["optional-dependencies"] if name != "test"]
ROW = re.compile(r"^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
ROWS = {
    canonicalize_name(name): (spdx.strip(), said.strip()) for name, spdx, said in ROW.findall((TOP / "docs" / "licences.md").read_text())
}
COPYLEFT = {"igraph", "pygit2", "pygithub", "python-gitlab"}


def said_by(name: str) -> str:
    """The licence as the metadata of an installed package has it: the expression, the field, or the classifiers."""
    found = metadata.metadata(name)
    field = (found.get("License") or "").strip()
    classifiers = [
        text.split(" :: ")[-1] for text in found.get_all("Classifier") or [] if text.startswith("License :: ") and text.count("::") > 1
    ]
    return found.get("License-Expression") or (field if field and len(field.splitlines()) == 1 else "") or ", ".join(sorted(classifiers))


def installed() -> dict[str, str]:
    """What a full installation brings along here: package → who asked for it."""
    found: dict[str, str] = {}
    asked = [(Requirement(text), "nexus-diff") for text in PROJECT["dependencies"]]
    asked += [(Requirement(text), f"nexus-diff[{extra}]") for extra in EXTRAS for text in PROJECT["optional-dependencies"][extra]]
    while asked:
        requirement, by = asked.pop()
        name = canonicalize_name(requirement.name)
        wanted = ["", *sorted(requirement.extras)]
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": ""}):
            continue
        if name in found and len(wanted) == 1:
            continue
        found.setdefault(name, by)
        for text in metadata.requires(name) or []:
            inner = Requirement(text)
            if inner.marker is None or any(inner.marker.evaluate({"extra": extra}) for extra in wanted):
                inner.marker = None
                asked.append((inner, name))
    return found


@pytest.mark.parametrize("name", sorted(installed()))
def test_an_installed_package_says_what_its_row_says(name: str) -> None:
    assert name in ROWS, f"docs/licences.md lacks: | `{name}` | SPDX | {said_by(name)} |"
    assert ROWS[name][1] == said_by(name)


def test_everything_locked_has_a_row() -> None:
    assert len(locked()) > 20
    assert locked() - ROWS.keys() == set()


def test_the_strict_ones_are_named_in_words() -> None:
    text = (TOP / "docs" / "licences.md").read_text()
    strict = {name for name, (spdx, _) in ROWS.items() if "GPL" in spdx}
    assert strict == COPYLEFT
    assert all(re.search(rf"\*\*`{name}`\*\*", text, re.IGNORECASE) for name in strict)


def test_igraph_says_or_later() -> None:
    """Its metadata says "GPL" only."""
    import igraph

    assert "either version 2 of the License, or\n(at your option) any later version" in igraph.__license__
