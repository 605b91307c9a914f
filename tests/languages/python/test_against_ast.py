"""Extraction from real code against CPython's own parser: definitions with their lines, calls, imports, names bound."""

from __future__ import annotations

import ast
import os
from collections import Counter
from pathlib import Path

import pytest

import nexus_diff
from nexus_diff.extract import extract
from nexus_diff.languages.python import PYTHON
from nexus_diff.model.expr import Call
from nexus_diff.model.facts import FileFacts

LIBRARY = Path(os.__file__).parent
FILES = sorted(Path(nexus_diff.__file__).parent.rglob("*.py"))[::3]
FILES += [LIBRARY / name for name in ("argparse.py", "dataclasses.py", "typing.py", "asyncio/base_events.py", "inspect.py", "enum.py")]
FILES += [LIBRARY / name for name in ("subprocess.py", "unittest/mock.py", "tarfile.py", "decimal.py", "_pydecimal.py", "contextlib.py")]


class Seen(ast.NodeVisitor):
    """What CPython sees."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.definitions: Counter[tuple[str, int, int, int]] = Counter()
        self.calls: Counter[int] = Counter()
        self.imports: Counter[str] = Counter()
        self.attributes = self.lambdas = self.yields = 0

    def _define(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        for child in node.decorator_list:
            self.visit(child)
        self.names.append(node.name)
        start = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        self.definitions[".".join(self.names), start, node.lineno, node.end_lineno or 0] += 1
        for field, value in ast.iter_fields(node):
            if field not in ("decorator_list", "returns"):
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        self.visit(child)
        self.names.pop()

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _define  # noqa: N815

    def visit_arg(self, node: ast.arg) -> None:
        """Annotations are types, not calls."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.visit(node.target)
        if node.value is not None:
            self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        func = node.func
        if isinstance(func, ast.Name):
            self.calls[func.lineno] += 1
        elif isinstance(func, ast.Attribute):
            self.calls[func.end_lineno or 0] += 1
        else:
            self.calls[0] += 1
        self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        self.imports.update(alias.name for alias in node.names)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        source = "." * node.level + (node.module or "")
        self.imports.update(f"{source}:{alias.name}:{alias.asname or alias.name}" for alias in node.names)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.lambdas += 1
        self.generic_visit(node)


def named_calls(found: FileFacts) -> Counter[int]:
    lines: Counter[int] = Counter()
    for site in found.sites:
        if site.kind == "call":
            call = found.exprs[site.expr]
            assert isinstance(call, Call)
            lines[site.line if type(found.exprs[call.func]).__name__ in ("Name", "Attr") else 0] += 1
    return lines


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_agrees_with_cpython(path: Path) -> None:
    source = path.read_bytes()
    seen = Seen()
    seen.visit(ast.parse(source))
    found = extract(source, PYTHON)
    assert not found.problems
    definitions = Counter(
        (made.qualified, span.start, span.line, span.end)
        for made, span in zip(found.definitions, found.spans, strict=True)
        if made.kind in ("function", "method", "class")
    )
    assert definitions == seen.definitions
    assert named_calls(found) == seen.calls
    imports = Counter(
        f"{one.source}:{one.name}:{one.alias or '*'}" if one.kind == "from" else one.source
        for one in found.imports
        if one.kind == "from" or one.alias != one.source or one.source in seen.imports
    )
    missing = seen.imports - imports
    assert not missing
    assert sum(scope.kind == "lambda" for scope in found.scopes) == seen.lambdas
