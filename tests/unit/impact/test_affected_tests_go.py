"""Which tests a change in Go may affect: (sources, what changed, the tests by name)."""

from __future__ import annotations

import pytest
from sources import selected

P = "package p\n"
MOD = {"go.mod": "module m.io/m\n"}
SUITE = (
    P
    + 'import ("testing"; "github.com/stretchr/testify/suite")\n'
    + "type My struct { suite.Suite }\n"
    + "func (s *My) SetupTest() { setup() }\nfunc (s *My) TestOne() { f() }\n"
    + "func TestMy(t *testing.T) { suite.Run(t, new(My)) }\nfunc setup() {}\n"
)
SHAPES = (
    P
    + "type Shape interface { Area() int }\ntype Square struct{}\nfunc (Square) Area() int { return side() }\n"
    + "func side() int { return 1 }\n"
    + "type Round struct{}\nfunc (Round) Area() int { return 2 }\nfunc Sum(s []Shape) { for _, x := range s { x.Area() } }\n"
)

CASES: dict[str, tuple[dict[str, str], str, set[str]]] = {
    "calls, also in subtests": (
        {
            "a.go": P + "func f() {}\nfunc g() {}\n",
            "a_test.go": P + 'func TestF(t *T) { t.Run("x", func(t *T) { f() }) }\nfunc TestG(t *T) { g() }\n',
        },
        "a.go:f",
        {"TestF"},
    ),
    "tests of the package from outside": (
        {**MOD, "a.go": "package m\nfunc F() {}\n", "a_test.go": 'package m_test\nimport "m.io/m"\nfunc ExampleF() { m.F() }\n'},
        "a.go:F",
        {"ExampleF"},
    ),
    "through an interface": ({"a.go": SHAPES, "a_test.go": P + "func TestSum(t *T) { Sum([]Shape{Round{}}) }\n"}, "a.go:side", {"TestSum"}),
    "a method of a suite": ({"a.go": P + "func f() {}\n", "a_test.go": SUITE}, "a.go:f", {"TestMy"}),
    "a set-up of a suite": ({"a.go": P + "func f() {}\n", "a_test.go": SUITE}, "a_test.go:setup", {"TestMy"}),
    "what is around all tests": (
        {"a_test.go": P + "func TestMain(m *M) { prepare() }\nfunc prepare() {}\n", "b_test.go": P + "func TestB(t *T) {}\n"},
        "a_test.go:prepare",
        {"TestB"},
    ),
    "a method that a library runs": (
        {
            "a.go": P + 'import "fmt"\ntype K int\nfunc (k K) String() string { return name() }\nfunc name() string { return "" }\n',
            "a_test.go": P + 'import "fmt"\nfunc TestK(t *T) { k := K(1); fmt.Println(k) }\n',
        },
        "a.go:name",
        {"TestK"},
    ),
    "a table of functions": (
        {"a.go": P + 'func f() {}\nvar table = map[string]func(){"f": f}\n', "a_test.go": P + 'func TestF(t *T) { table["f"]() }\n'},
        "a.go:f",
        {"TestF"},
    ),
    "another package's file of the same import": (
        {
            **MOD,
            "lib/new.go": "package lib\nfunc New() Doer { return &impl{} }\ntype Doer interface { Do() }\n",
            "lib/impl.go": "package lib\ntype impl struct{}\nfunc (i *impl) Do() { work() }\nfunc work() {}\n",
            "b_test.go": 'package m\nimport "m.io/m/lib"\nfunc TestDo(t *T) { lib.New().Do() }\n',
        },
        "lib/impl.go:work",
        {"TestDo"},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_selection(case: str) -> None:
    sources, changed, expected = CASES[case]
    assert {test.name for test in selected(sources, changed)} == expected
