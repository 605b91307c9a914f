"""Defaults, digest and globs."""

from __future__ import annotations

import pytest

from nexus_diff.config import Config, digest, included, is_test, load, matcher


def changed(text: str) -> str:
    return digest(load({"nexus-diff.toml": text}))


def test_the_digest_is_pinned() -> None:
    """A change here makes every snapshot on every machine stale: it should be deliberate."""
    assert digest(Config()) == "d0450940ae56"


@pytest.mark.parametrize(
    "text",
    [
        "[index]\ninclude = ['src/']",
        "[index]\nexclude = ['src/']",
        "[index]\nmax_file_bytes = 5",
        "[index]\ngenerated = 'skip'",
        "[index]\nvendored = 'skip'",
        "[tests]\npatterns = []",
    ],
)
def test_what_changes_contents_changes_the_digest(text: str) -> None:
    assert changed(text) != digest(Config())


@pytest.mark.parametrize(
    "text", ["", "[impact]\ndepth = 2\nmin_confidence = 0.9", "[git]\ndefault_branch = 'x'", "[index]\nmax_file_bytes = 1_000_000"]
)
def test_what_does_not_change_contents_leaves_the_digest(text: str) -> None:
    assert changed(text) == digest(Config())


def test_the_order_of_globs_matters() -> None:
    assert changed("[index]\nexclude = ['a', '!b']") != changed("[index]\nexclude = ['!b', 'a']")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("test_a.py", True),
        ("pkg/test_a.py", True),
        ("pkg/a_test.py", True),
        ("pkg/conftest.py", True),
        ("tests/helpers.py", True),
        ("pkg/tests/data/x.ts", True),
        ("app/tests.py", True),
        ("test/x.py", True),
        ("django/test/client.py", False),
        ("src/test/x.ts", True),
        ("src/a.test.ts", True),
        ("src/a.test.tsx", True),
        ("src/a.spec.mjs", True),
        ("src/__tests__/a.js", True),
        ("src/testing.py", False),
        ("src/latest.py", False),
        ("src/contest.py", False),
        ("src/attest.ts", False),
        ("src/spec.ts", False),
        ("render/json_test.go", True),
        ("test_helpers.go", False),
        ("testdata/sample.go", False),
        ("src/test/java/a/Helper.java", True),
        ("app/src/androidTest/java/a/Helper.java", True),
        ("test/a/Helper.java", True),
        ("src/a/CardTest.java", True),
        ("src/a/CardIT.java", True),
        ("src/a/TestCard.java", True),
        ("src/a/AUDIT.java", False),
        ("src/a/Testimonial.java", False),
        ("src/a/Contest.java", False),
        ("core/src/main/java/a/test/Helper.java", False),
        ("core/src/main/java/a/StressTest.java", False),
        ("Src/Shop.Tests/Helper.cs", True),
        ("Src/Shop.UnitTests/Helper.cs", True),
        ("Src/Shop.Test/Helper.cs", True),
        ("Test/Helper.cs", True),
        ("Src/CardTests.cs", True),
        ("Src/Shop.TestConsole/Program.cs", False),
        ("Src/Latest.cs", False),
        ("util/arena_test.cc", True),
        ("util/arena_unittest.h", True),
        ("test/format-test.cc", True),
        ("test/gtest/gtest.inl", True),
        ("unittest/main.c", True),
        ("src/testutil.h", False),
        ("src/latest.hpp", False),
        ("tests/cli.rs", True),
        ("crates/a/benches/bench.rs", True),
        ("crates/a/src/tests.rs", True),
        ("crates/a/src/testutil.rs", False),
        ("Lib/unittest/case.py", False),
    ],
)
def test_default_test_patterns(path: str, expected: bool) -> None:
    assert is_test(Config())(path) is expected


def test_include_then_exclude() -> None:
    let_through = included(load({"nexus-diff.toml": "[index]\ninclude = ['src/']\nexclude = ['*.min.js', '!keep.min.js']"}))
    paths = ["src/a.py", "lib/a.py", "src/x.min.js", "src/keep.min.js", "src/ü \n.py"]
    assert [path for path in paths if let_through(path)] == ["src/a.py", "src/keep.min.js", "src/ü \n.py"]


def test_no_patterns_match_nothing() -> None:
    assert not matcher([])("anything")
    assert included(Config())("anything")
