"""What `go test` runs, which package a file belongs to, where imports lead, and what go.mod and go.work say."""

from __future__ import annotations

import json

import pytest
from probe_tree import Tree

from nexus_diff.extract import extract
from nexus_diff.languages import by_suffix
from nexus_diff.languages.base import Resolved
from nexus_diff.languages.go import GO, package_of
from nexus_diff.languages.go_mend import mend
from nexus_diff.languages.go_nodes import package_names
from nexus_diff.languages.manifests import manifest_kind, read_manifest
from nexus_diff.model.facts import ManifestFacts


def test_by_suffix() -> None:
    assert by_suffix("a/b_test.go") is GO


TESTS = """package p
func TestPlain(t *testing.T) {}
func Test(t *testing.T) {}
func Test_under(t *testing.T) {}
func Testing(t *testing.T) {}
func TestMain(m *testing.M) {}
func BenchmarkX(b *testing.B) {}
func FuzzX(f *testing.F) {}
func ExampleT_M() {}
func Example() {}
func helper() {}
type TestSuite struct{}
func (TestSuite) TestMethod() {}
"""


def test_is_test() -> None:
    found = extract(TESTS.encode(), GO)
    assert GO.is_test is not None
    tests = [d.qualified for d in found.definitions if GO.is_test(d, ())]
    assert tests == ["TestPlain", "Test", "Test_under", "BenchmarkX", "FuzzX", "ExampleT_M", "Example"]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("new(T)", "nEw(T)"),
        ("new(f(1))", "nEw(f(1))"),
        ("new([]int)", "new([]int)"),
        ("new([2]byte{1, 2})", "nEw([2]byte{1, 2})"),
        ("new(map[string]int)", "new(map[string]int)"),
        ("x.new(1) + renew(2)", "x.new(1) + renew(2)"),
    ],
)
def test_mend(expression: str, expected: str) -> None:
    assert mend(expression.encode()) == expected.encode()


def test_new_of_a_value_is_read() -> None:
    source = 'package p\nfunc f() {\n\ta, b := new("x"), new(g(1))\n\tc := new(T)\n\tuse(a, b, c)\n}\n'
    facts = extract(source.encode(), GO)
    assert not facts.problems
    assert [type(facts.exprs[b.value]).__name__ for b in facts.bindings if b.target in ("a", "b", "c")] == ["AddressOf", "AddressOf", "New"]


@pytest.mark.parametrize(
    ("path", "source", "expected"),
    [
        ("a.go", "package m", ""),
        ("x/y/a.go", "package other", "x/y"),
        ("x/a_test.go", "package x", "x"),
        ("x/a_test.go", "package x_test", "x:test"),
        ("x/a.go", "package x_test", "x"),
    ],
)
def test_package_of(path: str, source: str, expected: str) -> None:
    assert package_of(path, extract(source.encode(), GO)) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("fmt", ("fmt",)),
        ("net/http", ("http",)),
        ("example.com/a/v2", ("a",)),
        ("gopkg.in/yaml.v3", ("yaml",)),
        ("github.com/x/go-isatty", ("isatty",)),
        ("github.com/x/foo-bar", ("foo_bar", "foobar", "bar", "foo")),
        ("v2", ("v2",)),
        ("", ()),
        ("///", ()),
    ],
)
def test_package_names(path: str, expected: tuple[str, ...]) -> None:
    assert package_names(path) == expected


def manifest(path: str, text: str) -> ManifestFacts:
    return read_manifest(manifest_kind(path), text.encode())


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("go.mod", "module example.com/a // why\n\ngo 1.22\n", {"module": "example.com/a"}),
        ("go.mod", 'module "example.com/a"\n', {"module": "example.com/a"}),
        (
            "go.mod",
            "module a\nreplace b => ./b\nreplace c v1.0 => ../c\nreplace d => e v2.0\n",
            {"module": "a", "replace": [["b", "./b"], ["c", "../c"]]},
        ),
        ("go.mod", "module a\nreplace (\n\tb => ./b // here\n)\nrequire (\n\tmodule v1\n)\n", {"module": "a", "replace": [["b", "./b"]]}),
        ("go.work", "go 1.22\nuse (\n\t./a\n\t./b\n)\nuse ./c\n", {"use": ["./a", "./b", "./c"]}),
        ("go.mod", "", {}),
        ("go.mod", "module\nreplace\nreplace =>\nreplace a =>\n(\n)\n", {}),
    ],
)
def test_manifests(path: str, text: str, expected: object) -> None:
    assert json.loads(manifest(path, text).values) == expected


ONE = {"go.mod": "module example.com/m", "a.go": "", "lib/b.go": "", "internal/x/c.go": "", "vendor/other.org/v/d.go": ""}
TWO = {"a/go.mod": "module example.com/a", "a/x/1.go": "", "b/go.mod": "module example.com/a/b", "b/x/1.go": "", "a/b/2.go": ""}
REPLACED = {"go.mod": "module m.io/m\nreplace other.org/o => ./third/o", "third/o/o.go": "", "third/o/sub/s.go": ""}
WORK = {"go.work": "use ./a\nreplace other.org/o => ./o", "o/o.go": "", "a/go.mod": "module m.io/a", "a/a.go": ""}
NONE = {"lib/b.go": "", "cmd/c.go": ""}


@pytest.mark.parametrize(
    ("files", "importer", "source", "expected"),
    [
        (ONE, "lib/b.go", "example.com/m", "directory "),
        (ONE, "a.go", "example.com/m/lib", "directory lib"),
        (ONE, "a.go", "example.com/m/internal/x", "directory internal/x"),
        (ONE, "a.go", "example.com/mm/lib", "external"),
        (ONE, "a.go", "example.com/m/gone", "external"),
        (ONE, "lib/b.go", "other.org/v", "directory vendor/other.org/v"),
        (ONE, "a.go", "net/http", "external"),
        (ONE, "a.go", "C", "external"),
        (ONE, "a.go", "", "external"),
        (ONE, "lib/b.go", "../internal/x", "directory internal/x"),
        (ONE, "lib/b.go", "../../up", "missing"),
        (TWO, "a/x/1.go", "example.com/a/b/x", "directory b/x"),
        (TWO, "a/x/1.go", "example.com/a/x", "directory a/x"),
        (REPLACED, "a.go", "other.org/o", "directory third/o"),
        (REPLACED, "a.go", "other.org/o/sub", "directory third/o/sub"),
        (WORK, "a/a.go", "other.org/o", "directory o"),
        (NONE, "cmd/c.go", "github.com/who/what/lib", "directory lib"),
        (NONE, "cmd/c.go", "lib", "external"),
    ],
)
def test_resolve(files: dict[str, str], importer: str, source: str, expected: str) -> None:
    assert GO.resolve is not None
    kind, _, path = expected.partition(" ")
    assert GO.resolve(importer, source, Tree(files)) == Resolved(kind, path)
