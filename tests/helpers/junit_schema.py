"""JUnit XML, read as a strict reader does: well-formed, valid, and its counts are those of its cases."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

SCHEMA = Path(__file__).with_name("junit.xsd")


def read_junit(text: str) -> Any:
    """The root of a valid document."""
    etree = pytest.importorskip("lxml.etree")
    root = etree.fromstring(text.encode(), etree.XMLParser(resolve_entities=False, no_network=True, dtd_validation=False))
    etree.XMLSchema(etree.parse(str(SCHEMA))).assertValid(root)
    for suite in root:
        cases = suite.findall("testcase")
        assert int(suite.get("tests")) == len(cases)
        assert int(suite.get("failures")) == len(suite.findall("testcase/failure"))
        assert int(suite.get("skipped")) == len(suite.findall("testcase/skipped"))
        names = [(case.get("classname"), case.get("name")) for case in cases]
        assert len(set(names)) == len(names)
    return root
