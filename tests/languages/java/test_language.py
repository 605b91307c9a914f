"""What test runners collect in Java, and what they run for a test."""

from __future__ import annotations

from memory import link, short

from nexus_diff.extract import extract
from nexus_diff.languages import by_suffix
from nexus_diff.languages.java import JAVA

TESTS = """
class PlainTest extends TestCase {
    public void testOld() { }
    public void helper() { }
    void testHidden() { }
    public void testWith(int argument) { }
    @Test void annotated() { }
    @ParameterizedTest @ValueSource(ints = 1) void many(int i) { }
    @org.junit.jupiter.api.RepeatedTest(3) void again() { }
    @Test static void notRun() { }
    @BeforeEach void before() { }
    @Nested class Inner { @Test void deep() { } }
}
class Helpers {
    public void testLooksLikeOne() { }
}
"""


def test_is_test() -> None:
    found = extract(TESTS.encode(), JAVA)
    assert JAVA.is_test is not None
    by_name = {made.qualified: made for made in found.definitions}
    collected = []
    for qualified, made in by_name.items():
        steps = qualified.split(".")
        around = tuple(by_name[".".join(steps[:count])] for count in range(1, len(steps)))
        if made.kind == "method" and JAVA.is_test(made, around):
            collected.append(qualified)
    assert collected == ["PlainTest.testOld", "PlainTest.annotated", "PlainTest.many", "PlainTest.again", "PlainTest.Inner.deep"]


def test_files_of_the_language() -> None:
    found = by_suffix("src/main/java/a/B.java")
    assert found is JAVA


def _runs(source: str) -> set[str]:
    """`test → what the runner runs for it (reason)`; these are no calls that the code writes."""
    relations = link({"src/test/java/ATest.java": source}).relations()
    found = [r for r in relations if r.reason in ("set-up", "fixture")]
    assert {r.type for r in found} <= {"REFERENCES"}
    return {f"{short(r.source).rpartition(':')[2]} → {short(r.target).rpartition(':')[2]} ({r.reason})" for r in found}


def test_methods_that_are_marked_or_named_run_around_tests() -> None:
    source = """
    class Base { @BeforeEach void prepare() { } }
    class ATest extends Base { @Test void one() { } @AfterAll static void end() { } public void setUp() { } void other() { } }
    """
    assert _runs(source) == {"ATest.one → Base.prepare (set-up)", "ATest.one → ATest.end (set-up)", "ATest.one → ATest.setUp (set-up)"}


def test_methods_that_give_values() -> None:
    source = """
    class ATest {
        @ParameterizedTest @MethodSource("values") void one(int i) { }
        @ParameterizedTest @MethodSource({"values", "more"}) void two(int i) { }
        @ParameterizedTest @MethodSource void same(int i) { }
        static int values() { return 1; }
        static int more() { return 1; }
        static int same() { return 1; }
    }
    """
    assert {run for run in _runs(source) if "values" in run or "more" in run} == {
        "ATest.one → ATest.values (fixture)", "ATest.two → ATest.values (fixture)", "ATest.two → ATest.more (fixture)",
    }  # fmt: skip
