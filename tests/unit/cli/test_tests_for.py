"""Runner arguments on stdout: one a line, or each ended by NUL."""

from __future__ import annotations

from argparse import Namespace

import pytest

from nexus_diff.cli.talk import Talk
from nexus_diff.cli.tests import write
from nexus_diff.model.answer import AffectedTest, Answer, Tool
from nexus_diff.model.errors import NexusDiffError


def _write(file: str, nul: bool) -> int:
    test = AffectedTest(id="x", file=file, name="x", start_line=1, reason="changed", distance=0, confidence=1.0)
    arguments = Namespace(tests_for="jest", output="", nul=nul, quiet=True, verbose=False, debug=False, color="never", progress="never")
    with Talk(arguments) as talk:
        return write(Answer(tool=Tool(version="0"), base="", head="", base_kind="direct", affected_tests=(test,)), arguments, talk)


def test_a_line_break_in_a_name_is_no_further_argument(capfdbinary):
    with pytest.raises(NexusDiffError, match="xargs -0"):
        _write("a\n--ci.test.ts", nul=False)
    assert _write("a\n--ci.test.ts", nul=True) == 0
    assert capfdbinary.readouterr().out == b"a\n--ci.test.ts\0"
